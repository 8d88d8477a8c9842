//===- GenerateUnfusable.cpp - Cascades that must not fuse ----------------===//
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

void Generator::makeUnfusable() {
  ExprRef x = input(0);
  ExprRef d;
  switch (random.below(3)) {
  case 0:
    addReduction(Monoid::Add, rows, x);
    d = reference(0);
    break;
  case 1:
    addReduction(Monoid::Add, rows, mul(x, x));
    d = reference(0);
    break;
  default:
    addReduction(Monoid::Maximum, rows, x);
    addReduction(Monoid::Add, rows, exp(sub(x, reference(0))));
    d = reference(1);
    break;
  }
  ExprRef one = Expr::constant(1), zero = Expr::constant(0), term;
  ExprRef difference = sub(x, d);
  // Ranks that are none.
  if (axes.size() == 1 && random.chance(15)) {
    Flaw flaw = random.pick({Flaw::OtherScore, Flaw::OtherWorst, Flaw::Gap});
    return addRanks(x, random.pick({Monoid::Maximum, Monoid::Minimum}),
                    (flaw == Flaw::Gap ? 3 : 2) + random.below(2), flaw);
  }
  // No extremum at an end.
  if (random.chance(15)) {
    addReduction(Monoid::Minimum, rows,
                 random.chance(50) ? call("math.absf", difference)
                                   : call("math.sin", difference));
    return;
  }
  switch (random.below(12)) {
  case 0:
    term = div(one, add(one, exp(sub(d, x))));
    break;
  case 1:
    term = Expr::op("arith.maximumf", {difference, zero});
    break;
  case 2:
    term = call("math.absf", difference);
    break;
  case 3:
    term = exp(mul(x, d));
    break;
  case 4:
    term =
        call("math.log", add(add(mul(x, x), mul(d, d)), Expr::constant(0.5)));
    break;
  case 5:
    term = call("math.tanh", difference);
    break;
  case 6:
    term = exp(div(x, d));
    break;
  case 7:
    term = div(one, add(add(mul(x, x), mul(d, d)), one));
    break;
  case 8:
    term = Expr::op("math.powf", {call("math.absf", x), d});
    break;
  case 9:
    term = call("math.sqrt", add(mul(x, x), mul(d, d)));
    break;
  case 10:
    term = Expr::op("arith.minimumf", {x, d});
    break;
  default:
    term = compare("olt", x, d, x, zero);
    break;
  }
  SmallVector<unsigned> dims = getSumDims();
  if (random.chance(50))
    term = makeWeights(dims, term);
  addReduction(Monoid::Add, dims, term);
  // What follows does not make it fusable.
  if (random.chance(30))
    addReduction(Monoid::Add, rows, mul(x, d));
}
