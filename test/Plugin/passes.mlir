// A pass of the plug-in, by name, in stock mlir-opt, gives what redfuser-opt gives.
// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%redfuser_plugin --load-pass-plugin=%redfuser_plugin \
// RUN:   --pass-pipeline='builtin.module(redfuser-tile)' \
// RUN:   %redfuser_src/test/Dialect/Cascade/roundtrip.mlir -o %t.plugin
// RUN: redfuser-opt --redfuser-tile %redfuser_src/test/Dialect/Cascade/roundtrip.mlir -o %t.own
// RUN: diff %t.own %t.plugin
// RUN: FileCheck %s --input-file=%t.plugin
// CHECK-LABEL: func.func @softmax_state
// CHECK: scf.for
