// The threads of a row: a warp with two vectors each, at most eight vectors for
// each thread, more threads where rows alone do not fill the device.
// RUN: split-file %s %t
// RUN: redfuser-opt %t/many.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/many.mlir
// RUN: redfuser-opt %t/few.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/few.mlir
// RUN: redfuser-opt %t/odd.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/odd.mlir
// RUN: redfuser-opt %t/medium.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu=shared-budget=232448 | FileCheck %t/medium.mlir
// RUN: redfuser-opt %t/turns.mlir --redfuser-fold-to-gpu=shared-budget=100000 | FileCheck %t/turns.mlir
// RUN: redfuser-opt %t/turns.mlir --redfuser-fold-to-gpu="shared-budget=100000 schedule={threads = 16, rows = 8, vector = 4, unroll = 4, keep = registers, blocks = 1056}" | FileCheck %t/turns.mlir --check-prefix=SHARED
// RUN: redfuser-opt %t/exponentials.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu | FileCheck %t/exponentials.mlir
// RUN: redfuser-opt %t/bytes.mlir --redfuser-fold-to-gpu=shared-budget=200000 | FileCheck %t/bytes.mlir
// RUN: sed s/32768/50176/g %t/bytes.mlir | redfuser-opt - --redfuser-fold-to-gpu=shared-budget=200000 | FileCheck %t/bytes.mlir --check-prefix=MEDIUM
// RUN: redfuser-opt %t/cluster.mlir --redfuser-fold-to-gpu="clusters shared-budget=200000" | FileCheck %t/cluster.mlir
// RUN: redfuser-opt %t/cluster.mlir --redfuser-fold-to-gpu=shared-budget=200000 | FileCheck %t/cluster.mlir --check-prefix=NONE
// RUN: redfuser-opt %t/ring.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters shared-budget=232448" | FileCheck %t/ring.mlir
// RUN: redfuser-opt %t/ring.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters multiprocessors=115 shared-budget=232448" | FileCheck %t/ring.mlir --check-prefix=OTHER
// RUN: redfuser-opt %t/ring.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters shared-budget=200000" | FileCheck %t/ring.mlir --check-prefix=SMALL
// RUN: redfuser-opt %t/twice.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters shared-budget=232448" | FileCheck %t/twice.mlir
// RUN: redfuser-opt %t/twice.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="shared-budget=166912" | FileCheck %t/twice.mlir --check-prefix=OLD
// RUN: redfuser-opt %t/together.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters multiprocessors=132 shared-budget=232448" | FileCheck %t/together.mlir
// RUN: redfuser-opt %t/together.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters multiprocessors=114 shared-budget=232448" | FileCheck %t/together.mlir --check-prefix=NONE
// RUN: redfuser-opt %t/together.mlir --redfuser-raise --redfuser-fuse --redfuser-fold-to-gpu="clusters shared-budget=232448" | FileCheck %t/together.mlir --check-prefix=NONE
// RUN: not redfuser-opt %t/no_cluster.mlir --redfuser-fold-to-gpu=shared-budget=200000 2>&1 | FileCheck %t/no_cluster.mlir

//--- many.mlir
// CHECK-LABEL: func @short
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 128 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-2: vector.load {{.*}} vector<8xbf16>
func.func @short(%x: tensor<65536x512xbf16>) -> tensor<65536x512xbf16> {
  %e = tensor.empty() : tensor<65536x512xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<65536x512xbf16>) outs(%e : tensor<65536x512xbf16>) -> tensor<65536x512xbf16>
  return %y : tensor<65536x512xbf16>
}
// CHECK-LABEL: func @long
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 64 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-8: vector.load {{.*}} vector<8xbf16>
func.func @long(%x: tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16> {
  %e = tensor.empty() : tensor<32768x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<32768x4096xbf16>) outs(%e : tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16>
  return %y : tensor<32768x4096xbf16>
}

//--- few.mlir
// CHECK-LABEL: func @few
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 512 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
func.func @few(%x: tensor<16x4096xbf16>) -> tensor<16x4096xbf16> {
  %e = tensor.empty() : tensor<16x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16x4096xbf16>) outs(%e : tensor<16x4096xbf16>) -> tensor<16x4096xbf16>
  return %y : tensor<16x4096xbf16>
}

//--- odd.mlir
// CHECK-LABEL: func @odd
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 64 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
func.func @odd(%x: tensor<32768x4095xbf16>) -> tensor<32768x4095xbf16> {
  %e = tensor.empty() : tensor<32768x4095xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<32768x4095xbf16>) outs(%e : tensor<32768x4095xbf16>) -> tensor<32768x4095xbf16>
  return %y : tensor<32768x4095xbf16>
}

//--- ring.mlir
// Two blocks of a cluster keep a row in a ring, if there is room for part of the next one and rows enough for all blocks.
// OTHER-LABEL: func @ring
// OTHER-DAG:   %[[GRID:.*]] = arith.constant 114 : index
// OTHER:       gpu.launch {{.*}} blocks({{.*}} = %[[GRID]],
// CHECK-LABEL: func @ring
// CHECK-DAG:   %[[GRID:.*]] = arith.constant 132 : index
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 576 : index
// CHECK:       gpu.launch clusters({{.*}}) in ({{.*}}) blocks({{.*}}) in (%{{.*}} = %[[GRID]],{{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK:       cp.async.bulk
// SMALL-LABEL: func @ring
// SMALL-NOT:   cp.async.bulk
func.func @ring(%x: tensor<8192x131072xbf16>) -> tensor<8192x131072xbf16> {
  %e = tensor.empty() : tensor<8192x131072xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<8192x131072xbf16>) outs(%e : tensor<8192x131072xbf16>) -> tensor<8192x131072xbf16>
  return %y : tensor<8192x131072xbf16>
}
// CHECK-LABEL: func @no_rows
// CHECK-NOT:   cp.async.bulk
func.func @no_rows(%x: tensor<2000x131072xbf16>) -> tensor<2000x131072xbf16> {
  %e = tensor.empty() : tensor<2000x131072xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2000x131072xbf16>) outs(%e : tensor<2000x131072xbf16>) -> tensor<2000x131072xbf16>
  return %y : tensor<2000x131072xbf16>
}
// CHECK-LABEL: func @no_room
// CHECK-NOT:   cp.async.bulk
func.func @no_room(%x: tensor<8192x196608xbf16>) -> tensor<8192x196608xbf16> {
  %e = tensor.empty() : tensor<8192x196608xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<8192x196608xbf16>) outs(%e : tensor<8192x196608xbf16>) -> tensor<8192x196608xbf16>
  return %y : tensor<8192x196608xbf16>
}

//--- twice.mlir
// Rows that L2 keeps from one sweep to the next.
// CHECK-LABEL: func @long
// CHECK-SAME:  redfuser.residents = {long_rows_0 = 3 : i32}
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-8: llvm.load {{.*}}alias_scopes
// CHECK-COUNT-8: vector.load {{.*}}nontemporal = true
// CHECK-COUNT-8: vector.store
// OLD-NOT:     alias_scopes
// OLD-NOT:     redfuser.residents
func.func @long(%x: tensor<4096x32768xbf16>) -> tensor<4096x32768xbf16> {
  %e = tensor.empty() : tensor<4096x32768xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4096x32768xbf16>) outs(%e : tensor<4096x32768xbf16>) -> tensor<4096x32768xbf16>
  return %y : tensor<4096x32768xbf16>
}

// CHECK-LABEL: func @short
// CHECK-SAME:  redfuser.residents = {short_rows_0 = 6 : i32}
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 128 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-6: llvm.load {{.*}}alias_scopes
func.func @short(%x: tensor<16384x6144xbf16>) -> tensor<16384x6144xbf16> {
  %e = tensor.empty() : tensor<16384x6144xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16384x6144xbf16>) outs(%e : tensor<16384x6144xbf16>) -> tensor<16384x6144xbf16>
  return %y : tensor<16384x6144xbf16>
}

// A single reduction whose last piece is full, and one whose is not.
// CHECK-LABEL: func @norm
// CHECK-SAME:  redfuser.residents = {norm_rows_0 = 2 : i32}
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 512 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-4: llvm.load {{.*}}alias_scopes
func.func @norm(%x: tensor<4096x32768xbf16>, %g: tensor<32768xbf16>, %s0: tensor<4096xf32>) -> tensor<4096x32768xbf16> {
  %e = tensor.empty() : tensor<4096x32768xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4096x32768xbf16>)
      state(%s0 : tensor<4096xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %g : tensor<4096x32768xbf16>, tensor<4096xf32>, tensor<32768xbf16>) outs(%e : tensor<4096x32768xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.extf %c : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<4096x32768xbf16>
  return %y : tensor<4096x32768xbf16>
}

// CHECK-LABEL: func @no_full_piece
// CHECK-NOT:   alias_scopes
func.func @no_full_piece(%x: tensor<4096x24576xbf16>, %g: tensor<24576xbf16>, %s0: tensor<4096xf32>) -> tensor<4096x24576xbf16> {
  %e = tensor.empty() : tensor<4096x24576xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4096x24576xbf16>)
      state(%s0 : tensor<4096xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %g : tensor<4096x24576xbf16>, tensor<4096xf32>, tensor<24576xbf16>) outs(%e : tensor<4096x24576xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.extf %c : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<4096x24576xbf16>
  return %y : tensor<4096x24576xbf16>
}

// CHECK-LABEL: func @no_many_rows
// CHECK-NOT:   alias_scopes
func.func @no_many_rows(%x: tensor<1200x32768xbf16>) -> tensor<1200x32768xbf16> {
  %e = tensor.empty() : tensor<1200x32768xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<1200x32768xbf16>) outs(%e : tensor<1200x32768xbf16>) -> tensor<1200x32768xbf16>
  return %y : tensor<1200x32768xbf16>
}

// CHECK-LABEL: func @no_short_row
// CHECK-NOT:   alias_scopes
func.func @no_short_row(%x: tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16> {
  %e = tensor.empty() : tensor<16384x4096xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16384x4096xbf16>) outs(%e : tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16>
  return %y : tensor<16384x4096xbf16>
}

// CHECK-LABEL: func @no_long_row
// CHECK-NOT:   alias_scopes
// CHECK:       return
func.func @no_long_row(%x: tensor<4096x37888xbf16>) -> tensor<4096x37888xbf16> {
  %e = tensor.empty() : tensor<4096x37888xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4096x37888xbf16>) outs(%e : tensor<4096x37888xbf16>) -> tensor<4096x37888xbf16>
  return %y : tensor<4096x37888xbf16>
}

//--- together.mlir
// Few long rows pass through the shared memory of all multiprocessors, if it is known that there are as many as blocks.
// CHECK-LABEL: func @together
// CHECK:       %[[BLOCK:.*]] = arith.constant 608 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK:       cp.async.bulk
// NONE-LABEL:  func @together
// NONE-NOT:    cp.async.bulk
func.func @together(%x: tensor<16x4194304xbf16>) -> tensor<16x4194304xbf16> {
  %e = tensor.empty() : tensor<16x4194304xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16x4194304xbf16>) outs(%e : tensor<16x4194304xbf16>) -> tensor<16x4194304xbf16>
  return %y : tensor<16x4194304xbf16>
}
// CHECK-LABEL: func @no_long_row
// CHECK-NOT:   cp.async.bulk
func.func @no_long_row(%x: tensor<16x524288xbf16>) -> tensor<16x524288xbf16> {
  %e = tensor.empty() : tensor<16x524288xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<16x524288xbf16>) outs(%e : tensor<16x524288xbf16>) -> tensor<16x524288xbf16>
  return %y : tensor<16x524288xbf16>
}

//--- medium.mlir
// In shared memory, two blocks: few threads with many vectors on their way.
// CHECK-LABEL: func @medium
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-8: vector.load {{.*}} vector<8xbf16>
// CHECK-COUNT-8: vector.store {{.*}} vector<8xbf16>
func.func @medium(%x: tensor<4096x50256xbf16>) -> tensor<4096x50256xbf16> {
  %e = tensor.empty() : tensor<4096x50256xbf16>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4096x50256xbf16>) outs(%e : tensor<4096x50256xbf16>) -> tensor<4096x50256xbf16>
  return %y : tensor<4096x50256xbf16>
}

//--- turns.mlir
// Rows that read gains and biases: of 64 vectors, a warp has two at once, of others, blocks take row after row.
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#axis = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @short
// CHECK:       %[[GRID:.*]] = arith.constant 32768 : index
// CHECK:       %[[BLOCK:.*]] = arith.constant 32 : index
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]],{{.*}} threads({{.*}} = %[[BLOCK]],
// Four vectors of both rows, and two of each of what both read, before the first is folded.
// CHECK-COUNT-8: vector.load
// CHECK-NOT:   vector.load
// CHECK:       gpu.shuffle
// CHECK-NOT:   vector.load
// CHECK-LABEL: func @odd
// SHARED-LABEL: func @short
// SHARED:       %[[GRID:.*]] = arith.constant 1056 : index
// SHARED:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]],
// What all rows read stays in shared memory, as it takes more than four vectors a thread.
// SHARED:       vector.store {{.*}}#gpu.address_space<workgroup>
// SHARED:       scf.for
// SHARED:       vector.load
// SHARED:       gpu.shuffle
// SHARED:       vector.load {{.*}}#gpu.address_space<workgroup>
// SHARED-LABEL: func @odd
func.func @short(%x: tensor<65536x256xf32>, %g: tensor<256xf32>, %h: tensor<256xf32>) -> tensor<65536x256xf32> {
  %zero = arith.constant 0.0 : f32
  %full = tensor.empty() : tensor<65536x256xf32>
  %empty = tensor.empty() : tensor<65536xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<65536xf32>) -> tensor<65536xf32>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<65536x256xf32>) outs(%s0 : tensor<65536xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<65536xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #axis, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g, %h : tensor<65536x256xf32>, tensor<65536xf32>, tensor<256xf32>, tensor<256xf32>) outs(%full : tensor<65536x256xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    linalg.yield %2 : f32
  } -> tensor<65536x256xf32>
  return %y : tensor<65536x256xf32>
}
// CHECK:       %[[GRID:.*]] = arith.constant 1056 : index
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]],
// CHECK:       scf.for
func.func @odd(%x: tensor<32768x2049xf32>, %g: tensor<2049xf32>, %h: tensor<2049xf32>) -> tensor<32768x2049xf32> {
  %zero = arith.constant 0.0 : f32
  %full = tensor.empty() : tensor<32768x2049xf32>
  %empty = tensor.empty() : tensor<32768xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<32768xf32>) -> tensor<32768xf32>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<32768x2049xf32>) outs(%s0 : tensor<32768xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<32768xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #axis, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g, %h : tensor<32768x2049xf32>, tensor<32768xf32>, tensor<2049xf32>, tensor<2049xf32>) outs(%full : tensor<32768x2049xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    linalg.yield %2 : f32
  } -> tensor<32768x2049xf32>
  return %y : tensor<32768x2049xf32>
}
// Few rows would leave blocks without one.
// CHECK-LABEL: func @no_turns
// CHECK:       gpu.launch
// CHECK-NOT:   scf.for
// CHECK:       gpu.terminator
func.func @no_turns(%x: tensor<2048x256xf32>, %g: tensor<256xf32>, %h: tensor<256xf32>) -> tensor<2048x256xf32> {
  %zero = arith.constant 0.0 : f32
  %full = tensor.empty() : tensor<2048x256xf32>
  %empty = tensor.empty() : tensor<2048xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<2048xf32>) -> tensor<2048xf32>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2048x256xf32>) outs(%s0 : tensor<2048xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<2048xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #axis, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g, %h : tensor<2048x256xf32>, tensor<2048xf32>, tensor<256xf32>, tensor<256xf32>) outs(%full : tensor<2048x256xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    linalg.yield %2 : f32
  } -> tensor<2048x256xf32>
  return %y : tensor<2048x256xf32>
}

//--- exponentials.mlir
// Half a warp has two rows of 64 vectors at once.
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @exponentials
// CHECK-DAG:   %[[GRID:.*]] = arith.constant 16384 : index
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 32 : index
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]],{{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK-COUNT-8: vector.load
// CHECK:       gpu.shuffle
func.func @exponentials(%x: tensor<65536x256xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<65536xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%empty : tensor<65536xf32>) -> tensor<65536xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<65536xf32>) -> tensor<65536xf32>
  %m = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<65536x256xf32>) outs(%m0 : tensor<65536xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<65536xf32>
  %s = linalg.generic {indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<65536x256xf32>, tensor<65536xf32>) outs(%s0 : tensor<65536xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<65536xf32>
  return %m, %s : tensor<65536xf32>, tensor<65536xf32>
}

//--- bytes.mlir
// Results of a byte an element are stored by 16 bytes, too: a thread has two vectors of what it loads beside each other.
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @bytes
// CHECK:       %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK:       gpu.launch {{.*}} threads({{.*}} = %[[BLOCK]],
// CHECK:       vector.store {{.*}} vector<16xi8>
// MEDIUM-LABEL: func @bytes
// MEDIUM-COUNT-7: vector.store {{.*}} vector<16xi8>
// MEDIUM-LABEL: func @no_bytes
// CHECK-LABEL: func @no_bytes
// CHECK-NOT:   vector<16x
func.func @bytes(%x: tensor<4096x32768xbf16>) -> tensor<4096x32768xi8> {
  %zero = arith.constant 0.0 : bf16
  %full = tensor.empty() : tensor<4096x32768xi8>
  %empty = tensor.empty() : tensor<4096xbf16>
  %s0 = linalg.fill ins(%zero : bf16) outs(%empty : tensor<4096xbf16>) -> tensor<4096xbf16>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4096x32768xbf16>) outs(%s0 : tensor<4096xbf16>) {
  ^bb0(%a: bf16, %acc: bf16):
    %0 = arith.maximumf %acc, %a : bf16
    linalg.yield %0 : bf16
  } -> tensor<4096xbf16>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4096x32768xbf16>, tensor<4096xbf16>) outs(%full : tensor<4096x32768xi8>) {
  ^bb0(%a: bf16, %b: bf16, %out: i8):
    %0 = arith.divf %a, %b : bf16
    %1 = arith.fptosi %0 : bf16 to i8
    linalg.yield %1 : i8
  } -> tensor<4096x32768xi8>
  return %y : tensor<4096x32768xi8>
}
// Two reductions leave no registers for it.
func.func @no_bytes(%x: tensor<4096x32768xbf16>) -> tensor<4096x32768xi8> {
  %zero = arith.constant 0.0 : bf16
  %full = tensor.empty() : tensor<4096x32768xi8>
  %empty = tensor.empty() : tensor<4096xbf16>
  %s0 = linalg.fill ins(%zero : bf16) outs(%empty : tensor<4096xbf16>) -> tensor<4096xbf16>
  %s:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<4096x32768xbf16>) state(%s0, %s0 : tensor<4096xbf16>, tensor<4096xbf16>)
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %a : bf16
    }
    component #cascade.maximumf -> (d0) (%a | %r0) {
      cascade.yield %a : bf16
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s#0, %s#1 : tensor<4096x32768xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) outs(%full : tensor<4096x32768xi8>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16, %out: i8):
    %0 = arith.divf %a, %b : bf16
    %1 = arith.subf %0, %c : bf16
    %2 = arith.fptosi %1 : bf16 to i8
    linalg.yield %2 : i8
  } -> tensor<4096x32768xi8>
  return %y : tensor<4096x32768xi8>
}

//--- cluster.mlir
// A single reduction of rows that are too long for a block: four blocks of a cluster.
// CHECK-LABEL: func @long
// CHECK:       gpu.launch clusters
// CHECK:       nvvm.mapa
// CHECK:       nvvm.cluster.wait
// NONE-LABEL: func @long
// NONE:       gpu.launch blocks
// NONE-NOT:   nvvm.cluster
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#axis = affine_map<(d0, d1) -> (d1)>
func.func @long(%x: tensor<8192x65536xf32>, %g: tensor<65536xf32>, %h: tensor<65536xf32>) -> tensor<8192x65536xf32> {
  %zero = arith.constant 0.0 : f32
  %full = tensor.empty() : tensor<8192x65536xf32>
  %empty = tensor.empty() : tensor<8192xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<8192xf32>) -> tensor<8192xf32>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8192x65536xf32>) outs(%s0 : tensor<8192xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8192xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #axis, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g, %h : tensor<8192x65536xf32>, tensor<8192xf32>, tensor<65536xf32>, tensor<65536xf32>) outs(%full : tensor<8192x65536xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    linalg.yield %2 : f32
  } -> tensor<8192x65536xf32>
  return %y : tensor<8192x65536xf32>
}

//--- no_cluster.mlir
// CHECK: error: {{.*}}the chip has no clusters
#row = affine_map<(d0, d1) -> (d0)>
func.func @no_cluster(%x: tensor<8x4096xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %s = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x4096xf32>) state(%s0 : tensor<8xf32>)
      {redfuser.schedule = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = nothing, cluster = 2>}
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %s : tensor<8xf32>
}
