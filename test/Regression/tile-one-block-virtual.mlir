// RUN: redfuser-opt %s --redfuser-to-nvvm | FileCheck %s

// A product that is computed in the only tile of a fold was taken for one that is left
// outside of the tiles: loops of one iteration are no loops in the end.

// CHECK-LABEL: llvm.func @one_tile
// CHECK:       gpu.launch_func
func.func @one_tile(%a: tensor<20x32xf32>, %b: tensor<32x8xf32>) -> (tensor<20xf32>, tensor<20xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<20x8xf32>
  %r = tensor.empty() : tensor<20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x8xf32>) -> tensor<20x8xf32>
  %x = linalg.matmul ins(%a, %b : tensor<20x32xf32>, tensor<32x8xf32>) outs(%f : tensor<20x8xf32>) -> tensor<20x8xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<20xf32>) -> tensor<20xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<20xf32>) -> tensor<20xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<20x8xf32>) outs(%m0 : tensor<20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<20xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<20x8xf32>, tensor<20xf32>) outs(%s0 : tensor<20xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<20xf32>
  return %m, %s : tensor<20xf32>, tensor<20xf32>
}
