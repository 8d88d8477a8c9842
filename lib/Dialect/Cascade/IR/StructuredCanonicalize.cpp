//===- StructuredCanonicalize.cpp - Canonical chains and folds ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// - casts of operands to less static types are read through;
// - an input given twice with the same map becomes one;
// - reductions that nobody reads, inputs that no term uses and parallel
//   dimensions that no result has any more are dropped;
// - a correction that yields the old value is dropped.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Dialect/Cascade/IR/Clone.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace redfuser::cascade;

namespace {

/// Which parts of an op are kept.
struct Kept {
  llvm::SmallBitVector dims, inputs, reductions;
};

/// Terms read an input once, however often it is given.
template <typename OpTy>
struct MergeInputs : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (unsigned i = 1, e = op.getInputs().size(); i < e; ++i)
      for (unsigned k = 0; k < i; ++k) {
        if (op.getInputs()[k] != op.getInputs()[i] ||
            op.getInputMap(k) != op.getInputMap(i))
          continue;
        for (unsigned term = 0; term < op.getNumReductions(); ++term) {
          BlockArgument duplicate = op.getTermInput(term, i);
          if (duplicate.use_empty())
            continue;
          rewriter.replaceAllUsesWith(duplicate, op.getTermInput(term, k));
          changed = true;
        }
        break;
      }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no input is used twice");
    return success();
  }
};

} // namespace

/// Visits the components that the correction of component `i` reads; a chain
/// has no corrections.
template <typename OpTy, typename Fn>
static void forEachCorrectionUse(OpTy op, unsigned i, Fn visit) {
  if constexpr (std::is_same_v<OpTy, FoldOp>) {
    if (!op.hasCorrection(i))
      return;
    for (unsigned k = 0; k < op.getNumReductions(); ++k)
      if (!op.getCorrectionOld(i, k).use_empty())
        visit(k);
    for (unsigned k = 0; k < i; ++k)
      if (!op.getCorrectionNew(i, k).use_empty())
        visit(k);
  }
}

/// Reductions whose result is used, directly or by such a reduction.
template <typename OpTy>
static llvm::SmallBitVector getLiveReductions(OpTy op) {
  llvm::SmallBitVector live(op.getNumReductions());
  SmallVector<unsigned> worklist;
  auto visit = [&](unsigned i) {
    if (live.test(i))
      return;
    live.set(i);
    worklist.push_back(i);
  };
  for (OpResult result : op->getResults())
    if (!result.use_empty())
      visit(result.getResultNumber());
  while (!worklist.empty()) {
    unsigned i = worklist.pop_back_val();
    for (unsigned k = 0; k < i; ++k)
      if (!op.getTermReference(i, k).use_empty())
        visit(k);
    if (std::optional<unsigned> partner = op.getMonoid(i).getPartner())
      visit(*partner);
    forEachCorrectionUse(op, i, visit);
  }
  return live;
}

/// What must stay: used reductions, the inputs that their terms use, and for
/// each remaining dimension an operand that names it, statically if one did
/// (CH6).
template <typename OpTy>
static Kept getKept(OpTy op) {
  Kept kept{llvm::SmallBitVector(op.getNumDims()),
            llvm::SmallBitVector(op.getInputs().size()), getLiveReductions(op)};
  llvm::SmallBitVector named(op.getNumDims()), sized(op.getNumDims());
  auto keep = [&](AffineMap map, Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      named.set(dim);
      if (!type.isDynamicDim(position))
        sized.set(dim);
    }
  };
  for (unsigned dim : op.getAxisDims())
    kept.dims.set(dim);
  for (unsigned i : kept.reductions.set_bits()) {
    keep(op.getResultMap(i), op.getInits()[i]);
    for (unsigned k = 0, e = op.getInputs().size(); k < e; ++k)
      if (!op.getTermInput(i, k).use_empty())
        kept.inputs.set(k);
  }
  for (unsigned k : kept.inputs.set_bits())
    keep(op.getInputMap(k), op.getInputs()[k]);
  kept.dims |= named;

  for (bool wantStatic : {true, false})
    for (unsigned k = 0, e = op.getInputs().size(); k < e; ++k) {
      auto type = cast<RankedTensorType>(op.getInputs()[k].getType());
      bool needed = llvm::any_of(
          llvm::enumerate(op.getInputMap(k).getResults()), [&](auto entry) {
            unsigned dim = cast<AffineDimExpr>(entry.value()).getPosition();
            if (!kept.dims.test(dim))
              return false;
            return wantStatic
                       ? !sized.test(dim) && !type.isDynamicDim(entry.index())
                       : !named.test(dim);
          });
      if (!needed)
        continue;
      kept.inputs.set(k);
      keep(op.getInputMap(k), op.getInputs()[k]);
    }
  // An input kept for one dimension brings its others.
  kept.dims |= named;
  return kept;
}

namespace {

/// The monoid with its partner, if any, under its number among those `kept`.
MonoidAttrInterface renumberPartner(MonoidAttrInterface monoid,
                                    const llvm::SmallBitVector &kept) {
  auto companion = dyn_cast<CompanionAttrInterface>(monoid);
  if (!companion)
    return monoid;
  unsigned number = 0;
  for (unsigned k : kept.set_bits())
    number += k < companion.getPartnerNumber();
  return companion.withPartner(number);
}

template <typename OpTy>
struct DropUnused : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Kept kept = getKept(op);
    if (kept.reductions.none())
      return rewriter.notifyMatchFailure(op, "the whole op is dead");
    if (kept.dims.all() && kept.inputs.all() && kept.reductions.all())
      return rewriter.notifyMatchFailure(op, "everything is used");

    OpTy replacement = createReplacement(op, kept, rewriter);
    for (auto [number, i] : llvm::enumerate(kept.reductions.set_bits())) {
      Region &term = replacement.getTerms()[number];
      takeBody(rewriter, op.getTerms()[i], term, kept.inputs, kept.reductions,
               i);
      if constexpr (std::is_same_v<OpTy, FoldOp>)
        if (op.hasCorrection(i))
          takeBody(rewriter, op.getCorrections()[i],
                   replacement.getCorrections()[number], kept.reductions,
                   kept.reductions, i);
    }
    renumberIndices(replacement, kept.dims, rewriter);

    SmallVector<Value> results(op->getNumResults());
    for (auto [i, result] :
         llvm::zip_equal(kept.reductions.set_bits(), replacement->getResults()))
      results[i] = result;
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static OpTy createReplacement(OpTy op, const Kept &kept,
                                PatternRewriter &rewriter) {
    // Old dimension -> new one; dropped ones are named by no remaining map.
    MLIRContext *ctx = op.getContext();
    SmallVector<AffineExpr> dims(op.getNumDims(),
                                 getAffineConstantExpr(0, ctx));
    SmallVector<Attribute> iterators;
    for (unsigned dim : kept.dims.set_bits()) {
      dims[dim] = getAffineDimExpr(iterators.size(), ctx);
      iterators.push_back(op.getIterators()[dim]);
    }
    auto renumber = [&](AffineMap map) {
      return map.replaceDimsAndSymbols(dims, {}, iterators.size(), 0);
    };
    SmallVector<Value> inputs, inits;
    SmallVector<AffineMap> inputMaps, resultMaps;
    SmallVector<Attribute> monoids;
    for (unsigned k : kept.inputs.set_bits()) {
      inputs.push_back(op.getInputs()[k]);
      inputMaps.push_back(renumber(op.getInputMap(k)));
    }
    for (unsigned i : kept.reductions.set_bits()) {
      inits.push_back(op.getInits()[i]);
      resultMaps.push_back(renumber(op.getResultMap(i)));
      monoids.push_back(renumberPartner(op.getMonoid(i), kept.reductions));
    }
    constexpr unsigned regions = std::is_same_v<OpTy, FoldOp> ? 2 : 1;
    auto replacement =
        OpTy::create(rewriter, op.getLoc(), TypeRange(ValueRange(inits)),
                     inputs, inits, rewriter.getArrayAttr(iterators),
                     rewriter.getAffineMapArrayAttr(inputMaps),
                     rewriter.getAffineMapArrayAttr(resultMaps),
                     rewriter.getArrayAttr(monoids), regions * inits.size());
    replacement->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    return replacement;
  }

  /// Moves the body of a term or correction and erases arguments: `first` says
  /// which of the leading ones stay, `references` which of the `earlier` ones
  /// that follow.
  static void takeBody(PatternRewriter &rewriter, Region &from, Region &to,
                       const llvm::SmallBitVector &first,
                       const llvm::SmallBitVector &references,
                       unsigned earlier) {
    rewriter.inlineRegionBefore(from, to, to.begin());
    Block &block = to.front();
    BitVector erased(block.getNumArguments());
    for (unsigned k = 0; k < first.size(); ++k)
      erased[k] = !first.test(k);
    for (unsigned k = 0; k < earlier; ++k)
      erased[first.size() + k] = !references.test(k);
    block.eraseArguments(erased);
  }

  static void renumberIndices(OpTy op, const llvm::SmallBitVector &keptDims,
                              PatternRewriter &rewriter) {
    op->walk([&](IndexOp index) {
      Operation *parent = index->getParentOp();
      while (!isStructured(parent))
        parent = parent->getParentOp();
      if (parent != op.getOperation())
        return;
      unsigned number = 0;
      for (unsigned dim : keptDims.set_bits())
        number += dim < index.getDim();
      if (number != index.getDim())
        rewriter.modifyOpInPlace(index, [&] { index.setDim(number); });
    });
  }
};

/// Reads what a cast to less static shapes hides. Upstream has this for every
/// destination-style op, but cannot clone these: see Clone.h. The benefit puts
/// this one first.
template <typename OpTy>
struct FoldCasts : OpRewritePattern<OpTy> {
  FoldCasts(MLIRContext *context)
      : OpRewritePattern<OpTy>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!tensor::hasFoldableTensorCastOperand(op))
      return rewriter.notifyMatchFailure(op, "no operand is such a cast");
    SmallVector<Type> types(op->result_type_begin(), op->result_type_end());
    SmallVector<Value> operands =
        tensor::getUpdatedOperandsAfterCastOpFolding(op, types);
    Operation *copy = cloneOn(rewriter, op, types, operands);
    SmallVector<Value> results;
    for (auto [old, result] :
         llvm::zip_equal(op->getResults(), copy->getResults()))
      results.push_back(old.getType() == result.getType()
                            ? Value(result)
                            : tensor::CastOp::create(rewriter, op.getLoc(),
                                                     old.getType(), result));
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// A component without correction is carried unchanged.
struct DropIdentityCorrections : OpRewritePattern<FoldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FoldOp fold,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (unsigned i = 0; i < fold.getNumReductions(); ++i) {
      if (!fold.hasCorrection(i) ||
          fold.getCorrectionValue(i) != fold.getCorrectionOld(i, i))
        continue;
      rewriter.modifyOpInPlace(
          fold, [&] { rewriter.eraseBlock(&fold.getCorrectionBlock(i)); });
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(fold, "every correction is needed");
    return success();
  }
};

} // namespace

void ChainOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldCasts<ChainOp>, MergeInputs<ChainOp>, DropUnused<ChainOp>>(
      context);
}

void FoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<FoldCasts<FoldOp>, MergeInputs<FoldOp>, DropUnused<FoldOp>,
               DropIdentityCorrections>(context);
}
