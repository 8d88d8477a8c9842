// RUN: redfuser run %s --check --verdict="1 fused" | FileCheck %s

// One of the two sums under logarithms is infinite: their quotient is no number, their
// difference is.
// CHECK: check passed
func.func @infinite_sum() -> tensor<1xf32> {
  %x_0 = arith.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %y_0 = arith.constant dense<[[1.0, 2.0, 200.0]]> : tensor<1x3xf32>
  %c_0 = arith.constant 0 : index
  %c_1 = arith.constant 1 : index
  %c_2 = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x_0 : tensor<1x3xf32>) outs(%0 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %2 = tensor.empty() : tensor<1xf32>
  %3 = linalg.fill ins(%c_2 : f32) outs(%2 : tensor<1xf32>) -> tensor<1xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%1 : tensor<1x3xf32>) outs(%3 : tensor<1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<1xf32>
  %5 = tensor.empty() : tensor<1xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%4 : tensor<1xf32>) outs(%5 : tensor<1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.log %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<1xf32>
  %7 = tensor.empty() : tensor<1x3xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x_0, %6 : tensor<1x3xf32>, tensor<1xf32>) outs(%7 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %9 = tensor.empty() : tensor<1x3xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%y_0 : tensor<1x3xf32>) outs(%9 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %11 = tensor.empty() : tensor<1xf32>
  %12 = linalg.fill ins(%c_2 : f32) outs(%11 : tensor<1xf32>) -> tensor<1xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%10 : tensor<1x3xf32>) outs(%12 : tensor<1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<1xf32>
  %14 = tensor.empty() : tensor<1xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%13 : tensor<1xf32>) outs(%14 : tensor<1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.log %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<1xf32>
  %16 = tensor.empty() : tensor<1x3xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%y_0, %15 : tensor<1x3xf32>, tensor<1xf32>) outs(%16 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %18 = tensor.empty() : tensor<1x3xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%8, %17 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%18 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %20 = tensor.empty() : tensor<1x3xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x_0, %19 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%20 : tensor<1x3xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<1x3xf32>
  %22 = tensor.empty() : tensor<1xf32>
  %23 = linalg.fill ins(%c_2 : f32) outs(%22 : tensor<1xf32>) -> tensor<1xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%21 : tensor<1x3xf32>) outs(%23 : tensor<1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<1xf32>
  return %24 : tensor<1xf32>
}
