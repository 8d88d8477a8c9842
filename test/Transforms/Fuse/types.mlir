// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s --check-prefixes=CHECK,CONTRACT
// RUN: redfuser-opt %s --redfuser-fuse="numerics=strict" --split-input-file | FileCheck %s --check-prefixes=CHECK,STRICT

// Sums of f16 are carried in f32, the maximum in its own type; the finalizer
// divides in f32 and rounds last. Strict refuses: the rounding of the quotient would
// move.

// CHECK-LABEL: func.func @f16
// CONTRACT: cascade.fold
// CONTRACT-NEXT: ins(
// CONTRACT-NEXT: state({{.*}} : tensor<4xf16>, tensor<4xf32>, tensor<4x8xf32>)
// CONTRACT: component #cascade.addf -> (d0) (%[[X:.*]], %{{.*}} | %[[MAX:.*]]) {
// CONTRACT: %[[R:.*]] = arith.select {{.*}} : f16
// CONTRACT-NEXT: arith.subf %[[X]], %[[R]] : f16
// CONTRACT-NEXT: %[[P:.*]] = math.exp %{{.*}} : f16
// CONTRACT-NEXT: %[[W:.*]] = arith.extf %[[P]] : f16 to f32
// CONTRACT-NEXT: cascade.yield %[[W]] : f32
// CONTRACT: } correct (%[[OLD:.*]], %{{.*}}, %{{.*}} | %[[NEW:.*]]) {
// CONTRACT-DAG: %[[OLDW:.*]] = arith.extf %[[OLD]] : f16 to f32
// CONTRACT-DAG: %[[R:.*]] = arith.select {{.*}}, %[[NEW]] : f16
// CONTRACT-DAG: %[[RW:.*]] = arith.extf %[[R]] : f16 to f32
// CONTRACT: arith.subf %[[OLDW]], %[[RW]] : f32
// CONTRACT: linalg.generic
// CONTRACT: %[[Q:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CONTRACT-NEXT: %[[T:.*]] = arith.truncf %[[Q]] : f32 to f16
// CONTRACT-NEXT: linalg.yield %[[T]] : f16
// STRICT-NOT: cascade
// STRICT-COUNT-3: linalg.generic
func.func @f16(%s: tensor<4x64xf16>, %v: tensor<64x8xf16>) -> tensor<4x8xf16> {
  %m0 = arith.constant dense<0xFC00> : tensor<4xf16>
  %l0 = arith.constant dense<0.0> : tensor<4xf16>
  %o0 = arith.constant dense<0.0> : tensor<4x8xf16>
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf16>, tensor<64x8xf16>)
      inits(%m0, %l0, %o0 : tensor<4xf16>, tensor<4xf16>, tensor<4x8xf16>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f16
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f16
      %1 = math.exp %0 : f16
      cascade.yield %1 : f16
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f16
      %1 = math.exp %0 : f16
      %2 = arith.divf %1, %sum : f16
      %3 = arith.mulf %2, %y : f16
      cascade.yield %3 : f16
    }
  return %o : tensor<4x8xf16>
}

// -----

// The probability is rounded to bf16 before the product; under contract the
// division moves past it.

// CHECK-LABEL: func.func @rounded_probability
// CONTRACT: component #cascade.addf -> (d0, d2)
// CONTRACT: %[[P:.*]] = math.exp
// CONTRACT-NEXT: %[[T:.*]] = arith.truncf %[[P]] : f32 to bf16
// CONTRACT-NEXT: arith.mulf %[[T]], %{{.*}} : bf16
// CONTRACT: arith.divf %{{.*}}, %{{.*}} : f32
// STRICT-NOT: cascade
func.func @rounded_probability(%s: tensor<4x64xf32>, %v: tensor<64x8xbf16>) -> tensor<4x8xbf16> {
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %o0 = arith.constant dense<0.0> : tensor<4x8xbf16>
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xbf16>)
      inits(%m0, %l0, %o0 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xbf16>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.truncf %2 : f32 to bf16
      %4 = arith.mulf %3, %y : bf16
      cascade.yield %4 : bf16
    }
  return %o : tensor<4x8xbf16>
}

// -----

// f64 stays f64; f32 without casts fuses under strict.

// CHECK-LABEL: func.func @f64
// CHECK: state({{.*}} : tensor<4xf64>, tensor<4xf64>)
// CHECK: math.exp %{{.*}} : f64
func.func @f64(%s: tensor<4x64xf64>) -> tensor<4xf64> {
  %m0 = arith.constant dense<0xFFF0000000000000> : tensor<4xf64>
  %l0 = arith.constant dense<0.0> : tensor<4xf64>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf64>)
      inits(%m0, %l0 : tensor<4xf64>, tensor<4xf64>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f64
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f64
      %1 = math.exp %0 : f64
      cascade.yield %1 : f64
    }
  return %l : tensor<4xf64>
}

// -----

// A sum of f16 without references: f32 under contract, f16 under strict.

// CHECK-LABEL: func.func @sum
// CONTRACT: state({{.*}} : tensor<4xf32>)
// CONTRACT: arith.extf
// CONTRACT: linalg.generic
// CONTRACT: arith.truncf
// STRICT: state({{.*}} : tensor<4xf16>)
// STRICT-NOT: arith.extf
// STRICT-NOT: linalg.generic
func.func @sum(%s: tensor<4x64xf16>) -> tensor<4xf16> {
  %l0 = arith.constant dense<0.0> : tensor<4xf16>
  %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf16>)
      inits(%l0 : tensor<4xf16>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f16
    }
  return %l : tensor<4xf16>
}

// -----

// Adding zero rounds nothing, in f16 either.

// CHECK-LABEL: func.func @adds_zero
// CHECK: cascade.fold
func.func @adds_zero(%s: tensor<4x64xf16>) -> tensor<4xf32> {
  %m0 = arith.constant dense<0xFC00> : tensor<4xf16>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf16>)
      inits(%m0, %l0 : tensor<4xf16>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f16
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %zero = arith.constant 0.0 : f16
      %0 = arith.addf %zero, %max : f16
      %1 = arith.extf %x : f16 to f32
      %2 = arith.extf %0 : f16 to f32
      %3 = arith.subf %1, %2 : f32
      %4 = math.exp %3 : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Adding one does.

// CHECK-LABEL: func.func @no_adds_one
// STRICT-NOT: cascade
// STRICT: return
func.func @no_adds_one(%s: tensor<4x64xf16>) -> tensor<4xf32> {
  %m0 = arith.constant dense<0xFC00> : tensor<4xf16>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf16>)
      inits(%m0, %l0 : tensor<4xf16>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f16
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %one = arith.constant 1.0 : f16
      %0 = arith.addf %one, %max : f16
      %1 = arith.extf %x : f16 to f32
      %2 = arith.extf %0 : f16 to f32
      %3 = arith.subf %1, %2 : f32
      %4 = math.exp %3 : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}
