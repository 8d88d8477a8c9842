// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s

// A factor that the source rounds to f16 at the end is computed as the source does, (1 - d d) (1 - d d), and not
// multiplied out: 1 - 2 d^2 + d^4 cancels near 1, and is NaN where d is infinite.

// CHECK: cascade.fold
// CHECK: linalg.generic
// CHECK: %[[ROOT:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// CHECK: arith.mulf %[[ROOT]], %[[ROOT]] : f32
// CHECK-NOT: arith.mulf
// CHECK: math.rsqrt
func.func @rounded_factor(%x: tensor<4x9xf32>) -> tensor<4xf16> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %n = arith.constant dense<0.0> : tensor<4xf16>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %n : tensor<4xf32>, tensor<4xf16>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      %one = arith.constant 1.0 : f32
      %square = arith.mulf %d, %d : f32
      %root = arith.subf %one, %square : f32
      %both = arith.mulf %root, %root : f32
      %r = math.rsqrt %both : f32
      %t = arith.truncf %r : f32 to f16
      cascade.yield %t : f16
    }
  return %0#1 : tensor<4xf16>
}
