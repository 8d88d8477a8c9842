func.func @same(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %y, %x, %y, %z, %z : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<2xf32>
}
