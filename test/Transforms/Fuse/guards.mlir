// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// A reference of maxnumf starts at NaN, which exponents read as -inf.

// CHECK-LABEL: func.func @maxnumf
// CHECK: %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: linalg.fill ins(%[[NAN]] : f32)
// CHECK: component #cascade.maxnumf
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[MAX:.*]]) {
// CHECK: %[[INF:.*]] = arith.constant 0xFF800000
// CHECK: %[[M:.*]] = arith.maxnumf %[[MAX]], %[[INF]]
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[M]], %{{.*}}
// CHECK: %[[R:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[M]]
// CHECK: arith.subf %[[X]], %[[R]]
// CHECK: } correct (%[[OLD:.*]], %{{.*}} | %[[NEW:.*]]) {
// CHECK: %[[M:.*]] = arith.maxnumf %[[OLD]], %{{.*}}
// CHECK: arith.maxnumf %[[NEW]]
// CHECK: %[[R:.*]] = arith.select
// CHECK: arith.subf %[[M]], %[[R]]
// The sum is NaN where the maximum saw -inf (or nothing but NaN) alone.
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[MAX:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[M:.*]] = arith.maxnumf %[[MAX]]
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[M]]
// CHECK: %[[NAN:.*]] = arith.constant 0x7FC00000
// CHECK: arith.select %[[UNSET]], %[[NAN]], %[[L]]
func.func @maxnumf(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %m0 = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maxnumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A minimum mirrors it: +inf, and the correction is exp(new - old).

// CHECK-LABEL: func.func @minimumf
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[MIN:.*]]) {
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[MIN]], %[[INF]]
// CHECK: %[[R:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[MIN]]
// CHECK: arith.subf %[[R]], %[[X]]
// CHECK: } correct (%[[OLD:.*]], %{{.*}} | %[[NEW:.*]]) {
// CHECK: %[[R:.*]] = arith.select
// CHECK: %[[D:.*]] = arith.subf %[[R]], %[[OLD]]
// CHECK: math.exp %[[D]]
func.func @minimumf(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %m0 = arith.constant dense<0x7F800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %min) {
      %0 = arith.subf %min, %x : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A maximum that nothing keeps needs no guard.

// CHECK-LABEL: func.func @no_guard
// CHECK: cascade.fold
// CHECK-NOT: arith.cmpf
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: linalg.yield
func.func @no_guard(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.mulf %x, %max : f32
      cascade.yield %0 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Base two stays base two, and common factors are pulled out of the difference.

// CHECK-LABEL: func.func @base2
// CHECK: } correct (%[[OLD:.*]], %[[SUM:.*]] | %{{.*}}) {
// CHECK: %[[R:.*]] = arith.select
// CHECK: %[[D:.*]] = arith.subf %[[OLD]], %[[R]]
// CHECK: %[[C:.*]] = arith.constant 1.250000e-01
// CHECK: %[[S:.*]] = arith.mulf %[[D]], %[[C]]
// CHECK: %[[ALPHA:.*]] = math.exp2 %[[S]]
// CHECK: arith.mulf %[[SUM]], %[[ALPHA]]
func.func @base2(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 0.125 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.mulf %x, %c : f32
      %1 = arith.mulf %max, %c : f32
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp2 %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}
