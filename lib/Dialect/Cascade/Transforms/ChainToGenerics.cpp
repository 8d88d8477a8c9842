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

  // What the term uses, and whatever else gives the axis its size.
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> arguments;
  llvm::SmallBitVector sized = getDims(chain.getResultMap(i));
  for (auto [k, input] : llvm::enumerate(chain.getInputs())) {
    if (chain.getTermInput(i, k).use_empty())
      continue;
    operands.push_back(input);
    maps.push_back(inDomain(chain.getInputMap(k)));
    arguments.push_back(chain.getTermInput(i, k));
    sized |= getDims(chain.getInputMap(k));
  }
  for (unsigned k = 0; k < i; ++k) {
    if (chain.getTermReference(i, k).use_empty())
      continue;
    operands.push_back(earlier[k]);
    maps.push_back(inDomain(chain.getResultMap(k)));
    arguments.push_back(chain.getTermReference(i, k));
  }
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
  maps.push_back(inDomain(chain.getResultMap(i)));

  Value init = chain.getInits()[i];
  Block &term = chain.getTermBlock(i);
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), operands, init, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange values) {
        IRMapping mapping;
        for (auto [argument, value] : llvm::zip(arguments, values))
          mapping.map(argument, value);
        for (Operation &op : term.without_terminator()) {
          Operation *copy = nested.clone(op, mapping);
          SmallVector<IndexOp> indices;
          copy->walk([&](IndexOp index) { indices.push_back(index); });
          for (IndexOp index : indices) {
            OpBuilder::InsertionGuard guard(nested);
            nested.setInsertionPoint(index);
            Value lowered = linalg::IndexOp::create(nested, index.getLoc(),
                                                    position[index.getDim()]);
            index.replaceAllUsesWith(lowered);
            if (copy == index)
              mapping.map(op.getResult(0), lowered);
            index.erase();
          }
        }
        Location loc = term.getTerminator()->getLoc();
        Value value = mapping.lookupOrDefault(chain.getTermValue(i));
        Value combined =
            chain.getMonoid(i).buildCombine(nested, loc, values.back(), value);
        linalg::YieldOp::create(nested, loc, combined);
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
