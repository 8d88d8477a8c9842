// RUN: redfuser-opt %s --redfuser-tile="require-tiled-inputs" -split-input-file -verify-diagnostics

func.func @opaque(%x: tensor<4x8xf32>, %pad: index, %init: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{this op computes a rows x axis tensor for a fused reduction and cannot be computed tile by tile}}
  %s = tensor.pad %x low[0, 0] high[0, %pad] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<4x?xf32>
  %m = cascade.fold [parallel, axis] ins(%s (d0, d1) : tensor<4x?xf32>) state(%init : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
  return %m : tensor<4xf32>
}
