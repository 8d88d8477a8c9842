// The paths for aligned and for other rows were merged into one of scalar loads.
// RUN: redfuser compile %s --target=nvptx --chip=sm_90a -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// CHECK:         .entry softmax_rows_0
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK:         max.bf16
// CHECK-COUNT-8: st.global.v4.b32
func.func @softmax(%x: tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16> {
  %e = tensor.empty() : tensor<32768x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<32768x4096xbf16>) outs(%e : tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16>
  return %y : tensor<32768x4096xbf16>
}
