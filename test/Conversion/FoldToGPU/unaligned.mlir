// Gains of rows that begin between two vectors: an unaligned vector is what the
// two aligned ones around it hold, shifted. What lies as the row does is aligned.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, rows = 1, vector = 8, unroll = 2, keep = registers}" --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, rows = 1, vector = 4, unroll = 3, keep = registers}" --split-input-file | FileCheck %s --check-prefix=SHORT

// Vectors of 8 bytes.
// SHORT:     gpu.launch
// SHORT-NOT: llvm.intr.fshr

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#axis = affine_map<(d0, d1) -> (d1)>
// Whole vectors, then the first one, of which a part may be in front of the row.
// CHECK-LABEL: func @gain(
// CHECK:         gpu.launch
// CHECK:         vector.load {{.*}} memref<257xbf16, strided<[1], offset: ?>>, vector<8xbf16>
// CHECK:         vector.load {{.*}} vector<8xbf16>
// CHECK:         vector.bitcast {{.*}} vector<8xbf16> to vector<4xi32>
// CHECK-COUNT-4: llvm.intr.fshr
// CHECK:         vector.bitcast {{.*}} vector<4xi32> to vector<8xbf16>
func.func @gain(%x: tensor<64x257xbf16>, %g: tensor<257xbf16>, %s0: tensor<64xf32>) -> tensor<64x257xbf16> {
  %e = tensor.empty() : tensor<64x257xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x257xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %g : tensor<64x257xbf16>, tensor<64xf32>, tensor<257xbf16>) outs(%e : tensor<64x257xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.divf %0, %b : f32
    %2 = arith.extf %c : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<64x257xbf16>
  return %y : tensor<64x257xbf16>
}

// -----

// All rows begin at a vector.
// CHECK-LABEL: func @no_shift(
// CHECK:     gpu.launch
// CHECK-NOT: llvm.intr.fshr
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#axis = affine_map<(d0, d1) -> (d1)>
func.func @no_shift(%x: tensor<64x256xbf16>, %g: tensor<256xbf16>, %s0: tensor<64xf32>) -> tensor<64x256xbf16> {
  %e = tensor.empty() : tensor<64x256xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x256xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %g : tensor<64x256xbf16>, tensor<64xf32>, tensor<256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %0 = arith.truncf %b : f32 to bf16
    %1 = arith.mulf %a, %c : bf16
    %2 = arith.mulf %1, %0 : bf16
    linalg.yield %2 : bf16
  } -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}

// -----

// Every tensor has the shift of the row.
// CHECK-LABEL: func @no_other_shift(
// CHECK:     gpu.launch
// CHECK-NOT: llvm.intr.fshr
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @no_other_shift(%x: tensor<64x257xbf16>, %s0: tensor<64xf32>) -> tensor<64x257xbf16> {
  %e = tensor.empty() : tensor<64x257xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x257xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x257xbf16>, tensor<64xf32>) outs(%e : tensor<64x257xbf16>) {
  ^bb0(%a: bf16, %b: f32, %o: bf16):
    %0 = arith.truncf %b : f32 to bf16
    %1 = arith.mulf %a, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<64x257xbf16>
  return %y : tensor<64x257xbf16>
}
