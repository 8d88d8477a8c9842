//===- InitAllDialects.h - Every dialect of RedFuser ------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only list of our dialects and of the external models that they bring.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_INITALLDIALECTS_H
#define REDFUSER_INITALLDIALECTS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Dialect/Cascade/Transforms/TilingInterfaceImpl.h"

namespace redfuser {

/// Adds the RedFuser dialects and their interface implementations.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<cascade::CascadeDialect>();
  cascade::registerTilingInterfaceExternalModels(registry);
}

} // namespace redfuser

#endif // REDFUSER_INITALLDIALECTS_H
