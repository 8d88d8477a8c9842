// Quotients of readouts by a value of the row become products with its reciprocal.
// RUN: redfuser-opt %s --redfuser-tile="rows=4 axis=0 relax-quotients" -split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="rows=4 axis=0" -split-input-file | FileCheck %s --check-prefix=OFF
// RUN: redfuser-opt %s --redfuser-tile="rows=4 axis=0 loops=for relax-quotients" -split-input-file | FileCheck %s

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @normalise
//       CHECK:   linalg.generic
//       CHECK:   ^bb0(%[[X:.*]]: f32, %[[SUM:.*]]: f32, %{{.*}}: f32):
//       CHECK:     %[[MAGNITUDE:.*]] = math.absf %[[SUM]]
//       CHECK:     %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[SCALE:.*]] : f32
//       CHECK:     %[[RECIPROCAL:.*]] = arith.divf %{{.*}}, %[[SCALED]]
//       CHECK:     %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[RECIPROCAL]]
//       CHECK:     %[[RESULT:.*]] = arith.mulf %[[PRODUCT]], %[[SCALE]]
//       CHECK:     linalg.yield %[[RESULT]]
//   OFF-LABEL: func.func @normalise
//         OFF:   ^bb0(%[[X:.*]]: f32, %[[SUM:.*]]: f32, %{{.*}}: f32):
//    OFF-NEXT:     arith.divf %[[X]], %[[SUM]]
func.func @normalise(%x: tensor<8x100xf32>, %l: tensor<8xf32>, %o: tensor<8x100xf32>) -> tensor<8x100xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x100xf32>) state(%l : tensor<8xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x100xf32>, tensor<8xf32>) outs(%o : tensor<8x100xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  } -> tensor<8x100xf32>
  return %1 : tensor<8x100xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// What is rounded to an integer may be half way between two.
// CHECK-LABEL: func.func @no_rounding
//   CHECK-NOT:   math.absf
//       CHECK:   arith.divf
//       CHECK:   math.roundeven
func.func @no_rounding(%x: tensor<8x100xf32>, %l: tensor<8xf32>, %o: tensor<8x100xf32>) -> tensor<8x100xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x100xf32>) state(%l : tensor<8xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x100xf32>, tensor<8xf32>) outs(%o : tensor<8x100xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %q = arith.divf %a, %s : f32
    %r = math.roundeven %q : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  return %1 : tensor<8x100xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// Nor if another op of the tile does so.
// CHECK-LABEL: func.func @no_later_rounding
//   CHECK-NOT:   math.absf
//       CHECK:   arith.divf
//       CHECK:   arith.fptosi
func.func @no_later_rounding(%x: tensor<8x100xf32>, %l: tensor<8xf32>, %o: tensor<8x100xf32>, %i: tensor<8x100xi8>) -> tensor<8x100xi8> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x100xf32>) state(%l : tensor<8xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x100xf32>, tensor<8xf32>) outs(%o : tensor<8x100xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  } -> tensor<8x100xf32>
  %2 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x100xf32>) outs(%i : tensor<8x100xi8>) {
  ^bb0(%a: f32, %out: i8):
    %r = arith.fptosi %a : f32 to i8
    linalg.yield %r : i8
  } -> tensor<8x100xi8>
  return %2 : tensor<8x100xi8>
}

// -----

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// Divisors that differ along the row, and those of the source alone.
// CHECK-LABEL: func.func @no_shared_divisor
//   CHECK-NOT:   math.absf
//       CHECK:   return
func.func @no_shared_divisor(%x: tensor<8x100xf32>, %l: tensor<8xf32>, %o: tensor<8x100xf32>) -> tensor<8x100xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x100xf32>) state(%l : tensor<8xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %c = arith.constant 3.0 : f32
  %1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<8x100xf32>, tensor<8xf32>) outs(%o : tensor<8x100xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %p = arith.divf %s, %a : f32
    %q = arith.divf %p, %c : f32
    linalg.yield %q : f32
  } -> tensor<8x100xf32>
  return %1 : tensor<8x100xf32>
}

// -----

#rows = affine_map<(d0) -> (d0)>

// A mean is one quotient a row.
// CHECK-LABEL: func.func @no_finalizer
//   CHECK-NOT:   math.absf
//       CHECK:   return
func.func @no_finalizer(%x: tensor<8x100xf32>, %l: tensor<8xf32>, %n: tensor<8xf32>) -> tensor<8xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x100xf32>) state(%l : tensor<8xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %1 = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel"]}
      ins(%0, %n : tensor<8xf32>, tensor<8xf32>) outs(%l : tensor<8xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
