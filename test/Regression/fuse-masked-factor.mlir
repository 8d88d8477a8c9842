// RUN: redfuser run %s --check --func=masked_divisor --data=neginf-all | FileCheck %s
// RUN: redfuser run %s --check --func=masked_divisor --data=neginf-all --pipeline-options="axis=2 segments=3" | FileCheck %s

// A sum that divides by another one is NaN where nothing moved the maximum, unless
// the other one is masked: that is its init, or zero.

// CHECK: special values equal: ok
// CHECK: check passed
func.func @masked_divisor(%x: tensor<4x9xf32>, %start: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0:3 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%low, %start, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %m) {
      %inf = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0.0 : f32
      %seen = arith.cmpf ogt, %a, %inf : f32
      %e = arith.subf %a, %m : f32
      %p = math.exp %e : f32
      %q = arith.select %seen, %p, %zero : f32
      cascade.yield %q : f32
    }
    reduce #cascade.addf -> (d0) (%a | %m, %l) {
      %e = arith.subf %a, %m : f32
      %p = math.exp %e : f32
      %q = arith.divf %p, %l : f32
      cascade.yield %q : f32
    }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}
