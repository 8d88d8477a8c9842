// RUN: redfuser-opt %s --split-input-file --redfuser-raise | FileCheck %s
// The verdict does not depend on how the program is written.
// RUN: redfuser-opt %s --split-input-file --canonicalize --cse --redfuser-raise | FileCheck %s --check-prefix=SAME
// RUN: redfuser-opt %s --split-input-file --linalg-generalize-named-ops --redfuser-raise | FileCheck %s --check-prefix=SAME

// Rows: maximum and sum become one chain, the rest one readout.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @rows
// SAME-LABEL: func @rows
func.func @rows(%x: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty(%n) : tensor<4x?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]]:2 = cascade.chain [parallel, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d1) : tensor<4x?xf32>)
  // CHECK-NEXT: inits(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
  // CHECK-NEXT: reduce #cascade.maximumf -> (d0) (%[[X0:.*]]) {
  // CHECK-NEXT:   cascade.yield %[[X0]] : f32
  // CHECK: reduce #cascade.addf -> (d0) (%[[X:.*]] | %[[M:.*]]) {
  // CHECK-NEXT:   %[[D:.*]] = arith.subf %[[X]], %[[M]] : f32
  // CHECK-NEXT:   %[[E:.*]] = math.exp %[[D]] : f32
  // CHECK-NEXT:   cascade.yield %[[E]] : f32
  // CHECK: %[[Y:.*]] = linalg.generic
  // CHECK-SAME: ins(%arg0, %[[R]]#0, %[[R]]#1 :
  // CHECK: arith.subf
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: arith.divf
  // CHECK-NOT: linalg.generic
  // CHECK: return %[[Y]]
  // SAME: cascade.chain
  // SAME: linalg.generic
  // SAME-NOT: linalg.generic
  // SAME: return
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x?xf32>, tensor<4xf32>) outs(%f : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x?xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<4x?xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %l : tensor<4x?xf32>, tensor<4xf32>) outs(%f : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}

// -----

// The axis in the middle, keepdim results.

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep = affine_map<(d0, d1, d2) -> (d0, 0, d2)>

// CHECK-LABEL: func @middle_keepdim
// SAME-LABEL: func @middle_keepdim
func.func @middle_keepdim(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x1x4xf32>
  %f = tensor.empty() : tensor<2x3x4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  // CHECK: cascade.chain [parallel, axis, parallel]
  // CHECK-NEXT: ins(%arg0 (d0, d1, d2) : tensor<2x3x4xf32>)
  // CHECK-NEXT: inits(%{{.*}}, %{{.*}} : tensor<2x4xf32>, tensor<2x4xf32>)
  // CHECK-NEXT: reduce #cascade.maximumf -> (d0, d2)
  // CHECK: reduce #cascade.addf -> (d0, d2)
  // SAME: cascade.chain [parallel, axis, parallel]
  %m = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<2x3x4xf32>) outs(%m0 : tensor<2x1x4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<2x1x4xf32>
  %d = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %m : tensor<2x3x4xf32>, tensor<2x1x4xf32>) outs(%f : tensor<2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x4xf32>
  %p = linalg.exp ins(%d : tensor<2x3x4xf32>) outs(%f : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %l = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%p : tensor<2x3x4xf32>) outs(%l0 : tensor<2x1x4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x1x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %l : tensor<2x3x4xf32>, tensor<2x1x4xf32>) outs(%f : tensor<2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// Elementwise ops on whole tensors, linalg.reduce and linalg.broadcast, the axis
// first; the log of the sum and the maximum are results, too.

// CHECK-LABEL: func @whole_tensors
// SAME-LABEL: func @whole_tensors
func.func @whole_tensors(%x: tensor<8x16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  // CHECK: %[[R:.*]]:2 = cascade.chain [axis, parallel]
  // CHECK-NEXT: ins(%arg0 (d0, d1) : tensor<8x16xf32>)
  // CHECK: reduce #cascade.maximumf -> (d1)
  // CHECK: reduce #cascade.addf -> (d1)
  // CHECK: %[[Y:.*]] = linalg.generic
  // CHECK-SAME: ins(%[[R]]#1, %[[R]]#0 :
  // CHECK: math.log
  // CHECK-NEXT: arith.addf
  // CHECK: return %[[R]]#0, %[[Y]]
  // SAME: cascade.chain [axis, parallel]
  %m = linalg.reduce ins(%x : tensor<8x16xf32>) outs(%m0 : tensor<16xf32>) dimensions = [0]
    (%a: f32, %acc: f32) {
      %0 = arith.maximumf %a, %acc : f32
      linalg.yield %0 : f32
    }
  %b = linalg.broadcast ins(%m : tensor<16xf32>) outs(%f : tensor<8x16xf32>) dimensions = [0]
  %d = arith.subf %x, %b : tensor<8x16xf32>
  %p = math.exp %d : tensor<8x16xf32>
  %l = linalg.reduce { arith.addf } ins(%p : tensor<8x16xf32>) outs(%zero : tensor<16xf32>) dimensions = [0]
  %log = math.log %l : tensor<16xf32>
  %lse = arith.addf %log, %m : tensor<16xf32>
  return %m, %lse : tensor<16xf32>, tensor<16xf32>
}

// -----

// linalg.softmax: its upstream decomposition is raised.

// CHECK-LABEL: func @named
// SAME-LABEL: func @named
func.func @named(%x: tensor<2x?x5xf16>, %n: index) -> tensor<2x?x5xf16> {
  %f = tensor.empty(%n) : tensor<2x?x5xf16>
  // CHECK: cascade.chain [parallel, parallel, axis]
  // CHECK: reduce #cascade.maxnumf -> (d0, d1)
  // CHECK: reduce #cascade.addf -> (d0, d1)
  // CHECK: linalg.generic
  // CHECK-NOT: linalg.generic
  // CHECK-NOT: linalg.softmax
  // CHECK: return
  // SAME: cascade.chain
  %y = linalg.softmax dimension(2) ins(%x : tensor<2x?x5xf16>) outs(%f : tensor<2x?x5xf16>) -> tensor<2x?x5xf16>
  return %y : tensor<2x?x5xf16>
}

// -----

// A softmax of a softmax is two chains.

// CHECK-LABEL: func @twice
// SAME-LABEL: func @twice
func.func @twice(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %f = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[A:.*]]:2 = cascade.chain
  // CHECK: cascade.chain [parallel, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d1), %[[A]]#0 (d0), %[[A]]#1 (d0) :
  // SAME-COUNT-2: cascade.chain
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %z = linalg.softmax dimension(1) ins(%y : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}
