// RUN: redfuser-opt %s --redfuser-fuse=numerics=strict | FileCheck %s
// RUN: redfuser run %s --check --data-arg=0 --data=ties | FileCheck %s --check-prefix=SAME

// A deviation from a sum that strict numerics keeps in f16, in which there is no mean
// to be near.

// CHECK-LABEL: func.func @deviation
// CHECK-NOT: #cascade.mean
// SAME: check passed
func.func @deviation(%x: tensor<8xf16>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f16>
  %wide = arith.constant dense<0.0> : tensor<f32>
  %s, %r = cascade.chain [axis] ins(%x (d0) : tensor<8xf16>) inits(%zero, %wide : tensor<f16>, tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f16
    }
    reduce #cascade.addf -> () (%a | %sum) {
      %0 = arith.extf %sum : f16 to f32
      %1 = arith.extf %a : f16 to f32
      %2 = arith.addf %0, %1 : f32
      cascade.yield %2 : f32
    }
  return %r : tensor<f32>
}
