// RUN: redfuser-opt %s --redfuser-to-linalg | FileCheck %s
// RUN: redfuser interpret %s --passes=redfuser-to-linalg | FileCheck %s --check-prefix=RESULT

// Upstream's fusion of a consumer into loops reads past the end where an extent
// of the consumer is zero: the finalizer of the columns, of which there are none,
// crashed.
// CHECK-LABEL: func.func @no_columns
// CHECK: return
// RESULT: result #0 2x0xf32: {{\[\[}}]]
// RESULT: result #1 2xf32: [3, 3]
func.func @no_columns() -> (tensor<2x0xf32>, tensor<2xf32>) {
  %x = arith.constant dense<1.0> : tensor<2x3xf32>
  %v = tensor.empty() : tensor<3x0xf32>
  %m0 = arith.constant dense<0xFF800000> : tensor<2xf32>
  %l0 = arith.constant dense<0.0> : tensor<2xf32>
  %o0 = tensor.empty() : tensor<2x0xf32>
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %v (d1, d2) : tensor<2x3xf32>, tensor<3x0xf32>)
      inits(%m0, %l0, %o0 : tensor<2xf32>, tensor<2xf32>, tensor<2x0xf32>)
    reduce #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %max) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%a, %b | %max, %sum) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %b : f32
      cascade.yield %3 : f32
    }
  return %o, %l : tensor<2x0xf32>, tensor<2xf32>
}
