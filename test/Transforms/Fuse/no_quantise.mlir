// RUN: redfuser-opt %s --redfuser-fuse=allow-requantize=true --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// Quantisation that is not against a maximum of what is quantised.

func.func @no_other_maximum(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 448.0 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%low, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %q) {
      %0 = math.absf %p : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q | %max) {
      %0 = arith.divf %c, %max : f32
      %1 = arith.mulf %q, %0 : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %2 = arith.truncf %1 : f32 to f8E4M3FN
      %3 = arith.extf %2 : f8E4M3FN to f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The maximum of x says nothing of -x.
func.func @no_signed_maximum(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 448.0 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%low, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p | %max) {
      %0 = arith.divf %c, %max : f32
      %1 = arith.mulf %p, %0 : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %2 = arith.truncf %1 : f32 to f8E4M3FN
      %3 = arith.extf %2 : f8E4M3FN to f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4xf32>
}

// -----

// The clamp acts: values beyond 100 are cut off.
func.func @no_active_clamp(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %c = arith.constant 448.0 : f32
  %clamp = arith.constant 100.0 : f32
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%low, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%p) {
      %0 = math.absf %p : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%p | %max) {
      %0 = arith.divf %c, %max : f32
      %1 = arith.mulf %p, %0 : f32
      %2 = arith.minimumf %1, %clamp : f32
      // expected-remark @+1 {{expected a scale that takes the largest absolute value}}
      %3 = arith.truncf %2 : f32 to f8E4M3FN
      %4 = arith.extf %3 : f8E4M3FN to f32
      cascade.yield %4 : f32
    }
  return %o : tensor<4xf32>
}
