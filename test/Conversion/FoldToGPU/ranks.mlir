// Ranks of a row: the largest score with its first position, then the largest
// but for that position. The lanes of a warp select all of them at once.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 16, rows = 8, vector = 4, unroll = 2, keep = registers}" --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 8, rows = 8, vector = 4, unroll = 4, keep = registers}" --split-input-file | FileCheck %s --check-prefix=FEW
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, rows = 4, vector = 4, unroll = 1, keep = registers}" --split-input-file | FileCheck %s --check-prefix=FEW

// Fewer lanes than candidates, or few elements of few ranks.
// FEW:     gpu.launch
// FEW-NOT: nvvm.bar.warp.sync

// Excluded elements are NaN that a maximum ignores.
// CHECK-LABEL: func @excluded_as_nan(
// The lanes' maxima go through shared memory, then the candidates, two elements a
// pair; the ranks one by one are there for rows that need them.
// CHECK:     gpu.launch
// CHECK:     nvvm.bar.warp.sync
// CHECK-COUNT-4: vector.load {{.*}} vector<4xf32>
// CHECK:     %[[FITS:.*]] = arith.cmpi ule
// CHECK:     scf.if %[[FITS]] -> (f32, i64, f32, i64) {
// CHECK:       vector.store {{.*}} vector<2xf32>
// CHECK:       nvvm.bar.warp.sync
// CHECK:       nvvm.bar.warp.sync
// CHECK:     } else {
// CHECK-NOT:   nvvm.bar.warp.sync
// CHECK:       gpu.shuffle
// CHECK:     return
func.func @excluded_as_nan(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0x7FC00000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
    component #cascade.maxnumf -> (d0) (%a | %m, %p) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0x7FC00000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0x7FC00000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// CHECK-LABEL: func @excluded_as_lowest(
// CHECK:     gpu.launch
// CHECK-COUNT-3: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.bar.warp.sync
func.func @excluded_as_lowest(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// NaN is a best score with a position, and a row that has one excludes another.
// CHECK-LABEL: func @nan_has_a_position(
// CHECK:     gpu.launch
// CHECK-COUNT-3: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.bar.warp.sync
func.func @nan_has_a_position(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.minsi -> (d0) (%a | %m) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %last = arith.constant 9223372036854775807 : i64
      %eq = arith.cmpf oeq, %a, %m : f32
      %n0 = arith.cmpf uno, %a, %a : f32
      %n1 = arith.cmpf uno, %m, %m : f32
      %nn = arith.andi %n0, %n1 : i1
      %c = arith.ori %eq, %nn : i1
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
    component #cascade.maximumf -> (d0) (%a | %m, %p) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %z = arith.constant 0 : i64
      %nan = arith.cmpf uno, %m, %m : f32
      %e = arith.select %nan, %z, %p : i64
      %x = arith.cmpi eq, %j, %e : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %z = arith.constant 0 : i64
      %nan = arith.cmpf uno, %m, %m : f32
      %e = arith.select %nan, %z, %p : i64
      %x = arith.cmpi eq, %j, %e : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %eq = arith.cmpf oeq, %s, %m2 : f32
      %n0 = arith.cmpf uno, %s, %s : f32
      %n1 = arith.cmpf uno, %m2, %m2 : f32
      %nn = arith.andi %n0, %n1 : i1
      %c = arith.ori %eq, %nn : i1
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// The second rank is of other scores.
// CHECK-LABEL: func @no_same_score(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_same_score(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %neg = arith.negf %a : f32
      %s = arith.select %x, %none, %neg : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %neg = arith.negf %a : f32
      %s = arith.select %x, %none, %neg : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// The second rank excludes a position that is not the first one.
// CHECK-LABEL: func @no_exclusion_of_the_first(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_exclusion_of_the_first(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
      %six = arith.constant 6 : i64
      %x = arith.cmpi eq, %j, %six : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %six = arith.constant 6 : i64
      %x = arith.cmpi eq, %j, %six : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// The last of equal scores.
// CHECK-LABEL: func @no_first_position(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_first_position(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant -9223372036854775808 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.maxsi -> (d0) (%a | %m) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %last = arith.constant -9223372036854775808 : i64
      %c = arith.cmpf oeq, %a, %m : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
    component #cascade.maximumf -> (d0) (%a | %m, %p) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.maxsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant -9223372036854775808 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// The position of a score that is not the best.
// CHECK-LABEL: func @no_attained_value(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_attained_value(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.minsi -> (d0) (%a | %m) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf olt, %a, %m : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
    component #cascade.maximumf -> (d0) (%a | %m, %p) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf olt, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// What is excluded counts as a number.
// CHECK-LABEL: func @no_identity(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_identity(%in: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant -1.0 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%v0, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant -1.0 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant -1.0 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}

// -----

// The state may begin with a better score.
// CHECK-LABEL: func @no_neutral_init(
// CHECK:     gpu.launch
// CHECK-NOT: nvvm.bar.warp.sync
func.func @no_neutral_init(%in: tensor<64x128xf32>, %init: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %id2 = arith.constant 0xFF800000 : f32
  %max = arith.constant 9223372036854775807 : i64
  %ef = tensor.empty() : tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi64>
  %v0 = linalg.fill ins(%ninf : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %w0 = linalg.fill ins(%id2 : f32) outs(%ef : tensor<64xf32>) -> tensor<64xf32>
  %p0 = linalg.fill ins(%max : i64) outs(%ei : tensor<64xi64>) -> tensor<64xi64>
  %r:4 = cascade.fold [parallel, axis]
      ins(%in (d0, d1) : tensor<64x128xf32>)
      state(%init, %p0, %w0, %p0 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>)
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
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      cascade.yield %s : f32
    }
    component #cascade.minsi -> (d0) (%a | %m, %p, %m2) {
      %i = cascade.index 1
      %j = arith.index_cast %i : index to i64
      %x = arith.cmpi eq, %j, %p : i64
      %none = arith.constant 0xFF800000 : f32
      %s = arith.select %x, %none, %a : f32
      %last = arith.constant 9223372036854775807 : i64
      %c = arith.cmpf oeq, %s, %m2 : f32
      %r = arith.select %c, %j, %last : i64
      cascade.yield %r : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<64xf32>, tensor<64xi64>, tensor<64xf32>, tensor<64xi64>
}
