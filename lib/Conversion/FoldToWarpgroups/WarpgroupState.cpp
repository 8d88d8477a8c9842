//===- WarpgroupState.cpp - The state of a fold on fragments --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// The thread's row that register `index` of an accumulator belongs to.
static unsigned getHalf(unsigned index) { return index / 2 % 2; }

//===----------------------------------------------------------------------===//
// Roles of components
//===----------------------------------------------------------------------===//

bool WarpgroupKernel::isReference(unsigned component) {
  return llvm::any_of(llvm::seq(fold.getNumReductions()), [&](unsigned i) {
    if (i == component)
      return false;
    if (i > component && !fold.getTermReference(i, component).use_empty())
      return true;
    return fold.hasCorrection(i) &&
           (!fold.getCorrectionOld(i, component).use_empty() ||
            (i > component &&
             !fold.getCorrectionNew(i, component).use_empty()));
  });
}

bool WarpgroupKernel::isLagging(unsigned component) {
  return schedule.getLazy() > 0 && component != group.getProduct() &&
         mayLag(fold, component);
}

bool WarpgroupKernel::isProductReference(unsigned component) {
  unsigned product = group.getProduct();
  return component != product && fold.hasCorrection(product) &&
         (!fold.getCorrectionOld(product, component).use_empty() ||
          (component < product &&
           !fold.getCorrectionNew(product, component).use_empty()));
}

Value WarpgroupKernel::combine(unsigned component, Value lhs, Value rhs) {
  return fold.getMonoid(component).buildCombine(b, loc, lhs, rhs);
}

Value WarpgroupKernel::reduceQuad(unsigned component, Value value) {
  for (int64_t offset : {1, 2})
    value = combine(component, value, ops.shuffleXor(value, offset));
  return value;
}

Value WarpgroupKernel::getIdentity(unsigned component) {
  return arith::ConstantOp::create(b, loc,
                                   fold.getMonoid(component).getIdentity(
                                       fold.getStateElementType(component)));
}

WarpgroupKernel::State WarpgroupKernel::getIdentity() {
  State state;
  state.rows.resize(fold.getNumReductions());
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (i != group.getProduct())
      state.rows[i].fill(getIdentity(i));
  state.ahead = state.rows;
  if (checksReferences)
    state.wasLarge = arith::ConstantIntOp::create(b, loc, 0, 1);
  return state;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value WarpgroupKernel::getFirstOwnKey(Value firstKey) {
  return ops.add(firstKey, ops.mul(ops.bitAnd(lane, 3), 2));
}

/// What a register of the scores adds to the first position.
static int64_t getKeyStep(unsigned index) {
  return 8 * (index / 4) + index % 2;
}

/// The position along the axis, i32, of a register of the scores.
Value WarpgroupKernel::getKey(Value firstKey, unsigned index) {
  return ops.add(getFirstOwnKey(firstKey), getKeyStep(index));
}

void WarpgroupKernel::loadRowInputs() {
  rowInputs.clear();
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    const Memory *memory = findInput(i);
    if (!memory || memory->tensor.has(group.getAxis()))
      continue;
    for (unsigned half = 0; half < kHalves; ++half)
      rowInputs[i].push_back(loadElement(*memory, half));
  }
}

/// True for elements of at least a byte that neighbours along the axis are also
/// in memory, from even positions on: the axis is even, and so is all before
/// it.
bool WarpgroupKernel::isReadInPairs(const Memory &memory) {
  auto type = memory.tensor.getType();
  int64_t length = type.getShape().back();
  return memory.tensor.dims.back() == group.getAxis() &&
         type.getElementTypeBitWidth() >= 8 &&
         type.getElementTypeBitWidth() <= 64 && ShapedType::isStatic(length) &&
         length % 2 == 0;
}

/// What masks alone read is not there for most tiles, and has no registers to
/// wait in.
void WarpgroupKernel::loadElementInputs(const Variant &variant, Value firstKey,
                                        Loads loads) {
  if (loads == Loads::Early)
    elementInputs.clear();
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    const Memory *memory = findInput(i);
    if (!memory || !memory->tensor.has(group.getAxis()))
      continue;
    FoldOp code = variant.fold;
    bool isRead =
        llvm::any_of(llvm::seq(fold.getNumReductions()), [&](unsigned k) {
          return !code.getTermInput(k, i).use_empty();
        });
    if (!isRead || isStaged(i) ||
        maskInputs.contains(i) != (loads == Loads::Late))
      continue;
    Value last = ops.add(getSize(group.getAxis()), -1);
    bool hasRows = llvm::any_of(memory->tensor.dims,
                                [&](unsigned dim) { return group.isRow(dim); });
    bool inPairs = isReadInPairs(*memory);
    Values &elements = elementInputs[i];
    for (unsigned index = 0, e = schedule.getKeys() / 2; index < e; ++index) {
      unsigned half = getHalf(index);
      if (half > 0 && !hasRows) {
        elements.push_back(elements[index - 2]);
        continue;
      }
      if (inPairs) {
        Value position = getKey(firstKey, index);
        if (variant.hasTail)
          position = ops.min(position, ops.add(last, -1));
        llvm::append_range(elements, loadPair(*memory, half, position));
        ++index;
        continue;
      }
      Value position = getKey(firstKey, index);
      if (variant.hasTail)
        position = ops.min(position, last);
      elements.push_back(loadElement(*memory, half, position));
    }
  }
}

/// As the rows of the query: a matrix of eight rows and columns is a register
/// of two elements.
void WarpgroupKernel::loadStagedInputs(Value number) {
  int64_t chunkBytes = kWarpgroupRows * kChunkColumns * 2;
  for (const StagedInput &staged : stagedInputs) {
    ops.wait(getBarrier(staged.full, warpgroup), ops.bitAnd(number, 1));
    Value address =
        getFragmentAddress(ops.add(ops.mul(warpgroup, layout.stagedBytes),
                                   ops.add(shared, staged.offset)));
    auto type = VectorType::get(
        2, getElementTypeOrSelf(fold.getInputs()[staged.input].getType()));
    Values &elements = elementInputs[staged.input];
    elements.clear();
    for (int64_t step = 0, e = schedule.getKeys() / 16; step < e; ++step) {
      Value inChunk = ops.bitXor(address, ops.constant(step % 4 * 32));
      for (Value pair :
           ops.loadMatrices(ops.add(inChunk, step / 4 * chunkBytes))) {
        Value vector = LLVM::BitcastOp::create(b, loc, type, pair);
        for (int64_t i : {0, 1})
          elements.push_back(
              vector::ExtractOp::create(b, loc, vector, i).getResult());
      }
    }
    ops.syncWarp();
    ops.arrive(getBarrier(staged.empty, warpgroup), lane);
  }
}

/// True for the argument of a term that is an input with the axis.
bool WarpgroupKernel::isElement(BlockArgument arg) {
  unsigned number = arg.getArgNumber();
  return number < fold.getInputs().size() &&
         llvm::is_contained(getInputDims(fold, number), group.getAxis());
}

Values WarpgroupKernel::getTerms(const Variant &variant, unsigned component,
                                 ArrayRef<Value> scores, Value firstKey,
                                 const State &fresh) {
  FoldOp code = variant.fold;
  Block &block = code.getTermBlock(component);
  unsigned numInputs = fold.getInputs().size();
  unsigned firstDim = getFirstPositionDim(fold);
  unsigned stepDim = getPositionStepDim(fold);
  ScalarCode term(
      block, {group.getAxis(), stepDim},
      [&](BlockArgument arg) { return isElement(arg); }, {}, relaxed);
  Value firstOwn = getFirstOwnKey(firstKey);
  std::array<IRMapping, kHalves> &maps = invariants;
  maps = {};
  for (unsigned half = 0; half < kHalves; ++half) {
    for (BlockArgument arg : block.getArguments()) {
      unsigned number = arg.getArgNumber();
      if (arg.use_empty())
        continue;
      if (number >= numInputs)
        maps[half].map(arg, fresh.rows[number - numInputs][half]);
      else if (!isElement(arg))
        maps[half].map(arg, rowInputs.lookup(number)[half]);
    }
    term.emitInvariant(b, maps[half], [&](unsigned dim) {
      return dim == firstDim ? ops.toIndex(firstOwn) : getPosition(dim, half);
    });
  }
  Value rest, identity;
  if (variant.hasTail) {
    rest = ops.sub(getSize(group.getAxis()), firstOwn);
    identity = getIdentity(component);
  }
  // Elements of a row that share what one of them would compute alone.
  SmallVector<SmallVector<unsigned>> groups;
  if (term.hasSharedReciprocals()) {
    for (unsigned index = 0, e = scores.size(); index < e; index += 8)
      for (unsigned first : {index, index + 2})
        groups.push_back({first, first + 1, first + 4, first + 5});
  } else {
    for (unsigned index = 0, e = scores.size(); index < e; ++index)
      groups.push_back({index});
  }
  Values values(scores.size());
  for (ArrayRef<unsigned> elements : groups) {
    unsigned half = getHalf(elements.front());
    SmallVector<IRMapping> elementMaps;
    for (unsigned index : elements) {
      IRMapping &map = elementMaps.emplace_back(maps[half]);
      for (BlockArgument arg : block.getArguments().take_front(numInputs)) {
        unsigned number = arg.getArgNumber();
        if (arg.use_empty() || !isElement(arg))
          continue;
        map.map(arg, number == group.getScoresInput()
                         ? scores[index]
                         : elementInputs.lookup(number)[index]);
      }
    }
    Values results = term.emitElements(
        b, elementMaps, [&](unsigned element, unsigned dim) -> Value {
          unsigned index = elements[element];
          if (dim == stepDim)
            return ops.toIndex(ops.constant(getKeyStep(index)));
          return dim == group.getAxis() ? ops.toIndex(getKey(firstKey, index))
                                        : getPosition(dim, half);
        });
    for (auto [index, value] : llvm::zip_equal(elements, results)) {
      values[index] = value;
      if (variant.hasTail)
        values[index] = ops.select(ops.compare(arith::CmpIPredicate::sgt, rest,
                                               ops.constant(getKeyStep(index))),
                                   value, identity);
    }
  }
  return values;
}

Value WarpgroupKernel::applyPeeled(const Variant &variant, unsigned component,
                                   Value value, unsigned half) {
  for (Operation *op : variant.peeled[component]) {
    IRMapping map;
    for (Value operand : op->getOperands().drop_front()) {
      Value shared = invariants[half].lookupOrNull(operand);
      // Folding puts constants in front of the fold.
      if (!shared)
        shared = b.clone(*operand.getDefiningOp())->getResult(0);
      map.map(operand, shared);
    }
    map.map(op->getOperand(0), value);
    value = b.clone(*op, map)->getResult(0);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

RowValue WarpgroupKernel::correct(unsigned component, const State &old,
                                  const State &fresh) {
  if (!fold.hasCorrection(component))
    return old.rows[component];
  Block &block = inner.fold.getCorrectionBlock(component);
  ScalarCode code(
      block, group.getAxis(), [](BlockArgument) { return false; }, {}, relaxed);
  RowValue result;
  for (unsigned half = 0; half < kHalves; ++half) {
    IRMapping map;
    for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
      map.map(block.getArgument(i), old.rows[i][half]);
      if (i < component)
        map.map(block.getArgument(e + i), fresh.rows[i][half]);
    }
    result[half] =
        code.emitAll(b, map,
                     [&](unsigned dim) { return getPosition(dim, half); })
            .front();
  }
  return result;
}

/// Terms that are summed before the keys are released.
static constexpr size_t kHeldTerms = 4;

/// The values of a term, reduced in the thread, each row from `start` where
/// there is one. One chain a row: what ptxas schedules best between the two
/// products (docs/Design/hopper-attention.md).
static RowValue reduceThread(ArrayRef<Value> values, const RowValue *start,
                             Value &held,
                             llvm::function_ref<Value(Value, Value)> combine) {
  RowValue result;
  if (start)
    result = *start;
  for (auto [index, value] : llvm::enumerate(values)) {
    Value &chain = result[getHalf(index)];
    chain = chain ? combine(chain, value) : value;
    if (index + 1 == kHeldTerms)
      held = chain;
  }
  return result;
}

WarpgroupKernel::State
WarpgroupKernel::foldTile(const Variant &variant, ArrayRef<Value> scores,
                          Value firstKey, const State *old, Values &factor) {
  State fresh;
  unsigned count = fold.getNumReductions();
  fresh.rows.resize(count);
  fresh.ahead.resize(count);
  heldSum = Value();
  if (old)
    fresh.wasLarge = old->wasLarge;
  Value held;
  for (unsigned i = 0; i < count; ++i) {
    Values terms = getTerms(variant, i, scores, firstKey, fresh);
    if (i == group.getProduct()) {
      factor = terms;
      continue;
    }
    auto combineTerms = [&](Value lhs, Value rhs) {
      return combine(i, lhs, rhs);
    };
    if (old && !isReference(i) && variant.peeled[i].empty()) {
      RowValue corrected = correct(i, *old, fresh);
      fresh.rows[i] = fresh.ahead[i] =
          reduceThread(terms, &corrected, held, combineTerms);
      if (isa<FloatType>(held.getType()))
        heldSum = held;
      continue;
    }
    RowValue partial = reduceThread(terms, nullptr, held, combineTerms);
    auto peel = [&] {
      for (unsigned half = 0; half < kHalves; ++half)
        partial[half] = applyPeeled(variant, i, partial[half], half);
    };
    // Shifts differ from lane to lane, shuffles move 32 bits.
    bool isNarrow = !fold.getStateElementType(i).isF32();
    if (!isNarrow)
      peel();
    if (isReference(i))
      for (Value &value : partial)
        value = reduceQuad(i, value);
    if (isNarrow)
      peel();
    fresh.rows[i] = fresh.ahead[i] = partial;
    if (!old)
      continue;
    if (!isLagging(i)) {
      RowValue corrected = correct(i, *old, fresh);
      for (unsigned half = 0; half < kHalves; ++half)
        fresh.rows[i][half] = combine(i, corrected[half], partial[half]);
      fresh.ahead[i] = fresh.rows[i];
      continue;
    }
    // The reference stays until terms would exceed 2^lazy.
    Value limit = arith::ConstantOp::create(
        b, loc,
        b.getF32FloatAttr(static_cast<float>(schedule.getLazy()) *
                          0.693147181f));
    for (unsigned half = 0; half < kHalves; ++half) {
      Value ahead = combine(i, old->ahead[i][half], partial[half]);
      Value reference = old->rows[i][half];
      Value rise = arith::SubFOp::create(b, loc, ahead, reference);
      Value exceeds =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, rise, limit);
      fresh.ahead[i][half] = ahead;
      fresh.rows[i][half] = ops.select(exceeds, ahead, reference);
    }
  }
  return fresh;
}

Values WarpgroupKernel::correctElements(ArrayRef<Value> acc, const State &old,
                                        const State &fresh) {
  unsigned product = group.getProduct();
  if (!fold.hasCorrection(product))
    return Values(acc);
  Block &block = inner.fold.getCorrectionBlock(product);
  ScalarCode code(
      block, group.getAxis(),
      [&](BlockArgument arg) { return arg.getArgNumber() == product; }, {},
      relaxed);
  IRMapping maps[kHalves];
  for (unsigned half = 0; half < kHalves; ++half) {
    for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
      if (i == product)
        continue;
      maps[half].map(block.getArgument(i), old.rows[i][half]);
      if (i < product)
        maps[half].map(block.getArgument(e + i), fresh.rows[i][half]);
    }
    code.emitInvariant(b, maps[half],
                       [&](unsigned dim) { return getPosition(dim, half); });
  }
  Values corrected;
  for (unsigned index = 0, e = acc.size(); index < e; ++index) {
    unsigned half = getHalf(index);
    IRMapping map = maps[half];
    map.map(block.getArgument(product), acc[index]);
    corrected.push_back(
        code.emitElement(b, map,
                         [&](unsigned dim) { return getPosition(dim, half); })
            .front());
  }
  return corrected;
}

Values WarpgroupKernel::correctProduct(ArrayRef<Value> acc, const State &old,
                                       const State &fresh, Value *wasLarge) {
  Value changed;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (!isProductReference(i))
      continue;
    for (unsigned half = 0; half < kHalves; ++half) {
      Value before = old.rows[i][half], after = fresh.rows[i][half];
      if (before == after)
        continue;
      Value differs =
          before.getType().isF32()
              ? Value(arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE,
                                            before, after))
              : ops.compare(arith::CmpIPredicate::ne, before, after);
      changed = changed ? Value(arith::OrIOp::create(b, loc, changed, differs))
                        : differs;
    }
  }
  if (!changed)
    return Values(acc);
  Values before(acc);
  if (wasLarge)
    before.push_back(*wasLarge);
  Values results = ops.branch(
      ValueRange(before).getTypes(), ops.any(changed),
      [&] {
        Values corrected = correctElements(acc, old, fresh);
        if (wasLarge)
          corrected.push_back(b.createOrFold<arith::OrIOp>(
              loc, *wasLarge, hasLargeReferences(fresh)));
        return corrected;
      },
      [&] { return before; });
  if (wasLarge)
    *wasLarge = results.pop_back_val();
  return results;
}

/// Combines what the four lanes of a row have.
WarpgroupKernel::State WarpgroupKernel::reduceLanes(const State &state) {
  State result = state;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (i != group.getProduct() && !isReference(i))
      for (Value &value : result.rows[i])
        value = reduceQuad(i, value);
  return result;
}

/// Moves everything to the actual references.
WarpgroupKernel::State WarpgroupKernel::finishState(const State &old,
                                                    Values &acc) {
  State fresh = old;
  bool lags = false;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (i == group.getProduct())
      continue;
    if (isLagging(i)) {
      fresh.rows[i] = old.ahead[i];
      lags = true;
    } else if (lags) {
      fresh.rows[i] = correct(i, old, fresh);
    }
  }
  fresh.ahead = fresh.rows;
  acc = correctProduct(acc, old, fresh);
  return fresh;
}
