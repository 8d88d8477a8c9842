// RUN: redfuser-opt %s --redfuser-maxima-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @maxima
// CHECK:         llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK:         llvm.intr.minimum(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
func.func @maxima(%a: f32, %b: f32, %c: f64, %d: f64) -> (f32, f64) {
  %0 = arith.maximumf %a, %b : f32
  %1 = arith.minimumf %c, %d : f64
  return %0, %1 : f32, f64
}

// Other types and those that ignore NaN are upstream's business.

// CHECK-LABEL: func.func @no_maxima
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} : f16
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK:         arith.maxnumf
func.func @no_maxima(%a: f16, %b: f16, %c: vector<4xf32>, %d: f32) -> (f16, vector<4xf32>, f32) {
  %0 = arith.maximumf %a, %b : f16
  %1 = arith.maximumf %c, %c : vector<4xf32>
  %2 = arith.maxnumf %d, %d : f32
  return %0, %1, %2 : f16, vector<4xf32>, f32
}
