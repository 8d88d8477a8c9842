// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// Positions in i8 of 300 elements wrap around: the first of equal ones was taken for
// the one whose number is smallest.
// CHECK-LABEL: func.func @narrow_positions
// CHECK-NOT:   cascade.chain
// CHECK-LABEL: func.func @wide_enough
// CHECK:       cascade.chain
func.func @narrow_positions(%x: tensor<2x300xf32>) -> (tensor<2xf32>, tensor<2xi8>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i8
  %f = tensor.empty() : tensor<2xf32>
  %g = tensor.empty() : tensor<2xi8>
  %m = linalg.fill ins(%ninf : f32) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %p = linalg.fill ins(%zero : i8) outs(%g : tensor<2xi8>) -> tensor<2xi8>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x300xf32>) outs(%m, %p : tensor<2xf32>, tensor<2xi8>) {
  ^bb0(%in: f32, %best: f32, %where: i8):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i8
    %0 = arith.maximumf %in, %best : f32
    %1 = arith.cmpf ogt, %in, %best : f32
    %2 = arith.select %1, %j, %where : i8
    linalg.yield %0, %2 : f32, i8
  } -> (tensor<2xf32>, tensor<2xi8>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi8>
}

func.func @wide_enough(%x: tensor<2x100xf32>) -> (tensor<2xf32>, tensor<2xi8>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i8
  %f = tensor.empty() : tensor<2xf32>
  %g = tensor.empty() : tensor<2xi8>
  %m = linalg.fill ins(%ninf : f32) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %p = linalg.fill ins(%zero : i8) outs(%g : tensor<2xi8>) -> tensor<2xi8>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x100xf32>) outs(%m, %p : tensor<2xf32>, tensor<2xi8>) {
  ^bb0(%in: f32, %best: f32, %where: i8):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i8
    %0 = arith.maximumf %in, %best : f32
    %1 = arith.cmpf ogt, %in, %best : f32
    %2 = arith.select %1, %j, %where : i8
    linalg.yield %0, %2 : f32, i8
  } -> (tensor<2xf32>, tensor<2xi8>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi8>
}
