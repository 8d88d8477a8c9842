// The threads of a row: a warp with two vectors each, at most eight vectors for
// each thread, more threads where rows alone do not fill the device.
// RUN: split-file %s %t
// RUN: redfuser-opt %t/many.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/many.mlir
// RUN: redfuser-opt %t/few.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/few.mlir
// RUN: redfuser-opt %t/odd.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/odd.mlir

//--- many.mlir
// CHECK-LABEL: func @short
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 128 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-2: vector.load {{.*}} vector<8xbf16>
func.func @short(%x: tensor<65536x512xbf16>) -> tensor<65536x512xbf16> {
  %e = tensor.empty() : tensor<65536x512xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<65536x512xbf16>) outs(%e : tensor<65536x512xbf16>) -> tensor<65536x512xbf16>
  return %y : tensor<65536x512xbf16>
}
// CHECK-LABEL: func @long
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 64 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-8: vector.load {{.*}} vector<8xbf16>
func.func @long(%x: tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16> {
  %e = tensor.empty() : tensor<32768x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<32768x4096xbf16>) outs(%e : tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16>
  return %y : tensor<32768x4096xbf16>
}

//--- few.mlir
// CHECK-LABEL: func @few
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 512 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
func.func @few(%x: tensor<16x4096xbf16>) -> tensor<16x4096xbf16> {
  %e = tensor.empty() : tensor<16x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16x4096xbf16>) outs(%e : tensor<16x4096xbf16>) -> tensor<16x4096xbf16>
  return %y : tensor<16x4096xbf16>
}

//--- odd.mlir
// CHECK-LABEL: func @odd
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 64 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
func.func @odd(%x: tensor<32768x4095xbf16>) -> tensor<32768x4095xbf16> {
  %e = tensor.empty() : tensor<32768x4095xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<32768x4095xbf16>) outs(%e : tensor<32768x4095xbf16>) -> tensor<32768x4095xbf16>
  return %y : tensor<32768x4095xbf16>
}
