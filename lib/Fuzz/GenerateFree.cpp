//===- GenerateFree.cpp - Cascades of any kind ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace redfuser;
using namespace redfuser::fuzz;
using llvm::SmallVector;

ExprRef Generator::makeLeaf(llvm::ArrayRef<unsigned> dims) {
  unsigned i = spec.reductions.size();
  SmallVector<unsigned> references;
  for (unsigned j = 0; j < i; ++j)
    if (llvm::all_of(spec.reductions[j].dims,
                     [&](unsigned d) { return llvm::is_contained(dims, d); }))
      references.push_back(j);
  if (!references.empty() && random.chance(35))
    return reference(random.pickFrom(references));
  if (spec.numParameters && random.chance(10))
    return Expr::leaf(Expr::Parameter, 0);
  if (random.chance(10))
    return Expr::constant(random.pick({0.0, 1.0, -1.0, 2.0, 0.5, 3.0}));
  if (random.chance(4))
    return Expr::leaf(Expr::Position, axes[0]);
  return input(random.pickFrom(getUsable(dims, false)));
}

ExprRef Generator::makeExpr(llvm::ArrayRef<unsigned> dims, unsigned depth) {
  if (depth == 0 || random.chance(10))
    return makeLeaf(dims);
  auto operand = [&] { return makeExpr(dims, depth - 1); };
  // Braces, because the order of arguments in parentheses is the compiler's.
  auto binary = [&](llvm::StringRef name) {
    return Expr::op(name, {operand(), operand()});
  };
  // An exponential of a difference is what keeps chains interesting.
  if (!spec.reductions.empty() && random.chance(20)) {
    for (auto [j, reduction] : llvm::enumerate(spec.reductions)) {
      bool isMax = reduction.monoid == Monoid::Maximum ||
                   reduction.monoid == Monoid::MaxNum;
      bool isMin = reduction.monoid == Monoid::Minimum ||
                   reduction.monoid == Monoid::MinNum;
      bool isKnown = llvm::all_of(reduction.dims, [&](unsigned d) {
        return llvm::is_contained(dims, d);
      });
      if (isKnown && (isMax || isMin) &&
          !reads(reduction.term, Expr::Reference))
        return exp(isMax ? sub(reduction.term, reference(j))
                         : sub(reference(j), reduction.term));
    }
  }
  switch (random.below(20)) {
  case 0:
  case 1:
    return binary("arith.addf");
  case 2:
  case 3:
    return binary("arith.subf");
  case 4:
  case 5:
  case 6:
  case 7:
    return binary("arith.mulf");
  case 8:
  case 9:
    return binary("arith.divf");
  case 10:
  case 11:
    return exp(operand());
  case 12: {
    ExprRef a = operand();
    return call("math.log", add(mul(a, a), Expr::constant(0.5)));
  }
  case 13: {
    llvm::StringRef name =
        random.pick({"math.absf", "arith.negf", "math.exp2"});
    return call(name, operand());
  }
  case 14:
    return call("math.sqrt", call("math.absf", operand()));
  case 15: {
    ExprRef a = operand();
    return call("math.rsqrt", add(mul(a, a), Expr::constant(0.25)));
  }
  case 16:
    return binary(
        random.pick({"arith.maximumf", "arith.minimumf", "arith.maxnumf"}));
  case 17: {
    llvm::StringRef name = random.pick({"math.tanh", "math.sin", "math.cos"});
    return call(name, operand());
  }
  case 18: {
    SmallVector<unsigned> masks = getUsable(dims, true);
    std::vector<ExprRef> sides{operand(), operand()};
    if (!masks.empty())
      return mask(masks[0], sides[0], sides[1]);
    llvm::StringRef predicate = random.pick({"olt", "oge", "ueq", "oeq"});
    std::vector<ExprRef> compared{operand(), operand()};
    return compare(predicate, compared[0], compared[1], sides[0], sides[1]);
  }
  default:
    return round(operand());
  }
}

void Generator::makeFree() {
  unsigned depth = 1 + random.below(5);
  for (unsigned i = 0; i < depth; ++i) {
    SmallVector<unsigned> dims = i == 0 ? rows : getSumDims();
    if (random.chance(8)) {
      addIntegerReduction(dims);
      continue;
    }
    if (spec.reductions.size() < 8 && random.chance(6)) {
      addFreeRanks();
      continue;
    }
    Monoid monoid =
        random.chance(60)
            ? Monoid::Add
            : random.pick({Monoid::Mul, Monoid::Maximum, Monoid::MaxNum,
                           Monoid::Minimum, Monoid::MinNum, Monoid::Maximum});
    ExprRef term = i == 0 && random.chance(50)
                       ? makeScore()
                       : makeExpr(dims, random.below(4));
    addReduction(monoid, dims, term);
    spec.reductions.back().isNarrow = random.chance(25);
  }
  spec.isStrict = random.chance(20);
}
