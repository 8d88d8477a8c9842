// RUN: redfuser-opt --redfuser-raise %s | FileCheck %s

// The contraction that makes the scores reads Q and K where they are: heads in the
// middle, K not transposed, one head of K for two of Q. No copy is left.

// CHECK-DAG: #[[Q:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2, d5)>
// CHECK-DAG: #[[K:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
// CHECK-DAG: #[[S:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>

// CHECK-LABEL: func.func @grouped
// CHECK-SAME: %[[QUERY:.*]]: tensor<2x32x4x16xf32>, %[[KEY:.*]]: tensor<2x48x2x16xf32>, %[[VALUE:.*]]: tensor<2x48x2x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK-DAG: %[[QG:.*]] = tensor.expand_shape %[[QUERY]] {{.*}} into tensor<2x32x2x2x16xf32>
// CHECK: %[[SCORES:.*]] = linalg.generic
// CHECK-SAME: indexing_maps = [#[[Q]], #[[K]], #[[S]]]
// CHECK-SAME: "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"
// CHECK-SAME: ins(%[[QG]], %[[KEY]] :
// CHECK: cascade.chain
// CHECK-NEXT: ins(%[[SCORES]] (d0, d1, d2, d3, d5), %[[VALUE]] (d0, d5, d1, d4)
// The result is put where the source transposes it to, by one op next to the chain.
// CHECK: linalg.generic {{.*}} ins(%{{.*}}#2 : tensor<2x2x2x32x16xf32>) outs(%{{.*}} : tensor<2x32x2x2x16xf32>)
// CHECK-NOT: linalg.transpose
#b4 = affine_map<(b, h, n, d) -> (b, h, n, d)>
#b5 = affine_map<(b, h, r, n, d) -> (b, h, r, n, d)>
#h5 = affine_map<(b, h, r, n, d) -> (b, h, n, d)>
#row = affine_map<(b, n, k) -> (b, n)>
#score = affine_map<(b, n, k) -> (b, n, k)>
func.func @grouped(%q: tensor<2x32x4x16xf32>, %k: tensor<2x48x2x16xf32>, %v: tensor<2x48x2x16xf32>) -> tensor<2x32x4x16xf32> {
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %qe = tensor.empty() : tensor<2x4x32x16xf32>
  %qt = linalg.transpose ins(%q : tensor<2x32x4x16xf32>) outs(%qe : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3]
  %ke = tensor.empty() : tensor<2x2x48x16xf32>
  %kt = linalg.transpose ins(%k : tensor<2x48x2x16xf32>) outs(%ke : tensor<2x2x48x16xf32>) permutation = [0, 2, 1, 3]
  %re = tensor.empty() : tensor<2x2x2x48x16xf32>
  %rep = linalg.generic {indexing_maps = [#h5, #b5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%kt : tensor<2x2x48x16xf32>) outs(%re : tensor<2x2x2x48x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x2x2x48x16xf32>
  %k4 = tensor.collapse_shape %rep [[0], [1, 2], [3], [4]] : tensor<2x2x2x48x16xf32> into tensor<2x4x48x16xf32>
  %te = tensor.empty() : tensor<2x4x16x48xf32>
  %k4t = linalg.transpose ins(%k4 : tensor<2x4x48x16xf32>) outs(%te : tensor<2x4x16x48xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
  %k3 = tensor.collapse_shape %k4t [[0, 1], [2], [3]] : tensor<2x4x16x48xf32> into tensor<8x16x48xf32>
  %se = tensor.empty() : tensor<8x32x48xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x32x48xf32>) -> tensor<8x32x48xf32>
  %s = linalg.batch_matmul ins(%q3, %k3 : tensor<8x32x16xf32>, tensor<8x16x48xf32>) outs(%s0 : tensor<8x32x48xf32>) -> tensor<8x32x48xf32>
  %me = tensor.empty() : tensor<8x32xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%me : tensor<8x32xf32>) -> tensor<8x32xf32>
  %m = linalg.generic {indexing_maps = [#score, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<8x32x48xf32>) outs(%m0 : tensor<8x32xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%me : tensor<8x32xf32>) -> tensor<8x32xf32>
  %l = linalg.generic {indexing_maps = [#score, #row, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %m : tensor<8x32x48xf32>, tensor<8x32xf32>) outs(%l0 : tensor<8x32xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<8x32xf32>
  %ve = tensor.empty() : tensor<2x2x48x16xf32>
  %vt = linalg.transpose ins(%v : tensor<2x48x2x16xf32>) outs(%ve : tensor<2x2x48x16xf32>) permutation = [0, 2, 1, 3]
  %vrep = linalg.generic {indexing_maps = [#h5, #b5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%vt : tensor<2x2x48x16xf32>) outs(%re : tensor<2x2x2x48x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x2x2x48x16xf32>
  %v3 = tensor.collapse_shape %vrep [[0, 1, 2], [3], [4]] : tensor<2x2x2x48x16xf32> into tensor<8x48x16xf32>
  %pe = tensor.empty() : tensor<8x32x48xf32>
  %p = linalg.generic {indexing_maps = [#score, #row, #row, #score], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m, %l : tensor<8x32x48xf32>, tensor<8x32xf32>, tensor<8x32xf32>) outs(%pe : tensor<8x32x48xf32>) {
  ^bb0(%in: f32, %max: f32, %sum: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %sum : f32
    linalg.yield %2 : f32
  } -> tensor<8x32x48xf32>
  %oe = tensor.empty() : tensor<8x32x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
  %o = linalg.batch_matmul ins(%p, %v3 : tensor<8x32x48xf32>, tensor<8x48x16xf32>) outs(%o0 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
  %o4 = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
  %out0 = tensor.empty() : tensor<2x32x4x16xf32>
  %out = linalg.transpose ins(%o4 : tensor<2x4x32x16xf32>) outs(%out0 : tensor<2x32x4x16xf32>) permutation = [0, 2, 1, 3]
  return %out : tensor<2x32x4x16xf32>
}

// Without V the rows of the chain are batch times heads, and the scores of split heads
// would have to be collapsed for it: they stay.
// CHECK-LABEL: func.func @no_split_rows
// CHECK: linalg.transpose
// CHECK: linalg.batch_matmul
// CHECK: cascade.chain
func.func @no_split_rows(%q: tensor<2x32x4x16xf32>, %k: tensor<2x48x2x16xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %qe = tensor.empty() : tensor<2x4x32x16xf32>
  %qt = linalg.transpose ins(%q : tensor<2x32x4x16xf32>) outs(%qe : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3]
  %ke = tensor.empty() : tensor<2x2x48x16xf32>
  %kt = linalg.transpose ins(%k : tensor<2x48x2x16xf32>) outs(%ke : tensor<2x2x48x16xf32>) permutation = [0, 2, 1, 3]
  %re = tensor.empty() : tensor<2x2x2x48x16xf32>
  %rep = linalg.generic {indexing_maps = [#h5, #b5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%kt : tensor<2x2x48x16xf32>) outs(%re : tensor<2x2x2x48x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x2x2x48x16xf32>
  %k4 = tensor.collapse_shape %rep [[0], [1, 2], [3], [4]] : tensor<2x2x2x48x16xf32> into tensor<2x4x48x16xf32>
  %te = tensor.empty() : tensor<2x4x16x48xf32>
  %k4t = linalg.transpose ins(%k4 : tensor<2x4x48x16xf32>) outs(%te : tensor<2x4x16x48xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
  %k3 = tensor.collapse_shape %k4t [[0, 1], [2], [3]] : tensor<2x4x16x48xf32> into tensor<8x16x48xf32>
  %se = tensor.empty() : tensor<8x32x48xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x32x48xf32>) -> tensor<8x32x48xf32>
  %s = linalg.batch_matmul ins(%q3, %k3 : tensor<8x32x16xf32>, tensor<8x16x48xf32>) outs(%s0 : tensor<8x32x48xf32>) -> tensor<8x32x48xf32>
  %me = tensor.empty() : tensor<8x32xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%me : tensor<8x32xf32>) -> tensor<8x32xf32>
  %m = linalg.generic {indexing_maps = [#score, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<8x32x48xf32>) outs(%m0 : tensor<8x32xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%me : tensor<8x32xf32>) -> tensor<8x32xf32>
  %l = linalg.generic {indexing_maps = [#score, #row, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %m : tensor<8x32x48xf32>, tensor<8x32xf32>) outs(%l0 : tensor<8x32xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<8x32xf32>
  return %m, %l : tensor<8x32xf32>, tensor<8x32xf32>
}

// Scores with another reader are a tensor of their own.
// CHECK-LABEL: func.func @no_other_reader
// CHECK: linalg.transpose
// CHECK: linalg.matmul
// CHECK: cascade.chain
#s2 = affine_map<(n, k) -> (n, k)>
#r2 = affine_map<(n, k) -> (n)>
func.func @no_other_reader(%q: tensor<32x16xf32>, %k: tensor<48x16xf32>) -> (tensor<32xf32>, tensor<32xf32>, tensor<32x48xf32>) {
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<16x48xf32>
  %kt = linalg.transpose ins(%k : tensor<48x16xf32>) outs(%te : tensor<16x48xf32>) permutation = [1, 0]
  %se = tensor.empty() : tensor<32x48xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<32x48xf32>) -> tensor<32x48xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<32x16xf32>, tensor<16x48xf32>) outs(%s0 : tensor<32x48xf32>) -> tensor<32x48xf32>
  %me = tensor.empty() : tensor<32xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%me : tensor<32xf32>) -> tensor<32xf32>
  %m = linalg.generic {indexing_maps = [#s2, #r2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<32x48xf32>) outs(%m0 : tensor<32xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<32xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%me : tensor<32xf32>) -> tensor<32xf32>
  %l = linalg.generic {indexing_maps = [#s2, #r2, #r2], iterator_types = ["parallel", "reduction"]}
      ins(%s, %m : tensor<32x48xf32>, tensor<32xf32>) outs(%l0 : tensor<32xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<32xf32>
  return %m, %l, %s : tensor<32xf32>, tensor<32xf32>, tensor<32x48xf32>
}

// An init that is no constant stays where it is.
// CHECK-LABEL: func.func @no_init
// CHECK: linalg.transpose
// CHECK: linalg.matmul
// CHECK: cascade.chain
func.func @no_init(%q: tensor<32x16xf32>, %k: tensor<48x16xf32>, %s0: tensor<32x48xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<16x48xf32>
  %kt = linalg.transpose ins(%k : tensor<48x16xf32>) outs(%te : tensor<16x48xf32>) permutation = [1, 0]
  %s = linalg.matmul ins(%q, %kt : tensor<32x16xf32>, tensor<16x48xf32>) outs(%s0 : tensor<32x48xf32>) -> tensor<32x48xf32>
  %me = tensor.empty() : tensor<32xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%me : tensor<32xf32>) -> tensor<32xf32>
  %m = linalg.generic {indexing_maps = [#s2, #r2], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<32x48xf32>) outs(%m0 : tensor<32xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<32xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%me : tensor<32xf32>) -> tensor<32xf32>
  %l = linalg.generic {indexing_maps = [#s2, #r2, #r2], iterator_types = ["parallel", "reduction"]}
      ins(%s, %m : tensor<32x48xf32>, tensor<32xf32>) outs(%l0 : tensor<32xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<32xf32>
  return %m, %l : tensor<32xf32>, tensor<32xf32>
}

// A gather that only this reads is read through its reshape, which would divide
// the axis otherwise: one axis of 8 * 6 positions.
// CHECK-LABEL: func.func @paged(
// CHECK: tensor.extract
// CHECK: %[[V:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<8x6x16xf32> into tensor<48x16xf32>
// CHECK: cascade.chain [parallel, parallel, axis]
// CHECK-NEXT: ins(%arg0 (d0, d2), %[[V]] (d2, d1) : tensor<4x48xf32>, tensor<48x16xf32>)
func.func @paged(%x: tensor<4x48xf32>, %pages: tensor<20x6x16xf32>, %table: tensor<8xi64>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %er = tensor.empty() : tensor<4xf32>
  %ex = tensor.empty() : tensor<4x48xf32>
  %eg = tensor.empty() : tensor<8x6x16xf32>
  %eo = tensor.empty() : tensor<4x16xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%table : tensor<8xi64>) outs(%eg : tensor<8x6x16xf32>) {
  ^bb0(%n: i64, %o: f32):
    %i = arith.index_cast %n : i64 to index
    %b = linalg.index 1 : index
    %c = linalg.index 2 : index
    %v = tensor.extract %pages[%i, %b, %c] : tensor<20x6x16xf32>
    linalg.yield %v : f32
  } -> tensor<8x6x16xf32>
  %v = tensor.collapse_shape %g [[0, 1], [2]] : tensor<8x6x16xf32> into tensor<48x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x48xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %e = linalg.generic {indexing_maps = [affine_map<(a,b)->(a,b)>, affine_map<(a,b)->(a)>, affine_map<(a,b)->(a,b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x48xf32>, tensor<4xf32>) outs(%ex : tensor<4x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<4x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x16xf32>) -> tensor<4x16xf32>
  %o = linalg.matmul ins(%e, %v : tensor<4x48xf32>, tensor<48x16xf32>) outs(%o0 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %o : tensor<4x16xf32>
}
