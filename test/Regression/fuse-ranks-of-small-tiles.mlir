// RUN: redfuser interpret %s --check-merge=500 | FileCheck %s
// RUN: redfuser run %s --check --verdict="1 fused" --pipeline-options="axis=1 segments=3" | FileCheck %s

// The fourth smallest probability, where NaN has a position: a part of a row with two
// elements has no third, which is NaN among what is carried, and behind all scores, not before.

// CHECK: check passed
func.func @fourth(%x: tensor<16x5xf32>) -> (tensor<16xf32>, tensor<16xi32>) {
  %low = arith.constant dense<0xFF800000> : tensor<16xf32>
  %high = arith.constant dense<0x7F800000> : tensor<16xf32>
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %nowhere = arith.constant dense<2147483647> : tensor<16xi32>
  %none = arith.constant 2147483647 : i32
  %worst = arith.constant 0x7F800000 : f32
  %0:9 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<16x5xf32>)
      inits(%low, %zero, %high, %nowhere, %high, %nowhere, %high, %nowhere, %high : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xi32>, tensor<16xf32>, tensor<16xi32>, tensor<16xf32>, tensor<16xi32>, tensor<16xf32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %m) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      cascade.yield %e : f32
    }
    reduce #cascade.minimumf -> (d0) (%a | %m, %s) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      cascade.yield %q0 : f32
    }
    reduce #cascade.minsi -> (d0) (%a | %m, %s, %v1) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %eq = arith.cmpf oeq, %q0, %v1 : f32
      %u1 = arith.cmpf uno, %q0, %q0 : f32
      %u2 = arith.cmpf uno, %v1, %v1 : f32
      %both = arith.andi %u1, %u2 : i1
      %hit = arith.ori %eq, %both : i1
      %r = arith.select %hit, %n, %none : i32
      cascade.yield %r : i32
    }
    reduce #cascade.minimumf -> (d0) (%a | %m, %s, %v1, %p1) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %is1 = arith.cmpi eq, %n, %p1 : i32
      %q1 = arith.select %is1, %worst, %q0 : f32
      cascade.yield %q1 : f32
    }
    reduce #cascade.minsi -> (d0) (%a | %m, %s, %v1, %p1, %v2) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %is1 = arith.cmpi eq, %n, %p1 : i32
      %q1 = arith.select %is1, %worst, %q0 : f32
      %eq = arith.cmpf oeq, %q1, %v2 : f32
      %u1 = arith.cmpf uno, %q1, %q1 : f32
      %u2 = arith.cmpf uno, %v2, %v2 : f32
      %both = arith.andi %u1, %u2 : i1
      %hit = arith.ori %eq, %both : i1
      %r = arith.select %hit, %n, %none : i32
      cascade.yield %r : i32
    }
    reduce #cascade.minimumf -> (d0) (%a | %m, %s, %v1, %p1, %v2, %p2) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %is1 = arith.cmpi eq, %n, %p1 : i32
      %q1 = arith.select %is1, %worst, %q0 : f32
      %is2 = arith.cmpi eq, %n, %p2 : i32
      %q2 = arith.select %is2, %worst, %q1 : f32
      cascade.yield %q2 : f32
    }
    reduce #cascade.minsi -> (d0) (%a | %m, %s, %v1, %p1, %v2, %p2, %v3) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %is1 = arith.cmpi eq, %n, %p1 : i32
      %q1 = arith.select %is1, %worst, %q0 : f32
      %is2 = arith.cmpi eq, %n, %p2 : i32
      %q2 = arith.select %is2, %worst, %q1 : f32
      %eq = arith.cmpf oeq, %q2, %v3 : f32
      %u1 = arith.cmpf uno, %q2, %q2 : f32
      %u2 = arith.cmpf uno, %v3, %v3 : f32
      %both = arith.andi %u1, %u2 : i1
      %hit = arith.ori %eq, %both : i1
      %r = arith.select %hit, %n, %none : i32
      cascade.yield %r : i32
    }
    reduce #cascade.minimumf -> (d0) (%a | %m, %s, %v1, %p1, %v2, %p2, %v3, %p3) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %q0 = arith.divf %e, %s : f32
      %i = cascade.index 1
      %n = arith.index_cast %i : index to i32
      %is1 = arith.cmpi eq, %n, %p1 : i32
      %q1 = arith.select %is1, %worst, %q0 : f32
      %is2 = arith.cmpi eq, %n, %p2 : i32
      %q2 = arith.select %is2, %worst, %q1 : f32
      %is3 = arith.cmpi eq, %n, %p3 : i32
      %q3 = arith.select %is3, %worst, %q2 : f32
      cascade.yield %q3 : f32
    }
  return %0#8, %0#7 : tensor<16xf32>, tensor<16xi32>
}
