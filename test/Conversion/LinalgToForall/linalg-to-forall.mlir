// RUN: redfuser-opt %s --split-input-file --redfuser-linalg-to-forall | FileCheck %s

// Elementwise: blocks of 2048 results, innermost dimension first.
// CHECK-LABEL: func @elementwise
// CHECK: scf.forall {{.*}} step (32, 64)
// CHECK:   linalg.exp
// CHECK:   tensor.parallel_insert_slice
func.func @elementwise(%x: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %e = tensor.empty() : tensor<100x64xf32>
  %y = linalg.exp ins(%x : tensor<100x64xf32>) outs(%e : tensor<100x64xf32>) -> tensor<100x64xf32>
  return %y : tensor<100x64xf32>
}

// -----

// Rows: a warp each; the reduction is not split.
// CHECK-LABEL: func @row_sum
// CHECK: scf.forall {{.*}} step (8)
// CHECK:   tensor.extract_slice %{{.*}}[%{{.*}}, 0] [%{{.*}}, 1000]
// CHECK:   linalg.reduce
func.func @row_sum(%x: tensor<100x1000xf32>, %o: tensor<100xf32>) -> tensor<100xf32> {
  %y = linalg.reduce { arith.addf } ins(%x : tensor<100x1000xf32>) outs(%o : tensor<100xf32>) dimensions = [1]
  return %y : tensor<100xf32>
}

// -----

// CHECK-LABEL: func @matmul
// CHECK: scf.forall {{.*}} step (32, 32)
// CHECK:   linalg.matmul
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// No parallel dimension: one block.
// CHECK-LABEL: func @dot
// CHECK: scf.forall (%{{.*}}) in (1) shared_outs(%[[O:.*]] = %{{.*}})
// CHECK:   linalg.dot {{.*}} outs(%[[O]]
// CHECK:   tensor.parallel_insert_slice %{{.*}} into %[[O]][] [] []
func.func @dot(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// What is in a forall stays.
// CHECK-LABEL: func @in_forall
// CHECK-COUNT-1: scf.forall
// CHECK-NOT: scf.forall (
func.func @in_forall(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> tensor<4x8xf32> {
    %s = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%s : tensor<1x8xf32>) -> tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// A strided copy between buffers is a kernel, a contiguous one stays a copy.
// CHECK-LABEL: func @copies
// CHECK: memref.copy
// CHECK: scf.forall
// CHECK:   linalg.generic
func.func @copies(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32, strided<[16, 1]>>) {
  memref.copy %a, %b : memref<8x8xf32> to memref<8x8xf32>
  memref.copy %a, %c : memref<8x8xf32> to memref<8x8xf32, strided<[16, 1]>>
  return
}

// -----

// CHECK-LABEL: func @softmax
// CHECK-NOT: linalg.softmax
// CHECK-COUNT-4: linalg.generic
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
