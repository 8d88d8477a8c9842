// RUN: redfuser-opt --redfuser-expand-exp %s | FileCheck %s
// RUN: redfuser-opt --redfuser-expand-exp=use-ldexp %s | FileCheck %s --check-prefix=LDEXP

// CHECK-LABEL: func @exp
//       CHECK:   math.roundeven
//   CHECK-NOT:   math.exp
//  CHECK-COUNT-2: arith.bitcast
//   CHECK-NOT:   llvm
// LDEXP-LABEL: func @exp
//   LDEXP-NOT:   arith.bitcast
//       LDEXP:   %[[N:.*]] = llvm.intr.lrint(%{{.*}}) : (f32) -> i32
//       LDEXP:   arith.sitofp %[[N]] : i32 to f32
//       LDEXP:   llvm.intr.ldexp(%{{.*}}, %[[N]]) : (f32, i32) -> f32
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: func @no_other_types
//       CHECK:   math.exp %{{.*}} : f64
//       CHECK:   math.exp %{{.*}} : vector<4xf32>
// LDEXP-LABEL: func @no_other_types
//       LDEXP:   math.exp %{{.*}} : f64
func.func @no_other_types(%x: f64, %v: vector<4xf32>) -> (f64, vector<4xf32>) {
  %0 = math.exp %x : f64
  %1 = math.exp %v : vector<4xf32>
  return %0, %1 : f64, vector<4xf32>
}
