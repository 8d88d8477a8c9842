//===- TermAnalysis.cpp - Data flow of one term ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermAnalysis.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;

/// Calls `fn` for each value that `op` or an operation nested in it uses.
static void forEachUse(Operation *op, function_ref<void(Value)> fn) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      fn(operand);
  });
}

TermAnalysis::TermAnalysis(cascade::ChainOp chain, unsigned reduction,
                           const llvm::SmallBitVector &rows)
    : block(chain.getTermBlock(reduction)),
      yielded(chain.getTermValue(reduction)), numReferences(reduction) {
  for (unsigned i = 0, e = chain.getInputs().size(); i < e; ++i)
    if (rows.empty() || !rows.test(i))
      onInputs.insert(chain.getTermInput(reduction, i));
  for (unsigned k = 0; k < reduction; ++k) {
    llvm::SmallBitVector self(numReferences);
    self.set(k);
    references[chain.getTermReference(reduction, k)] = self;
  }
  for (Operation &op : block.without_terminator()) {
    bool varies = isa<cascade::IndexOp>(op);
    llvm::SmallBitVector used(numReferences);
    forEachUse(&op, [&](Value value) {
      varies |= dependsOnInputs(value);
      used |= getReferences(value);
    });
    op.walk([&](cascade::IndexOp) { varies = true; });
    for (Value result : op.getResults()) {
      if (varies)
        onInputs.insert(result);
      if (used.any())
        references[result] = used;
    }
  }

  // Backwards, so that each operation's users are known.
  live.insert(block.getTerminator());
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (llvm::any_of(op.getUsers(), [&](Operation *user) {
          return live.contains(getAncestor(user));
        }))
      live.insert(&op);
}

llvm::SmallBitVector TermAnalysis::getReferences(Value value) const {
  auto found = references.find(value);
  return found == references.end() ? llvm::SmallBitVector(numReferences)
                                   : found->second;
}

bool TermAnalysis::isOnly(Value value,
                          const llvm::SmallBitVector &allowed) const {
  llvm::SmallBitVector used = getReferences(value);
  return used.any() && !used.test(allowed) && !dependsOnInputs(value);
}

SmallVector<Value>
TermAnalysis::getFrontier(const llvm::SmallBitVector &deferred) const {
  SmallVector<Value> frontier;
  auto visit = [&](Value value) {
    if (!isOnly(value, deferred))
      return;
    for (Operation *user : value.getUsers()) {
      Operation *op = getAncestor(user);
      if (!isLive(op))
        continue;
      bool leaves = op == block.getTerminator() ||
                    llvm::any_of(op->getResults(), [&](Value result) {
                      return !isOnly(result, deferred);
                    });
      if (leaves) {
        frontier.push_back(value);
        return;
      }
    }
  };
  for (Value argument : block.getArguments())
    visit(argument);
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      visit(result);
  return frontier;
}

SmallVector<Value> TermAnalysis::getInputFrontier() const {
  SmallVector<Value> frontier;
  auto isOnInputs = [&](Value value) {
    return value.getDefiningOp() && isa<FloatType>(value.getType()) &&
           dependsOnInputs(value) && getReferences(value).none();
  };
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      if (isOnInputs(result) &&
          (result == yielded ||
           llvm::any_of(result.getUsers(), [&](Operation *user) {
             Operation *reader = getAncestor(user);
             return llvm::any_of(reader->getResults(), [&](Value other) {
               return getReferences(other).any();
             });
           })))
        frontier.push_back(result);
  return frontier;
}

SmallVector<TermAnalysis::Condition> TermAnalysis::getConditions(Value value) {
  if (auto found = conditions.find(value); found != conditions.end())
    return found->second;
  std::optional<SmallVector<Condition>> common;
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (!isLive(getAncestor(op)))
      continue;
    SmallVector<Condition> here;
    if (op != block.getTerminator() && op->getBlock() == &block &&
        op->getNumResults() == 1)
      here = getConditions(op->getResult(0));
    auto select = dyn_cast<arith::SelectOp>(op);
    if (select && use.getOperandNumber() > 0 &&
        select.getCondition().getType().isInteger(1) &&
        getReferences(select.getCondition()).none())
      here.push_back({select.getCondition(), use.getOperandNumber() == 1});
    if (!common)
      common = here;
    else
      llvm::erase_if(*common, [&](const Condition &condition) {
        return !llvm::is_contained(here, condition);
      });
  }
  return conditions[value] = common.value_or(SmallVector<Condition>());
}
