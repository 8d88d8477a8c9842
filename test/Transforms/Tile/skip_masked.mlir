// RUN: redfuser-opt --redfuser-raise --redfuser-fuse --redfuser-tile="rows=16 axis=32" %s | FileCheck %s

// Tiles in which a mask of positions leaves nothing are not visited.

#s = affine_map<(n, k) -> (n, k)>
#r = affine_map<(n, k) -> (n)>

// Keys up to the last row of the block, in whole tiles.
// CHECK-DAG: #[[LAST:.*]] = affine_map<()[s0] -> (256, ((s0 + 16) ceildiv 32) * 32)>
// CHECK-LABEL: func.func @causal
// CHECK: scf.forall (%[[ROW:.*]]) = (0) to (256) step (16)
// CHECK: %[[END:.*]] = affine.min #[[LAST]]()[%[[ROW]]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[END]] step %c32
func.func @causal(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %row64 = arith.index_cast %row : index to i64
    %key64 = arith.index_cast %key : index to i64
    %sees = arith.cmpi sle, %key64, %row64 : i64
    %0 = arith.select %sees, %in, %minf : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// A window of 40 positions, written as what it hides.
// CHECK-LABEL: func.func @window
// CHECK: scf.forall
// CHECK-DAG: %[[END:.*]] = affine.min
// CHECK-DAG: %[[BEGIN:.*]] = affine.max
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c32
func.func @window(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %c40 = arith.constant 40 : index
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %first = arith.subi %row, %c40 : index
    %future = arith.cmpi sgt, %key, %row : index
    %past = arith.cmpi sle, %key, %first : index
    %hidden = arith.ori %future, %past : i1
    %0 = arith.select %hidden, %minf, %in : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// A padding mask besides changes nothing.
// CHECK-LABEL: func.func @causal_and_padding
// CHECK: %[[END:.*]] = affine.min #[[LAST]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[END]] step %c32
func.func @causal_and_padding(%x: tensor<256x256xf32>, %keep: tensor<256x256xi1>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x, %keep : tensor<256x256xf32>, tensor<256x256xi1>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %kept: i1, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %sees = arith.cmpi sle, %key, %row : index
    %both = arith.andi %sees, %kept : i1
    %0 = arith.select %both, %in, %minf : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// A finite value in place of -inf: a row that is hidden altogether is an average.
// CHECK-LABEL: func.func @no_finite
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c32
func.func @no_finite(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %low = arith.constant -1.0e+9 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %sees = arith.cmpi sle, %key, %row : index
    %0 = arith.select %sees, %in, %low : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// What is hidden is added to a score, which may be NaN.
// CHECK-LABEL: func.func @no_added
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c32
func.func @no_added(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %sees = arith.cmpi sle, %key, %row : index
    %mask = arith.select %sees, %zero, %minf : f32
    %0 = arith.addf %in, %mask : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// The one condition or the other: neither bounds the keys.
// CHECK-LABEL: func.func @no_either
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c32
func.func @no_either(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %c4 = arith.constant 4 : index
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %sees = arith.cmpi sle, %key, %row : index
    %global = arith.cmpi slt, %row, %c4 : index
    %either = arith.ori %sees, %global : i1
    %0 = arith.select %either, %in, %minf : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// 32-bit positions may wrap around.
// CHECK-LABEL: func.func @no_narrow_positions
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c32
func.func @no_narrow_positions(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %row32 = arith.index_cast %row : index to i32
    %key32 = arith.index_cast %key : index to i32
    %sees = arith.cmpi sle, %key32, %row32 : i32
    %0 = arith.select %sees, %in, %minf : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}

// A maximum that ignores NaN starts at NaN: a row in which it saw nothing would stay so.
// CHECK-LABEL: func.func @no_maxnum
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c32
func.func @no_maxnum(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %visible = tensor.empty() : tensor<256x256xf32>
  %masked = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%visible : tensor<256x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %minf = arith.constant 0xFF800000 : f32
    %row = linalg.index 0 : index
    %key = linalg.index 1 : index
    %row64 = arith.index_cast %row : index to i64
    %key64 = arith.index_cast %key : index to i64
    %sees = arith.cmpi sle, %key64, %row64 : i64
    %0 = arith.select %sees, %in, %minf : f32
    linalg.yield %0 : f32
  } -> tensor<256x256xf32>
  %minf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%minf : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#s, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maxnumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %l = linalg.generic {indexing_maps = [#s, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<256x256xf32>, tensor<256xf32>) outs(%l0 : tensor<256xf32>) {
  ^bb0(%in: f32, %max: f32, %acc: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<256xf32>
  return %m, %l : tensor<256xf32>, tensor<256xf32>
}
