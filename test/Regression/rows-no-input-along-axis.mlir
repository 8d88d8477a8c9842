// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s
// RUN: redfuser compile %s --target=nvptx -o %t.ptx

// What is reduced uses no input along the axis, and is read twice. Fused into a reduction, it stayed as a second result of
// that, along the axis, for its length, which has no GPU lowering.

// CHECK-LABEL: func @positions
// CHECK-NOT: -> (tensor<8x?xf32>, tensor<?xi32>)
// CHECK: return
#rows = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#swapped = affine_map<(d0, d1) -> (d1, d0)>
func.func @positions(%x: tensor<?xbf16>, %y: tensor<?x8xbf16>) -> (tensor<?xf32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 2147483647 : i32
  %n = tensor.dim %x, %c0 : tensor<?xbf16>
  %e = tensor.empty(%n) : tensor<8x?xf32>
  %wide = linalg.generic {indexing_maps = [#rows, #swapped, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?xbf16>, tensor<?x8xbf16>) outs(%e : tensor<8x?xf32>) {
  ^bb0(%in: bf16, %unused: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x?xf32>
  %r = tensor.empty(%n) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.empty(%n) : tensor<?xi32>
  %start = linalg.fill ins(%none : i32) outs(%p : tensor<?xi32>) -> tensor<?xi32>
  %first:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["reduction", "parallel"]}
      ins(%wide : tensor<8x?xf32>) outs(%init, %start : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %acc: f32, %where: i32):
    %0 = arith.minimumf %in, %acc : f32
    %1 = arith.addi %where, %none : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %position = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["reduction", "parallel"]}
      ins(%wide, %first#0 : tensor<8x?xf32>, tensor<?xf32>) outs(%start : tensor<?xi32>) {
  ^bb0(%in: f32, %row: f32, %acc: i32):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i32
    %c = arith.cmpf oeq, %in, %row : f32
    %0 = arith.select %c, %here, %none : i32
    %1 = arith.minsi %acc, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %first#0, %position : tensor<?xf32>, tensor<?xi32>
}
