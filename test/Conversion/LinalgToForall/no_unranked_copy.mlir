// RUN: redfuser-opt %s --redfuser-linalg-to-forall --verify-diagnostics

func.func @unranked(%x: memref<*xf32>, %o: memref<*xf32>) {
  // expected-error @below {{of an unranked memref has no GPU lowering}}
  memref.copy %x, %o : memref<*xf32> to memref<*xf32>
  return
}
