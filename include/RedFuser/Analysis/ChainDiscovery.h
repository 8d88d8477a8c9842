//===- ChainDiscovery.h - Chains of dependent reductions --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_CHAINDISCOVERY_H
#define REDFUSER_ANALYSIS_CHAINDISCOVERY_H

#include "RedFuser/Analysis/Ancestry.h"
#include "RedFuser/Analysis/Reductions.h"

#include <deque>

namespace redfuser {

struct ChainGroups;

/// Reductions over one axis, in order: at least two. Later ones read results of
/// earlier ones at places that do not vary along the axis (*references*), or
/// the same tensors as they.
struct ReductionChain {
  llvm::SmallVector<const Reduction *> members;
};

/// Why a reduction is in no chain.
struct MissedReduction {
  mlir::Operation *op;
  std::string reason;
};

/// Finds the chains of one block.
///
/// Each reduction's term is written as a scalar expression of its own loops
/// (ScalarExpr.h). Where such an expression reads the result of another
/// reduction at an index without axis loops, the two are aligned: the loops of
/// the result become those of the reader (IterationSpace.h), and the axes are
/// matched through an operand that both read along them. If all that succeeds,
/// the result is a reference, otherwise just an input. Chains grow along
/// references in program order, as far as `accept` agrees; where a reduction is
/// refused, a shorter chain of the latest members is tried, so that a softmax
/// of a softmax is two chains. In the end, chains and single reductions that
/// read the same tensor along the same axis are joined where that saves reading
/// it and costs nothing else (JoinGroups.cpp).
///
/// Time is linear in the size of the block. Where something that a reduction
/// reads depends on an earlier one all along its axis, the two can be in no
/// chain; so its term does not look into values that are known once such
/// earlier ones are (Ancestry.h: the normalized input that a transformer adds
/// to what it computes from it), and nothing is tried for them.
///
/// The object is used in the order check, solve, verify. It changes no IR (but
/// `accept` may, if it undoes it), and its results refer to the IR as it was.
class ChainDiscovery {
public:
  /// Whether the reductions may form one chain, in this order; otherwise says
  /// why in the reason.
  using AcceptFn = llvm::function_ref<mlir::LogicalResult(
      llvm::ArrayRef<const Reduction *>, std::string &)>;

  explicit ChainDiscovery(mlir::Block &block);

  /// False if the block has fewer than two reductions: there is nothing to do.
  bool check() const;
  void solve(AcceptFn accept);
  /// Checks the claims of ReductionChain on what was found.
  mlir::LogicalResult verify(std::string &reason);

  llvm::ArrayRef<ReductionChain> getChains() const { return chains; }
  llvm::ArrayRef<MissedReduction> getMissed() const { return missed; }
  /// Reductions in no chain that read another one along their axis, and those
  /// that began a chain of their own: nothing was refused, but a reader may
  /// have hoped for more.
  llvm::ArrayRef<MissedReduction> getSeparate() const { return separate; }
  IterationSpace &getSpace() { return space; }

  /// True if `leaf`, of the expression of a member, reads `member`'s result at
  /// the place where the member of the aligned chain writes it.
  bool isReference(const ScalarExpr *leaf, const Reduction &member);

private:
  void describe(Reduction &reduction, unsigned owner);
  /// Writes the term of `reduction`, number `index`, as an expression. Values
  /// that are known before a chain with `index` could start are leaves: what
  /// they read can be in no chain with it.
  mlir::LogicalResult inlineTerm(Reduction &reduction, unsigned index,
                                 std::string &reason);
  /// Reductions that `reduction` reads at a place without axis loops, but which
  /// can be in no chain with it, since something else that it reads depends on
  /// them, and the first such thing. Fills in `separated[index]`.
  llvm::SmallVector<unsigned> getSeparated(const Reduction &reduction,
                                           unsigned index,
                                           mlir::Operation *&cause);
  bool align(const Reduction &reader, const ScalarExpr *leaf,
             const Reduction &reduction, std::string &reason);
  bool hasReference(llvm::ArrayRef<const Reduction *> members);
  bool alignAxes(const Reduction &reader, const Reduction &reduction);
  /// Joins groups that do not refer to each other.
  void joinGroups(ChainGroups &groups, AcceptFn accept);
  llvm::SmallVector<const Reduction *>
  toMembers(llvm::ArrayRef<unsigned> indices) const;
  /// True if something in the group `to` is computed from a result of the group
  /// `from`, where every group is computed as a whole.
  bool reaches(const ChainGroups &groups, unsigned from, unsigned to);
  /// Makes the loops of both those of a tensor that both read; false, with the
  /// loops as they were, if joining them does not pay.
  bool alignShared(llvm::ArrayRef<const Reduction *> lhs,
                   llvm::ArrayRef<const Reduction *> rhs);
  /// True if references and shared reads connect all members.
  bool isConnected(llvm::ArrayRef<const Reduction *> members);

  mlir::Block &block;
  ShapeFacts facts;
  IterationSpace space;
  ScalarInliner inliner;
  InlineBudget budget;
  unsigned numReductions = 0;
  Ancestry ancestry;
  /// For each reduction, those that can be in no chain with it.
  llvm::SmallVector<RecentReductions> separated;
  std::deque<Reduction> reductions;
  llvm::DenseMap<mlir::Value, unsigned> reductionOf;
  llvm::SmallVector<ReductionChain> chains;
  llvm::SmallVector<MissedReduction> missed;
  llvm::SmallVector<MissedReduction> separate;
};

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_CHAINDISCOVERY_H
