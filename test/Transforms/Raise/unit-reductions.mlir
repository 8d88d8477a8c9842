// RUN: redfuser-opt %s --split-input-file --redfuser-raise | FileCheck %s

// A reduction over dimensions of size 1 combines its init with one element. It
// is read through like any pointwise code: gradients and keepdim reductions
// put them between members of a chain. The softmax here is one chain with what
// reads its sum through a sum over one element.

#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0, d1) -> (d0, 0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @sum_from_zero
func.func @sum_from_zero(%x: tensor<4x16xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: reduce #cascade.addf
  // CHECK: reduce #cascade.addf -> (d0) (%{{.*}} | %[[M:.*]]) {
  // A sum from 0.0 turns -0.0 into 0.0: its addition stays.
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: arith.addf %[[ZERO]], %[[M]] : f32
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m1 : tensor<4x1xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<4x16xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// From the neutral element the result is the element itself, whatever that is:
// a maximum from -inf, a `maxnumf` from NaN, a sum from -0.0, a product from 1,
// as named ops and generics, one after the other and over several dimensions.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#in = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
#out = affine_map<(d0, d1, d2, d3) -> (d0, d2)>

// CHECK-LABEL: func @from_identities
func.func @from_identities(%x: tensor<4x16xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: reduce #cascade.maximumf
  // CHECK: reduce #cascade.addf -> (d0) (%[[X:.*]] | %[[M:.*]]) {
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[M]] : f32
  // CHECK-NEXT: math.exp %[[D]]
  // CHECK-NEXT: cascade.yield
  // CHECK-NOT: linalg.reduce
  // CHECK: return
  %inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nzero = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f0 = linalg.fill ins(%inf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f1 = linalg.fill ins(%nan : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f2 = linalg.fill ins(%nzero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce ins(%x : tensor<4x16xf32>) outs(%f0 : tensor<4xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %0 = arith.maximumf %in, %init : f32
      linalg.yield %0 : f32
    }
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %a = linalg.reduce { arith.maximumf } ins(%m1 : tensor<4x1xf32>) outs(%f0 : tensor<4xf32>) dimensions = [1]
  %a1 = tensor.expand_shape %a [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %b = linalg.reduce { arith.maxnumf } ins(%a1 : tensor<4x1xf32>) outs(%f1 : tensor<4xf32>) dimensions = [1]
  %b1 = tensor.expand_shape %b [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %c = linalg.reduce { arith.addf } ins(%b1 : tensor<1x4xf32>) outs(%f2 : tensor<4xf32>) dimensions = [0]
  %c1 = tensor.expand_shape %c [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
  %ones = arith.constant dense<1.0> : tensor<4x1xf32>
  %d = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%c1 : tensor<1x4x1x1xf32>) outs(%ones : tensor<4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x1xf32>
  %d1 = tensor.collapse_shape %d [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %d1 : tensor<4x16xf32>, tensor<4xf32>) outs(%f2 : tensor<4xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What any other init gives is computed: here a clamp from below, and a
// difference.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @other_inits
func.func @other_inits(%x: tensor<4x16xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: reduce #cascade.addf
  // CHECK: reduce #cascade.addf -> (d0) (%{{.*}} | %[[S:.*]]) {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK-DAG: %[[EPS:.*]] = arith.constant 1.000000e-03 : f32
  // CHECK: %[[C:.*]] = arith.maximumf %[[EPS]], %[[S]] : f32
  // CHECK: arith.subf %[[TWO]], %[[C]] : f32
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-3 : f32
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%eps : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.addf } ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %a = linalg.reduce { arith.maximumf } ins(%m1 : tensor<4x1xf32>) outs(%g : tensor<4xf32>) dimensions = [1]
  %a1 = tensor.expand_shape %a [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %b = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a1 : tensor<4x1xf32>) outs(%two : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %b : tensor<4x16xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An outer product as a contraction over one element.

// CHECK-LABEL: func @outer_product
func.func @outer_product(%a: tensor<4x1xf32>, %b: tensor<1x16xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK-NEXT: ins(%{{.*}} (d0), %{{.*}} (d1) : tensor<4xf32>, tensor<16xf32>)
  // CHECK: reduce #cascade.maxnumf -> (d0) (%[[A:.*]], %[[B:.*]]) {
  // CHECK: arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NOT: linalg.matmul
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x1xf32>, tensor<1x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  %q = linalg.softmax dimension(1) ins(%p : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%q : tensor<4x16xf32>) outs(%f1 : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// -----

// Positions along a dimension of size 1, of a reduction with two results.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @position
func.func @position(%x: tensor<4x16xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: reduce #cascade.maximumf
  // CHECK: reduce #cascade.addf -> (d0) (%{{.*}} | %[[M:.*]]) {
  // CHECK: arith.cmpf ogt, %[[M]], %{{.*}} : f32
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[SEVEN:.*]] = arith.constant 7 : index
  // CHECK: %[[AT:.*]] = arith.select %{{.*}}, %[[ZERO]], %[[SEVEN]] : index
  // CHECK: arith.index_cast %[[AT]] : index to i32
  // CHECK: return
  %i = arith.constant dense<7> : tensor<4xindex>
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f0 = linalg.fill ins(%inf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x16xf32>) outs(%f0 : tensor<4xf32>) dimensions = [1]
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %a:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m1 : tensor<4x1xf32>) outs(%f0, %i : tensor<4xf32>, tensor<4xindex>) {
  ^bb0(%in: f32, %best: f32, %at: index):
    %0 = linalg.index 1 : index
    %1 = arith.cmpf ogt, %in, %best : f32
    %2 = arith.select %1, %in, %best : f32
    %3 = arith.select %1, %0, %at : index
    linalg.yield %2, %3 : f32, index
  } -> (tensor<4xf32>, tensor<4xindex>)
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %a#0, %a#1 : tensor<4x16xf32>, tensor<4xf32>, tensor<4xindex>) outs(%f1 : tensor<4xf32>) {
  ^bb0(%in: f32, %max: f32, %at: index, %out: f32):
    %0 = arith.index_cast %at : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %max, %1 : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.addf %3, %out : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What is of size 1 only when the program runs is a reduction.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @no_dynamic_size
func.func @no_dynamic_size(%x: tensor<4x16xf32>, %n: index) -> tensor<4xf32> {
  // CHECK-NOT: cascade.chain
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.addf } ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %m2 = tensor.cast %m1 : tensor<4x1xf32> to tensor<?x?xf32>
  %s = tensor.extract_slice %m2[0, 0] [4, %n] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
  %a = linalg.reduce { arith.addf } ins(%s : tensor<4x?xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %a : tensor<4x16xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Two elements are a reduction of their own: it stays, and what reads it is in
// no chain with the first one.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @no_size_two
func.func @no_size_two(%x: tensor<4x16xf32>) -> tensor<2xf32> {
  // CHECK-NOT: cascade.chain
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %m = linalg.reduce { arith.addf } ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %a = linalg.reduce { arith.addf } ins(%m1 : tensor<2x2xf32>) outs(%f2 : tensor<2xf32>) dimensions = [1]
  %x1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 16] : tensor<4x16xf32> into tensor<2x2x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x1, %a : tensor<2x2x16xf32>, tensor<2xf32>) outs(%f2 : tensor<2xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// A body with side effects runs as it stands.

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>

func.func private @log(f32) -> f32

// CHECK-LABEL: func @no_effects
func.func @no_effects(%x: tensor<4x16xf32>) -> tensor<4xf32> {
  // CHECK-NOT: cascade.chain
  // CHECK: func.call @log
  // CHECK-NOT: cascade.chain
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.addf } ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %m1 = tensor.expand_shape %m [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %a = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m1 : tensor<4x1xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = func.call @log(%in) : (f32) -> f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %a : tensor<4x16xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Nothing is fused over an axis of size 1: all of it is pointwise.

// CHECK-LABEL: func @no_axis_of_one
func.func @no_axis_of_one(%s: tensor<3x1xf32>, %v: tensor<1x8xf32>, %o0: tensor<3x8xf32>) -> tensor<3x8xf32> {
  // CHECK-NOT: cascade.chain
  // CHECK: linalg.softmax
  // CHECK: linalg.matmul
  // CHECK: return
  %e = tensor.empty() : tensor<3x1xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<3x1xf32>) outs(%e : tensor<3x1xf32>) -> tensor<3x1xf32>
  %o = linalg.matmul ins(%p, %v : tensor<3x1xf32>, tensor<1x8xf32>) outs(%o0 : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %o : tensor<3x8xf32>
}
