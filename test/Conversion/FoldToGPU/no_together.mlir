// RUN: redfuser-opt %s --redfuser-fold-to-gpu="clusters=true multiprocessors=3" -verify-diagnostics
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="clusters=true multiprocessors=4" -o /dev/null
// RUN: sed -e 's/segments = 4, blocks = 4/segments = 160, blocks = 160/' -e s/1024/65536/g %s | not redfuser-opt - --redfuser-fold-to-gpu="clusters=true" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 160 blocks wait for each other, the device has 132 multiprocessors unless an option says more
// Blocks that wait for each other would do so for ever if some had no room.

func.func @no_together(%x: tensor<4x1024xf32>, %m0: tensor<4xf32>) -> tensor<4x1024xf32> {
  // expected-error @+1 {{4 blocks wait for each other, the device has 3 multiprocessors}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, segments = 4, blocks = 4, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %e = tensor.empty() : tensor<4x1024xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x1024xf32>, tensor<4xf32>) outs(%e : tensor<4x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x1024xf32>
  return %y : tensor<4x1024xf32>
}
