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

#include "RowKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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

RowKernel::State RowKernel::getInit() {
  State state;
  for (auto [i, init] : llvm::enumerate(fold.getInits()))
    state.push_back(getTensorRowValue(init, group.getDims(fold->getResult(i))));
  return state;
}

Value RowKernel::reduceTerms(unsigned component, const RowChunk &chunk,
                             const State &fresh) {
  Block &block = fold.getTermBlock(component);
  unsigned numInputs = fold.getInputs().size();
  SmallVector<const RowMemory *> memories = getFoldOperands();
  auto varies = [&](BlockArgument arg) {
    return arg.getArgNumber() < numInputs && memories[arg.getArgNumber()] &&
           memories[arg.getArgNumber()]->alongAxis;
  };
  ScalarCode code(block, group.getAxis(), varies, {}, relaxed);
  IRMapping map;
  for (BlockArgument arg : block.getArguments()) {
    unsigned number = arg.getArgNumber();
    if (number >= numInputs)
      map.map(arg, fresh[number - numInputs]);
    else if (!varies(arg))
      map.map(arg, getTensorRowValue(fold.getInputs()[number],
                                     getFoldInputDims(number)));
  }
  code.emitInvariant(b, map, [&](unsigned dim) { return positions[dim]; });

  MonoidAttrInterface monoid = fold.getMonoid(component);
  Value identity = arith::ConstantOp::create(
      b, loc, monoid.getIdentity(fold.getStateElementType(component)));
  auto combineValues = [&](Value lhs, Value rhs) {
    return monoid.buildCombine(b, loc, lhs, rhs);
  };
  PairwiseTree tree(combineValues);
  for (unsigned index = 0, e = chunk.first.size(); index < e; ++index)
    for (int64_t lane = 0; lane < schedule.getVector(); ++lane) {
      IRMapping element = map;
      for (unsigned i = 0; i < numInputs; ++i)
        if (varies(block.getArgument(i)))
          element.map(block.getArgument(i),
                      getElement(chunk, memories[i], index, lane));
      auto position = [&](unsigned dim) {
        return getPosition(dim, getElementPosition(chunk, index, lane));
      };
      Value term = code.emitElement(b, element, position).front();
      // In place of the value of the term, not of its inputs: 0 * NaN.
      if (chunk.isWhole[index])
        term = arith::SelectOp::create(b, loc, isInside(chunk, index, lane),
                                       term, identity);
      tree.push(term);
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
    map.map(arg, value);
  ScalarCode code(
      block, group.getAxis(), [](BlockArgument) { return false; }, {}, relaxed);
  return code.emitAll(b, map, [&](unsigned dim) { return positions[dim]; })
      .front();
}

RowKernel::State RowKernel::foldChunk(const RowChunk &chunk, const State &old) {
  State fresh;
  for (unsigned i = 0, e = old.size(); i < e; ++i) {
    Value terms = reduceTerms(i, chunk, fresh);
    Value corrected = correct(i, old, fresh);
    fresh.push_back(fold.getMonoid(i).buildCombine(b, loc, corrected, terms));
  }
  return fresh;
}

/// All threads of a row agree on each component before the next is begun.
RowKernel::State RowKernel::foldRow(const RowChunk &chunk, const State &init) {
  State fresh;
  for (unsigned i = 0, e = init.size(); i < e; ++i) {
    Value terms = reduceTerms(i, chunk, fresh);
    terms = reduceOverThreads(i, terms);
    Value corrected = correct(i, init, fresh);
    fresh.push_back(fold.getMonoid(i).buildCombine(b, loc, corrected, terms));
  }
  return fresh;
}

Value RowKernel::reduceOverLanes(unsigned component, Value value,
                                 int64_t lanes) {
  MonoidAttrInterface monoid = fold.getMonoid(component);
  return threads
      ->reduceLanes(b, loc, value, lanes, /*isSymmetric=*/true,
                    [&](ValueRange lhs, ValueRange rhs) {
                      return SmallVector<Value>{monoid.buildCombine(
                          b, loc, lhs.front(), rhs.front())};
                    })
      .front();
}

Value RowKernel::reduceOverThreads(unsigned component, Value value) {
  value = reduceOverLanes(component, value, threads->getNumLanes());
  if (threads->getNumWarps() == 1)
    return value;
  value = threads->exchangeWarps(b, loc, value).front();
  return reduceOverLanes(component, value, threads->getNumWarps());
}

RowKernel::State RowKernel::mergeLanes(const State &state, int64_t lanes) {
  State fresh;
  for (unsigned i = 0, e = state.size(); i < e; ++i)
    fresh.push_back(reduceOverLanes(i, correct(i, state, fresh), lanes));
  return fresh;
}

RowKernel::State RowKernel::mergeThreads(const State &state) {
  State merged = mergeLanes(state, threads->getNumLanes());
  if (threads->getNumWarps() == 1)
    return merged;
  return mergeLanes(threads->exchangeWarps(b, loc, merged),
                    threads->getNumWarps());
}

RowKernel::State RowKernel::mergePair(const State &lhs, const State &rhs) {
  State fresh;
  for (unsigned i = 0, e = lhs.size(); i < e; ++i) {
    Value left = correct(i, lhs, fresh), right = correct(i, rhs, fresh);
    fresh.push_back(fold.getMonoid(i).buildCombine(b, loc, left, right));
  }
  return fresh;
}
