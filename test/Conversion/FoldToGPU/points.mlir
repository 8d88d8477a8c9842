// A sum whose terms are zero but at one position of the row (the label's score of a cross entropy) is not
// evaluated at all elements.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 1, keep = registers}" --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 1, keep = nothing}" --split-input-file | FileCheck %s --check-prefix=STREAM

// The element at the label is loaded, if there is one, before the row is.
// CHECK-LABEL: func @label
// CHECK:       gpu.launch
// CHECK:       %[[LABEL:.*]] = memref.load {{.*}} : memref<1xi64
// CHECK:       %[[AT:.*]] = arith.index_cast %[[LABEL]] : i64 to index
// CHECK:       arith.cmpi ult, %[[AT]], %{{.*}} : index
// CHECK:       memref.load %{{.*}}[%[[AT]]]
// CHECK:       vector.load
// CHECK-NOT:   arith.select
// CHECK:       gpu.terminator
// In a loop nothing is left of it; one thread begins with it.
// STREAM-LABEL: func @label
// STREAM:       memref.load {{.*}} : memref<128xf32
// STREAM:       scf.for {{.*}} iter_args(%{{[^ ]*}} = %{{[^ ]*}}, %[[SUM:[^ ]*]] = %{{[^ ]*}})
// STREAM-NOT:   arith.select
// STREAM:       scf.yield %{{.*}}, %[[SUM]]
func.func @label(%x: tensor<8x128xf32>, %label: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m, %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %label (d0) : tensor<8x128xf32>, tensor<8xi64>)
      state(%i0, %i1 : tensor<8xf32>, tensor<8xf32>)
    component #cascade.maximumf -> (d0) (%a, %l) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a, %l | %d0) {
      %0 = cascade.index 1
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.cmpi eq, %1, %l : i64
      %3 = arith.select %2, %a, %zero : f32
      cascade.yield %3 : f32
    }
  return %m, %s : tensor<8xf32>, tensor<8xf32>
}

// -----

// With another condition, the other way round, and with an element of its own.
// CHECK-LABEL: func @weighted
// CHECK:       memref.load %{{.*}}[%[[AT:.*]]] : memref<128xf32
// CHECK:       memref.load %{{.*}}[%[[AT]]] : memref<128xf32
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT:   arith.mulf
// CHECK:       gpu.terminator
func.func @weighted(%x: tensor<8x128xf32>, %w: tensor<128xf32>, %label: tensor<8xi64>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %w (d1), %label (d0) : tensor<8x128xf32>, tensor<128xf32>, tensor<8xi64>)
      state(%i1 : tensor<8xf32>)
    component #cascade.addf -> (d0) (%a, %b, %l) {
      %0 = cascade.index 1
      %k = arith.index_cast %l : i64 to index
      %1 = arith.cmpi ne, %k, %0 : index
      %2 = arith.mulf %a, %b : f32
      %3 = arith.cmpf ogt, %a, %b : f32
      %4 = arith.select %3, %2, %zero : f32
      %5 = arith.select %1, %zero, %4 : f32
      cascade.yield %5 : f32
    }
  return %s : tensor<8xf32>
}

// -----

// One of two conditions is no position.
// CHECK-LABEL: func @no_point_or
// CHECK:       vector.load
// CHECK:       arith.select
func.func @no_point_or(%x: tensor<8x128xf32>, %label: tensor<8xi64>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %label (d0) : tensor<8x128xf32>, tensor<8xi64>)
      state(%i1 : tensor<8xf32>)
    component #cascade.addf -> (d0) (%a, %l) {
      %0 = cascade.index 1
      %k = arith.index_cast %l : i64 to index
      %1 = arith.cmpi eq, %k, %0 : index
      %2 = arith.cmpf ogt, %a, %zero : f32
      %3 = arith.ori %1, %2 : i1
      %4 = arith.select %3, %a, %zero : f32
      cascade.yield %4 : f32
    }
  return %s : tensor<8xf32>
}

// -----

// What is selected elsewhere is not zero; positions modulo 2 come often; the label differs from element to
// element: all elements are looked at.
// CHECK-LABEL: func @no_point_else
// CHECK-COUNT-2: vector.load
// CHECK-COUNT-12: arith.select
func.func @no_point_else(%x: tensor<8x128xf32>, %label: tensor<8xi1>, %labels: tensor<8x128xi64>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s:3 = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %label (d0), %labels (d0, d1) : tensor<8x128xf32>, tensor<8xi1>, tensor<8x128xi64>)
      state(%i1, %i1, %i1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    component #cascade.addf -> (d0) (%a, %l, %k) {
      %0 = cascade.index 1
      %c3 = arith.constant 3 : index
      %1 = arith.cmpi eq, %c3, %0 : index
      %2 = arith.select %1, %a, %one : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0) (%a, %l, %k | %d0) {
      %0 = cascade.index 1
      %1 = arith.index_cast %0 : index to i1
      %2 = arith.cmpi eq, %1, %l : i1
      %3 = arith.select %2, %a, %zero : f32
      cascade.yield %3 : f32
    }
    component #cascade.addf -> (d0) (%a, %l, %k | %d0, %d1) {
      %0 = cascade.index 1
      %m = arith.index_cast %k : i64 to index
      %1 = arith.cmpi eq, %0, %m : index
      %2 = arith.select %1, %a, %zero : f32
      cascade.yield %2 : f32
    }
  return %s#0, %s#1, %s#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// A component that the maximum corrects is one of all elements.
// CHECK-LABEL: func @no_point_corrected
// CHECK:       vector.load
// CHECK:       math.exp
// CHECK:       arith.select
func.func @no_point_corrected(%x: tensor<8x128xf32>, %label: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m, %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %label (d0) : tensor<8x128xf32>, tensor<8xi64>)
      state(%i0, %i1 : tensor<8xf32>, tensor<8xf32>)
    component #cascade.maximumf -> (d0) (%a, %l) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a, %l | %d0) {
      %0 = cascade.index 1
      %k = arith.index_cast %l : i64 to index
      %1 = arith.cmpi eq, %k, %0 : index
      %2 = arith.subf %a, %d0 : f32
      %3 = math.exp %2 : f32
      %4 = arith.select %1, %3, %zero : f32
      cascade.yield %4 : f32
    } correct (%o0, %o1 | %d0) {
      %0 = arith.subf %o0, %d0 : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %o1, %1 : f32
      cascade.yield %2 : f32
    }
  return %m, %s : tensor<8xf32>, tensor<8xf32>
}
