// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Whether a number is the axis' length was asked of constants that no i64 holds; a
// length that was cut to eight bits counted as the length.

// CHECK-LABEL: func.func @wide
// CHECK: cascade.fold
func.func @wide(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %i = arith.constant 1267650600228229401496703205376 : i128
  %n = arith.sitofp %i : i128 to f32
  %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.mulf %e, %mean : f32
      cascade.yield %0 : f32
    }
  return %v : tensor<4xf32>
}

// -----

// 300 positions are 44 in eight bits: the mean is not the source's, and the finalizer
// has the term that is none where the divisor is the length.
// CHECK-LABEL: func.func @narrow
// CHECK: cascade.fold
// CHECK: linalg.generic
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00
// CHECK: arith.subf %{{.*}}, %[[ONE]]
func.func @narrow(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c1 : tensor<4x?xf32>
  %i = arith.index_cast %size : index to i8
  %n = arith.uitofp %i : i8 to f32
  %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %v : tensor<4xf32>
}
