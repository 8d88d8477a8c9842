//===- Case.cpp - Expressions and what is known of cases ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/DenseMap.h"

#include <cmath>

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
    bool isKind = node.kind == kind || (kind == Expr::Reference &&
                                        node.kind == Expr::IntegerReference);
    return isKind && (!index || node.index == *index);
  });
}

bool fuzz::isSame(const ExprRef &a, const ExprRef &b) {
  if (a == b)
    return true;
  return a->kind == b->kind && a->index == b->index && a->other == b->other &&
         a->name == b->name &&
         (a->value == b->value ||
          (std::isnan(a->value) && std::isnan(b->value))) &&
         llvm::equal(a->operands, b->operands, isSame);
}

ExprRef fuzz::stripExclusions(ExprRef score,
                              llvm::SmallVectorImpl<unsigned> &excluded) {
  while (score->kind == Expr::At &&
         score->operands[0]->kind == Expr::IntegerReference &&
         score->operands[1]->kind == Expr::Constant &&
         std::isinf(score->operands[1]->value)) {
    excluded.push_back(score->operands[0]->index);
    score = score->operands[2];
  }
  return score;
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
  case Expr::IntegerReference:
    return true;
  case Expr::Mask:
  case Expr::Causal:
  case Expr::Compare:
  case Expr::CompareOrNaN:
  case Expr::At:
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

std::optional<Case::Choice> Case::getChoice(unsigned i) const {
  const Reduction &reduction = reductions[i];
  const Expr &term = *reduction.term;
  bool isCompare = term.kind == Expr::Compare && term.name == "oeq";
  if ((reduction.monoid != Monoid::MinSI &&
       reduction.monoid != Monoid::MaxSI) ||
      (!isCompare && term.kind != Expr::CompareOrNaN) ||
      term.operands[2]->kind != Expr::IntegerPosition)
    return std::nullopt;
  unsigned side = term.operands[0]->kind == Expr::Reference;
  ExprRef score = term.operands[side];
  const Expr &reference = *term.operands[1 - side];
  if (reference.kind != Expr::Reference ||
      !isExtremum(reductions[reference.index].monoid) ||
      !isSame(reductions[reference.index].term, score))
    return std::nullopt;
  Choice choice{reference.index, score, {}, !isCompare};
  choice.score = stripExclusions(score, choice.excluded);
  return choice;
}

bool Case::isPaired(unsigned i) const {
  if (!reductions[i].partner)
    return false;
  std::optional<Choice> choice = getChoice(i);
  return choice && choice->extremum == *reductions[i].partner;
}

std::optional<unsigned> Case::getPosition(unsigned i) const {
  for (unsigned p = i + 1; p < reductions.size(); ++p)
    if (reductions[p].partner == i && isPaired(p))
      return p;
  return std::nullopt;
}

llvm::SmallVector<unsigned> Case::getDomain(unsigned i) const {
  llvm::SmallVector<unsigned> domain;
  for (unsigned d = 0; d < dims.size(); ++d)
    if (dims[d].isAxis || llvm::is_contained(reductions[i].dims, d))
      domain.push_back(d);
  return domain;
}
