// RUN: redfuser-opt %s --redfuser-fold-to-gpu --split-input-file --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @no_contiguous_input
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_contiguous_input(%x: tensor<64x8x4xf32>, %m0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: inputs are contiguous neither along the axis nor along rows}}
  %m = cascade.fold [parallel, parallel, axis]
      ins(%x (d2, d1, d0) : tensor<64x8x4xf32>)
      state(%m0 : tensor<4x8xf32>)
    component #cascade.maximumf -> (d0, d1) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @no_rows
// CHECK: cascade.fold
func.func @no_rows(%x: tensor<4x64xf32>, %v: tensor<64x8xf32>, %m0: tensor<4xf32>, %o0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: an input with columns is shared by rows}}
  %m, %o = cascade.fold [parallel, axis, parallel]
      ins(%x (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      state(%m0, %o0 : tensor<4xf32>, tensor<4x8xf32>)
    component #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0, d2) (%a, %b | %max) {
      %0 = arith.mulf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @no_two_axes
// CHECK: cascade.fold
func.func @no_two_axes(%x: tensor<4x64x8xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{it has 2 axis dimensions}}
  %m = cascade.fold [parallel, axis, axis]
      ins(%x (d0, d1, d2) : tensor<4x64x8xf32>)
      state(%m0 : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_computed_scores
// CHECK: cascade.fold
func.func @no_computed_scores(%q: tensor<4x16xf32>, %k: tensor<16x64xf32>, %s0: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<4x16xf32>, tensor<16x64xf32>) outs(%s0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  // expected-remark @+1 {{input 0 is computed by a reduction}}
  %m = cascade.fold [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      state(%m0 : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_room(%x: tensor<4x1000xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{does not fit #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers>: the registers of the schedule hold 32 vectors, a row has 250}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1000xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_length(%x: tensor<4x?xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a row can be kept only if its length is known}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = shared>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_contiguous_axis
// CHECK: cascade.fold
func.func @no_contiguous_axis(%m: tensor<4x6xf32>, %o: tensor<6x4x8xf32>, %m0: tensor<4xf32>, %o0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: it has columns, and an input is contiguous along the axis}}
  %f, %s = cascade.fold [parallel, parallel, axis]
      ins(%m (d0, d2), %o (d2, d0, d1) : tensor<4x6xf32>, tensor<6x4x8xf32>)
      state(%m0, %o0 : tensor<4xf32>, tensor<4x8xf32>)
    component #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0, d1) (%a, %b | %max) {
      cascade.yield %b : f32
    }
  return %s : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @no_two_columns
// CHECK: cascade.fold
func.func @no_two_columns(%m: tensor<6x4xf32>, %o: tensor<6x4x8xf32>, %m0: tensor<4xf32>, %o0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: component 1 has another number of values than there are rows}}
  %f, %s = cascade.fold [parallel, parallel, axis]
      ins(%m (d2, d0), %o (d2, d0, d1) : tensor<6x4xf32>, tensor<6x4x8xf32>)
      state(%m0, %o0 : tensor<4xf32>, tensor<8xf32>)
    component #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d1) (%a, %b | %max) {
      %0 = arith.constant 1.0 : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<8xf32>
}

// -----

func.func @no_bulk_copies(%x: tensor<4x1024xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the chip has no bulk copies into a ring}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

// Nor are their ranks selected at once.
func.func @no_ranks_at_once(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  // expected-error @+1 {{a thread has several rows at once where no ranks are selected}}
  %r:4 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %v0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
      {redfuser.schedule = #cascade.row_schedule<threads = 16, rows = 8, vector = 4, unroll = 2, keep = registers, interleave = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.minsi -> (d0) (%a | %m) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %a, %m : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
    component #cascade.maximumf -> (d0) (%a | %m, %p) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x0 = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x0, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x0 = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x0, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// Threads have neighbouring columns, an element each.
func.func @no_vectors_of_columns(%x: tensor<64x32xf32>, %m0: tensor<32xf32>) -> tensor<32xf32> {
  // expected-error @+1 {{does not fit #cascade.row_schedule<threads = 4, rows = 32, vector = 4, unroll = 1, keep = nothing>: columns need vector = 1, keep = nothing, one segment and a multiple of 32 rows}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d1, d0) : tensor<64x32xf32>)
      state(%m0 : tensor<32xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 4, rows = 32, vector = 4, unroll = 1, keep = nothing>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<32xf32>
}

// -----

func.func @no_few_columns(%x: tensor<64x32xf32>, %m0: tensor<32xf32>) -> tensor<32xf32> {
  // expected-error @+1 {{columns need vector = 1, keep = nothing, one segment and a multiple of 32 rows}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d1, d0) : tensor<64x32xf32>)
      state(%m0 : tensor<32xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 4, rows = 16, vector = 1, unroll = 1, keep = nothing>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<32xf32>
}

// -----

// CHECK-LABEL: func @no_loop
// CHECK: scf.for
// CHECK: cascade.fold
func.func @no_loop(%x: tensor<4x64xf32>, %m0: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %m0) -> tensor<4xf32> {
    // expected-remark @+1 {{the fold gets no kernel of its own: it is not in the body of a function}}
    %m = cascade.fold [parallel, axis]
        ins(%x (d0, d1) : tensor<4x64xf32>)
        state(%s : tensor<4xf32>)
      component #cascade.maximumf -> (d0) (%a) {
        cascade.yield %a : f32
      }
    scf.yield %m : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_regions_in_term
// CHECK: cascade.fold
func.func @no_regions_in_term(%x: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: component 0 has code with regions or of tensors}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      state(%m0 : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      %zero = arith.constant 0.0 : f32
      %c = arith.cmpf olt, %a, %zero : f32
      %r = scf.if %c -> f32 {
        scf.yield %zero : f32
      } else {
        scf.yield %a : f32
      }
      cascade.yield %r : f32
    }
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_regions_in_correction
// CHECK: cascade.fold
func.func @no_regions_in_correction(%x: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: component 1 has code with regions or of tensors}}
  %m, %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      state(%m0, %m0 : tensor<4xf32>, tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %max) {
      %0 = arith.divf %a, %max : f32
      cascade.yield %0 : f32
    } correct (%old_max, %old | %max) {
      %c = arith.cmpf oeq, %old_max, %max : f32
      %r = scf.if %c -> f32 {
        scf.yield %old : f32
      } else {
        %0 = arith.divf %old_max, %max : f32
        %1 = arith.mulf %old, %0 : f32
        scf.yield %1 : f32
      }
      cascade.yield %r : f32
    }
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_tensor_in_term
// CHECK: cascade.fold
func.func @no_tensor_in_term(%x: tensor<4x64xf32>, %scales: tensor<64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: component 0 has code with regions or of tensors}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      state(%m0 : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      %i = cascade.index 1
      %scale = tensor.extract %scales[%i] : tensor<64xf32>
      %0 = arith.mulf %a, %scale : f32
      cascade.yield %0 : f32
    }
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_wide_integers
// CHECK: cascade.fold
func.func @no_wide_integers(%x: tensor<4x64xi64>, %m0: tensor<4xi128>) -> tensor<4xi128> {
  // expected-remark @+1 {{the fold gets no kernel of its own: component 0 has an element type that kernels do not compute with}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xi64>)
      state(%m0 : tensor<4xi128>)
    component #cascade.addi -> (d0) (%a) {
      %0 = arith.extsi %a : i64 to i128
      cascade.yield %0 : i128
    }
  return %m : tensor<4xi128>
}

// -----

// CHECK-LABEL: func @no_input_of_four_bits
// CHECK: cascade.fold
func.func @no_input_of_four_bits(%x: tensor<4x64xi4>, %m0: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: input 0 is not read by rows}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xi4>)
      state(%m0 : tensor<4xi32>)
    component #cascade.addi -> (d0) (%a) {
      %0 = arith.extsi %a : i4 to i32
      cascade.yield %0 : i32
    }
  return %m : tensor<4xi32>
}
