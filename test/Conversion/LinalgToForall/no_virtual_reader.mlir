// RUN: redfuser-opt %s --redfuser-check-virtual --verify-diagnostics

func.func @read(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-error @below {{was fused into a tile loop, but its whole result is still read: it would need a rows x axis buffer}}
  %s = linalg.exp {redfuser.virtual} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-note @below {{a reader is here}}
  return %s : tensor<8x8xf32>
}
