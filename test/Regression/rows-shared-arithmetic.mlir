// The same of the position that a term is at.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu -o /dev/null
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @label(%x: tensor<?x67xf32>, %label: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x67xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x67xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<?x67xf32>, tensor<?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %t = linalg.generic {indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %label : tensor<?x67xf32>, tensor<?xi32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: i32, %acc: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %z0 = arith.addi %b, %b : i32
%z1 = arith.muli %z0, %z0 : i32
%z2 = arith.addi %z1, %z1 : i32
%z3 = arith.muli %z2, %z2 : i32
%z4 = arith.addi %z3, %z3 : i32
%z5 = arith.muli %z4, %z4 : i32
%z6 = arith.addi %z5, %z5 : i32
%z7 = arith.muli %z6, %z6 : i32
%z8 = arith.addi %z7, %z7 : i32
%z9 = arith.muli %z8, %z8 : i32
%z10 = arith.addi %z9, %z9 : i32
%z11 = arith.muli %z10, %z10 : i32
%z12 = arith.addi %z11, %z11 : i32
%z13 = arith.muli %z12, %z12 : i32
%z14 = arith.addi %z13, %z13 : i32
%z15 = arith.muli %z14, %z14 : i32
%z16 = arith.addi %z15, %z15 : i32
%z17 = arith.muli %z16, %z16 : i32
%z18 = arith.addi %z17, %z17 : i32
%z19 = arith.muli %z18, %z18 : i32
%z20 = arith.addi %z19, %z19 : i32
%z21 = arith.muli %z20, %z20 : i32
%z22 = arith.addi %z21, %z21 : i32
%z23 = arith.muli %z22, %z22 : i32
%z24 = arith.addi %z23, %z23 : i32
%z25 = arith.muli %z24, %z24 : i32
%z26 = arith.addi %z25, %z25 : i32
%z27 = arith.muli %z26, %z26 : i32
%z28 = arith.addi %z27, %z27 : i32
%z29 = arith.muli %z28, %z28 : i32
%z30 = arith.addi %z29, %z29 : i32
%z31 = arith.muli %z30, %z30 : i32
%z32 = arith.addi %z31, %z31 : i32
%z33 = arith.muli %z32, %z32 : i32
%z34 = arith.addi %z33, %z33 : i32
%z35 = arith.muli %z34, %z34 : i32
%z36 = arith.addi %z35, %z35 : i32
%z37 = arith.muli %z36, %z36 : i32
%z38 = arith.addi %z37, %z37 : i32
%z39 = arith.muli %z38, %z38 : i32
%z40 = arith.addi %z39, %z39 : i32
%z41 = arith.muli %z40, %z40 : i32
%z42 = arith.addi %z41, %z41 : i32
%z43 = arith.muli %z42, %z42 : i32
%z44 = arith.addi %z43, %z43 : i32
    %hit = arith.cmpi eq, %j, %z44 : i32
    %0 = arith.select %hit, %a, %zero : f32
    %1 = arith.addf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %s, %t : tensor<?xf32>, tensor<?xf32>
}
