// RUN: redfuser interpret %s --passes=redfuser-to-linalg | FileCheck %s

// A running mean over columns, of which there are none: a slice of a statically empty tensor was made,
// which upstream rejects.

// CHECK: result #0 0xf32: []
func.func @no_rows() -> tensor<0xf32> {
  %x = tensor.empty() : tensor<1x0xf32>
  %z = tensor.empty() : tensor<0xf32>
  %sum, %spread = cascade.chain [axis, parallel] ins(%x (d0, d1) : tensor<1x0xf32>)
      inits(%z, %z : tensor<0xf32>, tensor<0xf32>)
    reduce #cascade.addf -> (d1) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d1) (%a | %d) {
      %t = arith.subf %a, %d : f32
      cascade.yield %t : f32
    }
  return %spread : tensor<0xf32>
}
