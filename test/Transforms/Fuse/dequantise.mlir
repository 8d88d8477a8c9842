// RUN: redfuser-opt %s --redfuser-fuse=allow-requantize=true --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s --check-prefix=CONTRACT

// Values that are quantised and scaled back are summed under running extrema, in the
// source's code, without a correction.
// CONTRACT-NOT: cascade.fold

// CHECK-LABEL: func.func @about_the_minimum
// CHECK:       cascade.fold
// CHECK:         component #cascade.minimumf
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[W:.*]] | %[[LO:.*]], %[[HI:.*]]) {
// CHECK:           %[[RANGE:.*]] = arith.subf %[[HI]], %[[LO]] : f32
// CHECK:           %[[Q:.*]] = math.roundeven
// CHECK:           arith.mulf %[[Q]]
// CHECK:           cascade.yield
// CHECK-NOT:     correct
// CHECK:       return
func.func @about_the_minimum(%x: tensor<4x64xf32>, %w: tensor<64x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %a, %b, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %w (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %lo) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0, d2) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      %7 = arith.mulf %6, %q : f32
      cascade.yield %7 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// A zero point in integers, clamps that can act on the last step alone, rounding down.

// CHECK-LABEL: func.func @zero_point
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:           math.floor
// CHECK:           arith.minsi
// CHECK-NOT:     correct
// CHECK:       return
func.func @zero_point(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-7 : f32
  %nought = arith.constant 0.0 : f32
  %qmin = arith.constant -128 : i32
  %qmax = arith.constant 127 : i32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p | %lo) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p | %lo, %hi) {
      %lo0 = arith.minimumf %lo, %nought : f32
      %hi0 = arith.maximumf %hi, %nought : f32
      %0 = arith.subf %hi0, %lo0 : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.divf %lo0, %s : f32
      %3 = math.floor %2 : f32
      %4 = arith.fptosi %3 : f32 to i32
      %5 = arith.subi %qmin, %4 : i32
      %6 = arith.maxsi %5, %qmin : i32
      %z = arith.minsi %6, %qmax : i32
      %7 = arith.divf %p, %s : f32
      %8 = math.floor %7 : f32
      %9 = arith.fptosi %8 : f32 to i32
      %10 = arith.addi %9, %z : i32
      %11 = arith.maxsi %10, %qmin : i32
      %12 = arith.minsi %11, %qmax : i32
      %13 = arith.subi %12, %z : i32
      %14 = arith.sitofp %13 : i32 to f32
      %15 = arith.mulf %14, %s : f32
      cascade.yield %15 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The maximum alone, which need not be what bounds the values; its init is finite.

// CHECK-LABEL: func.func @any_growing_step
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:           math.roundeven
// CHECK-NOT:     correct
// CHECK:       return
func.func @any_growing_step(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%one, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %q) {
      %0 = math.absf %q : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %max) {
      %1 = arith.constant 0.5 : f32
      %s = arith.maximumf %max, %1 : f32
      %2 = arith.divf %p, %s : f32
      %3 = math.roundeven %2 : f32
      %4 = arith.mulf %3, %s : f32
      %5 = arith.mulf %4, %p : f32
      cascade.yield %5 : f32
    }
  return %o : tensor<4xf32>
}
