// RUN: redfuser-opt %s --redfuser-to-linalg="numerics=contract rows=32" | FileCheck %s --check-prefix=CONTRACT
// RUN: redfuser-opt %s --redfuser-to-linalg="numerics=strict" | FileCheck %s --check-prefix=STRICT
// RUN: redfuser-opt %s --redfuser-to-linalg="numerics=strict allow-requantize=true" | FileCheck %s --check-prefix=STRICT
// RUN: redfuser-opt %s --redfuser-to-llvm="numerics=strict until=linalg" | FileCheck %s --check-prefix=CODE
// RUN: redfuser-opt %s --redfuser-to-nvvm="numerics=strict" | FileCheck %s --check-prefix=BINARY

// The sum of an f16 softmax is carried in f32; under `strict`, roundings to f16 are
// opaque and the program stays as it is.
// CONTRACT: scf.forall
// CONTRACT: scf.for {{.*}} -> (tensor<32xf16>, tensor<32xf32>)
// STRICT-NOT: f32
// STRICT-NOT: scf.
// STRICT: math.exp
// STRICT-NOT: f32
// STRICT-NOT: scf.
// CODE: llvm.func @sum
// BINARY: gpu.binary
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @sum(%x: tensor<64x640xf16>) -> tensor<64xf16> {
  %minf = arith.constant dense<0xFC00> : tensor<64xf16>
  %zero = arith.constant dense<0.0> : tensor<64xf16>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x640xf16>) outs(%minf : tensor<64xf16>) {
  ^bb0(%e: f16, %acc: f16):
    %0 = arith.maximumf %e, %acc : f16
    linalg.yield %0 : f16
  } -> tensor<64xf16>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<64x640xf16>, tensor<64xf16>) outs(%zero : tensor<64xf16>) {
  ^bb0(%e: f16, %max: f16, %acc: f16):
    %0 = arith.subf %e, %max : f16
    %1 = math.exp %0 : f16
    %2 = arith.addf %acc, %1 : f16
    linalg.yield %2 : f16
  } -> tensor<64xf16>
  return %l : tensor<64xf16>
}
