//===- WidenedOperand.cpp - Operands computed from fewer bits -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenedOperand.h"

#include "../Utils/FoldCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Types of 8 bits whose values f16 and bf16 have.
static bool isNarrow(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type) || type.isInteger(8);
}

static bool isHalf(Type type) { return isa<Float16Type, BFloat16Type>(type); }

/// True for an op that vectors of elements can have.
static bool isElementwiseCode(Operation &op) {
  return isa<arith::ArithDialect>(op.getDialect()) && isPure(&op) &&
         (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op));
}

//===----------------------------------------------------------------------===//
// Elementwise ops that make an operand
//===----------------------------------------------------------------------===//

namespace {
/// Collects scalar code from the ops that make a tensor.
class CodeCollector {
public:
  CodeCollector(MLIRContext *context, unsigned columnDim)
      : region(std::make_shared<Region>()), block(&region->emplaceBlock()),
        b(context), columnDim(columnDim) {
    b.setInsertionPointToEnd(block);
  }

  /// The element of a tensor.
  Value get(const FoldTensor &tensor) {
    if (tensor.has(columnDim) && !isNarrow(tensor.getType().getElementType()))
      if (std::optional<Value> value = inlineOp(tensor))
        return *value;
    for (auto [i, leaf] : llvm::enumerate(leaves))
      if (leaf.tensor == tensor.tensor && leaf.dims == tensor.dims)
        return block->getArgument(i);
    leaves.push_back(tensor);
    return block->addArgument(tensor.getType().getElementType(),
                              tensor.tensor.getLoc());
  }

  std::shared_ptr<Region> region;
  Block *block;
  /// By argument.
  SmallVector<FoldTensor> leaves;

private:
  /// What an elementwise op computes.
  std::optional<Value> inlineOp(const FoldTensor &tensor) {
    auto op = tensor.tensor.getDefiningOp<linalg::LinalgOp>();
    if (!op || op->getNumResults() != 1 || op->getNumRegions() != 1 ||
        op.getNumParallelLoops() != op.getNumLoops() ||
        !llvm::all_of(op.getBlock()->without_terminator(), isElementwiseCode))
      return std::nullopt;
    OpOperand *init = op.getDpsInitOperand(0);
    AffineMap resultMap = op.getMatchingIndexingMap(init);
    if (!resultMap.isPermutation() ||
        !op.getMatchingBlockArgument(init).use_empty())
      return std::nullopt;
    SmallVector<unsigned> loopDims(op.getNumLoops());
    for (auto [position, dim] : llvm::enumerate(tensor.dims))
      loopDims[resultMap.getDimPosition(position)] = dim;
    SmallVector<std::pair<BlockArgument, FoldTensor>> inputs;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument arg = op.getMatchingBlockArgument(operand);
      auto type = dyn_cast<RankedTensorType>(operand->get().getType());
      if (arg.use_empty())
        continue;
      if (!type)
        return std::nullopt;
      FoldTensor input{operand->get(), {}};
      AffineMap map = op.getMatchingIndexingMap(operand);
      for (auto [position, expr] : llvm::enumerate(map.getResults())) {
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          input.dims.push_back(loopDims[loop.getPosition()]);
        else if (type.getDimSize(position) == 1)
          input.dims.push_back(WidenedOperand::kOnlyElement);
        else
          return std::nullopt;
      }
      inputs.emplace_back(arg, std::move(input));
    }
    IRMapping map;
    for (auto &[arg, input] : inputs)
      map.map(arg, get(input));
    for (Operation &inner : op.getBlock()->without_terminator())
      b.clone(inner, map);
    return map.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0));
  }

  OpBuilder b;
  unsigned columnDim;
};
} // namespace

/// True for the result of an op on a tensor of 8 bits.
static bool readsNarrow(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && llvm::any_of(op->getOperandTypes(), [](Type type) {
           return isa<RankedTensorType>(type) &&
                  isNarrow(getElementTypeOrSelf(type));
         });
}

std::optional<WidenedOperand> redfuser::findWidening(const FoldTensor &operand,
                                                     unsigned columnDim,
                                                     std::string &reason) {
  MLIRContext *context = operand.tensor.getContext();
  CodeCollector collector(context, columnDim);
  Value element = collector.get(operand);
  OpBuilder b(context);
  b.setInsertionPointToEnd(collector.block);
  linalg::YieldOp::create(b, operand.tensor.getLoc(), element);

  // The stored element first.
  WidenedOperand result;
  SmallVector<unsigned> order;
  for (auto [i, leaf] : llvm::enumerate(collector.leaves))
    if (leaf.has(columnDim))
      order.push_back(i);
  auto isNarrowLeaf = [&](unsigned i) {
    return isNarrow(collector.leaves[i].getType().getElementType());
  };
  if (!isHalf(element.getType()))
    return std::nullopt;
  if (!llvm::any_of(order, isNarrowLeaf)) {
    for (unsigned i : order)
      if (readsNarrow(collector.leaves[i].tensor))
        reason = "is computed from 8 bits by more than arithmetic on elements";
    return std::nullopt;
  }
  if (order.size() > 1) {
    reason = "is computed from several tensors along its columns";
    return std::nullopt;
  }
  result.stored = collector.leaves[order.front()];
  for (auto [i, leaf] : llvm::enumerate(collector.leaves)) {
    if (i == order.front())
      continue;
    if (!isKernelType(leaf.getType().getElementType())) {
      reason = "is computed from elements that a kernel does not load";
      return std::nullopt;
    }
    order.push_back(i);
    result.others.push_back(leaf);
  }
  Block *block = collector.block;
  unsigned count = block->getNumArguments();
  for (unsigned i : order) {
    BlockArgument old = block->getArgument(i);
    old.replaceAllUsesWith(block->addArgument(old.getType(), old.getLoc()));
  }
  block->eraseArguments(0, count);
  result.code = collector.region;
  result.isConversion =
      llvm::all_of(block->without_terminator(), [](Operation &op) {
        return isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp>(op);
      });
  return result;
}

//===----------------------------------------------------------------------===//
// Terms that widen an input
//===----------------------------------------------------------------------===//

namespace {
/// What a term computes from an element of 8 bits.
struct TermWidening {
  unsigned component;
  /// Of 16 bits, in the term.
  Value value;
  /// Inputs of the fold that it reads, that of 8 bits first.
  SmallVector<unsigned> inputs;
};
} // namespace

/// Fills `inputs`, unless something else is read.
static LogicalResult collectInputs(FoldOp fold, TermWidening &widening) {
  Block *block = widening.value.getParentBlock();
  SmallVector<Value> pending{widening.value};
  llvm::SmallDenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() != block)
        continue; // The same everywhere.
      unsigned number = arg.getArgNumber();
      if (number >= fold.getInputs().size() ||
          !isa<RankedTensorType>(fold.getInputs()[number].getType()) ||
          !getNamedDims(fold.getInputMap(number)))
        return failure();
      if (!isNarrow(arg.getType())) {
        widening.inputs.push_back(number);
        continue;
      }
      if (!widening.inputs.empty() &&
          isNarrow(fold.getInputElementType(widening.inputs.front())))
        return failure();
      widening.inputs.insert(widening.inputs.begin(), number);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != block)
      continue;
    if (op->getNumRegions() != 0 || !isPure(op) || isa<cascade::IndexOp>(op))
      return failure();
    llvm::append_range(pending, op->getOperands());
  }
  return success(!widening.inputs.empty() &&
                 isNarrow(fold.getInputElementType(widening.inputs.front())));
}

/// A dimension that `component` has and no other one.
static bool hasOwnDim(FoldOp fold, unsigned component,
                      ArrayRef<unsigned> dims) {
  return llvm::any_of(dims, [&](unsigned dim) {
    return fold.getResultMap(component).isFunctionOfDim(dim) &&
           llvm::none_of(llvm::seq(fold.getNumReductions()), [&](unsigned i) {
             return i != component && fold.getDomain(i).test(dim);
           });
  });
}

static std::optional<TermWidening> findTermWidening(FoldOp fold) {
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    auto mul = fold.getTermValue(i).getDefiningOp<arith::MulFOp>();
    if (!mul || mul->getBlock() != &fold.getTermBlock(i))
      continue;
    for (Value side : mul->getOperands()) {
      auto ext = side.getDefiningOp<arith::ExtFOp>();
      if (!ext || ext->getBlock() != mul->getBlock() ||
          !isHalf(ext.getIn().getType()) || isa<BlockArgument>(ext.getIn()))
        continue;
      TermWidening widening{i, ext.getIn(), {}};
      if (failed(collectInputs(fold, widening)))
        continue;
      unsigned stored = widening.inputs.front();
      SmallVector<unsigned> dims = *getNamedDims(fold.getInputMap(stored));
      bool isRead = llvm::any_of(llvm::seq(e), [&](unsigned k) {
        return k != i && !fold.getTermInput(k, stored).use_empty();
      });
      bool isWithin = llvm::all_of(widening.inputs, [&](unsigned input) {
        return llvm::all_of(
            *getNamedDims(fold.getInputMap(input)),
            [&](unsigned dim) { return llvm::is_contained(dims, dim); });
      });
      if (!isRead && isWithin && hasOwnDim(fold, i, dims))
        return widening;
    }
  }
  return std::nullopt;
}

/// The elementwise op, in the iteration space of the tensor of 8 bits.
static Value createWidening(RewriterBase &b, FoldOp fold,
                            const TermWidening &widening) {
  Value value = widening.value;
  Location loc = value.getLoc();
  unsigned stored = widening.inputs.front();
  Value tensor = fold.getInputs()[stored];
  SmallVector<unsigned> dims = *getNamedDims(fold.getInputMap(stored));
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned number : widening.inputs) {
    inputs.push_back(fold.getInputs()[number]);
    SmallVector<AffineExpr> exprs;
    AffineMap map = fold.getInputMap(number);
    for (AffineExpr expr : map.getResults()) {
      auto dim = llvm::find(dims, cast<AffineDimExpr>(expr).getPosition());
      exprs.push_back(b.getAffineDimExpr(std::distance(dims.begin(), dim)));
    }
    maps.push_back(AffineMap::get(dims.size(), 0, exprs, b.getContext()));
  }
  maps.push_back(b.getMultiDimIdentityMap(dims.size()));
  Value init = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, tensor), value.getType());
  SmallVector<utils::IteratorType> kinds(dims.size(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), inputs, init, maps, kinds,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        IRMapping map;
        for (auto [number, arg] : llvm::zip(widening.inputs, args.drop_back()))
          map.map(fold.getTermInput(widening.component, number), arg);
        std::function<Value(Value)> clone = [&](Value wanted) -> Value {
          Operation *op = wanted.getDefiningOp();
          if (map.contains(wanted) || !op ||
              op->getBlock() != value.getParentBlock())
            return map.lookupOrDefault(wanted);
          for (Value operand : op->getOperands())
            clone(operand);
          b.clone(*op, map);
          return map.lookup(wanted);
        };
        linalg::YieldOp::create(b, loc, clone(value));
      });
  return generic.getResult(0);
}

FoldOp redfuser::separateWidening(RewriterBase &b, FoldOp fold) {
  std::optional<TermWidening> widening = findTermWidening(fold);
  if (!widening)
    return {};
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(fold);
  Value widened = createWidening(b, fold, *widening);
  IRMapping map;
  auto copy = cast<FoldOp>(b.clone(*fold, map));
  unsigned stored = widening->inputs.front();
  copy.getInputsMutable()[stored].assign(widened);
  BlockArgument element = copy.getTermInput(widening->component, stored);
  map.lookup(widening->value).replaceAllUsesWith(element);
  // What computed the value is dead now.
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(copy.getTermBlock(widening->component))))
    if (isOpTriviallyDead(&op))
      b.eraseOp(&op);
  for (unsigned i = 0, e = copy.getNumReductions(); i < e; ++i)
    copy.getTermInput(i, stored).setType(
        getElementTypeOrSelf(widened.getType()));
  return copy;
}
