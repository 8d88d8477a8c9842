// RUN: redfuser run %s --func=shared --check --pipeline-options="axis=1" | FileCheck %s
// RUN: redfuser run %s --func=shared_row --check --pipeline-options="axis=1 segments=3" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=CHAIN

// One value of earlier results holds the kept exponential exp(-max) and the deferred divisor: it
// cannot go to the finalizer and stay in the state.

// CHECK: check passed
// CHAIN-NOT: cascade
func.func @shared(%x: tensor<4x37xf32>) -> tensor<4xf32> {
  %i0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %i1 = arith.constant dense<0.0> : tensor<4xf32>
  %r0, %r1, %r2 = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x37xf32>)
      inits(%i0, %i1, %i1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x_) {
      cascade.yield %x_ : f32
    }
    reduce #cascade.addf -> (d0) (%x_ | %d0) {
      %0 = arith.subf %x_, %d0 : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%x_ | %d0, %d1) {
      %s = arith.constant 0.5 : f32
      %2 = arith.subf %s, %d0 : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %d1, %3 : f32
      %5 = arith.divf %3, %4 : f32
      %6 = arith.mulf %x_, %5 : f32
      cascade.yield %6 : f32
    }
  return %r2 : tensor<4xf32>
}

func.func @shared_row(%x: tensor<4x37xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %i0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %i1 = arith.constant dense<0.0> : tensor<4xf32>
  %i2 = arith.constant dense<0.0> : tensor<4xf32>
  %r0, %r1, %r2 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %s (d0) : tensor<4x37xf32>, tensor<4xf32>)
      inits(%i0, %i1, %i2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x_, %s_) {
      cascade.yield %x_ : f32
    }
    reduce #cascade.addf -> (d0) (%x_, %s_ | %d0) {
      %0 = arith.subf %x_, %d0 : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%x_, %s_ | %d0, %d1) {
      %0 = arith.subf %x_, %d0 : f32
      %1 = math.exp %0 : f32
      %2 = arith.subf %s_, %d0 : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %d1, %3 : f32
      %5 = arith.divf %3, %4 : f32
      %q = arith.mulf %1, %5 : f32
      cascade.yield %q : f32
    }
  return %r0, %r1, %r2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
