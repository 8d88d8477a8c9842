// A fold and folds after it that read its results and the same row, which
// registers hold: one kernel.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu --split-input-file --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @sum_of_quotients
// CHECK:     gpu.launch
// CHECK-NOT: gpu.launch
// CHECK-NOT: cascade.fold
func.func @sum_of_quotients(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold, 1 more and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Sixteen elements a thread, 128 threads a block.
// CHECK-LABEL: func @many_rows
// CHECK-DAG: %[[BLOCK:.*]] = arith.constant 128 : index
// CHECK:     gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-4: vector.load {{.*}} vector<4xf32>
func.func @many_rows(%x: tensor<32768x256xf32>, %m0: tensor<32768xf32>) -> tensor<32768xf32> {
  // expected-remark @+1 {{the fold, 1 more and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<32768x256xf32>)
      state(%m0 : tensor<32768xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<32768x256xf32>, tensor<32768xf32>)
      state(%m0 : tensor<32768xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<32768xf32>
}

// -----

// The elements that an op between the folds computes stay in registers, too.
// CHECK-LABEL: func @elements_between
// CHECK:     gpu.launch
// CHECK-NOT: memref.alloc() : memref<64x256xf32>
// CHECK-NOT: gpu.launch
func.func @elements_between(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold, 1 more and 1 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %e = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<64x256xf32>, tensor<64xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x256xf32>
  %s = cascade.fold [parallel, axis]
      ins(%y (d0, d1), %m (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// A schedule of its own.
// CHECK-LABEL: func @no_own_schedule
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_own_schedule(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 2, keep = registers>}
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Its schedule leaves no row for a later fold.
// CHECK-LABEL: func @no_schedule_of_nothing
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_schedule_of_nothing(%x: tensor<64x128xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x128xf32>)
      state(%m0 : tensor<64xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x128xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Rows that a thread has at once are of one fold.
// CHECK-LABEL: func @no_rows_at_once
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_rows_at_once(%x: tensor<64x128xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x128xf32>)
      state(%m0 : tensor<64xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers, interleave = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x128xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Elements are in another place.
// CHECK-LABEL: func @no_other_axis
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_other_axis(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [axis, parallel]
      ins(%x (d1, d0), %m (d1) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d1) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Its init is a result of the group.
// CHECK-LABEL: func @no_init_of_group
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_init_of_group(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// It reads nothing that the group computes.
// CHECK-LABEL: func @no_reader
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:     gpu.launch
func.func @no_reader(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m0 (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// A column is not the group's.
// CHECK-LABEL: func @no_table
// CHECK: gpu.launch
// CHECK: tensor.concat
func.func @no_table(%x: tensor<64x256xf32>, %m0: tensor<64xf32>, %c: tensor<64x1xf32>) -> tensor<64x2xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %e = tensor.expand_shape %m [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
  %t = tensor.concat dim(1) %e, %c : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x2xf32>
  return %t : tensor<64x2xf32>
}

// -----

// Rows one below the other are no columns.
// CHECK-LABEL: func @no_table_of_rows
// CHECK: gpu.launch
// CHECK: tensor.concat
func.func @no_table_of_rows(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<128x1xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %e = tensor.expand_shape %m [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
  %t = tensor.concat dim(0) %e, %e : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<128x1xf32>
  return %t : tensor<128x1xf32>
}
