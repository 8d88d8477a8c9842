//===- Planner.h - Derivation of a fusion plan ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_FUSE_PLANNER_H
#define REDFUSER_LIB_TRANSFORMS_FUSE_PLANNER_H

#include "PlanImpl.h"
#include "TermAnalysis.h"

#include "RedFuser/Algebra/Import.h"
#include "RedFuser/Algebra/Monotone.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace redfuser {

/// True for operations that round to few values: integers, 8-bit floats.
bool isQuantisation(mlir::Operation *op);
/// `value` without clamps to constants that never act: `isInactive(x, c,
/// isMaximum)` says so of max(x, c), or min(x, c).
algebra::Expr
removeClamps(algebra::ExprContext &context, algebra::Expr value,
             llvm::function_ref<bool(algebra::Expr, const algebra::Rational &,
                                     bool isMaximum)>
                 isInactive);
/// True if the term reads integers both as signed and as unsigned ones, so that
/// conversions are not the identity.
bool mixesSigns(mlir::Block &block, TermAnalysis &analysis);

/// Derives the plan of one chain, reduction by reduction.
class Planner {
public:
  /// `rows`: inputs to read as constants of a row; empty for none.
  Planner(cascade::ChainOp chain, const NumericOptions &options,
          const llvm::SmallBitVector &rows, Reason &reason);

  mlir::LogicalResult run();
  std::shared_ptr<const FusionPlanImpl> takePlan() { return std::move(plan); }

  /// Largest number of operations in a term.
  static constexpr unsigned maxTermOps = 1024;
  /// Largest number of places at which deferred references enter a term.
  static constexpr unsigned maxFrontier = 4;

private:
  mlir::LogicalResult planReduction(unsigned i);
  /// Reads the term through the guards that the source wrote around references
  /// to keep; as it is where that does not lead to a plan.
  mlir::LogicalResult planReading(unsigned i, TermAnalysis &analysis);
  mlir::LogicalResult planSplit(unsigned i, TermAnalysis &analysis);
  /// Succeeds if the term counts only where it attains an extremum.
  bool planAttained(unsigned i, TermAnalysis &analysis);
  /// A flag that says whether a score attains a reference.
  struct Attainment {
    mlir::Value predicate;
    /// NaN attains NaN.
    bool ofNaN;
  };
  /// The only flag through which the term of `analysis` reads `reference`, if
  /// it says whether the value for which `isScore` holds is equal to that.
  std::optional<Attainment>
  findAttainment(TermAnalysis &analysis, mlir::BlockArgument reference,
                 llvm::function_ref<bool(mlir::Value)> isScore);

  /// What is known of an extremum as one of several best scores; without a
  /// score it is none.
  struct Score {
    /// A value of the extremum's term.
    mlir::Value code;
    /// What it is a map of; null if it reads no earlier result.
    mlir::Value entry;
    unsigned rank = 0;
    std::optional<unsigned> ranking;
  };
  /// The best scores found so far, with their positions.
  struct Ranking {
    cascade::MonoidAttrInterface extremum, choice;
    mlir::Value code, entry;
    bool attainsNaN = false;
    /// Known once a rank excludes others.
    bool knowsNaN = false;
    std::optional<int64_t> atNaN;
    /// Reductions: value and position.
    llvm::SmallVector<std::pair<unsigned, unsigned>> pairs;
  };
  /// A value of a term as a score with the best positions excluded.
  struct Candidate {
    mlir::Value core;
    unsigned rank = 1;
    std::optional<unsigned> ranking;
    std::optional<int64_t> atNaN;
    mlir::Value position;
  };
  /// True if the term of `i` is one of several best scores, or the position of
  /// one: PlanRanks.cpp.
  mlir::FailureOr<bool> planRank(unsigned i, TermAnalysis &analysis);
  bool planRankedValue(unsigned i, TermAnalysis &analysis);
  mlir::FailureOr<bool> planRankedPosition(unsigned i, TermAnalysis &analysis);
  mlir::FailureOr<bool>
  planPositionOf(unsigned i, unsigned k, const Candidate &candidate,
                 const Attainment &attainment, mlir::Value position,
                 TermAnalysis &analysis, algebra::Importer &importer);
  std::optional<unsigned> findRank(unsigned i, TermAnalysis &analysis,
                                   const Ranking &ranking, mlir::Value value,
                                   std::optional<int64_t> &atNaN);
  bool matchExclusion(unsigned i, TermAnalysis &analysis,
                      mlir::arith::CmpIOp compare, mlir::Value dropped,
                      llvm::SmallBitVector &excluded, Candidate &candidate);
  std::optional<Candidate> matchCandidate(unsigned i, TermAnalysis &analysis,
                                          mlir::Value value);
  mlir::FailureOr<algebra::MonotoneMap>
  findScoreMap(TermAnalysis &analysis, algebra::Importer &importer,
               mlir::Value core, cascade::MonoidAttrInterface extremum,
               algebra::MonotoneFailure &failure);
  bool isNormalized(unsigned i, mlir::Value score);
  void recordScore(unsigned i);
  void setRank(unsigned i, const Ranking &ranking, unsigned rank,
               mlir::Value entry, mlir::Value position, algebra::Expr term);
  Ranking &addRanking(unsigned k, unsigned position, mlir::Value entry,
                      bool attainsNaN);
  void startRanking(unsigned i, TermAnalysis &analysis);
  void addRankComponent(unsigned i);

  /// The guards of the term of `i` around monotone references.
  void findSourceGuards(unsigned i, TermAnalysis &analysis);
  /// Refuses guards whose values at infinity the fold cannot give.
  mlir::LogicalResult checkSourceGuards(unsigned i);
  /// Operations without side effects, and not too many.
  mlir::LogicalResult checkTerm(unsigned i);
  /// An operation of the term of `i` that rounds a value with earlier results
  /// to few values; null if there is none.
  mlir::Operation *findQuantisation(unsigned i, TermAnalysis &analysis);
  mlir::LogicalResult planQuantised(unsigned i, TermAnalysis &analysis,
                                    mlir::Operation *rounding);
  /// True if the term of `i` quantises values and scales them back, so that it
  /// is summed under running references; false if it is not of this form:
  /// PlanDequantised.cpp.
  mlir::FailureOr<bool> planDequantised(unsigned i, TermAnalysis &analysis);
  /// Refuses an extremum `k` that a first element may leave where `free`, the
  /// term without rounding, has a value.
  mlir::LogicalResult checkFollowed(unsigned i, unsigned k, algebra::Expr free);
  /// The comparisons of the term of `i` that are indicators.
  void findIndicators(unsigned i, TermAnalysis &analysis);
  /// Drops indicators without which the term of `i` is not zero; true if there
  /// were any.
  bool dropIndicators(unsigned i);
  algebra::Expr getIndicator(unsigned i, const Indicator &indicator);
  void keepIndicators(unsigned i);
  /// Chooses kept or deferred for each factor of H.
  mlir::LogicalResult chooseForms(unsigned i);
  /// Defers what an extremum reads: PlanExtrema.cpp.
  mlir::LogicalResult planExtremum(unsigned i, TermAnalysis &analysis);
  mlir::FailureOr<algebra::MonotoneMap>
  findMap(TermAnalysis &analysis, algebra::Importer &importer,
          mlir::Value value, algebra::ExtremumKind kind,
          algebra::MonotoneFailure &failure);
  bool tryExtremumOfProduct(unsigned i, TermAnalysis &analysis);
  void addExtremumComponents(unsigned i);
  bool tryKeep(FactorPlan &factor, std::string &why);
  /// `f` is the term if it may have functions of exponentials as factors.
  bool tryDefer(FactorPlan &factor, algebra::Expr f, std::string &why);
  /// Takes the deferred references out of the term and proves the result.
  mlir::LogicalResult replaceDeferred(unsigned i, TermAnalysis &analysis);
  /// Refuses more places than there is time to try replacements for.
  mlir::LogicalResult checkFrontier(unsigned i,
                                    llvm::ArrayRef<mlir::Value> frontier);
  bool forEachReplacement(unsigned i, llvm::ArrayRef<mlir::Value> frontier,
                          llvm::function_ref<bool(algebra::Expr)> fn);
  bool tryReplaceValues(unsigned i, llvm::ArrayRef<mlir::Value> frontier);
  bool tryReplaceReferences(unsigned i, llvm::ArrayRef<mlir::Value> frontier,
                            bool upToConstant);
  /// Plans a sum of several products, which `rankOne` says is not one product.
  mlir::LogicalResult planFamily(unsigned i, TermAnalysis &analysis,
                                 const algebra::SplitFailure &rankOne);
  /// Reads the term of `i` with values that the finalizer computes as the
  /// source does as parameters.
  algebra::Expr importFamily(unsigned i, TermAnalysis &analysis);
  /// True if `part`, a summand of an exponent, is a kept reference.
  bool isCarried(const algebra::Term &part);
  /// `f` about a center for the result of reduction `k`; null if there is none.
  algebra::Expr centerOnResult(unsigned i, unsigned k, algebra::Expr f,
                               FamilyPlan &family);
  /// True if carrying the parts of `family` apart loses no more than the
  /// source's own rounding; otherwise says in `why` what may cancel.
  bool isStable(FamilyPlan &family, std::string &why);
  /// `f` as a sum of products, with kept references left in exponents.
  mlir::FailureOr<llvm::SmallVector<algebra::Split>>
  splitParts(unsigned i, algebra::Expr f);
  /// Adds to `span` the members of one exponential that `parts` need, and all
  /// that they move to; to `leaves` the deviations in them.
  mlir::LogicalResult
  collectMembers(llvm::ArrayRef<SumPart> parts, algebra::Expr exponent,
                 algebra::Span &span,
                 llvm::SmallVectorImpl<const algebra::Atom *> &leaves);
  /// The parts of `f` in deviations from centers, with their checks.
  mlir::LogicalResult planParts(unsigned i, TermAnalysis &analysis,
                                algebra::Expr f, FamilyPlan &family);
  /// Finds code for an exponential whose exponent never exceeds zero.
  mlir::LogicalResult planExponential(unsigned i, TermAnalysis &analysis,
                                      algebra::Expr exponent);
  mlir::LogicalResult planMask(unsigned i, algebra::Expr f, FamilyPlan &family);
  /// Has reduction `k` computed from sums about the mean that is near it.
  void convertToCenter(unsigned k, unsigned center);

  /// Makes the components, once all reductions are planned.
  void assemble();
  void addFamily(unsigned i);
  void addCenter(unsigned center);
  unsigned addMember(unsigned i, algebra::Expr term, mlir::AffineMap map);
  bool isUnrounded(const ComponentPlan &component);
  void addStates(unsigned i, llvm::MutableArrayRef<SumPart> parts);
  void planShift(ViewPlan &view);
  mlir::AffineMap getMemberMap(unsigned i, algebra::Expr term);

  /// Kept references reach exponentials only, whose exponents never exceed 0.
  mlir::LogicalResult checkKept(unsigned i, TermAnalysis &analysis);
  /// True if the exponent of `exp`, read with the rounding of its code by
  /// `exact`, never exceeds zero.
  bool isBounded(algebra::Importer &exact, mlir::Operation *exp,
                 TermAnalysis &analysis);
  /// Where a mask drops values that depend on references, rows that it drops
  /// altogether come out as in the source.
  mlir::LogicalResult checkMasks(unsigned i, TermAnalysis &analysis);
  /// Why the fold cannot tell whether what `select` masks counts; empty if it
  /// need not.
  std::string checkMask(unsigned i, TermAnalysis &analysis,
                        mlir::Operation *select, bool keptValue,
                        algebra::Importer &exact);
  void addAnyComponent(unsigned i);
  /// Without the deferred factors, narrow values stay in range.
  mlir::LogicalResult checkRanges(unsigned i, TermAnalysis &analysis);
  void deriveGuard(unsigned reference, algebra::Expr factor);
  bool canCloneFrom(unsigned i, mlir::Value value,
                    llvm::function_ref<bool(mlir::BlockArgument)> isWide);

  algebra::Rounding getRounding() const {
    return options.numerics == Numerics::Strict
               ? algebra::Rounding::Opaque
               : algebra::Rounding::Transparent;
  }
  /// Reads the term of reduction `i`, guards as their references.
  algebra::Importer makeImporter(unsigned i, algebra::Rounding rounding);
  algebra::Expr getLeaf(mlir::Value value);
  /// Has `importer` read long sums of inputs in the term of `i` as wholes.
  void readWholes(unsigned i, algebra::Importer &importer);
  /// Reads the term of reduction `i` with the deferred references replaced.
  void importReplaced(unsigned i, algebra::Importer &importer);

  mlir::LogicalResult refuse(unsigned i, const llvm::Twine &message,
                             std::optional<mlir::Location> loc);
  std::string getName(unsigned reduction);

  cascade::ChainOp chain;
  NumericOptions options;
  Reason &reason;
  std::shared_ptr<FusionPlanImpl> plan;
  algebra::ExprContext &context;
  std::function<algebra::Expr(mlir::Value)> leaf;
  /// The terms of reductions that read no others, with the rounding that their
  /// code has; null for other reductions.
  llvm::SmallVector<algebra::Expr> exactTerms;
  /// For each reduction, values of its term that are read as wholes.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> wholes;
  /// What is known of the references with a trend.
  llvm::SmallVector<algebra::Bound> bounds;
  /// For each reduction.
  llvm::SmallVector<Score> scores;
  llvm::SmallVector<Ranking> rankings;
  /// Reductions to compute from sums about a mean, with its number.
  llvm::SmallVector<std::pair<unsigned, unsigned>> conversions;
};

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_FUSE_PLANNER_H
