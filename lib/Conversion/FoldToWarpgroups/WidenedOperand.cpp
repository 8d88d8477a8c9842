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

using Indices = SmallVector<ElementIndex>;

static bool has(ArrayRef<ElementIndex> indices, unsigned dim) {
  return llvm::any_of(
      indices, [&](const ElementIndex &index) { return index.dim == dim; });
}

/// The indices of what `op` reads, by those of what it makes; nothing if a size
/// is not known.
static std::optional<Indices> readCollapsed(tensor::CollapseShapeOp op,
                                            ArrayRef<ElementIndex> indices) {
  RankedTensorType type = op.getSrcType();
  Indices source(type.getRank(), ElementIndex{ElementIndex::kOnlyElement});
  for (auto [index, group] :
       llvm::zip_equal(indices, op.getReassociationIndices())) {
    SmallVector<int64_t> wide = llvm::filter_to_vector(
        group, [&](int64_t dim) { return type.getDimSize(dim) != 1; });
    int64_t inner = 1;
    for (int64_t dim : llvm::reverse(wide)) {
      bool isSlowest = dim == wide.front();
      int64_t size = type.getDimSize(dim);
      if (!isSlowest && ShapedType::isDynamic(size))
        return std::nullopt;
      source[dim] = {index.dim, index.divisor * inner, size};
      if (isSlowest)
        source[dim].size = index.size == 0 ? 0 : index.size / inner;
      else
        inner *= size;
    }
  }
  return source;
}

/// The same where dimensions of size 1 are added.
static std::optional<Indices> readExpanded(tensor::ExpandShapeOp op,
                                           ArrayRef<ElementIndex> indices) {
  Indices source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    source.push_back({ElementIndex::kOnlyElement});
    for (int64_t dim : group) {
      if (op.getResultType().getDimSize(dim) == 1)
        continue;
      if (source.back().dim != ElementIndex::kOnlyElement)
        return std::nullopt;
      source.back() = indices[dim];
    }
  }
  return source;
}

namespace {
/// Collects scalar code from the ops that make a tensor.
class CodeCollector {
public:
  /// Of ops between a tensor and what is read, the operands that lead there.
  using Path = SmallVector<OpOperand *>;
  struct Leaf {
    Value tensor;
    Indices indices;
    Path path;
  };

  CodeCollector(MLIRContext *context, unsigned columnDim)
      : region(std::make_shared<Region>()), block(&region->emplaceBlock()),
        b(context), columnDim(columnDim) {
    b.setInsertionPointToEnd(block);
  }

  /// The element of a tensor.
  Value get(Value tensor, const Indices &indices, const Path &path) {
    Type type = getElementTypeOrSelf(tensor.getType());
    if (has(indices, columnDim) && !isNarrow(type))
      if (std::optional<Value> value = readThrough(tensor, indices, path))
        return *value;
    for (auto [i, leaf] : llvm::enumerate(leaves))
      if (leaf.tensor == tensor && leaf.indices == indices)
        return block->getArgument(i);
    leaves.push_back({tensor, indices, path});
    return block->addArgument(type, tensor.getLoc());
  }

  std::shared_ptr<Region> region;
  Block *block;
  /// By argument.
  SmallVector<Leaf> leaves;

private:
  static Path extend(const Path &path, OpOperand &operand) {
    Path longer(path);
    longer.push_back(&operand);
    return longer;
  }

  std::optional<Value> readThrough(Value tensor, const Indices &indices,
                                   const Path &path) {
    Operation *op = tensor.getDefiningOp();
    std::optional<Indices> source;
    if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
      source = readCollapsed(collapse, indices);
    else if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
      source = readExpanded(expand, indices);
    else if (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op))
      return inlineOp(linalgOp, indices, path);
    if (!source)
      return std::nullopt;
    OpOperand &operand = op->getOpOperand(0);
    return get(operand.get(), *source, extend(path, operand));
  }

  /// What an elementwise op computes.
  std::optional<Value> inlineOp(linalg::LinalgOp op, const Indices &indices,
                                const Path &path) {
    if (op->getNumResults() != 1 || op->getNumRegions() != 1 ||
        op.getNumParallelLoops() != op.getNumLoops() ||
        !llvm::all_of(op.getBlock()->without_terminator(), isElementwiseCode))
      return std::nullopt;
    OpOperand *init = op.getDpsInitOperand(0);
    AffineMap resultMap = op.getMatchingIndexingMap(init);
    if (!resultMap.isPermutation() ||
        !op.getMatchingBlockArgument(init).use_empty())
      return std::nullopt;
    Indices loops(op.getNumLoops(), ElementIndex{ElementIndex::kOnlyElement});
    for (auto [position, index] : llvm::enumerate(indices))
      loops[resultMap.getDimPosition(position)] = index;
    SmallVector<std::pair<OpOperand *, Indices>> inputs;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand->get().getType());
      if (op.getMatchingBlockArgument(operand).use_empty())
        continue;
      if (!type)
        return std::nullopt;
      Indices read;
      AffineMap map = op.getMatchingIndexingMap(operand);
      for (auto [position, expr] : llvm::enumerate(map.getResults())) {
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          read.push_back(loops[loop.getPosition()]);
        else if (type.getDimSize(position) == 1)
          read.push_back({ElementIndex::kOnlyElement});
        else
          return std::nullopt;
      }
      inputs.emplace_back(operand, std::move(read));
    }
    IRMapping map;
    for (auto &[operand, read] : inputs)
      map.map(op.getMatchingBlockArgument(operand),
              get(operand->get(), read, extend(path, *operand)));
    for (Operation &inner : op.getBlock()->without_terminator())
      b.clone(inner, map);
    return map.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0));
  }

  OpBuilder b;
  unsigned columnDim;
};
} // namespace

/// The leaf in the shape of the tensor that was read through `path`: the same
/// layout, without what is computed.
static Value applyLayout(OpBuilder &b, const CodeCollector::Leaf &leaf) {
  Value value = leaf.tensor;
  Type element = getElementTypeOrSelf(value.getType());
  for (OpOperand *operand : llvm::reverse(leaf.path)) {
    Operation *op = operand->getOwner();
    Location loc = op->getLoc();
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      value = tensor::CollapseShapeOp::create(
          b, loc, value, collapse.getReassociationIndices());
      continue;
    }
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      value = tensor::ExpandShapeOp::create(
          b, loc, expand.getResultType().clone(element), value,
          expand.getReassociationIndices(), expand.getMixedOutputShape());
      continue;
    }
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpOperand *init = linalgOp.getDpsInitOperand(0);
    AffineMap from = linalgOp.getMatchingIndexingMap(operand);
    AffineMap to = linalgOp.getMatchingIndexingMap(init);
    if (from == to)
      continue;
    Value empty = tensor::EmptyOp::create(
        b, loc, tensor::getMixedSizes(b, loc, init->get()), element);
    value = linalg::GenericOp::create(
                b, loc, empty.getType(), value, empty, ArrayRef{from, to},
                linalgOp.getIteratorTypesArray(),
                [](OpBuilder &b, Location loc, ValueRange args) {
                  linalg::YieldOp::create(b, loc, args.front());
                })
                .getResult(0);
  }
  return value;
}

/// True for the result of an op on a tensor of 8 bits.
static bool readsNarrow(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && llvm::any_of(op->getOperandTypes(), [](Type type) {
           return isa<RankedTensorType>(type) &&
                  isNarrow(getElementTypeOrSelf(type));
         });
}

std::optional<WidenedOperand> redfuser::findWidening(OpBuilder &b,
                                                     const FoldTensor &operand,
                                                     unsigned columnDim,
                                                     std::string &reason) {
  MLIRContext *context = operand.tensor.getContext();
  CodeCollector collector(context, columnDim);
  Indices indices;
  for (unsigned dim : operand.dims)
    indices.push_back({dim});
  Value element = collector.get(operand.tensor, indices, {});
  OpBuilder inner(context);
  inner.setInsertionPointToEnd(collector.block);
  linalg::YieldOp::create(inner, operand.tensor.getLoc(), element);

  // The stored element first.
  WidenedOperand result;
  SmallVector<unsigned> order;
  ArrayRef<CodeCollector::Leaf> leaves = collector.leaves;
  for (auto [i, leaf] : llvm::enumerate(leaves))
    if (has(leaf.indices, columnDim))
      order.push_back(i);
  auto getType = [&](unsigned i) {
    return getElementTypeOrSelf(leaves[i].tensor.getType());
  };
  if (!isHalf(element.getType()))
    return std::nullopt;
  if (llvm::none_of(order, [&](unsigned i) { return isNarrow(getType(i)); })) {
    for (unsigned i : order)
      if (readsNarrow(leaves[i].tensor))
        reason = "is computed from 8 bits by more than arithmetic on elements";
    return std::nullopt;
  }
  if (order.size() > 1) {
    reason = "is computed from several tensors along its columns";
    return std::nullopt;
  }
  for (auto [i, leaf] : llvm::enumerate(leaves)) {
    if (i == order.front())
      continue;
    if (!isKernelType(getType(i))) {
      reason = "is computed from elements that a kernel does not load";
      return std::nullopt;
    }
    order.push_back(i);
    result.others.push_back({leaf.tensor, leaf.indices});
  }
  result.stored = {applyLayout(b, leaves[order.front()]), operand.dims};

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
      bool isWithin = llvm::all_of(widening.inputs, [&](unsigned input) {
        return llvm::all_of(
            *getNamedDims(fold.getInputMap(input)),
            [&](unsigned dim) { return llvm::is_contained(dims, dim); });
      });
      // No other component reads what has a dimension that none of them has.
      if (isWithin && hasOwnDim(fold, i, dims))
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
