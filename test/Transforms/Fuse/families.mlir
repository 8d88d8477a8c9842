// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// The variance of rows about a running mean: the count, the mean, and the first
// and second moment about it. The source's own sum follows from the same state.

// CHECK-LABEL: func.func @variance
// CHECK: %[[F:.*]]:4 = cascade.fold [parallel, axis]
// CHECK: component #cascade.addf -> (d0)
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT: cascade.yield %[[ONE]]
// CHECK: component #cascade.mean<weight = 0> -> (d0) (%[[X:.*]] | %{{.*}}) {
// CHECK-NEXT: cascade.yield %[[X]]
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %{{.*}}, %[[C:.*]]) {
// CHECK-NEXT: %[[U:.*]] = arith.subf %[[X]], %[[C]]
// CHECK-NEXT: cascade.yield %[[U]]
// CHECK: } correct (%[[N:.*]], %[[COLD:.*]], %[[M1:.*]], %{{.*}} | %{{.*}}, %[[CNEW:.*]]) {
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[COLD]], %[[CNEW]]
// CHECK-NEXT: %[[ND:.*]] = arith.mulf %[[D]], %[[N]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[M1]], %[[ND]]
// CHECK-NEXT: cascade.yield %[[S]]
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %{{.*}}, %[[C:.*]], %{{.*}}) {
// CHECK-NEXT: %[[U:.*]] = arith.subf %[[X]], %[[C]]
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[U]], %[[U]]
// CHECK-NEXT: cascade.yield %[[Q]]
// CHECK: } correct (%[[N:.*]], %[[COLD:.*]], %[[M1:.*]], %[[M2:.*]] | %{{.*}}, %[[CNEW:.*]], %{{.*}}) {
// CHECK: %[[D:.*]] = arith.subf %[[COLD]], %[[CNEW]]
// CHECK-DAG: %[[D2:.*]] = arith.mulf %[[D]], %[[D]]
// CHECK-DAG: arith.mulf %[[D2]], %[[N]]
// CHECK: cascade.yield
// The difference of the source's mean from the center is M1 / 64.
// CHECK: linalg.generic {{.*}} ins(%[[F]]#3, %[[F]]#2 :
// CHECK: ^bb0(%[[M2:.*]]: f32, %[[M1:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.constant 1.562500e-02
// CHECK: arith.maximumf
// CHECK: linalg.yield
func.func @variance(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %n = arith.constant 64.0 : f32
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%zero, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %v : tensor<4xf32>
}

// -----

// A scale that is not the reciprocal of the length: the mean trap. The center is
// still the mean; what the source subtracts is 64 / 63 of it.

// CHECK-LABEL: func.func @mean_with_another_divisor
// CHECK: %[[F:.*]]:4 = cascade.fold
// CHECK: linalg.generic {{.*}} ins(%{{.*}}#3, %{{.*}}#2, %{{.*}}#1 :
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %[[C:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.constant 0.0158730168 : f32
// CHECK: arith.mulf %[[C]], %{{.*}}
func.func @mean_with_another_divisor(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %n = arith.constant 63.0 : f32
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%zero, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %v : tensor<4xf32>
}

// -----

// Layer normalisation before a product: the gain goes to the weights, in both
// sums alike, so that what is left is a contraction.

// CHECK-LABEL: func.func @layernorm_gemm
// CHECK: cascade.fold [parallel, axis, parallel]
// CHECK: component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[G:.*]], %[[W:.*]] | %{{.*}}, %[[C:.*]], %{{.*}}, %{{.*}}) {
// CHECK-NEXT: %[[U:.*]] = arith.subf %[[X]], %[[C]]
// CHECK-NEXT: %[[GW:.*]] = arith.mulf %[[G]], %[[W]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[GW]], %[[U]]
// CHECK-NEXT: cascade.yield %[[P]]
// CHECK: } correct (%{{.*}}, %[[COLD:.*]], %{{.*}}, %{{.*}}, %[[A:.*]], %[[B:.*]] | %{{.*}}, %[[CNEW:.*]], %{{.*}}, %{{.*}}) {
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[COLD]], %[[CNEW]]
// CHECK-NEXT: %[[DB:.*]] = arith.mulf %[[D]], %[[B]]
// CHECK-NEXT: arith.addf %[[A]], %[[DB]]
// CHECK: component #cascade.addf -> (d0, d2) (%{{.*}}, %[[G:.*]], %[[W:.*]] | %{{.*}}) {
// CHECK-NEXT: %[[GW:.*]] = arith.mulf %[[G]], %[[W]]
// CHECK-NEXT: cascade.yield %[[GW]]
// CHECK: linalg.generic
// CHECK: math.rsqrt
func.func @layernorm_gemm(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %w: tensor<?x8xf32>, %r0: tensor<?xf32>, %o0: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c1 = arith.constant 1 : index
  %eps = arith.constant 1.0e-5 : f32
  %size = tensor.dim %x, %c1 : tensor<?x?xf32>
  %i = arith.index_cast %size : index to i64
  %n = arith.sitofp %i : i64 to f32
  %s, %v, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %g (d1), %w (d1, d2) : tensor<?x?xf32>, tensor<?xf32>, tensor<?x8xf32>)
      inits(%r0, %r0, %o0 : tensor<?xf32>, tensor<?xf32>, tensor<?x8xf32>)
    reduce #cascade.addf -> (d0) (%e, %gain, %f) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e, %gain, %f | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%e, %gain, %f | %sum, %squares) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %var = arith.divf %squares, %n : f32
      %1 = arith.addf %var, %eps : f32
      %2 = math.rsqrt %1 : f32
      %3 = arith.mulf %0, %2 : f32
      %4 = arith.mulf %3, %gain : f32
      %5 = arith.mulf %4, %f : f32
      cascade.yield %5 : f32
    }
  return %o : tensor<?x8xf32>
}

// -----

// Entropy of a softmax: t = sum (x - m) exp(x - m) about the running maximum, with
// the source's exponential.

// CHECK-LABEL: func.func @entropy
// CHECK: cascade.fold [parallel, axis]
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[M:.*]], %{{.*}}) {
// CHECK: math.exp
// CHECK: arith.subf %[[X]], %{{.*}}
// CHECK: cascade.yield
// CHECK: } correct (%[[MOLD:.*]], %[[S:.*]], %[[T:.*]] | %[[MNEW:.*]], %{{.*}}) {
// CHECK: %[[DIFF:.*]] = arith.subf %[[MOLD]], %{{.*}}
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[MOLD]], %{{.*}}
// CHECK-NEXT: %[[D:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[DIFF]]
// CHECK-NEXT: %[[DS:.*]] = arith.mulf %[[D]], %[[S]]
// CHECK-NEXT: %[[MOVED:.*]] = arith.addf %{{.*}}, %{{.*}}
// CHECK: %[[ALPHA:.*]] = math.exp
// CHECK-NEXT: arith.mulf %[[MOVED]], %[[ALPHA]]
func.func @entropy(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %m, %s, %h = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%ninf, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %max) {
      %0 = arith.subf %e, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%e | %max, %sum) {
      %0 = arith.subf %e, %max : f32
      %1 = math.log %sum : f32
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 : f32
      %4 = arith.mulf %3, %2 : f32
      cascade.yield %4 : f32
    }
  return %h : tensor<4xf32>
}

// -----

// Minimum and maximum: the running minimum is the center.

// CHECK-LABEL: func.func @minmax
// CHECK: component #cascade.minimumf
// CHECK: component #cascade.maximumf
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[LO:.*]], %{{.*}}) {
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[LO]], %{{.*}}
// CHECK-NEXT: %[[C:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[LO]]
// CHECK-NEXT: arith.subf %[[X]], %[[C]]
func.func @minmax(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %ninf = arith.constant dense<0xFF800000> : tensor<4xf32>
  %inf = arith.constant dense<0x7F800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %l, %h, %s = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%inf, %ninf, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.minimumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.maximumf -> (d0) (%e | %lo) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %lo, %hi) {
      %0 = arith.subf %e, %lo : f32
      %1 = arith.subf %hi, %lo : f32
      %2 = arith.divf %0, %1 : f32
      cascade.yield %2 : f32
    }
  return %s : tensor<4xf32>
}

// -----

// A reference that terms read as it is, with the init of the source: the sum is
// moved from the running maximum to the final one, which may be the init.

// CHECK-LABEL: func.func @inits
// CHECK: cascade.fold
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[M:.*]]: f32, %{{.*}}: f32, %[[M0:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[C:.*]] = arith.select %{{.*}}, %{{.*}}, %[[M]]
// CHECK: %[[FINAL:.*]] = arith.maximumf %[[M0]], %[[M]]
// CHECK: arith.subf %[[FINAL]], %[[C]]
func.func @inits(%x: tensor<4x64xf32>, %m0: tensor<4xf32>, %s0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %s = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>) inits(%m0, %s0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %max) {
      %0 = arith.subf %e, %max : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<4xf32>
}
