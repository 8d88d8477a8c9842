// RUN: redfuser-opt %s --split-input-file --redfuser-raise | FileCheck %s

// torch-mlir's maximum with an unused index: only the value is reduced.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#keep = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-LABEL: func @unused_argmax
func.func @unused_argmax(%x: tensor<4x16xf32>, %m0: tensor<4xf32>, %i0: tensor<4xi64>, %l0: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %f = tensor.empty() : tensor<4x16xf32>
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: reduce #cascade.maximumf -> (d0)
  // CHECK: reduce #cascade.addf -> (d0)
  // CHECK-NOT: i64
  // CHECK: return
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%m0, %i0 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %acc: f32, %at: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %a, %acc : f32
    %3 = arith.cmpf ogt, %a, %acc : f32
    %4 = arith.select %3, %1, %at : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  %mk = tensor.expand_shape %m#0 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %p = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mk : tensor<4x16xf32>, tensor<4x1xf32>) outs(%f : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x16xf32>
  %l = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<4x16xf32>) outs(%l0 : tensor<4x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4x1xf32>
  return %l : tensor<4x1xf32>
}

// -----

// Compare and select, from a number, is maxnumf; acc - x adds the negation.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @compare_select
func.func @compare_select(%x: tensor<4x16xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: reduce #cascade.maxnumf -> (d0)
  // CHECK: reduce #cascade.addf -> (d0)
  // CHECK: %[[E:.*]] = math.exp
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[E]]
  // CHECK-NEXT: cascade.yield %[[N]]
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.cmpf olt, %acc, %a : f32
    %1 = arith.select %0, %a, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x16xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.subf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// -----

// Two reduction loops, one op transposed, the position used.

#x = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#xt = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
#r0 = affine_map<(d0, d1, d2) -> (d0)>
#r2 = affine_map<(d0, d1, d2) -> (d2)>

// CHECK-LABEL: func @two_axes
func.func @two_axes(%x: tensor<4x16x3xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [axis, axis, parallel]
  // CHECK-NEXT: ins(%arg0 (d2, d1, d0) :
  // CHECK: reduce #cascade.maximumf -> (d2)
  // CHECK: reduce #cascade.addf -> (d2)
  // CHECK: %[[I:.*]] = cascade.index 1
  // CHECK-NEXT: arith.index_cast %[[I]]
  %m = linalg.generic {indexing_maps = [#x, #r0], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<4x16x3xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#xt, #r2, #r2], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x, %m : tensor<4x16x3xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
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

// -----

// The maximum over a flat view, the sum over the original: one axis of two
// dimensions, because the collapsed loop is split.

#x = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#r = affine_map<(d0, d1, d2) -> (d0)>
#flat = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @flat_view
func.func @flat_view(%x: tensor<4x6x5xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: cascade.chain [parallel, axis, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d1, d2) :
  %v = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x6x5xf32> into tensor<4x30xf32>
  %m = linalg.generic {indexing_maps = [#flat, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v : tensor<4x30xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#x, #r, #r], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %m : tensor<4x6x5xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// -----

// A chain inside of a loop body; values from above are inputs.

#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>

// CHECK-LABEL: func @in_loop
func.func @in_loop(%x: tensor<?xf32>, %n: index, %m0: tensor<f32>, %l0: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: cascade.chain [axis]
  // CHECK: reduce #cascade.maximumf -> ()
  // CHECK: scf.yield
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc0 = %l0) -> tensor<f32> {
    %m = linalg.generic {indexing_maps = [#id, #s], iterator_types = ["reduction"]}
        ins(%x : tensor<?xf32>) outs(%m0 : tensor<f32>) {
    ^bb0(%a: f32, %acc: f32):
      %0 = arith.maximumf %a, %acc : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %l = linalg.generic {indexing_maps = [#id, #s, #s], iterator_types = ["reduction"]}
        ins(%x, %m : tensor<?xf32>, tensor<f32>) outs(%acc0 : tensor<f32>) {
    ^bb0(%a: f32, %b: f32, %acc: f32):
      %0 = arith.subf %a, %b : f32
      %1 = math.exp %0 : f32
      %2 = arith.addf %acc, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<f32>
    scf.yield %l : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// The size of a result is asked for, and a pure op between the members uses one:
// the first is answered by the init, the second moves behind the chain.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#r1 = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @users_between
func.func @users_between(%x: tensor<?x16xf32>, %m0: tensor<?xf32>, %l0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  // CHECK: tensor.dim %arg1
  // CHECK: %[[R:.*]]:2 = cascade.chain
  // CHECK: math.absf %[[R]]#0
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x16xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %d = tensor.dim %m, %c0 : tensor<?xf32>
  %abs = math.absf %m : tensor<?xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<?x16xf32>, tensor<?xf32>) outs(%l0 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %l, %abs, %d : tensor<?xf32>, tensor<?xf32>, index
}
