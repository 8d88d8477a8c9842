// The query fits TMA, the key does not: the query's descriptor was left behind,
// and host code could not be translated.
// RUN: redfuser-opt %redfuser_src/test/Inputs/torch-mlir/attention_4d_f16_dynamic_strict.mlir --redfuser-to-nvvm="chip=sm_90a" -o %t
// RUN: FileCheck %s --implicit-check-not=nvgpu.tma --implicit-check-not=unrealized_conversion_cast < %t
// CHECK: gpu.binary
