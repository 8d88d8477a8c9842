// Temporaries of tiles of at most 32 rows have room for 32.
// RUN: redfuser-opt %s --redfuser-bound-buffers -split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-bound-buffers="max-bytes=64" -split-input-file | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func.func @rows
//       CHECK:   scf.for
//       CHECK:     %[[SIZE:.*]] = affine.min
//       CHECK:     %[[BUFFER:.*]] = memref.alloc() : memref<32xf32>
//       CHECK:     %[[PART:.*]] = memref.subview %[[BUFFER]][0] [%[[SIZE]]] [1]
//       CHECK:     %[[CAST:.*]] = memref.cast %[[PART]] : memref<?xf32, strided<[1]>> to memref<?xf32>
//       CHECK:     use(%[[CAST]])
// SMALL-LABEL: func.func @rows
//       SMALL:   memref.alloc(%{{.*}}) : memref<?xf32>
func.func private @use(memref<?xf32>)
func.func @rows(%n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
    %m = memref.alloc(%size) : memref<?xf32>
    func.call @use(%m) : (memref<?xf32>) -> ()
  }
  return
}

// -----

// Rows found at run time are bounded, too.
// CHECK-LABEL: func.func @columns
//       CHECK:     memref.alloc() : memref<16x8xf32>
//       CHECK:     memref.subview %{{.*}}[0, 0] [%{{.*}}, 8] [1, 1]
func.func private @use(memref<?x8xf32>)
func.func @columns(%n: index, %share: index) {
  %c0 = arith.constant 0 : index
  %step = affine.min affine_map<()[s0] -> (16, s0)>()[%share]
  scf.for %i = %c0 to %n step %step {
    %size = affine.min affine_map<(d0)[s0, s1] -> (-d0 + s0, s1)>(%i)[%n, %step]
    %m = memref.alloc(%size) : memref<?x8xf32>
    func.call @use(%m) : (memref<?x8xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @no_bound
//   CHECK-NOT:   memref.subview
//       CHECK:   return
func.func private @use(memref<?xf32>)
func.func @no_bound(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc(%n) : memref<?xf32>
    func.call @use(%m) : (memref<?xf32>) -> ()
  }
  return
}

// -----

// A part of an inner dimension is not contiguous.
// CHECK-LABEL: func.func @no_inner
//   CHECK-NOT:   memref.subview
//       CHECK:   return
func.func private @use(memref<8x?xf32>)
func.func @no_inner(%n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
    %m = memref.alloc(%size) : memref<8x?xf32>
    func.call @use(%m) : (memref<8x?xf32>) -> ()
  }
  return
}

// -----

// Outside of loops there is one.
// CHECK-LABEL: func.func @no_loop
//   CHECK-NOT:   memref.subview
//       CHECK:   return
func.func private @use(memref<?xf32>)
func.func @no_loop(%n: index) {
  %size = affine.min affine_map<()[s0] -> (s0, 32)>()[%n]
  %m = memref.alloc(%size) : memref<?xf32>
  func.call @use(%m) : (memref<?xf32>) -> ()
  return
}
