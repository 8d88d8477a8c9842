//===- SplitArgReduction.cpp - Value and position as two reductions -------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitArgReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// True where `score` is the extremum: equal to it, or both NaN where NaN
/// attains.
static Value buildAttains(OpBuilder &b, Location loc, ArgReduction::NaN nan,
                          Value score, Value extremum) {
  if (!isa<FloatType>(score.getType()))
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, score,
                                 extremum);
  using P = arith::CmpFPredicate;
  Value equal = arith::CmpFOp::create(b, loc, P::OEQ, score, extremum);
  if (nan != ArgReduction::NaN::Attains)
    return equal;
  Value scoreIsNaN = arith::CmpFOp::create(b, loc, P::UNO, score, score);
  Value bothNaN = arith::AndIOp::create(
      b, loc, scoreIsNaN,
      arith::CmpFOp::create(b, loc, P::UNO, extremum, extremum));
  return arith::OrIOp::create(b, loc, equal, bothNaN);
}

/// Clones the code of `value`, of the body of `op`, with its inputs mapped.
static Value cloneValue(OpBuilder &b, linalg::LinalgOp op, Value value,
                        IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != op.getBlock())
    return value;
  for (Value operand : def->getOperands())
    cloneValue(b, op, operand, mapping);
  Operation *copy = b.clone(*def, mapping);
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

namespace {
class Splitter {
public:
  Splitter(OpBuilder &b, const ArgReduction &reduction)
      : b(b), reduction(reduction), op(reduction.op), loc(op.getLoc()) {}
  SmallVector<Value> run();

private:
  Value getInit(unsigned number) { return op.getDpsInits()[number]; }
  AffineMap getResultMap() {
    return op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  }
  /// A reduction over the loops of the op of what `build` makes of its inputs
  /// and the elements of `more`, which are read like its results.
  Value
  reduce(ValueRange more, Value init, MonoidAttrInterface monoid,
         llvm::function_ref<Value(OpBuilder &, IRMapping &, ValueRange)> build);
  Value selectInit(Value extremum, Value choice);

  OpBuilder &b;
  const ArgReduction &reduction;
  linalg::LinalgOp op;
  Location loc;
};
} // namespace

Value Splitter::reduce(
    ValueRange more, Value init, MonoidAttrInterface monoid,
    llvm::function_ref<Value(OpBuilder &, IRMapping &, ValueRange)> build) {
  SmallVector<Value> inputs(op.getDpsInputs());
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input));
  unsigned numInputs = inputs.size();
  llvm::append_range(inputs, more);
  maps.append(more.size() + 1, getResultMap());
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), inputs, init, maps, op.getIteratorTypesArray(),
      [&](OpBuilder &nested, Location, ValueRange values) {
        IRMapping mapping;
        for (auto [index, operand] : llvm::enumerate(op.getDpsInputOperands()))
          mapping.map(op.getMatchingBlockArgument(operand), values[index]);
        Value term =
            build(nested, mapping, values.slice(numInputs, more.size()));
        linalg::YieldOp::create(
            nested, loc, monoid.buildCombine(nested, loc, values.back(), term));
      });
  return generic.getResult(0);
}

/// The payload with the initial one, which is the first in order.
Value Splitter::selectInit(Value extremum, Value choice) {
  Value init = getInit(reduction.index);
  auto type = cast<RankedTensorType>(init.getType());
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps(5, b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, init), type.getElementType());
  using Tie = ArgReduction::Tie;
  auto generic = linalg::GenericOp::create(
      b, loc, type,
      ValueRange{extremum, choice, getInit(reduction.value), init}, empty, maps,
      iterators, [&](OpBuilder &nested, Location, ValueRange values) {
        Value value = values[0], chosen = values[1];
        Value attains =
            buildAttains(nested, loc, reduction.nan, values[2], value);
        if (reduction.nan == ArgReduction::NaN::Stays)
          attains = arith::OrIOp::create(
              nested, loc, attains,
              arith::CmpFOp::create(nested, loc, arith::CmpFPredicate::UNO,
                                    value, value));
        Value tied = values[3];
        if (reduction.tie == Tie::Smaller || reduction.tie == Tie::Larger)
          tied = reduction.choice.buildCombine(nested, loc, tied, chosen);
        if (reduction.tie == Tie::Last) {
          // Positions are not negative; the identity is.
          Value none = arith::ConstantOp::create(
              nested, loc, reduction.choice.getIdentity(type.getElementType()));
          Value nobody = arith::CmpIOp::create(
              nested, loc, arith::CmpIPredicate::eq, chosen, none);
          tied = arith::SelectOp::create(nested, loc, nobody, tied, chosen);
        }
        Value result =
            arith::SelectOp::create(nested, loc, attains, tied, chosen);
        linalg::YieldOp::create(nested, loc, result);
      });
  return generic.getResult(0);
}

SmallVector<Value> Splitter::run() {
  Value extremum =
      reduce({}, getInit(reduction.value), reduction.extremum,
             [&](OpBuilder &nested, IRMapping &mapping, ValueRange) {
               return cloneValue(nested, op, reduction.score, mapping);
             });

  Value init = getInit(reduction.index);
  Type type = getElementTypeOrSelf(init);
  TypedAttr identity = reduction.choice.getIdentity(type);
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, init), type);
  Value none = arith::ConstantOp::create(b, loc, identity);
  Value start = linalg::FillOp::create(b, loc, none, empty).getResult(0);
  Value choice = reduce(
      extremum, start, reduction.choice,
      [&](OpBuilder &nested, IRMapping &mapping, ValueRange references) {
        Value score = cloneValue(nested, op, reduction.score, mapping);
        Value payload = cloneValue(nested, op, reduction.payload, mapping);
        Value attains =
            buildAttains(nested, loc, reduction.nan, score, references.front());
        Value nobody = arith::ConstantOp::create(nested, loc, identity);
        return arith::SelectOp::create(nested, loc, attains, payload, nobody)
            .getResult();
      });

  SmallVector<Value> results(2);
  results[reduction.value] = extremum;
  results[reduction.index] = selectInit(extremum, choice);
  return results;
}

SmallVector<Value> redfuser::splitArgReduction(OpBuilder &b,
                                               const ArgReduction &reduction) {
  return Splitter(b, reduction).run();
}
