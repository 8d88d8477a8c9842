// RUN: redfuser-opt %s --redfuser-fold-to-gpu --split-input-file --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s

// What the region of an op captures is computed before it, too. An op that reads what captures a result of the fold was
// taken for one that can be computed with it, and then the fold got no kernel.

// CHECK-LABEL: func @reader
// CHECK: gpu.launch
// CHECK: tensor.generate
// CHECK: linalg.generic
func.func @reader(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %first = tensor.extract %m[%c0] : tensor<64xf32>
  %all = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %first : f32
  } : tensor<64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%m, %all : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

// The same of a later fold's term.
// CHECK-LABEL: func @later_fold
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT: cascade.fold
func.func @later_fold(%x: tensor<64x256xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %first = tensor.extract %m[%c0] : tensor<64xf32>
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x256xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.subf %a, %b : f32
      %1 = arith.mulf %0, %first : f32
      cascade.yield %1 : f32
    }
  return %s : tensor<64xf32>
}
