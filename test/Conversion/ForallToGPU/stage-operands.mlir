// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-stage-operands="shared-budget=40000" | FileCheck %s

// The left operand does not change in the loop: staged in front of it. Rows along
// the reduction get 4 bytes of padding; bounds of the sizes are static.
// CHECK-LABEL: func @hoisted
// CHECK-SAME:    %[[A:[^:]*]]: memref<64x32xf32>, %[[B:[^:]*]]: memref<32x?xf32>
// CHECK:       gpu.launch
// CHECK:         %[[SA:.*]] = memref.alloc() : memref<64x33xf32>
// CHECK:         %[[VA:.*]] = memref.subview %[[SA]][0, 0] [64, 32] [1, 1]
// CHECK:         memref.copy %[[A]], %[[VA]]
// CHECK:         scf.for
// CHECK:           %[[TB:.*]] = memref.subview %[[B]]
// CHECK:           %[[SB:.*]] = memref.alloc() : memref<32x64xf32>
// CHECK:           %[[VB:.*]] = memref.subview %[[SB]][0, 0] [32, %{{.*}}] [1, 1]
// CHECK:           memref.copy %[[TB]], %[[VB]]
// CHECK:           linalg.matmul ins(%[[VA]], %[[VB]]
func.func @hoisted(%a: memref<64x32xf32>, %b: memref<32x?xf32>, %c: memref<64x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %n step %c64 {
      %size = affine.min affine_map<(d0)[s0] -> (64, s0 - d0)>(%i)[%n]
      %tb = memref.subview %b[0, %i] [32, %size] [1, 1] : memref<32x?xf32> to memref<32x?xf32, strided<[?, 1], offset: ?>>
      %tc = memref.subview %c[0, %i] [64, %size] [1, 1] : memref<64x?xf32> to memref<64x?xf32, strided<[?, 1], offset: ?>>
      linalg.matmul ins(%a, %tb : memref<64x32xf32>, memref<32x?xf32, strided<[?, 1], offset: ?>>) outs(%tc : memref<64x?xf32, strided<[?, 1], offset: ?>>)
    }
    gpu.terminator
  }
  return
}

// -----

// Two contractions share one copy.
// CHECK-LABEL: func @shared
// CHECK-SAME:    %[[A:[^:]*]]: memref<16x32xf16>
// CHECK:         memref.alloc() : memref<16x34xf16>
// CHECK-COUNT-2: memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         linalg.matmul
// CHECK-NOT:     memref.copy
// CHECK:         linalg.matmul
func.func @shared(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf16>, %d: memref<16x16xf16>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c0 = arith.constant 0 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %c1 step %c1 {
      linalg.matmul ins(%a, %b : memref<16x32xf16>, memref<32x16xf16>) outs(%c : memref<16x16xf16>)
      linalg.matmul ins(%a, %b : memref<16x32xf16>, memref<32x16xf16>) outs(%d : memref<16x16xf16>)
    }
    gpu.terminator
  }
  return
}
