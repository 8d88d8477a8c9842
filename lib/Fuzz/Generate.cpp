//===- Generate.cpp - Random cascades -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace redfuser;
using namespace redfuser::fuzz;
using llvm::SmallVector;

namespace {

/// What all families have: types, dimensions, inputs, data.
class Generator {
public:
  Generator(Family family, uint64_t seed) : family(family), random(seed) {
    spec.seed = seed;
  }

  Case generate() {
    makeTypes();
    makeDims();
    makeInputs();
    switch (family) {
    case Family::Free:
      makeFree();
      break;
    case Family::Fusable:
      makeFusable();
      break;
    case Family::Unfusable:
      makeUnfusable();
      break;
    }
    finish();
    // What must be fused must be a chain, with positions to be fused over.
    if (family == Family::Fusable) {
      if (!spec.hasChain())
        spec.form = Form::Chain;
      for (Case::Dim &dim : spec.dims)
        dim.isDynamic |= dim.size == 0;
    }
    return std::move(spec);
  }

private:
  //===--- Frame ---------------------------------------------------------===//

  void makeTypes() {
    using Kind = ElementKind;
    switch (random.below(8)) {
    case 0:
      spec.type = spec.narrow = Kind::F64;
      break;
    case 1:
      spec.narrow = Kind::F16;
      break;
    case 2:
    case 3:
      spec.narrow = Kind::BF16;
      break;
    default:
      break;
    }
  }

  void makeDims() {
    // Rows, one axis (or two), perhaps columns that only some results have.
    unsigned numRows = random.pick({0, 1, 1, 1, 1, 2});
    unsigned numAxes = random.chance(10) ? 2 : 1;
    unsigned numColumns = random.chance(40) ? 1 : 0;
    SmallVector<unsigned> roles(numRows, 0);
    roles.append(numAxes, 1);
    roles.append(numColumns, 2);
    for (unsigned i = roles.size(); i > 1; --i)
      std::swap(roles[i - 1], roles[random.below(i)]);
    for (auto [d, role] : llvm::enumerate(roles)) {
      Case::Dim dim;
      dim.isAxis = role == 1;
      dim.isDynamic = random.chance(35);
      dim.size =
          role == 1 ? random.pick<int64_t>({1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17})
                    : random.pick<int64_t>({1, 2, 3, 4, 5, 7});
      if (random.chance(2))
        dim.size = 0;
      if (role == 1 && numAxes == 2)
        dim.size = std::min<int64_t>(dim.size, 5);
      (role == 0 ? rows : role == 1 ? axes : columns).push_back(d);
      spec.dims.push_back(dim);
    }
  }

  SmallVector<unsigned> shuffled(SmallVector<unsigned> dims) {
    for (unsigned i = dims.size(); i > 1; --i)
      if (random.chance(50))
        std::swap(dims[i - 1], dims[random.below(i)]);
    return dims;
  }

  unsigned addInput(SmallVector<unsigned> dims, bool isMask = false) {
    Case::Input input;
    input.dims = shuffled(dims);
    input.isMask = isMask;
    input.isNarrow = !isMask && random.chance(60);
    spec.inputs.push_back(input);
    return spec.inputs.size() - 1;
  }

  void makeInputs() {
    // The scores: rows and axis. Everything else may lack dimensions.
    SmallVector<unsigned> all = rows;
    all.append(axes.begin(), axes.end());
    addInput(all);
    unsigned more = random.below(3);
    for (unsigned k = 0; k < more; ++k) {
      SmallVector<unsigned> dims = axes;
      if (random.chance(20) && dims.size() > 1)
        dims.pop_back();
      for (unsigned row : rows)
        if (random.chance(50))
          dims.push_back(row);
      addInput(dims);
    }
    for (unsigned column : columns) {
      SmallVector<unsigned> dims = axes;
      dims.push_back(column);
      if (!rows.empty() && random.chance(30))
        dims.push_back(rows[0]);
      addInput(dims);
    }
    if (!rows.empty() && random.chance(20))
      addInput({random.pickFrom(rows)});
    if (random.chance(25))
      addInput(random.chance(50) ? all : axes, /*isMask=*/true);
    spec.numParameters = random.below(3) == 0;
  }

  /// Inputs that a reduction with these result dimensions may read.
  SmallVector<unsigned> getUsable(llvm::ArrayRef<unsigned> resultDims,
                                  bool masks) {
    SmallVector<unsigned> usable;
    for (auto [k, input] : llvm::enumerate(spec.inputs))
      if (input.isMask == masks && llvm::all_of(input.dims, [&](unsigned d) {
            return spec.dims[d].isAxis || llvm::is_contained(resultDims, d);
          }))
        usable.push_back(k);
    return usable;
  }

  /// An integer from positions, comparisons and masks of inputs: counts, flags,
  /// ranges.
  void addIntegerReduction(llvm::ArrayRef<unsigned> dims) {
    Monoid monoid =
        random.pick({Monoid::AddI, Monoid::AddI, Monoid::MulI, Monoid::MaxSI,
                     Monoid::MinSI, Monoid::MaxUI, Monoid::MinUI, Monoid::AndI,
                     Monoid::OrI, Monoid::XorI});
    auto makeValue = [&]() -> ExprRef {
      if (random.chance(40))
        return Expr::leaf(Expr::IntegerPosition, axes[0]);
      return Expr::integer(random.pick<int64_t>({0, 1, 1, 2, 3, -1, -5}));
    };
    std::vector<ExprRef> values{makeValue(), makeValue()};
    SmallVector<unsigned> masks = getUsable(dims, true);
    ExprRef term;
    if (!masks.empty() && random.chance(50))
      term = mask(masks[0], values[0], values[1]);
    else
      term = compare(random.pick({"olt", "oge", "une"}),
                     input(random.pickFrom(getUsable(dims, false))),
                     Expr::constant(random.pick({0.0, 0.5, -1.0})), values[0],
                     values[1]);
    addReduction(monoid, SmallVector<unsigned>(dims), term);
  }

  void addReduction(Monoid monoid, SmallVector<unsigned> dims, ExprRef term) {
    Case::Reduction reduction;
    reduction.monoid = monoid;
    reduction.dims = shuffled(dims);
    reduction.term = std::move(term);
    reduction.init = random.pick({Init::Usual, Init::Usual, Init::Usual,
                                  Init::Identity, Init::Argument});
    reduction.isReturned = random.chance(75);
    spec.reductions.push_back(reduction);
  }

  void finish() {
    // A result that nothing reads is returned: there is no dead code to find.
    for (unsigned i = 0; i < spec.reductions.size(); ++i)
      spec.reductions[i].isReturned |=
          llvm::none_of(spec.reductions, [&](const Case::Reduction &other) {
            return reads(other.term, Expr::Reference, i);
          });
    // Inputs that nothing reads may still be what gives a dimension its size.
    spec.form = random.pick(
        {Form::Chain, Form::Chain, Form::Chain, Form::Generics, Form::Stages});
    spec.rows = random.pick<int64_t>({1, 2, 3, 16});
    spec.axisTile = random.pick<int64_t>({0, 1, 2, 3, 4, 8, 64});
    spec.segments = random.pick<int64_t>({1, 1, 2, 3, 5});
    bool hasRanks =
        llvm::any_of(llvm::seq<unsigned>(0, spec.reductions.size()),
                     [&](unsigned i) { return spec.getChoice(i).has_value(); });
    if (hasRanks && random.chance(35)) {
      // Ties, and scores that are special.
      spec.data =
          random.pick({DataMode::Ties, DataMode::Ties, DataMode::Constant,
                       DataMode::NaN, DataMode::NaN, DataMode::NegInfFront,
                       DataMode::NegInfAll, DataMode::Wide, DataMode::Zeros});
      setDataDim();
    } else if (random.chance(45)) {
      spec.data = static_cast<DataMode>(
          1 + random.below(getDataModeNames().size() - 1));
      SmallVector<unsigned> floats;
      for (auto [k, input] : llvm::enumerate(spec.inputs))
        if (!input.isMask)
          floats.push_back(k);
      spec.dataInput = random.chance(60) ? 0 : random.pickFrom(floats);
      setDataDim();
      if (random.chance(10))
        spec.dataDim = random.below(spec.inputs[spec.dataInput].dims.size());
    }
  }

  void setDataDim() {
    for (auto [at, d] : llvm::enumerate(spec.inputs[spec.dataInput].dims))
      if (spec.dims[d].isAxis)
        spec.dataDim = at;
  }

  //===--- Expressions ---------------------------------------------------===//

  ExprRef input(unsigned k) { return Expr::leaf(Expr::Input, k); }
  ExprRef reference(unsigned i) { return Expr::leaf(Expr::Reference, i); }
  ExprRef add(ExprRef a, ExprRef b) { return Expr::op("arith.addf", {a, b}); }
  ExprRef sub(ExprRef a, ExprRef b) { return Expr::op("arith.subf", {a, b}); }
  ExprRef mul(ExprRef a, ExprRef b) { return Expr::op("arith.mulf", {a, b}); }
  ExprRef div(ExprRef a, ExprRef b) { return Expr::op("arith.divf", {a, b}); }
  ExprRef exp(ExprRef a) { return Expr::op("math.exp", {a}); }
  ExprRef call(llvm::StringRef name, ExprRef a) { return Expr::op(name, {a}); }

  ExprRef mask(unsigned k, ExprRef yes, ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Mask;
    expr->index = k;
    expr->operands = {yes, no};
    return expr;
  }

  ExprRef causal(unsigned row, unsigned axis, ExprRef yes, ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Causal;
    expr->index = axis;
    expr->other = row;
    expr->operands = {yes, no};
    return expr;
  }

  ExprRef compare(llvm::StringRef predicate, ExprRef a, ExprRef b, ExprRef yes,
                  ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Compare;
    expr->name = predicate.str();
    expr->operands = {a, b, yes, no};
    return expr;
  }

  ExprRef round(ExprRef a) {
    if (spec.narrow == spec.type)
      return a;
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Round;
    expr->operands = {a};
    return expr;
  }

  /// `score`, with `worst` at the positions that reductions `found` hold.
  ExprRef exclude(ExprRef score, llvm::ArrayRef<unsigned> found, double worst) {
    for (unsigned position : found) {
      auto expr = std::make_shared<Expr>();
      expr->kind = Expr::At;
      expr->index = axes[0];
      expr->operands = {Expr::leaf(Expr::IntegerReference, position),
                        Expr::constant(worst), score};
      score = expr;
    }
    return score;
  }

  /// The best elements of rows: an extremum and its position, then the same
  /// with that position excluded, ... A `Flaw` is at the last rank.
  enum class Flaw { None, OtherScore, OtherWorst, Gap };
  void addRanks(ExprRef score, Monoid extremum, unsigned count,
                Flaw flaw = Flaw::None) {
    double inf = std::numeric_limits<double>::infinity();
    bool isMax = extremum == Monoid::Maximum || extremum == Monoid::MaxNum;
    // As JAX has it, a NaN has a position; as torch has it, none.
    bool hasNaN = random.chance(50);
    // The last position is found among exact scores alone.
    bool isDeferred = reads(score, Expr::Reference);
    bool isFirst =
        random.chance(80) || (family == Family::Fusable && isDeferred);
    bool isPaired =
        random.chance(60) && (isFirst || !hasNaN) &&
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

  void addRanked(Monoid monoid, SmallVector<unsigned> dims, ExprRef term) {
    addReduction(monoid, dims, std::move(term));
    spec.reductions.back().dims = dims;
    spec.reductions.back().init = Init::Identity;
  }

  unsigned makeRankCount() { return random.pick({1u, 2u, 2u, 3u, 3u, 4u}); }

  /// A score of the rows: the first input, scaled, shifted, masked.
  ExprRef makeScore() {
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
      score = mask(masks[0], score,
                   Expr::constant(random.pick({-inf, -inf, -1e4})));
    else if (!rows.empty() && random.chance(15))
      score = causal(rows[0], axes[0], score, Expr::constant(-inf));
    return score;
  }

  //===--- Fusable -------------------------------------------------------===//

  /// A product of inputs that a result over `dims` may read.
  ExprRef makeWeights(llvm::ArrayRef<unsigned> dims, ExprRef seedFactor) {
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

  SmallVector<unsigned> getSumDims() {
    SmallVector<unsigned> dims = rows;
    if (!columns.empty() && random.chance(60))
      dims.push_back(columns[0]);
    return dims;
  }

  /// An input that does not vary along the axes.
  std::optional<unsigned> findRowInput() {
    for (auto [k, input] : llvm::enumerate(spec.inputs))
      if (!input.isMask && llvm::none_of(input.dims, [&](unsigned d) {
            return spec.dims[d].isAxis;
          }))
        return k;
    return std::nullopt;
  }

  /// A factor computed from earlier sums, which is deferred.
  ExprRef applyDeferred(ExprRef term, unsigned sum) {
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

  void makeFusable() {
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
        exponent =
            mul(exponent, Expr::constant(random.pick({0.5, 2.0, 0.125})));
      return random.chance(20) ? call("math.exp2", exponent) : exp(exponent);
    };
    SmallVector<unsigned> sums;
    unsigned count = 1 + random.below(4);
    for (unsigned i = 0; i < count; ++i) {
      SmallVector<unsigned> dims = i == 0 ? rows : getSumDims();
      SmallVector<unsigned> known;
      for (unsigned sum : sums)
        if (llvm::all_of(spec.reductions[sum].dims, [&](unsigned d) {
              return llvm::is_contained(dims, d);
            }))
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
        term =
            div(term, add(reference(1), exp(sub(input(*sink), reference(0)))));
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

  /// An extremum of a monotone map of the first input.
  void addExtremum(unsigned sum) {
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

  /// What counts only where reduction 0 attains its score: how often, where
  /// first or last, and values there.
  void addAttained(ExprRef score) {
    double inf = std::numeric_limits<double>::infinity();
    std::vector<ExprRef> sides{score, reference(0)};
    if (random.chance(50))
      std::swap(sides[0], sides[1]);
    auto attained = [&](ExprRef value, double otherwise) {
      return compare("oeq", sides[0], sides[1], value,
                     Expr::constant(otherwise));
    };
    ExprRef position = Expr::leaf(Expr::Position, axes[0]);
    if (random.chance(50))
      return addIntegerAttained(sides[0], sides[1]);
    switch (random.below(4)) {
    case 0:
      return addReduction(Monoid::Add, rows,
                          attained(Expr::constant(1.0), 0.0));
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

  /// The same in integers: a count, the first and the last position.
  void addIntegerAttained(ExprRef lhs, ExprRef rhs) {
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

  //===--- Unfusable -----------------------------------------------------===//

  void makeUnfusable() {
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

  //===--- Free ----------------------------------------------------------===//

  ExprRef makeLeaf(llvm::ArrayRef<unsigned> dims) {
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

  ExprRef makeExpr(llvm::ArrayRef<unsigned> dims, unsigned depth) {
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

  /// Of any score: plain ones, probabilities, anything.
  void addFreeRanks() {
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

  void makeFree() {
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

  Family family;
  Random random;
  Case spec;
  SmallVector<unsigned> rows, axes, columns;
  /// Reduction 1 is the sum of exp(score - max).
  bool isPlainSum = false;
};

} // namespace

Case fuzz::generate(Family family, uint64_t seed) {
  return Generator(family, seed).generate();
}
