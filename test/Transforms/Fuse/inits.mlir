// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Inits that are not known to be the identity are applied once, after the fold:
// the maximum first, then the sum is moved to it, then the sum's own.

// CHECK-LABEL: func.func @unknown
// CHECK-SAME: %[[M0:[^:]*]]: tensor<4xf32>, %[[L0:[^:]*]]: tensor<4xf32>
// CHECK-DAG: %[[INF:.*]] = arith.constant 0xFF800000
// CHECK-DAG: linalg.fill ins(%[[INF]]
// CHECK-DAG: %[[NZERO:.*]] = arith.constant -0.0
// CHECK-DAG: linalg.fill ins(%[[NZERO]]
// CHECK: %[[F:.*]]:2 = cascade.fold
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[F]]#0, %[[M0]] :
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[I:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.maximumf %[[I]], %[[S]]
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[F]]#1, %[[F]]#0, %[[L0]], %[[M0]] :
// CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[M:.*]]: f32, %[[LI:.*]]: f32, %[[MI:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[FINAL:.*]] = arith.maximumf %[[MI]], %[[M]]
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %{{.*}}, %[[FINAL]]
// CHECK: %[[D:.*]] = arith.subf %[[M]], %[[R]]
// CHECK: %[[ALPHA:.*]] = math.exp %[[D]]
// CHECK: %[[MOVED:.*]] = arith.mulf %[[L]], %[[ALPHA]]
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[FINAL]]
// CHECK: %[[SUM:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[MOVED]]
// CHECK: arith.addf %[[LI]], %[[SUM]]
func.func @unknown(%s: tensor<4x64xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %m, %l : tensor<4xf32>, tensor<4xf32>
}

// -----

// Known identities, through fills, reshapes and constants of either zero.

// CHECK-LABEL: func.func @identities
// CHECK: %[[F:.*]]:3 = cascade.fold
// CHECK-NOT: linalg.generic
// CHECK: return %[[F]]#0, %[[F]]#1, %[[F]]#2
func.func @identities(%s: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x1xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %m0 = tensor.collapse_shape %f [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %n0 = arith.constant dense<-0.0> : tensor<4xf32>
  %m, %l, %n = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0, %n0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max, %sum) {
      cascade.yield %x : f32
    }
  return %m, %l, %n : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// -inf is not the identity of maxnumf (NaN is), nor -3.4e38 that of maximumf.

// CHECK-LABEL: func.func @no_identity
// CHECK: arith.maxnumf
// CHECK: arith.maximumf
func.func @no_identity(%s: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %n0 = arith.constant dense<-3.40282347E+38> : tensor<4xf32>
  %m, %n = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %n0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maxnumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %max) {
      cascade.yield %x : f32
    }
  return %m, %n : tensor<4xf32>, tensor<4xf32>
}

// -----

// Where nothing is added, the result is the source's zero, not the identity -0.0:
// the state starts at it, and so does what the length of the axis selects.

// CHECK-LABEL: func.func @zero_of_the_source
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: linalg.fill ins(%[[ZERO]] : f32)
// CHECK: cascade.fold
// CHECK: linalg.generic
// CHECK: %[[SCALED:.*]] = arith.divf
// CHECK: %[[START:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: arith.select %{{.*}}, %[[SCALED]], %[[START]]
func.func @zero_of_the_source(%s: tensor<4x?xf32>, %s0: tensor<4xf32>) -> tensor<4xf32> {
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %sum, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x?xf32>) inits(%s0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %d) {
      %0 = arith.divf %x, %d : f32
      cascade.yield %0 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @negative_zero_of_the_source
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: linalg.fill ins(%[[ZERO]] : f32)
func.func @negative_zero_of_the_source(%s: tensor<4x0xf32>) -> tensor<4xf32> {
  %l0 = arith.constant dense<-0.0> : tensor<4xf32>
  %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x0xf32>) inits(%l0 : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
  return %l : tensor<4xf32>
}
