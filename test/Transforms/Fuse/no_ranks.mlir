// Choices that look like the next best element and are not: the chain stays apart.
// RUN: redfuser-opt %s --redfuser-fuse --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=redfuser-fuse | FileCheck %s

// The second rank is of other scores.
// CHECK-LABEL: func.func @no_another_score
// CHECK-NOT: cascade.fold
func.func @no_another_score(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %s = arith.subf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// What is excluded counts as zero, which may be the best.
// CHECK-LABEL: func.func @no_excluded_by_zero
// CHECK-NOT: cascade.fold
func.func @no_excluded_by_zero(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0.0 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// All but the best are excluded.
// CHECK-LABEL: func.func @no_only_the_best
// CHECK-NOT: cascade.fold
func.func @no_only_the_best(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %taken = arith.cmpi ne, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// What is excluded is at most position 7.
// CHECK-LABEL: func.func @no_clamped_position
// CHECK-NOT: cascade.fold
func.func @no_clamped_position(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.minsi %p1, %c7 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// Behind position 7 another one is excluded.
// CHECK-LABEL: func.func @no_chosen_by_position
// CHECK-NOT: cascade.fold
func.func @no_chosen_by_position(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %far = arith.cmpi sgt, %p1, %c7 : i64
      %q = arith.select %far, %c7, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// For small scores the first position is excluded, whatever is the best.
// CHECK-LABEL: func.func @no_chosen_by_value
// CHECK-NOT: cascade.fold
func.func @no_chosen_by_value(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %one = arith.constant 1.0 : f32
      %small = arith.cmpf olt, %v1, %one : f32
      %q = arith.select %small, %c0, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// A maximum from zero: no element need attain it.
// CHECK-LABEL: func.func @no_from_zero
// CHECK-NOT: cascade.fold
func.func @no_from_zero(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0.0> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
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
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// A maximum that ignores NaN.
// CHECK-LABEL: func.func @no_ignored_nan
// CHECK-NOT: cascade.fold
func.func @no_ignored_nan(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %best = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %none = arith.constant dense<9223372036854775807> : tensor<4xi64>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>)
    reduce #cascade.maxnumf -> (d0) (%x, %y) {
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
    reduce #cascade.maxnumf -> (d0) (%x, %y | %v1, %p1) {
      %s = arith.addf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c7 = arith.constant 7 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// Positions repeat every 256.
// CHECK-LABEL: func.func @no_narrow_positions
// CHECK-NOT: cascade.fold
func.func @no_narrow_positions(%a: tensor<4x512xf32>, %g: tensor<4x512xf32>) -> (tensor<4xi8>, tensor<4xf32>) {
  %best = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<127> : tensor<4xi8>
  %r:3 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %g (d0, d1) : tensor<4x512xf32>, tensor<4x512xf32>)
      inits(%best, %none, %best : tensor<4xf32>, tensor<4xi8>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      %s = arith.addf %x, %y : f32
      cascade.yield %s : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1) {
      %s = arith.addf %x, %y : f32
      %hit = arith.cmpf oeq, %s, %v1 : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i8
      %no = arith.constant 127 : i8
      %p = arith.select %hit, %l, %no : i8
      cascade.yield %p : i8
    }
    reduce #cascade.maximumf -> (d0) (%x, %y | %v1, %p1) {
      %s = arith.addf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i8
      %c0 = arith.constant 0 : i8
      %c7 = arith.constant 7 : i8
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i8
      %taken = arith.cmpi eq, %l, %q : i8
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
  return %r#1, %r#2 : tensor<4xi8>, tensor<4xf32>
}
