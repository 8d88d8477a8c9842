//===- GenerateRanks.cpp - The best elements of rows ----------------------===//
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

void Generator::addRanks(ExprRef score, Monoid extremum, unsigned count,
                         Flaw flaw) {
  double inf = std::numeric_limits<double>::infinity();
  bool isMax = extremum == Monoid::Maximum || extremum == Monoid::MaxNum;
  // As JAX has it, a NaN has a position; as torch has it, none.
  bool hasNaN = random.chance(50);
  // The last position is found among exact scores alone.
  bool isDeferred = reads(score, Expr::Reference);
  bool isFirst = random.chance(80) || (family == Family::Fusable && isDeferred);
  bool isPaired = random.chance(60) && (isFirst || !hasNaN) &&
                  (extremum == Monoid::Maximum || extremum == Monoid::Minimum);
  int64_t start = random.pick<int64_t>({0, 0, 0, -1, 2});
  SmallVector<unsigned> found, dims = shuffled(rows);
  for (unsigned rank = 1; rank <= count; ++rank) {
    bool isLast = rank == count;
    double worst = isMax ? -inf : inf;
    ExprRef scored = score;
    if (isLast && flaw == Flaw::OtherScore)
      scored = mul(score, Expr::constant(2));
    if (isLast && flaw == Flaw::OtherWorst)
      worst = 0;
    SmallVector<unsigned> excluded(found);
    if (isLast && flaw == Flaw::Gap)
      excluded.erase(excluded.begin());
    ExprRef term = exclude(scored, shuffled(excluded), worst);
    unsigned value = spec.reductions.size();
    addRanked(extremum, dims, term);
    if (isLast && random.chance(20))
      break;
    auto chosen = std::make_shared<Expr>();
    chosen->kind = hasNaN ? Expr::CompareOrNaN : Expr::Compare;
    chosen->name = "oeq";
    chosen->operands = {
        term, reference(value), Expr::leaf(Expr::IntegerPosition, axes[0]),
        Expr::integer(isFirst ? std::numeric_limits<int32_t>::max()
                              : std::numeric_limits<int32_t>::min())};
    if (!isPaired && random.chance(30))
      std::swap(chosen->operands[0], chosen->operands[1]);
    found.push_back(spec.reductions.size());
    addRanked(isFirst ? Monoid::MinSI : Monoid::MaxSI, dims, chosen);
    if (isPaired) {
      spec.reductions.back().partner = value;
      // A position that an element has ties with JAX's.
      spec.reductions.back().start =
          hasNaN ? std::min<int64_t>(start, 0) : start;
    }
  }
}

void Generator::addRanked(Monoid monoid, SmallVector<unsigned> dims,
                          ExprRef term) {
  addReduction(monoid, dims, std::move(term));
  spec.reductions.back().dims = dims;
  spec.reductions.back().init = Init::Identity;
}

void Generator::addFreeRanks() {
  ExprRef score = makeScore();
  unsigned first = spec.reductions.size();
  switch (random.below(4)) {
  case 0:
  case 1:
    break;
  case 2:
    addReduction(Monoid::Maximum, rows, score);
    addReduction(Monoid::Add, rows, exp(sub(score, reference(first))));
    score = div(exp(sub(score, reference(first))), reference(first + 1));
    break;
  default:
    score = makeExpr(rows, random.below(4));
    break;
  }
  Monoid extremum =
      random.pick({Monoid::Maximum, Monoid::Maximum, Monoid::Maximum,
                   Monoid::Minimum, Monoid::Minimum, Monoid::MaxNum});
  Flaw flaw = random.chance(85)
                  ? Flaw::None
                  : random.pick({Flaw::OtherScore, Flaw::OtherWorst});
  addRanks(score, extremum, makeRankCount(), flaw);
  if (random.chance(10) && !spec.reductions.back().partner)
    spec.reductions.back().init = Init::Argument;
  // What is found, where it is.
  if (spec.reductions.back().monoid != Monoid::MaxSI &&
      spec.reductions.back().monoid != Monoid::MinSI)
    return;
  unsigned position = spec.reductions.size() - 1;
  if (random.chance(25)) {
    auto gathered = std::make_shared<Expr>();
    gathered->kind = Expr::At;
    gathered->index = axes[0];
    SmallVector<unsigned> dims = getSumDims();
    gathered->operands = {Expr::leaf(Expr::IntegerReference, position),
                          makeWeights(dims, nullptr), Expr::constant(0)};
    addReduction(Monoid::Add, dims, gathered);
  }
}
