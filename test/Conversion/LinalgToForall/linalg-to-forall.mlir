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

// -----

// A loop over small tensors is the work of one block.
// CHECK-LABEL: func @block_loop
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK:   scf.for
// CHECK:     linalg.reduce
// CHECK:   tensor.parallel_insert_slice
func.func @block_loop(%x: tensor<16x?xf32>, %init: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %init) -> tensor<16xf32> {
    %size = affine.min affine_map<(d0)[s0] -> (64, s0 - d0)>(%i)[%n]
    %s = tensor.extract_slice %x[0, %i] [16, %size] [1, 1] : tensor<16x?xf32> to tensor<16x?xf32>
    %sum = linalg.reduce { arith.addf } ins(%s : tensor<16x?xf32>) outs(%acc : tensor<16xf32>) dimensions = [1]
    scf.yield %sum : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// A loop over large tensors stays, with a kernel a step.
// CHECK-LABEL: func @host_loop
// CHECK: scf.for
// CHECK:   scf.forall
func.func @host_loop(%init: tensor<1024x1024xf32>, %n: index) -> tensor<1024x1024xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<1024x1024xf32> {
    %y = linalg.exp ins(%acc : tensor<1024x1024xf32>) outs(%acc : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    scf.yield %y : tensor<1024x1024xf32>
  }
  return %r : tensor<1024x1024xf32>
}
