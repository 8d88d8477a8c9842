// RUN: redfuser-opt %s --redfuser-fuse --verify-diagnostics --remark-format=emitRemark --remarks-filter='redfuser-fuse'

// tanh(d) may stand for a value of the row in a product, but not in an exponent: there it went
// into the state with the elements, and the fold referred to the term it was taken from.

func.func @no_exponential_of_row_value(%x: tensor<3x5xf32>, %w: tensor<3x5xf32>) -> tensor<3xf32> {
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %0:3 = cascade.chain [parallel, axis] ins(%x (d0, d1), %w (d0, d1) : tensor<3x5xf32>, tensor<3x5xf32>)
      inits(%z, %z, %z : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %d0) {
      %t = arith.mulf %a, %d0 : f32
      cascade.yield %t : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %d0, %d1) {
      %half = arith.constant 0.5 : f32
      %e = math.exp %b : f32
      %square = arith.mulf %d1, %d1 : f32
      %shifted = arith.addf %square, %half : f32
      %log = math.log %shifted : f32
      %sum = arith.addf %e, %log : f32
      %tanh = math.tanh %d1 : f32
      %factor = math.exp %tanh : f32
      // expected-remark @+1 {{without 'exp(tanh(d1))' the sum may leave the range of its type}}
      %t = arith.mulf %sum, %factor : f32
      cascade.yield %t : f32
    }
  return %0#2 : tensor<3xf32>
}
