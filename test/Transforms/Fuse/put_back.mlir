// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// A chain that does not fuse becomes one generic per reduction, over the dimensions
// of its domain, from the source's inits and with the source's code.

// CHECK-DAG: #[[IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @no_fusion
// CHECK-SAME: (%[[S:[^:]*]]: tensor<4x64xf32>, %[[V:[^:]*]]: tensor<64x8xf32>, %[[M0:[^:]*]]: tensor<4xf32>, %[[O0:[^:]*]]: tensor<4x8xf32>
// CHECK: %[[M:.*]] = linalg.generic {indexing_maps = [#[[IN]], #[[ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[S]] : {{.*}}) outs(%[[M0]] :
// CHECK: arith.addf
// CHECK: %[[O:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[S]], %[[V]], %[[M]] : {{.*}}) outs(%[[O0]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[MU:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: arith.index_cast %[[J]]
// CHECK: math.absf
// CHECK: %[[SUM:.*]] = arith.addf %[[ACC]], %{{.*}}
// CHECK-NEXT: linalg.yield %[[SUM]]
// CHECK-NOT: cascade
// CHECK: return %[[O]]
func.func @no_fusion(%s: tensor<4x64xf32>, %v: tensor<64x8xf32>, %m0: tensor<4xf32>, %o0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<4x64xf32>, tensor<64x8xf32>)
      inits(%m0, %o0 : tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %mu) {
      %j = cascade.index 1
      %i = arith.index_cast %j : index to i32
      %f = arith.sitofp %i : i32 to f32
      %0 = arith.subf %x, %mu : f32
      %1 = math.absf %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.mulf %2, %f : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// A term that reads no input still runs over the whole axis.

// CHECK-LABEL: func.func @no_input
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<64xi1>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[EMPTY]] : tensor<4xf32>, tensor<64xi1>)
func.func @no_input(%s: tensor<4x64xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %m, %o = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %m0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.maximumf -> (d0) (%x | %sum) {
      cascade.yield %sum : f32
    }
  return %o : tensor<4xf32>
}
