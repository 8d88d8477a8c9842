// RUN: redfuser run %s --check --pipeline-options="axis=1" | FileCheck %s

// The minimum is carried in bf16; how far it moves, and how far it is from the init, are no
// differences of bf16.

// CHECK: check passed
func.func @deviations_from_minimum(%x: tensor<2x9x3xbf16>, %m: tensor<2x3xbf16>) -> tensor<2x3xf32> {
  %z = arith.constant dense<0.0> : tensor<2x3xf32>
  %0:2 = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1, d2) : tensor<2x9x3xbf16>) inits(%m, %z : tensor<2x3xbf16>, tensor<2x3xf32>)
    reduce #cascade.minimumf -> (d0, d2) (%a) {
      cascade.yield %a : bf16
    }
    reduce #cascade.addf -> (d0, d2) (%a | %min) {
      %0 = arith.extf %min : bf16 to f32
      %1 = arith.extf %a : bf16 to f32
      %2 = arith.subf %0, %1 : f32
      cascade.yield %2 : f32
    }
  return %0#1 : tensor<2x3xf32>
}
