// RUN: redfuser run %s --check | FileCheck %s

// Positions in i8 of 300 elements wrap around: the first of equal ones was taken for
// the one whose number is smallest.
// CHECK: check passed
func.func @narrow_positions() -> (tensor<2xf32>, tensor<2xi8>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i8
  %e = tensor.empty() : tensor<2x300xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x300xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 1 : index
    %c5 = arith.constant 5 : index
    %c200 = arith.constant 200 : index
    %a = arith.cmpi eq, %i, %c5 : index
    %b = arith.cmpi eq, %i, %c200 : index
    %hit = arith.ori %a, %b : i1
    %v = arith.uitofp %hit : i1 to f32
    linalg.yield %v : f32
  } -> tensor<2x300xf32>
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
