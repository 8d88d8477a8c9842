//===- GroupedLowering.cpp - Scalar terms to linalg ops -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace redfuser::cascade;
using NodeId = GroupedLowering::NodeId;

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

NodeId GroupedLowering::addNode(Node node) {
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

NodeId GroupedLowering::addLeaf(Type elementType, AffineMap map) {
  Node node{Node::Kind::Leaf, elementType, getDims(map)};
  node.map = map;
  return addNode(std::move(node));
}

FailureOr<NodeId> GroupedLowering::import(Block &block,
                                          ArrayRef<NodeId> arguments) {
  return importValue(block, arguments, block.getTerminator()->getOperand(0));
}

NodeId
GroupedLowering::build(ArrayRef<NodeId> operands,
                       function_ref<Value(OpBuilder &, ValueRange)> make) {
  Block &block = *built.emplace_back(std::make_unique<Block>());
  for (NodeId operand : operands)
    block.addArgument(nodes[operand].type, loc);
  OpBuilder b(rewriter.getContext());
  b.setInsertionPointToEnd(&block);
  Value result = make(b, block.getArguments());
  FailureOr<NodeId> node = importValue(block, operands, result);
  assert(succeeded(node) && "expected scalar code");
  return *node;
}

FailureOr<NodeId> GroupedLowering::importValue(Block &block,
                                               ArrayRef<NodeId> arguments,
                                               Value value) {
  DenseMap<Value, NodeId> numbers;
  for (auto [argument, node] : llvm::zip_equal(block.getArguments(), arguments))
    numbers[argument] = node;

  // Numbers are keyed by what determines the value; the leading entry tells the
  // kinds apart.
  auto number = [&](std::vector<uintptr_t> key,
                    function_ref<Node()> make) -> NodeId {
    auto [it, inserted] = numbering.try_emplace(std::move(key), 0);
    if (inserted)
      it->second = addNode(make());
    return it->second;
  };
  auto numberOf = [&](Value value) -> NodeId {
    auto it = numbers.find(value);
    if (it != numbers.end())
      return it->second;
    return number({0, reinterpret_cast<uintptr_t>(value.getAsOpaquePointer())},
                  [&] {
                    Node node{Node::Kind::Capture, value.getType(),
                              DimSet(dimSizes.size())};
                    node.value = value;
                    return node;
                  });
  };

  for (Operation &op : block) {
    if (isa<YieldOp>(op))
      break;
    if (auto index = dyn_cast<IndexOp>(op)) {
      numbers[index] = number({1, static_cast<uintptr_t>(index.getDim())}, [&] {
        Node node{Node::Kind::Index, index.getType(), DimSet(dimSizes.size())};
        node.dim = index.getDim();
        node.dims.set(node.dim);
        return node;
      });
      continue;
    }
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return op.emitOpError(
          "expected scalar code without regions or side effects in a term");
    SmallVector<NodeId> operands =
        llvm::map_to_vector(op.getOperands(), numberOf);
    for (OpResult result : op.getResults()) {
      std::vector<uintptr_t> key{
          2, reinterpret_cast<uintptr_t>(op.getName().getAsOpaquePointer()),
          reinterpret_cast<uintptr_t>(
              op.getAttrDictionary().getAsOpaquePointer()),
          reinterpret_cast<uintptr_t>(result.getType().getAsOpaquePointer()),
          result.getResultNumber()};
      key.insert(key.end(), operands.begin(), operands.end());
      numbers[result] = number(std::move(key), [&] {
        Node node{Node::Kind::Op, result.getType(), DimSet(dimSizes.size()),
                  operands};
        node.value = result;
        for (NodeId operand : operands)
          node.dims |= nodes[operand].dims;
        return node;
      });
    }
  }
  return numberOf(value);
}

NodeId GroupedLowering::combine(MonoidAttrInterface monoid, NodeId lhs,
                                NodeId rhs) {
  Node node{Node::Kind::Combine, nodes[lhs].type, nodes[lhs].dims, {lhs, rhs}};
  node.dims |= nodes[rhs].dims;
  node.monoid = monoid;
  return addNode(std::move(node));
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

/// Widening casts are redone where the narrow value is read: a tensor of the
/// narrow type is smaller and a contraction over it is still one.
static bool isWidening(Operation *op) {
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op);
}

/// True if the value is there without computing anything.
bool GroupedLowering::isFree(NodeId id) const {
  const Node &node = nodes[id];
  switch (node.kind) {
  case Node::Kind::Leaf:
  case Node::Kind::Capture:
  case Node::Kind::Index:
    return true;
  case Node::Kind::Combine:
    return false;
  case Node::Kind::Op:
    if (node.dims.none())
      return true;
    Operation *op = node.value.getDefiningOp();
    return (isWidening(op) || isa<arith::TruncFOp>(op)) &&
           isFree(node.operands.front());
  }
  llvm_unreachable("all kinds handled");
}

void GroupedLowering::planCuts(NodeId root, const DimSet &domain) {
  SmallVector<NodeId> pending{root};
  DenseSet<NodeId> seen;
  while (!pending.empty()) {
    NodeId id = pending.pop_back_val();
    if (isFree(id) || !seen.insert(id).second)
      continue;
    const Node &node = nodes[id];
    bool isTensorElement =
        isa<FloatType>(node.type) ||
        (isa<IntegerType>(node.type) && !node.type.isInteger(1));
    bool widening =
        node.kind == Node::Kind::Op && isWidening(node.value.getDefiningOp());
    if (node.dims == domain || !isTensorElement || widening) {
      llvm::append_range(pending, node.operands);
      continue;
    }
    // What is below is evaluated once per point of the cut's own dimensions.
    if (cuts.insert(id).second)
      for (NodeId operand : node.operands)
        planCuts(operand, node.dims);
  }
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

NodeId GroupedLowering::materialize(NodeId id) {
  auto it = materialized.find(id);
  if (it != materialized.end())
    return it->second;
  SmallVector<AffineExpr> dims;
  for (unsigned dim : nodes[id].dims.set_bits())
    if (dim != innermost)
      dims.push_back(rewriter.getAffineDimExpr(dim));
  if (innermost && nodes[id].dims.test(*innermost))
    dims.push_back(rewriter.getAffineDimExpr(*innermost));
  AffineMap map =
      AffineMap::get(dimSizes.size(), 0, dims, rewriter.getContext());
  Value tensor = emitElementwise(id, map);
  NodeId leaf = addLeaf(nodes[id].type, map);
  bind(leaf, tensor);
  materialized[id] = leaf;
  return leaf;
}

GroupedLowering::Body GroupedLowering::collectBody(NodeId root, bool mayCut) {
  Body body;
  SmallVector<NodeId> pending{root};
  DenseSet<NodeId> seen;
  while (!pending.empty()) {
    NodeId id = pending.pop_back_val();
    if (!seen.insert(id).second)
      continue;
    if (nodes[id].kind == Node::Kind::Leaf) {
      body.operands.insert(id);
    } else if (isCut(id) && (id != root || mayCut)) {
      NodeId leaf = materialize(id);
      body.operands.insert(leaf);
      body.cuts.push_back({id, leaf});
    } else {
      body.computed.push_back(id);
      llvm::append_range(pending, llvm::reverse(nodes[id].operands));
    }
  }
  // Operands have smaller numbers than what they are used for.
  llvm::sort(body.computed);
  return body;
}

Value GroupedLowering::emitScalar(OpBuilder &b, NodeId id,
                                  const DenseMap<NodeId, Value> &scalars,
                                  ArrayRef<unsigned> loops) {
  const Node &node = nodes[id];
  switch (node.kind) {
  case Node::Kind::Leaf:
    llvm_unreachable("leaves are operands of the op");
  case Node::Kind::Capture:
    return node.value;
  case Node::Kind::Index:
    return linalg::IndexOp::create(
        b, loc, std::distance(loops.begin(), llvm::find(loops, node.dim)));
  case Node::Kind::Combine:
    return cast<MonoidAttrInterface>(node.monoid)
        .buildCombine(b, loc, scalars.lookup(node.operands[0]),
                      scalars.lookup(node.operands[1]));
  case Node::Kind::Op: {
    IRMapping mapping;
    Operation *op = node.value.getDefiningOp();
    for (auto [operand, number] :
         llvm::zip_equal(op->getOperands(), node.operands))
      mapping.map(operand, scalars.lookup(number));
    return b.clone(*op, mapping)
        ->getResult(cast<OpResult>(node.value).getResultNumber());
  }
  }
  llvm_unreachable("all kinds handled");
}

AffineMap GroupedLowering::getLoopMap(AffineMap map, ArrayRef<unsigned> loops) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    const unsigned *it = llvm::find(loops, dim);
    assert(it != loops.end() && "operand varies along a dimension that is "
                                "not in the domain");
    results.push_back(
        rewriter.getAffineDimExpr(std::distance(loops.begin(), it)));
  }
  return AffineMap::get(loops.size(), 0, results, rewriter.getContext());
}

/// The order within a tile is nobody's: without this, no sum is vectorised.
static Value allowReassociation(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto add = dyn_cast_or_null<arith::AddFOp>(op))
    add.setFastmath(add.getFastmath() | arith::FastMathFlags::reassoc);
  else if (auto mul = dyn_cast_or_null<arith::MulFOp>(op))
    mul.setFastmath(mul.getFastmath() | arith::FastMathFlags::reassoc);
  return value;
}

bool GroupedLowering::isRead(NodeId id) const {
  return llvm::any_of(nodes, [&](const Node &node) {
    return llvm::is_contained(node.operands, id);
  });
}

Value GroupedLowering::emitGeneric(NodeId root, ArrayRef<unsigned> loops,
                                   const DimSet &reduced, AffineMap resultMap,
                                   Value dest, MonoidAttrInterface monoid) {
  // The root of a reduction may itself be a shared tensor; that of an
  // elementwise op is what is being made. What nothing else reads and what is
  // reduced once is no tensor.
  DimSet domain(dimSizes.size());
  for (unsigned dim : loops)
    domain.set(dim);
  bool mayCut = monoid && (nodes[root].dims != domain || isRead(root));
  Body body = collectBody(root, mayCut);

  SmallVector<Value> inputs;
  SmallVector<NodeId> inputNodes;
  SmallVector<NodeId> destNodes;
  SmallVector<AffineMap> maps;
  DimSet covered(dimSizes.size());
  for (NodeId operand : body.operands) {
    const Node &node = nodes[operand];
    assert(node.tensor && "leaf used before it was bound");
    if (!monoid && node.tensor == dest && node.map == resultMap) {
      destNodes.push_back(operand);
      continue;
    }
    covered |= node.dims;
    inputs.push_back(node.tensor);
    inputNodes.push_back(operand);
    maps.push_back(getLoopMap(node.map, loops));
  }
  covered |= getDims(resultMap);

  // A term that reads nothing along some loop (a count) still runs over it: an
  // operand that is never read gives the extent.
  SmallVector<AffineExpr> missing;
  SmallVector<OpFoldResult> missingSizes;
  for (auto [position, dim] : llvm::enumerate(loops)) {
    if (covered.test(dim))
      continue;
    missing.push_back(rewriter.getAffineDimExpr(position));
    missingSizes.push_back(dimSizes[dim]);
  }
  if (!missing.empty()) {
    inputs.push_back(tensor::EmptyOp::create(rewriter, loc, missingSizes,
                                             rewriter.getI8Type()));
    maps.push_back(
        AffineMap::get(loops.size(), 0, missing, rewriter.getContext()));
  }
  maps.push_back(getLoopMap(resultMap, loops));

  // Sums along columns are vectorised along these, and worse otherwise, if
  // columns are contiguous.
  bool alongColumns =
      innermost && getDims(resultMap).test(*innermost) &&
      llvm::any_of(body.operands, [&](NodeId operand) {
        ArrayRef<AffineExpr> dims = nodes[operand].map.getResults();
        return !dims.empty() &&
               dims.back() == rewriter.getAffineDimExpr(*innermost);
      });
  SmallVector<utils::IteratorType> iterators =
      llvm::map_to_vector(loops, [&](unsigned dim) {
        return reduced.test(dim) ? utils::IteratorType::reduction
                                 : utils::IteratorType::parallel;
      });
  auto generic = linalg::GenericOp::create(
      rewriter, loc, dest.getType(), inputs, dest, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        DenseMap<NodeId, Value> scalars;
        for (auto [node, arg] : llvm::zip(inputNodes, args))
          scalars[node] = arg;
        for (NodeId node : destNodes)
          scalars[node] = args.back();
        for (auto [cut, leaf] : body.cuts)
          scalars[cut] = scalars.lookup(leaf);
        for (NodeId id : body.computed)
          scalars[id] = emitScalar(b, id, scalars, loops);
        Value value = scalars.lookup(root);
        if (monoid) {
          value = monoid.buildCombine(b, loc, args.back(), value);
          if (!alongColumns)
            value = allowReassociation(value);
        }
        linalg::YieldOp::create(b, loc, value);
      });
  return generic.getResult(0);
}

Value GroupedLowering::emitElementwise(NodeId root, AffineMap map, Value dest) {
  SmallVector<unsigned> loops;
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr expr : map.getResults()) {
    loops.push_back(cast<AffineDimExpr>(expr).getPosition());
    sizes.push_back(dimSizes[loops.back()]);
  }
  if (!dest)
    dest = tensor::EmptyOp::create(rewriter, loc, sizes, nodes[root].type);
  return emitGeneric(root, loops, DimSet(dimSizes.size()), map, dest, {});
}

SmallVector<Value> GroupedLowering::emitTogether(ArrayRef<NodeId> roots,
                                                 AffineMap map,
                                                 ArrayRef<Value> dests) {
  SmallVector<unsigned> loops;
  for (AffineExpr expr : map.getResults())
    loops.push_back(cast<AffineDimExpr>(expr).getPosition());

  llvm::SetVector<NodeId> operands, computed;
  SmallVector<std::pair<NodeId, NodeId>> cutLeaves;
  for (NodeId root : roots) {
    Body body = collectBody(root, /*mayCut=*/false);
    operands.insert_range(body.operands);
    computed.insert_range(body.computed);
    llvm::append_range(cutLeaves, body.cuts);
  }
  // Operands have smaller numbers than what they are used for.
  SmallVector<NodeId> order = computed.takeVector();
  llvm::sort(order);

  SmallVector<Value> inputs;
  SmallVector<NodeId> inputNodes;
  SmallVector<std::pair<NodeId, unsigned>> destNodes;
  SmallVector<AffineMap> maps;
  for (NodeId operand : operands) {
    const Node &node = nodes[operand];
    assert(node.tensor && "leaf used before it was bound");
    const Value *dest = llvm::find(dests, node.tensor);
    if (dest != dests.end() && node.map == map) {
      destNodes.push_back({operand, std::distance(dests.begin(), dest)});
      continue;
    }
    inputs.push_back(node.tensor);
    inputNodes.push_back(operand);
    maps.push_back(getLoopMap(node.map, loops));
  }
  maps.append(dests.size(), getLoopMap(map, loops));
  SmallVector<utils::IteratorType> iterators(loops.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, TypeRange(ValueRange(dests)), inputs, dests, maps,
      iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
        DenseMap<NodeId, Value> scalars;
        for (auto [node, arg] : llvm::zip(inputNodes, args))
          scalars[node] = arg;
        for (auto [node, dest] : destNodes)
          scalars[node] = args[inputs.size() + dest];
        for (auto [cut, leaf] : cutLeaves)
          scalars[cut] = scalars.lookup(leaf);
        for (NodeId id : order)
          scalars[id] = emitScalar(b, id, scalars, loops);
        SmallVector<Value> values = llvm::map_to_vector(
            roots, [&](NodeId root) { return scalars.lookup(root); });
        linalg::YieldOp::create(b, loc, values);
      });
  return llvm::to_vector_of<Value>(generic.getResults());
}

/// True if `value` is one, in a type that counts as many positions as a tile
/// can have without rounding.
static bool isUnit(Value value) {
  FloatAttr attr;
  return value && matchPattern(value, m_Constant(&attr)) &&
         attr.getValue().isExactlyValue(1.0) &&
         attr.getType().getIntOrFloatBitWidth() >= 32;
}

std::optional<NodeId>
GroupedLowering::countPositions(NodeId root, MonoidAttrInterface monoid,
                                const DimSet &axis) {
  if (!isa<AddFAttr>(monoid) || !isUnit(nodes[root].value))
    return std::nullopt;
  // Sums of ones stop at 2^24; an axis that may be longer is summed.
  constexpr int64_t limit = 1 << 24;
  int64_t bound = 1;
  SmallVector<Value> extents;
  for (unsigned dim : axis.set_bits()) {
    auto size = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, dimSizes[dim], nullptr, /*closedUB=*/true);
    if (failed(size) || *size < 0 ||
        *size > limit / std::max<int64_t>(bound, 1))
      return std::nullopt;
    bound *= std::max<int64_t>(*size, 1);
    extents.push_back(
        getValueOrCreateConstantIndexOp(rewriter, loc, dimSizes[dim]));
  }
  Value count = arith::ConstantIndexOp::create(rewriter, loc, 1);
  for (Value extent : extents)
    count = rewriter.createOrFold<arith::MulIOp>(loc, count, extent);
  Value integer = rewriter.createOrFold<arith::IndexCastOp>(
      loc, rewriter.getI64Type(), count);
  Value number =
      rewriter.createOrFold<arith::SIToFPOp>(loc, nodes[root].type, integer);
  Node node{Node::Kind::Capture, nodes[root].type, DimSet(dimSizes.size())};
  node.value = number;
  return addNode(std::move(node));
}

Value GroupedLowering::emitReduction(NodeId root, MonoidAttrInterface monoid,
                                     AffineMap map, const DimSet &axis,
                                     Value init) {
  // The sum of ones is the number of positions.
  if (std::optional<NodeId> count = countPositions(root, monoid, axis)) {
    NodeId before = addLeaf(nodes[root].type, map);
    bind(before, init);
    return emitElementwise(combine(monoid, before, *count), map, init);
  }
  auto reduce = [&](AffineMap map, Value init) {
    DimSet domain = axis;
    domain |= getDims(map);
    SmallVector<unsigned> loops(domain.set_bits());
    return emitGeneric(root, loops, axis, map, init, monoid);
  };
  // What does not vary along some dimensions of the result (the sum of weights,
  // for every row) is reduced once for all of them.
  SmallVector<AffineExpr> own;
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr expr : map.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (!nodes[root].dims.test(dim))
      continue;
    own.push_back(expr);
    sizes.push_back(dimSizes[dim]);
  }
  if (own.empty() || own.size() == map.getNumResults())
    return reduce(map, init);
  Type type = nodes[root].type;
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type);
  Value identity =
      arith::ConstantOp::create(rewriter, loc, monoid.getIdentity(type));
  Value start =
      linalg::FillOp::create(rewriter, loc, identity, empty).getResult(0);
  AffineMap ownMap =
      AffineMap::get(map.getNumDims(), 0, own, rewriter.getContext());
  NodeId before = addLeaf(type, map), reduced = addLeaf(type, ownMap);
  bind(before, init);
  bind(reduced, reduce(ownMap, start));
  return emitElementwise(combine(monoid, before, reduced), map, init);
}
