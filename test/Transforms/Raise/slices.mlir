// RUN: redfuser-opt --redfuser-raise %s | FileCheck %s

// Q, K and V are slices of one transposed projection: they are read where the
// projection wrote them, and the transpose is gone.

#s = affine_map<(h, n, k) -> (h, n, k)>
#r = affine_map<(h, n, k) -> (h, n)>

// CHECK-LABEL: func.func @unbound
// CHECK-SAME: %[[QKV:.*]]: tensor<32x3x4x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK-DAG: %[[Q:.*]] = tensor.extract_slice %[[QKV]][0, 0, 0, 0] [32, 1, 4, 16]
// CHECK-DAG: %[[K:.*]] = tensor.extract_slice %[[QKV]][0, 1, 0, 0] [32, 1, 4, 16]
// CHECK-DAG: %[[V:.*]] = tensor.extract_slice %[[QKV]][0, 2, 0, 0] [32, 1, 4, 16]
// CHECK: cascade.chain
// CHECK-NOT: linalg.transpose
func.func @unbound(%qkv: tensor<32x3x4x16xf32>) -> tensor<4x32x16xf32> {
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<3x4x32x16xf32>
  %t = linalg.transpose ins(%qkv : tensor<32x3x4x16xf32>) outs(%te : tensor<3x4x32x16xf32>) permutation = [1, 2, 0, 3]
  %q = tensor.extract_slice %t[0, 0, 0, 0] [1, 4, 32, 16] [1, 1, 1, 1] : tensor<3x4x32x16xf32> to tensor<4x32x16xf32>
  %k = tensor.extract_slice %t[1, 0, 0, 0] [1, 4, 32, 16] [1, 1, 1, 1] : tensor<3x4x32x16xf32> to tensor<4x32x16xf32>
  %v = tensor.extract_slice %t[2, 0, 0, 0] [1, 4, 32, 16] [1, 1, 1, 1] : tensor<3x4x32x16xf32> to tensor<4x32x16xf32>
  %ke = tensor.empty() : tensor<4x16x32xf32>
  %kt = linalg.transpose ins(%k : tensor<4x32x16xf32>) outs(%ke : tensor<4x16x32xf32>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<4x32x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<4x32x16xf32>, tensor<4x16x32xf32>) outs(%s0 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %me = tensor.empty() : tensor<4x32xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%me : tensor<4x32xf32>) -> tensor<4x32xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<4x32x32xf32>) outs(%m0 : tensor<4x32xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4x32xf32>
  %p = linalg.generic {indexing_maps = [#s, #r, #s], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<4x32x32xf32>, tensor<4x32xf32>) outs(%se : tensor<4x32x32xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x32x32xf32>
  %oe = tensor.empty() : tensor<4x32x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<4x32x32xf32>, tensor<4x32x16xf32>) outs(%o0 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  return %o : tensor<4x32x16xf32>
}

// Without a chain a slice stays as it is.
// CHECK-LABEL: func.func @no_chain
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK-NEXT: %[[SLICE:.*]] = tensor.extract_slice %[[T]][1, 0, 0]
// CHECK-NEXT: return %[[SLICE]]
func.func @no_chain(%qkv: tensor<32x3x16xf32>) -> tensor<32x16xf32> {
  %te = tensor.empty() : tensor<3x32x16xf32>
  %t = linalg.transpose ins(%qkv : tensor<32x3x16xf32>) outs(%te : tensor<3x32x16xf32>) permutation = [1, 0, 2]
  %k = tensor.extract_slice %t[1, 0, 0] [1, 32, 16] [1, 1, 1] : tensor<3x32x16xf32> to tensor<32x16xf32>
  return %k : tensor<32x16xf32>
}
