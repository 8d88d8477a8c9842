// RUN: redfuser-opt %s --redfuser-gpu-host-memory | FileCheck %s

memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

// CHECK-LABEL: func @buffers
// CHECK:       %[[A:.*]] = gpu.alloc (%{{.*}}) : memref<?xf32>
// CHECK:       gpu.memcpy %[[A]], %{{.*}} : memref<?xf32>, memref<?xf32>
// CHECK:       gpu.dealloc %[[A]]
// CHECK-NOT:   memref.alloc
func.func @buffers(%x: memref<?xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// CHECK-LABEL: func @clone
// CHECK:       %[[A:.*]] = gpu.alloc (%{{.*}}) : memref<?xf32>
// CHECK:       gpu.memcpy %[[A]], %{{.*}}
// CHECK:       return %[[A]]
func.func @clone(%x: memref<?xf32>) -> memref<?xf32> {
  %a = bufferization.clone %x : memref<?xf32> to memref<?xf32>
  return %a : memref<?xf32>
}

// The host reads and writes one element through a copy.
// CHECK-LABEL: func @elements
// CHECK-SAME:    %[[X:.*]]: memref<2xf32>, %[[I:.*]]: index
// CHECK:       %[[H:.*]] = memref.alloc() : memref<2xf32>
// CHECK:       gpu.memcpy %[[H]], %[[X]]
// CHECK:       memref.load %[[H]][%[[I]]]
// CHECK:       memref.dealloc %[[H]]
// CHECK:       %[[H2:.*]] = memref.alloc() : memref<2xf32>
// CHECK:       gpu.memcpy %[[H2]], %[[X]]
// CHECK:       memref.store %{{.*}}, %[[H2]][%[[I]]]
// CHECK:       gpu.memcpy %[[X]], %[[H2]]
// CHECK:       gpu.wait
// CHECK:       memref.dealloc %[[H2]]
func.func @elements(%x: memref<2xf32>, %i: index) {
  %v = memref.load %x[%i] : memref<2xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[%i] : memref<2xf32>
  return
}

// A constant is copied for kernels; the host reads it where it is.
// CHECK-LABEL: func @constant
// CHECK:       %[[G:.*]] = memref.get_global @table
// CHECK:       %[[D:.*]] = gpu.alloc () : memref<4xf32>
// CHECK:       gpu.memcpy %[[D]], %[[G]]
// CHECK:       memref.load %[[G]]
// CHECK:       gpu.memcpy %{{.*}}, %[[D]]
// CHECK:       gpu.dealloc %[[D]]
func.func @constant(%x: memref<4xf32>, %i: index) -> f32 {
  %g = memref.get_global @table : memref<4xf32>
  %v = memref.load %g[%i] : memref<4xf32>
  memref.copy %g, %x : memref<4xf32> to memref<4xf32>
  return %v : f32
}
