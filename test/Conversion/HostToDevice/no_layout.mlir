// RUN: redfuser-opt %s --redfuser-gpu-host-memory --verify-diagnostics --split-input-file

func.func @copy(%x: memref<8x8xf32, strided<[16, 1]>>, %y: memref<8x8xf32>) {
  // expected-error @below {{in host code expected a buffer with the identity layout, got 'memref<8x8xf32, strided<[16, 1]>>'}}
  memref.copy %x, %y : memref<8x8xf32, strided<[16, 1]>> to memref<8x8xf32>
  return
}

// -----

func.func @load(%x: memref<8xf32, strided<[2]>>, %i: index) -> f32 {
  // expected-error @below {{in host code expected a buffer with the identity layout, got 'memref<8xf32, strided<[2]>>'}}
  %v = memref.load %x[%i] : memref<8xf32, strided<[2]>>
  return %v : f32
}
