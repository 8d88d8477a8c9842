// RUN: not redfuser-opt --redfuser-vectorize-products="vector-bits=100" %s 2>&1 | FileCheck %s
// CHECK: error: expected vector-bits to be a power of two from 128 to 2048, got 100
func.func @nothing() { return }
