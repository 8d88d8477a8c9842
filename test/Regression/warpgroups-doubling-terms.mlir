// Forty squares, each of the one before, behind a tanh: whoever follows each use of
// each of them takes 2^40 steps.
// RUN: redfuser-opt %s --redfuser-fold-to-warpgroups | FileCheck %s
// CHECK: wgmma.mma_async
#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
module {
  func.func @attention(%arg0: tensor<1x2x1x256x64xbf16>, %arg1: tensor<1x2x512x64xbf16>, %arg2: tensor<1x2x512x64xbf16>) -> tensor<1x2x1x256x64xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<1x2x1x256x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x1x256x512xf32>) -> tensor<1x2x1x256x512xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x2x1x256x64xbf16>, tensor<1x2x512x64xbf16>) outs(%1 : tensor<1x2x1x256x512xf32>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: f32):
      %19 = arith.extf %in : bf16 to f32
      %20 = arith.extf %in_4 : bf16 to f32
      %21 = arith.mulf %19, %20 : f32
      %22 = arith.addf %out, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<1x2x1x256x512xf32>
    %3 = tensor.empty() : tensor<1x2x1x256xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x2x1x256xf32>) -> tensor<1x2x1x256xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x2x1x256xf32>) -> tensor<1x2x1x256xf32>
    %6 = tensor.empty() : tensor<1x2x1x256x64xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<1x2x1x256x64xf32>) -> tensor<1x2x1x256x64xf32>
    %8 = tensor.empty() : tensor<1x2x1x256xf32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : tensor<1x2x1x256xf32>) -> tensor<1x2x1x256xf32>
    %10 = tensor.empty() : tensor<1x2x1x256xf32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %11 = linalg.fill ins(%cst_2 : f32) outs(%10 : tensor<1x2x1x256xf32>) -> tensor<1x2x1x256xf32>
    %12 = tensor.empty() : tensor<1x2x1x256x64xf32>
    %cst_3 = arith.constant 0.000000e+00 : f32
    %13 = linalg.fill ins(%cst_3 : f32) outs(%12 : tensor<1x2x1x256x64xf32>) -> tensor<1x2x1x256x64xf32>
    %14:3 = cascade.fold [parallel, parallel, parallel, parallel, axis, parallel]
        ins(%2 (d0, d1, d2, d3, d4), %arg2 (d0, d1, d4, d5) : tensor<1x2x1x256x512xf32>, tensor<1x2x512x64xbf16>)
        state(%9, %11, %13 : tensor<1x2x1x256xf32>, tensor<1x2x1x256xf32>, tensor<1x2x1x256x64xf32>)
      component #cascade.maximumf -> (d0, d1, d2, d3) (%x, %x_4) {
        %cst_5 = arith.constant 1.250000e-01 : f32
        %19 = arith.mulf %x, %cst_5 : f32
        %cst_6 = arith.constant 3.000000e+01 : f32
        %20 = arith.divf %19, %cst_6 : f32
        %21 = math.tanh %20 : f32
        %22 = arith.mulf %21, %21 : f32
        %23 = arith.mulf %22, %22 : f32
        %24 = arith.mulf %23, %23 : f32
        %25 = arith.mulf %24, %24 : f32
        %26 = arith.mulf %25, %25 : f32
        %27 = arith.mulf %26, %26 : f32
        %28 = arith.mulf %27, %27 : f32
        %29 = arith.mulf %28, %28 : f32
        %s0 = arith.mulf %21, %21 : f32
        %s1 = arith.mulf %s0, %s0 : f32
        %s2 = arith.mulf %s1, %s1 : f32
        %s3 = arith.mulf %s2, %s2 : f32
        %s4 = arith.mulf %s3, %s3 : f32
        %s5 = arith.mulf %s4, %s4 : f32
        %s6 = arith.mulf %s5, %s5 : f32
        %s7 = arith.mulf %s6, %s6 : f32
        %s8 = arith.mulf %s7, %s7 : f32
        %s9 = arith.mulf %s8, %s8 : f32
        %s10 = arith.mulf %s9, %s9 : f32
        %s11 = arith.mulf %s10, %s10 : f32
        %s12 = arith.mulf %s11, %s11 : f32
        %s13 = arith.mulf %s12, %s12 : f32
        %s14 = arith.mulf %s13, %s13 : f32
        %s15 = arith.mulf %s14, %s14 : f32
        %s16 = arith.mulf %s15, %s15 : f32
        %s17 = arith.mulf %s16, %s16 : f32
        %s18 = arith.mulf %s17, %s17 : f32
        %s19 = arith.mulf %s18, %s18 : f32
        %s20 = arith.mulf %s19, %s19 : f32
        %s21 = arith.mulf %s20, %s20 : f32
        %s22 = arith.mulf %s21, %s21 : f32
        %s23 = arith.mulf %s22, %s22 : f32
        %s24 = arith.mulf %s23, %s23 : f32
        %s25 = arith.mulf %s24, %s24 : f32
        %s26 = arith.mulf %s25, %s25 : f32
        %s27 = arith.mulf %s26, %s26 : f32
        %s28 = arith.mulf %s27, %s27 : f32
        %s29 = arith.mulf %s28, %s28 : f32
        %s30 = arith.mulf %s29, %s29 : f32
        %s31 = arith.mulf %s30, %s30 : f32
        %s32 = arith.mulf %s31, %s31 : f32
        %s33 = arith.mulf %s32, %s32 : f32
        %s34 = arith.mulf %s33, %s33 : f32
        %s35 = arith.mulf %s34, %s34 : f32
        %s36 = arith.mulf %s35, %s35 : f32
        %s37 = arith.mulf %s36, %s36 : f32
        %s38 = arith.mulf %s37, %s37 : f32
        %s39 = arith.mulf %s38, %s38 : f32
        %30 = arith.mulf %s39, %cst_6 : f32
        cascade.yield %30 : f32
      }
      component #cascade.addf -> (d0, d1, d2, d3) (%x, %x_4 | %new) {
        %cst_5 = arith.constant 0.000000e+00 : f32
        %cst_6 = arith.constant 0xFF800000 : f32
        %19 = arith.cmpf oeq, %new, %cst_6 : f32
        %20 = arith.select %19, %cst_5, %new : f32
        %cst_7 = arith.constant 1.250000e-01 : f32
        %21 = arith.mulf %x, %cst_7 : f32
        %cst_8 = arith.constant 3.000000e+01 : f32
        %22 = arith.divf %21, %cst_8 : f32
        %23 = math.tanh %22 : f32
        %24 = arith.mulf %23, %23 : f32
        %25 = arith.mulf %24, %24 : f32
        %26 = arith.mulf %25, %25 : f32
        %27 = arith.mulf %26, %26 : f32
        %28 = arith.mulf %27, %27 : f32
        %29 = arith.mulf %28, %28 : f32
        %30 = arith.mulf %29, %29 : f32
        %31 = arith.mulf %30, %30 : f32
        %32 = arith.mulf %31, %cst_8 : f32
        %33 = arith.subf %32, %20 : f32
        %34 = math.exp %33 : f32
        cascade.yield %34 : f32
      } correct (%old, %old_4, %old_5 | %new) {
        %cst_6 = arith.constant 0.000000e+00 : f32
        %cst_7 = arith.constant 0xFF800000 : f32
        %19 = arith.cmpf oeq, %new, %cst_7 : f32
        %20 = arith.select %19, %cst_6, %new : f32
        %21 = arith.subf %old, %20 : f32
        %22 = math.exp %21 : f32
        %23 = arith.mulf %old_4, %22 : f32
        cascade.yield %23 : f32
      }
      component #cascade.addf -> (d0, d1, d2, d3, d5) (%x, %x_4 | %new, %new_5) {
        %cst_6 = arith.constant 0.000000e+00 : f32
        %cst_7 = arith.constant 0xFF800000 : f32
        %19 = arith.cmpf oeq, %new, %cst_7 : f32
        %20 = arith.select %19, %cst_6, %new : f32
        %cst_8 = arith.constant 1.250000e-01 : f32
        %21 = arith.mulf %x, %cst_8 : f32
        %cst_9 = arith.constant 3.000000e+01 : f32
        %22 = arith.divf %21, %cst_9 : f32
        %23 = math.tanh %22 : f32
        %24 = arith.mulf %23, %23 : f32
        %25 = arith.mulf %24, %24 : f32
        %26 = arith.mulf %25, %25 : f32
        %27 = arith.mulf %26, %26 : f32
        %28 = arith.mulf %27, %27 : f32
        %29 = arith.mulf %28, %28 : f32
        %30 = arith.mulf %29, %29 : f32
        %31 = arith.mulf %30, %30 : f32
        %32 = arith.mulf %31, %cst_9 : f32
        %33 = arith.subf %32, %20 : f32
        %34 = math.exp %33 : f32
        %35 = arith.truncf %34 : f32 to bf16
        %36 = arith.extf %35 : bf16 to f32
        %37 = arith.extf %x_4 : bf16 to f32
        %38 = arith.mulf %36, %37 : f32
        cascade.yield %38 : f32
      } correct (%old, %old_4, %old_5 | %new, %new_6) {
        %cst_7 = arith.constant 0.000000e+00 : f32
        %cst_8 = arith.constant 0xFF800000 : f32
        %19 = arith.cmpf oeq, %new, %cst_8 : f32
        %20 = arith.select %19, %cst_7, %new : f32
        %21 = arith.subf %old, %20 : f32
        %22 = math.exp %21 : f32
        %23 = arith.mulf %old_5, %22 : f32
        cascade.yield %23 : f32
      }
    %15 = tensor.empty() : tensor<1x2x1x256x64xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map4, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%14#2, %14#1, %14#0 : tensor<1x2x1x256x64xf32>, tensor<1x2x1x256xf32>, tensor<1x2x1x256xf32>) outs(%15 : tensor<1x2x1x256x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %out: f32):
      %cst_6 = arith.constant 0xFF800000 : f32
      %19 = arith.cmpf oeq, %in_5, %cst_6 : f32
      %cst_7 = arith.constant 0x7FC00000 : f32
      %20 = arith.select %19, %cst_7, %in_4 : f32
      %21 = arith.divf %in, %20 : f32
      linalg.yield %21 : f32
    } -> tensor<1x2x1x256x64xf32>
    %17 = tensor.empty() : tensor<1x2x1x256x64xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x2x1x256x64xf32>) outs(%17 : tensor<1x2x1x256x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<1x2x1x256x64xbf16>
    return %18 : tensor<1x2x1x256x64xbf16>
  }
}

