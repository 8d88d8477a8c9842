// RUN: redfuser-opt %s --redfuser-tile="mark-virtual rows=2 axis=8" --redfuser-check-virtual | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="mark-virtual rows=2 axis=8" | FileCheck %s --check-prefix=MARKED
// RUN: redfuser-opt %s --redfuser-tile="rows=2 axis=8" | FileCheck %s --check-prefix=UNMARKED

// The producer of all scores goes into the tile; no scores are left outside, and what
// tiles compute is not marked.
// CHECK-LABEL: func.func @scores
// CHECK-NOT: tensor<4x64xf32>
// CHECK: scf.forall
// CHECK: linalg.matmul {{.*}} -> tensor<2x8xf32>
// CHECK-NOT: redfuser.virtual
// MARKED: linalg.matmul
// MARKED-NOT: redfuser.virtual
// UNMARKED-NOT: redfuser.virtual
func.func @scores(%q: tensor<4x16xf32>, %k: tensor<16x64xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s = linalg.matmul ins(%q, %k : tensor<4x16xf32>, tensor<16x64xf32>) outs(%f : tensor<4x64xf32>) -> tensor<4x64xf32>
  %m = cascade.fold [parallel, axis] ins(%s (d0, d1) : tensor<4x64xf32>) state(%init : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
  return %m : tensor<4xf32>
}

// Scores that something else reads are the program's own: they stay and are not
// marked.
// CHECK-LABEL: func.func @returned
// CHECK: linalg.matmul {{.*}} -> tensor<4x64xf32>
// CHECK: scf.forall
// CHECK-NOT: linalg.matmul
func.func @returned(%q: tensor<4x16xf32>, %k: tensor<16x64xf32>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s = linalg.matmul ins(%q, %k : tensor<4x16xf32>, tensor<16x64xf32>) outs(%f : tensor<4x64xf32>) -> tensor<4x64xf32>
  %m = cascade.fold [parallel, axis] ins(%s (d0, d1) : tensor<4x64xf32>) state(%init : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
  return %m, %s : tensor<4xf32>, tensor<4x64xf32>
}
