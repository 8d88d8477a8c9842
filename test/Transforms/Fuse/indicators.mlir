// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Sums over where a maximum is attained start anew where it moves, whatever other
// factors they have.

// CHECK-LABEL: func.func @hard_attention
// CHECK:       cascade.fold
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.addf -> (d0)
// CHECK:         component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[Y:.*]] | %[[M:.*]], %{{.*}}) {
// CHECK-NEXT:      %[[HIT:.*]] = arith.cmpf ole, %[[M]], %[[X]] : f32
// CHECK:           arith.mulf %{{.*}}, %[[Y]] : f32
// CHECK:         } correct (%[[OM:.*]], %{{.*}}, %[[OO:.*]] | %[[NM:.*]], %{{.*}}) {
// CHECK-NEXT:      %[[SAME:.*]] = arith.cmpf oeq, %[[OM]], %[[NM]] : f32
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT:      %[[LEFT:.*]] = arith.select %[[SAME]], %[[OO]], %[[ZERO]] : f32
// CHECK-NEXT:      cascade.yield %[[LEFT]] : f32
// CHECK:       linalg.generic
// CHECK:         arith.divf
func.func @hard_attention(%s: tensor<4x64xf32>, %v: tensor<64x8xf32>) -> tensor<4x8xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x8xf32>
  %m, %k, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%ninf, %zero, %zeros : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.cmpf oeq, %x, %max : f32
      %1 = arith.uitofp %0 : i1 to f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %count) {
      %0 = arith.cmpf ole, %max, %x : f32
      %1 = arith.uitofp %0 : i1 to f32
      %2 = arith.divf %1, %count : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4x8xf32>
}
