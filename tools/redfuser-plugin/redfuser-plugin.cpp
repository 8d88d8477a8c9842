//===- redfuser-plugin.cpp - RedFuser for stock mlir-opt ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libRedFuserPlugin.so, a dialect plug-in and a pass plug-in in one:
//
//   mlir-opt-22 --load-dialect-plugin=libRedFuserPlugin.so \
//     --load-pass-plugin=libRedFuserPlugin.so \
//     --pass-pipeline='builtin.module(redfuser-raise)' in.mlir
//
// Passes of a plug-in run through --pass-pipeline only: mlir-opt has built its
// command line options before it loads plug-ins.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/InitAllDialects.h"
#include "RedFuser/InitAllPasses.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RedFuser", REDFUSER_VERSION,
          [](mlir::DialectRegistry *registry) {
            redfuser::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RedFuser", REDFUSER_VERSION,
          [] { redfuser::registerAllPasses(); }};
}
