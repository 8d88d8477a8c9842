// The conversion of NVIDIA GPUs takes two values; what it would saturate is NaN before.
// RUN: redfuser-opt %s --redfuser-expand-float8=packed | FileCheck %s

// CHECK-LABEL: func @vector
// CHECK:       llvm.call_intrinsic "llvm.fabs"
// CHECK:       arith.cmpf ogt
// CHECK:       arith.select
// CHECK-COUNT-2: llvm.inline_asm "cvt.rn.satfinite.e4m3x2.f32
// CHECK-NOT:   llvm.inline_asm
// CHECK:       vector.bitcast {{.*}} : vector<2xi16> to vector<4xi8>
func.func @vector(%x: vector<4xf32>) -> vector<4xf8E4M3FN> {
  %0 = arith.truncf %x : vector<4xf32> to vector<4xf8E4M3FN>
  return %0 : vector<4xf8E4M3FN>
}

// CHECK-LABEL: func @scalar
// CHECK:       llvm.inline_asm
// CHECK:       arith.trunci {{.*}} : i16 to i8
func.func @scalar(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// From bf16 by f32, in integers.
// CHECK-LABEL: func @narrow
// CHECK:       arith.extf
// CHECK-NOT:   arith.truncf
func.func @narrow(%x: bf16) -> f8E4M3FN {
  %0 = arith.truncf %x : bf16 to f8E4M3FN
  return %0 : f8E4M3FN
}

// What overflows is infinite, which the instruction does not know.
// CHECK-LABEL: func @no_infinity
// CHECK-NOT:   llvm.inline_asm
// CHECK-NOT:   arith.truncf
// CHECK:       return
func.func @no_infinity(%x: f32) -> f8E5M2 {
  %0 = arith.truncf %x : f32 to f8E5M2
  return %0 : f8E5M2
}

// CHECK-LABEL: func @no_pairs
// CHECK-NOT:   llvm.inline_asm
// CHECK-NOT:   arith.truncf
// CHECK:       return
func.func @no_pairs(%x: vector<3xf32>) -> vector<3xf8E4M3FN> {
  %0 = arith.truncf %x : vector<3xf32> to vector<3xf8E4M3FN>
  return %0 : vector<3xf8E4M3FN>
}

// CHECK-LABEL: func @no_rounding_up
// CHECK-NOT:   llvm.inline_asm
// CHECK:       arith.truncf
func.func @no_rounding_up(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x upward : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}
