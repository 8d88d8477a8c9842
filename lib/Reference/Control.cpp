//===- Control.cpp - Loops, branches and index arithmetic -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

LogicalResult Machine::runAffine(Operation *op, AffineMap map,
                                 ValueRange operands, bool minimum) {
  SmallVector<Attribute> constants;
  Builder b(op->getContext());
  for (Value operand : operands)
    constants.push_back(b.getIndexAttr(getScalar(operand).getInteger()));
  SmallVector<Attribute> folded;
  if (failed(map.constantFold(constants, folded)))
    return op->emitError("the value of '") << op->getName() << "' is undefined";
  int64_t value = cast<IntegerAttr>(folded.front()).getInt();
  for (Attribute attribute : folded) {
    int64_t other = cast<IntegerAttr>(attribute).getInt();
    value = minimum ? std::min(value, other) : std::max(value, other);
  }
  set(op->getResult(0), Scalar::makeInteger(value));
  return success();
}

LogicalResult Machine::runFor(scf::ForOp op) {
  int64_t lower = getScalar(op.getLowerBound()).getInteger();
  int64_t upper = getScalar(op.getUpperBound()).getInteger();
  int64_t step = getScalar(op.getStep()).getInteger();
  if (step <= 0)
    return op.emitError("expected a positive step, got ") << step;
  SmallVector<Datum> carried = getAll(op.getInitArgs());
  for (int64_t i = lower; i < upper; i += step) {
    set(op.getInductionVar(), Scalar::makeInteger(i));
    set(op.getRegionIterArgs(), carried);
    if (failed(runBlock(*op.getBody())))
      return failure();
    carried = getAll(op.getBody()->getTerminator()->getOperands());
  }
  set(op.getResults(), carried);
  return success();
}

LogicalResult Machine::runForall(scf::ForallOp op) {
  SmallVector<int64_t> lower = getIndices(op.getMixedLowerBound());
  SmallVector<int64_t> upper = getIndices(op.getMixedUpperBound());
  SmallVector<int64_t> step = getIndices(op.getMixedStep());
  SmallVector<int64_t> counts;
  for (auto [l, u, s] : llvm::zip(lower, upper, step)) {
    if (s <= 0)
      return op.emitError("expected a positive step, got ") << s;
    counts.push_back(std::max<int64_t>(0, (u - l + s - 1) / s));
  }
  // Every iteration reads the outputs as they were; what it inserts is taken
  // over at its end.
  SmallVector<Datum> before = getAll(op.getOutputs()), results = before;
  if (!forEachPosition(counts, [&](ArrayRef<int64_t> iteration) {
        for (auto [k, iv] : llvm::enumerate(op.getInductionVars()))
          set(iv, Scalar::makeInteger(lower[k] + iteration[k] * step[k]));
        set(op.getRegionIterArgs(), before);
        if (failed(runBlock(*op.getBody())))
          return false;
        set(op.getRegionIterArgs(), results);
        for (Operation &yielding : op.getTerminator().getYieldingOps())
          if (failed(runOp(&yielding)))
            return false;
        results = getAll(op.getRegionIterArgs());
        return true;
      }))
    return failure();
  set(op.getResults(), results);
  return success();
}

std::optional<LogicalResult> Machine::runControl(Operation *op) {
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](affine::AffineApplyOp apply) -> Result {
        return runAffine(op, apply.getAffineMap(), apply.getMapOperands(),
                         true);
      })
      .Case([&](affine::AffineMinOp min) -> Result {
        return runAffine(op, min.getAffineMap(), min.getOperands(), true);
      })
      .Case([&](affine::AffineMaxOp max) -> Result {
        return runAffine(op, max.getAffineMap(), max.getOperands(), false);
      })
      .Case([&](affine::AffineDelinearizeIndexOp split) -> Result {
        int64_t rest = getScalar(split.getLinearIndex()).getInteger();
        SmallVector<int64_t> basis = getIndices(split.getMixedBasis());
        if (rest < 0)
          return op->emitError("expected an index that is not negative, got ")
                 << rest;
        // Without an outer bound the first result takes what is left.
        unsigned numResults = op->getNumResults();
        for (unsigned k = numResults; k-- > 0;) {
          bool last = k == 0;
          int64_t size = last ? 0 : basis[basis.size() - (numResults - k)];
          if (!last && size <= 0)
            return op->emitError("expected a positive basis, got ") << size;
          set(op->getResult(k), Scalar::makeInteger(last ? rest : rest % size));
          if (!last)
            rest /= size;
        }
        return success();
      })
      .Case([&](scf::ForOp loop) -> Result { return runFor(loop); })
      .Case([&](scf::ForallOp loop) -> Result { return runForall(loop); })
      .Case([&](scf::IfOp branch) -> Result {
        bool taken = getScalar(branch.getCondition()).getInteger();
        Block *block = taken ? branch.thenBlock() : branch.elseBlock();
        if (!block)
          return success();
        if (failed(runBlock(*block)))
          return LogicalResult(failure());
        set(op->getResults(), getAll(block->getTerminator()->getOperands()));
        return success();
      })
      .Default([](Operation *) { return std::nullopt; });
}
