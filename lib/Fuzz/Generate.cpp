//===- Generate.cpp - Random cascades -------------------------------------===//
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

Case Generator::generate() {
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

void Generator::makeTypes() {
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

void Generator::makeDims() {
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
    dim.size = role == 1
                   ? random.pick<int64_t>({1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17})
                   : random.pick<int64_t>({1, 2, 3, 4, 5, 7});
    if (random.chance(2))
      dim.size = 0;
    if (role == 1 && numAxes == 2)
      dim.size = std::min<int64_t>(dim.size, 5);
    (role == 0 ? rows : role == 1 ? axes : columns).push_back(d);
    spec.dims.push_back(dim);
  }
}

SmallVector<unsigned> Generator::shuffled(SmallVector<unsigned> dims) {
  for (unsigned i = dims.size(); i > 1; --i)
    if (random.chance(50))
      std::swap(dims[i - 1], dims[random.below(i)]);
  return dims;
}

unsigned Generator::addInput(SmallVector<unsigned> dims, bool isMask) {
  Case::Input input;
  input.dims = shuffled(dims);
  input.isMask = isMask;
  input.isNarrow = !isMask && random.chance(60);
  spec.inputs.push_back(input);
  return spec.inputs.size() - 1;
}

void Generator::makeInputs() {
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

SmallVector<unsigned> Generator::getUsable(llvm::ArrayRef<unsigned> resultDims,
                                           bool masks) {
  SmallVector<unsigned> usable;
  for (auto [k, input] : llvm::enumerate(spec.inputs))
    if (input.isMask == masks && llvm::all_of(input.dims, [&](unsigned d) {
          return spec.dims[d].isAxis || llvm::is_contained(resultDims, d);
        }))
      usable.push_back(k);
  return usable;
}

void Generator::addIntegerReduction(llvm::ArrayRef<unsigned> dims) {
  Monoid monoid = random.pick(
      {Monoid::AddI, Monoid::AddI, Monoid::MulI, Monoid::MaxSI, Monoid::MinSI,
       Monoid::MaxUI, Monoid::MinUI, Monoid::AndI, Monoid::OrI, Monoid::XorI});
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

void Generator::addReduction(Monoid monoid, SmallVector<unsigned> dims,
                             ExprRef term) {
  Case::Reduction reduction;
  reduction.monoid = monoid;
  reduction.dims = shuffled(dims);
  reduction.term = std::move(term);
  reduction.init = random.pick(
      {Init::Usual, Init::Usual, Init::Usual, Init::Identity, Init::Argument});
  reduction.isReturned = random.chance(75);
  spec.reductions.push_back(reduction);
}

void Generator::finish() {
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
    spec.data =
        static_cast<DataMode>(1 + random.below(getDataModeNames().size() - 1));
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

void Generator::setDataDim() {
  for (auto [at, d] : llvm::enumerate(spec.inputs[spec.dataInput].dims))
    if (spec.dims[d].isAxis)
      spec.dataDim = at;
}

Case fuzz::generate(Family family, uint64_t seed) {
  return Generator(family, seed).generate();
}
