// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-stage-operands="shared-budget=8000" | FileCheck %s

// CHECK-NOT: memref.copy

// Over the budget: 64 x 33 elements.
func.func @budget(%a: memref<64x32xf32>, %b: memref<32x?xf32>, %c: memref<64x?xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x?xf32>) outs(%c : memref<64x?xf32>)
    gpu.terminator
  }
  return
}

// -----

// The launch writes the operand.
func.func @written(%a: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %row = memref.subview %a[0, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<1x16xf32, strided<[16, 1]>>
    linalg.fill ins(%zero : f32) outs(%row : memref<1x16xf32, strided<[16, 1]>>)
    linalg.matmul ins(%a, %a : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
    gpu.terminator
  }
  return
}

// -----

// One result reads each element, and no reduction reads one twice.
func.func @no_reuse(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16xf32>, %d: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16xf32>) {
    ^bb0(%x: f32, %y: f32, %acc: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %p : f32
      linalg.yield %s : f32
    }
    linalg.add ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%d : memref<16x16xf32>)
    gpu.terminator
  }
  return
}
