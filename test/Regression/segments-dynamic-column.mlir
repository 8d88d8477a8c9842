// RUN: redfuser interpret %s --func=column --dims=2x1,1x3 --passes='redfuser-to-linalg{rows=1 axis=0 segments=3}' | FileCheck %s
// RUN: redfuser interpret %s --func=no_input --dims=1x2 --passes='redfuser-to-linalg{rows=1 axis=0 segments=3}' | FileCheck %s --check-prefix=INIT

// A column size that only the run knows was taken from the partial states, whose
// dimensions are shifted by the segment: the number of rows, 2, stood for it.
// CHECK: result #0 2x3xf32: {{\[\[}}1, 1, 1], [1, 1, 1]]
func.func @column(%x: tensor<2x1xf32>, %y: tensor<1x?xf32>) -> tensor<2x?xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %size = tensor.dim %y, %c1 : tensor<1x?xf32>
  %e0 = tensor.empty() : tensor<2xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %e1 = tensor.empty(%size) : tensor<2x?xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x?xf32>) -> tensor<2x?xf32>
  %r0, %r1 = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %y (d1, d2) : tensor<2x1xf32>, tensor<1x?xf32>)
      inits(%i0, %i1 : tensor<2xf32>, tensor<2x?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d0, d2) (%a, %b | %sum) {
      cascade.yield %one : f32
    }
  return %r1 : tensor<2x?xf32>
}

// No input has the dimension at all.
// INIT: result #0 5xf32: [2, 2, 2, 2, 2]
func.func @no_input(%x: tensor<1x2xf32>) -> tensor<5xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1xf32>) -> tensor<1xf32>
  %e1 = tensor.empty() : tensor<5xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %r0, %r1 = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1) : tensor<1x2xf32>)
      inits(%i0, %i1 : tensor<1xf32>, tensor<5xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d2) (%a | %sum) {
      cascade.yield %one : f32
    }
  return %r1 : tensor<5xf32>
}
