//===- RowState.cpp - The state of a fold in registers --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All levels apply one formula, derived from the fold: with the states S_t of
// the parts, for each component i in order,
//
//     s_i = (+)_t correct_i(S_t | s_0 .. s_{i-1})
//
// where a part that is no state but a set of elements has the terms of these in
// place of the corrected value.
//
//===----------------------------------------------------------------------===//

#include "RowRanks.h"
#include "RowTerm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

namespace {
/// Combines values as they come, pairs of equal size first: fewer roundings in
/// a row, and no more values alive than levels.
class PairwiseTree {
public:
  using CombineFn = llvm::function_ref<Value(Value, Value)>;
  explicit PairwiseTree(CombineFn combine) : combine(combine) {}

  void push(Value value) {
    unsigned level = 0;
    for (; !stack.empty() && stack.back().second == level; ++level)
      value = combine(stack.pop_back_val().first, value);
    stack.push_back({value, level});
  }
  Value finish() {
    Value value = stack.pop_back_val().first;
    while (!stack.empty())
      value = combine(stack.pop_back_val().first, value);
    return value;
  }

private:
  CombineFn combine;
  SmallVector<std::pair<Value, unsigned>> stack;
};
} // namespace

RowKernel::State RowKernel::getIdentity() {
  State state;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    state.push_back(arith::ConstantOp::create(
        b, loc, fold.getMonoid(i).getIdentity(fold.getStateElementType(i))));
  return state;
}

void RowKernel::emitPoints() {
  points.clear();
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (isPoint(i))
      points[i] = emitPoint(i);
}

RowKernel::State RowKernel::getInit() {
  State state;
  for (auto [i, init] : llvm::enumerate(fold.getInits()))
    state.push_back(getTensorRowValue(init, group.getDims(fold->getResult(i))));
  return state;
}

/// The monoid that combines what elements contribute to a component.
static MonoidAttrInterface getElementMonoid(FoldOp fold, unsigned component) {
  MonoidAttrInterface monoid = fold.getMonoid(component);
  if (auto companion = dyn_cast<CompanionAttrInterface>(monoid))
    return companion.getTileMonoid();
  return monoid;
}

/// The position of an extremum, `hit ? position : identity`, is wider than an
/// axis is long: threads select and exchange 32 bits of it.
static arith::SelectOp matchPosition(FoldOp fold, unsigned component,
                                     unsigned axis) {
  MonoidAttrInterface monoid = fold.getMonoid(component);
  Type type = fold.getStateElementType(component);
  auto select = fold.getTermValue(component).getDefiningOp<arith::SelectOp>();
  if (!isa<MinSIAttr, MaxSIAttr>(monoid) || !type.isInteger(64) || !select)
    return {};
  auto cast = select.getTrueValue().getDefiningOp<arith::IndexCastOp>();
  auto index = cast ? cast.getIn().getDefiningOp<cascade::IndexOp>() : nullptr;
  Attribute other;
  if (!index || index.getDim() != axis ||
      !matchPattern(select.getFalseValue(), m_Constant(&other)) ||
      other != monoid.getIdentity(type))
    return {};
  return select;
}

bool RowKernel::isPosition(unsigned component) {
  return staticAxis && *staticAxis <= (int64_t(1) << 30) &&
         matchPosition(fold, component, group.getAxis());
}

Type RowKernel::getTermType(unsigned component) {
  return isPosition(component) ? b.getI32Type()
                               : fold.getStateElementType(component);
}

Value RowKernel::widenTerms(unsigned component, Value value) {
  if (!isPosition(component))
    return value;
  MonoidAttrInterface monoid = fold.getMonoid(component);
  auto identity = [&](Type type) -> Value {
    return arith::ConstantOp::create(b, loc, monoid.getIdentity(type));
  };
  Type type = fold.getStateElementType(component);
  Value isNone = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, value,
                                       identity(value.getType()));
  Value wide = arith::ExtSIOp::create(b, loc, type, value);
  return arith::SelectOp::create(b, loc, isNone, identity(type), wide);
}

Value RowKernel::reduceTerms(unsigned component, const RowChunk &chunk,
                             const State &fresh, Value old) {
  MonoidAttrInterface monoid = getElementMonoid(fold, component);
  auto companion = dyn_cast<CompanionAttrInterface>(fold.getMonoid(component));
  Term term(*this, component, fresh);
  std::optional<Term> partner;
  if (companion)
    partner.emplace(*this, companion.getPartnerNumber(), fresh);

  bool narrow = isPosition(component);
  Value identity = arith::ConstantOp::create(
      b, loc, monoid.getIdentity(getTermType(component)));
  auto combineValues = [&](Value lhs, Value rhs) {
    return monoid.buildCombine(b, loc, lhs, rhs);
  };
  // Of the lanes of a vector the outermost in the monoid's order is selected
  // last.
  auto selectPosition = [&](unsigned index) {
    Value position = identity;
    int64_t lanes = getNumLanes(chunk.pieces[index]);
    for (int64_t i = 0; i < lanes; ++i) {
      int64_t lane = isa<MinSIAttr>(monoid) ? lanes - 1 - i : i;
      Value isHit = term.emit(chunk, index, lane)
                        .getDefiningOp<arith::SelectOp>()
                        .getCondition();
      Value here = arith::IndexCastOp::create(
          b, loc, identity.getType(), getElementPosition(chunk, index, lane));
      position = arith::SelectOp::create(b, loc, isHit, here, position);
    }
    return position;
  };
  bool isProduct = isSummedProduct(fold, component);
  auto reducePiece = [&](unsigned index) {
    if (narrow)
      return selectPosition(index);
    int64_t lanes = getNumLanes(chunk.pieces[index]);
    if (isProduct) {
      // One multiply-add an element.
      Value sum = term.emit(chunk, index, 0);
      for (int64_t lane = 1; lane < lanes; ++lane)
        sum = arith::AddFOp::create(b, loc, sum, term.emit(chunk, index, lane),
                                    arith::FastMathFlags::contract);
      return sum;
    }
    PairwiseTree tree(combineValues);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value value = term.emit(chunk, index, lane);
      if (companion)
        value = companion.buildTileTerm(
            b, loc, partner->emit(chunk, index, lane), value, old);
      tree.push(value);
    }
    return tree.finish();
  };
  PairwiseTree tree(combineValues);
  for (unsigned index = 0, e = chunk.pieces.size(); index < e; ++index) {
    const RowPiece &piece = chunk.pieces[index];
    if (!piece.exists) {
      tree.push(reducePiece(index));
      continue;
    }
    // Most warps have nothing there. The identity is in place of the value of
    // the term, not of its inputs: 0 * NaN.
    tree.push(emitIf(
                  identity.getType(), piece.exists,
                  [&](OpBuilder &, Location) {
                    scf::YieldOp::create(b, loc, reducePiece(index));
                  },
                  [&](OpBuilder &, Location) {
                    scf::YieldOp::create(b, loc, identity);
                  })
                  .front());
  }
  return tree.finish();
}

Value RowKernel::correct(unsigned component, const State &old,
                         const State &fresh) {
  if (!fold.hasCorrection(component))
    return old[component];
  Block &block = fold.getCorrectionBlock(component);
  IRMapping map;
  for (auto [arg, value] :
       llvm::zip_first(block.getArguments().take_front(old.size()), old))
    map.map(arg, value);
  for (auto [arg, value] :
       llvm::zip_first(block.getArguments().drop_front(old.size()), fresh))
    mapIfKnown(map, arg, value);
  ScalarCode code(
      block, group.getAxis(), [](BlockArgument) { return false; }, {}, relaxed);
  return code.emitAll(b, map, [&](unsigned dim) { return positions[dim]; })
      .front();
}

/// Component `i` after elements that contribute `terms`.
Value RowKernel::addTerms(unsigned i, Value corrected, Value terms,
                          const State &fresh) {
  MonoidAttrInterface monoid = fold.getMonoid(i);
  if (auto companion = dyn_cast<CompanionAttrInterface>(monoid))
    return companion.buildTileUpdate(
        b, loc, fresh[companion.getPartnerNumber()], corrected, terms);
  return monoid.buildCombine(b, loc, corrected, terms);
}

RowKernel::State RowKernel::foldChunk(const RowChunk &chunk, const State &old) {
  State fresh;
  for (unsigned i = 0, e = old.size(); i < e; ++i) {
    if (points.contains(i)) {
      fresh.push_back(old[i]);
      continue;
    }
    Value corrected = correct(i, old, fresh);
    Value terms = widenTerms(i, reduceTerms(i, chunk, fresh, corrected));
    fresh.push_back(addTerms(i, corrected, terms, fresh));
  }
  return fresh;
}

/// Whether term or correction of `component` read the new value of a component
/// from `first` on.
bool RowKernel::readsNewFrom(unsigned component, unsigned first) {
  auto isRead = [&](Block &block, unsigned offset) {
    return llvm::any_of(block.getArguments().drop_front(
                            std::min(offset + first, block.getNumArguments())),
                        [](BlockArgument arg) { return !arg.use_empty(); });
  };
  if (isRead(fold.getTermBlock(component), fold.getInputs().size()))
    return true;
  return fold.hasCorrection(component) &&
         isRead(fold.getCorrectionBlock(component), fold.getNumReductions());
}

/// All threads of a row agree on components before those that read them are
/// begun; what is reduced together shares its barriers.
void RowKernel::foldComponents(const RowChunk &chunk, const State &init,
                               unsigned first, unsigned last, State &fresh) {
  for (unsigned begin = first, end; begin < last; begin = end) {
    end = begin + 1;
    while (end < last && !readsNewFrom(end, begin))
      ++end;
    State corrected, sums;
    SmallVector<unsigned> reduced;
    SmallVector<Value> terms(last), partials;
    for (unsigned i = begin; i < end; ++i) {
      corrected.push_back(correct(i, init, fresh));
      terms[i] = points.lookup(i);
      if (!terms[i])
        terms[i] = sumConstant(i, fresh);
      if (terms[i])
        continue;
      reduced.push_back(i);
      partials.push_back(reduceTerms(i, chunk, fresh, corrected.back()));
    }
    for (auto [i, total] :
         llvm::zip_equal(reduced, reduceOverThreads(reduced, partials)))
      terms[i] = widenTerms(i, total);
    for (unsigned i = begin; i < end; ++i)
      fresh[i] = addTerms(i, corrected[i - begin], terms[i], fresh);
  }
}

RowKernel::State RowKernel::foldRow(const RowChunk &chunk, const State &init) {
  State fresh(init.size());
  unsigned done = 0;
  if (std::optional<RankedPairs> pairs = findRankedPairs(fold, schedule)) {
    foldComponents(chunk, init, 0, pairs->first, fresh);
    selectPairs(*pairs, chunk, init, fresh);
    done = pairs->first + 2 * pairs->count;
  }
  foldComponents(chunk, init, done, init.size(), fresh);
  return fresh;
}

/// The sum of a value that is the same at all elements: a count.
Value RowKernel::sumConstant(unsigned component, const State &fresh) {
  MonoidAttrInterface monoid = fold.getMonoid(component);
  bool isFloat = isa<AddFAttr>(monoid);
  // An infinite value taken no times is not zero.
  if (!isa<AddIAttr>(monoid) &&
      !(isFloat && staticAxis.value_or(0) > 0 &&
        fold.getStateElementType(component).getIntOrFloatBitWidth() >= 32))
    return {};
  Value value = Term(*this, component, fresh).getInvariant();
  if (!value)
    return {};
  if (!isFloat) {
    Value count = arith::IndexCastOp::create(b, loc, value.getType(), axisSize);
    return arith::MulIOp::create(b, loc, value, count);
  }
  Value count = arith::ConstantOp::create(
      b, loc,
      b.getFloatAttr(value.getType(), static_cast<double>(*staticAxis)));
  return arith::MulFOp::create(b, loc, value, count);
}

Value RowKernel::reduceOverLanes(MonoidAttrInterface monoid, Value value,
                                 int64_t lanes) {
  return threads
      ->reduceLanes(b, loc, value, lanes, /*isSymmetric=*/true,
                    [&](ValueRange lhs, ValueRange rhs) {
                      return SmallVector<Value>{monoid.buildCombine(
                          b, loc, lhs.front(), rhs.front())};
                    })
      .front();
}

SmallVector<Value> RowKernel::reduceOverThreads(ArrayRef<unsigned> components,
                                                ValueRange values) {
  auto reduceAll = [&](ValueRange values, int64_t lanes) {
    SmallVector<Value> totals;
    for (auto [component, value] : llvm::zip_equal(components, values))
      totals.push_back(
          reduceOverLanes(getElementMonoid(fold, component), value, lanes));
    return totals;
  };
  SmallVector<Value> totals = reduceAll(values, threads->getNumLanes());
  if (components.empty() || threads->getNumWarps() == 1)
    return totals;
  totals = threads->exchangeWarps(b, loc, totals);
  return reduceAll(totals, threads->getNumWarps());
}

RowKernel::State RowKernel::mergeLanes(const State &state, int64_t lanes) {
  State corrected, fresh;
  for (unsigned i = 0, e = state.size(); i < e; ++i) {
    MonoidAttrInterface monoid = fold.getMonoid(i);
    corrected.push_back(correct(i, state, fresh));
    auto companion = dyn_cast<CompanionAttrInterface>(monoid);
    if (!companion) {
      fresh.push_back(reduceOverLanes(monoid, corrected[i], lanes));
      continue;
    }
    unsigned partner = companion.getPartnerNumber();
    SmallVector<Value> pair = threads->reduceLanes(
        b, loc, {corrected[partner], corrected[i]}, lanes,
        /*isSymmetric=*/false, [&](ValueRange lhs, ValueRange rhs) {
          return SmallVector<Value>{
              fold.getMonoid(partner).buildCombine(b, loc, lhs[0], rhs[0]),
              companion.buildCombineWith(b, loc, lhs[0], lhs[1], rhs[0],
                                         rhs[1])};
        });
    fresh.push_back(pair[1]);
  }
  return fresh;
}

RowKernel::State RowKernel::mergeThreads(const State &state) {
  if (threads->areColumns()) {
    if (threads->getNumThreads() == 1)
      return state;
    return mergeInOrder(threads->exchangeThreads(b, loc, state));
  }
  State merged = mergeLanes(state, threads->getNumLanes());
  if (threads->getNumWarps() == 1)
    return merged;
  return mergeLanes(threads->exchangeWarps(b, loc, merged),
                    threads->getNumWarps());
}

RowKernel::State RowKernel::mergeCluster(const State &state) {
  if (threads->getClusterSize() == 1)
    return state;
  return mergeInOrder(threads->exchangeBlocks(b, loc, state));
}

RowKernel::State RowKernel::mergeInOrder(ArrayRef<State> parts) {
  State merged = parts.front();
  for (const State &part : parts.drop_front())
    merged = mergePair(merged, part);
  return merged;
}

RowKernel::State RowKernel::mergePair(const State &lhs, const State &rhs) {
  State left, right, fresh;
  for (unsigned i = 0, e = lhs.size(); i < e; ++i) {
    MonoidAttrInterface monoid = fold.getMonoid(i);
    left.push_back(correct(i, lhs, fresh));
    right.push_back(correct(i, rhs, fresh));
    if (auto companion = dyn_cast<CompanionAttrInterface>(monoid)) {
      unsigned partner = companion.getPartnerNumber();
      fresh.push_back(companion.buildCombineWith(b, loc, left[partner], left[i],
                                                 right[partner], right[i]));
      continue;
    }
    fresh.push_back(monoid.buildCombine(b, loc, left[i], right[i]));
  }
  return fresh;
}
