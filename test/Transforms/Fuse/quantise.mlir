// RUN: redfuser-opt %s --redfuser-fuse=allow-requantize=true --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s --check-prefix=CONTRACT

// Rounding to few values moves under allow-requantize alone.
// CONTRACT-NOT: cascade

// CHECK-LABEL: func.func @fp8
// CHECK:       cascade.fold
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[W:.*]] | %[[M:.*]]) {
// CHECK:           %[[REF:.*]] = arith.maximumf %[[M]], %{{.*}} : f32
// CHECK:           %[[SCALE:.*]] = arith.divf %{{.*}}, %[[REF]] : f32
// CHECK:           %[[P:.*]] = arith.mulf %[[X]], %[[SCALE]] : f32
// CHECK:           arith.truncf %[[P]] : f32 to f8E4M3FN
// CHECK:         } correct (%[[OM:.*]], %[[OA:.*]] | %[[NM:.*]]) {
// CHECK:           %[[A:.*]] = arith.maximumf %[[OM]],
// CHECK:           %[[B:.*]] = arith.maximumf %[[NM]],
// CHECK:           %[[C:.*]] = arith.divf %[[A]], %[[B]] : f32
// CHECK:           %[[D:.*]] = arith.mulf %[[OA]], %[[C]] : f32
// CHECK:           cascade.yield %[[D]]
// CHECK:       linalg.generic
func.func @fp8(%x: tensor<4x64xf32>, %w: tensor<64x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 448.0 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %a, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %w (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%low, %zero : tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %q) {
      %0 = math.absf %p : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%p, %q | %max) {
      %0 = arith.divf %c, %max : f32
      %1 = arith.mulf %p, %0 : f32
      %2 = arith.truncf %1 : f32 to f8E4M3FN
      %3 = arith.extf %2 : f8E4M3FN to f32
      %4 = arith.mulf %3, %q : f32
      cascade.yield %4 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// Integers, a clamp of the scale, a clamp of the values, a division in place of a
// product: the sum is carried in f32 and rounded in the end.

// CHECK-LABEL: func.func @int8
// CHECK:       cascade.fold
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.addf
// CHECK:           %[[S:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK:           %[[Q:.*]] = arith.divf %{{.*}}, %[[S]] : f32
// CHECK:           math.roundeven %[[Q]]
// CHECK:           arith.sitofp %{{.*}} : i32 to f32
// CHECK:       linalg.generic
// CHECK:         %[[R:.*]] = math.roundeven
// CHECK:         arith.fptosi %[[R]] : f32 to i32
func.func @int8(%x: tensor<4x64xf32>, %w: tensor<64x8xi8>) -> tensor<4x8xi32> {
  %c = arith.constant 127.0 : f32
  %cn = arith.constant -128.0 : f32
  %eps = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0> : tensor<4x8xi32>
  %a, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %w (d1, d2) : tensor<4x64xf32>, tensor<64x8xi8>)
      inits(%low, %zero : tensor<4xf32>, tensor<4x8xi32>)
    reduce #cascade.maximumf -> (d0) (%p, %q) {
      %0 = math.absf %p : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addi -> (d0, d2) (%p, %q | %max) {
      %0 = arith.maximumf %max, %eps : f32
      %1 = arith.divf %0, %c : f32
      %2 = arith.divf %p, %1 : f32
      %3 = math.roundeven %2 : f32
      %4 = arith.maximumf %3, %cn : f32
      %5 = arith.minimumf %4, %c : f32
      %6 = arith.fptosi %5 : f32 to i8
      %7 = arith.extsi %6 : i8 to i32
      %8 = arith.extsi %q : i8 to i32
      %9 = arith.muli %7, %8 : i32
      cascade.yield %9 : i32
    }
  return %o : tensor<4x8xi32>
}

// -----

// An init makes the source's scale smaller than that of the state.

// CHECK-LABEL: func.func @init
// CHECK:       cascade.fold
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.addf
// CHECK:       linalg.generic
// CHECK:         %[[MAX:.*]] = arith.maximumf
// CHECK:         %[[SCALE:.*]] = arith.divf %{{.*}}, %[[MAX]] : f32
// CHECK:         arith.divf %[[SCALE]], %{{.*}} : f32
func.func @init(%x: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 448.0 : f32
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%m0, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p) {
      %0 = math.absf %p : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%p | %max) {
      %0 = arith.divf %c, %max : f32
      %1 = arith.mulf %p, %0 : f32
      %2 = arith.truncf %1 : f32 to f8E4M3FN
      %3 = arith.extf %2 : f8E4M3FN to f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4xf32>
}
