// RUN: redfuser-opt %s --redfuser-fold-to-gpu=clusters=true --split-input-file -verify-diagnostics
// What a ring of shared memory cannot have.

func.func @no_length(%x: tensor<4x?xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a ring takes rows of known length}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_empty_row(%x: tensor<4x0xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a ring takes rows of known length}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x0xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_short_unit(%x: tensor<4x1023xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a ring copies multiples of 16 bytes, from multiples of 16}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1023xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 2, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_short_row(%x: tensor<4x6xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a ring copies multiples of 16 bytes, from multiples of 16}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x6xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 2, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_room(%x: tensor<4x8192xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the ring has 65936 bytes, a block has 49152 bytes of shared memory}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x8192xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 512, vector = 4, unroll = 2, keep = nothing, stages = 4>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

func.func @no_readout_of_segments(%x: tensor<4x1024xf32>, %m0: tensor<4xf32>) -> tensor<4x1024xf32> {
  // expected-error @+1 {{rows are read out of a ring by 2 segments, not by 0 blocks}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, segments = 2, stages = 2>}
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

// -----

func.func @no_stages(%x: tensor<4x1024xf32>, %m0: tensor<4xf32>) -> tensor<4x1024xf32> {
  // expected-error @+1 {{a ring of 7 stages does not keep the 8 pieces of a row}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = shared, stages = 7>}
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

// -----

func.func @no_input(%x: tensor<1024xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the fold has no input for a ring}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d1) : tensor<1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, stages = 2>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// A last piece that is not whole.
func.func @no_held(%x: tensor<4x1040xf32>, %m0: tensor<4xf32>) -> tensor<4x1040xf32> {
  // expected-error @+1 {{registers hold 1 pieces of rows that are read out, of which each block has as many, all whole}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1040xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, cluster = 2, stages = 9, held = 1>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %e = tensor.empty() : tensor<4x1040xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x1040xf32>, tensor<4xf32>) outs(%e : tensor<4x1040xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x1040xf32>
  return %y : tensor<4x1040xf32>
}

// -----

func.func @no_held_readout(%x: tensor<4x1024xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{registers hold 1 pieces of rows that are read out}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1024xf32>)
      state(%m0 : tensor<4xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, stages = 9, held = 1>}
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}
