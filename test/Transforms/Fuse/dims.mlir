// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// The axis first, parallel dimensions of the result in another order than those of
// its references, and one that they lack.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[REF:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @axis_first
// CHECK: cascade.fold [axis, parallel, parallel, parallel]
// CHECK-NEXT: ins(%{{.*}} (d0, d1, d2), %{{.*}} (d3, d0)
// CHECK: component #cascade.addf -> (d3, d2, d1)
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[REF]], #[[REF]], #[[ID]]]
func.func @axis_first(%s: tensor<64x4x?xf32>, %v: tensor<8x64xf32>, %n: index) -> tensor<8x?x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %em = tensor.empty(%n) : tensor<4x?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<4x?xf32>) -> tensor<4x?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%em : tensor<4x?xf32>) -> tensor<4x?xf32>
  %eo = tensor.empty(%n) : tensor<8x?x4xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x?x4xf32>) -> tensor<8x?x4xf32>
  %m, %l, %o = cascade.chain [axis, parallel, parallel, parallel]
      ins(%s (d0, d1, d2), %v (d3, d0) : tensor<64x4x?xf32>, tensor<8x64xf32>)
      inits(%m0, %l0, %o0 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<8x?x4xf32>)
    reduce #cascade.maximumf -> (d1, d2) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d1, d2) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d3, d2, d1) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<8x?x4xf32>
}

// -----

// Two axes, one dynamic: both must have elements. A position in a term stays.

// CHECK-LABEL: func.func @two_axes
// CHECK: component #cascade.addf -> (d0)
// CHECK: cascade.index 2
// CHECK: %[[A:.*]] = arith.cmpi sgt
// CHECK: %[[B:.*]] = arith.cmpi sgt
// CHECK: %[[BOTH:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: arith.select %[[BOTH]]
func.func @two_axes(%s: tensor<4x?x8xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %q, %a = cascade.chain [parallel, axis, axis]
      ins(%s (d0, d1, d2) : tensor<4x?x8xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      %0 = cascade.index 2
      %1 = arith.index_cast %0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      %3 = arith.mulf %x, %2 : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0) (%x | %sum) {
      %0 = arith.divf %x, %sum : f32
      cascade.yield %0 : f32
    }
  return %a : tensor<4xf32>
}

// -----

// A result over the whole input, with no dimension left.

// CHECK-LABEL: func.func @scalar
// CHECK: cascade.fold [axis]
// CHECK: linalg.generic {{.*}}iterator_types = []
func.func @scalar(%s: tensor<64xf32>) -> tensor<f32> {
  %m0 = arith.constant dense<0xFF800000> : tensor<f32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %m, %l = cascade.chain [axis]
      ins(%s (d0) : tensor<64xf32>)
      inits(%m0, %z : tensor<f32>, tensor<f32>)
    reduce #cascade.maximumf -> () (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> () (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<f32>
}
