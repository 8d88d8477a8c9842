// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Maxima and minima of terms that read earlier results: the state carries extrema
// of what the term is a monotone map of, the finalizer has the map.

// CHECK-LABEL: func.func @largest_probability
// The smallest is not needed: where the sum is infinite or NaN, all probabilities are.
// CHECK:       %[[FOLD:.*]]:3 = cascade.fold
// CHECK:         component #cascade.maximumf -> (d0) (%[[X:.*]]) {
// CHECK-NEXT:      cascade.yield %[[X]]
// CHECK:         component #cascade.addf
// CHECK:         component #cascade.maximumf -> (d0) (%[[Y:.*]] |
// CHECK-NEXT:      cascade.yield %[[Y]]
// CHECK-NEXT:    }
// CHECK-NOT:     component
// CHECK:       linalg.generic
// CHECK:         %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    %[[E:.*]] = math.exp %[[D]] : f32
// CHECK-NEXT:    arith.divf %[[E]], %{{.*}} : f32
func.func @largest_probability(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l, %p = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%ninf, %zero, %ninf : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      cascade.yield %2 : f32
    }
  return %p : tensor<4xf32>
}

// -----

// Largest distance from the mean: at one end or the other.
// CHECK-LABEL: func.func @largest_deviation
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:         component #cascade.maximumf
// CHECK:         component #cascade.minimumf
// CHECK:       linalg.generic
// CHECK:         math.absf
// CHECK:         math.absf
// CHECK:         arith.maximumf
func.func @largest_deviation(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %n = arith.constant 64.0 : f32
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %t, %d = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%zero, %ninf : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %sum) {
      %0 = arith.divf %sum, %n : f32
      %1 = arith.subf %x, %0 : f32
      %2 = math.absf %1 : f32
      cascade.yield %2 : f32
    }
  return %d : tensor<4xf32>
}

// -----

// A decreasing map: the smallest element gives the largest value.
// CHECK-LABEL: func.func @distance_below
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:         component #cascade.minnumf
// CHECK-NOT:     component
// CHECK:       linalg.generic
func.func @distance_below(%s: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %t, %d = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%zero, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maxnumf -> (d0) (%x | %sum) {
      %0 = arith.subf %sum, %x : f32
      cascade.yield %0 : f32
    }
  return %d : tensor<4xf32>
}

// -----

// Elements meet references in two places: a product whose factor is not negative.
// CHECK-LABEL: func.func @normed_with_gain
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:         component #cascade.maximumf -> (d0) (%[[X:.*]], %[[G:.*]] |
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[X]], %[[G]] : f32
// CHECK-NEXT:      %[[A:.*]] = math.absf %[[P]] : f32
// CHECK-NEXT:      cascade.yield %[[A]]
// CHECK:       linalg.generic
// CHECK:         math.rsqrt
func.func @normed_with_gain(%s: tensor<4x64xf32>, %gain: tensor<64xf32>) -> tensor<4xf32> {
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %q, %a = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %gain (d1) : tensor<4x64xf32>, tensor<64xf32>) inits(%zero, %ninf : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x, %g) {
      %0 = arith.mulf %x, %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %sum) {
      %0 = arith.divf %sum, %n : f32
      %1 = arith.addf %0, %eps : f32
      %2 = math.rsqrt %1 : f32
      %3 = arith.mulf %x, %2 : f32
      %4 = arith.mulf %3, %g : f32
      %5 = math.absf %4 : f32
      cascade.yield %5 : f32
    }
  return %a : tensor<4xf32>
}
