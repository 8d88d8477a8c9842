module {
  module @nested {
    func.func @inner(%x: tensor<4x33xf32>) -> tensor<4x33xf32> {
      %e = tensor.empty() : tensor<4x33xf32>
      %y = linalg.softmax dimension(1) ins(%x : tensor<4x33xf32>) outs(%e : tensor<4x33xf32>) -> tensor<4x33xf32>
      return %y : tensor<4x33xf32>
    }
  }
}
