func.func @total(%x: tensor<?xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %1 = tensor.extract %0[] : tensor<f32>
  return %1 : f32
}
