// RUN: redfuser-opt %s -split-input-file -verify-diagnostics --redfuser-fuse \
// RUN:   --remark-format=emitRemark --remarks-filter=.*

// x^d: the powers of a variable exponent span no finite space.
func.func @no_power_of_sum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      // expected-remark @below {{'powf(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = math.powf %x, %d : f32
      cascade.yield %0 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(x d).
func.func @no_exponent_times_sum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.mulf %x, %d : f32
      // expected-remark @below {{an exponent multiplies elements of the inputs with the result of reduction 0, so it does not split into a sum}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(x / max): the temperature is a result.
func.func @no_exponent_over_maximum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.divf %x, %d : f32
      // expected-remark @below {{an exponent multiplies elements of the inputs with the result of reduction 0, so it does not split into a sum}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// 1 / (x - d).
func.func @no_pole_at_sum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      %c = arith.constant 1.0 : f32
      // expected-remark @below {{'(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = arith.divf %c, %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// log(x + d).
func.func @no_logarithm_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.addf %x, %d : f32
      // expected-remark @below {{'log(x0 + d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.log %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// A sigmoid of scores over their maximum.
func.func @no_sigmoid_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %d, %x : f32
      %1 = math.exp %0 : f32
      %c = arith.constant 1.0 : f32
      %2 = arith.addf %1, %c : f32
      // expected-remark @below {{'(1 + exp(-x0 + d0))' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %3 = arith.divf %c, %2 : f32
      cascade.yield %3 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// tanh(x - d).
func.func @no_tanh_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'tanh(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.tanh %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// log(1 + exp(x - d)).
func.func @no_softplus_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      %1 = math.exp %0 : f32
      // expected-remark @below {{'log(1 + exp(x0 - d0))' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %2 = math.log1p %1 : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// The GELU of centred values.
func.func @no_error_function_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'erf(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.erf %0 : f32
      %2 = arith.mulf %0, %1 : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// |x - d| with d on both sides of x: the mean lies inside the data.
func.func @no_absolute_deviation(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'abs(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.absf %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// relu(x - d), as in sparsemax.
func.func @no_relu_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %c = arith.constant 0.0 : f32
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'maximumf(0, x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = arith.maximumf %0, %c : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// sqrt(x + d).
func.func @no_root_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.addf %x, %d : f32
      // expected-remark @below {{'(x0 + d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.sqrt %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// sin(x d): the frequency is a result. (sin(x - d) would be another matter.)
func.func @no_sine_of_product(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.mulf %x, %d : f32
      // expected-remark @below {{'sin(x0 * d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.sin %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// Buckets relative to a mean.
func.func @no_floor_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'floor(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.floor %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// Rounding to multiples of a step that is a result.
func.func @no_rounding_to_step(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.divf %x, %d : f32
      // expected-remark @below {{'math.roundeven' rounds a multiple of earlier results to few values; only allow-requantize lets it round multiples of what these are so far}}
      %1 = math.roundeven %0 : f32
      %2 = arith.mulf %1, %d : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// How many lie above the mean.
func.func @no_count_above_mean(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      // expected-remark @below {{'ogt(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = arith.cmpf ogt, %x, %d : f32
      %1 = arith.uitofp %0 : i1 to f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// The part of a sum above its mean, as in top-p.
func.func @no_sum_above_mean(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %c = arith.constant 0.0 : f32
      // expected-remark @below {{'ogt(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = arith.cmpf ogt, %x, %d : f32
      %1 = arith.select %0, %x, %c : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// min(x, d).
func.func @no_winsorised_sum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      // expected-remark @below {{'minimumf(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = arith.minimumf %x, %d : f32
      cascade.yield %0 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(-|x - d|) around a mean.
func.func @no_laplace_kernel(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{'abs(x0 - d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.absf %0 : f32
      %2 = arith.negf %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(-(x - d)^2): the exponent holds the product x d.
func.func @no_gauss_kernel(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.negf %1 : f32
      // expected-remark @below {{an exponent multiplies elements of the inputs with the result of reduction 0, so it does not split into a sum}}
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// x / (x + d).
func.func @no_saturation(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.addf %x, %d : f32
      // expected-remark @below {{'(x0 + d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = arith.divf %x, %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// d^i: a discount rate that is a result.
func.func @no_geometric_discount(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = cascade.index 1
      %1 = arith.index_cast %0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      // expected-remark @below {{'powf(d0, sitofp(index_cast(i1)))' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %3 = math.powf %d, %2 : f32
      %4 = arith.mulf %x, %3 : f32
      cascade.yield %4 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// The remainder by a result.
func.func @no_remainder(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      // expected-remark @below {{'remf(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = arith.remf %x, %d : f32
      cascade.yield %0 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// atan2(x, d).
func.func @no_angle(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      // expected-remark @below {{'atan2(x0, d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %0 = math.atan2 %x, %d : f32
      cascade.yield %0 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// Normalised values under a gain before a maximum: the maximum of lines in d, which
// needs their whole envelope.
func.func @no_envelope(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %y | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{elements of the inputs meet earlier results in 2 places; expected one value that an increasing or decreasing map takes to the term}}
      %1 = arith.mulf %0, %y : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// A product of x - d is a polynomial in d of the degree of the axis.
func.func @no_product_of_shifted(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.mulf -> (d0) (%x | %d) {
      // expected-remark @below {{the term of reduction 1 (#cascade.mulf) reads the result of reduction 0; only sums, maxima and minima of floats whose terms read earlier results are fused}}
      %0 = arith.subf %x, %d : f32
      cascade.yield %0 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// What lies within one of the maximum: which elements these are is known at the end.
func.func @no_moving_window(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %c = arith.constant 1.0 : f32
      %z = arith.constant 0.0 : f32
      %0 = arith.subf %d, %c : f32
      // expected-remark @below {{'ogt(x0, -1 + d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = arith.cmpf ogt, %x, %0 : f32
      %2 = arith.select %1, %x, %z : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(x - min x) grows without bound as the minimum falls.
func.func @no_exponential_over_minimum(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      // expected-remark @below {{the factor 'exp(-d0)' of the term of reduction 1 (#cascade.addf) can neither be kept (the sign of '-1' is not known, so the correction of 'exp(-d0)' may be larger than one) nor deferred (without 'exp(-d0)' the sum may leave the range of its type)}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(y - max x): nothing bounds y.
func.func @no_exponential_of_other_input(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %d) {
      %0 = arith.subf %y, %d : f32
      // expected-remark @below {{the exponent 'x1 - d0' is not bounded by the running value of its reference; expected the reference to be an extremum of the same values, or the exponential may overflow before the reference has its final value}}
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// exp(x^2 - max x).
func.func @no_square_in_exponent(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.mulf %x, %x : f32
      %1 = arith.subf %0, %d : f32
      // expected-remark @below {{the exponent 'x0^2 - d0' is not bounded by the running value of its reference; expected the reference to be an extremum of the same values, or the exponential may overflow before the reference has its final value}}
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// (x - d)^32 is a sum of 33 products: more than are carried.
func.func @no_high_power(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.subf %x, %d : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.mulf %1, %1 : f32
      %3 = arith.mulf %2, %2 : f32
      %4 = arith.mulf %3, %3 : f32
      // expected-remark @below {{the term is beyond the limits of the algebra (128 products a sum), or computed by an operation with regions}}
      %5 = arith.mulf %4, %4 : f32
      cascade.yield %5 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// A saturation whose gain is a result.
func.func @no_tanh_of_scaled(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %d) {
      %0 = arith.mulf %x, %d : f32
      // expected-remark @below {{'tanh(x0 * d0)' mixes elements of the inputs with the result of reduction 0 and does not split into a function of the inputs times a function of the references}}
      %1 = math.tanh %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// Rounding to fp8 does not move unless requantising is allowed.
func.func @no_fp8_rounding(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %j : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.divf %x, %d : f32
      // expected-remark @below {{'arith.truncf' rounds a multiple of earlier results to few values; only allow-requantize lets it round multiples of what these are so far}}
      %1 = arith.truncf %0 : f32 to f8E4M3FN
      %2 = arith.extf %1 : f8E4M3FN to f32
      cascade.yield %2 : f32
    }
  return %1 : tensor<4xf32>
}

// -----

// As a sum of products, c x + (1 - c) d, it would be NaN where d is infinite and not chosen.
func.func @no_choice_by_result(%s: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xf32>) -> tensor<4xf32> {
  %0, %1, %2 = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%i, %i, %j : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %one = arith.constant 1.0 : f32
      %t = arith.divf %one, %x : f32
      cascade.yield %t : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d, %e) {
      %one = arith.constant 1.0 : f32
      // expected-remark @below {{'oge(1, d0)' chooses between two values, and as a sum of products the one that is not chosen would enter where it is infinite}}
      %c = arith.cmpf oge, %one, %d : f32
      %t = arith.select %c, %x, %e : f32
      cascade.yield %t : f32
    }
  return %2 : tensor<4xf32>
}
