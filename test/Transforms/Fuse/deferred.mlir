// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// A norm before a matrix product: the row's factor leaves the sum, and the
// finalizer computes it as the source does.

// CHECK-LABEL: func.func @rmsnorm_matmul
// CHECK: %[[F:.*]]:2 = cascade.fold
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]], %{{.*}}) {
// CHECK-NEXT: arith.mulf %[[X]], %[[X]]
// CHECK: component #cascade.addf -> (d0, d2) (%[[X:.*]], %[[W:.*]] | %{{.*}}) {
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[W]]
// CHECK-NEXT: cascade.yield %[[P]]
// CHECK-NEXT: }
// CHECK-NOT: correct
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[F]]#1, %[[F]]#0 :
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[Q:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[MEAN:.*]] = arith.divf %[[Q]], %{{.*}}
// CHECK-NEXT: %[[EPS:.*]] = arith.addf %[[MEAN]], %{{.*}}
// CHECK-NEXT: %[[R:.*]] = math.rsqrt %[[EPS]]
// CHECK-NEXT: arith.mulf %[[A]], %[[R]]
func.func @rmsnorm_matmul(%x: tensor<4x64xf32>, %w: tensor<64x8xf32>) -> tensor<4x8xf32> {
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %q0 = arith.constant dense<0.0> : tensor<4xf32>
  %a0 = arith.constant dense<0.0> : tensor<4x8xf32>
  %q, %a = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %w (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%q0, %a0 : tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.addf -> (d0) (%e, %u) {
      %0 = arith.mulf %e, %e : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%e, %u | %sum) {
      %0 = arith.divf %sum, %n : f32
      %1 = arith.addf %0, %eps : f32
      %2 = math.rsqrt %1 : f32
      %3 = arith.mulf %e, %2 : f32
      %4 = arith.mulf %3, %u : f32
      cascade.yield %4 : f32
    }
  return %a : tensor<4x8xf32>
}

// -----

// Where the axis may be empty the source's terms are never evaluated.

// CHECK-LABEL: func.func @dynamic_axis
// CHECK: %[[SIZE:.*]] = tensor.dim
// CHECK: %[[NONEMPTY:.*]] = arith.cmpi sgt, %[[SIZE]], %{{.*}}
// CHECK: linalg.generic
// CHECK: %[[Q:.*]] = arith.divf
// CHECK: %[[IDENTITY:.*]] = arith.constant 0.0
// CHECK: arith.select %[[NONEMPTY]], %[[Q]], %[[IDENTITY]]
func.func @dynamic_axis(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s, %a = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %0 = arith.mulf %e, %e : f32
      %1 = arith.divf %0, %sum : f32
      cascade.yield %1 : f32
    }
  return %a : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @empty_axis
// CHECK: %[[NONEMPTY:.*]] = arith.cmpi sgt
// CHECK: arith.select %[[NONEMPTY]]
func.func @empty_axis(%x: tensor<4x0xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s, %a = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x0xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %0 = arith.divf %e, %sum : f32
      cascade.yield %0 : f32
    }
  return %a : tensor<4xf32>
}

// -----

// An opaque function of references alone, with a captured value.

// CHECK-LABEL: func.func @opaque_factor
// CHECK-SAME: %[[T:[^:]*]]: f32)
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %{{.*}}) {
// CHECK-NEXT: cascade.yield %[[X]]
// CHECK: linalg.generic
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[T]]
// CHECK: math.tanh %[[P]]
func.func @opaque_factor(%x: tensor<4x64xf32>, %t: f32) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s, %a = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %0 = arith.mulf %sum, %t : f32
      %1 = math.tanh %0 : f32
      %2 = arith.mulf %e, %1 : f32
      cascade.yield %2 : f32
    }
  return %a : tensor<4xf32>
}

// -----

// A clamp hides the NaN of the sum, so the finalizer restores it.

// CHECK-LABEL: func.func @clamped_sum
// CHECK: linalg.generic
// CHECK-SAME: ["parallel"]
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[L:.*]]: f32, %[[M:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[M]]
// CHECK: %[[RESTORED:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[A]]
// CHECK: %[[CLAMPED:.*]] = arith.maxnumf
// CHECK: arith.divf %[[RESTORED]], %[[CLAMPED]]
func.func @clamped_sum(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %eps = arith.constant 1.0e-5 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l, %a = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x64xf32>)
      inits(%m0, %z, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
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
      %1 = math.exp %0 : f32
      %2 = arith.maxnumf %sum, %eps : f32
      %3 = arith.divf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %a : tensor<4xf32>
}
