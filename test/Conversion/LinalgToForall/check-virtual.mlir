// RUN: redfuser-opt %s --redfuser-check-virtual | FileCheck %s

// Marked and unread: gone, with the marked op that only it read.
// CHECK-LABEL: func @unread
// CHECK-NOT: linalg
func.func @unread(%x: tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %s = linalg.exp {redfuser.virtual} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.exp {redfuser.virtual} ins(%s : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// Inside a kernel the copy works on a tile.
// CHECK-LABEL: func @tile
// CHECK: linalg.exp ins
func.func @tile(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %x) -> tensor<8x8xf32> {
    %s = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<8x8xf32> to tensor<1x8xf32>
    %f = linalg.exp {redfuser.virtual} ins(%s : tensor<1x8xf32>) outs(%s : tensor<1x8xf32>) -> tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<8x8xf32>
    }
  }
  return %r : tensor<8x8xf32>
}
