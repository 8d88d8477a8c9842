// Small buffers of known size, outside of loops, lie on the host's stack;
// others do not, and neither does the sum of many.
// RUN: redfuser-opt %s --redfuser-cpu-backend="until=bufferize" | FileCheck %s

// CHECK-LABEL: func.func @small
// CHECK-NOT: memref.alloc()
// CHECK: memref.alloca() : memref<64xf32>
// CHECK-NOT: memref.alloc()
// CHECK: return
func.func @small(%x: tensor<64xf32>, %at: index) -> f32 {
  %empty = tensor.empty() : tensor<64xf32>
  %exp = linalg.exp ins(%x : tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %e = tensor.extract %exp[%at] : tensor<64xf32>
  return %e : f32
}

// CHECK-LABEL: func.func @no_large
// CHECK-NOT: memref.alloca
// CHECK: memref.alloc() : memref<65536xf32>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @no_large(%x: tensor<65536xf32>, %at: index) -> f32 {
  %empty = tensor.empty() : tensor<65536xf32>
  %exp = linalg.exp ins(%x : tensor<65536xf32>) outs(%empty : tensor<65536xf32>) -> tensor<65536xf32>
  %e = tensor.extract %exp[%at] : tensor<65536xf32>
  return %e : f32
}

// CHECK-LABEL: func.func @no_dynamic
// CHECK-NOT: memref.alloca
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @no_dynamic(%x: tensor<?xf32>, %n: index, %at: index) -> f32 {
  %empty = tensor.empty(%n) : tensor<?xf32>
  %exp = linalg.exp ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %e = tensor.extract %exp[%at] : tensor<?xf32>
  return %e : f32
}

// Five of 32 KiB are more than a function may have.
// CHECK-LABEL: func.func @no_many
// CHECK-DAG: memref.alloc() : memref<8192xf32>
// CHECK-DAG: memref.alloca() : memref<8192xf32>
// CHECK: return
func.func @no_many(%x: tensor<8192xf32>, %at: index) -> (f32, f32, f32, f32, f32) {
  %empty = tensor.empty() : tensor<8192xf32>
  %a = linalg.exp ins(%x : tensor<8192xf32>) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %b = linalg.exp ins(%a : tensor<8192xf32>) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %c = linalg.exp ins(%b : tensor<8192xf32>) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %d = linalg.exp ins(%c : tensor<8192xf32>) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %e = linalg.exp ins(%d : tensor<8192xf32>) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %0 = tensor.extract %a[%at] : tensor<8192xf32>
  %1 = tensor.extract %b[%at] : tensor<8192xf32>
  %2 = tensor.extract %c[%at] : tensor<8192xf32>
  %3 = tensor.extract %d[%at] : tensor<8192xf32>
  %4 = tensor.extract %e[%at] : tensor<8192xf32>
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}
