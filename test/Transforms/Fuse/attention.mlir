// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Three spellings of one attention: the exponential of the maximum is kept, the
// division by the sum is deferred to the finalizer, wherever it stands.

// CHECK-LABEL: func.func @divide_in_term
// CHECK-SAME: (%[[S:.*]]: tensor<4x64xf32>, %[[V:.*]]: tensor<64x8xf32>
// CHECK: %[[F:.*]]:3 = cascade.fold [parallel, axis, parallel]
// CHECK-NEXT: ins(%[[S]] (d0, d1), %[[V]] (d1, d2)
// CHECK: component #cascade.maximumf -> (d0) (%[[X:.*]], %{{.*}}) {
// CHECK-NEXT: cascade.yield %[[X]]
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]], %{{.*}} | %[[MAX:.*]]) {
// CHECK-DAG: %[[INF:.*]] = arith.constant 0xFF800000
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[MAX]], %[[INF]]
// CHECK-NEXT: %[[R:.*]] = arith.select %[[UNSET]], %[[ZERO]], %[[MAX]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[R]]
// CHECK-NEXT: %[[P:.*]] = math.exp %[[D]]
// CHECK-NEXT: cascade.yield %[[P]]
// CHECK: } correct (%[[OLD:.*]], %[[OLDSUM:.*]], %{{.*}} | %[[NEW:.*]]) {
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[NEW]]
// CHECK-NEXT: %[[R:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[NEW]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[OLD]], %[[R]]
// CHECK-NEXT: %[[ALPHA:.*]] = math.exp %[[D]]
// CHECK-NEXT: arith.mulf %[[OLDSUM]], %[[ALPHA]]
// CHECK: component #cascade.addf -> (d0, d2) (%{{.*}}, %[[Y:.*]] | %{{.*}}, %{{.*}}) {
// CHECK: %[[P:.*]] = math.exp
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[P]], %[[Y]]
// CHECK-NEXT: cascade.yield %[[T]]
// CHECK: } correct
// CHECK: %[[OUT:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK-SAME: ins(%[[F]]#2, %[[F]]#1, %[[F]]#0 :
// CHECK-NEXT: ^bb0(%[[O:.*]]: f32, %[[L:.*]]: f32, %[[M:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[M]], %{{.*}}
// CHECK: %[[SUM:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[L]]
// CHECK: %[[Q:.*]] = arith.divf %[[O]], %[[SUM]]
// CHECK-NEXT: linalg.yield %[[Q]]
// CHECK: return %[[OUT]]
func.func @divide_in_term(%s: tensor<4x64xf32>, %v: tensor<64x8xf32>) -> tensor<4x8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %o0 = arith.constant dense<0.0> : tensor<4x8xf32>
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%m0, %l0, %o0 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal_and_log
// CHECK: component #cascade.addf -> (d0, d2) (%{{.*}}, %[[Y:.*]] | %{{.*}}, %{{.*}}) {
// CHECK: %[[P:.*]] = math.exp
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[P]], %[[Y]]
// CHECK-NEXT: cascade.yield %[[T]]
// CHECK: component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[Y:.*]] | %[[MAX:.*]], %{{.*}}, %{{.*}}) {
// CHECK: %[[R:.*]] = arith.select
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[R]]
// CHECK-NEXT: %[[P:.*]] = math.exp %[[D]]
// CHECK-NEXT: arith.mulf %[[P]], %[[Y]]
// CHECK-COUNT-2: arith.divf
// CHECK-NOT: math.log
func.func @reciprocal_and_log(%s: tensor<4x64xf32>, %v: tensor<64x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %one = arith.constant 1.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %o0 = arith.constant dense<0.0> : tensor<4x8xf32>
  %m, %l, %o, %q = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %one, %sum : f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.mulf %3, %y : f32
      cascade.yield %4 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %other) {
      %0 = math.log %sum : f32
      %1 = arith.addf %max, %0 : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      %4 = arith.mulf %3, %y : f32
      cascade.yield %4 : f32
    }
  return %o, %q : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// Every result that is used gets its value; unused ones get no finalizer.

// CHECK-LABEL: func.func @results
// CHECK: %[[F:.*]]:3 = cascade.fold
// CHECK-COUNT-1: linalg.generic
// CHECK-SAME: ins(%[[F]]#1, %[[F]]#0 :
// CHECK-NOT: linalg.generic
// CHECK: return %[[F]]#0
func.func @results(%s: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l, %dead = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %l0, %l0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max, %sum) {
      %0 = arith.mulf %x, %sum : f32
      cascade.yield %0 : f32
    }
  return %m, %l : tensor<4xf32>, tensor<4xf32>
}
