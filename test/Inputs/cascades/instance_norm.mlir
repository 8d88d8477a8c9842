// Written by test/Inputs/cascades/generate.py; do not edit.

// Instance normalisation: statistics over the pixels of a channel.
func.func @instance_norm(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?x?x?xf32>
  %c_2 = arith.constant 1 : index
  %c_size = tensor.dim %x, %c_2 : tensor<?x?x?x?xf32>
  %c_3 = arith.constant 2 : index
  %h_size = tensor.dim %x, %c_3 : tensor<?x?x?x?xf32>
  %c_4 = arith.constant 3 : index
  %w_size = tensor.dim %x, %c_4 : tensor<?x?x?x?xf32>
  %count_h_w_0 = arith.muli %h_size, %w_size : index
  %count_h_w_i = arith.index_cast %count_h_w_0 : index to i64
  %count_h_w = arith.sitofp %count_h_w_i : i64 to f32
  %c_5 = arith.constant 1.000000e-05 : f32
  %0 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<?x?x?x?xf32>) outs(%1 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %3 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<?x?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_h_w : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %5 = tensor.empty(%n_size, %c_size, %h_size, %w_size) : tensor<?x?x?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %4 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%5 : tensor<?x?x?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?x?x?xf32>
  %7 = tensor.empty(%n_size, %c_size, %h_size, %w_size) : tensor<?x?x?x?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%6 : tensor<?x?x?x?xf32>) outs(%7 : tensor<?x?x?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?x?x?xf32>
  %9 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %10 = linalg.fill ins(%c_0 : f32) outs(%9 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%8 : tensor<?x?x?x?xf32>) outs(%10 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %12 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%11 : tensor<?x?xf32>) outs(%12 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_h_w : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %14 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%13 : tensor<?x?xf32>) outs(%14 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_5 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %16 = tensor.empty(%n_size, %c_size) : tensor<?x?xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%15 : tensor<?x?xf32>) outs(%16 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.rsqrt %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %18 = tensor.empty(%n_size, %c_size, %h_size, %w_size) : tensor<?x?x?x?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%6, %17 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%18 : tensor<?x?x?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?x?x?xf32>
  return %19 : tensor<?x?x?x?xf32>
}
