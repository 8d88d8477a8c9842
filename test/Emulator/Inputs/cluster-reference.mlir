func.func @main(%x: tensor<128xf32>) -> tensor<128xf32> {
  %number = arith.constant 2.5 : f32
  %e = tensor.empty() : tensor<128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<128xf32>) outs(%e : tensor<128xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %number : f32
    linalg.yield %0 : f32
  } -> tensor<128xf32>
  return %r : tensor<128xf32>
}
