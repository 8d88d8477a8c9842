// RUN: redfuser-opt %s --redfuser-protect-arguments | FileCheck %s

// CHECK: func.func @public(%{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: f32)
func.func @public(%a: tensor<4xf32>, %s: f32) {
  return
}

// CHECK: func.func @no_chosen(%{{.*}}: tensor<4xf32> {bufferization.writable = true})
func.func @no_chosen(%a: tensor<4xf32> {bufferization.writable = true}) {
  return
}

// CHECK: func.func private @no_private(%{{.*}}: tensor<4xf32>) {
func.func private @no_private(%a: tensor<4xf32>) {
  return
}

// CHECK: func.func private @no_external(tensor<4xf32>)
func.func private @no_external(tensor<4xf32>)
