//===- Readouts.cpp - One op for each readout of a chain ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildChain.h"

#include "Layout.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;

namespace {
/// The pointwise ops of a block that depend on results of chains.
class ReadoutMerger {
public:
  ReadoutMerger(Block &block, OpBuilder &builder)
      : block(block), builder(builder), facts(block), budget(block) {}

  void collectReadouts(ArrayRef<Value> seeds);
  SmallVector<Operation *> run();

private:
  bool isAbsorbed(Operation *user) const;
  bool isRoot(Value value) const;
  bool rebuild(Value root);

  Block &block;
  OpBuilder &builder;
  ShapeFacts facts;
  InlineBudget budget;
  llvm::SetVector<Operation *> readouts;
};
} // namespace

void ReadoutMerger::collectReadouts(ArrayRef<Value> seeds) {
  SmallVector<Value> pending(seeds);
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val().getUsers())
      if (user->getBlock() == &block && isPointwise(user) &&
          readouts.insert(user))
        llvm::append_range(pending, user->getResults());
}

/// True if `user` computes its value from its operands in the op that replaces
/// it or its users.
bool ReadoutMerger::isAbsorbed(Operation *user) const {
  if (!readouts.contains(user))
    return false;
  if (!isReshape(user))
    return true;
  return !user->use_empty() &&
         llvm::all_of(user->getUsers(),
                      [&](Operation *op) { return isAbsorbed(op); });
}

/// True if `value` must exist as a tensor.
bool ReadoutMerger::isRoot(Value value) const {
  Operation *op = value.getDefiningOp();
  return readouts.contains(op) && !isReshape(op) &&
         llvm::any_of(value.getUsers(),
                      [&](Operation *user) { return !isAbsorbed(user); });
}

bool ReadoutMerger::rebuild(Value root) {
  Operation *op = root.getDefiningOp();
  auto type = cast<RankedTensorType>(root.getType());
  IterationSpace space(facts);
  ScalarInliner inliner(block, space);

  Access access;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    access.push_back({space.add(facts.get(root, dim), 0, /*isAxis=*/false)});

  // Other tensors that exist anyway are read; so are values with other users,
  // unless they are readouts.
  auto isLeaf = [&](Value value) {
    if (value == root)
      return false;
    if (budget.isLeaf(value) || isRoot(value))
      return true;
    Operation *def = value.getDefiningOp();
    return !readouts.contains(def) && !isReshape(def) &&
           !isa<linalg::FillOp>(def) && !value.hasOneUse();
  };
  const ScalarExpr *expr = inliner.inlineTensor(root, access, isLeaf);
  if (expr->kind == ScalarExpr::Kind::Leaf) {
    // A copy in another layout. Between it and what it copies there are
    // reshapes, which would keep it out of the loops of the chain.
    if (llvm::is_contained(op->getOperands(), expr->value))
      return false;
  } else {
    if (expr->kind != ScalarExpr::Kind::Apply)
      return false;
    // One op already: leave it as it is.
    llvm::SmallPtrSet<Operation *, 4> sources;
    for (const ScalarExpr *node : collect(expr, ScalarExpr::Kind::Apply))
      sources.insert(node->op->getBlock() == &block ? node->op
                                                    : node->op->getParentOp());
    if (sources.size() < 2)
      return false;
  }

  Layout layout(space);
  layout.addLoops(access);
  llvm::DenseMap<const ScalarExpr *, unsigned> inputs;
  for (const ScalarExpr *leaf : collect(expr, ScalarExpr::Kind::Leaf))
    inputs[leaf] = layout.addInput(leaf->value, leaf->access);
  for (const ScalarExpr *node : collect(expr, ScalarExpr::Kind::Index))
    layout.addIndex(node->access.front());

  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(
        ShapeFacts::materialize(builder, loc, facts.get(root, dim)));
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  if (init.getType() != type)
    init = tensor::CastOp::create(builder, loc, type, init);
  unsigned result = layout.addResult(init, access);
  std::string reason;
  if (failed(layout.solve(reason)))
    return false;

  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  llvm::DenseMap<unsigned, unsigned> argumentOf;
  for (unsigned tensor : layout.getInputs()) {
    argumentOf[tensor] = operands.size();
    operands.push_back(
        layout.adapt(builder, loc, tensor, layout.getValue(tensor)));
    maps.push_back(layout.getMap(tensor, builder.getContext()));
  }
  Value adapted = layout.adapt(builder, loc, result, init);
  maps.push_back(layout.getMap(result, builder.getContext()));
  OpBuilder outer(op);
  outer.setListener(builder.getListener());
  auto generic = linalg::GenericOp::create(
      builder, loc, adapted.getType(), operands, adapted, maps,
      SmallVector<utils::IteratorType>(layout.getNumDims(),
                                       utils::IteratorType::parallel));
  SmallVector<Type> types =
      llvm::map_to_vector(generic->getOperands(), [](Value value) {
        return getElementTypeOrSelf(value);
      });
  {
    OpBuilder::InsertionGuard guard(builder);
    outer.setInsertionPoint(generic);
    Block *body = builder.createBlock(&generic.getRegion(), {}, types,
                                      SmallVector<Location>(types.size(), loc));
    Value value = emitExpr(
        builder, expr,
        [&](const ScalarExpr *node) -> Value {
          if (node->kind == ScalarExpr::Kind::Index)
            return layout.buildIndex(builder, outer, loc, node->access.front(),
                                     [&](unsigned dim) -> Value {
                                       return linalg::IndexOp::create(builder,
                                                                      loc, dim);
                                     });
          return body->getArgument(argumentOf[inputs.lookup(node)]);
        },
        loc);
    linalg::YieldOp::create(builder, loc, value);
  }
  root.replaceAllUsesWith(
      layout.restore(builder, loc, result, generic.getResult(0)));
  readouts.insert(generic);
  return true;
}

SmallVector<Operation *> ReadoutMerger::run() {
  SmallVector<Value> roots;
  for (Operation *op : readouts)
    for (Value result : op->getResults())
      if (isRoot(result))
        roots.push_back(result);
  SmallVector<Operation *> replaced;
  for (Value root : roots) {
    Operation *op = root.getDefiningOp();
    if (rebuild(root))
      replaced.push_back(op);
  }
  return replaced;
}

SmallVector<Operation *> redfuser::mergeReadouts(Block &block,
                                                 ArrayRef<Value> seeds,
                                                 OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  ReadoutMerger merger(block, builder);
  merger.collectReadouts(seeds);
  return merger.run();
}
