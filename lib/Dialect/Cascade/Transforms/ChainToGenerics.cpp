//===- ChainToGenerics.cpp - A chain as ordinary linalg -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser::cascade;

/// Clones term `i`, with `position` the loop of each dimension, and returns its
/// value.
static Value cloneTerm(OpBuilder &b, ChainOp chain, unsigned i,
                       ArrayRef<unsigned> position, IRMapping &mapping) {
  for (Operation &op : chain.getTermBlock(i).without_terminator()) {
    Operation *copy = b.clone(op, mapping);
    SmallVector<IndexOp> indices;
    copy->walk([&](IndexOp index) { indices.push_back(index); });
    for (IndexOp index : indices) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(index);
      Value lowered =
          linalg::IndexOp::create(b, index.getLoc(), position[index.getDim()]);
      index.replaceAllUsesWith(lowered);
      if (copy == index)
        mapping.map(op.getResult(0), lowered);
      index.erase();
    }
  }
  return mapping.lookupOrDefault(chain.getTermValue(i));
}

/// Reduction `i` over the dimensions of its domain, in their order.
static Value lowerReduction(OpBuilder &b, ChainOp chain, unsigned i,
                            ArrayRef<Value> earlier) {
  Location loc = chain.getLoc();
  MLIRContext *context = b.getContext();
  llvm::SmallBitVector domain = chain.getDomain(i);
  SmallVector<unsigned> position(chain.getNumDims(), 0);
  unsigned numDims = 0;
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim : domain.set_bits()) {
    position[dim] = numDims++;
    iterators.push_back(chain.isAxis(dim) ? utils::IteratorType::reduction
                                          : utils::IteratorType::parallel);
  }
  auto inDomain = [&](AffineMap map) {
    SmallVector<AffineExpr> dims;
    for (AffineExpr expr : map.getResults())
      dims.push_back(getAffineDimExpr(
          position[cast<AffineDimExpr>(expr).getPosition()], context));
    return AffineMap::get(numDims, 0, dims, context);
  };

  // A companion comes with its partner, which is reduced once more beside it.
  SmallVector<unsigned, 2> reductions{i};
  auto companion = dyn_cast<CompanionAttrInterface>(chain.getMonoid(i));
  if (companion)
    reductions.push_back(companion.getPartnerNumber());

  // What the terms use, and whatever else gives the axis its size.
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  SmallVector<SmallVector<BlockArgument, 2>> arguments;
  llvm::SmallBitVector sized = getDims(chain.getResultMap(i));
  auto addOperand = [&](Value operand, AffineMap map,
                        llvm::function_ref<BlockArgument(unsigned)> get) {
    SmallVector<BlockArgument, 2> used;
    for (unsigned k : reductions)
      if (BlockArgument argument = get(k); argument && !argument.use_empty())
        used.push_back(argument);
    if (used.empty())
      return;
    operands.push_back(operand);
    maps.push_back(inDomain(map));
    arguments.push_back(used);
    sized |= getDims(map);
  };
  for (auto [k, input] : llvm::enumerate(chain.getInputs()))
    addOperand(input, chain.getInputMap(k), [&, k = k](unsigned reduction) {
      return chain.getTermInput(reduction, k);
    });
  for (unsigned k = 0; k < i; ++k)
    addOperand(earlier[k], chain.getResultMap(k), [&](unsigned reduction) {
      return k < reduction ? chain.getTermReference(reduction, k)
                           : BlockArgument();
    });
  SmallVector<OpFoldResult> missingSizes;
  SmallVector<AffineExpr> missingDims;
  for (unsigned dim : domain.set_bits()) {
    if (sized.test(dim))
      continue;
    auto [value, index] = chain.getDimSource(dim);
    missingSizes.push_back(tensor::getMixedSize(b, loc, value, index));
    missingDims.push_back(getAffineDimExpr(position[dim], context));
  }
  if (!missingDims.empty()) {
    operands.push_back(
        tensor::EmptyOp::create(b, loc, missingSizes, b.getI1Type()));
    maps.push_back(AffineMap::get(numDims, 0, missingDims, context));
  }
  SmallVector<Value> inits;
  for (unsigned k : reductions) {
    inits.push_back(chain.getInits()[k]);
    maps.push_back(inDomain(chain.getResultMap(k)));
  }

  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(ValueRange(inits)), operands, inits, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange values) {
        IRMapping mapping;
        for (auto [used, value] : llvm::zip(arguments, values))
          for (BlockArgument argument : used)
            mapping.map(argument, value);
        SmallVector<Value> terms;
        for (unsigned k : reductions)
          terms.push_back(cloneTerm(nested, chain, k, position, mapping));
        ValueRange accs = values.take_back(inits.size());
        Location loc = chain.getTermBlock(i).getTerminator()->getLoc();
        if (!companion) {
          linalg::YieldOp::create(
              nested, loc,
              chain.getMonoid(i).buildCombine(nested, loc, accs[0], terms[0]));
          return;
        }
        Value combined = companion.buildCombineWith(
            nested, loc, accs[1], accs[0], terms[1], terms[0]);
        Value partner = chain.getMonoid(companion.getPartnerNumber())
                            .buildCombine(nested, loc, accs[1], terms[1]);
        linalg::YieldOp::create(nested, loc, {combined, partner});
      });
  return generic.getResult(0);
}

SmallVector<Value> redfuser::cascade::lowerChainToGenerics(OpBuilder &builder,
                                                           ChainOp chain) {
  SmallVector<Value> results;
  for (unsigned i = 0, e = chain.getNumReductions(); i < e; ++i)
    results.push_back(lowerReduction(builder, chain, i, results));
  return results;
}
