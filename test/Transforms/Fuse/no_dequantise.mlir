// RUN: redfuser-opt %s --redfuser-fuse=allow-requantize=true --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// Values that are quantised and scaled back, but not so that running extrema would do.

// A first element is its own range: the source divides by zero for constant rows alone.
func.func @no_positive_divisor(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %2 = arith.subf %p, %lo : f32
      // expected-remark @+1 {{expected a divisor that is positive from the first element on, such as max(scale, 1e-12), got '0.00392156863 * d1 - 0.00392156863 * d0'}}
      %3 = arith.divf %2, %1 : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %1 : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Steps that get smaller, down to nothing.
func.func @no_growing_step(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %c, %0 : f32
      %n = arith.maximumf %0, %tiny : f32
      %s = arith.divf %c, %n : f32
      %2 = arith.subf %p, %lo : f32
      // expected-remark @+1 {{got '255 / maximumf(d1 - d0, 9.99999996e-13)'}}
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The values stay integers: the sum must move with the scale.
func.func @no_scaled_back(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.divf %5, %s : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Another value is added than was subtracted.
func.func @no_other_minimum(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %hi : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Steps of 8-bit floats grow with the value, which the minimum shifts.
func.func @no_fp8(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{'arith.truncf' is computed under running results: expected sums, products, quotients, clamps and rounding to integers}}
      %f = arith.truncf %3 : f32 to f8E4M3FN
      %4 = arith.extf %f : f8E4M3FN to f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The range of another value says nothing of this one, so that it may not fit an integer.
func.func @no_unclamped_integer(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %q, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{expected values that are clamped to the integer type}}
      %i = arith.fptosi %3 : f32 to i32
      %4 = arith.sitofp %i : i32 to f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Bytes wrap around.
func.func @no_narrow_sum(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %k = arith.constant 3 : i16
      %i = arith.fptosi %3 : f32 to i16
      // expected-remark @+1 {{expected at most 8 sums of integers, of 32 bits}}
      %j = arith.addi %i, %k : i16
      %n = arith.subi %j, %k : i16
      %4 = arith.sitofp %n : i16 to f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// What is rounded is squared.
func.func @no_squared(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{expected the term to be linear in what is rounded}}
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      %6 = arith.addf %5, %lo : f32
      %7 = arith.mulf %6, %6 : f32
      cascade.yield %7 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// A minimum that masked elements do not move is none where they come first.
func.func @no_masked_minimum(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      %inf = arith.constant 0x7F800000 : f32
      %k = arith.constant 0.0 : f32
      %m = arith.cmpf ogt, %q, %k : f32
      %v = arith.select %m, %p, %inf : f32
      cascade.yield %v : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      // expected-remark @+1 {{(#cascade.minimumf): expected one that every element moves}}
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// A minimum of other values that ignores NaN is NaN until one is not.
func.func @no_ignored_nan(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%nan, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minnumf -> (d0) (%p, %q) {
      cascade.yield %q : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      // expected-remark @+1 {{it ignores NaN, so expected what is summed to be NaN there}}
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The source's range has the init in it.
func.func @no_infinite_init(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 255.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %high, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %s : f32
      // expected-remark @+1 {{expected an init that is the identity or finite}}
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// A sum has no steps that grow, and where it cancels it is rounded all the same.
func.func @no_sum(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %s, %o = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>)
      inits(%zero, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%p) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p | %sum) {
      %0 = arith.addf %p, %sum : f32
      %1 = math.roundeven %0 : f32
      // expected-remark @+1 {{expected a maximum or minimum of floats}}
      %2 = arith.subf %1, %sum : f32
      cascade.yield %2 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Values of another input than the maximum's are as large as they may be.
func.func @no_bound(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
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
      // expected-remark @+1 {{expected values that the results bound, such as (x - min) / scale}}
      %3 = math.roundeven %2 : f32
      %4 = arith.mulf %3, %s : f32
      %5 = arith.mulf %4, %p : f32
      cascade.yield %5 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// What is rounded without a scale is no identity.
func.func @no_rounding_of_inputs(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %6 = arith.mulf %4, %s : f32
      %7 = arith.addf %6, %lo : f32
      // expected-remark @+1 {{expected no rounding of inputs alone}}
      %fl = math.floor %q : f32
      %8 = arith.divf %q, %s : f32
      %9 = arith.divf %fl, %s : f32
      %a1 = arith.addf %7, %q : f32
      %10 = arith.addf %a1, %8 : f32
      %11 = arith.subf %10, %9 : f32
      cascade.yield %11 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Rounding takes 127 to 128.
func.func @no_unclamped_byte(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %qmin = arith.constant -128.0 : f32
      %lo0 = arith.minimumf %lo, %nought : f32
      %hi0 = arith.maximumf %hi, %nought : f32
      %0 = arith.subf %hi0, %lo0 : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.divf %lo0, %s : f32
      %3 = math.roundeven %2 : f32
      %z = arith.subf %qmin, %3 : f32
      %7 = arith.divf %p, %s : f32
      %8 = math.roundeven %7 : f32
      %10 = arith.addf %8, %z : f32
      // expected-remark @+1 {{expected values that are clamped to the integer type}}
      %i = arith.fptosi %10 : f32 to i8
      %11 = arith.sitofp %i : i8 to f32
      %13 = arith.subf %11, %z : f32
      %15 = arith.mulf %13, %s : f32
      cascade.yield %15 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// In f16 the lower bound of the scale is zero.
func.func @no_f16_scale(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s0 = arith.maximumf %1, %tiny : f32
      // expected-remark @+1 {{'arith.truncf' is computed under running results}}
      %sh = arith.truncf %s0 : f32 to f16
      %s = arith.extf %sh : f16 to f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %6 = arith.mulf %4, %s : f32
      %7 = arith.addf %6, %lo : f32
      cascade.yield %7 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// A NaN that is masked is in the references.
func.func @no_mask(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      %4 = math.roundeven %3 : f32
      %6 = arith.mulf %4, %s : f32
      %7 = arith.addf %6, %lo : f32
      %m = arith.cmpf ogt, %q, %nought : f32
      // expected-remark @+1 {{expected a term that counts wherever its references do}}
      %8 = arith.select %m, %7, %nought : f32
      cascade.yield %8 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// 200 as an unsigned byte is -56 as a signed one.
func.func @no_mixed_signs(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{reads integers as signed and as unsigned ones}}
      %4 = math.roundeven %3 : f32
      %i = arith.fptoui %4 : f32 to i8
      %5 = arith.sitofp %i : i8 to f32
      %6 = arith.mulf %5, %s : f32
      %7 = arith.addf %6, %lo : f32
      cascade.yield %7 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// So with a scale about zero.
func.func @no_mixed_signs_of_absmax(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      cascade.yield %p : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      %e = math.absf %p : f32
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %c127 = arith.constant 127.0 : f32
      %s0 = arith.maximumf %hi, %tiny : f32
      %s = arith.divf %c127, %s0 : f32
      %3 = arith.mulf %p, %s : f32
      // expected-remark @+1 {{reads integers as signed and as unsigned ones}}
      %4 = math.roundeven %3 : f32
      %i = arith.fptosi %4 : f32 to i8
      %5 = arith.uitofp %i : i8 to f32
      cascade.yield %5 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Extrema of values in bf16 are no bounds of the values: the clamps may act.
func.func @no_rounded_range(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %high = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %b, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%high, %low, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%p, %q) {
      %t = arith.truncf %p : f32 to bf16
      %e = arith.extf %t : bf16 to f32
      cascade.yield %e : f32
    }
    reduce #cascade.maximumf -> (d0) (%p, %q | %l) {
      %t = arith.truncf %p : f32 to bf16
      %e = arith.extf %t : bf16 to f32
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %lo, %hi) {
      %c = arith.constant 255.0 : f32
      %tiny = arith.constant 1.0e-12 : f32
      %nought = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %0 = arith.subf %hi, %lo : f32
      %1 = arith.divf %0, %c : f32
      %s = arith.maximumf %1, %tiny : f32
      %2 = arith.subf %p, %lo : f32
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %4 = math.roundeven %3 : f32
      %5 = arith.maximumf %4, %nought : f32
      %6 = arith.minimumf %5, %c : f32
      %7 = arith.mulf %6, %s : f32
      %8 = arith.addf %7, %lo : f32
      cascade.yield %8 : f32
    }
  return %o : tensor<4xf32>
}
