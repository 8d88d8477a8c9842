// RUN: redfuser-opt %s --redfuser-fold-to-warpgroups --split-input-file --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s

// Folds that stay, and why.

// CHECK-LABEL: func @no_scores
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_scores(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>, %s: tensor<128x256xf32>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: no input is the result of a contraction}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_rounded_factor
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_rounded_factor(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the factor of the second product is not rounded to the type of its other operand}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %x, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// What the value is computed from stays in the term.
// CHECK-LABEL: func @no_rounded_factor_of_bytes
// CHECK-NOT: linalg.generic
// CHECK: cascade.fold
// CHECK: arith.extf %{{.*}} : f8E4M3FN to bf16
// CHECK-NOT: gpu.launch
func.func @no_rounded_factor_of_bytes(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xf8E4M3FN>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the factor of the second product is not rounded to the type of its other operand}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xf8E4M3FN>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %1 = arith.extf %y : f8E4M3FN to bf16
      %2 = arith.extf %1 : bf16 to f32
      %3 = arith.mulf %x, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// An element that is widened by what the value does not have stays in the term.
// CHECK-LABEL: func @no_row_in_value
// CHECK-NOT: linalg.generic
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_row_in_value(%q: tensor<128x64xbf16>, %k: tensor<128x64xbf16>, %v: tensor<128x64xf8E4M3FN>, %w: tensor<128xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x128xf32>) -> tensor<128x128xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<128x64xbf16>) outs(%s0 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the term of component 1 is no product of an input with columns and a factor without}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2), %w (d0) : tensor<128x128xf32>, tensor<128x64xf8E4M3FN>, tensor<128xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y, %z) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y, %z | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : f8E4M3FN to bf16
      %4 = arith.mulf %2, %z : bf16
      %5 = arith.extf %4 : bf16 to f32
      %6 = arith.mulf %1, %5 : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// So does one that is widened by its position.
// CHECK-LABEL: func @no_position_in_value
// CHECK-NOT: linalg.generic
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_position_in_value(%q: tensor<128x64xbf16>, %k: tensor<128x64xbf16>, %v: tensor<128x64xf8E4M3FN>, %w: tensor<128xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x128xf32>) -> tensor<128x128xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<128x64xbf16>) outs(%s0 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the term of component 1 is no product of an input with columns and a factor without}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2), %w (d1) : tensor<128x128xf32>, tensor<128x64xf8E4M3FN>, tensor<128xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y, %z) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y, %z | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : f8E4M3FN to bf16
      %at = cascade.index 1
      %number = arith.index_cast %at : index to i32
      %3 = arith.sitofp %number : i32 to bf16
      %4 = arith.mulf %2, %3 : bf16
      %5 = arith.extf %4 : bf16 to f32
      %6 = arith.mulf %1, %5 : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// Nor is an element that several components read, and that has no columns, an operand.
// CHECK-LABEL: func @no_weight_of_bytes
// CHECK-NOT: linalg.generic
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_weight_of_bytes(%q: tensor<128x64xbf16>, %k: tensor<128x64xbf16>, %v: tensor<128x64xbf16>, %w: tensor<128xf8E4M3FN>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x128xf32>) -> tensor<128x128xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<128x64xbf16>) outs(%s0 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: input 2 is not read by rows and positions}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2), %w (d1) : tensor<128x128xf32>, tensor<128x64xbf16>, tensor<128xf8E4M3FN>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y, %z) {
      %0 = arith.extf %z : f8E4M3FN to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.mulf %x, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y, %z | %sum) {
      %0 = arith.extf %z : f8E4M3FN to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.mulf %x, %1 : f32
      %3 = arith.truncf %2 : f32 to bf16
      %4 = arith.extf %3 : bf16 to f32
      %5 = arith.extf %y : bf16 to f32
      %6 = arith.mulf %4, %5 : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_narrow_value
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_narrow_value(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xf32>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: input 1 of the second product is not f16 or bf16}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xf32>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %3 = arith.mulf %x, %y : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_common_type
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_common_type(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the operands of the two products are not all f16, nor all bf16}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to f16
      %1 = arith.extf %0 : f16 to f32
      %2 = arith.extf %y : f16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_empty_start
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_empty_start(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>, %start: f32) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%start : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: component 0 does not start empty}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_depth_of_whole_vectors
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_depth_of_whole_vectors(%q: tensor<128x60xbf16>, %k: tensor<256x60xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x60xbf16>, tensor<256x60xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the depth of the scores is no multiple of 8 up to 1024}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_depth_that_fits
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_depth_that_fits(%q: tensor<128x1032xbf16>, %k: tensor<256x1032xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x1032xbf16>, tensor<256x1032xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the depth of the scores is no multiple of 8 up to 1024}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_columns_that_fit
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_columns_that_fit(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x576xbf16>) -> tensor<128x576xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x576xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x576xf32>) -> tensor<128x576xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: the number of columns is no multiple of 8 up to 512}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x576xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x576xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x576xf32>
}

// -----

// CHECK-LABEL: func @no_contiguous_depth
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_contiguous_depth(%q: tensor<128x64xbf16>, %k: tensor<64x256xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<64x256xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: an operand of a product is not contiguous along the dimension that TMA loads rows of}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_aligned_rows
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_aligned_rows(%qs: tensor<128x100xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %q = tensor.extract_slice %qs[0, 0] [128, 64] [1, 1] : tensor<128x100xbf16> to tensor<128x64xbf16>
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: an operand of a product has rows that do not begin with a multiple of 8 elements}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_known_alignment
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_known_alignment(%qs: tensor<128x?xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %q = tensor.extract_slice %qs[0, 0] [128, 64] [1, 1] : tensor<128x?xbf16> to tensor<128x64xbf16>
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: an operand of a product has rows of unknown alignment}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_regions_in_term
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_regions_in_term(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: component 0 has code with regions or of tensors}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      %c = arith.cmpf olt, %x, %zero : f32
      %r = scf.if %c -> f32 {
        scf.yield %zero : f32
      } else {
        scf.yield %x : f32
      }
      cascade.yield %r : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func @no_loop
// CHECK: scf.for
// CHECK: cascade.fold
// CHECK-NOT: gpu.launch
func.func @no_loop(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>, %n: index) -> tensor<128x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%so = %o0) -> tensor<128x64xf32> {
  // expected-remark @+1 {{the fold is not computed by warpgroups: it is not in the body of a function}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %so : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  scf.yield %o : tensor<128x64xf32>
  }
  return %r : tensor<128x64xf32>
}

// -----

// A reader of what captures a result is computed after the fold.
// CHECK-LABEL: func @no_captured_result
// CHECK: gpu.launch
// CHECK: tensor.generate
// CHECK: linalg.generic
func.func @no_captured_result(%q: tensor<128x64xbf16>, %k: tensor<256x64xbf16>, %v: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %es = tensor.empty() : tensor<128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<256x64xbf16>) outs(%s0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold and 0 ops after it are computed by warpgroups}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<128x256xf32>, tensor<256x64xbf16>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.mulf %1, %2 : f32
      cascade.yield %3 : f32
    }
  %first = tensor.extract %l[%c0] : tensor<128xf32>
  %all = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %first : f32
  } : tensor<128xf32>
  %e = tensor.empty() : tensor<128x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%o, %all : tensor<128x64xf32>, tensor<128xf32>) outs(%e : tensor<128x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}
