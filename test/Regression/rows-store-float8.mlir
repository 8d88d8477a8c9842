// RUN: redfuser-gpu-check %s --fuse --dims=5,129
// RUN: redfuser-gpu-check %s --fuse --dims=5,256 --row-schedule="threads = 32, vector = 8, unroll = 1, keep = nothing"
// RUN: redfuser-gpu-check %s --fuse --dims=3,96 --masked=0.2
// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s
// RUN: redfuser compile %s --target=nvptx --chip=sm_90a -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: redfuser compile %s --target=nvptx --chip=sm_80 -o %t.80.ptx
// RUN: FileCheck %s --check-prefix=OLD < %t.80.ptx

// A readout that is rounded to an 8-bit float was a kernel of its own, which read the row again.

// CHECK-LABEL: func @quantise
// CHECK:       gpu.launch
// CHECK:       arith.truncf {{.*}} : vector<8xf32> to vector<8xf8E4M3FN>
// CHECK-NEXT:  vector.store

// PTX: cvt.rn.satfinite.e4m3x2.f32
// OLD-NOT: e4m3x2

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @quantise(%x: tensor<?x?xbf16>) -> tensor<?x?xf8E4M3FN> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 448.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %columns = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %e8 = tensor.empty(%rows, %columns) : tensor<?x?xf8E4M3FN>
  %er = tensor.empty(%rows) : tensor<?xf32>
  %m0 = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xbf16>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x?xbf16>, tensor<?xf32>) outs(%e8 : tensor<?x?xf8E4M3FN>) {
  ^bb0(%a: bf16, %b: f32, %o: f8E4M3FN):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.divf %b, %limit : f32
    %2 = arith.divf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f8E4M3FN
    linalg.yield %3 : f8E4M3FN
  } -> tensor<?x?xf8E4M3FN>
  return %q : tensor<?x?xf8E4M3FN>
}
