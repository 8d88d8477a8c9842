// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// A mask that selects -inf is part of the score, for the maximum and for the
// exponential.

// CHECK-LABEL: func.func @masked_scores
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]], %[[P:.*]] | %{{.*}}) {
// CHECK: %[[MASKED:.*]] = arith.select %[[P]], %[[X]], %{{.*}} : f32
// CHECK: arith.subf %[[MASKED]]
// CHECK: } correct
func.func @masked_scores(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %0 = arith.select %p, %x, %ninf : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Factors move through a choice between finite values.

// CHECK-LABEL: func.func @masked_terms
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]], %[[P:.*]] | %{{.*}}) {
// CHECK: %[[CHOSEN:.*]] = arith.select %[[P]], %[[X]], %{{.*}}
// CHECK: cascade.yield %[[CHOSEN]]
// CHECK: arith.divf
func.func @masked_terms(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %s0, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%l0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %p) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %sum) {
      %0 = arith.select %p, %x, %z : f32
      %1 = arith.divf %0, %sum : f32
      cascade.yield %1 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// With a finite value in place of -inf, both are 0. The maximum of the masked scores
// does not bound the others, whose exponentials the mask drops.

// CHECK-LABEL: func.func @mask_after_exponential
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]], %[[P:.*]] | %[[MAX:.*]]) {
// CHECK: %[[G:.*]] = arith.select %{{.*}}, %{{.*}}, %[[MAX]]
// CHECK: %[[D:.*]] = arith.subf %[[X]], %[[G]]
// CHECK: %[[E:.*]] = math.exp %[[D]]
// CHECK: arith.select %[[P]], %[[E]]
// CHECK-NOT: linalg.generic
func.func @mask_after_exponential(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %c = arith.cmpf oeq, %max, %ninf : f32
      %g = arith.select %c, %z, %max : f32
      %1 = arith.subf %x, %g : f32
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A mask of positions.

// CHECK-LABEL: func.func @causal
// CHECK: cascade.fold
func.func @causal(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %i = cascade.index 1
      %n = arith.constant 10 : index
      %q = arith.cmpi uge, %i, %n : index
      %0 = arith.select %q, %ninf, %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %c = arith.cmpf oeq, %max, %ninf : f32
      %g = arith.select %c, %z, %max : f32
      %1 = arith.subf %x, %g : f32
      %2 = math.exp %1 : f32
      %i = cascade.index 1
      %n = arith.constant 10 : index
      %q = arith.cmpi uge, %i, %n : index
      %3 = arith.select %q, %z, %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A mask over a factor that may not be finite: the state says whether anything
// was not masked.

// CHECK-LABEL: func.func @mask_after_factor
// CHECK: cascade.fold
// CHECK: component #cascade.addf
// CHECK: component #cascade.addf
// CHECK: component #cascade.maximumf -> (d0) (%{{.*}}, %[[P:.*]] |
// CHECK: %[[ANY:.*]] = arith.select %[[P]], %{{.*}}, %{{.*}} : f32
// CHECK: cascade.yield %[[ANY]]
// CHECK: linalg.generic
// CHECK: %[[S:.*]] = arith.divf
// CHECK: %[[C:.*]] = arith.cmpf oeq
// CHECK: arith.select %[[C]], %[[S]]
func.func @mask_after_factor(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %p) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %1 = arith.divf %x, %max : f32
      %2 = arith.select %p, %1, %z : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @mask_at_infinity
// CHECK: cascade.fold
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf
// CHECK: correct
// An infinity that stays has not moved.
// CHECK: arith.cmpf oeq
// CHECK: arith.select
// CHECK: math.exp
// CHECK: component #cascade.maximumf
func.func @mask_at_infinity(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %1 = arith.subf %x, %max : f32
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @mask_of_other_values
// CHECK: cascade.fold
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf
// CHECK: component #cascade.maximumf
func.func @mask_of_other_values(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %c = arith.cmpf oeq, %max, %ninf : f32
      %g = arith.select %c, %z, %max : f32
      %1 = arith.subf %x, %g : f32
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// The mask of the scores is that of their exponentials.

// CHECK-LABEL: func.func @masked_twice
// CHECK: cascade.fold
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf
// CHECK: component #cascade.maximumf
func.func @masked_twice(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %0 = arith.select %p, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %0 = arith.select %p, %x, %ninf : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Positions are masked in the score, elements behind the exponential.

// CHECK-LABEL: func.func @two_masks
// CHECK: cascade.fold
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf
// CHECK: component #cascade.maximumf
func.func @two_masks(%s: tensor<4x64xf32>, %mask: tensor<4x64xi1>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %mask (d0, d1) : tensor<4x64xf32>, tensor<4x64xi1>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p) {
      %i = cascade.index 0
      %j = cascade.index 1
      %c = arith.cmpi sle, %j, %i : index
      %0 = arith.select %c, %x, %ninf : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p | %max) {
      %i = cascade.index 0
      %j = cascade.index 1
      %c = arith.cmpi sle, %j, %i : index
      %0 = arith.select %c, %x, %ninf : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      %3 = arith.select %p, %2, %z : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}
