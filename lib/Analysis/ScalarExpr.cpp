//===- ScalarExpr.cpp - Tensors as scalar functions of an index -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/ScalarExpr.h"
#include "RedFuser/Analysis/Reductions.h"
#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace redfuser;

/// Scalar ops that one value may inline before it is a leaf for its users, and
/// before it is one if a chain starts from it.
static constexpr unsigned kInlineBound = 128;
static constexpr unsigned kHeadBound = 16;
/// How many ops deep inlining goes (it recurses).
static constexpr unsigned kDepthBound = 256;

//===----------------------------------------------------------------------===//
// What is pointwise
//===----------------------------------------------------------------------===//

/// The loops that a map reads, as a list for each dimension. Fails for anything
/// but distinct roles: a loop, or 0 on a dimension of size 1.
static std::optional<Access> composeMap(AffineMap map, Value value,
                                        ArrayRef<DimList> loops) {
  auto type = cast<RankedTensorType>(value.getType());
  Access access;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      access.push_back(loops[loop.getPosition()]);
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || constant.getValue() != 0 || type.getDimSize(dim) != 1)
      return std::nullopt;
    access.emplace_back();
  }
  return access;
}

/// True if a slice keeps every element and at most drops dimensions of size 1.
static bool keepsAllElements(tensor::ExtractSliceOp slice) {
  for (auto [offset, stride] :
       llvm::zip(slice.getMixedOffsets(), slice.getMixedStrides()))
    if (!isZeroInteger(offset) || !isOneInteger(stride))
      return false;
  auto source = slice.getSourceType();
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (source.isDynamicDim(dim) ||
        getConstantIntValue(size) != source.getDimSize(dim))
      return false;
  return true;
}

bool redfuser::isReshape(Operation *op) {
  if (auto castOp = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(castOp.getSource().getType()) &&
           isa<RankedTensorType>(castOp.getType());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return keepsAllElements(slice);
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp>(
      op);
}

static bool isScalarOp(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         !isa<ShapedType>(op->getResult(0).getType());
}

/// What a body may contain: scalar ops, positions, sizes, and reads of tensors,
/// the indices of which are judged when they are inlined.
static bool isBodyOp(Operation *op) {
  return isa<linalg::IndexOp, tensor::DimOp, tensor::ExtractOp>(op) ||
         isScalarOp(op);
}

bool redfuser::hasPlainTensors(Operation *op) {
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    auto ranked = dyn_cast<RankedTensorType>(type);
    return !tensor || (ranked && !ranked.getEncoding());
  };
  return llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

/// The loops of `op` that any operand says to have one iteration.
static llvm::SmallBitVector getUnitLoops(linalg::LinalgOp op) {
  llvm::SmallBitVector isUnit(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (type.getDimSize(dim) == 1)
          isUnit.set(loop.getPosition());
  }
  return isUnit;
}

/// True if the loops of `op` are parallel or known to have one iteration. Its
/// body runs once for each element of its results then, also where a loop of
/// size 1 is called a reduction.
static bool runsOncePerElement(linalg::LinalgOp op) {
  if (op.getNumParallelLoops() == op.getNumLoops())
    return true;
  llvm::SmallBitVector isUnit = getUnitLoops(op);
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind != utils::IteratorType::parallel && !isUnit.test(loop))
      return false;
  return true;
}

bool redfuser::isPointwise(Operation *op) {
  if (op->getNumResults() == 0 || !hasPlainTensors(op) ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (!linalgOp.hasPureTensorSemantics() || !runsOncePerElement(linalgOp))
      return false;
    for (Operation &inner : linalgOp.getBlock()->without_terminator())
      if (!isBodyOp(&inner))
        return false;
    return true;
  }
  if (isReshape(op) || isa<tensor::SplatOp>(op))
    return true;
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat();
  return OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op);
}

bool redfuser::isCopy(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumDpsInputs() == 0 ||
      op->getNumResults() != 1 || !isPointwise(op))
    return false;
  Value yielded = linalgOp.getBlock()->getTerminator()->getOperand(0);
  return yielded == linalgOp.getMatchingBlockArgument(
                        linalgOp.getDpsInputOperand(0)) &&
         isa<RankedTensorType>(op->getOperand(0).getType());
}

static bool isConstantSplat(Value value) {
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat();
}

/// The loops of `linalgOp` along which it reads different elements of
/// `operand`; those of one iteration count as such. All for other ops.
static llvm::SmallBitVector getReadLoops(linalg::LinalgOp linalgOp,
                                         OpOperand &operand) {
  if (!linalgOp || linalgOp.getNumLoops() == 0)
    return llvm::SmallBitVector(1, true);
  llvm::SmallBitVector loops = getUnitLoops(linalgOp);
  for (AffineExpr expr : linalgOp.getMatchingIndexingMap(&operand).getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      loops.set(dim.getPosition());
  return loops;
}

/// The ops of the body that compute with elements of `whole`, operands that
/// have all loops: what compares positions with those of a row does not.
static unsigned countDataOps(linalg::LinalgOp linalgOp,
                             ArrayRef<OpOperand *> whole) {
  llvm::DenseSet<Value> data;
  for (OpOperand *operand : whole)
    data.insert(linalgOp.getMatchingBlockArgument(operand));
  unsigned count = 0;
  for (Operation &inner : linalgOp.getBlock()->without_terminator()) {
    if (inner.getNumRegions() == 0 &&
        llvm::none_of(inner.getOperands(),
                      [&](Value operand) { return data.contains(operand); }))
      continue;
    data.insert_range(inner.getResults());
    count += !isa<arith::ExtFOp, arith::TruncFOp>(inner);
  }
  return count;
}

InlineBudget::InlineBudget(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void InlineBudget::visit(Operation &op) {
  if (!isPointwise(&op))
    return;
  Cost cost;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(&op);
  // The loops that elements of operands vary along: of what all operands of a
  // masked row have, a row's own values (a position to exclude) are little.
  llvm::SmallBitVector varies;
  unsigned broadcastOps = 0;
  bool readsWhole = false;
  SmallVector<OpOperand *> whole;
  for (OpOperand &operand : op.getOpOperands()) {
    Cost producer = costs.lookup(operand.get().getDefiningOp());
    cost.ops += producer.ops;
    cost.depth = std::max(cost.depth, producer.depth);
    bool isRead = linalgOp ? linalgOp.payloadUsesValueFromOperand(&operand)
                           : isa<ShapedType>(operand.get().getType());
    if (!isRead || !producer.readsData || isConstantSplat(operand.get()))
      continue;
    llvm::SmallBitVector loops = getReadLoops(linalgOp, operand);
    (loops.all() ? cost.dataOps : broadcastOps) += producer.dataOps;
    readsWhole |= loops.all();
    if (loops.all())
      whole.push_back(&operand);
    varies.resize(loops.size());
    varies |= loops;
  }
  cost.readsData = readsWhole || (varies.any() && varies.all());
  if (!readsWhole)
    cost.dataOps += broadcastOps;
  ++cost.depth;
  unsigned added = 0;
  bool gathers = false;
  if (linalgOp) {
    // Conversions to wider types and back are spelling.
    added = llvm::count_if(linalgOp.getBlock()->without_terminator(),
                           [](Operation &inner) {
                             return !isa<arith::ExtFOp, arith::TruncFOp>(inner);
                           });
    // Tensors that the body captures.
    gathers = llvm::any_of(*linalgOp.getBlock(), [](Operation &inner) {
      return isa<tensor::ExtractOp>(inner);
    });
    cost.readsData |= gathers;
  } else if (!isReshape(&op)) {
    added = 1;
  }
  cost.ops += added;
  if (cost.readsData)
    cost.dataOps += linalgOp && readsWhole && !gathers
                        ? countDataOps(linalgOp, whole)
                        : added;
  bool isHead = llvm::any_of(
      op.getResults(), [&](Value result) { return heads.contains(result); });
  if ((isHead && cost.dataOps > kHeadBound) || cost.ops > kInlineBound ||
      cost.depth > kDepthBound) {
    leaves.insert_range(op.getResults());
    cost = Cost();
  }
  costs[&op] = cost;
}

void InlineBudget::addLeaf(Value value) {
  leaves.insert(value);
  costs[value.getDefiningOp()] = Cost();
}

void InlineBudget::update(Value value) {
  SmallVector<std::pair<Operation *, bool>> pending{
      {value.getDefiningOp(), false}};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!pending.empty()) {
    auto [op, done] = pending.pop_back_val();
    if (done) {
      visit(*op);
      continue;
    }
    if (!op || !costs.contains(op) || !seen.insert(op).second ||
        llvm::any_of(op->getResults(),
                     [&](Value result) { return isLeaf(result); }))
      continue;
    pending.push_back({op, true});
    for (Value operand : op->getOperands())
      pending.push_back({operand.getDefiningOp(), false});
  }
}

/// True if the value of `expr` depends on an element of a tensor.
static bool readsData(const ScalarExpr *expr,
                      llvm::DenseMap<const ScalarExpr *, bool> &known) {
  if (expr->kind == ScalarExpr::Kind::Leaf)
    return true;
  auto [entry, isNew] = known.try_emplace(expr, false);
  if (!isNew)
    return entry->second;
  bool reads = llvm::any_of(expr->operands, [&](const ScalarExpr *operand) {
    return readsData(operand, known);
  });
  return known[expr] = reads;
}

bool InlineBudget::isLongHead(const ScalarExpr *expr) {
  llvm::DenseMap<const ScalarExpr *, bool> known;
  return llvm::count_if(collect(expr, ScalarExpr::Kind::Apply),
                        [&](const ScalarExpr *node) {
                          return readsData(node, known);
                        }) > kHeadBound;
}

bool InlineBudget::isLong(Value value) const {
  Cost cost = costs.lookup(value.getDefiningOp());
  return cost.ops > kInlineBound / 2 || cost.depth > kDepthBound / 2;
}

SmallVector<const ScalarExpr *> redfuser::collect(const ScalarExpr *expr,
                                                  ScalarExpr::Kind kind) {
  SmallVector<const ScalarExpr *> found, pending{expr};
  llvm::DenseSet<const ScalarExpr *> seen{expr};
  while (!pending.empty()) {
    const ScalarExpr *node = pending.pop_back_val();
    if (node->kind == kind)
      found.push_back(node);
    for (const ScalarExpr *operand : llvm::reverse(node->operands))
      if (seen.insert(operand).second)
        pending.push_back(operand);
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

ScalarExpr *ScalarInliner::make(ScalarExpr::Kind kind, Type type) {
  auto *expr = new (allocator.Allocate()) ScalarExpr();
  expr->kind = kind;
  expr->type = type;
  return expr;
}

const ScalarExpr *ScalarInliner::makeConstant(TypedAttr constant) {
  ScalarExpr *expr = make(ScalarExpr::Kind::Constant, constant.getType());
  expr->constant = constant;
  return expr;
}

const ScalarExpr *ScalarInliner::makeCaptured(Value value) {
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)) &&
      constant.getType() == value.getType())
    return makeConstant(constant);
  ScalarExpr *expr = make(ScalarExpr::Kind::Captured, value.getType());
  expr->value = value;
  return expr;
}

const ScalarExpr *ScalarInliner::inlineTensor(Value tensor, Access access,
                                              LeafFn isLeaf) {
  space.normalize(access);
  for (auto &[place, expr] : memo[tensor])
    if (place == access)
      return expr;
  const ScalarExpr *expr = tryInline(tensor, access, isLeaf);
  if (!expr) {
    ScalarExpr *leaf =
        make(ScalarExpr::Kind::Leaf,
             cast<RankedTensorType>(tensor.getType()).getElementType());
    leaf->value = tensor;
    leaf->access = access;
    expr = leaf;
  }
  memo[tensor].push_back({access, expr});
  memoized.push_back(tensor);
  return expr;
}

/// What `op`, the body of which runs once for each element, combines with the
/// neutral element of a monoid: the result itself, to the bit. (A sum from 0.0
/// is not: it turns -0.0 into 0.0.)
static Value getTermFromIdentity(linalg::LinalgOp op, unsigned number) {
  if (op.getNumParallelLoops() == op.getNumLoops())
    return {};
  OpOperand *init = op.getDpsInitOperand(number);
  TypedAttr start = getSplat(init->get());
  if (!start)
    return {};
  auto isNaN = [](Attribute value) {
    auto number = dyn_cast<FloatAttr>(value);
    return number && number.getValue().isNaN();
  };
  Value yielded = op.getBlock()->getTerminator()->getOperand(number);
  BlockArgument acc = op.getMatchingBlockArgument(init);
  for (cascade::MonoidAttrInterface monoid :
       cascade::getBuiltinMonoids(op->getContext())) {
    if (!monoid.supportsType(yielded.getType()))
      continue;
    TypedAttr identity = monoid.getIdentity(yielded.getType());
    if (start != identity && !(isNaN(start) && isNaN(identity)))
      continue;
    bool negated = false;
    if (Value term = monoid.matchTerm(yielded, acc, negated); term && !negated)
      return term;
  }
  return {};
}

const ScalarExpr *ScalarInliner::tryInline(Value tensor, const Access &access,
                                           LeafFn isLeaf) {
  Operation *op = tensor.getDefiningOp();
  DenseElementsAttr constant;
  // A splat of complex numbers has elements that are no typed attributes.
  if (op && matchPattern(op, m_Constant(&constant)) && constant.isSplat())
    if (auto element = dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>()))
      return makeConstant(element);
  if (!op || op->getBlock() != &block || !isPointwise(op) || isLeaf(tensor))
    return nullptr;
  if (isReshape(op))
    return tryInlineReshape(op, access, isLeaf);
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return makeCaptured(splat.getInput());

  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    AffineMap map =
        linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(number));
    // Each element must be written once: at loops that its index determines.
    SmallVector<std::optional<DimList>> determined(linalgOp.getNumLoops());
    for (auto [loop, kind] : llvm::enumerate(linalgOp.getIteratorTypesArray()))
      if (kind != utils::IteratorType::parallel)
        determined[loop] = DimList(); // It runs once.
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        if (determined[loop.getPosition()])
          return nullptr;
        determined[loop.getPosition()] = access[dim];
      } else if (auto zero = dyn_cast<AffineConstantExpr>(expr);
                 !zero || zero.getValue() != 0 ||
                 cast<RankedTensorType>(tensor.getType()).getDimSize(dim) !=
                     1) {
        return nullptr;
      }
    }
    SmallVector<DimList> loops;
    for (std::optional<DimList> &list : determined) {
      if (!list)
        return nullptr;
      loops.push_back(*list);
    }
    Value yielded = linalgOp.getBlock()->getTerminator()->getOperand(number);
    std::string reason;
    if (Value term = getTermFromIdentity(linalgOp, number))
      if (const ScalarExpr *expr = inlineBody(
              linalgOp, term, loops, /*readOuts=*/false, isLeaf, reason))
        return expr;
    return inlineBody(linalgOp, yielded, loops, /*readOuts=*/true, isLeaf,
                      reason);
  }

  // An elementwise op on whole tensors.
  ScalarExpr *expr =
      make(ScalarExpr::Kind::Apply,
           cast<RankedTensorType>(tensor.getType()).getElementType());
  expr->op = op;
  for (Value operand : op->getOperands())
    expr->operands.push_back(isa<RankedTensorType>(operand.getType())
                                 ? inlineTensor(operand, access, isLeaf)
                                 : makeCaptured(operand));
  return expr;
}

const ScalarExpr *ScalarInliner::tryInlineReshape(Operation *op,
                                                  const Access &access,
                                                  LeafFn isLeaf) {
  if (auto castOp = dyn_cast<tensor::CastOp>(op))
    return inlineTensor(castOp.getSource(), access, isLeaf);

  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    Access source;
    for (ArrayRef<int64_t> group : expand.getReassociationIndices()) {
      DimList &list = source.emplace_back();
      for (int64_t dim : group)
        llvm::append_range(list, access[dim]);
    }
    return inlineTensor(expand.getSrc(), source, isLeaf);
  }

  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    IterationSpace::Checkpoint mark = space.checkpoint();
    size_t memoMark = memoized.size();
    bool isDivided = false;
    Access source;
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices())) {
      SmallVector<Extent> extents;
      for (int64_t sourceDim : group)
        extents.push_back(facts.get(collapse.getSrc(), sourceDim));
      DimList before = access[dim];
      space.normalize(before);
      std::optional<Access> lists = space.split(access[dim], extents);
      if (!lists)
        return nullptr;
      isDivided |= llvm::any_of(before, [&](unsigned loop) {
        DimList parts{loop};
        space.normalize(parts);
        return parts.size() > 1 &&
               (space.isAxis(loop) || llvm::is_contained(kept, loop));
      });
      llvm::append_range(source, *lists);
    }
    // Collapsing to a scalar leaves dimensions of size 1 in no group.
    source.resize(collapse.getSrcType().getRank());
    const ScalarExpr *expr = inlineTensor(collapse.getSrc(), source, isLeaf);
    // Others may read what is in memory by the parts of the loop, and results
    // of reductions are known by name.
    auto producer = expr->value ? expr->value.getDefiningOp<linalg::LinalgOp>()
                                : linalg::LinalgOp();
    bool isReduced = producer && producer.getNumReductionLoops() > 0;
    auto isReadAlone = [](Value value) {
      return llvm::count_if(value.getUsers(), [](Operation *user) {
               return !isa<tensor::DimOp>(user);
             }) == 1;
    };
    if (!isDivided || expr->kind != ScalarExpr::Kind::Leaf || isReduced ||
        !isReadAlone(expr->value))
      return expr;
    while (memoized.size() > memoMark)
      memo[memoized.pop_back_val()].pop_back();
    space.rollback(mark);
    return nullptr;
  }

  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op)) {
    // The same elements in row-major order.
    auto type = dyn_cast<RankedTensorType>(reshape.getSource().getType());
    if (!type)
      return nullptr;
    DimList order;
    SmallVector<Extent> extents;
    for (const DimList &list : access)
      llvm::append_range(order, list);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      extents.push_back(facts.get(reshape.getSource(), dim));
    std::optional<Access> source = space.split(order, extents);
    return source ? inlineTensor(reshape.getSource(), *source, isLeaf)
                  : nullptr;
  }

  auto slice = cast<tensor::ExtractSliceOp>(op);
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  Access source(slice.getSourceType().getRank());
  for (unsigned dim = 0, kept = 0; dim < source.size(); ++dim)
    if (!dropped.test(dim))
      source[dim] = access[kept++];
  return inlineTensor(slice.getSource(), source, isLeaf);
}

/// Reads of a tensor inside of a body: each index is a loop's that runs over
/// the whole dimension, possibly as `size == 1 ? 0 : index`, which is the same
/// then (front ends write broadcasts of dynamic sizes so).
const ScalarExpr *ScalarInliner::inlineExtract(linalg::LinalgOp op,
                                               tensor::ExtractOp extract,
                                               ArrayRef<DimList> loops,
                                               LeafFn isLeaf) {
  Value tensor = extract.getTensor();
  auto type = cast<RankedTensorType>(tensor.getType());
  Access access;
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    if (isZeroInteger(index) && type.getDimSize(dim) == 1) {
      access.emplace_back();
      continue;
    }
    if (auto select = index.getDefiningOp<arith::SelectOp>()) {
      auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
      if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq ||
          !isOneInteger(compare.getRhs()) ||
          !facts.equal(facts.get(compare.getLhs()), facts.get(tensor, dim)) ||
          !isZeroInteger(select.getTrueValue()))
        return nullptr;
      index = select.getFalseValue();
    }
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    if (!loop || loop->getBlock() != op.getBlock())
      return nullptr;
    // The size of the loop, from any operand that it indexes.
    bool isWhole = false;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      std::optional<unsigned> position = map.getResultPosition(
          getAffineDimExpr(loop.getDim(), op->getContext()));
      isWhole |= position && facts.equal(facts.get(operand.get(), *position),
                                         facts.get(tensor, dim));
    }
    if (!isWhole)
      return nullptr;
    access.push_back(loops[loop.getDim()]);
  }
  return inlineTensor(tensor, access, isLeaf);
}

const ScalarExpr *ScalarInliner::inlineBody(linalg::LinalgOp op, Value scalar,
                                            ArrayRef<DimList> loops,
                                            bool readOuts, LeafFn isLeaf,
                                            std::string &reason) {
  Block *body = op.getBlock();
  // Ops of the body that `scalar` needs, operands first.
  llvm::SetVector<Value> order;
  SmallVector<std::pair<Value, bool>> pending{{scalar, false}};
  while (!pending.empty()) {
    auto [value, done] = pending.pop_back_val();
    if (order.contains(value))
      continue;
    Operation *def = value.getDefiningOp();
    if (done || !def || def->getBlock() != body) {
      order.insert(value);
      continue;
    }
    if (!isBodyOp(def) || isa<tensor::DimOp>(def)) {
      reason = ("its body contains '" + def->getName().getStringRef() +
                "', which is not a scalar op without side effects")
                   .str();
      return nullptr;
    }
    pending.push_back({value, true});
    if (isa<tensor::ExtractOp>(def))
      continue; // Its indices become an access, not scalar code.
    for (Value operand : def->getOperands())
      pending.push_back({operand, false});
  }

  llvm::DenseMap<Value, const ScalarExpr *> done;
  for (Value value : order) {
    const ScalarExpr *&expr = done[value];
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == body) {
      OpOperand *operand = op.getMatchingOpOperand(argument);
      if (op.isDpsInit(operand) && !readOuts) {
        reason = "the value that it combines depends on what was accumulated";
        return nullptr;
      }
      if (!isa<RankedTensorType>(operand->get().getType())) {
        expr = makeCaptured(operand->get());
        continue;
      }
      std::optional<Access> access =
          composeMap(op.getMatchingIndexingMap(operand), operand->get(), loops);
      if (!access) {
        reason = "an indexing map is not a projected permutation";
        return nullptr;
      }
      const ScalarExpr *read = inlineTensor(operand->get(), *access, isLeaf);
      done[value] = read;
      continue;
    }
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != body) {
      expr = makeCaptured(value);
    } else if (auto index = dyn_cast<linalg::IndexOp>(def)) {
      ScalarExpr *node = make(ScalarExpr::Kind::Index, value.getType());
      node->access.push_back(loops[index.getDim()]);
      expr = node;
    } else if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
      const ScalarExpr *read = inlineExtract(op, extract, loops, isLeaf);
      if (!read) {
        reason = "it reads a tensor at a place that is not a loop's index over "
                 "the whole dimension";
        return nullptr;
      }
      done[value] = read;
    } else if (TypedAttr constant; matchPattern(def, m_Constant(&constant)) &&
                                   constant.getType() == value.getType()) {
      expr = makeConstant(constant);
    } else {
      ScalarExpr *node = make(ScalarExpr::Kind::Apply, value.getType());
      node->op = def;
      for (Value operand : def->getOperands())
        node->operands.push_back(done.lookup(operand));
      expr = node;
    }
  }
  return done.lookup(scalar);
}
