// The conversions of NVIDIA GPUs take two values; what one would saturate is NaN before.
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

// Two become f16, and by f32 what has fewer bits of precision.
// CHECK-LABEL: func @extend
// CHECK:       vector.bitcast {{.*}} : vector<4xi8> to vector<2xi16>
// CHECK-COUNT-2: llvm.inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"
// CHECK-NOT:   llvm.inline_asm
// CHECK:       vector.bitcast {{.*}} : vector<2xi32> to vector<4xf16>
// CHECK:       arith.extf {{.*}} : vector<4xf16> to vector<4xf32>
// CHECK:       arith.truncf {{.*}} : vector<4xf32> to vector<4xbf16>
func.func @extend(%x: vector<4xf8E4M3FN>) -> vector<4xbf16> {
  %0 = arith.extf %x : vector<4xf8E4M3FN> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// Of the other type they are the high bytes of f16.
// CHECK-LABEL: func @extend_bytes
// CHECK:       %[[WORD:.*]] = vector.extract %{{.*}}[0] : i32 from vector<1xi32>
// CHECK:       %[[LOW:.*]] = llvm.inline_asm "prmt.b32 $0, $1, $2, 0x1404;", "=r,r,r" %[[WORD]], %c0_i32
// CHECK:       %[[HIGH:.*]] = llvm.inline_asm "prmt.b32 $0, $1, $2, 0x3424;", "=r,r,r" %[[WORD]], %c0_i32
// CHECK:       %[[HALF:.*]] = vector.from_elements %[[LOW]], %[[HIGH]]
// CHECK:       vector.bitcast %[[HALF]] : vector<2xi32> to vector<4xf16>
// CHECK-NOT:   arith.extf
func.func @extend_bytes(%x: vector<4xf8E5M2>) -> vector<4xf16> {
  %0 = arith.extf %x : vector<4xf8E5M2> to vector<4xf16>
  return %0 : vector<4xf16>
}

// CHECK-LABEL: func @extend_a_pair
// CHECK:       arith.extui {{.*}} : i16 to i32
// CHECK-COUNT-1: llvm.inline_asm "prmt.b32
// CHECK-NOT:   llvm.inline_asm
// CHECK:       arith.extf {{.*}} : vector<2xf16> to vector<2xf32>
func.func @extend_a_pair(%x: vector<2xf8E5M2>) -> vector<2xf32> {
  %0 = arith.extf %x : vector<2xf8E5M2> to vector<2xf32>
  return %0 : vector<2xf32>
}

// 128 + the low bits, less 128 or, of negative integers, 256.
// CHECK-LABEL: func @integers
// CHECK:       %[[LOW:.*]] = llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4140;", "=r,r,r" %{{.*}}, %c67_i32
// CHECK:       arith.andi %[[LOW]], %c-8388737_i32
// CHECK:       llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4342;"
// CHECK:       %[[BITS:.*]] = vector.bitcast {{.*}} : vector<2xi32> to vector<4xbf16>
// CHECK:       arith.andi %{{.*}}, %c-8323200_i32
// CHECK:       %[[SIGN:.*]] = vector.bitcast {{.*}} : vector<2xi32> to vector<4xbf16>
// CHECK:       arith.subf %[[BITS]], %[[SIGN]] : vector<4xbf16>
func.func @integers(%x: vector<4xi8>) -> vector<4xbf16> {
  %0 = arith.sitofp %x : vector<4xi8> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func @integers_f16
// CHECK:       llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4140;", "=r,r,r" %{{.*}}, %c100_i32
// CHECK:       arith.xori %{{.*}}, %c8388736_i32
// CHECK:       arith.subf %{{.*}}, %cst{{.*}} : vector<4xf16>
// CHECK:       arith.extf {{.*}} : vector<4xf16> to vector<4xf32>
func.func @integers_f16(%x: vector<4xi8>) -> vector<4xf32> {
  %0 = arith.sitofp %x : vector<4xi8> to vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func @no_pairs_to_extend
// CHECK-NOT:   llvm.inline_asm
// CHECK:       return
func.func @no_pairs_to_extend(%x: vector<3xf8E4M3FN>, %y: f8E5M2, %z: vector<3xi8>) -> (vector<3xbf16>, f32, vector<3xf16>) {
  %0 = arith.extf %x : vector<3xf8E4M3FN> to vector<3xbf16>
  %1 = arith.extf %y : f8E5M2 to f32
  %2 = arith.sitofp %z : vector<3xi8> to vector<3xf16>
  return %0, %1, %2 : vector<3xbf16>, f32, vector<3xf16>
}

// CHECK-LABEL: func @no_other_integers
// CHECK-NOT:   llvm.inline_asm
// CHECK:       arith.sitofp
// CHECK:       arith.uitofp
func.func @no_other_integers(%x: vector<4xi16>, %y: vector<4xi8>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = arith.sitofp %x : vector<4xi16> to vector<4xf32>
  %1 = arith.uitofp %y : vector<4xi8> to vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
