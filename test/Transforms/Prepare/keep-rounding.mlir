// RUN: redfuser-opt %s --redfuser-keep-rounding | FileCheck %s
// RUN: redfuser-opt %s --redfuser-keep-rounding --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @conversions
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: arith.extf %{{.*}} : f16 to f32
func.func @conversions(%x: f32) -> f32 {
  %0 = arith.truncf %x fastmath<contract> : f32 to f16
  %1 = arith.extf %0 fastmath<contract> : f16 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @no_other_flag
// CHECK-NEXT: arith.truncf %{{.*}} fastmath<nnan> : f32 to f16
// CHECK-NEXT: arith.mulf %{{.*}} fastmath<contract> : f16
func.func @no_other_flag(%x: f32) -> f16 {
  %0 = arith.truncf %x fastmath<nnan,contract> : f32 to f16
  %1 = arith.mulf %0, %0 fastmath<contract> : f16
  return %1 : f16
}
