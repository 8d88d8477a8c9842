// The query fits TMA, the key does not: the query's descriptor was left behind,
// and host code could not be translated.
// RUN: redfuser-opt %redfuser_src/test/Inputs/torch-mlir/attention_4d_f16_dynamic_strict.mlir --redfuser-to-nvvm="chip=sm_90a" -o %t
// RUN: FileCheck %s < %t
// CHECK-NOT: nvgpu.tma
// CHECK-NOT: unrealized_conversion_cast
// CHECK: gpu.binary
