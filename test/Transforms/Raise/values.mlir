// Raising changes no values: each function is run as it stands and with its
// reductions raised (and lowered again), against float64. Then with its chains
// fused.
// RUN: for f in transposed flat_view position negated unnormalised other_scale shared_maximum two_softmaxes in_branch column_mask grouped_heads crossing; do \
// RUN:   for p in 'redfuser-raise{keep-refused=true}' 'redfuser-raise,redfuser-fuse'; do \
// RUN:     redfuser run %s --check --func=$f --passes="builtin.module($p)" > %t.log || { echo $f $p; cat %t.log; exit 1; }; \
// RUN:   done; done
// Every function has a chain.
// RUN: redfuser-opt %s --redfuser-raise=keep-refused=true | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row3 = affine_map<(d0, d1, d2) -> (d0)>

// CHECK-LABEL: func @transposed
// CHECK: cascade.chain
func.func @transposed(%x: tensor<7x5xf32>) -> tensor<5x7xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = tensor.empty() : tensor<5x7xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %t = linalg.transpose ins(%x : tensor<7x5xf32>) outs(%f : tensor<5x7xf32>) permutation = [1, 0]
  %m = linalg.generic {indexing_maps = [#tr, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x5xf32>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %m : tensor<5x7xf32>, tensor<5xf32>) outs(%f : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %l = linalg.reduce { arith.addf } ins(%p : tensor<5x7xf32>) outs(%l0 : tensor<5xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %l : tensor<5x7xf32>, tensor<5xf32>) outs(%f : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<5x7xf32>
  return %y : tensor<5x7xf32>
}

// CHECK-LABEL: func @flat_view
// CHECK: cascade.chain
func.func @flat_view(%x: tensor<4x6x5xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x6x5xf32> into tensor<4x30xf32>
  %m = linalg.reduce { arith.maximumf } ins(%v : tensor<4x30xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %l = linalg.generic {indexing_maps = [#id3, #row3, #row3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %m : tensor<4x6x5xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// The position along a collapsed axis: computed from two dimensions.

// CHECK-LABEL: func @position
// CHECK: cascade.chain
// CHECK: cascade.index
func.func @position(%x: tensor<4x6x5xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x6x5xf32> into tensor<4x30xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x6x5xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1, 2]
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v, %m : tensor<4x30xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = linalg.index 1 : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %1, %4 : f32
    %6 = arith.addf %acc, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// CHECK-LABEL: func @negated
// CHECK: cascade.chain
func.func @negated(%x: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.cmpf uge, %acc, %a : f32
    %1 = arith.select %0, %acc, %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %n = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %n : tensor<4x9xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.subf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %m, %l : tensor<4xf32>, tensor<4xf32>
}

// The sum and the product of an attention read the maximum only; inits that are
// no identities.

// CHECK-LABEL: func @unnormalised
// CHECK: cascade.chain
func.func @unnormalised(%s: tensor<5x9xf32>, %v: tensor<9x3xf32>) -> (tensor<5x3xf32>, tensor<5xf32>) {
  %start = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = tensor.empty() : tensor<5x9xf32>
  %g = tensor.empty() : tensor<5x3xf32>
  %r0 = linalg.fill ins(%start : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %o0 = linalg.fill ins(%start : f32) outs(%g : tensor<5x3xf32>) -> tensor<5x3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<5x9xf32>) outs(%r0 : tensor<5xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m : tensor<5x9xf32>, tensor<5xf32>) outs(%f : tensor<5x9xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x9xf32>
  %l = linalg.reduce { arith.addf } ins(%p : tensor<5x9xf32>) outs(%r0 : tensor<5xf32>) dimensions = [1]
  %o = linalg.matmul ins(%p, %v : tensor<5x9xf32>, tensor<9x3xf32>) outs(%o0 : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %o, %l : tensor<5x3xf32>, tensor<5xf32>
}

// The exponent scales the scores otherwise than the maximum does: unusual, but
// what the program says.

// CHECK-LABEL: func @other_scale
// CHECK: cascade.chain
func.func @other_scale(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %third = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.mulf %a, %half : f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x9xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %third : f32
    %1 = arith.subf %0, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// Two sums over one maximum, with columns of their own.

// CHECK-LABEL: func @shared_maximum
// CHECK: cascade.chain
// CHECK-NOT: cascade.chain
func.func @shared_maximum(%s: tensor<5x9xf32>, %v: tensor<9x3xf32>, %w: tensor<4x9xf32>) -> (tensor<5x3xf32>, tensor<4x5xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %g = tensor.empty() : tensor<5x3xf32>
  %h = tensor.empty() : tensor<4x5xf32>
  %f = tensor.empty() : tensor<5x9xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%g : tensor<5x3xf32>) -> tensor<5x3xf32>
  %q0 = linalg.fill ins(%zero : f32) outs(%h : tensor<4x5xf32>) -> tensor<4x5xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<5x9xf32>) outs(%m0 : tensor<5xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m : tensor<5x9xf32>, tensor<5xf32>) outs(%f : tensor<5x9xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x9xf32>
  %o = linalg.matmul ins(%p, %v : tensor<5x9xf32>, tensor<9x3xf32>) outs(%o0 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %q = linalg.contract indexing_maps = [affine_map<(c, r, k) -> (c, k)>, affine_map<(c, r, k) -> (r, k)>, affine_map<(c, r, k) -> (c, r)>]
      ins(%w, %p : tensor<4x9xf32>, tensor<5x9xf32>) outs(%q0 : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %o, %q : tensor<5x3xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func @two_softmaxes
// CHECK: cascade.chain
func.func @two_softmaxes(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %e = tensor.empty() : tensor<4x9xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
  %z = linalg.softmax dimension(0) ins(%y : tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
  return %z : tensor<4x9xf32>
}

// CHECK-LABEL: func @in_branch
// CHECK: scf.if
// CHECK: cascade.chain
// CHECK: else
// CHECK: cascade.chain
func.func @in_branch(%x: tensor<4x9xf32>, %take: i1) -> tensor<4x9xf32> {
  %e = tensor.empty() : tensor<4x9xf32>
  %r = scf.if %take -> tensor<4x9xf32> {
    %y = linalg.softmax dimension(1) ins(%x : tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
    scf.yield %y : tensor<4x9xf32>
  } else {
    %y = linalg.softmax dimension(0) ins(%x : tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
    scf.yield %y : tensor<4x9xf32>
  }
  return %r : tensor<4x9xf32>
}

// A mask from the positions, and outs that are read by a pointwise op.

// CHECK-LABEL: func @column_mask
// CHECK: cascade.chain
func.func @column_mask(%x: tensor<6x6xf32>, %b: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<6x6xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x6xf32>) outs(%b : tensor<6x6xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.cmpi uge, %0, %1 : index
    %3 = arith.addf %a, %out : f32
    %4 = arith.select %2, %3, %ninf : f32
    linalg.yield %4 : f32
  } -> tensor<6x6xf32>
  %y = linalg.softmax dimension(1) ins(%s : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %y : tensor<6x6xf32>
}

// Grouped heads: each head of K and V serves two of the queries. The broadcast
// and the collapse are read through, so V is read as it is.

#bcast = affine_map<(b, h, g, m, d) -> (b, h, m, d)>
#id5 = affine_map<(b, h, g, m, d) -> (b, h, g, m, d)>

// CHECK-LABEL: func @grouped_heads
// CHECK: cascade.chain
// CHECK-NEXT: ins(%{{.*}} (d0, d1, d2, d4), %{{.*}} (d0, d4, d3) :
func.func @grouped_heads(%s: tensor<12x5x7xf32>, %v: tensor<2x3x7x4xf32>) -> tensor<12x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e5 = tensor.empty() : tensor<2x3x2x7x4xf32>
  %es = tensor.empty() : tensor<12x5x7xf32>
  %eo = tensor.empty() : tensor<12x5x4xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<12x5x4xf32>) -> tensor<12x5x4xf32>
  %v5 = linalg.generic {indexing_maps = [#bcast, #id5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%v : tensor<2x3x7x4xf32>) outs(%e5 : tensor<2x3x2x7x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x2x7x4xf32>
  %v3 = tensor.collapse_shape %v5 [[0, 1, 2], [3], [4]] : tensor<2x3x2x7x4xf32> into tensor<12x7x4xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<12x5x7xf32>) outs(%es : tensor<12x5x7xf32>) -> tensor<12x5x7xf32>
  %o = linalg.batch_matmul ins(%p, %v3 : tensor<12x5x7xf32>, tensor<12x7x4xf32>) outs(%o0 : tensor<12x5x4xf32>) -> tensor<12x5x4xf32>
  return %o : tensor<12x5x4xf32>
}

// Two chains, each of which reads what comes (through an op that is not looked
// into) from the first member of the other: at most one can be raised.

// CHECK-LABEL: func @crossing
// CHECK: cascade.chain
// CHECK-NOT: cascade.chain
// CHECK: return
func.func @crossing(%x: tensor<5x9xf32>, %y: tensor<5x9xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %a = linalg.reduce { arith.maximumf } ins(%x : tensor<5x9xf32>) outs(%m0 : tensor<5xf32>) dimensions = [1]
  %b = linalg.reduce { arith.maximumf } ins(%y : tensor<5x9xf32>) outs(%m0 : tensor<5xf32>) dimensions = [1]
  %fromA = tensor.concat dim(0) %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<10xf32>
  %fromB = tensor.concat dim(0) %b, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<10xf32>
  %partA = tensor.extract_slice %fromA[3] [5] [1] : tensor<10xf32> to tensor<5xf32>
  %partB = tensor.extract_slice %fromB[3] [5] [1] : tensor<10xf32> to tensor<5xf32>
  %la = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %a, %partB : tensor<5x9xf32>, tensor<5xf32>, tensor<5xf32>) outs(%l0 : tensor<5xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %acc: f32):
    %0 = arith.subf %i, %j : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %1, %k : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<5xf32>
  %lb = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y, %b, %partA : tensor<5x9xf32>, tensor<5xf32>, tensor<5xf32>) outs(%l0 : tensor<5xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %acc: f32):
    %0 = arith.subf %i, %j : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %1, %k : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<5xf32>
  return %la, %lb : tensor<5xf32>, tensor<5xf32>
}
