// RUN: redfuser-opt %s --split-input-file --redfuser-raise | FileCheck %s
// RUN: redfuser-opt %s --split-input-file --canonicalize --cse --redfuser-raise | FileCheck %s --check-prefix=SAME
// RUN: redfuser-opt %s --split-input-file --linalg-generalize-named-ops --redfuser-raise | FileCheck %s --check-prefix=SAME

// Named ops: the scores stay a producer, softmax and the second product are one
// chain, and nothing of size rows x keys follows.

// CHECK-LABEL: func @named
// SAME-LABEL: func @named
func.func @named(%q: tensor<16x64xf32>, %k: tensor<64x128xf32>, %v: tensor<128x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<16x128xf32>
  %eo = tensor.empty() : tensor<16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<16x128xf32>) -> tensor<16x128xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: %[[S:.*]] = linalg.matmul ins(%arg0, %arg1
  // CHECK-NOT: linalg.matmul
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, parallel, axis]
  // CHECK-NEXT: ins(%[[S]] (d0, d2), %arg2 (d2, d1) : tensor<16x128xf32>, tensor<128x32xf32>)
  // CHECK: reduce #cascade.maxnumf -> (d0)
  // CHECK: reduce #cascade.addf -> (d0)
  // CHECK: reduce #cascade.addf -> (d0, d1) (%[[X:.*]], %[[V:.*]] | %[[M:.*]], %[[L:.*]]) {
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[M]]
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[D]]
  // CHECK-NEXT: %[[P:.*]] = arith.divf %[[E]], %[[L]]
  // CHECK-NEXT: %[[T:.*]] = arith.mulf %[[P]], %[[V]]
  // CHECK-NEXT: cascade.yield %[[T]]
  // CHECK-NOT: linalg
  // CHECK: return %[[R]]#2
  // SAME: cascade.chain [parallel, parallel, axis]
  // SAME-NOT: linalg
  // SAME: return
  %s = linalg.matmul ins(%q, %k : tensor<16x64xf32>, tensor<64x128xf32>) outs(%s0 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<16x128xf32>) outs(%es : tensor<16x128xf32>) -> tensor<16x128xf32>
  %o = linalg.matmul ins(%p, %v : tensor<16x128xf32>, tensor<128x32xf32>) outs(%o0 : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %o : tensor<16x32xf32>
}

// -----

// Unnormalised: sum and product both read the maximum only, and the division
// comes after. The scale is captured, in f64, and the mask is broadcast.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func @unnormalised
// SAME-LABEL: func @unnormalised
func.func @unnormalised(%s: tensor<?x?xf32>, %mask: tensor<?xf32>, %v: tensor<?x8xf32>, %scale: f64,
                        %m0: tensor<?xf32>, %l0: tensor<?xf32>, %o0: tensor<?x8xf32>, %f: tensor<?x?xf32>) -> tensor<?x8xf32> {
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, parallel, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d2), %arg1 (d2), %arg2 (d2, d1) :
  // CHECK-NEXT: inits(%arg4, %arg5, %arg6 :
  // CHECK: reduce #cascade.maximumf -> (d0) (%[[X:.*]], %[[MASK:.*]], %{{.*}}) {
  // CHECK-NEXT: %[[C:.*]] = arith.truncf %arg3 : f64 to f32
  // CHECK-NEXT: %[[XC:.*]] = arith.mulf %[[X]], %[[C]]
  // CHECK-NEXT: %[[T:.*]] = arith.addf %[[XC]], %[[MASK]]
  // CHECK-NEXT: cascade.yield %[[T]]
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[R]]#2, %[[R]]#1 :
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.divf
  // SAME: cascade.chain
  %t = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mask : tensor<?x?xf32>, tensor<?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.truncf %scale : f64 to f32
    %0 = arith.mulf %a, %c : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<?x?xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x?xf32>) outs(%l0 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %o = linalg.matmul ins(%p, %v : tensor<?x?xf32>, tensor<?x8xf32>) outs(%o0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%o, %l : tensor<?x8xf32>, tensor<?xf32>) outs(%o0 : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// After upstream fusion: everything in the body of the contraction, the axis not
// last; the probabilities are returned as well.

#s = affine_map<(d0, d1, d2) -> (d0, d1)>
#v = affine_map<(d0, d1, d2) -> (d1, d2)>
#r = affine_map<(d0, d1, d2) -> (d0)>
#o = affine_map<(d0, d1, d2) -> (d0, d2)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @fused_body
// SAME-LABEL: func @fused_body
func.func @fused_body(%s: tensor<4x16xbf16>, %vs: tensor<16x8xbf16>,
                      %m0: tensor<4xf32>, %l0: tensor<4xf32>, %o0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x16xbf16>) {
  %f = tensor.empty() : tensor<4x16xbf16>
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, axis, parallel]
  // CHECK-NEXT: ins(%arg0 (d0, d1), %arg1 (d1, d2) :
  // CHECK: reduce #cascade.maximumf -> (d0)
  // CHECK: arith.extf
  // CHECK: reduce #cascade.addf -> (d0)
  // CHECK: reduce #cascade.addf -> (d0, d2)
  // CHECK: arith.truncf
  // CHECK: %[[P:.*]] = linalg.generic
  // CHECK-SAME: ins(%arg0, %[[R]]#0, %[[R]]#1 :
  // CHECK: return %[[R]]#2, %[[P]]
  // SAME: cascade.chain
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<4x16xbf16>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s, %m : tensor<4x16xbf16>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: bf16, %b: f32, %acc: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.subf %0, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  %o = linalg.generic {indexing_maps = [#s, #r, #r, #v, #o], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%s, %m, %l, %vs : tensor<4x16xbf16>, tensor<4xf32>, tensor<4xf32>, tensor<16x8xbf16>) outs(%o0 : tensor<4x8xf32>) {
  ^bb0(%a: bf16, %b: f32, %c: f32, %d: bf16, %acc: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.subf %0, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.divf %2, %c : f32
    %4 = arith.truncf %3 : f32 to bf16
    %5 = arith.extf %4 : bf16 to f32
    %6 = arith.extf %d : bf16 to f32
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.addf %acc, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<4x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m, %l : tensor<4x16xbf16>, tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4x16xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: f32, %out: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.subf %0, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.divf %2, %c : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<4x16xbf16>
  return %o, %p : tensor<4x8xf32>, tensor<4x16xbf16>
}

// -----

// Batch and heads collapsed for the products, apart in the softmax: one
// dimension of the chain, so that the scores need no reshape.

// CHECK-LABEL: func @collapsed
// SAME-LABEL: func @collapsed
func.func @collapsed(%s: tensor<6x16x32xf32>, %v: tensor<2x3x32x8xf32>) -> tensor<2x3x16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x3x16x32xf32>
  %eo = tensor.empty() : tensor<6x16x8xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x16x8xf32>) -> tensor<6x16x8xf32>
  // CHECK: %[[V:.*]] = tensor.collapse_shape %arg1 {{\[}}[0, 1], [2], [3]]
  // CHECK: cascade.chain [parallel, parallel, parallel, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d1, d3), %[[V]] (d0, d3, d2) :
  // CHECK: reduce #cascade.maxnumf -> (d0, d1)
  // SAME: cascade.chain
  %s4 = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [2, 3, 16, 32] : tensor<6x16x32xf32> into tensor<2x3x16x32xf32>
  %p4 = linalg.softmax dimension(3) ins(%s4 : tensor<2x3x16x32xf32>) outs(%es : tensor<2x3x16x32xf32>) -> tensor<2x3x16x32xf32>
  %p = tensor.collapse_shape %p4 [[0, 1], [2], [3]] : tensor<2x3x16x32xf32> into tensor<6x16x32xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x32x8xf32> into tensor<6x32x8xf32>
  %o = linalg.batch_matmul ins(%p, %v3 : tensor<6x16x32xf32>, tensor<6x32x8xf32>) outs(%o0 : tensor<6x16x8xf32>) -> tensor<6x16x8xf32>
  %o4 = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 3, 16, 8] : tensor<6x16x8xf32> into tensor<2x3x16x8xf32>
  return %o4 : tensor<2x3x16x8xf32>
}

// -----

// A mask that differs by batch keeps batch and heads apart: the scores are
// expanded, the result collapsed again.

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#mask = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>

// CHECK-LABEL: func @batch_mask
// SAME-LABEL: func @batch_mask
func.func @batch_mask(%s: tensor<6x16x32xf32>, %mask: tensor<2x1x16x32xf32>, %v: tensor<6x32x8xf32>) -> tensor<6x16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x3x16x32xf32>
  %eo = tensor.empty() : tensor<6x16x8xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x16x8xf32>) -> tensor<6x16x8xf32>
  // CHECK-DAG: %[[S:.*]] = tensor.expand_shape %arg0 {{\[}}[0, 1], [2], [3]]
  // CHECK-DAG: %[[K:.*]] = tensor.collapse_shape %arg1 {{\[}}[0, 1], [2], [3]]
  // CHECK-DAG: %[[V:.*]] = tensor.expand_shape %arg2 {{\[}}[0, 1], [2], [3]]
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, parallel, parallel, parallel, axis]
  // CHECK-NEXT: ins(%[[S]] (d0, d1, d2, d4), %[[K]] (d0, d2, d4), %[[V]] (d0, d1, d4, d3) :
  // CHECK: %[[O:.*]] = tensor.collapse_shape %[[R]]#2
  // CHECK: return %[[O]]
  // SAME: cascade.chain
  %s4 = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [2, 3, 16, 32] : tensor<6x16x32xf32> into tensor<2x3x16x32xf32>
  %t4 = linalg.generic {indexing_maps = [#id, #mask, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s4, %mask : tensor<2x3x16x32xf32>, tensor<2x1x16x32xf32>) outs(%es : tensor<2x3x16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x16x32xf32>
  %p4 = linalg.softmax dimension(3) ins(%t4 : tensor<2x3x16x32xf32>) outs(%es : tensor<2x3x16x32xf32>) -> tensor<2x3x16x32xf32>
  %p = tensor.collapse_shape %p4 [[0, 1], [2], [3]] : tensor<2x3x16x32xf32> into tensor<6x16x32xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<6x16x32xf32>, tensor<6x32x8xf32>) outs(%o0 : tensor<6x16x8xf32>) -> tensor<6x16x8xf32>
  return %o : tensor<6x16x8xf32>
}
