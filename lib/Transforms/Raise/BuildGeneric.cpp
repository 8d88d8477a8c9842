//===- BuildGeneric.cpp - linalg.generic from an expression ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildGeneric.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;

LeafNumbers redfuser::addLeaves(Layout &layout, const ScalarExpr *expr) {
  LeafNumbers leaves;
  for (const ScalarExpr *leaf : collect(expr, ScalarExpr::Kind::Leaf))
    leaves[leaf] = layout.addInput(leaf->value, leaf->access);
  for (const ScalarExpr *node : collect(expr, ScalarExpr::Kind::Index))
    layout.addIndex(node->access.front());
  return leaves;
}

Value redfuser::buildEmptyLike(OpBuilder &builder, Location loc,
                               ShapeFacts &facts, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(
        ShapeFacts::materialize(builder, loc, facts.get(tensor, dim)));
  return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
}

linalg::GenericOp
redfuser::buildGeneric(OpBuilder &builder, Location loc, Layout &layout,
                       const ScalarExpr *expr, const LeafNumbers &leaves,
                       unsigned result,
                       function_ref<Value(Value, Value)> combine) {
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  llvm::DenseMap<unsigned, unsigned> argumentOf;
  for (unsigned tensor : layout.getInputs()) {
    argumentOf[tensor] = operands.size();
    operands.push_back(
        layout.adapt(builder, loc, tensor, layout.getValue(tensor)));
    maps.push_back(layout.getMap(tensor, builder.getContext()));
  }
  Value init = layout.adaptInit(builder, loc, result, layout.getValue(result));
  maps.push_back(layout.getMap(result, builder.getContext()));
  SmallVector<utils::IteratorType> kinds;
  for (unsigned dim = 0; dim < layout.getNumDims(); ++dim)
    kinds.push_back(layout.isAxis(dim) ? utils::IteratorType::reduction
                                       : utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(builder, loc, init.getType(),
                                           operands, init, maps, kinds);

  OpBuilder::InsertionGuard guard(builder);
  OpBuilder outer(generic);
  outer.setListener(builder.getListener());
  SmallVector<Type> types =
      llvm::map_to_vector(generic->getOperands(), [](Value value) {
        return getElementTypeOrSelf(value);
      });
  Block *body = builder.createBlock(&generic.getRegion(), {}, types,
                                    SmallVector<Location>(types.size(), loc));
  Value value = emitExpr(
      builder, expr,
      [&](const ScalarExpr *node) -> Value {
        if (node->kind == ScalarExpr::Kind::Index)
          return layout.buildIndex(builder, outer, loc, node->access.front(),
                                   [&](unsigned dim) -> Value {
                                     return linalg::IndexOp::create(builder,
                                                                    loc, dim);
                                   });
        return body->getArgument(argumentOf[leaves.lookup(node)]);
      },
      loc);
  if (combine)
    value = combine(value, body->getArguments().back());
  linalg::YieldOp::create(builder, loc, value);
  return generic;
}
