// Each pipeline stops at the phase that it is told to.
// RUN: redfuser-opt %s --redfuser-to-linalg="until=raise" | FileCheck %s --check-prefix=RAISE
// RUN: redfuser-opt %s --redfuser-to-llvm="until=raise" | FileCheck %s --check-prefix=RAISE
// RUN: redfuser-opt %s --redfuser-to-nvvm="until=raise" | FileCheck %s --check-prefix=RAISE
// RUN: redfuser-opt %s --redfuser-to-linalg="until=fuse" | FileCheck %s --check-prefix=FUSE
// RUN: redfuser-opt %s --redfuser-to-llvm="until=fuse" | FileCheck %s --check-prefix=FUSE
// RUN: redfuser-opt %s --redfuser-to-nvvm="until=fuse" | FileCheck %s --check-prefix=FUSE
// RUN: redfuser-opt %s --redfuser-to-linalg="until=tile rows=32" | FileCheck %s --check-prefix=TILE
// RUN: redfuser-opt %s --redfuser-to-llvm="until=tile rows=32" | FileCheck %s --check-prefix=TILE
// RUN: redfuser-opt %s --redfuser-to-nvvm="until=tile row-kernels=false" | FileCheck %s --check-prefix=TILE
// RUN: redfuser-opt %s --redfuser-to-nvvm="until=tile" | FileCheck %s --check-prefix=ROWS
// RUN: redfuser-opt %s --redfuser-to-linalg="until=linalg" | FileCheck %s --check-prefix=LINALG
// RUN: redfuser-opt %s --redfuser-to-linalg="rows=2 axis=8 segments=2 loops=for" | FileCheck %s --check-prefix=FOR
// RUN: redfuser-opt %s --redfuser-to-linalg="parallel-tiles=4 axis=8" | FileCheck %s --check-prefix=LIST
// RUN: redfuser-opt %s --redfuser-cpu-backend="until=bufferize" | FileCheck %s --check-prefix=BUFFERIZE
// RUN: redfuser-opt %s --redfuser-cpu-backend="until=loops" | FileCheck %s --check-prefix=LOOPS
// RUN: redfuser-opt %s --redfuser-cpu-backend | FileCheck %s --check-prefix=LLVM
// RUN: not redfuser-opt %s --redfuser-to-linalg="until=never" 2>&1 | FileCheck %s --check-prefix=NEVER

// RAISE-NOT: cascade.fold
// RAISE: cascade.chain
// RAISE-NOT: linalg.softmax
// FUSE-NOT: cascade.chain
// FUSE-NOT: scf.
// FUSE: cascade.fold
// TILE: scf.forall
// TILE: scf.for
// TILE: cascade.fold
// ROWS-NOT: cascade.
// ROWS: gpu.launch
// LINALG-NOT: cascade.
// LINALG: scf.forall
// LINALG-NOT: cascade.
// FOR-NOT: cascade.
// FOR: scf.forall
// FOR: scf.for
// LIST: scf.forall (%{{.*}}) = (0) to (256) step (4)
// BUFFERIZE-NOT: tensor<
// BUFFERIZE: memref.alloc()
// BUFFERIZE: memref.alloca()
// BUFFERIZE: linalg.generic
// LOOPS-NOT: linalg.
// LOOPS: scf.for
// LLVM-NOT: scf.
// LLVM: llvm.func @_mlir_ciface_softmax
// NEVER: Cannot find option named 'never'
func.func @softmax(%x: tensor<256x640xf32>) -> tensor<256x640xf32> {
  %e = tensor.empty() : tensor<256x640xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<256x640xf32>) outs(%e : tensor<256x640xf32>) -> tensor<256x640xf32>
  return %p : tensor<256x640xf32>
}
