// Two-result reductions that are not taken apart stay as they are. (Blocks with a single
// reduction are not looked at; the sum is a second one.)
// RUN: redfuser-opt %s --redfuser-raise -split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=redfuser-raise | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Data as payload, and the first position wins: two positions with one score are in
// no order that the payloads show.
// CHECK-LABEL: func.func @no_first_of_data
// CHECK-NOT: cascade.chain
// CHECK: linalg.generic
func.func @no_first_of_data(%x: tensor<?x?xf32>, %i: tensor<?x?xi32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) {
  // expected-remark @+1 {{its step is no extremum with the payload of a score that attains it, independent of the order}}
  %0:2 = linalg.generic {indexing_maps = [#in, #in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %i : tensor<?x?xf32>, tensor<?x?xi32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %idx: i32, %acc: f32, %acc_i: i32):
    %more = arith.cmpf ogt, %in, %acc : f32
    %m = arith.maximumf %in, %acc : f32
    %p = arith.select %more, %idx, %acc_i : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The position of the minimum beside the maximum.
// CHECK-LABEL: func.func @no_other_position
// CHECK-NOT: cascade.chain
func.func @no_other_position(%x: tensor<?x?xf32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) {
  // expected-remark @+1 {{its step is no extremum}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %acc: f32, %acc_i: i32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %less = arith.cmpf olt, %in, %acc : f32
    %m = arith.maximumf %in, %acc : f32
    %p = arith.select %less, %idx, %acc_i : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A select takes the place of maxnumf only if it starts at a number.
// CHECK-LABEL: func.func @no_unknown_init
// CHECK-NOT: cascade.chain
func.func @no_unknown_init(%x: tensor<?x?xf32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) {
  // expected-remark @+1 {{its step is no extremum}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %acc: f32, %acc_i: i32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %more = arith.cmpf ogt, %in, %acc : f32
    %m = arith.select %more, %in, %acc : f32
    %p = arith.select %more, %idx, %acc_i : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Zero is special: more than order counts.
// CHECK-LABEL: func.func @no_constant
// CHECK-NOT: cascade.chain
func.func @no_constant(%x: tensor<?x?xf32>, %v0: tensor<?xf32>, %i0: tensor<?xi32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-remark @+1 {{its step compares with a constant}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %acc: f32, %acc_i: i32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %more = arith.cmpf ogt, %in, %acc : f32
    %positive = arith.cmpf ogt, %acc, %zero : f32
    %take = arith.andi %more, %positive : i1
    %m = arith.maximumf %in, %acc : f32
    %p = arith.select %take, %idx, %acc_i : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The second largest is no extremum of accumulator and score.
// CHECK-LABEL: func.func @no_two_largest
// CHECK-NOT: cascade.chain
func.func @no_two_largest(%x: tensor<?x?xf32>, %v0: tensor<?xf32>, %w0: tensor<?xf32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // expected-remark @+1 {{its second result is no integer}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v0, %w0 : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%in: f32, %first: f32, %second: f32):
    %m = arith.maximumf %in, %first : f32
    %rest = arith.minimumf %in, %first : f32
    %n = arith.maximumf %rest, %second : f32
    linalg.yield %m, %n : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @no_region
// CHECK-NOT: cascade.chain
func.func @no_region(%x: tensor<?x?xf32>, %c: i1, %v0: tensor<?xf32>, %i0: tensor<?xi32>, %s0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) {
  // expected-remark @+1 {{its body has an op with regions}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %acc: f32, %acc_i: i32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %score = scf.if %c -> f32 {
      scf.yield %in : f32
    } else {
      %n = arith.negf %in : f32
      scf.yield %n : f32
    }
    %more = arith.cmpf ogt, %score, %acc : f32
    %m = arith.maximumf %score, %acc : f32
    %p = arith.select %more, %idx, %acc_i : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %sum = arith.addf %in, %acc : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#0, %0#1, %s : tensor<?xf32>, tensor<?xi32>, tensor<?xf32>
}
