// The dialect in stock mlir-opt: what redfuser-opt prints is read and printed alike.
// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%redfuser_plugin %redfuser_src/test/Dialect/Cascade/roundtrip.mlir -o %t.plugin
// RUN: redfuser-opt %redfuser_src/test/Dialect/Cascade/roundtrip.mlir -o %t.own
// RUN: diff %t.own %t.plugin
// RUN: FileCheck %s --input-file=%t.plugin
// CHECK: cascade.chain [parallel, axis, parallel]
// CHECK: cascade.fold [parallel, axis]
