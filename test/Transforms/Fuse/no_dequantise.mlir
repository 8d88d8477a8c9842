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
      // expected-remark @+1 {{divided by '(d1 - d0)'; expected a divisor that is positive}}
      %3 = arith.divf %2, %1 : f32
      %4 = math.roundeven %3 : f32
      %5 = arith.mulf %4, %1 : f32
      %6 = arith.addf %5, %lo : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// Steps that get smaller.
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
      %3 = arith.divf %2, %s : f32
      // expected-remark @+1 {{that are never smaller under later results}}
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
      // expected-remark @+1 {{expected steps of one size, as integers have}}
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
      // expected-remark @+1 {{'arith.addi' of quantised values may wrap around}}
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
