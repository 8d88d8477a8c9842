// RUN: redfuser-opt %s --split-input-file --allow-unregistered-dialect --redfuser-raise | FileCheck %s

// Code in which values may be used before they are defined is left alone: graph
// regions, and blocks that are never reached.

#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>

// CHECK-LABEL: "graph.region"
// CHECK-NOT: cascade.chain
"graph.region"() ({
  %m0 = "some.init"() : () -> tensor<f32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?xf32>
  %m = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%m0 : tensor<f32>) dimensions = [0]
  %l = linalg.generic {indexing_maps = [#id, #s, #s], iterator_types = ["reduction"]}
      ins(%b, %m : tensor<?xf32>, tensor<f32>) outs(%m0 : tensor<f32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = arith.addf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  "some.use"(%l) : (tensor<f32>) -> ()
}) : () -> ()

// -----

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @unreachable
// CHECK-NOT: cascade.chain
func.func @unreachable(%x: tensor<?xf32>, %m0: tensor<f32>) -> tensor<f32> {
  return %m0 : tensor<f32>
^bb1:
  %a = math.exp %a : tensor<?xf32>
  %m = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%m0 : tensor<f32>) dimensions = [0]
  %l = linalg.reduce { arith.addf } ins(%a : tensor<?xf32>) outs(%m : tensor<f32>) dimensions = [0]
  return %l : tensor<f32>
}
