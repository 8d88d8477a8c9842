// What the host has: a product and a sum rounded once, exponentials by ldexp.
// RUN: redfuser-opt %s --redfuser-to-llvm="vector-bits=512" | FileCheck %s --implicit-check-not='contract>} : vector' --implicit-check-not=ldexp
// RUN: redfuser-opt %s --redfuser-to-llvm="vector-bits=512 fuse-multiply-add" | FileCheck %s --check-prefixes=CHECK,FUSED --implicit-check-not=ldexp
// RUN: redfuser-opt %s --redfuser-to-llvm="vector-bits=512 use-ldexp" | FileCheck %s --check-prefixes=CHECK,LDEXP --implicit-check-not='contract>} : vector'
// RUN: redfuser-opt %s --redfuser-cpu-backend="vector-bits=512" | FileCheck %s --implicit-check-not='contract>} : vector' --implicit-check-not=ldexp
// RUN: redfuser-opt %s --redfuser-cpu-backend="vector-bits=512 fuse-multiply-add" | FileCheck %s --check-prefixes=CHECK,FUSED --implicit-check-not=ldexp
// RUN: redfuser-opt %s --redfuser-cpu-backend="vector-bits=512 use-ldexp" | FileCheck %s --check-prefixes=CHECK,LDEXP --implicit-check-not='contract>} : vector'

// CHECK-LABEL: llvm.func @product
// FUSED:         llvm.fmul %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<16xf32>
// FUSED:         llvm.fadd %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<16xf32>
func.func @product(%a: tensor<24x40xf32>, %b: tensor<40x64xf32>, %c: tensor<24x64xf32>) -> tensor<24x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x64xf32>) outs(%c : tensor<24x64xf32>) -> tensor<24x64xf32>
  return %0 : tensor<24x64xf32>
}

// CHECK-LABEL: llvm.func @exp
// LDEXP:         llvm.intr.ldexp(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// CHECK:         llvm.return
func.func @exp(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = math.exp %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
