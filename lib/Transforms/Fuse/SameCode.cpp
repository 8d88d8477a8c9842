//===- SameCode.cpp - Terms that compute alike ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameCode.h"

#include "RedFuser/Algebra/Import.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

static bool compare(Value lhs, Value rhs,
                    llvm::DenseMap<std::pair<Value, Value>, bool> &known) {
  lhs = skipRoundTrips(lhs);
  rhs = skipRoundTrips(rhs);
  if (lhs == rhs)
    return true;
  if (lhs.getType() != rhs.getType())
    return false;
  auto a = dyn_cast<BlockArgument>(lhs), b = dyn_cast<BlockArgument>(rhs);
  if (a || b)
    return a && b && a.getArgNumber() == b.getArgNumber() &&
           a.getOwner()->getParentOp() == b.getOwner()->getParentOp();
  Attribute constant, other;
  if (matchPattern(lhs, m_Constant(&constant)) ||
      matchPattern(rhs, m_Constant(&other)))
    return matchPattern(rhs, m_Constant(&other)) && constant == other;
  auto [entry, isNew] = known.try_emplace({lhs, rhs}, false);
  if (!isNew)
    return entry->second;
  Operation *x = lhs.getDefiningOp(), *y = rhs.getDefiningOp();
  if (x->getName() != y->getName() || x->getNumRegions() != 0 ||
      x->getNumOperands() != y->getNumOperands() ||
      x->getParentOp() != y->getParentOp() ||
      cast<OpResult>(lhs).getResultNumber() !=
          cast<OpResult>(rhs).getResultNumber() ||
      x->getAttrDictionary() != y->getAttrDictionary())
    return false;
  auto inOrder = [&](bool exchanged) {
    for (unsigned i = 0, e = x->getNumOperands(); i < e; ++i)
      if (!compare(x->getOperand(i), y->getOperand(exchanged ? e - 1 - i : i),
                   known))
        return false;
    return true;
  };
  bool same = inOrder(false) || (x->hasTrait<OpTrait::IsCommutative>() &&
                                 x->getNumOperands() == 2 && inOrder(true));
  return known[{lhs, rhs}] = same;
}

bool redfuser::isSameCode(Value lhs, Value rhs) {
  llvm::DenseMap<std::pair<Value, Value>, bool> known;
  return compare(lhs, rhs, known);
}
