//===- JoinGroups.cpp - Independent reductions in one sweep ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reductions that do not refer to each other, but read the same tensor along
// the same axis (the minimum and the maximum of a row; a mean beside a
// softmax), read it once if they are one chain. Two groups are joined where
// that
//
// - saves a read: they read a tensor at the same place, which has all loops of
//   the axis and all parallel loops that the results share,
// - takes no parallelism away: the parallel loops that all results of one group
//   have are those that all results of the other have,
// - makes no contraction wait for another: one of the groups has no loops but
//   those of the shared tensor,
//
// and where the joined chain is accepted. Otherwise they stay as they are.
//
//===----------------------------------------------------------------------===//

#include "ChainGroups.h"

#include "RedFuser/Analysis/ChainDiscovery.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetOperations.h"

using namespace mlir;
using namespace redfuser;

/// Groups that are tried for each group, the latest ones first, and readers of
/// one tensor among which they are looked for.
static constexpr unsigned kMaxCandidates = 4;
static constexpr unsigned kMaxReaders = 64;

using LoopSet = llvm::SmallSetVector<unsigned, 8>;

/// The loops of `access` that are longer than one.
static LoopSet getLoops(IterationSpace &space, ArrayRef<DimList> access) {
  LoopSet loops;
  for (DimList list : access) {
    space.normalize(list);
    for (unsigned loop : list)
      if (!space.isUnit(loop))
        loops.insert(loop);
  }
  return loops;
}

/// The loops of all members, and the parallel loops that every member has.
static std::pair<LoopSet, LoopSet>
getGroupLoops(IterationSpace &space, ArrayRef<const Reduction *> members) {
  LoopSet all, common;
  for (auto [index, member] : llvm::enumerate(members)) {
    LoopSet own = getLoops(space, member->loops);
    all.insert_range(own);
    LoopSet parallel = getLoops(space, member->access);
    if (index == 0)
      common = parallel;
    else
      llvm::set_intersect(common, parallel);
  }
  return {all, common};
}

static bool isEqual(const LoopSet &lhs, const LoopSet &rhs) {
  return lhs.size() == rhs.size() && llvm::set_is_subset(lhs, rhs);
}

bool ChainDiscovery::reaches(const ChainGroups &groups, unsigned from,
                             unsigned to) {
  // Nothing behind the last member is read by one.
  Operation *last = reductions[groups.members[to].back()].op;
  SmallVector<Value> pending;
  llvm::SmallDenseSet<unsigned> seenGroups;
  llvm::SmallPtrSet<Operation *, 32> seen;
  auto addGroup = [&](unsigned group) {
    if (seenGroups.insert(group).second)
      for (unsigned member : groups.members[group])
        pending.push_back(reductions[member].getResult());
  };
  addGroup(from);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      Operation *op = block.findAncestorOpInBlock(*user);
      if (!op || (op != last && !op->isBeforeInBlock(last)) ||
          !seen.insert(op).second)
        continue;
      // A chain is one op: all of its results depend on all that it reads.
      for (OpResult result : op->getResults())
        if (auto found = reductionOf.find(result); found != reductionOf.end()) {
          unsigned group = groups.groupOf[found->second];
          if (group == to)
            return true;
          addGroup(group);
        }
      llvm::append_range(pending, op->getResults());
    }
  }
  return false;
}

bool ChainDiscovery::alignShared(ArrayRef<const Reduction *> lhs,
                                 ArrayRef<const Reduction *> rhs) {
  for (const Reduction *ours : lhs)
    for (const ScalarExpr *leaf : collect(ours->expr, ScalarExpr::Kind::Leaf))
      for (const Reduction *theirs : rhs)
        for (const ScalarExpr *other :
             collect(theirs->expr, ScalarExpr::Kind::Leaf)) {
          if (leaf->value != other->value)
            continue;
          IterationSpace::Checkpoint mark = space.checkpoint();
          if (space.unify(leaf->access, other->access)) {
            LoopSet shared = getLoops(space, leaf->access);
            auto [allLhs, commonLhs] = getGroupLoops(space, lhs);
            auto [allRhs, commonRhs] = getGroupLoops(space, rhs);
            LoopSet needed = commonLhs;
            for (unsigned loop : getAxis(space, *ours))
              if (!space.isUnit(loop))
                needed.insert(loop);
            if (isEqual(commonLhs, commonRhs) &&
                llvm::set_is_subset(needed, shared) &&
                (llvm::set_is_subset(allLhs, shared) ||
                 llvm::set_is_subset(allRhs, shared)) &&
                getAxis(space, *ours) == getAxis(space, *theirs))
              return true;
          }
          space.rollback(mark);
        }
  return false;
}

SmallVector<const Reduction *>
ChainDiscovery::toMembers(ArrayRef<unsigned> indices) const {
  return llvm::map_to_vector(indices, [&](unsigned index) {
    return static_cast<const Reduction *>(&reductions[index]);
  });
}

void ChainDiscovery::joinGroups(ChainGroups &groups, AcceptFn accept) {
  // Which reductions read a tensor, in program order.
  llvm::MapVector<Value, SmallVector<unsigned>> readers;
  for (unsigned index = 0; index < reductions.size(); ++index) {
    for (const ScalarExpr *leaf :
         collect(reductions[index].expr, ScalarExpr::Kind::Leaf)) {
      SmallVector<unsigned> &list = readers[leaf->value];
      if (list.empty() || list.back() != index)
        list.push_back(index);
    }
    llvm::SmallSetVector<unsigned, 8> candidates;
    for (const ScalarExpr *leaf :
         collect(reductions[index].expr, ScalarExpr::Kind::Leaf))
      for (unsigned reader :
           llvm::reverse(ArrayRef(readers[leaf->value]).take_back(kMaxReaders)))
        if (groups.groupOf[reader] != groups.groupOf[index])
          candidates.insert(groups.groupOf[reader]);
    unsigned tried = 0;
    for (unsigned candidate : candidates) {
      SmallVector<unsigned> own = groups.members[groups.groupOf[index]];
      SmallVector<unsigned> other = groups.members[candidate];
      if (other.empty() || own.size() + other.size() > kMaxMembers)
        continue;
      if (++tried > kMaxCandidates)
        break;
      if (reaches(groups, groups.groupOf[index], candidate) ||
          reaches(groups, candidate, groups.groupOf[index]))
        continue;
      IterationSpace::Checkpoint mark = space.checkpoint();
      SmallVector<unsigned> all(own);
      llvm::append_range(all, other);
      llvm::sort(all);
      std::string ignored;
      if (alignShared(toMembers(own), toMembers(other)) &&
          succeeded(accept(toMembers(all), ignored)))
        groups.move(all);
      else
        space.rollback(mark);
    }
  }
}

bool ChainDiscovery::isConnected(ArrayRef<const Reduction *> members) {
  // What the first member reaches through references and shared reads.
  llvm::SmallBitVector reached(members.size());
  reached.set(0);
  auto readTogether = [&](const Reduction *a, const Reduction *b) {
    for (const ScalarExpr *ours : collect(a->expr, ScalarExpr::Kind::Leaf)) {
      if (isReference(ours, *b))
        return true;
      for (const ScalarExpr *theirs : collect(b->expr, ScalarExpr::Kind::Leaf))
        if (ours->value == theirs->value &&
            getLoops(space, ours->access) == getLoops(space, theirs->access))
          return true;
    }
    return false;
  };
  SmallVector<unsigned> pending{0};
  while (!pending.empty()) {
    unsigned next = pending.pop_back_val();
    for (unsigned i = 0; i < members.size(); ++i) {
      if (reached.test(i) || !(readTogether(members[next], members[i]) ||
                               readTogether(members[i], members[next])))
        continue;
      reached.set(i);
      pending.push_back(i);
    }
  }
  return reached.all();
}
