// Comparisons with an extremum that no correction follows.
// RUN: redfuser-opt %s --redfuser-fuse -split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=redfuser-fuse | FileCheck %s

// What is below the maximum counts: it still does when the maximum moves on, and what
// was the maximum does then, too.
// CHECK-LABEL: func.func @no_below
// CHECK-NOT: cascade.fold
func.func @no_below(%x: tensor<?x?xf32>, %m0: tensor<?xf32>, %i0: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%m0, %i0 : tensor<?xf32>, tensor<?xi32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addi -> (d0) (%a | %m) {
      %is = arith.cmpf olt, %a, %m : f32
      // expected-remark @+1 {{the term of reduction 1 (#cascade.addi) reads the result of reduction 0}}
      %v = arith.select %is, %one, %zero : i32
      cascade.yield %v : i32
    }
  return %0#1 : tensor<?xi32>
}

// -----

// Another score than the maximum is of.
// CHECK-LABEL: func.func @no_other_score
// CHECK-NOT: cascade.fold
func.func @no_other_score(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %m0: tensor<?xf32>, %i0: tensor<?xi32>) -> tensor<?xi32> {
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1), %y (d0, d1) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%m0, %i0 : tensor<?xf32>, tensor<?xi32>)
    reduce #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.addi -> (d0) (%a, %b | %m) {
      %is = arith.cmpf oeq, %b, %m : f32
      // expected-remark @+1 {{only sums, maxima and minima of floats whose terms read earlier results are fused}}
      %v = arith.extui %is : i1 to i32
      cascade.yield %v : i32
    }
  return %0#1 : tensor<?xi32>
}

// -----

// Elsewhere the term is not the identity of the product.
// CHECK-LABEL: func.func @no_identity
// CHECK-NOT: cascade.fold
func.func @no_identity(%x: tensor<?x?xf32>, %m0: tensor<?xf32>, %i0: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%m0, %i0 : tensor<?xf32>, tensor<?xi32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.muli -> (d0) (%a | %m) {
      %is = arith.cmpf oeq, %a, %m : f32
      // expected-remark @+1 {{only sums, maxima and minima of floats whose terms read earlier results are fused}}
      %v = arith.select %is, %one, %zero : i32
      cascade.yield %v : i32
    }
  return %0#1 : tensor<?xi32>
}

// -----

// Equal or not comparable: a NaN score attains every maximum but is dropped with it.
// CHECK-LABEL: func.func @no_unordered
// CHECK-NOT: cascade.fold
func.func @no_unordered(%x: tensor<?x?xf32>, %m0: tensor<?xf32>, %i0: tensor<?xi32>) -> tensor<?xi32> {
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%m0, %i0 : tensor<?xf32>, tensor<?xi32>)
    reduce #cascade.maxnumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addi -> (d0) (%a | %m) {
      %is = arith.cmpf ueq, %a, %m : f32
      // expected-remark @+1 {{only sums, maxima and minima of floats whose terms read earlier results are fused}}
      %v = arith.extui %is : i1 to i32
      cascade.yield %v : i32
    }
  return %0#1 : tensor<?xi32>
}
