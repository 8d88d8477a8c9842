// What a kernel that only reads loads once is loaded past L2's keeping.
// RUN: split-file %s %t
// RUN: redfuser compile %t/sums.mlir --target=nvptx --chip=sm_90a -o %t/sums.ptx
// RUN: FileCheck %t/sums.mlir < %t/sums.ptx
// RUN: redfuser compile %t/no_readout.mlir --target=nvptx --chip=sm_90a -o %t/no_readout.ptx
// RUN: FileCheck %t/no_readout.mlir < %t/no_readout.ptx
// RUN: redfuser compile %t/no_long.mlir --target=nvptx --chip=sm_90a -o %t/no_long.ptx
// RUN: FileCheck %t/no_long.mlir < %t/no_long.ptx
// RUN: redfuser compile %t/twice.mlir --target=nvptx --chip=sm_90a -o %t/twice.ptx
// RUN: FileCheck %t/twice.mlir < %t/twice.ptx
// RUN: redfuser compile %t/twice.mlir --target=nvptx --chip=sm_80 -o %t/old.ptx --pipeline-options="row-schedule={threads = 512, vector = 8, unroll = 4, keep = nothing, residents = 2}"
// RUN: FileCheck %t/twice.mlir --check-prefix=OLD < %t/old.ptx

//--- sums.mlir
// CHECK-COUNT-2: ld.global.cs.v4.b32 {{.*}}+{{[0-9]+}}];
func.func @sums(%x: tensor<65536x512xbf16>) -> tensor<65536xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<65536xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<65536xf32>) -> tensor<65536xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<65536x512xbf16>) outs(%z : tensor<65536xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<65536xf32>
  return %s : tensor<65536xf32>
}

//--- no_readout.mlir
// CHECK:     ld.global.v4.b32
// CHECK-NOT: ld.global.cs
func.func @softmax(%x: tensor<65536x512xbf16>) -> tensor<65536x512xbf16> {
  %e = tensor.empty() : tensor<65536x512xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<65536x512xbf16>) outs(%e : tensor<65536x512xbf16>) -> tensor<65536x512xbf16>
  return %y : tensor<65536x512xbf16>
}

//--- no_long.mlir
// Of more than 512 MiB.
// CHECK:     ld.global.v4.b32
// CHECK-NOT: ld.global.cs
func.func @sums(%x: tensor<1048576x512xbf16>) -> tensor<1048576xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1048576xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<1048576xf32>) -> tensor<1048576xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1048576x512xbf16>) outs(%z : tensor<1048576xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<1048576xf32>
  return %s : tensor<1048576xf32>
}

//--- twice.mlir
// What is read again from L2 is kept there until then, and its registers leave room for
// as many blocks as were asked for. Older chips have no such loads.
// CHECK:     .minnctapersm 3
// CHECK:     createpolicy.fractional.L2::evict_last.b64
// CHECK-COUNT-8: ld.global.L1::evict_last.L2::cache_hint.v4.b32 {{.*}}+{{[0-9]+}}], %rd
// CHECK-COUNT-8: ld.global.cs.v4.b32
// CHECK-NOT: ld.global.v4
// OLD:       .minnctapersm 2
// OLD-COUNT-4: ld.global.v4.b32
// OLD-COUNT-4: ld.global.cs.v4.b32
// OLD-NOT:   cache_hint
func.func @softmax(%x: tensor<4096x32768xbf16>) -> tensor<4096x32768xbf16> {
  %e = tensor.empty() : tensor<4096x32768xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4096x32768xbf16>) outs(%e : tensor<4096x32768xbf16>) -> tensor<4096x32768xbf16>
  return %y : tensor<4096x32768xbf16>
}
