// RUN: redfuser-opt %s --redfuser-fuse --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// Sums of several products that are not carried apart.

// (x - d)(y - e) where nothing is near the data.
func.func @no_joint_moment_about_other_sums(%s: tensor<4x64xf32>, %t: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %p, %q, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %t (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>) inits(%l0, %l0, %l0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      %0 = math.sin %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %a) {
      %0 = math.cos %y : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %a, %b) {
      %0 = arith.subf %x, %a : f32
      %1 = arith.subf %y, %b : f32
      // expected-remark @+1 {{is a sum of 4 different functions of the results of reductions 0, 1; expected one function of the inputs times one function of the references, and carried apart the parts may cancel}}
      %2 = arith.mulf %0, %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The difference from a maximum of something else is exact in the source.
func.func @no_difference_from_another_maximum(%s: tensor<4x64xf32>, %t: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %t (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %y : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      // expected-remark @+1 {{is a sum of 2 different functions of the result of reduction 0; expected one function of the inputs times one function of the references, and carried apart the parts may cancel}}
      %0 = arith.subf %x, %max : f32
      cascade.yield %0 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Where the mask drops all, the other part is what the source has.
func.func @no_mask_of_a_part(%s: tensor<4x64xf32>, %p: tensor<4x64xi1>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %p (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %keep) {
      %0 = arith.mulf %x, %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %keep | %sum) {
      %0 = math.log %sum : f32
      %1 = arith.select %keep, %0, %z : f32
      // expected-remark @+1 {{masks some of its parts; expected a mask of all of it}}
      %2 = arith.addf %x, %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The exponential of the difference from another maximum may overflow early.
func.func @no_unbounded_exponential(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.mulf %x, %two : f32
      %1 = arith.subf %0, %max : f32
      // expected-remark @+1 {{the exponent '2 * x0 - d0' is not bounded by the running value of its reference}}
      %2 = math.exp %1 : f32
      %3 = arith.subf %x, %max : f32
      %4 = arith.mulf %2, %3 : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// (x - mean)^8 needs nine sums.
func.func @no_eighth_moment(%s: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 64.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %x, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.mulf %1, %1 : f32
      // expected-remark @+1 {{takes more than 8 sums to carry}}
      %3 = arith.mulf %2, %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A guard of the source around a maximum that is also a center.
func.func @no_guarded_center(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf oeq, %max, %ninf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      // expected-remark @+1 {{is a sum of 2 different functions of the result of reduction 0}}
      %4 = arith.mulf %2, %3 : f32
      cascade.yield %4 : f32
    }
  return %l : tensor<4xf32>
}
