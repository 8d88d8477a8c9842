// RUN: redfuser run %s --check --data=wide --dims=17x130 | FileCheck %s
// RUN: redfuser-opt %s --redfuser-to-llvm | FileCheck %s --check-prefix=LLVM

// The exponent and the maximum must read one rounded score. The conversions of
// emulated f16 arithmetic folded away, so that the fused exponent was that of a
// score in f32, and the largest term of the sum was not 1.
// CHECK: check passed

// Each product is rounded; none of the conversions may be dropped.
// LLVM-LABEL: llvm.func @scaled
// LLVM-NOT: llvm.fp{{ext|trunc}} {{.*}}fastmath<contract>
#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @scaled(%x: tensor<?x?xf16>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f16
  %scale = arith.constant 0.7 : f16
  %zero = arith.constant 0.0 : f16
  %ninf = arith.constant 0xFC00 : f16
  %n = tensor.dim %x, %c0 : tensor<?x?xf16>
  %k = tensor.dim %x, %c1 : tensor<?x?xf16>
  %e = tensor.empty(%n, %k) : tensor<?x?xf16>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf16>) outs(%e : tensor<?x?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %0 = arith.mulf %a, %two : f16
    %1 = arith.mulf %0, %scale : f16
    linalg.yield %1 : f16
  } -> tensor<?x?xf16>
  %r = tensor.empty(%n) : tensor<?xf16>
  %m0 = linalg.fill ins(%ninf : f16) outs(%r : tensor<?xf16>) -> tensor<?xf16>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<?x?xf16>) outs(%m0 : tensor<?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %0 = arith.maximumf %a, %o : f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  %l0 = linalg.fill ins(%zero : f16) outs(%r : tensor<?xf16>) -> tensor<?xf16>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s, %m : tensor<?x?xf16>, tensor<?xf16>) outs(%l0 : tensor<?xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.subf %a, %b : f16
    %1 = math.exp %0 : f16
    %2 = arith.addf %1, %o : f16
    linalg.yield %2 : f16
  } -> tensor<?xf16>
  return %l : tensor<?xf16>
}
