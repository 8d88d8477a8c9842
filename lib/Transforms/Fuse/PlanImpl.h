//===- PlanImpl.h - The derived form of a chain, as data --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_FUSE_PLANIMPL_H
#define REDFUSER_LIB_TRANSFORMS_FUSE_PLANIMPL_H

#include "SourceGuard.h"

#include "RedFuser/Algebra/Rank.h"
#include "RedFuser/Transforms/Fuse.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace redfuser {

/// What becomes of one factor of H.
struct FactorPlan {
  enum class Form {
    /// In the state; corrected when the reference moves.
    Kept,
    /// Out of the state; applied by the finalizer.
    Deferred,
  };
  Form form = Form::Kept;
  algebra::Expr factor = nullptr;
  llvm::SmallVector<unsigned> references;
  /// Kept: the factor is exp(rate * d_k).
  algebra::Expr rate = nullptr;
  std::string why;
};

/// The value of a kept reference at which its factor has no inverse, and the
/// value that stands in for it. Where the whole axis leaves the reference
/// there, the source's result is not a number.
struct Guard {
  llvm::APFloat extreme;
  llvm::APFloat standIn;
  /// The reference starts at NaN, which `extreme` replaces in exponents.
  bool startsAtNaN;
};

/// A reference that is kept in an exponential: exp(rate * d_reference).
struct KeptRate {
  unsigned reference;
  algebra::Expr rate;
};

/// A running value near the data, about which sums are taken.
struct CenterPlan {
  /// What it is near to, in inputs and parameters.
  algebra::Expr value = nullptr;
  /// The running extremum that it is; a mean otherwise.
  std::optional<unsigned> extremum;
  /// The sum whose terms weigh the mean; otherwise all positions count alike.
  std::optional<unsigned> weight;
  /// The reduction whose result the mean is near to, up to a scale.
  unsigned reduction = 0;
  /// Its component, once it is made.
  unsigned component = ~0u;
};

/// One summand G * H of a term: G is carried, H applied by the finalizer.
struct SumPart {
  algebra::Expr g = nullptr;
  algebra::Expr h = nullptr;
  /// The sum of G is the sum of these components with their factors.
  llvm::SmallVector<std::pair<algebra::Rational, unsigned>> states;
};

/// How a term reads a center: in place of scale * d_reference.
struct ViewPlan {
  unsigned center;
  unsigned reference;
  algebra::Expr scale;
  /// For a mean: scale * d_reference - center is the sum of `parts` and
  /// `centerFactor` times the center; the difference itself if not `isSmall`.
  bool isSmall = false;
  llvm::SmallVector<SumPart> parts;
  algebra::Expr centerFactor = nullptr;
};

/// The code of an exponential that members contain: a value of the term of
/// `reduction`, with constants for deferred references.
struct ExponentialPlan {
  algebra::Expr exponent;
  unsigned reduction;
  mlir::Value value;
  llvm::SmallVector<std::pair<mlir::Value, double>> replaced;
};

/// The code of a sum that is read as a whole: `value` of the term of
/// `reduction` is `scale` times the sum.
struct WholePlan {
  unsigned reduction;
  mlir::Value value;
  algebra::Rational scale;
};

/// A term as a sum of products, carried as several sums.
struct FamilyPlan {
  Derivation::Form form = Derivation::Form::Independent;
  std::string why;
  /// F in deviations from final references.
  algebra::Expr centered = nullptr;
  /// The least sum of products that F is, in the same.
  llvm::SmallVector<algebra::Split> split;
  /// The same in deviations from the centers.
  llvm::SmallVector<SumPart> parts;
  llvm::SmallVector<ViewPlan> views;
  /// References that the H read, those in cloned code included.
  llvm::SmallVector<unsigned> references;
  /// No position adds a negative value.
  bool isNonNegative = false;
  /// All of the term is under this mask; the component counts its positions.
  algebra::Expr mask = nullptr;
  unsigned maskComponent = ~0u;
};

/// A term that counts only where its score attains an extremum, and is the
/// identity elsewhere: F = attains(x, d_k) ? G(x) : identity. When the extremum
/// moves on, nothing that was seen attains it.
struct AttainedPlan {
  /// The extremum.
  unsigned reference;
  /// attains(x, d_k), a value of the source's term.
  mlir::Value predicate;
  /// The values of the term that are what the extremum is taken of.
  llvm::SmallVector<mlir::Value> scores;
};

/// One component of the fold.
struct ComponentPlan {
  enum class Kind {
    /// The term of `reduction` without its deferred factors, in the source's
    /// own code.
    Source,
    /// An extremum of the entry of the term of `reduction` (ExtremumPlan).
    Entry,
    /// One if any position passes the masks of the term of `reduction`.
    Any,
    /// A value or a position of a ranking (RankPlan).
    Rank,
    /// A member of a family: `term`, in deviations from centers.
    Member,
    /// A center that is a mean.
    Center,
  };
  /// One summand of the corrected state: factor * shift * old state of
  /// `component`.
  struct Move {
    algebra::Rational factor;
    algebra::Expr shift;
    unsigned component;
  };

  Kind kind = Kind::Source;
  /// The reduction on whose behalf it is carried.
  unsigned reduction = 0;
  cascade::MonoidAttrInterface monoid;
  mlir::Type type;
  /// Map of its result, in the dimensions of the chain.
  mlir::AffineMap map;
  /// What the state starts at: an identity of the monoid.
  mlir::TypedAttr start;
  /// Its term.
  algebra::Expr term = nullptr;
  /// Member: what it becomes as centers move.
  llvm::SmallVector<Move> moves;
  llvm::SmallVector<KeptRate> rates;
};

/// A comparison of an element with an extremum of such elements, which holds
/// where the extremum is attained. A sum that has it as a factor starts anew
/// where the extremum moves.
struct Indicator {
  mlir::Value compare;
  unsigned reference;
};

/// A condition of inputs and positions without which a term is zero, whatever
/// earlier results are.
struct MaskPlan {
  mlir::Value condition;
  /// What the condition is where the term counts.
  bool passes;
};

/// A sum of values that were quantised under a running maximum.
struct QuantisePlan {
  /// The maximum of absolute values.
  unsigned reference = 0;
  /// The value of the term that scales what is rounded, or divides it; with the
  /// maximum m it is replaced by full / ref(m), or by the inverse.
  mlir::Value scale;
  bool isDivisor = false;
  double full = 0;
  /// With which power the term has the scale, outside of the rounding included.
  int exponent = 0;
  /// Other values of earlier results, which the finalizer multiplies with.
  llvm::SmallVector<std::pair<mlir::Value, int>> factors;
  /// The results that these read.
  llvm::SmallVector<unsigned> references;
};

/// A maximum or minimum whose term is a monotone map of one value, the entry.
/// The finalizer takes the map, in the source's own code, at extrema of it.
struct ExtremumPlan {
  struct End {
    cascade::MonoidAttrInterface monoid;
    unsigned component = 0;
  };
  mlir::Value entry;
  /// What the map takes it to: a value of the term, the yielded one if null.
  mlir::Value value;
  /// The largest or the smallest entry; if both, the result is the better of
  /// two.
  llvm::SmallVector<End, 2> ends;
  /// The earlier results that the map reads, ascending.
  llvm::SmallVector<unsigned> references;
};

/// The value or the position of the `rank`-th best score of a row, with the
/// better ones excluded by their positions.
struct RankPlan {
  /// From 1.
  unsigned rank = 1;
  bool isPosition = false;
  /// What scores and positions of equal scores combine with.
  cascade::MonoidAttrInterface extremum, choice;
  /// What the carried values of this rank combine with. Where scores are
  /// deferred, nothing is NaN and ignored, so that it is told from -inf.
  cascade::MonoidAttrInterface carried;
  /// The reductions that are the pairs of the ranks so far, its own included: a
  /// value has one position less.
  llvm::SmallVector<unsigned> values, positions;
  /// Values of the source's term: what pairs hold of an element, and where the
  /// element is.
  mlir::Value entry, position;
  /// A NaN has a position as other scores have; or what the source takes for
  /// it, if that is in the row.
  bool attainsNaN = false;
  std::optional<int64_t> atNaN;
  /// Scores are a map of entries.
  bool isDeferred = false;
};

/// One reduction of the chain: how its result follows from the final state.
struct ReductionPlan {
  cascade::MonoidAttrInterface monoid;
  mlir::Type sourceType;
  /// The type in which the result is computed before it is rounded to
  /// `sourceType`.
  mlir::Type stateType;
  /// The component of kind `Source` that carries this reduction, unless a
  /// family does.
  unsigned component = 0;
  std::optional<FamilyPlan> family;
  /// F = G * H.
  algebra::Expr f = nullptr, g = nullptr, h = nullptr;
  /// The component's term: F without the deferred factors.
  algebra::Expr term = nullptr;
  /// Product of the deferred factors; one if there are none.
  algebra::Expr deferred = nullptr;
  /// The same as the finalizer computes it: in references, or in values of the
  /// source's term that it computes as the source does. Null if none.
  algebra::Expr emittedFactor = nullptr;
  llvm::SmallVector<FactorPlan> factors;
  /// Values of the source's term that read deferred references alone, with the
  /// constant that takes their place.
  llvm::SmallVector<std::pair<mlir::Value, double>> replaced;
  /// Kept references, ascending.
  llvm::SmallVector<unsigned> kept;
  /// The result of an empty axis: an identity of the monoid.
  mlir::TypedAttr start;
  /// The source's init is known to be the identity.
  bool startsAtIdentity = false;
  /// How terms read this result where they keep it; set if any does.
  std::optional<Guard> guard;
  /// Kept references that the source's term reads through a guard of its own.
  llvm::SmallVector<SourceGuard, 0> sourceGuards;
  llvm::SmallVector<Indicator, 1> indicators;
  /// Masks over factors that may not be finite: the finalizer gives zero where
  /// no position passes them all, which the component `any` says.
  llvm::SmallVector<MaskPlan, 1> masks;
  unsigned any = 0;
  std::optional<QuantisePlan> quantise;
  /// Set if the result is that of a map of extrema; there are no factors then.
  std::optional<ExtremumPlan> extremum;

  /// The term under the references so far is as good as under the final ones;
  /// nothing is corrected.
  bool followsReferences = false;

  /// Moving references scale what the component carries.
  bool isRescaled() const {
    if (followsReferences)
      return false;
    return quantise ? quantise->exponent != 0 : !kept.empty();
  }
  /// The result is what the component carries, and so monotone where the monoid
  /// is.
  bool isInState() const {
    return !extremum && !quantise && !attained && !rank && deferred->isOne();
  }

  /// Set if the term counts only where it attains an extremum.
  std::optional<AttainedPlan> attained;
  /// Set if it is one of several best scores, or its position.
  std::optional<RankPlan> rank;

  const SourceGuard *getSourceGuard(unsigned reference) const {
    for (const SourceGuard &guard : sourceGuards)
      if (guard.reference == reference)
        return &guard;
    return nullptr;
  }

  bool keeps(unsigned reference) const {
    return llvm::is_contained(kept, reference);
  }
};

/// The number of positions along the axis, if it is known.
std::optional<int64_t> getStaticAxisLength(cascade::ChainOp chain);

/// True if `value` is the number of positions along the axis of `chain`, as an
/// integer or as a float: sizes of tensors, their products, conversions.
bool isAxisLength(cascade::ChainOp chain, mlir::Value value);

/// The value that a state starts at, and whether the source's init is known
/// to be it or another identity. Of the two zeros, which are both neutral for
/// sums, it is the source's: it is the result where nothing is added.
std::pair<mlir::TypedAttr, bool> getStart(cascade::MonoidAttrInterface monoid,
                                          mlir::Type sourceType,
                                          mlir::Type stateType,
                                          mlir::Value init);

/// Sums of f16 and bf16 are carried in f32: they stick at 2048 otherwise.
mlir::Type getStateType(cascade::MonoidAttrInterface monoid, mlir::Type type,
                        const NumericOptions &options);

class FusionPlanImpl {
public:
  std::unique_ptr<algebra::ExprContext> context;
  cascade::ChainOp chain;
  llvm::SmallVector<ReductionPlan, 4> reductions;
  /// The fold's components, in order.
  llvm::SmallVector<ComponentPlan, 4> components;
  llvm::SmallVector<CenterPlan> centers;
  llvm::SmallVector<ExponentialPlan> exponentials;
  llvm::DenseMap<const algebra::Atom *, WholePlan> wholes;
  /// Inputs that do not vary along the axis and that every result varies with,
  /// if terms are read with these as constants; empty otherwise.
  llvm::SmallBitVector rows;
  /// A value of the program that is the number of positions along the axis.
  mlir::Value length;
  /// That number, if it is known.
  std::optional<int64_t> staticLength;

  bool isRow(unsigned input) const {
    return input < rows.size() && rows.test(input);
  }
  /// The dimensions along which `value` varies.
  llvm::SmallBitVector getDims(algebra::Expr value) const;
  /// The references that reduction `i` keeps in exponentials, with their rates.
  llvm::SmallVector<KeptRate> getRates(unsigned i) const;
  /// The sum of G of `part`, in final states; for a constant G, the axis length
  /// times that.
  algebra::Expr getSum(const SumPart &part) const;
  /// Results of deferred factors of reduction `i`, ascending.
  llvm::SmallVector<unsigned> getDeferredReferences(unsigned i) const;
  /// True if the term of `i` has a guard that makes `reference` finite where it
  /// never left its extreme.
  bool definesExtreme(unsigned i, unsigned reference) const;
  bool isIncreasing(unsigned reference) const;
  /// True if the term of `i` has an exponential of `reference` that is kept.
  bool keepsExponential(unsigned i, unsigned reference) const;
  /// True if the finalizer of `i` gives 0 where a mask drops all positions.
  bool isMasked(unsigned i) const;
  /// True if the finalizer of `i` must restore NaN where `reference` never left
  /// its extreme: not if a deferred factor brings the NaN along.
  bool restoresNaN(unsigned i, unsigned reference) const;
};

/// How terms, corrections and finalizers read a kept reference `value`: in
/// exponents an unset reference counts as `extreme`.
mlir::Value buildExponentOperand(mlir::OpBuilder &b, mlir::Location loc,
                                 const ReductionPlan &reference,
                                 mlir::Value value);
/// What the term of `i` has in place of the kept reference `k`: the stand-in
/// where that is at its extreme, unless the source's own guard sees to it.
mlir::Value buildReference(mlir::OpBuilder &b, mlir::Location loc,
                           const FusionPlanImpl &plan, unsigned i, unsigned k,
                           mlir::Value value);
/// The same for the difference from `value`: the stand-in whatever guard the
/// source has.
mlir::Value buildCenter(mlir::OpBuilder &b, mlir::Location loc,
                        const FusionPlanImpl &plan, unsigned k,
                        mlir::Value value);
/// How far the extremum `k` has moved from the state `from` to `to`, in `type`;
/// nowhere if it was unset.
mlir::Value buildExtremumShift(mlir::OpBuilder &b, mlir::Location loc,
                               const FusionPlanImpl &plan, unsigned k,
                               mlir::FloatType type, mlir::Value from,
                               mlir::Value to);
/// The factor that moves a sum of reduction `i`, which contains exponentials
/// with `rates`, from the references `from` to the references `to`. A reference
/// whose `from` is null has not moved.
mlir::Value buildCorrection(mlir::OpBuilder &b, mlir::Location loc,
                            const FusionPlanImpl &plan, unsigned i,
                            llvm::ArrayRef<KeptRate> rates, mlir::Type type,
                            llvm::function_ref<mlir::Value(unsigned)> from,
                            llvm::function_ref<mlir::Value(unsigned)> to);

/// The scale of quantised reduction `i` under `maximum`; the factor that moves
/// a sum from one maximum to another; the result of a final sum, where
/// `reference` gives final results; `value` rounded to an integer.
mlir::Value buildScale(mlir::OpBuilder &b, mlir::Location loc,
                       const FusionPlanImpl &plan, unsigned i,
                       mlir::Value maximum);
mlir::Value buildRescale(mlir::OpBuilder &b, mlir::Location loc,
                         const FusionPlanImpl &plan, unsigned i,
                         mlir::Value before, mlir::Value after);
mlir::Value buildDescale(mlir::OpBuilder &b, mlir::Location loc,
                         const FusionPlanImpl &plan, unsigned i,
                         mlir::Value sum, mlir::Value maximum,
                         llvm::function_ref<mlir::Value(unsigned)> reference);
mlir::Value buildInteger(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value value, mlir::Type type);

/// What the indicators of reduction `i` leave of a sum as the references move.
mlir::Value buildIndicators(mlir::OpBuilder &b, mlir::Location loc,
                            const FusionPlanImpl &plan, unsigned i,
                            mlir::Value sum,
                            llvm::function_ref<mlir::Value(unsigned)> from,
                            llvm::function_ref<mlir::Value(unsigned)> to);
/// One if all masks of the term of `i` pass, else zero, in a block with the
/// arguments of a term of the fold.
mlir::Value buildAny(mlir::OpBuilder &b, const FusionPlanImpl &plan, unsigned i,
                     mlir::Block &block);
/// What is left of `value`, accumulated by reduction `i` while the extremum
/// that its term attains was `from`, where that is `to` now.
mlir::Value buildStillAttained(mlir::OpBuilder &b, mlir::Location loc,
                               const FusionPlanImpl &plan, unsigned i,
                               mlir::Value value, mlir::Value from,
                               mlir::Value to);

/// The term of the ranked reduction `i` in a block with the arguments of a term
/// of the fold; what becomes of its state, in one with those of a correction.
mlir::Value buildRankTerm(mlir::OpBuilder &b, const FusionPlanImpl &plan,
                          unsigned i, mlir::Block &block);
mlir::Value buildRankCorrection(mlir::OpBuilder &b, const FusionPlanImpl &plan,
                                unsigned i, mlir::Block &block);
/// True if the result of the deferred value `i` depends on the best score.
bool needsFirstOfRank(const FusionPlanImpl &plan, unsigned i);
/// The deferred result `i` where all positions may be excluded: from `value`,
/// the map of its state, and `first`, the best score; for a position from the
/// score `value`, where its state is `position`.
mlir::Value finishRankedValue(mlir::OpBuilder &b, mlir::Location loc,
                              const FusionPlanImpl &plan, unsigned i,
                              mlir::Value value, mlir::Value first);
mlir::Value finishRankedPosition(mlir::OpBuilder &b, mlir::Location loc,
                                 const FusionPlanImpl &plan, unsigned i,
                                 mlir::Value value, mlir::Value position);

/// The operations of `block` that `value` depends on where values for which
/// `isGiven` holds are there already.
llvm::SmallPtrSet<mlir::Operation *, 16>
collectNeeded(mlir::Block &block, mlir::Value value,
              llvm::function_ref<bool(mlir::Value)> isGiven);

/// Clones into `b` what `value` of a term needs, with the values in `mapping`
/// taken as they are, and returns the copy of `value`.
mlir::Value cloneTerm(mlir::OpBuilder &b, mlir::Block &block, mlir::Value value,
                      mlir::IRMapping &mapping);

/// The number of positions along the axis as a float of `type`.
mlir::Value buildLength(mlir::OpBuilder &b, mlir::Location loc,
                        const FusionPlanImpl &plan, mlir::FloatType type);

/// The term of a component of kind `Member` or `Center` in `block`, which has
/// the arguments of a term of the fold; the correction of a `Member`.
mlir::Value buildMemberTerm(mlir::OpBuilder &b, const FusionPlanImpl &plan,
                            unsigned number, mlir::Block &block);
mlir::Value buildMemberCorrection(mlir::OpBuilder &b,
                                  const FusionPlanImpl &plan, unsigned number,
                                  mlir::Block &block);

/// Makes the fold before the chain.
cascade::FoldOp buildFold(mlir::OpBuilder &b, const FusionPlanImpl &plan);

/// Makes the finalizers after `fold`: one value for each result of the chain,
/// null where the result has no uses.
llvm::SmallVector<mlir::Value> buildFinalizers(mlir::OpBuilder &b,
                                               const FusionPlanImpl &plan,
                                               cascade::FoldOp fold);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_FUSE_PLANIMPL_H
