// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-place-buffers="shared-budget=1024" | FileCheck %s

// A bounded size goes to shared memory, at its upper bound.
// CHECK-LABEL: func @bounded
// CHECK:       gpu.launch {{.*}} dynamic_shared_memory_size %c256_i32
// CHECK:         %[[ARENA:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK:         %[[SIZE:.*]] = affine.min
// CHECK:         %[[V:.*]] = memref.view %[[ARENA]][%{{.*}}][%[[SIZE]]] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
// CHECK:         %[[S:.*]] = memref.subview %[[V]][0] [4] [1] : memref<?xf32, #gpu.address_space<workgroup>> to memref<4xf32, strided<[1]>, #gpu.address_space<workgroup>>
// CHECK:         linalg.fill {{.*}} outs(%[[S]]
func.func @bounded(%n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %size = affine.min affine_map<(d0)[s0] -> (64, s0 - d0)>(%bx)[%n]
    %a = memref.alloc(%size) : memref<?xf32>
    %s = memref.subview %a[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
    linalg.fill ins(%zero : f32) outs(%s : memref<4xf32, strided<[1]>>)
    gpu.terminator
  }
  return
}

// -----

// Over the budget: the larger one has a slice a block in global memory.
// CHECK-LABEL: func @budget
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:       %[[BYTES:.*]] = arith.muli %c1024{{.*}}, %[[N]]
// CHECK:       %[[G:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK:       gpu.launch {{.*}} dynamic_shared_memory_size %c512_i32
// CHECK:         memref.view %[[G]][%{{.*}}][] : memref<?xi8> to memref<256xf32>
// CHECK:         memref.view %{{.*}} : memref<?xi8, #gpu.address_space<workgroup>> to memref<128xf32, #gpu.address_space<workgroup>>
func.func @budget(%n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.alloc() : memref<256xf32>
    %b = memref.alloc() : memref<128xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<256xf32>)
    linalg.fill ins(%zero : f32) outs(%b : memref<128xf32>)
    gpu.terminator
  }
  return
}

// -----

// No constant bound, but known before the launch.
// CHECK-LABEL: func @invariant
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:       memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK:       gpu.launch
// CHECK:         memref.view %{{.*}}[%{{.*}}][%[[N]]] : memref<?xi8> to memref<?xf32>
func.func @invariant(%n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.alloc(%n) : memref<?xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<?xf32>)
    gpu.terminator
  }
  return
}
