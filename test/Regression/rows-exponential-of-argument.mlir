// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s

// The exponential of a difference with an argument of the function, which has the
// number that a reference of the term could have, or one beyond: it is bounded by
// no running maximum, and may not be less exact for that.

// CHECK-LABEL: func @shifted
// CHECK: math.exp
// CHECK-NOT: fastmath<afn>
// CHECK: return
func.func @shifted(%x: tensor<4x64xf32>, %shift: f32, %w: tensor<4xf32>, %other: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %i0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r0, %r1 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      state(%i0, %i1 : tensor<4xf32>, tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%x0) {
      cascade.yield %x0 : f32
    }
    component #cascade.addf -> (d0) (%x0 | %d0) {
      %0 = arith.subf %x0, %shift : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %r0, %r1 : tensor<4xf32>, tensor<4xf32>
}
