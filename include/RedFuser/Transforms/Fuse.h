//===- Fuse.h - Plan and build the fused form of a chain --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_FUSE_H
#define REDFUSER_TRANSFORMS_FUSE_H

#include "RedFuser/Algebra/Expr.h"
#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <optional>
#include <string>

namespace redfuser {

/// Why a chain does not fuse: the condition that failed, and the value that
/// causes it.
struct Reason {
  /// Lower case, no trailing period: "the value of 'math.absf' mixes ...".
  std::string message;
  /// Where the cause is in the user's program.
  std::optional<mlir::Location> loc;
  /// The reduction whose term fails.
  unsigned reduction = 0;
};

/// A fusion as data, for whoever explains or documents it. Expressions print in
/// the notation of `algebra::print` and live as long as the plan.
struct Derivation {
  /// How the result of a reduction is carried.
  enum class Form {
    /// The term reads no earlier result: the sum itself.
    Plain,
    /// F = G * H: one sum, each factor of H kept or deferred.
    RankOne,
    /// An extremum of F, where F is a weakly monotone map of G for given
    /// references: extrema of G, and the map in the finalizer.
    Monotone,
    /// F is G where its score attains an extremum, and the identity elsewhere;
    /// what was seen is dropped when the extremum moves on.
    Attained,
    /// F is the score or the position of the next best element, with the better
    /// ones excluded: what is carried are the best elements themselves.
    Ranked,
    /// F = G_1 H_1 + ... + G_K H_K: K sums, all H deferred.
    Independent,
    /// The same about running references, which the sums follow.
    ReReferenced,
  };

  /// A factor of H and what becomes of it.
  struct Factor {
    algebra::Expr factor;
    /// In the state, corrected when its reference moves; otherwise deferred to
    /// the finalizer.
    bool kept;
    std::string why;
  };

  /// A running value near the data, about which sums are taken: c_i in
  /// expressions, and u_i = value - c_i.
  struct Center {
    algebra::Expr value;
    /// The reduction whose running value it is (an extremum); a mean otherwise.
    std::optional<unsigned> extremum;
    /// The reduction whose terms weigh the mean; otherwise all positions count
    /// alike.
    std::optional<unsigned> weight;
    /// The component that carries it.
    unsigned component;
  };

  /// How a term reads a center: u_center is its value minus scale * d_reference
  /// in the split, and minus the center in the state. In finalizers D_center is
  /// scale * d_reference - c_center.
  struct View {
    unsigned center;
    unsigned reference;
    algebra::Expr scale;
  };

  struct Reduction {
    cascade::MonoidAttrInterface monoid;
    mlir::Type type;
    /// The term F.
    algebra::Expr term;
    /// The operation that F was split under ("multiplication"); empty if its
    /// term reads no earlier result.
    std::string operation;
    /// F is the sum of the products of these pairs (G_k, H_k), as few as there
    /// are; with views, in the deviations from the final references.
    llvm::SmallVector<std::pair<algebra::Expr, algebra::Expr>> split;
    unsigned getRank() const { return split.size(); }
    Form form;
    /// Why this form is safe; empty for `Plain`.
    std::string why;
    llvm::SmallVector<View> views;
    llvm::SmallVector<Factor> factors;
    /// The components that its result is computed from.
    llvm::SmallVector<unsigned> components;
    /// The result from the final state: "state1 * 1 / d0".
    std::string finalizer;
  };

  struct Component {
    cascade::MonoidAttrInterface monoid;
    mlir::Type type;
    /// In the dimensions of the chain.
    mlir::AffineMap map;
    /// The reduction on whose behalf it is carried.
    unsigned reduction;
    mlir::TypedAttr start;
    /// What is folded at each position, in references as they are so far.
    algebra::Expr term;
    /// Which positions count, if not all: " after (s2, s3)".
    std::string condition;
    /// What becomes of the old state in a step and in a merge, with the guards
    /// that are generated; empty if it stays.
    std::string correction;
  };

  llvm::SmallVector<Reduction, 4> reductions;
  llvm::SmallVector<Component, 4> components;
  llvm::SmallVector<Center, 1> centers;
};

class FusionPlanImpl;

/// How a chain becomes a fold and finalizers: for each reduction its term F,
/// the split F = G (x) H, which references are kept in the state and which are
/// deferred to the finalizer, and the correction. Valid while the chain is
/// unchanged.
class FusionPlan {
public:
  explicit FusionPlan(std::shared_ptr<const FusionPlanImpl> impl)
      : impl(std::move(impl)) {}

  Derivation getDerivation() const;
  /// A readable account, one paragraph per reduction.
  void print(llvm::raw_ostream &os) const;

  const FusionPlanImpl &get() const { return *impl; }

private:
  std::shared_ptr<const FusionPlanImpl> impl;
};

/// Derives the fused form of `chain`, or says in `reason` which condition
/// fails. Changes nothing in the IR.
mlir::FailureOr<FusionPlan> planFusion(cascade::ChainOp chain,
                                       const NumericOptions &options,
                                       Reason &reason);

} // namespace redfuser

#endif // REDFUSER_TRANSFORMS_FUSE_H
