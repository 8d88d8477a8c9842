// RUN: redfuser interpret %s --func=softmax --input=-1 | FileCheck %s --check-prefix=SAME
// RUN: redfuser interpret %s --func=order | FileCheck %s --check-prefix=ORDER
// RUN: redfuser interpret %s --func=captured --input=_,3 | FileCheck %s --check-prefix=CAPTURED
// RUN: redfuser interpret %s --func=two_axes | FileCheck %s --check-prefix=AXES

// Later terms see the final results of earlier reductions.
// SAME: result #0 2xf32: [-1, -1]
// SAME: result #1 2xf32: [4, 4]
// SAME: result #2 2x3xf32: {{\[\[}}-1, -1, -1], [-1, -1, -1]]
func.func @softmax(%x: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>) {
  %m0 = arith.constant dense<0xFF800000> : tensor<2xf32>
  %l0 = arith.constant dense<0.0> : tensor<2xf32>
  %o0 = arith.constant dense<0.0> : tensor<2x3xf32>
  %v = arith.constant dense<-1.0> : tensor<3x4xf32>
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %v (d2, d1) : tensor<2x4xf32>, tensor<3x4xf32>)
      inits(%m0, %l0, %o0 : tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>)
    reduce #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %max) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%a, %b | %max, %sum) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %b : f32
      cascade.yield %3 : f32
    }
  return %m, %l, %o : tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>
}

// The init takes part, and a permuted result map is honoured: element (column,
// row) is 100 + the sum over k of 10 row + k + 1000 column.
// ORDER: result #0 2x3xf32: {{\[\[}}101, 121, 141], [2101, 2121, 2141]]
func.func @order() -> tensor<2x3xf32> {
  %unused = arith.constant dense<0.0> : tensor<3x2xf32>
  %init = arith.constant dense<100.0> : tensor<2x3xf32>
  %r = cascade.chain [parallel, axis, parallel]
      ins(%unused (d0, d1) : tensor<3x2xf32>) inits(%init : tensor<2x3xf32>)
    reduce #cascade.addf -> (d2, d0) (%a) {
      %row = cascade.index 0
      %k = cascade.index 1
      %column = cascade.index 2
      %ten = arith.constant 10 : index
      %thousand = arith.constant 1000 : index
      %0 = arith.muli %row, %ten : index
      %1 = arith.muli %column, %thousand : index
      %2 = arith.addi %0, %1 : index
      %3 = arith.addi %2, %k : index
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f32
      cascade.yield %5 : f32
    }
  return %r : tensor<2x3xf32>
}

// CAPTURED: result #0 f32: 3
// CAPTURED-NOT: result
func.func @captured(%x: tensor<1xf32>, %scale: f32) -> f32 {
  %init = arith.constant dense<0.0> : tensor<f32>
  %r = cascade.chain [axis] ins(%x (d0) : tensor<1xf32>) inits(%init : tensor<f32>)
    reduce #cascade.maxnumf -> () (%a) {
      %0 = arith.subf %a, %a : f32
      %1 = arith.addf %0, %scale : f32
      cascade.yield %1 : f32
    }
  %s = tensor.extract %r[] : tensor<f32>
  %tiny = arith.constant 1.0e-7 : f32
  // Rounded away in f32.
  %t = arith.addf %s, %tiny : f32
  return %t : f32
}

// AXES: result #0 2xf32: [720, 720]
func.func @two_axes() -> tensor<2xf32> {
  %x = arith.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[6.0, 5.0, 4.0], [3.0, 2.0, 1.0]]]> : tensor<2x2x3xf32>
  %init = arith.constant dense<1.0> : tensor<2xf32>
  %r = cascade.chain [axis, parallel, axis] ins(%x (d1, d0, d2) : tensor<2x2x3xf32>) inits(%init : tensor<2xf32>)
    reduce #cascade.mulf -> (d1) (%a) {
      cascade.yield %a : f32
    }
  return %r : tensor<2xf32>
}
