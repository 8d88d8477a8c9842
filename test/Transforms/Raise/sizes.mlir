// RUN: redfuser-opt %s --split-input-file --redfuser-raise | FileCheck %s

// Batch and heads of dynamic size: their product is computed as an i64, and the
// reshapes are tensor.reshape, as torch-mlir writes them.

// CHECK-LABEL: func @product_of_sizes
func.func @product_of_sizes(%s: tensor<?x?x?x?xf32>, %v: tensor<?x?x?xf32>, %o0: tensor<?x?x?xf32>,
                            %b: index, %h: index, %n: index, %m: index) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d0 = tensor.dim %s, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %s, %c1 : tensor<?x?x?x?xf32>
  %d2 = tensor.dim %s, %c2 : tensor<?x?x?x?xf32>
  %d3 = tensor.dim %s, %c3 : tensor<?x?x?x?xf32>
  %i0 = arith.index_cast %d0 : index to i64
  %i1 = arith.index_cast %d1 : index to i64
  %i2 = arith.index_cast %d2 : index to i64
  %i3 = arith.index_cast %d3 : index to i64
  %zero = arith.constant 0 : i64
  %negative = arith.cmpi slt, %i2, %zero : i64
  %product = arith.muli %i0, %i1 : i64
  %rows = arith.select %negative, %i3, %i2 : i64
  %shape = tensor.from_elements %product, %rows, %i3 : tensor<3xi64>
  // CHECK: %[[S:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1], [2], [3]]
  // CHECK: cascade.chain [parallel, parallel, parallel, axis]
  // CHECK-NEXT: ins(%[[S]] (d0, d1, d3), %arg1 (d0, d3, d2) :
  %e = tensor.empty(%d0, %d1, %d2, %d3) : tensor<?x?x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %p3 = tensor.reshape %p(%shape) : (tensor<?x?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %o = linalg.batch_matmul ins(%p3, %v : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %o : tensor<?x?x?xf32>
}

// -----

// The same with a shape that is not known to be a product of these sizes: the
// product stays outside, the softmax is raised.

// CHECK-LABEL: func @no_unknown_shape
func.func @no_unknown_shape(%s: tensor<?x?x?x?xf32>, %v: tensor<?x?x?xf32>, %o0: tensor<?x?x?xf32>,
                            %shape: tensor<3xi64>, %e: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: cascade.chain [parallel, parallel, parallel, axis]
  // CHECK: linalg.batch_matmul
  %p = linalg.softmax dimension(3) ins(%s : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %p3 = tensor.reshape %p(%shape) : (tensor<?x?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %o = linalg.batch_matmul ins(%p3, %v : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %o : tensor<?x?x?xf32>
}

// -----

// A broadcast of dynamic size that turns out to be none: sizes agree.

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @no_broadcast_needed
func.func @no_broadcast_needed(%s: tensor<?x?xf32>, %v: tensor<?x8xf32>, %o0: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %s, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %s, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  // CHECK: cascade.chain [parallel, parallel, axis]
  // CHECK-NEXT: ins(%arg0 (d0, d2), %arg1 (d2, d1) :
  // CHECK-NOT: tensor.extract
  // CHECK: return
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xf32>) {
  ^bb0(%out: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.cmpi eq, %d0, %c1 : index
    %3 = arith.select %2, %c0, %0 : index
    %4 = tensor.extract %p[%3, %1] : tensor<?x?xf32>
    linalg.yield %4 : f32
  } -> tensor<?x?xf32>
  %o = linalg.matmul ins(%q, %v : tensor<?x?xf32>, tensor<?x8xf32>) outs(%o0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %o : tensor<?x8xf32>
}

// -----

// A gather of the probabilities by rows is no broadcast.

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @no_gather
func.func @no_gather(%s: tensor<?x?xf32>, %v: tensor<?x8xf32>, %o0: tensor<?x8xf32>, %row: index, %e: tensor<?x?xf32>) -> tensor<?x8xf32> {
  // CHECK: cascade.chain [parallel, axis]
  // CHECK: tensor.extract
  // CHECK: linalg.matmul
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xf32>) {
  ^bb0(%out: f32):
    %1 = linalg.index 1 : index
    %4 = tensor.extract %p[%row, %1] : tensor<?x?xf32>
    linalg.yield %4 : f32
  } -> tensor<?x?xf32>
  %o = linalg.matmul ins(%q, %v : tensor<?x?xf32>, tensor<?x8xf32>) outs(%o0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %o : tensor<?x8xf32>
}

// -----

// Sizes 1: a batch of one, one row.

// CHECK-LABEL: func @units
func.func @units(%s: tensor<1x1x16xf32>, %v: tensor<1x16x8xf32>, %o0: tensor<1x1x8xf32>) -> tensor<1x1x8xf32> {
  %e = tensor.empty() : tensor<1x1x16xf32>
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, parallel, parallel, axis]
  // CHECK: return %[[R]]#2
  %p = linalg.softmax dimension(2) ins(%s : tensor<1x1x16xf32>) outs(%e : tensor<1x1x16xf32>) -> tensor<1x1x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<1x1x16xf32>, tensor<1x16x8xf32>) outs(%o0 : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  return %o : tensor<1x1x8xf32>
}

// -----

// The batch of one is dropped for the product and kept by the softmax.

// CHECK-LABEL: func @unit_batch
func.func @unit_batch(%s: tensor<1x4x16xf32>, %v: tensor<16x8xf32>, %o0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<1x4x16xf32>
  // CHECK: %[[S:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]]
  // CHECK: %[[R:.*]]:3 = cascade.chain [parallel, parallel, axis]
  // CHECK-NEXT: ins(%[[S]] (d0, d2), %arg1 (d2, d1) :
  // CHECK: return %[[R]]#2
  %p = linalg.softmax dimension(2) ins(%s : tensor<1x4x16xf32>) outs(%e : tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
  %p2 = tensor.extract_slice %p[0, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<1x4x16xf32> to tensor<4x16xf32>
  %o = linalg.matmul ins(%p2, %v : tensor<4x16xf32>, tensor<16x8xf32>) outs(%o0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// -----

// A zero-length axis.

// CHECK-LABEL: func @zero
func.func @zero(%s: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %e = tensor.empty() : tensor<4x0xf32>
  // CHECK: cascade.chain [parallel, axis]
  %p = linalg.softmax dimension(1) ins(%s : tensor<4x0xf32>) outs(%e : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %p : tensor<4x0xf32>
}
