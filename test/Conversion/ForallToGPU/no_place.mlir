// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-place-buffers --verify-diagnostics

func.func @unbounded(%n: index, %sizes: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %size = memref.load %sizes[%bx] : memref<?xindex>
    // expected-error @below {{inside a kernel has a size with no constant upper bound; tile the dimension, or give the tensor a static shape}}
    %a = memref.alloc(%size) : memref<?xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<?xf32>)
    gpu.terminator
  }
  return
}

// -----

func.func @carried(%n: index, %init: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%state = %init) -> memref<8xf32> {
      // expected-error @below {{inside a kernel is carried into the next iteration of a loop; write the new value into the carried buffer}}
      %new = memref.alloc() : memref<8xf32>
      linalg.exp ins(%state : memref<8xf32>) outs(%new : memref<8xf32>)
      scf.yield %new : memref<8xf32>
    }
    gpu.terminator
  }
  return
}

// -----

func.func @layout(%n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    // expected-error @below {{inside a kernel has a layout; expected the identity layout}}
    %new = memref.alloc() : memref<8x8xf32, strided<[16, 1]>>
    gpu.terminator
  }
  return
}
