//===- Producers.cpp - Contractions that chains read ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildChain.h"
#include "BuildGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// The reduction that `input` comes from through reshapes, if nothing else
/// reads it; else null.
static linalg::LinalgOp getProducer(Value input, Block &block) {
  while (true) {
    Operation *op = input.getDefiningOp();
    if (!op || op->getBlock() != &block)
      return {};
    bool isAlone = llvm::count_if(input.getUsers(), [](Operation *user) {
                     return !isa<tensor::DimOp>(user);
                   }) == 1;
    if (!isAlone)
      return {};
    if (!isReshape(op)) {
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      return linalgOp && isReduction(linalgOp) ? linalgOp : linalg::LinalgOp();
    }
    input = op->getOperand(0);
  }
}

/// The value that fills `tensor`.
static Value getFill(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : Value();
}

namespace {
class ProducerRebuilder {
public:
  ProducerRebuilder(Block &block, OpBuilder &builder)
      : block(block), builder(builder), facts(block) {}

  /// Replaces what input `number` of `chain` comes from; false if it stays.
  bool rebuild(ChainOp chain, unsigned number);

private:
  Block &block;
  OpBuilder &builder;
  ShapeFacts facts;
};
} // namespace

bool ProducerRebuilder::rebuild(ChainOp chain, unsigned number) {
  Value root = chain.getInputs()[number];
  linalg::LinalgOp op = getProducer(root, block);
  if (!op)
    return false;
  std::string reason;
  FailureOr<Reduction> matched = matchReduction(op, reason);
  if (failed(matched))
    return false;
  Reduction &reduction = *matched;
  Value scalar = getFill(reduction.getInit());
  if (!scalar)
    return false;

  IterationSpace space(facts);
  ScalarInliner inliner(block, space);
  auto type = cast<RankedTensorType>(root.getType());
  Access access;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    access.push_back({space.add(facts.get(root, dim), 0, /*isAxis=*/false)});
  SmallVector<unsigned> axes = chain.getAxisDims();
  for (auto [dim, expr] :
       llvm::enumerate(chain.getInputMap(number).getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr);
        loop && llvm::is_contained(axes, loop.getPosition()))
      inliner.keepLoops(access[dim]);
  Value source = reduction.getResult();
  const ScalarExpr *read = inliner.inlineTensor(
      root, access, [&](Value value) { return value == source; });
  if (read->kind != ScalarExpr::Kind::Leaf || read->value != source)
    return false;

  AffineMap map =
      op.getMatchingIndexingMap(op.getDpsInitOperand(reduction.number));
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  reduction.loops.resize(op.getNumLoops());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      reduction.loops[loop.getPosition()] = read->access[dim];
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || kinds[loop.getPosition()] != utils::IteratorType::reduction)
        continue;
      DimList &list = reduction.loops[loop.getPosition()];
      if (list.empty())
        list.push_back(space.add(facts.get(operand.get(), dim), 0,
                                 /*isAxis=*/true));
    }
  }

  bool isThrough = source != root;
  auto isLeaf = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || !(isReshape(def) || isCopy(def)))
      return true;
    isThrough = true;
    return false;
  };
  reduction.expr = inliner.inlineBody(op, reduction.term, reduction.loops,
                                      /*readOuts=*/false, isLeaf, reason);
  if (!reduction.expr || !isThrough)
    return false;

  builder.setInsertionPoint(chain);
  Location loc = op.getLoc();
  Layout layout(space);
  layout.addLoops(access);
  layout.addLoops(reduction.loops);
  LeafNumbers leaves = addLeaves(layout, reduction.expr);
  Value init = buildEmptyLike(builder, loc, facts, root);
  init = linalg::FillOp::create(builder, loc, scalar, init).getResult(0);
  if (init.getType() != type)
    init = tensor::CastOp::create(builder, loc, type, init);
  unsigned result = layout.addResult(init, access);
  // A result that must be collapsed for the chain would be kept out of its
  // loops.
  if (failed(layout.solve(reason)) || layout.isSplit(result))
    return false;
  linalg::GenericOp generic =
      buildGeneric(builder, loc, layout, reduction.expr, leaves, result,
                   [&](Value term, Value sum) {
                     if (reduction.negated)
                       term = arith::NegFOp::create(builder, loc, term);
                     return cast<MonoidAttrInterface>(reduction.monoid)
                         .buildCombine(builder, loc, sum, term);
                   });
  chain->setOperand(number,
                    layout.restore(builder, loc, result, generic.getResult(0)));
  return true;
}

SmallVector<Operation *>
redfuser::readThroughProducers(Block &block, ArrayRef<ChainOp> chains,
                               OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  ProducerRebuilder rebuilder(block, builder);
  SmallVector<Operation *> replaced;
  for (ChainOp chain : chains) {
    // Only what the fused loops compute tile by tile: tensors over the axis and
    // all rows.
    SmallVector<unsigned> dims = chain.getCommonParallelDims();
    llvm::append_range(dims, chain.getAxisDims());
    for (unsigned number = 0; number < chain.getInputs().size(); ++number) {
      AffineMap map = chain.getInputMap(number);
      if (!llvm::all_of(dims,
                        [&](unsigned dim) { return map.isFunctionOfDim(dim); }))
        continue;
      Operation *before = chain.getInputs()[number].getDefiningOp();
      if (rebuilder.rebuild(chain, number))
        replaced.push_back(before);
    }
  }
  return replaced;
}
