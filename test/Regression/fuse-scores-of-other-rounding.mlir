// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse="numerics=strict" | FileCheck %s

// The position is that of exp(x) exp(y), the maximum is of exp(x + y): equal over the
// real numbers, but not bit for bit, so that no element need attain it.

// CHECK-LABEL: func.func @other_rounding
// CHECK-NOT:   cascade.fold
func.func @other_rounding(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> tensor<4xi64> {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:2 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none : tensor<4xf32>, tensor<4xi64>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      %t = arith.addf %x, %y : f32
      %s = math.exp %t : f32
      cascade.yield %s : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1) {
      %u = math.exp %x : f32
      %w = math.exp %y : f32
      %s = arith.mulf %u, %w : f32
      %hit = arith.cmpf oeq, %s, %v1 : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %no = arith.constant 9223372036854775807 : i64
      %p = arith.select %hit, %l, %no : i64
      cascade.yield %p : i64
    }
  return %r#1 : tensor<4xi64>
}
