//===- Cascade.cpp - Chains and folds -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the descriptions of cascade.chain and cascade.fold word by word.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Scalars.h"

#include "mlir/IR/Builders.h"

#include <algorithm>
#include <random>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;
using namespace redfuser::cascade;

namespace redfuser::reference {

/// What chain and fold share: the iteration space, evaluation of terms, and
/// combination with a monoid.
template <typename OpTy>
class Reductions {
public:
  Reductions(Machine &machine, OpTy op) : machine(machine), op(op) {
    for (unsigned i = 0; i < op.getNumReductions(); ++i)
      resultDims.push_back(getDims(op.getResultMap(i)));
    for (unsigned k = 0; k < op.getInputs().size(); ++k) {
      inputDims.push_back(getDims(op.getInputMap(k)));
      inputs.push_back(machine.getTensor(op.getInputs()[k]));
    }
  }

  LogicalResult initialize() {
    SmallVector<Value> operands(op.getInputs());
    llvm::append_range(operands, op.getInits());
    SmallVector<AffineMap> maps;
    for (unsigned k = 0; k < op.getInputs().size(); ++k)
      maps.push_back(op.getInputMap(k));
    for (unsigned i = 0; i < op.getNumReductions(); ++i)
      maps.push_back(op.getResultMap(i));
    FailureOr<SmallVector<int64_t>> found =
        machine.getLoopSizes(op, operands, maps);
    if (failed(found))
      return failure();
    sizes = *found;
    for (unsigned dim : op.getAxisDims())
      axisSizes.push_back(sizes[dim]);
    return success();
  }

  ArrayRef<int64_t> getAxisSizes() const { return axisSizes; }

  /// Calls `compute` for each element of result `i` with its position in the
  /// iteration space (zero along dimensions that it does not have).
  bool forEachElement(
      unsigned i,
      llvm::function_ref<LogicalResult(MutableArrayRef<int64_t>)> compute) {
    SmallVector<int64_t> shape;
    for (unsigned dim : resultDims[i])
      shape.push_back(sizes[dim]);
    return forEachPosition(shape, [&](ArrayRef<int64_t> element) {
      SmallVector<int64_t> position(sizes.size(), 0);
      for (auto [dim, index] : llvm::zip_equal(resultDims[i], element))
        position[dim] = index;
      return succeeded(compute(position));
    });
  }

  /// The element of component `i`'s tensor at a position of the iteration
  /// space.
  Scalar &at(unsigned i, Tensor &tensor, ArrayRef<int64_t> position) {
    return tensor.at(select(resultDims[i], position));
  }
  Scalar at(unsigned i, const Tensor &tensor, ArrayRef<int64_t> position) {
    return tensor.at(select(resultDims[i], position));
  }

  /// The value of term `i` there, with `references` for results 0 .. i-1.
  FailureOr<Scalar> evaluateTerm(unsigned i, ArrayRef<int64_t> position,
                                 MutableArrayRef<Tensor> references) {
    // What is unused may have dimensions outside of the domain (CH9).
    for (unsigned k = 0; k < inputs.size(); ++k)
      if (BlockArgument argument = op.getTermInput(i, k); !argument.use_empty())
        machine.set(argument, inputs[k].at(select(inputDims[k], position)));
    for (unsigned j = 0; j < i; ++j)
      if (BlockArgument argument = op.getTermReference(i, j);
          !argument.use_empty())
        machine.set(argument, at(j, references[j], position));
    ArrayRef<int64_t> outer = machine.position;
    machine.position = position;
    LogicalResult status = machine.runBlock(op.getTermBlock(i));
    machine.position = outer;
    if (failed(status))
      return failure();
    return machine.getScalar(op.getTermValue(i));
  }

  /// Combines `accumulator` with term `i` at `axisPositions` (positions of the
  /// box of axis dimensions). A companion combines pairs; `partner` is what its
  /// partner starts from.
  LogicalResult reduce(unsigned i, MutableArrayRef<int64_t> position,
                       ArrayRef<int64_t> axisPositions,
                       MutableArrayRef<Tensor> references, Scalar &accumulator,
                       Scalar partner) {
    SmallVector<unsigned> axisDims = op.getAxisDims();
    for (int64_t linear : axisPositions) {
      for (unsigned k = axisDims.size(); k-- > 0;) {
        position[axisDims[k]] = linear % axisSizes[k];
        linear /= axisSizes[k];
      }
      FailureOr<Scalar> term = evaluateTerm(i, position, references);
      if (failed(term))
        return failure();
      Scalar partnerTerm;
      if (std::optional<unsigned> k = op.getMonoid(i).getPartner()) {
        FailureOr<Scalar> value = evaluateTerm(*k, position, references);
        if (failed(value))
          return failure();
        partnerTerm = *value;
      }
      if (failed(combine(i, partner, accumulator, partnerTerm, *term)))
        return failure();
    }
    for (unsigned dim : axisDims)
      position[dim] = 0;
    return success();
  }

  /// accumulator = accumulator (+)_i value; for a companion, partner and
  /// accumulator are those of (partner, accumulator) (+) (partnerValue, value).
  /// What (+) means, the monoid says in ops; those are interpreted.
  LogicalResult combine(unsigned i, Scalar &partner, Scalar &accumulator,
                        Scalar partnerValue, Scalar value) {
    std::optional<unsigned> k = op.getMonoid(i).getPartner();
    if (!k)
      return run(getCombiner(i), {accumulator, value}, accumulator);
    if (failed(run(getCombiner(i), {partner, accumulator, partnerValue, value},
                   accumulator)))
      return failure();
    Scalar unused;
    return combine(*k, unused, partner, unused, partnerValue);
  }

protected:
  struct Combiner {
    std::unique_ptr<Block> block;
    Value result;
  };

  static SmallVector<unsigned> getDims(AffineMap map) {
    return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
      return cast<AffineDimExpr>(expr).getPosition();
    });
  }

  static SmallVector<int64_t> select(ArrayRef<unsigned> dims,
                                     ArrayRef<int64_t> position) {
    return llvm::map_to_vector(dims,
                               [&](unsigned dim) { return position[dim]; });
  }

  LogicalResult run(Combiner &combiner, ArrayRef<Scalar> arguments,
                    Scalar &result) {
    for (auto [argument, value] :
         llvm::zip_equal(combiner.block->getArguments(), arguments))
      machine.set(argument, value);
    for (Operation &nested : *combiner.block) {
      // The function of a custom monoid; the block is in no symbol table.
      if (auto call = dyn_cast<func::CallOp>(nested)) {
        auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            op, call.getCalleeAttr());
        FailureOr<SmallVector<Datum>> values =
            machine.call(function, machine.getAll(call.getOperands()));
        if (failed(values))
          return failure();
        machine.set(call.getResults(), *values);
        continue;
      }
      if (failed(machine.runOp(&nested)))
        return failure();
    }
    result = machine.getScalar(combiner.result);
    return success();
  }

  Combiner &getCombiner(unsigned i) {
    combiners.resize(op.getNumReductions());
    Combiner &combiner = combiners[i];
    if (!combiner.block) {
      combiner.block = std::make_unique<Block>();
      Type type = op.getStateElementType(i);
      Location loc = op.getLoc();
      OpBuilder b(op.getContext());
      b.setInsertionPointToEnd(combiner.block.get());
      auto add = [&](Type type) {
        return combiner.block->addArgument(type, loc);
      };
      if (auto companion = dyn_cast<CompanionAttrInterface>(op.getMonoid(i))) {
        Type partner = op.getStateElementType(companion.getPartnerNumber());
        Value lhsPartner = add(partner), lhs = add(type);
        Value rhsPartner = add(partner), rhs = add(type);
        combiner.result = companion.buildCombineWith(b, loc, lhsPartner, lhs,
                                                     rhsPartner, rhs);
      } else {
        Value lhs = add(type), rhs = add(type);
        combiner.result = op.getMonoid(i).buildCombine(b, loc, lhs, rhs);
      }
    }
    return combiner;
  }

  Machine &machine;
  OpTy op;
  SmallVector<int64_t> sizes, axisSizes;
  SmallVector<SmallVector<unsigned>> inputDims, resultDims;
  SmallVector<Tensor> inputs;
  SmallVector<Combiner> combiners;
};

/// A fold's partial states.
class FoldStates : public Reductions<FoldOp> {
public:
  using Reductions::Reductions;
  using State = SmallVector<Tensor>;

  State getInit() {
    return llvm::map_to_vector(
        op.getInits(), [&](Value init) { return machine.getTensor(init); });
  }

  /// The state of no positions.
  State getIdentity() {
    State state = getInit();
    for (auto [i, tensor] : llvm::enumerate(state)) {
      TypedAttr identity =
          op.getMonoid(i).getIdentity(op.getStateElementType(i));
      tensor =
          Tensor(tensor.getShape(), getConstant(identity, machine.rounder));
    }
    return state;
  }

  /// s'_i = correct_i(s | s') (+)_i  (+)_i over the positions of term_i(x, s')
  FailureOr<State> step(State old, ArrayRef<int64_t> axisPositions) {
    State next = old;
    for (unsigned i = 0; i < next.size(); ++i)
      if (!forEachElement(i, [&](MutableArrayRef<int64_t> position) {
            FailureOr<Scalar> value = correct(i, position, old, next);
            FailureOr<Scalar> partner = correctPartner(i, position, old, next);
            if (failed(value) || failed(partner) ||
                failed(
                    reduce(i, position, axisPositions, next, *value, *partner)))
              return failure();
            at(i, next[i], position) = *value;
            return success();
          }))
        return failure();
    return next;
  }

  /// The same formula with partial states in place of positions, and
  /// corrections in place of terms. References move first.
  FailureOr<State> merge(MutableArrayRef<State> parts) {
    State next = parts.front();
    for (unsigned i = 0; i < next.size(); ++i)
      if (!forEachElement(i, [&](MutableArrayRef<int64_t> position) {
            // Components before i hold the merged values already.
            FailureOr<Scalar> value = correct(i, position, parts[0], next);
            FailureOr<Scalar> partner =
                correctPartner(i, position, parts[0], next);
            if (failed(value) || failed(partner))
              return failure();
            for (State &part : parts.drop_front()) {
              FailureOr<Scalar> other = correct(i, position, part, next);
              FailureOr<Scalar> otherPartner =
                  correctPartner(i, position, part, next);
              if (failed(other) || failed(otherPartner) ||
                  failed(combine(i, *partner, *value, *otherPartner, *other)))
                return failure();
            }
            at(i, next[i], position) = *value;
            return success();
          }))
        return failure();
    return next;
  }

private:
  /// The same for the partner of component `i`; anything if it has none.
  FailureOr<Scalar> correctPartner(unsigned i, ArrayRef<int64_t> position,
                                   State &old, State &next) {
    std::optional<unsigned> k = op.getMonoid(i).getPartner();
    return k ? correct(*k, position, old, next) : Scalar();
  }

  /// What component `i` of `old` is worth under the references of `next`.
  FailureOr<Scalar> correct(unsigned i, ArrayRef<int64_t> position, State &old,
                            State &next) {
    if (!op.hasCorrection(i))
      return at(i, old[i], position);
    for (unsigned j = 0; j < old.size(); ++j)
      if (BlockArgument argument = op.getCorrectionOld(i, j);
          !argument.use_empty())
        machine.set(argument, at(j, old[j], position));
    for (unsigned j = 0; j < i; ++j)
      if (BlockArgument argument = op.getCorrectionNew(i, j);
          !argument.use_empty())
        machine.set(argument, at(j, next[j], position));
    if (failed(machine.runBlock(op.getCorrectionBlock(i))))
      return failure();
    return machine.getScalar(op.getCorrectionValue(i));
  }
};

} // namespace redfuser::reference

static int64_t getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

/// d_i = init_i (+)_i  (+)_i over the axis of F_i(inputs, d_0 .. d_{i-1})
LogicalResult Machine::runChain(ChainOp op) {
  Reductions<ChainOp> reductions(*this, op);
  if (failed(reductions.initialize()))
    return failure();
  auto axisPositions = llvm::to_vector(
      llvm::seq<int64_t>(0, getProduct(reductions.getAxisSizes())));
  SmallVector<Tensor> results;
  for (Value init : op.getInits())
    results.push_back(getTensor(init));
  const SmallVector<Tensor> inits(results);
  std::mt19937_64 random(options.seed);
  for (unsigned i = 0; i < results.size(); ++i)
    if (!reductions.forEachElement(i, [&](MutableArrayRef<int64_t> position) {
          Scalar partner;
          if (options.reorders && !op.getMonoid(i).getPartner()) {
            std::shuffle(axisPositions.begin(), axisPositions.end(), random);
            Scalar sum = getConstant(
                op.getMonoid(i).getIdentity(op.getStateElementType(i)),
                rounder);
            if (failed(reductions.reduce(i, position, axisPositions, results,
                                         sum, partner)))
              return failure();
            return reductions.combine(i, partner,
                                      reductions.at(i, results[i], position),
                                      partner, sum);
          }
          if (std::optional<unsigned> k = op.getMonoid(i).getPartner())
            partner = reductions.at(*k, inits[*k], position);
          return reductions.reduce(i, position, axisPositions, results,
                                   reductions.at(i, results[i], position),
                                   partner);
        }))
      return failure();
  for (auto [value, result] : llvm::zip_equal(op.getResults(), results))
    set(value, std::move(result));
  return success();
}

LogicalResult Machine::runFold(FoldOp op) {
  FoldStates fold(*this, op);
  if (failed(fold.initialize()))
    return failure();
  if (options.onFold) {
    int64_t numStates = 0;
    for (Value init : op.getInits())
      numStates = std::max(numStates, getTensor(init).getNumElements());
    options.onFold(op, numStates);
  }
  int64_t numPositions = getProduct(fold.getAxisSizes());
  Bracketing bracketing = options.bracketing
                              ? options.bracketing(op, numPositions)
                              : Bracketing::makeWhole(numPositions);
  std::vector<FoldStates::State> states;
  for (const Bracketing::Node &node : bracketing.getNodes()) {
    FailureOr<FoldStates::State> state = failure();
    switch (node.kind) {
    case Bracketing::Node::Init:
      state = fold.getInit();
      break;
    case Bracketing::Node::Identity:
      state = fold.getIdentity();
      break;
    case Bracketing::Node::Step:
      state = fold.step(states[node.children[0]], node.positions);
      break;
    case Bracketing::Node::Merge: {
      SmallVector<FoldStates::State> parts;
      for (unsigned child : node.children)
        parts.push_back(states[child]);
      state = fold.merge(parts);
      break;
    }
    }
    if (failed(state))
      return failure();
    states.push_back(std::move(*state));
  }
  for (auto [value, result] : llvm::zip_equal(op.getResults(), states.back()))
    set(value, std::move(result));
  return success();
}
