// Choices that look like the next best element and are not: the chain stays apart.
// RUN: redfuser-opt %s --redfuser-fuse --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=redfuser-fuse | FileCheck %s

// The second rank is of other scores.
// CHECK-LABEL: func.func @no_another_score
// CHECK-NOT: cascade.fold
func.func @no_another_score(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
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
      %s = arith.subf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %worst = arith.constant 0xFF800000 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %next = arith.addi %q, %c1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1, %p1, %v2) {
      %s = arith.subf %x, %y : f32
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

// What is excluded counts as zero, which may be the best.
// CHECK-LABEL: func.func @no_excluded_by_zero
// CHECK-NOT: cascade.fold
func.func @no_excluded_by_zero(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
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
      %worst = arith.constant 0.0 : f32
      %nan = arith.cmpf uno, %v1, %v1 : f32
      %q = arith.select %nan, %c0, %p1 : i64
      %next = arith.addi %q, %c1 : i64
      %taken = arith.cmpi eq, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
      %m = arith.select %taken, %worst, %s : f32
      cascade.yield %m : f32
    }
    reduce #cascade.minsi -> (d0) (%x, %y | %v1, %p1, %v2) {
      %s = arith.addf %x, %y : f32
      %i = cascade.index 1
      %l = arith.index_cast %i : index to i64
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %worst = arith.constant 0.0 : f32
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

// What is excluded is the position after the best.
// CHECK-LABEL: func.func @no_next_to_the_best
// CHECK-NOT: cascade.fold
func.func @no_next_to_the_best(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
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
      %taken = arith.cmpi eq, %l, %next : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
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
      %taken = arith.cmpi eq, %l, %next : i64
      %m = arith.select %taken, %worst, %s : f32
      %hit = arith.cmpf oeq, %m, %v2 : f32
      %no = arith.constant 9223372036854775807 : i64
      %p = arith.select %hit, %l, %no : i64
      cascade.yield %p : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>
}

// -----

// All but the best are excluded.
// CHECK-LABEL: func.func @no_only_the_best
// CHECK-NOT: cascade.fold
func.func @no_only_the_best(%a: tensor<4x64xf32>, %g: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) {
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
      %taken = arith.cmpi ne, %l, %q : i64
      // expected-remark @+1 {{elements of the inputs meet earlier results in 2 places}}
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
      %taken = arith.cmpi ne, %l, %q : i64
      %m = arith.select %taken, %worst, %s : f32
      %hit = arith.cmpf oeq, %m, %v2 : f32
      %no = arith.constant 9223372036854775807 : i64
      %p = arith.select %hit, %l, %no : i64
      cascade.yield %p : i64
    }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xi64>
}
