// RUN: redfuser-opt %s --redfuser-raise > %t.after
// RUN: redfuser-opt %s > %t.before
// RUN: diff %t.before %t.after

// Programs that the pass has no business with: buffers, sparse tensors,
// integers, windows, and reductions without references.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @buffers(%x: memref<4x8xf32>, %m: memref<4xf32>, %l: memref<4xf32>) {
  linalg.reduce { arith.maximumf } ins(%x : memref<4x8xf32>) outs(%m : memref<4xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : memref<4x8xf32>, memref<4xf32>) outs(%l : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

func.func @sparse(%x: tensor<4x8xf32, #sparse>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32, #sparse>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xf32, #sparse>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

func.func @integers(%x: tensor<4x8xi32>, %m0: tensor<4xi32>, %l0: tensor<4xi32>) -> tensor<4xi32> {
  %m = linalg.reduce { arith.maxsi } ins(%x : tensor<4x8xi32>) outs(%m0 : tensor<4xi32>) dimensions = [1]
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xi32>, tensor<4xi32>) outs(%l0 : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %0 = arith.subi %a, %b : i32
    %2 = arith.addi %acc, %0 : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %l : tensor<4xi32>
}

func.func @integer_softmax_input(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // Its only user is itself dead: nothing to raise.
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %x : tensor<4x8xf32>
}

func.func @windows(%x: tensor<1x16x16x4xf32>, %k: tensor<3x3xf32>, %w: tensor<3x3x4x8xf32>,
                   %p0: tensor<1x14x14x4xf32>, %c0: tensor<1x12x12x8xf32>) -> tensor<1x12x12x8xf32> {
  %p = linalg.pooling_nhwc_max ins(%x, %k : tensor<1x16x16x4xf32>, tensor<3x3xf32>) outs(%p0 : tensor<1x14x14x4xf32>) -> tensor<1x14x14x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x14x14x4xf32>, tensor<3x3x4x8xf32>) outs(%c0 : tensor<1x12x12x8xf32>) -> tensor<1x12x12x8xf32>
  return %c : tensor<1x12x12x8xf32>
}

func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %d = linalg.matmul ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}
