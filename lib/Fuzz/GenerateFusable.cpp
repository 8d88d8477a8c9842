//===- GenerateFusable.cpp - Cascades that must fuse ----------------------===//
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

ExprRef Generator::makeScore() {
  double inf = std::numeric_limits<double>::infinity();
  ExprRef score = input(0);
  if (random.chance(25))
    score = mul(score, Expr::constant(random.pick({0.125, 0.5, 2.0, -1.0})));
  if (spec.numParameters && random.chance(30))
    score = mul(score, Expr::leaf(Expr::Parameter, 0));
  SmallVector<unsigned> usable = getUsable(rows, false);
  if (usable.size() > 1 && random.chance(25))
    score = add(score, input(random.pickFrom(usable)));
  SmallVector<unsigned> masks = getUsable(rows, true);
  if (!masks.empty() && random.chance(70))
    score =
        mask(masks[0], score, Expr::constant(random.pick({-inf, -inf, -1e4})));
  else if (!rows.empty() && random.chance(15))
    score = causal(rows[0], axes[0], score, Expr::constant(-inf));
  return score;
}

ExprRef Generator::makeWeights(llvm::ArrayRef<unsigned> dims,
                               ExprRef seedFactor) {
  ExprRef product = seedFactor;
  SmallVector<unsigned> usable = getUsable(dims, false);
  unsigned count = product ? random.below(3) : 1 + random.below(2);
  for (unsigned k = 0; k < count; ++k) {
    // The last inputs have the columns.
    unsigned which =
        random.chance(50) ? usable.back() : random.pickFrom(usable);
    product = product ? mul(product, input(which)) : input(which);
  }
  return product;
}

SmallVector<unsigned> Generator::getSumDims() {
  SmallVector<unsigned> dims = rows;
  if (!columns.empty() && random.chance(60))
    dims.push_back(columns[0]);
  return dims;
}

std::optional<unsigned> Generator::findRowInput() {
  for (auto [k, input] : llvm::enumerate(spec.inputs))
    if (!input.isMask && llvm::none_of(input.dims, [&](unsigned d) {
          return spec.dims[d].isAxis;
        }))
      return k;
  return std::nullopt;
}

ExprRef Generator::applyDeferred(ExprRef term, unsigned sum) {
  ExprRef d = reference(sum);
  switch (random.below(6)) {
  case 0:
    return mul(term, d);
  case 1:
    return mul(term, div(Expr::constant(1), d));
  case 2: {
    ExprRef square = mul(d, d);
    return mul(term, call("math.rsqrt", add(square, Expr::constant(1e-3))));
  }
  case 3:
    return mul(term, call("math.tanh", d));
  default:
    return div(term, d);
  }
}

void Generator::makeFusable() {
  ExprRef score = makeScore();
  bool isMax = random.chance(80);
  bool number = random.chance(35);
  addReduction(isMax ? (number ? Monoid::MaxNum : Monoid::Maximum)
                     : (number ? Monoid::MinNum : Monoid::Minimum),
               rows, score);
  // Exponents fall from zero as the reference moves.
  ExprRef distance =
      isMax ? sub(score, reference(0)) : sub(reference(0), score);
  auto makeExponential = [&]() -> ExprRef {
    ExprRef exponent = distance;
    if (random.chance(25))
      exponent = mul(exponent, Expr::constant(random.pick({0.5, 2.0, 0.125})));
    return random.chance(20) ? call("math.exp2", exponent) : exp(exponent);
  };
  SmallVector<unsigned> sums;
  unsigned count = 1 + random.below(4);
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<unsigned> dims = i == 0 ? rows : getSumDims();
    SmallVector<unsigned> known;
    for (unsigned sum : sums)
      if (llvm::all_of(spec.reductions[sum].dims,
                       [&](unsigned d) { return llvm::is_contained(dims, d); }))
        known.push_back(sum);
    ExprRef term;
    bool isRelated = random.chance(85);
    if (isRelated && !known.empty() && random.chance(20)) {
      // The other spelling of a division: exp(s - (m + log l)).
      ExprRef lse = add(reference(0), call("math.log", reference(known[0])));
      // Inits that anything may be would take the logarithm out of its range,
      // or leave a sum of zero.
      if (isMax && known[0] == 1 && isPlainSum &&
          spec.reductions[0].init != Init::Argument &&
          spec.reductions[1].init != Init::Argument) {
        term = makeWeights(dims, exp(sub(score, lse)));
        addReduction(Monoid::Add, dims, term);
        sums.push_back(spec.reductions.size() - 1);
        continue;
      }
    }
    if (isRelated) {
      ExprRef exponential = makeExponential();
      if (i == 0 && random.chance(60)) {
        term = exponential;
        isPlainSum = true;
      } else {
        term = makeWeights(dims, exponential);
      }
    } else {
      term = makeWeights(dims, nullptr);
    }
    std::optional<unsigned> sink = findRowInput();
    if (sink && !known.empty() && known[0] == 1 && isPlainSum && isMax &&
        random.chance(60))
      // One more score, which has no element.
      term = div(term, add(reference(1), exp(sub(input(*sink), reference(0)))));
    else if (!known.empty() && random.chance(60))
      term = applyDeferred(term, random.pickFrom(known));
    // A mask behind everything, which drops what is not finite, too.
    SmallVector<unsigned> masks = getUsable(dims, true);
    if (!masks.empty() && random.chance(25))
      term = mask(masks[0], term, Expr::constant(0));
    // Where the extremum is attained: see addAttained for exact scores.
    if (!anyOf(score,
               [](const Expr &expr) {
                 return expr.kind == Expr::Op || expr.kind == Expr::Round;
               }) &&
        random.chance(12))
      term = compare(random.chance(70) ? "oeq"
                     : isMax           ? "oge"
                                       : "ole",
                     score, reference(0), makeWeights(dims, nullptr),
                     Expr::constant(0));
    addReduction(Monoid::Add, dims, term);
    sums.push_back(spec.reductions.size() - 1);
  }
  if (random.chance(15))
    addReduction(random.pick({Monoid::Maximum, Monoid::Mul, Monoid::MinNum}),
                 rows, input(0));
  if (!sums.empty() && random.chance(30))
    addExtremum(sums.front());
  if (random.chance(15))
    addIntegerReduction(rows);
  // A score that is computed is rounded, and rounding makes ties.
  bool isExact = !anyOf(score, [](const Expr &expr) {
    return expr.kind == Expr::Op || expr.kind == Expr::Round;
  });
  if (isExact && random.chance(40))
    addAttained(score);
  if (axes.size() == 1 && random.chance(25)) {
    bool isNormalized = isMax &&
                        isSame(spec.reductions[1].term, exp(distance)) &&
                        spec.reductions[0].init != Init::Argument &&
                        spec.reductions[1].init != Init::Argument;
    ExprRef best = score;
    if (isNormalized && random.chance(60))
      best = div(exp(distance), reference(1));
    addRanks(best, random.chance(70) ? Monoid::Maximum : Monoid::Minimum,
             makeRankCount());
  }
}

void Generator::addExtremum(unsigned sum) {
  ExprRef x = input(0), d = reference(sum);
  bool isMax = random.chance(50);
  Monoid monoid = isMax ? Monoid::Maximum : Monoid::Minimum;
  switch (random.below(6)) {
  case 0:
    addReduction(isMax ? Monoid::MaxNum : Monoid::MinNum, rows, sub(x, d));
    break;
  case 1:
    addReduction(monoid, rows, sub(d, x));
    break;
  case 2:
    addReduction(monoid, rows, mul(x, d));
    break;
  case 3:
    addReduction(Monoid::Maximum, rows, call("math.absf", sub(x, d)));
    break;
  case 4:
    addReduction(monoid, rows, call("math.tanh", sub(x, d)));
    break;
  default: {
    // Two places, a factor of one sign.
    ExprRef root = call("math.rsqrt", add(mul(d, d), Expr::constant(1e-3)));
    ExprRef weighted = makeWeights(rows, mul(x, root));
    addReduction(Monoid::Maximum, rows, call("math.absf", weighted));
    break;
  }
  }
}

void Generator::addAttained(ExprRef score) {
  double inf = std::numeric_limits<double>::infinity();
  std::vector<ExprRef> sides{score, reference(0)};
  if (random.chance(50))
    std::swap(sides[0], sides[1]);
  auto attained = [&](ExprRef value, double otherwise) {
    return compare("oeq", sides[0], sides[1], value, Expr::constant(otherwise));
  };
  ExprRef position = Expr::leaf(Expr::Position, axes[0]);
  if (random.chance(50))
    return addIntegerAttained(sides[0], sides[1]);
  switch (random.below(4)) {
  case 0:
    return addReduction(Monoid::Add, rows, attained(Expr::constant(1.0), 0.0));
  case 1:
    return addReduction(Monoid::Minimum, rows, attained(position, inf));
  case 2:
    return addReduction(Monoid::Maximum, rows, attained(position, -inf));
  default:
    SmallVector<unsigned> dims = getSumDims();
    return addReduction(Monoid::Add, dims,
                        attained(makeWeights(dims, nullptr), 0.0));
  }
}

void Generator::addIntegerAttained(ExprRef lhs, ExprRef rhs) {
  ExprRef position = Expr::leaf(Expr::IntegerPosition, axes[0]);
  auto attained = [&](ExprRef value, int64_t otherwise) {
    return compare("oeq", lhs, rhs, value, Expr::integer(otherwise));
  };
  switch (random.below(3)) {
  case 0:
    return addReduction(Monoid::AddI, rows, attained(Expr::integer(1), 0));
  case 1:
    return addReduction(
        Monoid::MinSI, rows,
        attained(position, std::numeric_limits<int32_t>::max()));
  default:
    return addReduction(
        Monoid::MaxSI, rows,
        attained(position, std::numeric_limits<int32_t>::min()));
  }
}
