// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse --redfuser-tile="axis=4" --redfuser-cascade-to-linalg --split-input-file | FileCheck %s --check-prefix=TILED
// RUN: redfuser-opt %s --redfuser-fuse="numerics=strict" --split-input-file | FileCheck %s --check-prefix=STRICT
// RUN: redfuser-opt %s --redfuser-fuse=exact-positions --split-input-file | FileCheck %s --check-prefix=STRICT

// The two best scores with their positions are one fold: what is excluded at the
// second rank is what comes before the first pair, and old pairs take the place of
// elements in corrections.

// CHECK-LABEL: func.func @top2
// CHECK:       cascade.fold [parallel, axis]
// CHECK:         component #cascade.maximumf -> (d0) (%{{.*}}) {
// CHECK:         component #cascade.minsi -> (d0)
// CHECK:         component #cascade.maximumf -> (d0) (%{{.*}} | %[[V1:.*]], %[[P1:.*]]) {
// CHECK:           %[[L:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK:           %[[GT:.*]] = arith.cmpf ogt, %[[S:.*]], %[[V1]] : f32
// CHECK:           %[[EQ:.*]] = arith.cmpf oeq, %[[S]], %[[V1]] : f32
// CHECK:           %[[LE:.*]] = arith.cmpi sle, %[[L]], %[[P1]] : i64
// CHECK:           %[[TIE:.*]] = arith.andi %[[EQ]], %[[LE]] : i1
// CHECK:           %[[OUT:.*]] = arith.ori %[[GT]], %[[TIE]] : i1
// A NaN has no position: the source excludes the first in its place.
// CHECK:           %[[NAN:.*]] = arith.cmpf uno, %[[V1]], %[[V1]] : f32
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[S]] : f32
// CHECK:         } correct (%[[OV1:[a-z0-9_]+]], %{{[a-z0-9_]+}}, %[[OV2:[a-z0-9_]+]], %{{[a-z0-9_]+}} | %[[NV1:[a-z0-9_]+]], %{{[a-z0-9_]+}}) {
// CHECK:           arith.cmpf ogt, %[[OV1]], %[[NV1]] : f32
// CHECK:           arith.maximumf %{{.*}}, %[[OV2]] : f32
// CHECK:         component #cascade.minsi
// CHECK-NOT:   cascade.fold
// TILED-LABEL: func.func @top2
// TILED:       scf.for
// TILED-NOT:   cascade.
func.func @top2(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:4 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%ninf, %none, %ninf, %none : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      %s = arith.addf %x, %y : f32
      cascade.yield %s : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1) {
      %s = arith.addf %x, %y : f32
      %hit = arith.cmpf oeq, %s, %v1 : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %no = arith.constant 9223372036854775807 : i64
      %p = arith.select %hit, %l, %no : i64
      cascade.yield %p : i64
    }
    reduce #cascade.maximumf -> (d0) (%x, %y | %v1, %p1) {
      %s = arith.addf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %next = arith.addi %q, %c1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1, %p1, %v2) {
      %s = arith.addf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %next = arith.addi %q, %c1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      %m = arith.select %taken, %worst, %s : f32
      %hit = arith.cmpf oeq, %m, %v2 : f32
      %no = arith.constant 9223372036854775807 : i64
      %p = arith.select %hit, %l, %no : i64
      cascade.yield %p : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>
}

// -----

// Probabilities rise with the scores, so pairs are of scores, and the finalizer takes
// the exponential. With fewer positions than ranks nothing is left for the last.

// CHECK-LABEL: func.func @probabilities
// CHECK:       cascade.fold [parallel, axis]
// CHECK:         component #cascade.maximumf -> (d0) (%[[X:.*]] | %{{.*}}, %{{.*}}) {
// CHECK-NEXT:      cascade.yield %[[X]]
// CHECK:         component #cascade.minsi -> (d0) (%[[X:.*]] | %{{.*}}, %{{.*}}, %[[V:.*]]) {
// CHECK:           arith.cmpf oeq, %[[X]], %[[V]] : f32
// CHECK-NOT:       math.exp
// CHECK:       linalg.generic
// CHECK:         math.exp
// STRICT-LABEL: func.func @probabilities
// STRICT-NOT:   cascade.fold
func.func @probabilities(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %worst = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %nowhere = arith.constant 9223372036854775807 : i64
  %floats = tensor.empty(%n) : tensor<?xf32>
  %ints = tensor.empty(%n) : tensor<?xi64>
  %ninf = linalg.fill ins(%worst : f32) outs(%floats : tensor<?xf32>) -> tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%floats : tensor<?xf32>) -> tensor<?xf32>
  %none = linalg.fill ins(%nowhere : i64) outs(%ints : tensor<?xi64>) -> tensor<?xi64>
  %r:4 = cascade.chain [parallel, axis]
      ins(%a (d0, d1) : tensor<?x?xf32>)
      inits(%ninf, %zeros, %ninf, %none : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi64>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %m) {
      %d = arith.subf %x, %m : f32
      %e = math.exp %d : f32
      cascade.yield %e : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %m, %s) {
      %d = arith.subf %x, %m : f32
      %e = math.exp %d : f32
      %p = arith.divf %e, %s : f32
      cascade.yield %p : f32
    }
    reduce #cascade.minsi -> (d0) (%x | %m, %s, %v) {
      %d = arith.subf %x, %m : f32
      %e = math.exp %d : f32
      %p = arith.divf %e, %s : f32
      %hit = arith.cmpf oeq, %p, %v : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %q = arith.select %hit, %l, %nowhere : i64
      cascade.yield %q : i64
    }
  return %r#2, %r#3 : tensor<?xf32>, tensor<?xi64>
}
