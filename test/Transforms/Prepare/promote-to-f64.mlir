// RUN: redfuser-opt %s --redfuser-promote-f64 | FileCheck %s

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[A:.*]]: tensor<4xf64>, %[[I:.*]]: tensor<4xi32>, %{{.*}}: f64) -> (tensor<4xf64>, tensor<4xi32>, f64)
// CHECK-NOT: truncf
// CHECK-NOT: extf
// CHECK: %[[E:.*]] = math.exp %[[A]] : tensor<4xf64>
// CHECK: return %[[E]], %[[I]], %{{.*}} : tensor<4xf64>, tensor<4xi32>, f64
func.func @casts(%a: tensor<4xf16>, %i: tensor<4xi32>, %s: bf16) -> (tensor<4xf16>, tensor<4xi32>, f32) {
  %0 = arith.extf %a : tensor<4xf16> to tensor<4xf32>
  %1 = math.exp %0 : tensor<4xf32>
  %2 = arith.truncf %1 : tensor<4xf32> to tensor<4xf16>
  %3 = arith.extf %s : bf16 to f32
  return %2, %i, %3 : tensor<4xf16>, tensor<4xi32>, f32
}

// Constants are widened exactly: 0.1 in f16 is not 0.1.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: arith.constant 0.0999755859375 : f64
// CHECK-DAG: arith.constant 0xFFF0000000000000 : f64
// CHECK-DAG: arith.constant dense<[1.000000e+00, 0x7FF0000000000000]> : tensor<2xf64>
// CHECK-DAG: arith.constant dense<-3.4028234663852886E+38> : tensor<3xf64>
// CHECK-DAG: arith.constant dense<7> : tensor<2xi8>
func.func @constants() -> (f16, f32, tensor<2xbf16>, tensor<3xf32>, tensor<2xi8>) {
  %0 = arith.constant 0.1 : f16
  %1 = arith.constant 0xFF800000 : f32
  %2 = arith.constant dense<[1.0, 0x7F80]> : tensor<2xbf16>
  %3 = arith.constant dense<-3.40282347E+38> : tensor<3xf32>
  %4 = arith.constant dense<7> : tensor<2xi8>
  return %0, %1, %2, %3, %4 : f16, f32, tensor<2xbf16>, tensor<3xf32>, tensor<2xi8>
}

// Data in the file's resources are constants, too.
// CHECK-LABEL: func.func @resource
// CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
func.func @resource() -> tensor<2xf32> {
  %0 = arith.constant dense_resource<weights> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @regions
// CHECK: ^bb0(%{{.*}}: f64, %{{.*}}: f64):
// CHECK: arith.addf {{.*}} : f64
// CHECK: call @casts({{.*}}) : (tensor<4xf64>, tensor<4xi32>, f64) -> (tensor<4xf64>, tensor<4xi32>, f64)
func.func @regions(%a: tensor<4xf16>, %c: tensor<f16>, %i: tensor<4xi32>, %s: bf16) -> tensor<f16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf16>) outs(%c : tensor<f16>) {
  ^bb0(%x: f16, %z: f16):
    %sum = arith.addf %z, %x : f16
    linalg.yield %sum : f16
  } -> tensor<f16>
  %1:3 = call @casts(%a, %i, %s) : (tensor<4xf16>, tensor<4xi32>, bf16) -> (tensor<4xf16>, tensor<4xi32>, f32)
  return %0 : tensor<f16>
}

// CHECK-LABEL: func.func @no_floats
// CHECK: arith.addi {{.*}} : i32
func.func @no_floats(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
