// RUN: redfuser-opt %s --redfuser-fold-to-warpgroups | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-warpgroups="schedule='keys = 64, warpgroups = 1, order = serial, rows = shared, lazy = 0'" | FileCheck %s --check-prefix=SERIAL

// Nothing of the scores is left outside of the kernel; what follows the fold is
// in it.
// CHECK-LABEL: func @attention
// CHECK-DAG: nvgpu.tma.create.descriptor {{.*}} : memref<*xbf16> -> <tensor = memref<1x64x64xbf16, {{.*}}>, swizzle = swizzle_128b
// CHECK-DAG: nvgpu.tma.create.descriptor {{.*}} : memref<*xbf16> -> <tensor = memref<1x128x64xbf16, {{.*}}>, swizzle = swizzle_128b
// CHECK: gpu.launch
// CHECK-SAME: module(@redfuser_kernels) function(@attention_warpgroups_0)
// The producer.
// CHECK: nvvm.setmaxregister decrease 32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// The consumers: exponentials of the fold's own terms, roundings of the scores
// dropped, the scale in the multiply-add.
// CHECK: nvvm.setmaxregister increase 232
// CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// CHECK: arith.maximumf
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.constant 0.18033
// CHECK: %[[X:.*]] = math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: math.exp2 %[[X]] fastmath<afn> : f32
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: stmatrix
// CHECK: gpu.terminator
// CHECK-NOT: linalg.generic

// SERIAL-LABEL: func @attention
// SERIAL: wgmma.mma_async.sync.aligned.m64n64k16
// SERIAL-NOT: bar.sync
func.func @attention(%q: tensor<8x128x64xbf16>, %k: tensor<8x256x64xbf16>, %v: tensor<8x256x64xbf16>) -> tensor<8x128x64xbf16> {
  %zero = arith.constant 0.000000e+00 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<8x128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x128x64xbf16>, tensor<8x256x64xbf16>)
      outs(%s0 : tensor<8x128x256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x128x256xf32>
  %er = tensor.empty() : tensor<8x128xf32>
  %eo = tensor.empty() : tensor<8x128x64xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  %m, %l, %o = cascade.fold [parallel, parallel, parallel, axis]
      ins(%s (d0, d1, d3), %v (d0, d3, d2) : tensor<8x128x256xf32>, tensor<8x256x64xbf16>)
      state(%m0, %l0, %o0 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128x64xf32>)
    component #cascade.maximumf -> (d0, d1) (%x, %y) {
      %cst = arith.constant 1.250000e-01 : bf16
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.mulf %0, %cst : bf16
      %2 = arith.extf %1 : bf16 to f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d1) (%x, %y | %max) {
      %cst = arith.constant 1.250000e-01 : bf16
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.mulf %0, %cst : bf16
      %2 = arith.extf %1 : bf16 to f32
      %3 = arith.subf %2, %max : f32
      %4 = math.exp %3 : f32
      cascade.yield %4 : f32
    } correct (%om, %ol, %oo | %max) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %ol, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d1, d2) (%x, %y | %max, %sum) {
      %cst = arith.constant 1.250000e-01 : bf16
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.mulf %0, %cst : bf16
      %2 = arith.extf %1 : bf16 to f32
      %3 = arith.subf %2, %max : f32
      %4 = math.exp %3 : f32
      %5 = arith.truncf %4 : f32 to bf16
      %6 = arith.extf %5 : bf16 to f32
      %7 = arith.extf %y : bf16 to f32
      %8 = arith.mulf %6, %7 : f32
      cascade.yield %8 : f32
    } correct (%om, %ol, %oo | %max, %sum) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %oo, %1 : f32
      cascade.yield %2 : f32
    }
  %eb = tensor.empty() : tensor<8x128x64xbf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o, %l : tensor<8x128x64xf32>, tensor<8x128xf32>)
      outs(%eb : tensor<8x128x64xbf16>) {
  ^bb0(%a: f32, %b: f32, %c: bf16):
    %0 = arith.divf %a, %b : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<8x128x64xbf16>
  return %r : tensor<8x128x64xbf16>
}
