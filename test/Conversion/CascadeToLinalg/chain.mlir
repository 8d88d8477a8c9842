// RUN: redfuser-opt %s --redfuser-cascade-to-linalg -split-input-file | FileCheck %s

// A chain becomes one reduction after the other.
// CHECK-LABEL: func.func @softmax_sum
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x64xf32>) outs(%arg1
// CHECK: arith.maximumf
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[M]] {{.*}} outs(%arg2
// CHECK: math.exp
// CHECK: arith.addf
func.func @softmax_sum(%x: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %max) {
      %0 = arith.subf %e, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A count reads nothing along the axis; an operand that is never read gives the
// extent.
// CHECK-LABEL: func.func @count
// CHECK: %[[SHAPE:.*]] = tensor.empty() : tensor<64xi1>
// CHECK: linalg.generic {{.*}} ins(%[[SHAPE]]
func.func @count(%x: tensor<4x64xf32>, %n0: tensor<4xf32>) -> tensor<4xf32> {
  %n = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>) inits(%n0 : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
  return %n : tensor<4xf32>
}

// -----

// Regions come along: the term is written as it is.
// CHECK-LABEL: func.func @regions
// CHECK: linalg.generic
// CHECK: scf.if
func.func @regions(%x: tensor<4x64xf32>, %c: i1, %n0: tensor<4xf32>) -> tensor<4xf32> {
  %n = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>) inits(%n0 : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      %r = scf.if %c -> f32 {
        scf.yield %e : f32
      } else {
        %zero = arith.constant 0.0 : f32
        scf.yield %zero : f32
      }
      cascade.yield %r : f32
    }
  return %n : tensor<4xf32>
}
