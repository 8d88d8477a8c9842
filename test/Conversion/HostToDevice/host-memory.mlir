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

// The host reads and writes one element, at any layout.
// CHECK-LABEL: func @elements
// CHECK-SAME:    %[[X:.*]]: memref<2xf32, strided<[?], offset: ?>>, %[[I:.*]]: index
// CHECK:       %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[X]]
// CHECK:       %[[M:.*]] = arith.muli %[[I]], %[[STRIDE]]
// CHECK:       arith.addi %[[OFFSET]], %[[M]]
// CHECK:       %[[D:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<f32>
// CHECK:       %[[H:.*]] = memref.alloc() : memref<f32>
// CHECK:       gpu.memcpy %[[H]], %[[D]]
// CHECK:       gpu.wait
// CHECK:       memref.load %[[H]][]
// CHECK:       memref.dealloc %[[H]]
// CHECK:       %[[D2:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<f32>
// CHECK:       %[[H2:.*]] = memref.alloc() : memref<f32>
// CHECK:       memref.store %{{.*}}, %[[H2]][]
// CHECK:       gpu.memcpy %[[D2]], %[[H2]]
// CHECK:       gpu.wait
// CHECK:       memref.dealloc %[[H2]]
func.func @elements(%x: memref<2xf32, strided<[?], offset: ?>>, %i: index) {
  %v = memref.load %x[%i] : memref<2xf32, strided<[?], offset: ?>>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[%i] : memref<2xf32, strided<[?], offset: ?>>
  return
}

// The host reads a constant where it is, and copies it from there.
// CHECK-LABEL: func @constant
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>
// CHECK:       %[[G:.*]] = memref.get_global @table
// CHECK-NOT:   gpu.alloc
// CHECK:       memref.load %[[G]]
// CHECK:       gpu.memcpy %[[X]], %[[G]]
func.func @constant(%x: memref<4xf32>, %i: index) -> f32 {
  %g = memref.get_global @table : memref<4xf32>
  %v = memref.load %g[%i] : memref<4xf32>
  memref.copy %g, %x : memref<4xf32> to memref<4xf32>
  return %v : f32
}

// Whoever is not known gets a device buffer.
// CHECK-LABEL: func @constant_away
// CHECK:       %[[G:.*]] = memref.get_global @table
// CHECK:       %[[D:.*]] = gpu.alloc () : memref<4xf32>
// CHECK:       gpu.memcpy %[[D]], %[[G]]
// CHECK:       call @reader(%[[D]])
// CHECK:       gpu.dealloc %[[D]]
func.func private @reader(memref<4xf32>)
func.func @constant_away() {
  %g = memref.get_global @table : memref<4xf32>
  call @reader(%g) : (memref<4xf32>) -> ()
  return
}

// A shape is the host's own business.
// CHECK-LABEL: func @shape
// CHECK:       %[[S:.*]] = memref.alloc() : memref<2xindex>
// CHECK:       memref.store %{{.*}}, %[[S]]
// CHECK:       memref.reshape %{{.*}}(%[[S]])
// CHECK:       memref.dealloc %[[S]]
// CHECK-NOT:   gpu.
func.func @shape(%x: memref<?xf32>, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  memref.store %n, %s[%c1] : memref<2xindex>
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.dealloc %s : memref<2xindex>
  return %r : memref<?x?xf32>
}

// A shape on the device is copied.
// CHECK-LABEL: func @device_shape
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[S:.*]]: memref<2xindex>
// CHECK:       %[[H:.*]] = memref.alloc() : memref<2xindex>
// CHECK:       gpu.memcpy %[[H]], %[[S]]
// CHECK:       gpu.wait
// CHECK:       memref.reshape %{{.*}}(%[[H]])
// CHECK:       memref.dealloc %[[H]]
func.func @device_shape(%x: memref<?xf32>, %s: memref<2xindex>) -> memref<?x?xf32> {
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// Both the host and someone else: device memory, and one copy an element. A
// view and what a branch may choose are the same memory.
// CHECK-LABEL: func @both
// CHECK:       %[[A:.*]] = gpu.alloc () : memref<4xf32>
// CHECK:       %[[B:.*]] = gpu.alloc () : memref<4xf32>
// CHECK-NOT:   memref.alloc() : memref<4xf32>
// CHECK:       gpu.memcpy
// CHECK:       arith.select %{{.*}}, %[[A]], %[[B]]
// CHECK:       call @reader
func.func @both(%v: f32, %i: index, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  func.call @reader(%s) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// A loop carries host memory; copies between the two are gpu.memcpy.
// CHECK-LABEL: func @loop
// CHECK-SAME:    %[[X:.*]]: memref<2xi64>
// CHECK:       %[[A:.*]] = memref.alloc() : memref<2xi64>
// CHECK:       gpu.memcpy %[[A]], %[[X]]
// CHECK:       scf.for {{.*}} iter_args(%[[M:.*]] = %[[A]])
// CHECK-NEXT:    memref.store %{{.*}}, %[[M]]
// CHECK:       memref.dealloc %[[A]]
func.func @loop(%x: memref<2xi64>, %v: i64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<2xi64>
  memref.copy %x, %a : memref<2xi64> to memref<2xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> memref<2xi64> {
    memref.store %v, %m[%c0] : memref<2xi64>
    scf.yield %m : memref<2xi64>
  }
  memref.dealloc %a : memref<2xi64>
  return
}
