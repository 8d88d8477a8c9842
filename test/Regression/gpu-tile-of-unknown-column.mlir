// RUN: redfuser-opt %s --redfuser-gpu-place-buffers | FileCheck %s

// A temporary of a tile, whose rows have a bound, and of all columns, whose number
// is known before the launch: refused, since neither holds for both.

// CHECK-LABEL: func @tile
// CHECK-SAME: (%[[ROWS:.*]]: index, %[[COLUMNS:.*]]: index)
// CHECK: %[[WIDTH:.*]] = arith.constant 4 : index
// CHECK: %[[TILE:.*]] = arith.constant 32 : index
// CHECK: %[[A:.*]] = arith.muli %[[WIDTH]], %[[TILE]] : index
// CHECK: arith.muli %[[A]], %[[COLUMNS]]
// CHECK: memref.alloc
// CHECK: gpu.launch
// CHECK-NOT: memref.alloc
// CHECK: memref.view
func.func @tile(%rows: index, %columns: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %size = affine.min affine_map<(d0)[s0] -> (32, s0 - d0 * 32)>(%bx)[%rows]
    %a = memref.alloc(%size, %columns) : memref<?x?xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<?x?xf32>)
    gpu.terminator
  }
  return
}

// That number is asked for in the kernel, of a buffer that is there before.
// CHECK-LABEL: func @size_of_a_buffer
// CHECK-SAME: (%[[ROWS:.*]]: index, %[[OUT:.*]]: memref<?x?xf32>)
// CHECK: %[[COLUMNS:.*]] = memref.dim %[[OUT]]
// CHECK: arith.muli %{{.*}}, %[[COLUMNS]]
// CHECK: gpu.launch
// CHECK: memref.view
func.func @size_of_a_buffer(%rows: index, %out: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %columns = memref.dim %out, %c1 : memref<?x?xf32>
    %size = affine.min affine_map<(d0)[s0] -> (32, s0 - d0 * 32)>(%bx)[%rows]
    %a = memref.alloc(%size, %columns) : memref<?x?xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<?x?xf32>)
    gpu.terminator
  }
  return
}
