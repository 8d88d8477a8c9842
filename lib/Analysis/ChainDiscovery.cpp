//===- ChainDiscovery.cpp - Chains of dependent reductions in a block -----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/ChainDiscovery.h"

#include "ChainGroups.h"

using namespace mlir;
using namespace redfuser;

/// Operands of maxima and minima: chains that normalize start with one.
static llvm::DenseSet<Value> getHeads(Block &block) {
  llvm::DenseSet<Value> heads;
  for (auto op : block.getOps<linalg::LinalgOp>()) {
    std::string reason;
    if (!isReduction(op))
      continue;
    FailureOr<Reduction> reduction = matchReduction(op, reason);
    if (succeeded(reduction) &&
        reduction->monoid.getDistribution() == cascade::Distribution::Monotone)
      heads.insert_range(op.getDpsInputs());
  }
  return heads;
}

ChainDiscovery::ChainDiscovery(Block &block)
    : block(block), facts(block), space(facts), inliner(block, space),
      budget(getHeads(block)) {
  for (auto op : block.getOps<linalg::LinalgOp>())
    numReductions += isReduction(op);
}

bool ChainDiscovery::check() const { return numReductions >= 2; }

//===----------------------------------------------------------------------===//
// One reduction
//===----------------------------------------------------------------------===//

void ChainDiscovery::describe(Reduction &reduction, unsigned owner) {
  linalg::LinalgOp op = reduction.op;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<std::optional<Extent>> extents(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        std::optional<Extent> &extent = extents[loop.getPosition()];
        if (!extent || !extent->isStatic())
          extent = facts.refine(facts.get(operand.get(), dim));
      }
  }
  for (auto [kind, extent] : llvm::zip(kinds, extents)) {
    bool isAxis = kind == utils::IteratorType::reduction;
    // Linalg requires that the operands give every loop a size.
    assert(extent && "loop without size");
    reduction.loops.push_back({space.add(*extent, owner, isAxis)});
  }
  AffineMap map =
      op.getMatchingIndexingMap(op.getDpsInitOperand(reduction.number));
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    reduction.access.push_back(loop ? reduction.loops[loop.getPosition()]
                                    : DimList());
  }
}

llvm::SmallSetVector<unsigned, 4>
redfuser::getAxis(IterationSpace &space, const Reduction &reduction) {
  llvm::SmallSetVector<unsigned, 4> axis;
  for (DimList list : reduction.loops) {
    space.normalize(list);
    for (unsigned loop : list)
      if (space.isAxis(loop))
        axis.insert(loop);
  }
  return axis;
}

static bool readsAxis(IterationSpace &space, const ScalarExpr *leaf,
                      bool withUnits) {
  for (DimList list : leaf->access) {
    space.normalize(list);
    if (llvm::any_of(list, [&](unsigned loop) {
          return space.isAxis(loop) && (withUnits || !space.isUnit(loop));
        }))
      return true;
  }
  return false;
}

bool ChainDiscovery::isReference(const ScalarExpr *leaf,
                                 const Reduction &member) {
  if (leaf->value != member.getResult())
    return false;
  for (auto [read, written] : llvm::zip(leaf->access, member.access)) {
    DimList a = read, b = written;
    space.normalize(a);
    space.normalize(b);
    auto isUnit = [&](unsigned loop) { return space.isUnit(loop); };
    llvm::erase_if(a, isUnit);
    llvm::erase_if(b, isUnit);
    if (a != b)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Matches the axes of both through an operand that they read at the same
/// place. Any such match is right: reductions do not depend on the order of
/// positions.
bool ChainDiscovery::alignAxes(const Reduction &reader,
                               const Reduction &reduction) {
  auto agree = [&] {
    llvm::SmallSetVector<unsigned, 4> a = getAxis(space, reader);
    llvm::SmallSetVector<unsigned, 4> b = getAxis(space, reduction);
    return a.size() == b.size() &&
           llvm::all_of(a, [&](unsigned loop) { return b.contains(loop); });
  };
  if (agree())
    return true;
  SmallVector<const ScalarExpr *> leaves =
      collect(reader.expr, ScalarExpr::Kind::Leaf);
  for (const ScalarExpr *theirs :
       collect(reduction.expr, ScalarExpr::Kind::Leaf)) {
    if (!readsAxis(space, theirs, /*withUnits=*/true))
      continue;
    for (const ScalarExpr *ours : leaves) {
      if (ours->value != theirs->value)
        continue;
      IterationSpace::Checkpoint mark = space.checkpoint();
      if (space.unify(ours->access, theirs->access) && agree())
        return true;
      space.rollback(mark);
    }
  }
  return false;
}

bool ChainDiscovery::align(const Reduction &reader, const ScalarExpr *leaf,
                           const Reduction &reduction, std::string &reason) {
  if (readsAxis(space, leaf, /*withUnits=*/false))
    return false;
  IterationSpace::Checkpoint mark = space.checkpoint();
  if (!space.unify(leaf->access, reduction.access))
    reason =
        "it reads the result of another reduction at a place that does not "
        "correspond to its own result";
  else if (!alignAxes(reader, reduction))
    reason = "it reads the result of another reduction, but no operand is read "
             "by both along the whole axis";
  else
    return true;
  space.rollback(mark);
  return false;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

SmallVector<unsigned> ChainDiscovery::getSeparated(const Reduction &reduction,
                                                   unsigned index,
                                                   Operation *&cause) {
  llvm::SmallSetVector<unsigned, 8> candidates;
  SmallVector<const ScalarExpr *> others =
      collect(reduction.expr, ScalarExpr::Kind::Captured);
  for (const ScalarExpr *leaf :
       collect(reduction.expr, ScalarExpr::Kind::Leaf)) {
    auto found = reductionOf.find(leaf->value);
    if (found != reductionOf.end() &&
        !readsAxis(space, leaf, /*withUnits=*/false))
      candidates.insert(found->second);
    else
      others.push_back(leaf);
  }
  RecentReductions &apart = separated[index];
  apart = {};
  for (const ScalarExpr *leaf : others)
    apart.insert(ancestry.get(leaf->value).all);
  for (unsigned candidate : candidates)
    apart.insert(separated[candidate]);
  // What a candidate reads as a reference stays one for all.
  SmallVector<unsigned> result;
  for (unsigned number : candidates) {
    bool isKept = llvm::any_of(candidates, [&](unsigned candidate) {
      return !apart.contains(candidate) &&
             llvm::any_of(
                 collect(reductions[candidate].expr, ScalarExpr::Kind::Leaf),
                 [&](const ScalarExpr *leaf) {
                   return leaf->value == reductions[number].getResult();
                 });
    });
    if (apart.contains(number) && !isKept)
      result.push_back(number);
  }
  if (!result.empty())
    for (const ScalarExpr *leaf : others)
      if (ancestry.get(leaf->value).all.contains(result.front())) {
        cause = leaf->value.getDefiningOp();
        break;
      }
  return result;
}

/// What `value` is a cast, a copy or a reshape of: other members of a chain may
/// read that without the cast.
static Value skipCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool isCast = linalgOp && isPointwise(op) &&
                  linalgOp.getNumDpsInputs() == 1 &&
                  linalgOp.getNumDpsInits() == 1 &&
                  llvm::all_of(linalgOp.getBlock()->without_terminator(),
                               llvm::IsaPred<CastOpInterface>);
    if (!isCast && !isReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

LogicalResult ChainDiscovery::inlineTerm(Reduction &reduction, unsigned index,
                                         std::string &reason) {
  linalg::LinalgOp op = reduction.op;
  SmallVector<unsigned> apart;
  llvm::SmallSetVector<Value, 4> known;
  auto isLeaf = [&](Value value) {
    if (budget.isLeaf(value))
      return true;
    if (apart.empty() || !ancestry.isFunctionOf(value, apart))
      return false;
    known.insert(value);
    return true;
  };
  auto write = [&] {
    inliner.forget();
    reduction.expr = inliner.inlineBody(op, reduction.term, reduction.loops,
                                        /*readOuts=*/false, isLeaf, reason);
    return success(reduction.expr != nullptr);
  };
  if (failed(write()))
    return failure();
  Operation *cause = nullptr;
  apart = getSeparated(reduction, index, cause);
  if (!apart.empty()) {
    if (failed(write()))
      return failure();
    if (cause)
      missed.push_back(
          {op, ("'" + cause->getName().getStringRef() +
                "' is read by the chain and depends on one of its reductions "
                "other than as a reference")
                   .str()});
  }
  // What follows must not inline ever more.
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value value = operand->get();
    if (!known.empty() && budget.isLong(value)) {
      for (Value leaf : known)
        budget.addLeaf(leaf);
      budget.update(value);
    }
  }
  // A chain starts here: the code before it need not be run for each of its
  // members.
  bool startsChain =
      op.getNumDpsInputs() == 1 &&
      llvm::none_of(collect(reduction.expr, ScalarExpr::Kind::Leaf),
                    [&](const ScalarExpr *leaf) {
                      return reductionOf.contains(leaf->value) &&
                             !readsAxis(space, leaf, /*withUnits=*/false);
                    });
  if (!startsChain || !InlineBudget::isLongHead(reduction.expr))
    return success();
  Value head = skipCasts(op.getDpsInputs().front());
  Operation *def = head.getDefiningOp();
  if (!def || def->getBlock() != &block || !isPointwise(def))
    return success();
  budget.addLeaf(head);
  return write();
}

//===----------------------------------------------------------------------===//
// Growing chains
//===----------------------------------------------------------------------===//

/// Taking the latest members out of a group can leave independent reductions.
bool ChainDiscovery::hasReference(ArrayRef<const Reduction *> members) {
  for (auto [index, member] : llvm::enumerate(members))
    for (const ScalarExpr *leaf : collect(member->expr, ScalarExpr::Kind::Leaf))
      if (llvm::any_of(members.take_front(index),
                       [&, leaf = leaf](const Reduction *earlier) {
                         return isReference(leaf, *earlier);
                       }))
        return true;
  return false;
}

void ChainDiscovery::solve(AcceptFn accept) {
  ChainGroups groups;
  SmallVector<llvm::SmallSetVector<unsigned, 4>> referencesOf;
  SmallVector<MissedReduction> shortened;

  for (Operation &next : block) {
    auto op = dyn_cast<linalg::LinalgOp>(next);
    if (!op || !isReduction(op)) {
      budget.visit(next);
      if (isPointwise(&next))
        ancestry.addPointwise(&next);
      else
        ancestry.addOpaque(&next);
      continue;
    }
    std::string reason;
    FailureOr<Reduction> matched = matchReduction(op, reason);
    if (failed(matched)) {
      ancestry.addOpaque(op);
      missed.push_back({op, reason});
      continue;
    }
    unsigned index = reductions.size();
    Reduction &reduction = reductions.emplace_back(*matched);
    describe(reduction, index);
    separated.emplace_back();
    if (failed(inlineTerm(reduction, index, reason))) {
      ancestry.addOpaque(op);
      missed.push_back({op, reason});
      reductions.pop_back();
      separated.pop_back();
      continue;
    }
    ancestry.addReduction(op, index);
    reductionOf[reduction.getResult()] = index;
    groups.addAlone(index);

    // References, and the groups that they are in.
    referencesOf.emplace_back();
    llvm::SmallSetVector<unsigned, 4> &references = referencesOf.back();
    llvm::SmallSetVector<unsigned, 4> candidates;
    bool isReadAlongAxis = false;
    for (const ScalarExpr *leaf :
         collect(reduction.expr, ScalarExpr::Kind::Leaf)) {
      auto found = reductionOf.find(leaf->value);
      if (found == reductionOf.end() || found->second == index)
        continue;
      if (align(reduction, leaf, reductions[found->second], reason)) {
        references.insert(found->second);
        candidates.insert(groups.groupOf[found->second]);
      } else if (reason.empty()) {
        isReadAlongAxis = true;
      }
    }
    if (references.empty()) {
      if (!reason.empty())
        missed.push_back({op, reason});
      else if (isReadAlongAxis)
        separate.push_back(
            {op, "it reads the result of another reduction at every position "
                 "of its axis; a state of fixed size cannot hold that, so the "
                 "result is an input"});
      continue;
    }

    SmallVector<unsigned> all;
    for (unsigned group : candidates)
      llvm::append_range(all, groups.members[group]);
    llvm::sort(all);
    all.push_back(index);
    if (all.size() > kMaxMembers) {
      missed.push_back({op, "the chain of the reductions that it reads has " +
                                std::to_string(kMaxMembers) +
                                " members already"});
      continue;
    }
    if (succeeded(accept(toMembers(all), reason))) {
      groups.move(all);
      continue;
    }
    // The latest members alone, if that takes no member away from those that it
    // refers to; what is left of their groups stays.
    ArrayRef<unsigned> window = all;
    bool found = false;
    while (window.size() > 2 && !found) {
      window = window.drop_front();
      auto breaks = [&](unsigned member) {
        // An extremum of earlier results (the largest of the probabilities) is
        // better off with what refers to it: another softmax, a position.
        if (reductions[member].monoid.getDistribution() ==
            cascade::Distribution::Monotone)
          return false;
        return member != index &&
               llvm::any_of(referencesOf[member], [&](unsigned reference) {
                 return groups.groupOf[reference] == groups.groupOf[member] &&
                        !llvm::is_contained(window, reference);
               });
      };
      std::string ignored;
      found =
          llvm::any_of(window.drop_back(),
                       [&](unsigned i) { return references.contains(i); }) &&
          llvm::none_of(window, breaks) &&
          succeeded(accept(toMembers(window), ignored));
    }
    if (found) {
      groups.move(window);
      shortened.push_back(
          {op, "not in one chain with all that it reads: " + reason});
    } else {
      missed.push_back({op, reason});
    }
  }

  // What a later chain took its references from.
  for (unsigned group = 0, e = groups.members.size(); group < e; ++group) {
    SmallVector<unsigned> members = groups.members[group];
    if (members.size() > 1 && !hasReference(toMembers(members)))
      for (unsigned member : members)
        groups.move(member);
  }
  joinGroups(groups, accept);

  for (ArrayRef<unsigned> members : groups.members)
    if (SmallVector<const Reduction *> chain = toMembers(members);
        chain.size() > 1) {
      for (const Reduction *member : chain)
        for (SmallVectorImpl<MissedReduction> *list : {&missed, &separate})
          llvm::erase_if(*list, [&](const MissedReduction &m) {
            return m.op == member->op;
          });
      chains.push_back({chain});
    }
  llvm::append_range(separate, shortened);
}

LogicalResult ChainDiscovery::verify(std::string &reason) {
  llvm::DenseSet<Operation *> seen;
  for (const ReductionChain &chain : chains) {
    llvm::SmallSetVector<unsigned, 4> axis =
        getAxis(space, *chain.members.front());
    for (auto [index, member] : llvm::enumerate(chain.members)) {
      if (!seen.insert(member->op).second) {
        reason = "a reduction is in two chains";
        return failure();
      }
      llvm::SmallSetVector<unsigned, 4> own = getAxis(space, *member);
      if (own.size() != axis.size() || !llvm::all_of(own, [&](unsigned loop) {
            return axis.contains(loop);
          })) {
        reason = "members of a chain reduce over different axes";
        return failure();
      }
      for (const ScalarExpr *leaf :
           collect(member->expr, ScalarExpr::Kind::Leaf))
        for (auto [other, earlier] : llvm::enumerate(chain.members)) {
          if (leaf->value != earlier->getResult())
            continue;
          if (other >= index || !isReference(leaf, *earlier)) {
            reason = "a member reads another's result other than as reference";
            return failure();
          }
        }
    }
    if (!isConnected(chain.members)) {
      reason = "members of a chain have nothing in common";
      return failure();
    }
  }
  return success();
}
