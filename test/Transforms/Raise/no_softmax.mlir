// RUN: redfuser-opt %s --redfuser-raise=numerics=strict > %t.after
// RUN: redfuser-opt %s > %t.before
// RUN: diff %t.before %t.after
// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s --check-prefix=CONTRACT

// A linalg.softmax that is not raised is put back: of a type without a
// decomposition or a monoid, and of f16 where no rounding may move.

func.func @no_integers(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %e = tensor.empty() : tensor<4x8xi32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %p : tensor<4x8xi32>
}

func.func @no_complex(%x: tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
  %e = tensor.empty() : tensor<4x8xcomplex<f32>>
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x8xcomplex<f32>>) outs(%e : tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return %p : tensor<4x8xcomplex<f32>>
}

func.func @no_f8(%x: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
  %e = tensor.empty() : tensor<4x8xf8E4M3FN>
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x8xf8E4M3FN>) outs(%e : tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN>
  return %p : tensor<4x8xf8E4M3FN>
}

// CONTRACT-LABEL: func @no_strict_f16
// CONTRACT: cascade.chain
func.func @no_strict_f16(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %e = tensor.empty() : tensor<4x8xf16>
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x8xf16>) outs(%e : tensor<4x8xf16>) -> tensor<4x8xf16>
  return %p : tensor<4x8xf16>
}
