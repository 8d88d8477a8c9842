//===- Case.cpp - Expressions and what is known of cases ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/DenseMap.h"

using namespace redfuser;
using namespace redfuser::fuzz;

ExprRef Expr::leaf(Kind kind, unsigned index) {
  auto expr = std::make_shared<Expr>();
  expr->kind = kind;
  expr->index = index;
  return expr;
}

ExprRef Expr::constant(double value) {
  auto expr = std::make_shared<Expr>();
  expr->kind = Constant;
  expr->value = value;
  return expr;
}

ExprRef Expr::integer(int64_t value) {
  auto expr = std::make_shared<Expr>();
  expr->kind = Integer;
  expr->value = value;
  return expr;
}

ExprRef Expr::op(llvm::StringRef name, std::vector<ExprRef> operands) {
  auto expr = std::make_shared<Expr>();
  expr->kind = Op;
  expr->name = name.str();
  expr->operands = std::move(operands);
  return expr;
}

bool fuzz::anyOf(const ExprRef &expr,
                 llvm::function_ref<bool(const Expr &)> predicate) {
  return predicate(*expr) ||
         llvm::any_of(expr->operands, [&](const ExprRef &operand) {
           return anyOf(operand, predicate);
         });
}

bool fuzz::reads(const ExprRef &expr, Expr::Kind kind,
                 std::optional<unsigned> index) {
  return anyOf(expr, [&](const Expr &node) {
    return node.kind == kind && (!index || node.index == *index);
  });
}

static ExprRef rewriteMemo(const ExprRef &expr,
                           llvm::function_ref<ExprRef(const ExprRef &)> replace,
                           llvm::DenseMap<const Expr *, ExprRef> &memo) {
  auto it = memo.find(expr.get());
  if (it != memo.end())
    return it->second;
  auto copy = std::make_shared<Expr>(*expr);
  for (ExprRef &operand : copy->operands)
    operand = rewriteMemo(operand, replace, memo);
  ExprRef result = copy->operands == expr->operands ? expr : ExprRef(copy);
  if (ExprRef other = replace(result))
    result = other;
  memo[expr.get()] = result;
  return result;
}

ExprRef fuzz::rewrite(const ExprRef &expr,
                      llvm::function_ref<ExprRef(const ExprRef &)> replace) {
  llvm::DenseMap<const Expr *, ExprRef> memo;
  return rewriteMemo(expr, replace, memo);
}

llvm::StringRef fuzz::stringify(Monoid monoid) {
  static constexpr llvm::StringLiteral names[] = {
      "addf",    "mulf",  "maximumf", "maxnumf", "minimumf",
      "minnumf", "addi",  "muli",     "maxsi",   "minsi",
      "maxui",   "minui", "andi",     "ori",     "xori"};
  return names[static_cast<int>(monoid)];
}

bool fuzz::isExtremum(Monoid monoid) {
  return monoid >= Monoid::Maximum && monoid <= Monoid::MinNum;
}

bool fuzz::isInteger(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Integer:
  case Expr::IntegerPosition:
    return true;
  case Expr::Mask:
  case Expr::Causal:
  case Expr::Compare:
    return isInteger(*expr.operands.back());
  default:
    return false;
  }
}

ElementKind Case::getInputKind(const Input &input) const {
  return input.isMask ? ElementKind::I1 : input.isNarrow ? narrow : type;
}

ElementKind Case::getReductionKind(const Reduction &reduction) const {
  return isInteger(reduction.monoid) ? ElementKind::I32
         : reduction.isNarrow        ? narrow
                                     : type;
}

bool Case::hasChain() const {
  for (const Reduction &reduction : reductions)
    for (auto [j, earlier] : llvm::enumerate(reductions)) {
      if (!reads(reduction.term, Expr::Reference, j))
        continue;
      for (unsigned k = 0; k < inputs.size(); ++k)
        if (reads(reduction.term, Expr::Input, k) &&
            reads(earlier.term, Expr::Input, k))
          return true;
    }
  return false;
}

llvm::SmallVector<unsigned> Case::getDomain(unsigned i) const {
  llvm::SmallVector<unsigned> domain;
  for (unsigned d = 0; d < dims.size(); ++d)
    if (dims[d].isAxis || llvm::is_contained(reductions[i].dims, d))
      domain.push_back(d);
  return domain;
}
