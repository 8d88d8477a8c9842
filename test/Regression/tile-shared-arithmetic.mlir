// Arithmetic that uses each value twice took 2^56 steps to read.
// RUN: redfuser-opt %s --redfuser-to-linalg -o /dev/null
func.func @attention(%q: tensor<1x1x40x16xf32>, %k: tensor<1x1x70x16xf32>, %v: tensor<1x1x70x16xf32>) -> tensor<1x1x40x16xf32> {
 %ninf0 = arith.constant 0xFF800000 : f32
 %c0z = arith.constant 0 : index
 %zero = arith.constant 0.0 : f32
 %ninf = arith.constant 0xFF800000 : f32
 %scale = arith.constant 0.125 : f32
 %es = tensor.empty() : tensor<1x1x40x70xf32>
 %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<1x1x40x70xf32>) -> tensor<1x1x40x70xf32>
 %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x1x40x16xf32>, tensor<1x1x70x16xf32>) outs(%s0 : tensor<1x1x40x70xf32>) {
 ^bb0(%a: f32, %b: f32, %c: f32):
  %c1x = arith.constant 1.0 : f32
 %x = arith.mulf %a, %c1x : f32
  %c1y = arith.constant 1.0 : f32
 %y = arith.mulf %b, %c1y : f32
  %z = arith.mulf %x, %y : f32
  %w = arith.addf %c, %z : f32
  linalg.yield %w : f32
 } -> tensor<1x1x40x70xf32>
 %xx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<1x1x40x70xf32>) outs(%es : tensor<1x1x40x70xf32>) {
 ^bb0(%a: f32, %o: f32):
  %x = arith.mulf %a, %scale : f32
  %ii0 = linalg.index 0 : index
  %ii2 = linalg.index 2 : index
  %ii3 = linalg.index 3 : index
  %bb = arith.index_cast %ii0 : index to i64
  %r = arith.index_cast %ii2 : index to i64
  %p = arith.index_cast %ii3 : index to i64
  %z0 = arith.addi %p, %r : i64
  %z1 = arith.addi %z0, %z0 : i64
  %z2 = arith.subi %z1, %r : i64
  %z3 = arith.addi %z2, %z2 : i64
  %z4 = arith.subi %z3, %r : i64
  %z5 = arith.addi %z4, %z4 : i64
  %z6 = arith.subi %z5, %r : i64
  %z7 = arith.addi %z6, %z6 : i64
  %z8 = arith.subi %z7, %r : i64
  %z9 = arith.addi %z8, %z8 : i64
  %z10 = arith.subi %z9, %r : i64
  %z11 = arith.addi %z10, %z10 : i64
  %z12 = arith.subi %z11, %r : i64
  %z13 = arith.addi %z12, %z12 : i64
  %z14 = arith.subi %z13, %r : i64
  %z15 = arith.addi %z14, %z14 : i64
  %z16 = arith.subi %z15, %r : i64
  %z17 = arith.addi %z16, %z16 : i64
  %z18 = arith.subi %z17, %r : i64
  %z19 = arith.addi %z18, %z18 : i64
  %z20 = arith.subi %z19, %r : i64
  %z21 = arith.addi %z20, %z20 : i64
  %z22 = arith.subi %z21, %r : i64
  %z23 = arith.addi %z22, %z22 : i64
  %z24 = arith.subi %z23, %r : i64
  %z25 = arith.addi %z24, %z24 : i64
  %z26 = arith.subi %z25, %r : i64
  %z27 = arith.addi %z26, %z26 : i64
  %z28 = arith.subi %z27, %r : i64
  %z29 = arith.addi %z28, %z28 : i64
  %z30 = arith.subi %z29, %r : i64
  %z31 = arith.addi %z30, %z30 : i64
  %z32 = arith.subi %z31, %r : i64
  %z33 = arith.addi %z32, %z32 : i64
  %z34 = arith.subi %z33, %r : i64
  %z35 = arith.addi %z34, %z34 : i64
  %z36 = arith.subi %z35, %r : i64
  %z37 = arith.addi %z36, %z36 : i64
  %z38 = arith.subi %z37, %r : i64
  %z39 = arith.addi %z38, %z38 : i64
  %z40 = arith.subi %z39, %r : i64
  %z41 = arith.addi %z40, %z40 : i64
  %z42 = arith.subi %z41, %r : i64
  %z43 = arith.addi %z42, %z42 : i64
  %z44 = arith.subi %z43, %r : i64
  %z45 = arith.addi %z44, %z44 : i64
  %z46 = arith.subi %z45, %r : i64
  %z47 = arith.addi %z46, %z46 : i64
  %z48 = arith.subi %z47, %r : i64
  %z49 = arith.addi %z48, %z48 : i64
  %z50 = arith.subi %z49, %r : i64
  %z51 = arith.addi %z50, %z50 : i64
  %z52 = arith.subi %z51, %r : i64
  %z53 = arith.addi %z52, %z52 : i64
  %z54 = arith.subi %z53, %r : i64
  %z55 = arith.addi %z54, %z54 : i64
  %z56 = arith.subi %z55, %r : i64
  %cond = arith.cmpi sle, %z56, %r : i64
  %y = arith.select %cond, %x, %ninf : f32
  linalg.yield %y : f32
 } -> tensor<1x1x40x70xf32>
 %er = tensor.empty() : tensor<1x1x40xf32>
 %m0 = linalg.fill ins(%ninf0 : f32) outs(%er : tensor<1x1x40xf32>) -> tensor<1x1x40xf32>
 %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%xx : tensor<1x1x40x70xf32>) outs(%m0 : tensor<1x1x40xf32>) {
 ^bb0(%a: f32, %c: f32):
  %w = arith.maximumf %a, %c : f32
  linalg.yield %w : f32
 } -> tensor<1x1x40xf32>
 %e = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%xx, %m : tensor<1x1x40x70xf32>, tensor<1x1x40xf32>) outs(%es : tensor<1x1x40x70xf32>) {
 ^bb0(%a: f32, %b: f32, %o: f32):
  %y = arith.subf %a, %b : f32
  %w = math.exp %y : f32
  linalg.yield %w : f32
 } -> tensor<1x1x40x70xf32>
 %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<1x1x40xf32>) -> tensor<1x1x40xf32>
 %l = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%e : tensor<1x1x40x70xf32>) outs(%l0 : tensor<1x1x40xf32>) {
 ^bb0(%a: f32, %c: f32):
  %w = arith.addf %a, %c : f32
  linalg.yield %w : f32
 } -> tensor<1x1x40xf32>
 %eb = tensor.empty() : tensor<1x1x40x70xf32>
 %pp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e, %l : tensor<1x1x40x70xf32>, tensor<1x1x40xf32>) outs(%eb : tensor<1x1x40x70xf32>) {
 ^bb0(%a: f32, %b: f32, %o: f32):
  %y = arith.divf %a, %b : f32
  linalg.yield %y : f32
 } -> tensor<1x1x40x70xf32>
 %eo = tensor.empty() : tensor<1x1x40x16xf32>
 %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x1x40x16xf32>) -> tensor<1x1x40x16xf32>
 %oo = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]} ins(%pp, %v : tensor<1x1x40x70xf32>, tensor<1x1x70x16xf32>) outs(%o0 : tensor<1x1x40x16xf32>) {
 ^bb0(%a: f32, %b: f32, %c: f32):
  %c1x = arith.constant 1.0 : f32
 %x = arith.mulf %a, %c1x : f32
  %c1y = arith.constant 1.0 : f32
 %y = arith.mulf %b, %c1y : f32
  %z = arith.mulf %x, %y : f32
  %w = arith.addf %c, %z : f32
  linalg.yield %w : f32
 } -> tensor<1x1x40x16xf32>
 return %oo : tensor<1x1x40x16xf32>
}
