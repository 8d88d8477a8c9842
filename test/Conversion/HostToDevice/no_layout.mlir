// RUN: redfuser-opt %s --redfuser-gpu-host-memory --verify-diagnostics --split-input-file

func.func @copy(%x: memref<8x8xf32, strided<[16, 1]>>, %y: memref<8x8xf32>) {
  // expected-error @below {{in host code expected a buffer with the identity layout, got 'memref<8x8xf32, strided<[16, 1]>>'}}
  memref.copy %x, %y : memref<8x8xf32, strided<[16, 1]>> to memref<8x8xf32>
  return
}

// -----

func.func @shape(%x: memref<4xf32>, %s: memref<2xindex, strided<[2]>>) -> memref<?x?xf32> {
  %c = memref.cast %s : memref<2xindex, strided<[2]>> to memref<2xindex, strided<[?], offset: ?>>
  // expected-error @below {{in host code expected a buffer with the identity layout, got 'memref<2xindex, strided<[?], offset: ?>>'}}
  %r = memref.reshape %x(%c) : (memref<4xf32>, memref<2xindex, strided<[?], offset: ?>>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}
