// RUN: redfuser-opt %s --redfuser-fuse --remark-format=emitRemark --remarks-filter=redfuser-fuse -o %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse --remark-format=emitRemark --remarks-filter-passed=redfuser-fuse -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASSED
// RUN: redfuser-opt %s --redfuser-fuse -o %t 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty

// What was fused, and how each reduction is carried, where its term is computed.
// SILENT-NOT: remark
// PASSED: [Passed] {{.*}}fused 3 reductions into one fold
// PASSED-NOT: remark
func.func @weighted(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  // CHECK: :[[@LINE+3]]:{{.*}} remark: [Passed] fuse{{.*}}fused 3 reductions into one fold
  // CHECK: :[[@LINE+2]]:{{.*}} remark: [Analysis] fuse{{.*}}Function=weighted
  // CHECK-SAME: Finalizer=state0, Monoid=#cascade.maximumf, Reduction=0, State=x0, Term=x0
  %m, %l, %o = cascade.chain [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<4x64xf32>, tensor<4x64xf32>)
      inits(%m0, %l0, %l0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      // CHECK: :[[@LINE+3]]:{{.*}} remark: [Analysis]
      // CHECK-SAME: Correction="exp(-new0 + old0){{.*}}G=exp(x0), H=exp(-d0), Kept=exp(-d0)
      // CHECK-SAME: Rank=1, Reduction=1, State="exp(x0 - d0)", Term="exp(x0 - d0)", Why=
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      // CHECK: :[[@LINE+3]]:{{.*}} remark: [Analysis]
      // CHECK-SAME: Deferred="1 / d1", Finalizer="state2 * 1 / d1"{{.*}}Kept=exp(-d0)
      // CHECK-SAME: Reduction=2, State="x1 * exp(x0 - d0)"
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
  return %l, %o : tensor<4xf32>, tensor<4xf32>
}
