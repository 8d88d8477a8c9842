//===- RelaxQuotients.cpp - Reciprocals of values of a row ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelaxQuotients.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;

namespace {
/// What scalar code of a linalg op depends on.
struct Dependence {
  /// Differs along the innermost loop.
  bool varies = false;
  /// Reads an input.
  bool reads = false;
};
} // namespace

static Dependence getDependence(linalg::GenericOp op, Value value) {
  Dependence result;
  SetVector<Value> values;
  values.insert(value);
  unsigned innermost = op.getNumLoops() - 1;
  for (size_t i = 0; i < values.size(); ++i) {
    Value next = values[i];
    if (next.getParentBlock() != op.getBody())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      AffineMap map =
          op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
      result.reads = true;
      result.varies |= map.isFunctionOfDim(innermost) ||
                       argument.getArgNumber() >= op.getNumDpsInputs();
      continue;
    }
    Operation *inner = next.getDefiningOp();
    auto index = dyn_cast<linalg::IndexOp>(inner);
    result.varies |=
        inner->getNumRegions() != 0 || (index && index.getDim() == innermost);
    values.insert_range(inner->getOperands());
  }
  return result;
}

/// True if `value` is what is yielded, but for products and sums.
static bool isResult(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           return isa<linalg::YieldOp>(user) ||
                  (isa<arith::MulFOp, arith::AddFOp, arith::SubFOp,
                       arith::NegFOp>(user) &&
                   isResult(user->getResult(0)));
         });
}

/// True if an op gives integers or other types than f32.
static bool hasOtherResults(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    return !getElementTypeOrSelf(type).isF32();
  });
}

/// True if all that is read of `op` is what the loop around it gives.
static bool isGivenByLoop(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<tensor::ParallelInsertSliceOp, tensor::InsertSliceOp>(user);
  });
}

/// x / y = (x (1 / (s y))) s, where s is 1 unless y is so large or small that
/// its reciprocal is not normal. y is the same for many x.
static void relaxQuotient(RewriterBase &rewriter, arith::DivFOp div) {
  rewriter.setInsertionPoint(div);
  ImplicitLocOpBuilder b(div.getLoc(), rewriter);
  auto constant = [&](float value) -> Value {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  };
  Value one = constant(1.0f), divisor = div.getRhs();
  Value magnitude = math::AbsFOp::create(b, divisor);
  Value isSmall = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, magnitude,
                                        constant(0x1p-100f));
  Value isLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, magnitude,
                                        constant(0x1p100f));
  Value scale = arith::SelectOp::create(b, isLarge, constant(0x1p-64f), one);
  scale = arith::SelectOp::create(b, isSmall, constant(0x1p64f), scale);
  Value reciprocal =
      arith::DivFOp::create(b, one, arith::MulFOp::create(b, divisor, scale));
  Value product = arith::MulFOp::create(b, div.getLhs(), reciprocal);
  rewriter.replaceOpWithNewOp<arith::MulFOp>(div, product, scale);
}

void redfuser::relaxQuotients(RewriterBase &rewriter, cascade::FoldOp fold,
                              LoopLikeOpInterface loop) {
  // Integers may be what was rounded.
  if (llvm::any_of(loop->getUsers(), [](Operation *user) {
        return isa<linalg::LinalgOp>(user) && hasOtherResults(user);
      }))
    return;
  unsigned numRowDims = fold.getCommonParallelDims().size();
  for (auto op : fold->getBlock()->getOps<linalg::GenericOp>()) {
    if (op.getNumReductionLoops() != 0 || op.getNumLoops() <= numRowDims ||
        hasOtherResults(op) || !isGivenByLoop(op))
      continue;
    SmallVector<arith::DivFOp> quotients;
    for (auto div : op.getBody()->getOps<arith::DivFOp>()) {
      Dependence divisor = getDependence(op, div.getRhs());
      if (div.getType().isF32() && isResult(div) && divisor.reads &&
          !divisor.varies && getDependence(op, div.getLhs()).varies)
        quotients.push_back(div);
    }
    for (arith::DivFOp div : quotients)
      relaxQuotient(rewriter, div);
  }
}
