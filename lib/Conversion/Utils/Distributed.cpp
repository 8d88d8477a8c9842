//===- Distributed.cpp - Kernels that are thread code already -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace redfuser;

gpu::LaunchOp redfuser::createDistributedLaunch(OpBuilder &b, Location loc,
                                                StringRef name, Value blocks,
                                                int64_t threads,
                                                int64_t cluster,
                                                Value sharedBytes) {
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value one = getIndex(1), block = getIndex(threads);
  Value clusterX, clusterYZ;
  if (cluster > 1) {
    clusterX = getIndex(cluster);
    clusterYZ = one;
  }
  auto launch = gpu::LaunchOp::create(
      b, loc, blocks, one, one, block, one, one, sharedBytes,
      /*asyncTokenType=*/Type(), /*asyncDependencies=*/ValueRange(),
      /*workgroupAttributions=*/TypeRange(),
      /*privateAttributions=*/TypeRange(), clusterX, clusterYZ, clusterYZ);
  // The builder leaves these out.
  if (cluster > 1)
    for (unsigned i = launch.getBody().getNumArguments();
         i < launch.getNumConfigRegionAttributes(); ++i)
      launch.getBody().addArgument(b.getIndexType(), loc);
  launch->setAttr(kDistributedAttrName, b.getUnitAttr());
  launch.setModuleAttr(
      FlatSymbolRefAttr::get(b.getContext(), kKernelModuleName));
  launch.setFunctionAttr(FlatSymbolRefAttr::get(b.getContext(), name));
  return launch;
}

void redfuser::setResidentBlocks(gpu::LaunchOp launch, int64_t blocks) {
  auto func = launch->getParentOfType<FunctionOpInterface>();
  Builder b(launch.getContext());
  NamedAttrList kernels(
      func->getAttrOfType<DictionaryAttr>(kResidentsAttrName));
  kernels.set(launch.getFunctionAttr().getLeafReference(),
              b.getI32IntegerAttr(blocks));
  func->setAttr(kResidentsAttrName, kernels.getDictionary(b.getContext()));
}
