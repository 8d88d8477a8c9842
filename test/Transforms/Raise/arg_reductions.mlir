// Reductions to a value and its position are two reductions, whatever code says so.
// RUN: redfuser-opt %s --redfuser-raise -split-input-file | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// torch-mlir: the first position wins; once a value is NaN the position stays.
// CHECK-LABEL: func.func @torch
// CHECK: %[[C:.*]]:2 = cascade.chain [parallel, axis]
// CHECK: reduce #cascade.maximumf -> (d0) (%[[X:.*]]) {
// CHECK-NEXT: cascade.yield %[[X]]
// CHECK: reduce #cascade.minsi -> (d0) (%[[X:.*]] | %[[M:.*]]) {
// CHECK-DAG: %[[I:.*]] = cascade.index 1
// CHECK-DAG: %[[P:.*]] = arith.index_cast %[[I]]
// CHECK-DAG: %[[A:.*]] = arith.cmpf oeq, %[[X]], %[[M]]
// CHECK: arith.select %[[A]], %[[P]], %{{.*}} : i64
// CHECK: linalg.generic {{.*}} ins(%[[C]]#0, %[[C]]#1
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf uno
func.func @torch(%x: tensor<4x50xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %c0_i64 = arith.constant 0 : i64
  %cst = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<4xi64>
  %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<4xi64>) -> tensor<4xi64>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %4:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x50xf32>) outs(%3, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %out_0: i64):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.maximumf %in, %out : f32
    %8 = arith.cmpf ogt, %in, %out : f32
    %9 = arith.select %8, %6, %out_0 : i64
    linalg.yield %7, %9 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %4#0, %4#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// JAX: NaN wins, then the lower index, which is data here.
// CHECK-LABEL: func.func @jax
// CHECK: reduce #cascade.minimumf -> (d0)
// CHECK: reduce #cascade.minsi -> (d0) (%[[X:.*]], %[[Y:.*]] | %[[M:.*]]) {
// CHECK-DAG: %[[EQUAL:.*]] = arith.cmpf oeq, %[[X]], %[[M]]
// CHECK-DAG: %[[NANX:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK-DAG: %[[NANM:.*]] = arith.cmpf uno, %[[M]], %[[M]]
// CHECK: %[[NAN:.*]] = arith.andi %[[NANX]], %[[NANM]]
// CHECK: %[[A:.*]] = arith.ori %[[EQUAL]], %[[NAN]]
// CHECK: arith.select %[[A]], %[[Y]]
func.func @jax(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %i : tensor<?x?xf32>, tensor<?x?xi32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %idx: i32, %acc: f32, %acc_i: i32):
    %less = arith.cmpf olt, %acc, %in : f32
    %nan = arith.cmpf une, %acc, %acc : f32
    %pick = arith.ori %less, %nan : i1
    %equal = arith.cmpf oeq, %acc, %in : f32
    %lower = arith.cmpi slt, %acc_i, %idx : i32
    %tie = arith.andi %equal, %lower : i1
    %pick_index = arith.ori %pick, %tie : i1
    // A NaN of the new value is taken; the lower of two indices of NaN is not
    // asked for, so both take the accumulator's.
    %nan_in = arith.cmpf une, %in, %in : f32
    %both = arith.andi %nan, %nan_in : i1
    %bothlower = arith.cmpi slt, %idx, %acc_i : i32
    %takes = arith.andi %both, %bothlower : i1
    %m = arith.select %pick, %acc, %in : f32
    %p0 = arith.select %pick_index, %acc_i, %idx : i32
    %p = arith.select %takes, %idx, %p0 : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Triton: compare, and break ties by the index. NaN never compare: they are passed
// over.
// CHECK-LABEL: func.func @triton
// CHECK: reduce #cascade.maxnumf -> (d0)
// CHECK: reduce #cascade.minsi -> (d0)
func.func @triton(%x: tensor<8x128xf32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<8xf32>
  %ei = tensor.empty() : tensor<8xi32>
  %v0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i0 = linalg.fill ins(%none : i32) outs(%ei : tensor<8xi32>) -> tensor<8xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x128xf32>) outs(%i0, %v0 : tensor<8xi32>, tensor<8xf32>) {
  ^bb0(%in: f32, %acc_i: i32, %acc: f32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %gt = arith.cmpf ogt, %in, %acc : f32
    %equal = arith.cmpf oeq, %in, %acc : f32
    %lower = arith.cmpi slt, %idx, %acc_i : i32
    %tie = arith.andi %equal, %lower : i1
    %take = arith.ori %gt, %tie : i1
    %p = arith.select %take, %idx, %acc_i : i32
    %m = arith.select %gt, %in, %acc : f32
    linalg.yield %p, %m : i32, f32
  } -> (tensor<8xi32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xi32>, tensor<8xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Integers of one type: which is the score shows. The last position wins.
// CHECK-LABEL: func.func @last_of_integers
// CHECK: reduce #cascade.maxui -> (d0)
// CHECK: reduce #cascade.maxsi -> (d0) (%[[X:.*]] | %[[M:.*]]) {
// CHECK: arith.cmpi eq, %[[X]], %[[M]]
func.func @last_of_integers(%x: tensor<?x?xi64>, %v0: tensor<?xi64>, %i0: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xi64>) outs(%v0, %i0 : tensor<?xi64>, tensor<?xi64>) {
  ^bb0(%in: i64, %acc: i64, %acc_i: i64):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i64
    %take = arith.cmpi uge, %in, %acc : i64
    %m = arith.maxui %acc, %in : i64
    %p = arith.select %take, %idx, %acc_i : i64
    linalg.yield %m, %p : i64, i64
  } -> (tensor<?xi64>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?xi64>, tensor<?xi64>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A position that nobody reads: the maximum alone joins the chain.
// CHECK-LABEL: func.func @dead_position
// CHECK: reduce #cascade.maximumf -> (d0)
// CHECK-NEXT: cascade.yield
// CHECK-NOT: cascade.index
// CHECK: reduce #cascade.addf -> (d0)
func.func @dead_position(%x: tensor<4x50xf32>) -> tensor<4xf32> {
  %c0_i64 = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %cst = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<4xi64>
  %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<4xi64>) -> tensor<4xi64>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %4:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x50xf32>) outs(%3, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %out_0: i64):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.maximumf %in, %out : f32
    %8 = arith.cmpf ogt, %in, %out : f32
    %9 = arith.select %8, %6, %out_0 : i64
    linalg.yield %7, %9 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  %5 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %4#0 : tensor<4x50xf32>, tensor<4xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %6 = arith.subf %in, %m : f32
    %7 = math.exp %6 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<4xf32>
  return %5 : tensor<4xf32>
}
