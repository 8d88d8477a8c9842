#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @no_fuse(%x: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x64xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%e: f32, %acc: f32):
    %0 = arith.maximumf %e, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x64xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%e: f32, %max: f32, %acc: f32):
    %0 = arith.subf %e, %max : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}
