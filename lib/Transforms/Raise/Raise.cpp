//===- Raise.cpp - Find chains of reductions: redfuser-raise --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildChain.h"
#include "Positions.h"
#include "SplitArgReduction.h"

#include "RedFuser/Transforms/Fuse.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_RAISEPASS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("raise").category("redfuser-raise");

namespace {

/// Remembers the ops that are created in one block, in order.
class CreatedOps : public OpBuilder::Listener {
public:
  explicit CreatedOps(Block &block) : block(block) {}

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      (op->getBlock() == &block ? ops : nested).push_back(op);
  }
  /// Erases what was created since there were `count` ops.
  void eraseFrom(size_t count) {
    for (Operation *op : ArrayRef(ops).drop_front(count))
      op->dropAllReferences();
    while (ops.size() > count)
      ops.pop_back_val()->erase();
    nested.clear();
  }

  Block &block;
  SmallVector<Operation *> ops;
  /// Ops inside of regions of `ops`.
  SmallVector<Operation *> nested;
};

/// An op (a `linalg.softmax`, an argmax, a sink, positions) and those by which
/// it was replaced.
struct TakenApart {
  Operation *op;
  SmallVector<Value> values;
  SmallVector<Operation *> parts;
  /// Ops taken out of the block meanwhile, `op` the last of them.
  SmallVector<Operation *> hidden = {};
};

/// A slice of a transposed tensor, and the transposed slice that stands for it
/// while chains are looked for.
struct MovedSlice {
  tensor::ExtractSliceOp op;
  Value value;
  SmallVector<Operation *> parts;
};

/// Ops between the members of a chain that depend on results of members.
using Dependents = llvm::SetVector<Operation *>;

class BlockRaiser {
public:
  BlockRaiser(Block &block, const NumericOptions &options, bool keepRefused)
      : block(block), options(options), keepRefused(keepRefused),
        created(block), builder(block.getParentOp()->getContext(), &created) {}

  void run();

private:
  void takeApart();
  void moveIntoInits();
  void sliceBeforeTransposing();
  void takeApart(linalg::SoftmaxOp op);
  void takeApart(arith::ConstantOp op);
  void takeApartArgReduction(linalg::LinalgOp op);
  void recordParts(Operation *op, SmallVector<Value> values, size_t count);
  void putBack();
  void putSlicesBack();
  /// True if `op` comes before `last`; so do ops that were created since
  /// positions were noted.
  bool isBefore(Operation *op, Operation *last) const;
  void collectDependents(ArrayRef<const Reduction *> members,
                         Dependents &dependents) const;
  LogicalResult checkOrder(ArrayRef<const Reduction *> members,
                           const Dependents &dependents,
                           ArrayRef<Operation *> newOps,
                           std::string &reason) const;
  LogicalResult accept(ArrayRef<const Reduction *> members,
                       std::string &reason);
  FailureOr<BuiltChain> build(ArrayRef<const Reduction *> members,
                              Dependents &dependents, std::string &reason);
  void raise(const ReductionChain &chain);
  void eraseDead();
  Value getValue(Value value) const {
    Value now = replaced.lookup(value);
    return now ? now : value;
  }

  Block &block;
  NumericOptions options;
  bool keepRefused;
  CreatedOps created;
  OpBuilder builder;
  std::optional<ChainDiscovery> discovery;
  /// The order of ops while chains are looked for and raised: chains are built
  /// and erased again, and each would have the block number its ops anew. What
  /// is put before an op while chains are raised has the position of that.
  llvm::DenseMap<Operation *, unsigned> positions;
  SmallVector<TakenApart> takenApart;
  SmallVector<MovedSlice> slices;
  llvm::DenseMap<Value, Value> replaced;
  /// Members of the chains that were built, and ops that may have become dead.
  llvm::SetVector<Operation *> raised, maybeDead;
  llvm::SetVector<Operation *> chains;
  /// Slices and their parts, which stay until these are put back.
  llvm::SmallPtrSet<Operation *, 16> kept;
};

} // namespace

//===----------------------------------------------------------------------===//
// Aggregated ops
//===----------------------------------------------------------------------===//

void BlockRaiser::takeApart() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
      takeApart(softmax);
    else if (auto constant = dyn_cast<arith::ConstantOp>(op))
      takeApart(constant);
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      takeApartArgReduction(linalgOp);
  }
}

/// max(max over xs from init, s) = max over xs from max(init, s): attention
/// with a sink takes the larger of a maximum and of one more score. As part of
/// the init it is in the result that others refer to, and is merged last.
void BlockRaiser::moveIntoInits() {
  for (auto op : llvm::to_vector(block.getOps<linalg::GenericOp>())) {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0 ||
        op.getNumDpsInits() != 1 || op->use_empty() || !hasPlainTensors(op) ||
        !op.getRegionOutputArgs().front().use_empty())
      continue;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto reductionOp = operand->get().getDefiningOp<linalg::LinalgOp>();
      if (!reductionOp || reductionOp->getBlock() != &block ||
          !operand->get().hasOneUse() || !isReduction(reductionOp))
        continue;
      std::string reason;
      FailureOr<Reduction> reduction = matchReduction(reductionOp, reason);
      BlockArgument argument = op.getMatchingBlockArgument(operand);
      AffineMap map = op.getMatchingIndexingMap(operand);
      bool negated = false;
      if (failed(reduction) || reduction->monoid.isRounded() ||
          reductionOp.getNumDpsInits() != 1 || !argument.hasOneUse() ||
          !map.isPermutation() ||
          map != op.getMatchingIndexingMap(op.getDpsInitOperand(0)) ||
          operand->get().getType() != op->getResult(0).getType() ||
          !reduction->monoid.matchTerm(
              op.getBlock()->getTerminator()->getOperand(0), argument,
              negated) ||
          negated)
        continue;
      builder.setInsertionPoint(op);
      Operation *init = builder.clone(*op);
      init->setOperand(operand->getOperandNumber(), reduction->getInit());
      auto moved = cast<linalg::LinalgOp>(builder.clone(*reductionOp));
      moved.getDpsInitsMutable().assign(init->getResult(0));
      TakenApart record{op, {moved->getResult(0)}, {init, moved}};
      op->getResult(0).replaceAllUsesWith(moved->getResult(0));
      // Until it is known which of them stays, the block has one of the two.
      for (Operation *old : {reductionOp.getOperation(), op.getOperation()}) {
        old->remove();
        record.hidden.push_back(old);
      }
      takenApart.push_back(std::move(record));
      break;
    }
  }
}

/// The order of dimensions if `op` transposes a tensor: dimension i of its
/// result is dimension order[i] of its operand.
static std::optional<SmallVector<int64_t>> getTransposition(Operation *op) {
  if (!op || !isCopy(op) || op->getNumOperands() != 2)
    return std::nullopt;
  auto linalgOp = cast<linalg::LinalgOp>(op);
  AffineMap from = linalgOp.getIndexingMapsArray()[0];
  AffineMap to = linalgOp.getIndexingMapsArray()[1];
  if (!from.isPermutation() || !to.isPermutation())
    return std::nullopt;
  SmallVector<int64_t> order;
  for (AffineExpr expr : to.getResults())
    order.push_back(*from.getResultPosition(expr));
  return order;
}

/// Reading through a transpose is possible, through a slice it is not: where
/// one is taken of the other (Q, K and V of one projection), the slice goes
/// first.
void BlockRaiser::sliceBeforeTransposing() {
  for (auto slice :
       llvm::make_early_inc_range(block.getOps<tensor::ExtractSliceOp>())) {
    Operation *transpose = slice.getSource().getDefiningOp();
    if (slice->use_empty() || isReshape(slice) || !transpose ||
        transpose->getBlock() != &block)
      continue;
    std::optional<SmallVector<int64_t>> order = getTransposition(transpose);
    if (!order)
      continue;
    size_t count = created.ops.size();
    builder.setInsertionPointAfter(slice);
    Location loc = slice.getLoc();
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    size_t rank = order->size();
    SmallVector<OpFoldResult> offsets(rank), lengths(rank), strides(rank);
    for (auto [dim, source] : llvm::enumerate(*order)) {
      offsets[source] = slice.getMixedOffsets()[dim];
      lengths[source] = sizes[dim];
      strides[source] = slice.getMixedStrides()[dim];
    }
    Value part = tensor::ExtractSliceOp::create(
        builder, loc, transpose->getOperand(0), offsets, lengths, strides);
    Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                          slice.getType().getElementType());
    auto transposed =
        linalg::TransposeOp::create(builder, loc, part, empty, *order);
    Value value = transposed->getResult(0);
    if (value.getType() != slice.getType())
      value = tensor::ExtractSliceOp::create(
          builder, loc, slice.getType(), value,
          SmallVector<OpFoldResult>(rank, builder.getIndexAttr(0)), sizes,
          SmallVector<OpFoldResult>(rank, builder.getIndexAttr(1)));
    MovedSlice record{slice, value, {}};
    for (size_t i = count; i < created.ops.size(); ++i)
      record.parts.push_back(created.ops[i]);
    kept.insert(record.op);
    kept.insert_range(record.parts);
    slice.getResult().replaceAllUsesWith(value);
    slices.push_back(std::move(record));
  }
}

/// Slices go back unless a chain reads through one of the same transpose: then
/// the transpose is not needed for it, nor for the others.
void BlockRaiser::putSlicesBack() {
  llvm::SmallPtrSet<Operation *, 4> passed;
  auto getTranspose = [](MovedSlice &record) {
    return record.op.getSource().getDefiningOp();
  };
  for (MovedSlice &record : slices)
    if (record.value.use_empty())
      passed.insert(getTranspose(record));
  for (MovedSlice &record : slices) {
    maybeDead.insert(record.op);
    maybeDead.insert_range(record.parts);
    if (!passed.contains(getTranspose(record)))
      record.value.replaceAllUsesWith(record.op.getResult());
  }
  slices.clear();
  kept.clear();
}

/// Replaces `op` by `values`, which the ops created since there were `count`
/// compute.
void BlockRaiser::recordParts(Operation *op, SmallVector<Value> values,
                              size_t count) {
  TakenApart record{op, std::move(values), {}};
  for (size_t i = count; i < created.ops.size(); ++i)
    record.parts.push_back(created.ops[i]);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), record.values))
    result.replaceAllUsesWith(value);
  takenApart.push_back(std::move(record));
}

void BlockRaiser::takeApart(linalg::SoftmaxOp op) {
  if (!op.hasPureTensorSemantics() || op->use_empty() || !hasPlainTensors(op))
    return;
  // The verifier accepts any element type, upstream's decomposition only
  // floats.
  auto monoid = MaxNumFAttr::get(op->getContext());
  if (!llvm::all_of(op->getOperandTypes(), [&](Type type) {
        return monoid.supportsType(getElementTypeOrSelf(type));
      }))
    return;
  size_t count = created.ops.size();
  builder.setInsertionPointAfter(op);
  FailureOr<SmallVector<Value>> values =
      cast<linalg::AggregatedOpInterface>(op.getOperation())
          .decomposeOperation(builder);
  if (failed(values) || values->size() != 1) {
    created.eraseFrom(count);
    return;
  }
  recordParts(op, *values, count);
}

/// Positions are computed while chains are looked for; chains keep the code,
/// all else gets the constant back.
void BlockRaiser::takeApart(arith::ConstantOp op) {
  if (!isa<RankedTensorType>(op.getType()) || op->use_empty())
    return;
  size_t count = created.ops.size();
  builder.setInsertionPointAfter(op);
  if (Value positions = buildPositions(builder, op))
    recordParts(op, {positions}, count);
}

/// A reduction to a value and its position is two, if the position is used.
void BlockRaiser::takeApartArgReduction(linalg::LinalgOp op) {
  if (!isReduction(op) || op->getNumResults() != 2)
    return;
  std::string reason;
  FailureOr<ArgReduction> reduction = matchArgReduction(op, reason);
  if (failed(reduction) || op->getResult(reduction->index).use_empty())
    return;
  // What it gives for NaN depends on the order of the loop.
  if (reduction->nan == ArgReduction::NaN::Stays &&
      options.numerics == Numerics::Strict) {
    remark::missed(op->getLoc(), kRemark)
        << "reduction with two results is not taken apart: its position "
           "depends "
           "on the order of the loop where a value is NaN; 'numerics=contract' "
           "takes one of the possible positions";
    return;
  }
  size_t count = created.ops.size();
  builder.setInsertionPointAfter(op);
  recordParts(op, splitArgReduction(builder, *reduction), count);
}

void BlockRaiser::putBack() {
  for (TakenApart &record : takenApart) {
    bool stays = llvm::any_of(
        record.parts, [&](Operation *op) { return raised.contains(op); });
    // Back in the block, since a later record may have hidden what an earlier
    // one made; what nothing uses is erased with all else that is dead.
    for (Operation *op : record.hidden)
      block.getOperations().insert(Block::iterator(record.parts.front()), op);
    maybeDead.insert(record.op);
    maybeDead.insert_range(record.hidden);
    if (stays)
      continue;
    for (auto [result, value] :
         llvm::zip_equal(record.op->getResults(), record.values))
      value.replaceAllUsesWith(result);
    maybeDead.insert_range(record.parts);
  }
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

bool BlockRaiser::isBefore(Operation *op, Operation *last) const {
  auto found = positions.find(op);
  if (found == positions.end())
    return true;
  unsigned position = positions.lookup(last);
  return found->second == position ? op->isBeforeInBlock(last)
                                   : found->second < position;
}

void BlockRaiser::collectDependents(ArrayRef<const Reduction *> members,
                                    Dependents &dependents) const {
  Operation *last = members.back()->op;
  SmallVector<Value> pending;
  for (const Reduction *member : members)
    pending.push_back(member->getResult());
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    bool isMember = llvm::any_of(members, [&](const Reduction *member) {
      return member->getResult() == value;
    });
    for (Operation *user : value.getUsers()) {
      // The size of a result is that of its init.
      if (auto dim = dyn_cast<tensor::DimOp>(user);
          isMember && dim && dim.getConstantIndex())
        continue;
      Operation *op = block.findAncestorOpInBlock(*user);
      if (!op || op == last || !isBefore(op, last))
        continue;
      if (dependents.insert(op))
        llvm::append_range(pending, op->getResults());
    }
  }
}

/// The chain is built before its last member, so what depends on a member must
/// be able to move behind it, and nothing that the chain reads may.
LogicalResult BlockRaiser::checkOrder(ArrayRef<const Reduction *> members,
                                      const Dependents &dependents,
                                      ArrayRef<Operation *> newOps,
                                      std::string &reason) const {
  auto isMember = [&](Operation *op) {
    return llvm::any_of(
        members, [&](const Reduction *member) { return member->op == op; });
  };
  for (Operation *op : dependents)
    if (!isMember(op) && !isMemoryEffectFree(op)) {
      reason = ("'" + op->getName().getStringRef() +
                "' uses the result of a reduction, may have side effects, and "
                "comes before the last reduction of the chain")
                   .str();
      return failure();
    }
  for (Operation *op : newOps)
    for (Value operand : op->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def)
        continue;
      // A size that is known to be the same, but is computed later.
      if (def->getBlock() == &block && !isMember(def) &&
          !isBefore(def, members.back()->op) &&
          !llvm::is_contained(newOps, def)) {
        reason = ("a size of the chain is computed by '" +
                  def->getName().getStringRef() + "' behind it")
                     .str();
        return failure();
      }
      if (!isMember(def) && !dependents.contains(def))
        continue;
      reason = ("'" + def->getName().getStringRef() +
                "' is read by the chain and depends on one of its reductions "
                "other than as a reference")
                   .str();
      return failure();
    }
  return success();
}

FailureOr<BuiltChain> BlockRaiser::build(ArrayRef<const Reduction *> members,
                                         Dependents &dependents,
                                         std::string &reason) {
  size_t count = created.ops.size();
  created.nested.clear();
  builder.setInsertionPoint(members.back()->op);
  FailureOr<BuiltChain> built = buildChain(
      builder, discovery->getSpace(), members,
      [&](const ScalarExpr *leaf, const Reduction &member) {
        return discovery->isReference(leaf, member);
      },
      [&](Value value) { return getValue(value); }, reason);
  if (succeeded(built)) {
    collectDependents(members, dependents);
    SmallVector<Operation *> newOps(created.nested);
    llvm::append_range(newOps, ArrayRef(created.ops).drop_front(count));
    if (succeeded(checkOrder(members, dependents, newOps, reason)))
      return built;
  }
  created.eraseFrom(count);
  return failure();
}

LogicalResult BlockRaiser::accept(ArrayRef<const Reduction *> members,
                                  std::string &reason) {
  size_t count = created.ops.size();
  Dependents dependents;
  FailureOr<BuiltChain> built = build(members, dependents, reason);
  if (failed(built))
    return failure();
  Reason why;
  bool fuses = keepRefused || succeeded(planFusion(built->op, options, why));
  created.eraseFrom(count);
  if (!fuses)
    reason = why.message;
  return success(fuses);
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

void BlockRaiser::raise(const ReductionChain &chain) {
  ArrayRef<const Reduction *> members = chain.members;
  Operation *last = members.back()->op;
  std::string reason;
  Dependents dependents;
  size_t count = created.ops.size();
  // Chains that were built before this one can have changed what is possible.
  FailureOr<BuiltChain> built = build(members, dependents, reason);
  if (failed(built)) {
    remark::missed(last->getLoc(), kRemark) << reason;
    return;
  }

  SmallVector<Operation *> moved;
  for (Operation *op : dependents)
    if (llvm::none_of(
            members, [&](const Reduction *member) { return member->op == op; }))
      moved.push_back(op);
  llvm::sort(moved, [&](Operation *a, Operation *b) {
    unsigned before = positions.lookup(a), after = positions.lookup(b);
    return before == after ? a->isBeforeInBlock(b) : before < after;
  });
  for (Operation *op : moved) {
    op->moveBefore(last);
    positions[op] = positions.lookup(last);
  }
  maybeDead.insert_range(moved);

  ShapeFacts &facts = discovery->getSpace().getFacts();
  for (auto [member, result] : llvm::zip(members, built->results)) {
    Value old = member->getResult();
    for (Operation *user : llvm::make_early_inc_range(old.getUsers()))
      if (auto dim = dyn_cast<tensor::DimOp>(user);
          dim && dim.getConstantIndex()) {
        builder.setInsertionPoint(dim);
        Extent size = facts.get(old, *dim.getConstantIndex());
        dim.replaceAllUsesWith(getValueOrCreateConstantIndexOp(
            builder, dim.getLoc(),
            ShapeFacts::materialize(builder, dim.getLoc(), size)));
        maybeDead.insert(dim);
      }
    old.replaceAllUsesWith(result);
    replaced[old] = result;
    raised.insert(member->op);
    maybeDead.insert(member->op);
  }

  chains.insert(built->op);
  for (Operation *op : llvm::reverse(ArrayRef(created.ops).drop_front(count)))
    positions[op] = positions.lookup(op->getNextNode());
  std::string what;
  llvm::raw_string_ostream os(what);
  os << "raised " << members.size() << " reductions (";
  llvm::interleaveComma(members, os, [&](const Reduction *member) {
    os << member->monoid.getAbstractAttribute().getName().rsplit('.').second;
  });
  os << ") over one axis";
  remark::passed(last->getLoc(), kRemark) << what;
}

void BlockRaiser::eraseDead() {
  maybeDead.insert_range(created.ops);
  SmallVector<Operation *> pending(maybeDead.begin(), maybeDead.end());
  llvm::SmallPtrSet<Operation *, 16> erased;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (erased.contains(op) || kept.contains(op) || !isOpTriviallyDead(op))
      continue;
    // In other blocks, an op can hold blocks that are still to be raised.
    if (op->getBlock() != &block && op->getNumRegions() != 0 &&
        !isa<linalg::LinalgOp>(op))
      continue;
    // Bodies capture values, too.
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (!op->isAncestor(def))
            pending.push_back(def);
    });
    erased.insert(op);
    chains.remove(op);
    op->erase();
  }
  maybeDead.clear();
  created.ops.clear();
}

void BlockRaiser::run() {
  takeApart();
  moveIntoInits();
  sliceBeforeTransposing();
  discovery.emplace(block);
  if (discovery->check()) {
    for (auto [number, op] : llvm::enumerate(block))
      positions[&op] = number;
    discovery->solve(
        [&](ArrayRef<const Reduction *> members, std::string &reason) {
          return accept(members, reason);
        });
    std::string reason;
    if (failed(discovery->verify(reason))) {
      remark::missed(block.getParentOp()->getLoc(), kRemark) << reason;
    } else {
      for (const ReductionChain &chain : discovery->getChains())
        raise(chain);
      for (const MissedReduction &missed : discovery->getMissed())
        if (llvm::none_of(takenApart, [&](const TakenApart &record) {
              return record.op == missed.op;
            }))
          remark::missed(missed.op->getLoc(), kRemark)
              << "reduction is not raised: " + missed.reason;
      for (const MissedReduction &separate : discovery->getSeparate())
        remark::analysis(separate.op->getLoc(), kRemark)
            << "reduction stays apart: " + separate.reason;
    }
  }
  positions.clear();
  putBack();
  discovery.reset();
  eraseDead();
  SmallVector<ChainOp> ops;
  for (Operation *chain : chains)
    ops.push_back(cast<ChainOp>(chain));
  maybeDead.insert_range(readThroughProducers(block, ops, builder));
  putSlicesBack();
  // Copies that are gone must not be merged into readouts.
  eraseDead();
  SmallVector<Value> seeds;
  for (Operation *chain : chains)
    llvm::append_range(seeds, chain->getResults());
  if (seeds.empty())
    return;
  maybeDead.insert_range(mergeReadouts(block, seeds, builder));
  eraseDead();
}

/// True if values of `block` and of the blocks around it are defined before
/// they are used. In graph regions and in code that is never reached they may
/// not be.
static bool hasOrder(Block *block, DominanceInfo &dominance) {
  while (block) {
    if (mayBeGraphRegion(*block->getParent()) ||
        !dominance.isReachableFromEntry(block))
      return false;
    Operation *parent = block->getParentOp();
    if (!parent || parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return true;
    block = parent->getBlock();
  }
  return true;
}

namespace {
struct RaisePass : public redfuser::impl::RaisePassBase<RaisePass> {
  using RaisePassBase::RaisePassBase;

  void runOnOperation() override {
    NumericOptions options;
    options.numerics = numerics;
    options.allowRequantize = allowRequantize;
    options.exactPositions = exactPositions;
    // Innermost blocks first: raising erases ops, never blocks around them.
    SmallVector<Block *> blocks;
    DominanceInfo dominance(getOperation());
    getOperation()->walk([&](Block *block) {
      if (isa_and_nonnull<linalg::LinalgOp>(block->getParentOp()) ||
          isStructured(block->getParentOp()) || !hasOrder(block, dominance))
        return;
      for (Operation &op : *block)
        if (isa<linalg::LinalgOp, linalg::SoftmaxOp>(op)) {
          blocks.push_back(block);
          return;
        }
    });
    for (Block *block : blocks)
      BlockRaiser(*block, options, keepRefused).run();
  }
};
} // namespace
