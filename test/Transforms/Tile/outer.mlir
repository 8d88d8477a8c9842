// Rows that share weights: outer dimensions fill a tile, and none is left with
// less than half a tile.
// RUN: redfuser-opt %s --redfuser-tile="rows=32 axis=0" -split-input-file | FileCheck %s

// 7 rows leave room for 4 of 5.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: scf.forall
// CHECK: cascade.fold
// CHECK-NEXT: tensor<5x7x64xf32>
func.func @whole(%x: tensor<5x7x64xf32>, %w: tensor<64x8xf32>, %o: tensor<5x7x8xf32>, %l: tensor<5x7xf32>) -> (tensor<5x7x8xf32>, tensor<5x7xf32>) {
  %0:2 = cascade.fold [parallel, parallel, axis, parallel]
      ins(%x (d0, d1, d2), %w (d2, d3) : tensor<5x7x64xf32>, tensor<64x8xf32>)
      state(%o, %l : tensor<5x7x8xf32>, tensor<5x7xf32>)
    component #cascade.addf -> (d0, d1, d3) (%v, %weight) {
      %p = arith.mulf %v, %weight : f32
      cascade.yield %p : f32
    }
    component #cascade.addf -> (d0, d1) (%v, %weight | %other) {
      cascade.yield %v : f32
    }
  return %0#0, %0#1 : tensor<5x7x8xf32>, tensor<5x7xf32>
}

// -----

// Of 7, 4 are a tile and 3 are one, too.
// CHECK-LABEL: func.func @two_tiles
// CHECK: scf.forall (%{{.*}}) = (0) to (7) step (4)
func.func @two_tiles(%x: tensor<7x7x64xf32>, %w: tensor<64x8xf32>, %o: tensor<7x7x8xf32>, %l: tensor<7x7xf32>) -> (tensor<7x7x8xf32>, tensor<7x7xf32>) {
  %0:2 = cascade.fold [parallel, parallel, axis, parallel]
      ins(%x (d0, d1, d2), %w (d2, d3) : tensor<7x7x64xf32>, tensor<64x8xf32>)
      state(%o, %l : tensor<7x7x8xf32>, tensor<7x7xf32>)
    component #cascade.addf -> (d0, d1, d3) (%v, %weight) {
      %p = arith.mulf %v, %weight : f32
      cascade.yield %p : f32
    }
    component #cascade.addf -> (d0, d1) (%v, %weight | %other) {
      cascade.yield %v : f32
    }
  return %0#0, %0#1 : tensor<7x7x8xf32>, tensor<7x7xf32>
}

// -----

// `rows` is what the innermost dimension gets.
// CHECK-LABEL: func.func @innermost
// CHECK: scf.forall (%{{.*}}) = (0) to (37) step (32)
func.func @innermost(%x: tensor<37x64xf32>, %l: tensor<37xf32>) -> tensor<37xf32> {
  %0 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<37x64xf32>)
      state(%l : tensor<37xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<37xf32>
}
