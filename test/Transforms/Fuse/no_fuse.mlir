// RUN: redfuser-opt %s --redfuser-fuse --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// Each chain that does not fuse says why, at the value that causes it.

func.func @no_sigmoid(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.addf %1, %one : f32
      // expected-remark @+1 {{mixes elements of the inputs with the result of reduction 0}}
      %3 = arith.divf %one, %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

func.func @no_absolute_deviation(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %mu) {
      %0 = arith.subf %x, %mu : f32
      // expected-remark @+1 {{'abs(x0 - d0)' mixes elements}}
      %1 = math.absf %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

func.func @no_relu(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %mu) {
      %0 = arith.subf %x, %mu : f32
      // expected-remark @+1 {{mixes elements}}
      %1 = arith.maximumf %0, %z : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// (x - d)^2 about a value that nothing ties to x: the three sums may cancel.
func.func @no_second_moment_about_another_sum(%s: tensor<4x64xf32>, %t: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %t (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %y : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %mu) {
      %0 = arith.subf %x, %mu : f32
      // expected-remark @+1 {{is a sum of 3 different functions of the result of reduction 0; expected one function of the inputs times one function of the references, and carried apart the parts may cancel: no running value is known to be near the data}}
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The sum is no running extremum, and exp(x) alone may overflow.
func.func @no_mean_shift(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %mu) {
      %0 = arith.subf %x, %mu : f32
      // expected-remark @+1 {{can neither be kept (reduction 0 (#cascade.addf) is not monotone}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The maximum of x bounds x, not 2 x.
func.func @no_other_scale(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.mulf %x, %two : f32
      %1 = arith.subf %0, %max : f32
      // expected-remark @+1 {{is not bounded by the running value of its reference}}
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The maximum was taken of the rounded scores: x - max may be positive.
func.func @no_rounded_maximum(%s: tensor<4x64xf32>, %m0: tensor<4xbf16>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xbf16>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      %0 = arith.truncf %x : f32 to bf16
      cascade.yield %0 : bf16
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.extf %max : bf16 to f32
      %1 = arith.subf %x, %0 : f32
      // expected-remark @+1 {{is not bounded}}
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The sign of a scale that only the run knows.
func.func @no_unknown_scale(%s: tensor<4x64xf32>, %c: f32, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = arith.mulf %0, %c : f32
      // expected-remark @+1 {{the sign of}}
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A temperature that is itself a statistic of the row.
func.func @no_row_temperature(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %t, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %temperature) {
      %0 = arith.divf %x, %temperature : f32
      // expected-remark @+1 {{an exponent multiplies elements of the inputs with the result of reduction 0}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The sign of y decides, element by element.
func.func @no_maximum_of_products(%s: tensor<4x64xf32>, %v: tensor<64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %l, %m = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d1) : tensor<4x64xf32>, tensor<64xf32>) inits(%l0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %y | %sum) {
      %0 = arith.subf %x, %sum : f32
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %1 = arith.mulf %0, %y : f32
      cascade.yield %1 : f32
    }
  return %m : tensor<4xf32>
}

// -----

// The least distance from the mean is anywhere.
func.func @no_least_distance(%s: tensor<4x64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %l, %m = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.minimumf -> (d0) (%x | %sum) {
      %0 = arith.subf %x, %sum : f32
      // expected-remark @+1 {{the term is smallest between the largest and the smallest element}}
      %1 = math.absf %0 : f32
      cascade.yield %1 : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_oscillation(%s: tensor<4x64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %l, %m = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %sum) {
      %0 = arith.subf %x, %sum : f32
      // expected-remark @+1 {{'math.sin' is neither an increasing nor a decreasing map}}
      %1 = math.sin %0 : f32
      cascade.yield %1 : f32
    }
  return %m : tensor<4xf32>
}

// -----

// 0 * inf, which maxnumf ignores, would be what the state carries.
func.func @no_ignored_nan(%s: tensor<4x64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %l, %m = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maxnumf -> (d0) (%x | %sum) {
      // expected-remark @+1 {{expected an extremum that is NaN if an element is}}
      %0 = arith.divf %x, %sum : f32
      cascade.yield %0 : f32
    }
  return %m : tensor<4xf32>
}

// -----

// maxnumf makes zero of NaN, the maximum of the elements is NaN.
func.func @no_hidden_nan(%s: tensor<4x64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %l, %m = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %sum) {
      %0 = arith.subf %x, %sum : f32
      // expected-remark @+1 {{'arith.maxnumf' makes a number of NaN}}
      %1 = arith.maxnumf %0, %z : f32
      cascade.yield %1 : f32
    }
  return %m : tensor<4xf32>
}

// -----

// A maximum that is deferred is none that runs along.
func.func @no_deferred_maximum(%s: tensor<4x64xf32>, %l0: tensor<4xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %l, %m, %e = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %m0, %l0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %sum) {
      %0 = arith.subf %x, %sum : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x | %sum, %max) {
      %0 = arith.subf %x, %max : f32
      // expected-remark @+1 {{reduction 1 (#cascade.maximumf) has its value only in the end}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %e : tensor<4xf32>
}

// -----

// What is masked is not zero.
func.func @no_mask_with_value(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %p) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %sum) {
      %1 = arith.divf %x, %sum : f32
      // expected-remark @+1 {{masks some of its parts; expected a mask of all of it}}
      %2 = arith.select %p, %1, %one : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Values away from the maximum count, too.
func.func @no_indicator(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      // expected-remark @+1 {{mixes elements of the inputs}}
      %0 = arith.cmpf oeq, %x, %max : f32
      %1 = arith.select %0, %x, %one : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The maximum is that of other values.
func.func @no_indicator_of_others(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      %0 = math.absf %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      // expected-remark @+1 {{mixes elements of the inputs}}
      %0 = arith.cmpf oeq, %x, %max : f32
      %1 = arith.uitofp %0 : i1 to f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// 1 / s may be what keeps x * y in the range of f16.
func.func @no_f16_overflow(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %s0, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %sum) {
      %0 = arith.divf %x, %sum : f32
      // expected-remark @+1 {{the f16 value 'f16(x0)' may overflow}}
      %1 = arith.truncf %0 : f32 to f16
      %2 = arith.extf %1 : f16 to f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Quantisation against a statistic: rounding to an integer stays where it is.
func.func @no_quantisation(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %s0, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %scale) {
      %0 = arith.divf %x, %scale : f32
      // expected-remark @+1 {{'arith.fptosi' rounds a multiple of earlier results to few values; only allow-requantize}}
      %1 = arith.fptosi %0 : f32 to i8
      %2 = arith.sitofp %1 : i8 to f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A choice at finite values changes what the reference is.
func.func @no_clamp_of_reference(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %low = arith.constant -1.0e30 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf olt, %max, %low : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      // expected-remark @+1 {{can neither be kept}}
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Two guards would need two states.
func.func @no_two_guards(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.cmpf oeq, %max, %ninf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      %4 = arith.subf %x, %max : f32
      %5 = math.exp %4 : f32
      // expected-remark @+1 {{can neither be kept}}
      %6 = arith.mulf %3, %5 : f32
      cascade.yield %6 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A guard does not bound the exponent.
func.func @no_bound_behind_guard(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.cmpf oeq, %max, %ninf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %y, %1 : f32
      // expected-remark @+1 {{the exponent '-d0 + x1' is not bounded by the running value of its reference}}
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// An init of NaN turns a reference of +inf, where the sum is NaN, into zero.
func.func @no_guarded_nan(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf ogt, %max, %ninf : f32
      // expected-remark @+1 {{changes NaN, which the init may be}}
      %1 = arith.select %0, %max, %z : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// -inf must stay below every score.
func.func @no_guard_to_infinity(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf oeq, %max, %ninf : f32
      // expected-remark @+1 {{turns one infinity into the other}}
      %1 = arith.select %0, %inf, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// With a guard at +inf, a masked sum of zero would meet a correction of +inf.
func.func @no_mask_with_guard(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %a = math.absf %max : f32
      %0 = arith.cmpf oeq, %a, %inf : f32
      // expected-remark @+1 {{is masked, and its guard}}
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      %4 = arith.select %p, %3, %z : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The mask drops values of one use of the exponential only.
func.func @no_bound_beside_mask(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %c = arith.cmpf oeq, %max, %ninf : f32
      %g = arith.select %c, %z, %max : f32
      %1 = arith.subf %x, %g : f32
      // expected-remark @+1 {{is not bounded by the running value}}
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      %4 = arith.mulf %3, %2 : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}
