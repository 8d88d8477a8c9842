// argmax, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_argmax {
  func.func @argmax(%arg0: tensor<9x65xf32>) -> (tensor<9xi32>, tensor<65xi32>) {
    %cst = arith.constant 0x7F800000 : f32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<9x65xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<9x65xi32>) {
    ^bb0(%out: i32):
      %14 = linalg.index 1 : index
      %15 = arith.index_cast %14 : index to i32
      linalg.yield %15 : i32
    } -> tensor<9x65xi32>
    %2 = tensor.empty() : tensor<9xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<9xf32>) -> tensor<9xf32>
    %4 = tensor.empty() : tensor<9xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<9xi32>) -> tensor<9xi32>
    %6:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %1 : tensor<9x65xf32>, tensor<9x65xi32>) outs(%3, %5 : tensor<9xf32>, tensor<9xi32>) {
    ^bb0(%in: f32, %in_1: i32, %out: f32, %out_2: i32):
      %14 = arith.cmpf ogt, %out, %in : f32
      %15 = arith.cmpf une, %out, %out : f32
      %16 = arith.ori %14, %15 : i1
      %17 = arith.cmpf oeq, %out, %in : f32
      %18 = arith.cmpi slt, %out_2, %in_1 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %16, %out, %in : f32
      %22 = arith.select %20, %out_2, %in_1 : i32
      linalg.yield %21, %22 : f32, i32
    } -> (tensor<9xf32>, tensor<9xi32>)
    %7 = tensor.empty() : tensor<9x65xi32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%7 : tensor<9x65xi32>) {
    ^bb0(%out: i32):
      %14 = linalg.index 0 : index
      %15 = arith.index_cast %14 : index to i32
      linalg.yield %15 : i32
    } -> tensor<9x65xi32>
    %9 = tensor.empty() : tensor<65xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<65xf32>) -> tensor<65xf32>
    %11 = tensor.empty() : tensor<65xi32>
    %12 = linalg.fill ins(%c0_i32 : i32) outs(%11 : tensor<65xi32>) -> tensor<65xi32>
    %13:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %8 : tensor<9x65xf32>, tensor<9x65xi32>) outs(%10, %12 : tensor<65xf32>, tensor<65xi32>) {
    ^bb0(%in: f32, %in_1: i32, %out: f32, %out_2: i32):
      %14 = arith.cmpf olt, %out, %in : f32
      %15 = arith.cmpf une, %out, %out : f32
      %16 = arith.ori %14, %15 : i1
      %17 = arith.cmpf oeq, %out, %in : f32
      %18 = arith.cmpi slt, %out_2, %in_1 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %16, %out, %in : f32
      %22 = arith.select %20, %out_2, %in_1 : i32
      linalg.yield %21, %22 : f32, i32
    } -> (tensor<65xf32>, tensor<65xi32>)
    return %6#1, %13#1 : tensor<9xi32>, tensor<65xi32>
  }
}
