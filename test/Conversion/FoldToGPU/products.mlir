// An entropy has one exponential an element, as exact as one that is summed alone, and its products are summed
// by multiply-adds.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 1, keep = registers}" --cse | FileCheck %s

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @entropy
// CHECK:       gpu.launch
// Of four elements, and that of the init.
// CHECK-COUNT-5: math.exp {{.*}} fastmath<afn>
// CHECK-NOT:   math.exp
// CHECK:       arith.mulf {{.*}} fastmath<contract>
// CHECK:       arith.mulf {{.*}} fastmath<contract>
// CHECK:       arith.addf {{.*}} fastmath<contract>
// CHECK-NOT:   math.exp
// CHECK:       gpu.terminator
func.func @entropy(%x: tensor<8x128xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %full = tensor.empty() : tensor<8x128xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<8x128xf32>) outs(%full : tensor<8x128xf32>) -> tensor<8x128xf32>
  %h = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<8x128xf32>) outs(%s0 : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = math.log %a : f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.subf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  return %h : tensor<8xf32>
}
