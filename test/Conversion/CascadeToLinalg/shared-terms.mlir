// What a tile computes once: the number of positions, and what rows share.
// RUN: redfuser-opt %s --redfuser-cascade-to-linalg | FileCheck %s

// The sum of ones over a tile of known size is a number, and needs no loop.
// CHECK-LABEL: func.func @count
// CHECK: %[[COUNT:.*]] = arith.constant 3.200000e+01 : f32
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%arg1
// CHECK: arith.addf %{{.*}}, %[[COUNT]] : f32
// CHECK-NOT: xi8
// CHECK: return
func.func @count(%x: tensor<16x32xf32>, %n: tensor<16xf32>, %s: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0:2 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<16x32xf32>)
      state(%n, %s : tensor<16xf32>, tensor<16xf32>)
    component #cascade.addf -> (d0) (%v) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    component #cascade.addf -> (d0) (%v | %other) {
      cascade.yield %v : f32
    }
  return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
}

// Of an axis that may be longer than what f32 counts, ones are summed: the
// source's sum stops at 2^24.
// CHECK-LABEL: func.func @no_count_of_long_axis
// CHECK: tensor<?xi8>
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @no_count_of_long_axis(%x: tensor<16x?xf32>, %n: tensor<16xf32>) -> tensor<16xf32> {
  %0 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<16x?xf32>)
      state(%n : tensor<16xf32>)
    component #cascade.addf -> (d0) (%v) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
  return %0 : tensor<16xf32>
}

// A sum of twos is no number of positions.
// CHECK-LABEL: func.func @no_count_of_twos
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @no_count_of_twos(%x: tensor<16x32xf32>, %n: tensor<16xf32>) -> tensor<16xf32> {
  %0 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<16x32xf32>)
      state(%n : tensor<16xf32>)
    component #cascade.addf -> (d0) (%v) {
      %two = arith.constant 2.0 : f32
      cascade.yield %two : f32
    }
  return %0 : tensor<16xf32>
}

// Nothing else reads the products: they are summed as they are made, once for
// all rows, along the axis in which weights are contiguous.
// CHECK-LABEL: func.func @products
// CHECK-NOT: tensor<32x8xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%arg1, %arg2
// CHECK: arith.mulf
// CHECK: arith.addf {{.*}} fastmath<reassoc>
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<8xf32>) outs(%arg3
func.func @products(%x: tensor<16x32xf32>, %g: tensor<32xf32>, %w: tensor<8x32xf32>, %o: tensor<16x8xf32>, %s: tensor<16xf32>) -> (tensor<16x8xf32>, tensor<16xf32>) {
  %0:2 = cascade.fold [parallel, axis, parallel]
      ins(%x (d0, d1), %g (d1), %w (d2, d1) : tensor<16x32xf32>, tensor<32xf32>, tensor<8x32xf32>)
      state(%o, %s : tensor<16x8xf32>, tensor<16xf32>)
    component #cascade.addf -> (d0, d2) (%v, %gain, %weight) {
      %p = arith.mulf %gain, %weight : f32
      cascade.yield %p : f32
    }
    component #cascade.addf -> (d0) (%v, %gain, %weight | %other) {
      cascade.yield %v : f32
    }
  return %0#0, %0#1 : tensor<16x8xf32>, tensor<16xf32>
}
