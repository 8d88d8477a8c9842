//===- Deviations.cpp - Where special values may differ -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deviations.h"

#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Runtime/Compare.h"

#include "mlir/Parser/Parser.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::fuzz;

/// Roundings of the probes.
static constexpr unsigned kNumProbes = 5;
/// Exponentials of what is smaller are numbers in f32, powers of what is larger
/// too.
static constexpr double kExtreme = 80;
static constexpr double kVanishing = 1e-18;
/// How near a value must be to that of numbers near by, and what these numbers
/// may do to it, against the RMS of the result.
static constexpr double kNear = 0.02;
static constexpr double kPerturbation = 1e-5;

static bool isExtreme(double value) {
  return !(std::abs(value) < kExtreme) || std::abs(value) < kVanishing;
}

static bool readsInputs(const ExprRef &expr) {
  return anyOf(expr, [](const Expr &node) {
    return node.kind == Expr::Input || node.kind == Expr::Mask ||
           node.kind == Expr::Causal || node.kind == Expr::Position ||
           node.kind == Expr::IntegerPosition || node.kind == Expr::At;
  });
}

/// Every float that the expression computes, once.
static void collect(const ExprRef &expr, std::vector<ExprRef> &nodes) {
  if (llvm::is_contained(nodes, expr))
    return;
  if (!isInteger(*expr))
    nodes.push_back(expr);
  for (const ExprRef &operand : expr->operands)
    collect(operand, nodes);
}

/// The largest expressions within that read inputs alone.
static void collectWholes(const ExprRef &expr, std::vector<ExprRef> &wholes) {
  if (!reads(expr, Expr::Reference)) {
    if (readsInputs(expr) && !isInteger(*expr))
      wholes.push_back(expr);
    return;
  }
  for (const ExprRef &operand : expr->operands)
    collectWholes(operand, wholes);
}

/// What is divided by.
static void collectDivisors(const ExprRef &expr,
                            std::vector<ExprRef> &divisors) {
  if (expr->name == "arith.divf")
    collect(expr->operands[1], divisors);
  for (const ExprRef &operand : expr->operands)
    collectDivisors(operand, divisors);
}

/// How often the expression mentions reduction `index`.
static unsigned countReferences(const ExprRef &expr, unsigned index) {
  unsigned count = expr->kind == Expr::Reference && expr->index == index;
  for (const ExprRef &operand : expr->operands)
    count += countReferences(operand, index);
  return count;
}

static bool hasSumOfReferences(const ExprRef &term) {
  return anyOf(term, [](const Expr &node) {
    return (node.name == "arith.addf" || node.name == "arith.subf") &&
           llvm::any_of(node.operands, [](const ExprRef &operand) {
             return reads(operand, Expr::Reference);
           });
  });
}

static bool hasZero(const ExprRef &term) {
  return anyOf(term, [](const Expr &node) {
    return node.kind == Expr::Constant && node.value == 0;
  });
}

static ExprRef choose(StringRef predicate, ExprRef lhs, ExprRef rhs,
                      ExprRef yes, ExprRef no) {
  auto expr = std::make_shared<Expr>();
  expr->kind = Expr::Compare;
  expr->name = predicate.str();
  expr->operands = {lhs, rhs, yes, no};
  return expr;
}

/// `reference`, with numbers in place of what is zero, extreme or NaN.
static ExprRef regularize(const ExprRef &reference, double small, double large,
                          double other) {
  ExprRef zero = Expr::constant(0);
  ExprRef size = Expr::op("math.absf", {reference});
  ExprRef number = choose("olt", size, Expr::constant(kVanishing),
                          Expr::constant(small), reference);
  ExprRef end = choose("ogt", reference, zero, Expr::constant(large),
                       choose("olt", reference, zero, Expr::constant(-large),
                              Expr::constant(other)));
  return choose("olt", size, Expr::constant(kExtreme), number, end);
}

Deviations::Deviations(MLIRContext &context, const Case &spec,
                       ArrayRef<HostTensor> arguments)
    : context(context), chain(returnAll(spec)), arguments(arguments),
      form(spec.form) {
  chain.form = Form::Chain;
}

Results Deviations::interpret(const Case &program, bool isReal, uint64_t seed) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(program.printProgram(), &context);
  assert(module && "expected a program like the case's own");
  foldConstants(*module);
  reference::InterpreterOptions how;
  how.rounding = isReal ? reference::Rounding::None
                 : seed ? reference::Rounding::Random
                        : reference::Rounding::Nearest;
  how.seed = seed;
  auto results = reference::interpret(
      module->lookupSymbol<func::FuncOp>("main"), arguments, how);
  return succeeded(results) ? std::move(*results) : Results();
}

void Deviations::probe() {
  if (!probed.empty())
    return;
  Case probing = chain;
  auto add = [&](unsigned i, Monoid monoid, ExprRef term) {
    Case::Reduction reduction;
    reduction.monoid = monoid;
    reduction.dims = chain.reductions[i].dims;
    reduction.term = std::move(term);
    reduction.init = Init::Identity;
    probing.reductions.push_back(std::move(reduction));
    return probing.reductions.size() - 1;
  };
  probes.resize(chain.reductions.size());
  for (auto [i, reduction] : llvm::enumerate(chain.reductions)) {
    std::vector<ExprRef> nodes;
    collect(reduction.term, nodes);
    for (const ExprRef &node : nodes) {
      bool ofInputs = readsInputs(node);
      bool ofReferences = reads(node, Expr::Reference);
      // The largest of equal values is the value; NaN stays.
      if (ofReferences && !ofInputs)
        probes[i].factors.push_back(add(i, Monoid::Maximum, node));
      else if (ofInputs && !ofReferences)
        probes[i].elements.push_back(
            add(i, Monoid::Maximum, Expr::op("math.absf", {node})));
    }
    std::vector<ExprRef> divisors;
    collectDivisors(reduction.term, divisors);
    for (const ExprRef &node : divisors)
      if (readsInputs(node) && !reads(node, Expr::Reference))
        probes[i].elements.push_back(
            add(i, Monoid::Maximum,
                Expr::op("math.absf",
                         {Expr::op("arith.divf", {Expr::constant(1), node})})));
    std::vector<ExprRef> wholes;
    collectWholes(reduction.term, wholes);
    for (const ExprRef &whole : wholes)
      probes[i].wholes.push_back(
          add(i, Monoid::Maximum, Expr::op("math.absf", {whole})));
    if (!isInteger(*reduction.term)) {
      ExprRef size = Expr::op("math.absf", {reduction.term});
      probes[i].smallest = add(i, Monoid::MinNum, size);
      probes[i].magnitude = add(i, Monoid::Add, size);
    }
  }
  probed.push_back(interpret(probing, /*isReal=*/true, 0));
  for (unsigned seed = 0; seed < kNumProbes; ++seed)
    probed.push_back(interpret(probing, /*isReal=*/false, seed));
}

/// In the types of the program a product of two values may leave the range
/// before they do.
static double getLarge(bool isReal) {
  return isReal ? std::numeric_limits<double>::infinity() : 1e18;
}

bool Deviations::hasNaN(unsigned reduction, int64_t element) {
  probe();
  const Probes &known = probes[reduction];
  return llvm::any_of(llvm::concat<const unsigned>(known.factors, known.wholes),
                      [&](unsigned part) {
                        return std::isnan(probed[0][part].getDouble(element));
                      });
}

bool Deviations::hasSingularFactor(unsigned reduction, int64_t element,
                                   bool isReal) {
  probe();
  if (chain.reductions[reduction].monoid != Monoid::Add)
    return false;
  double large = getLarge(isReal);
  for (const Results &sample : isReal ? ArrayRef(probed).take_front() : probed)
    for (unsigned factor : probes[reduction].factors) {
      double size = std::abs(sample[factor].getDouble(element));
      if (size >= large || size <= 1 / large)
        return true;
    }
  return false;
}

bool Deviations::hasInfiniteParts(unsigned reduction, int64_t element,
                                  bool isReal) {
  probe();
  if (chain.reductions[reduction].monoid != Monoid::Add ||
      !hasSumOfReferences(chain.reductions[reduction].term))
    return false;
  const Probes &known = probes[reduction];
  double large = getLarge(isReal);
  for (const Results &sample :
       isReal ? ArrayRef(probed).take_front() : probed) {
    auto isLarge = [&](unsigned part) {
      return !(std::abs(sample[part].getDouble(element)) < large);
    };
    if (llvm::any_of(known.elements, isLarge) ||
        llvm::any_of(known.factors, [&](unsigned factor) {
          return isLarge(factor) || sample[factor].getDouble(element) == 0;
        }))
      return true;
  }
  return false;
}

bool Deviations::isInfiniteThroughout(unsigned reduction, int64_t element) {
  probe();
  const Probes &known = probes[reduction];
  if (!known.smallest ||
      !reads(chain.reductions[reduction].term, Expr::Reference))
    return false;
  // References must be the cause, not the data.
  bool isSingular = false;
  for (unsigned j = 0; j < reduction; ++j)
    isSingular |=
        countReferences(chain.reductions[reduction].term, j) != 0 &&
        isExtreme(probed[0][j].getDouble(project(reduction, element, j)));
  return isSingular && llvm::any_of(probed, [&](const Results &sample) {
           return !std::isfinite(sample[*known.smallest].getDouble(element));
         });
}

bool Deviations::isAlike(const Results &other, unsigned reduction,
                         int64_t element, double got) const {
  const HostTensor &result = other[reduction];
  double value = result.getDouble(element);
  if (!std::isfinite(got) || !std::isfinite(value))
    return classify(got) == classify(value);
  double sum = 0;
  unsigned finite = 0;
  for (int64_t e = 0; e < result.getNumElements(); ++e)
    if (double here = result.getDouble(e); std::isfinite(here)) {
      sum += here * here;
      ++finite;
    }
  // Other elements say nothing of how large this one is, but for what the
  // stand-ins perturb.
  return std::abs(got - value) <=
         kNear * std::abs(value) + kPerturbation * std::sqrt(sum / finite);
}

bool Deviations::cancels(unsigned reduction, int64_t element, double got) {
  const ExprRef &term = chain.reductions[reduction].term;
  probe();
  unsigned mentioned = 0;
  bool isNaN = false, isInfinite = false;
  for (unsigned j = 0; j < reduction; ++j)
    if (unsigned count = countReferences(term, j)) {
      double value = probed[0][j].getDouble(project(reduction, element, j));
      mentioned += isExtreme(value) ? count : 0;
      isNaN |= std::isnan(value);
      isInfinite |= std::isinf(value);
    }
  if (mentioned < (hasZero(term) ? 1 : 2))
    return false;
  if (regular.empty())
    for (bool isSecond : {false, true}) {
      double small = isSecond ? -1e-6 : 1e-6;
      double large = isSecond ? kExtreme / 2 : kExtreme;
      double other = isSecond ? 0.75 : 1;
      Case changed = chain;
      for (Case::Reduction &each : changed.reductions)
        each.term = rewrite(each.term, [&](const ExprRef &node) -> ExprRef {
          return node->kind == Expr::Reference
                     ? regularize(node, small, large, other)
                     : nullptr;
        });
      regular.push_back(interpret(changed, /*isReal=*/true, 0));
    }
  double first = regular[0][reduction].getDouble(element);
  double second = regular[1][reduction].getDouble(element);
  if (!vanishes(reduction, element) &&
      isAlike(regular[1], reduction, element, first))
    return isAlike(regular[0], reduction, element, got);
  // Not all of the reference cancels: NaN remains, and of an infinity a limit.
  if (isNaN)
    return false;
  if (isInfinite)
    return std::isinf(got) ||
           std::abs(got) <= std::max(std::abs(first), std::abs(second));
  // Of a reference that is not zero, but nearly, the result has its own scale.
  if (std::isfinite(got) && !vanishes(reduction, element))
    return isAlike(regular[0], reduction, element, got) ||
           isAlike(regular[1], reduction, element, got);
  return classify(got) == classify(first) || classify(got) == classify(second);
}

bool Deviations::isCancelledSum(unsigned reduction, int64_t element) {
  if (probed[0][reduction].getDouble(element) != 0)
    return false;
  // What is zero throughout is not rounded, unless something else made it so; a
  // sum of inputs is, but not otherwise than in the samples.
  if (chain.reductions[reduction].monoid == Monoid::Add &&
      reads(chain.reductions[reduction].term, Expr::Reference) &&
      probes[reduction].magnitude &&
      probed[0][*probes[reduction].magnitude].getDouble(element) > 0)
    return true;
  return readsCancelledSum(reduction, element);
}

bool Deviations::readsCancelledSum(unsigned reduction, int64_t element) {
  probe();
  for (unsigned j = 0; j < reduction; ++j)
    if (reads(chain.reductions[reduction].term, Expr::Reference, j) &&
        isCancelledSum(j, project(reduction, element, j)))
      return true;
  return false;
}

bool Deviations::vanishes(unsigned reduction, int64_t element) {
  probe();
  bool any = false;
  for (unsigned j = 0; j < reduction; ++j)
    if (reads(chain.reductions[reduction].term, Expr::Reference, j)) {
      double value = probed[0][j].getDouble(project(reduction, element, j));
      if (value == 0)
        return false;
      any |= std::abs(value) < kVanishing;
    }
  return any;
}

bool Deviations::isHidden(unsigned reduction, int64_t element, double got) {
  if (!reads(chain.reductions[reduction].term, Expr::Causal))
    return false;
  if (!unhidden) {
    Case changed = chain;
    for (Case::Reduction &each : changed.reductions) {
      std::vector<ExprRef> nodes;
      collect(each.term, nodes);
      auto mask = llvm::find_if(nodes, [](const ExprRef &node) {
        return node->kind == Expr::Causal;
      });
      if (mask == nodes.end())
        continue;
      each.term = rewrite(each.term, [&](const ExprRef &node) -> ExprRef {
        if (node->kind != Expr::Input)
          return nullptr;
        auto seen = std::make_shared<Expr>(**mask);
        seen->operands = {node, Expr::constant(0)};
        return seen;
      });
    }
    unhidden = interpret(changed, /*isReal=*/true, 0);
  }
  return isAlike(*unhidden, reduction, element, got);
}

/// The identity of the extremum `monoid`.
static double getWorst(Monoid monoid) {
  double inf = std::numeric_limits<double>::infinity();
  return monoid == Monoid::Maximum || monoid == Monoid::MaxNum ? -inf : inf;
}

/// True if a position that linalg's reduction of two results finds is where it
/// starts, given the extremum.
static bool staysAtStart(const Case &spec, unsigned position, double value) {
  const Case::Reduction &reduction = spec.reductions[position];
  if (std::isnan(value))
    return reduction.term->kind == Expr::Compare;
  return reduction.monoid == Monoid::MinSI &&
         value == getWorst(spec.reductions[*reduction.partner].monoid);
}

/// The source's scores of reduction `reduction`, a choice: a result for each
/// position.
const Results &Deviations::getScores(unsigned reduction,
                                     const Case::Choice &choice, bool isReal) {
  auto [it, isNew] = scores.try_emplace({reduction, isReal});
  if (!isNew)
    return it->second;
  Case asking = chain;
  unsigned dim = chain.reductions[reduction].term->operands[2]->index;
  const Case::Reduction &extremum = chain.reductions[choice.extremum];
  for (int64_t position = 0; position < chain.dims[dim].size; ++position) {
    auto here = std::make_shared<Expr>();
    here->kind = Expr::At;
    here->index = dim;
    here->operands = {Expr::integer(position), choice.score,
                      Expr::constant(getWorst(extremum.monoid))};
    Case::Reduction best = extremum;
    best.dims = chain.reductions[reduction].dims;
    best.term = here;
    best.init = Init::Identity;
    asking.reductions.push_back(std::move(best));
  }
  Results results = interpret(asking, isReal, 0);
  for (HostTensor &score :
       MutableArrayRef(results).drop_front(chain.reductions.size()))
    it->second.push_back(std::move(score));
  return it->second;
}

/// What terms of the case exclude for the result of reduction `position`.
int64_t Deviations::getExcluded(unsigned position, int64_t element,
                                const Results &all) const {
  const Case::Reduction &reduction = chain.reductions[position];
  if (form == Form::Chain && chain.isPaired(position)) {
    unsigned partner = *reduction.partner;
    double value = all[partner].getDouble(project(position, element, partner));
    if (staysAtStart(chain, position, value))
      return reduction.start;
  }
  return all[position].getInt(element);
}

bool Deviations::isEqualChoice(unsigned reduction, int64_t element,
                               const Results &all, bool isReal) {
  std::optional<Case::Choice> choice = chain.getChoice(reduction);
  if (!choice || chain.isStrict)
    return false;
  probe();
  const Case::Reduction &position = chain.reductions[reduction];
  int64_t got = all[reduction].getInt(element);
  double wanted = probed[isReal ? 0 : 1][choice->extremum].getDouble(
      project(reduction, element, choice->extremum));
  bool isPair = form != Form::Chain && chain.isPaired(reduction);
  if (isPair && std::isnan(wanted) && !choice->attainsNaN)
    return got == position.start;
  // Only the rounding of what is computed from earlier results makes ties that
  // what is compared in its place does not have.
  if (!reads(choice->score, Expr::Reference))
    return false;

  SmallVector<double> left;
  for (const HostTensor &score : getScores(reduction, *choice, isReal))
    left.push_back(score.getDouble(element));
  double worst = getWorst(chain.reductions[choice->extremum].monoid);
  for (unsigned excluded : choice->excluded) {
    int64_t at =
        getExcluded(excluded, project(reduction, element, excluded), all);
    if (at >= 0 && at < static_cast<int64_t>(left.size()))
      left[at] = worst;
  }
  auto isEqual = [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  };
  auto attains = [&](double score) {
    return score == wanted || (choice->attainsNaN && isEqual(score, wanted));
  };
  // What is left must be as good as what the source has left.
  bool isLeft =
      llvm::any_of(left, [&](double score) { return isEqual(score, wanted); });
  bool isBetterLeft = llvm::any_of(left, [&](double score) {
    return worst < 0 ? score > wanted : score < wanted;
  });
  if (!isLeft || isBetterLeft)
    return false;
  if (isPair && staysAtStart(chain, reduction, wanted))
    return got == position.start;
  return got >= 0 && got < static_cast<int64_t>(left.size()) &&
         attains(left[got]);
}

int64_t Deviations::project(unsigned reduction, int64_t element,
                            unsigned from) const {
  ArrayRef<unsigned> dims = chain.reductions[reduction].dims;
  llvm::SmallVector<int64_t> positions(chain.dims.size());
  for (unsigned d : llvm::reverse(dims)) {
    positions[d] = element % chain.dims[d].size;
    element /= chain.dims[d].size;
  }
  int64_t index = 0;
  for (unsigned d : chain.reductions[from].dims)
    index = index * chain.dims[d].size + positions[d];
  return index;
}
