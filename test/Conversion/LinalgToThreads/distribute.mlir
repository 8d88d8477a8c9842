// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-distribute --canonicalize --cse | FileCheck %s

// Iterations over threads, innermost dimension of the result fastest.
// CHECK-LABEL: func @elementwise
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}}) threads(%[[T:.*]], %{{.*}}, %{{.*}}) in
// CHECK:         scf.for %[[I:.*]] = %[[T]] to %c512 step %c128
// CHECK:           %[[I32:.*]] = arith.index_castui %[[I]] : index to i32
// CHECK:           %[[COL32:.*]] = arith.remui %[[I32]], %c64_i32
// CHECK:           %[[COL:.*]] = arith.index_castui %[[COL32]]
// CHECK:           %[[ROW32:.*]] = arith.divui %[[I32]], %c64_i32
// CHECK:           %[[ROW:.*]] = arith.index_castui %[[ROW32]]
// CHECK:           memref.load %{{.*}}[%[[COL]], %[[ROW]]]
// CHECK:           math.exp
// CHECK:           memref.store %{{.*}}[%[[ROW]], %[[COL]]]
// CHECK:         gpu.barrier
func.func @elementwise(%x: memref<64x8xf32>, %y: memref<8x64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.generic {indexing_maps = [affine_map<(j, i) -> (j, i)>, affine_map<(j, i) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x8xf32>) outs(%y : memref<8x64xf32>) {
    ^bb0(%a: f32, %b: f32):
      %e = math.exp %a : f32
      linalg.yield %e : f32
    }
    gpu.terminator
  }
  return
}

// -----

// A warp a row: lanes along the row, five shuffles, lane 0 combines with the
// stored value. A sum starts at -0.0.
// CHECK-LABEL: func @warp
// CHECK-DAG:   %[[ID:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:       %[[WARP:.*]] = affine.apply {{.*}}
// CHECK:       %[[LANE:.*]] = affine.apply {{.*}}
// CHECK:       scf.for %[[R:.*]] = %[[WARP]] to %c64 step %c4
// CHECK:         scf.for %[[C:.*]] = %[[LANE]] to %c256 step %c32{{.*}} iter_args(%{{.*}} = %[[ID]])
// CHECK:           memref.load %{{.*}}[%[[R]], %[[C]]]
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK:         scf.if
// CHECK:           %[[OLD:.*]] = memref.load %{{.*}}[%[[R]]]
// CHECK:           %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK:           memref.store %[[NEW]], %{{.*}}[%[[R]]]
// CHECK:       gpu.barrier
func.func @warp(%x: memref<64x256xf32>, %y: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.reduce { arith.addf } ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) dimensions = [1]
    gpu.terminator
  }
  return
}

// -----

// One long row: the block works on it, through shared memory.
// CHECK-LABEL: func @block
// CHECK:       workgroup(%[[S:.*]] : memref<4xf32, #gpu.address_space<workgroup>>)
// CHECK:       scf.for %{{.*}} = %{{.*}} to %c100000 step %c128
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK:       memref.store %{{.*}}, %[[S]]
// CHECK:       gpu.barrier
// CHECK:       scf.if
// CHECK-COUNT-4: memref.load %[[S]]
// CHECK:       gpu.barrier
func.func @block(%x: memref<1x100000xf32>, %y: memref<1xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.reduce { arith.maximumf } ins(%x : memref<1x100000xf32>) outs(%y : memref<1xf32>) dimensions = [1]
    gpu.terminator
  }
  return
}

// -----

// A contraction: 128 threads as 8 x 16, each with 8 x 4 results in registers. An
// element is loaded once for all of them.
// CHECK-LABEL: func @contraction
// CHECK-SAME:    %[[A:[^:]*]]: memref<64x16xf32>, %[[B:[^:]*]]: memref<16x64xf32>
// CHECK:       arith.remui %{{.*}}, %c16_i32
// CHECK:       %{{.*}}:32 = scf.for %[[K:.*]] = %c0 to %c16 step %c1 iter_args
// CHECK-COUNT-1: memref.load %[[A]]
// CHECK-COUNT-4: memref.load %[[B]]
// CHECK-COUNT-7: memref.load %[[A]]
// CHECK-NOT:     memref.load
// CHECK:         arith.mulf %{{.*}} fastmath<contract>
// CHECK:         arith.addf %{{.*}} fastmath<contract>
// CHECK:         scf.yield
// CHECK-COUNT-32: memref.store
// CHECK-NOT:   scf.if
// CHECK-NOT:   gpu.shuffle
func.func @contraction(%a: memref<64x16xf32>, %b: memref<16x64xf32>, %c: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x64xf32>) outs(%c : memref<64x64xf32>)
    gpu.terminator
  }
  return
}

// -----

// Rows past the end compute with the last row, and are not another thread's to
// read or write.
// CHECK-LABEL: func @contraction_tail
// CHECK:       %[[LAST:.*]] = arith.subi %{{.*}}, %c1
// CHECK:       %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW:.*]], %{{.*}} : index
// CHECK:       arith.minui %[[ROW]], %[[LAST]]
// CHECK:       scf.if %[[INSIDE]]
// CHECK:         memref.load
// CHECK:       scf.for {{.*}} iter_args
// CHECK:       scf.if %[[INSIDE]]
// CHECK-NEXT:    memref.store
func.func @contraction_tail(%a: memref<?x16xf32>, %b: memref<16x64xf32>, %c: memref<?x64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.matmul ins(%a, %b : memref<?x16xf32>, memref<16x64xf32>) outs(%c : memref<?x64xf32>)
    gpu.terminator
  }
  return
}

// -----

// The body is no `combine(acc, term)`: one thread, source order.
// CHECK-LABEL: func @unmatched
// CHECK-NOT:   gpu.shuffle
// CHECK:       scf.for %{{.*}} = %c0 to %c256 step %c1 iter_args
// CHECK:         arith.subf
// CHECK-NOT:   gpu.shuffle
func.func @unmatched(%x: memref<64x256xf32>, %y: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.reduce ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %s = arith.subf %acc, %in : f32
        linalg.yield %s : f32
      }
    gpu.terminator
  }
  return
}

// -----

// 16-bit and 64-bit values cross lanes as 32-bit integers.
// CHECK-LABEL: func @widths
// CHECK:       arith.bitcast %{{.*}} : f16 to i16
// CHECK:       arith.extui %{{.*}} : i16 to i32
// CHECK:       gpu.shuffle xor %{{.*}} : i32
// CHECK:       arith.bitcast %{{.*}} : f64 to i64
// CHECK-COUNT-2: gpu.shuffle xor %{{.*}} : i32
func.func @widths(%x: memref<64x256xf16>, %y: memref<64xf16>, %u: memref<64x256xf64>, %v: memref<64xf64>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    linalg.reduce { arith.maximumf } ins(%x : memref<64x256xf16>) outs(%y : memref<64xf16>) dimensions = [1]
    linalg.reduce { arith.addf } ins(%u : memref<64x256xf64>) outs(%v : memref<64xf64>) dimensions = [1]
    gpu.terminator
  }
  return
}

// -----

// One thread stores a scalar.
// CHECK-LABEL: func @scalar_store
// CHECK:       %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK:       scf.if %[[FIRST]]
// CHECK:         memref.store
// CHECK:       gpu.barrier
func.func @scalar_store(%y: memref<64xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    memref.store %v, %y[%bx] : memref<64xf32>
    gpu.terminator
  }
  return
}
