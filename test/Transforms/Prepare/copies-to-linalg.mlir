// RUN: redfuser-opt %s --redfuser-copies-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @strided
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
func.func @strided(%a: memref<4x?xf32, strided<[?, 1]>>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @no_contiguous
// CHECK: memref.copy
func.func @no_contiguous(%a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @no_unranked
// CHECK: memref.copy
func.func @no_unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
