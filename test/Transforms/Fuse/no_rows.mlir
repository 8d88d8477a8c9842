// RUN: redfuser-opt %s --redfuser-fuse --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// A temperature of the row: corrections have no inputs, and its sign is not known.
func.func @no_temperature_of_row(%x: tensor<4x64xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %m, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %t (d0) : tensor<4x64xf32>, tensor<4xf32>)
      inits(%low, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %r) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %r | %max) {
      %0 = arith.subf %p, %max : f32
      %1 = arith.mulf %0, %r : f32
      // expected-remark @+1 {{an exponent multiplies elements of the inputs with the result of reduction 0}}
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The sink varies along columns that the maximum does not have.
func.func @no_sink_of_columns(%x: tensor<4x64xf32>, %v: tensor<64x8xf32>, %sink: tensor<8xf32>) -> tensor<4x8xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<0.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %m, %s, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %v (d1, d2), %sink (d2) : tensor<4x64xf32>, tensor<64x8xf32>, tensor<8xf32>)
      inits(%low, %none, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %q, %r) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q, %r | %max) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%p, %q, %r | %max, %sum) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.subf %r, %max : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %sum, %3 : f32
      // expected-remark @+1 {{mixes elements of the inputs with the results of reductions 0, 1}}
      %5 = arith.divf %1, %4 : f32
      %6 = arith.mulf %5, %q : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// The gate is all that keeps exponentials of elements in range.
func.func @no_gate_of_exponentials(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %m, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%zero, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%p) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p | %sum) {
      %0 = math.exp %sum : f32
      %1 = arith.addf %0, %one : f32
      %2 = math.exp %p : f32
      // expected-remark @+1 {{the sum may leave the range of its type}}
      %3 = arith.divf %2, %1 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// One maximum in the exponential and as a factor: one value cannot be both.
func.func @no_kept_and_deferred(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %m, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%low, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p | %max) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      // expected-remark @+1 {{both in the state and in the finalizer}}
      %2 = arith.mulf %1, %max : f32
      cascade.yield %2 : f32
    }
  return %o : tensor<4xf32>
}
