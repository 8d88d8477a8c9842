// RUN: redfuser-opt %s --redfuser-fuse=numerics=strict | FileCheck %s
// RUN: redfuser run %s --check --passes="redfuser-raise{numerics=strict},redfuser-fuse{numerics=strict}" | FileCheck %s --check-prefix=EXEC

// The sum is carried in f16, its factor log(d * d) is not computed there: d * d is 10^8.

// EXEC: check passed
// CHECK: cascade.fold
// CHECK: linalg.generic
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[D:.*]], %[[D]] : f32
// CHECK: math.log %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @narrow_sum(%x: tensor<4x9xf32>) -> tensor<4xf16> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %n = arith.constant dense<0.0> : tensor<4xf16>
  %0, %1 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %n : tensor<4xf32>, tensor<4xf16>)
    reduce #cascade.addf -> (d0) (%a) {
      %c = arith.constant -1.0e4 : f32
      cascade.yield %c : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      %square = arith.mulf %d, %d : f32
      %log = math.log %square : f32
      %t = arith.truncf %log : f32 to f16
      cascade.yield %t : f16
    }
  return %1 : tensor<4xf16>
}
