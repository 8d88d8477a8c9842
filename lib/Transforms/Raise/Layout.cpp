//===- Layout.cpp - From accesses to dimensions and maps ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

void Layout::addLoops(ArrayRef<DimList> lists) {
  for (DimList list : lists) {
    space.normalize(list);
    for (unsigned loop : list)
      if (!llvm::is_contained(order, loop))
        order.push_back(loop);
  }
}

unsigned Layout::addInput(Value value, const Access &access) {
  Access place = access;
  space.normalize(place);
  // Loops of size 1 make no difference.
  auto withoutUnits = [&](Access lists) {
    for (DimList &list : lists)
      llvm::erase_if(list, [&](unsigned loop) { return space.isUnit(loop); });
    return lists;
  };
  for (unsigned input : inputs)
    if (tensors[input].value == value &&
        withoutUnits(tensors[input].access) == withoutUnits(place))
      return input;
  inputs.push_back(tensors.size());
  tensors.push_back({value, place, /*isResult=*/false, {}, {}, {}, {}});
  return inputs.back();
}

unsigned Layout::addResult(Value value, const Access &access) {
  Access place = access;
  space.normalize(place);
  results.push_back(tensors.size());
  tensors.push_back({value, place, /*isResult=*/true, {}, {}, {}, {}});
  return results.back();
}

void Layout::addIndex(const DimList &list) {
  indices.push_back(list);
  space.normalize(indices.back());
}

//===----------------------------------------------------------------------===//
// Choosing dimensions
//===----------------------------------------------------------------------===//

static DimList flatten(const Access &access) {
  DimList all;
  for (const DimList &list : access)
    llvm::append_range(all, list);
  return all;
}

void Layout::removeUnits() {
  // Next to other loops of the same tensor dimension, a loop of size 1 says
  // nothing.
  for (Tensor &tensor : tensors)
    for (DimList &list : tensor.access)
      for (auto *it = list.begin(); it != list.end() && list.size() > 1;)
        it = space.isUnit(*it) ? list.erase(it) : it + 1;

  // A parallel loop of size 1 stays where it is a dimension of every result;
  // elsewhere a term would not be allowed to name it.
  auto isDropped = [&](unsigned loop) {
    return space.isUnit(loop) && !space.isAxis(loop) &&
           !llvm::all_of(results, [&](unsigned result) {
             return llvm::is_contained(flatten(tensors[result].access), loop);
           });
  };
  for (Tensor &tensor : tensors)
    for (DimList &list : tensor.access)
      llvm::erase_if(list, isDropped);
  for (DimList &list : indices)
    llvm::erase_if(list, [&](unsigned loop) { return space.isUnit(loop); });
  llvm::erase_if(order, [&](unsigned loop) {
    return space.isUnit(loop) && llvm::none_of(tensors, [&](const Tensor &t) {
             return llvm::is_contained(flatten(t.access), loop);
           });
  });
}

/// True if `first`, wherever it occurs, is directly followed by `second`, and
/// the other way round.
bool Layout::mayMerge(unsigned first, unsigned second) const {
  if (space.isAxis(first) != space.isAxis(second))
    return false;
  auto together = [&](const DimList &list) {
    for (auto [position, loop] : llvm::enumerate(list)) {
      if (loop == first &&
          (position + 1 == list.size() || list[position + 1] != second))
        return false;
      if (loop == second && (position == 0 || list[position - 1] != first))
        return false;
    }
    return true;
  };
  return llvm::all_of(indices, together) &&
         llvm::all_of(tensors, [&](const Tensor &tensor) {
           return together(flatten(tensor.access));
         });
}

/// Loops that came from one loop (batch and head of a collapsed tensor) are one
/// dimension again where that takes fewer reshapes, above all of tensors that
/// other structured ops make: a reshape keeps those out of the fused loops.
void Layout::mergeLoops() {
  llvm::DenseMap<unsigned, unsigned> next;
  for (const Tensor &tensor : tensors)
    for (const DimList &list : tensor.access)
      for (unsigned i = 0; i + 1 < list.size(); ++i) {
        unsigned first = list[i], second = list[i + 1];
        if (next.count(first) || !mayMerge(first, second))
          continue;
        int votes = 0;
        for (const Tensor &other : tensors) {
          bool produced =
              !other.isResult && other.value.getDefiningOp<linalg::LinalgOp>();
          if (!llvm::is_contained(flatten(other.access), first))
            continue;
          bool joined = llvm::any_of(other.access, [&](const DimList &dim) {
            return llvm::is_contained(dim, first) &&
                   llvm::is_contained(dim, second);
          });
          if (joined)
            votes += produced ? 2 : 1;
          else if (!other.isResult)
            votes -= produced ? 2 : 1;
        }
        if (votes > 0)
          next[first] = second;
      }

  llvm::DenseSet<unsigned> followers;
  for (auto [first, second] : next)
    followers.insert(second);
  llvm::DenseMap<unsigned, unsigned> previous;
  for (auto [first, second] : next)
    previous[second] = first;
  for (unsigned loop : order) {
    if (dimOf.count(loop))
      continue;
    while (followers.contains(loop))
      loop = previous.lookup(loop);
    SmallVector<unsigned, 2> &dim = dims.emplace_back();
    while (true) {
      dim.push_back(loop);
      dimOf[loop] = dims.size() - 1;
      auto found = next.find(loop);
      if (found == next.end())
        break;
      loop = found->second;
    }
  }
}

LogicalResult Layout::solve(std::string &reason) {
  removeUnits();
  llvm::DenseSet<unsigned> named;
  for (const Tensor &tensor : tensors) {
    llvm::DenseSet<unsigned> own;
    for (unsigned loop : flatten(tensor.access)) {
      if (!own.insert(loop).second) {
        reason = "an operand is read along a diagonal";
        return failure();
      }
      named.insert(loop);
    }
  }
  for (unsigned loop : order)
    if (!named.contains(loop)) {
      reason = "no operand of the chain has the size of one of its loops";
      return failure();
    }
  mergeLoops();
  return success();
}

int64_t Layout::getStaticSize(ArrayRef<unsigned> loops) const {
  int64_t size = 1;
  for (unsigned loop : loops) {
    const Extent &extent = space.getExtent(loop);
    if (!extent.isStatic())
      return ShapedType::kDynamic;
    size *= extent.constant;
  }
  return size;
}

int64_t Layout::getStaticSize(unsigned dim) const {
  return getStaticSize(dims[dim]);
}

AffineMap Layout::getMap(unsigned tensor, MLIRContext *ctx) const {
  SmallVector<AffineExpr> exprs;
  std::optional<unsigned> last;
  for (unsigned loop : flatten(tensors[tensor].access)) {
    unsigned dim = dimOf.lookup(loop);
    if (dim != last)
      exprs.push_back(getAffineDimExpr(dim, ctx));
    last = dim;
  }
  return AffineMap::get(dims.size(), 0, exprs, ctx);
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

SmallVector<SmallVector<Layout::Piece, 2>>
Layout::getPieces(const Tensor &tensor) const {
  SmallVector<SmallVector<Piece, 2>> pieces;
  for (const DimList &list : tensor.access) {
    SmallVector<Piece, 2> &own = pieces.emplace_back();
    for (unsigned loop : list) {
      unsigned dim = dimOf.lookup(loop);
      if (own.empty() || own.back().dim != dim)
        own.push_back({dim, {}});
      own.back().loops.push_back(loop);
    }
    if (own.empty())
      own.push_back({std::nullopt, {}});
  }
  return pieces;
}

bool Layout::isSplit(unsigned tensor) const {
  return llvm::any_of(getPieces(tensors[tensor]),
                      [](ArrayRef<Piece> own) { return own.size() > 1; });
}

OpFoldResult Layout::buildSize(OpBuilder &builder, Location loc,
                               ArrayRef<unsigned> loops) const {
  int64_t constant = getStaticSize(loops);
  if (!ShapedType::isDynamic(constant))
    return builder.getIndexAttr(constant);
  Value product;
  for (unsigned loop : loops) {
    Value size = getValueOrCreateConstantIndexOp(
        builder, loc,
        ShapeFacts::materialize(builder, loc, space.getExtent(loop)));
    product =
        product ? arith::MulIOp::create(builder, loc, product, size).getResult()
                : size;
  }
  return product;
}

/// `value` with type `type`, which differs in what is known of its shape.
static Value castShape(OpBuilder &builder, Location loc, RankedTensorType type,
                       Value value) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

Value Layout::adapt(OpBuilder &builder, Location loc, unsigned number,
                    Value value) {
  Tensor &tensor = tensors[number];
  auto pieces = getPieces(tensor);
  auto type = cast<RankedTensorType>(value.getType());

  SmallVector<int64_t> sourceShape, shape;
  SmallVector<Piece> flat;
  for (auto [dim, own] : llvm::enumerate(pieces)) {
    SmallVector<int64_t, 2> &group = tensor.expansion.emplace_back();
    if (own.size() == 1) {
      sourceShape.push_back(type.getDimSize(dim));
      shape.push_back(type.getDimSize(dim));
      group.push_back(flat.size());
      flat.push_back(own.front());
      continue;
    }
    tensor.hasExpansion = true;
    SmallVector<unsigned, 2> all;
    for (const Piece &piece : own) {
      shape.push_back(getStaticSize(piece.loops));
      llvm::append_range(all, piece.loops);
      group.push_back(flat.size());
      flat.push_back(piece);
    }
    sourceShape.push_back(getStaticSize(all));
  }
  if (tensor.hasExpansion) {
    // The verifier wants a dimension dynamic iff one of its parts is.
    value = castShape(builder, loc, type.clone(sourceShape), value);
    SmallVector<OpFoldResult> sizes;
    unsigned position = 0;
    for (auto [dim, own] : llvm::enumerate(pieces))
      for (const Piece &piece : own) {
        if (!ShapedType::isDynamic(shape[position]))
          sizes.push_back(builder.getIndexAttr(shape[position]));
        else if (own.size() == 1)
          sizes.push_back(tensor::getMixedSize(builder, loc, value, dim));
        else
          sizes.push_back(buildSize(builder, loc, piece.loops));
        ++position;
      }
    value = tensor::ExpandShapeOp::create(builder, loc, type.clone(shape),
                                          value, tensor.expansion, sizes);
  }
  tensor.expanded = value;

  // Dropped dimensions go with their neighbours.
  SmallVector<int64_t, 2> pending;
  std::optional<unsigned> last;
  for (auto [position, piece] : llvm::enumerate(flat)) {
    if (piece.dim && piece.dim != last) {
      tensor.collapse.push_back(pending);
      pending.clear();
      last = piece.dim;
    }
    (tensor.collapse.empty() ? pending : tensor.collapse.back())
        .push_back(position);
  }
  tensor.hasCollapse = tensor.collapse.size() != flat.size();
  if (tensor.hasCollapse)
    value =
        tensor::CollapseShapeOp::create(builder, loc, value, tensor.collapse);
  tensor.adapted = value;
  return value;
}

Value Layout::adaptInit(OpBuilder &builder, Location loc, unsigned number,
                        Value value) {
  Value adapted = adapt(builder, loc, number, value);
  // A fill in the new shape is clearer than a reshaped fill, for readers and
  // for passes that want to know the init.
  if (auto fill = value.getDefiningOp<linalg::FillOp>();
      fill && isReshaped(number))
    return adaptFilled(builder, loc, number, fill.getInputs().front());
  return adapted;
}

Value Layout::adaptFilled(OpBuilder &builder, Location loc, unsigned number,
                          Value scalar) {
  auto type = cast<RankedTensorType>(tensors[number].adapted.getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, expr] :
       llvm::enumerate(getMap(number, builder.getContext()).getResults())) {
    if (type.isDynamicDim(dim))
      sizes.push_back(buildSize(builder, loc,
                                dims[cast<AffineDimExpr>(expr).getPosition()]));
    else
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
  }
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  Value filled =
      linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
  return castShape(builder, loc, type, filled);
}

Value Layout::restore(OpBuilder &builder, Location loc, unsigned number,
                      Value value) {
  const Tensor &tensor = tensors[number];
  if (tensor.hasCollapse) {
    SmallVector<OpFoldResult> sizes;
    if (tensor.hasExpansion)
      sizes = tensor::getMixedSizes(builder, loc, tensor.expanded);
    else
      for (int64_t dim = 0, e = tensor.access.size(); dim < e; ++dim)
        sizes.push_back(ShapeFacts::materialize(
            builder, loc, space.getFacts().get(tensor.value, dim)));
    value = tensor::ExpandShapeOp::create(
        builder, loc, tensor.expanded.getType(), value, tensor.collapse, sizes);
  }
  if (tensor.hasExpansion)
    value =
        tensor::CollapseShapeOp::create(builder, loc, value, tensor.expansion);
  return castShape(builder, loc, cast<RankedTensorType>(tensor.value.getType()),
                   value);
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value Layout::buildIndex(OpBuilder &builder, OpBuilder &outer, Location loc,
                         DimList list,
                         llvm::function_ref<Value(unsigned)> getIndex) {
  space.normalize(list);
  Value index;
  std::optional<unsigned> last;
  for (unsigned loop : list) {
    auto found = dimOf.find(loop);
    if (space.isUnit(loop) || found == dimOf.end() || last == found->second)
      continue;
    last = found->second;
    Value next = getIndex(*last);
    if (index) {
      Value size = getValueOrCreateConstantIndexOp(
          outer, loc, buildSize(outer, loc, dims[*last]));
      index = arith::MulIOp::create(builder, loc, index, size);
      next = arith::AddIOp::create(builder, loc, index, next);
    }
    index = next;
  }
  return index ? index
               : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
}

Value redfuser::emitExpr(OpBuilder &builder, const ScalarExpr *root,
                         llvm::function_ref<Value(const ScalarExpr *)> getLeaf,
                         Location loc) {
  llvm::DenseMap<const ScalarExpr *, Value> done;
  SmallVector<const ScalarExpr *> pending{root};
  while (!pending.empty()) {
    const ScalarExpr *expr = pending.back();
    if (done.count(expr)) {
      pending.pop_back();
      continue;
    }
    switch (expr->kind) {
    case ScalarExpr::Kind::Leaf:
    case ScalarExpr::Kind::Index:
      done[expr] = getLeaf(expr);
      break;
    case ScalarExpr::Kind::Captured:
      done[expr] = expr->value;
      break;
    case ScalarExpr::Kind::Constant:
      done[expr] = arith::ConstantOp::create(builder, loc, expr->constant);
      break;
    case ScalarExpr::Kind::Apply: {
      bool ready = true;
      for (const ScalarExpr *operand : llvm::reverse(expr->operands))
        if (!done.count(operand)) {
          pending.push_back(operand);
          ready = false;
        }
      if (!ready)
        continue;
      // Bodies of named ops have no places of their own.
      Location place = expr->op->getLoc();
      OperationState state(isa<UnknownLoc>(place) ? loc : place,
                           expr->op->getName());
      for (const ScalarExpr *operand : expr->operands)
        state.operands.push_back(done.lookup(operand));
      state.types.push_back(expr->type);
      state.addAttributes(expr->op->getAttrs());
      done[expr] = builder.create(state)->getResult(0);
      break;
    }
    }
    pending.pop_back();
  }
  return done.lookup(root);
}
