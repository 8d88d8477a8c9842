//===- redfuser-respell.cpp - Rewrites that change no meaning -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with passes that spell a program on tensors in another way. Verdicts
// on it must stay the same.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

namespace {

/// A pass that is a function on the structured ops of the program.
template <typename Derived>
struct Respelling : PassWrapper<Derived, OperationPass<>> {
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    tensor::TensorDialect>();
  }
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    this->getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&this->getContext());
    for (linalg::LinalgOp op : ops)
      static_cast<Derived *>(this)->respell(rewriter, op);
  }
};

/// A pass that gives every static result a detour, which is undone at once.
template <typename Derived>
struct Detour : Respelling<Derived> {
  void respell(RewriterBase &rewriter, linalg::LinalgOp op) {
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || !type.hasStaticShape() || type.getRank() == 0 ||
          result.use_empty())
        continue;
      rewriter.setInsertionPointAfter(op);
      Value back = static_cast<Derived *>(this)->detour(rewriter, op->getLoc(),
                                                        result, type);
      if (!back)
        continue;
      // The way there starts at the first user that was made.
      Operation *first = op->getNextNode();
      rewriter.replaceUsesWithIf(result, back, [&](OpOperand &use) {
        Operation *user = use.getOwner();
        return user->getBlock() != first->getBlock() ||
               back.getDefiningOp()->isBeforeInBlock(user);
      });
    }
  }
};

struct SwapOperands : Respelling<SwapOperands> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SwapOperands)
  StringRef getArgument() const final { return "respell-swap-operands"; }
  StringRef getDescription() const final {
    return "swap the operands of commutative ops";
  }
  void respell(RewriterBase &, linalg::LinalgOp op) {
    op.getBlock()->walk([](Operation *inner) {
      if (inner->hasTrait<OpTrait::IsCommutative>() &&
          inner->getNumOperands() == 2) {
        Value first = inner->getOperand(0);
        inner->setOperand(0, inner->getOperand(1));
        inner->setOperand(1, first);
      }
    });
  }
};

struct ReverseLoops : Respelling<ReverseLoops> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReverseLoops)
  StringRef getArgument() const final { return "respell-reverse-loops"; }
  StringRef getDescription() const final {
    return "reverse the order of the loops of generics";
  }
  void respell(RewriterBase &rewriter, linalg::LinalgOp op) {
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic)
      return;
    SmallVector<unsigned> order;
    for (unsigned loop = op.getNumLoops(); loop > 0; --loop)
      order.push_back(loop - 1);
    rewriter.setInsertionPoint(op);
    (void)linalg::interchangeGenericOp(rewriter, generic, order);
  }
};

struct RoundTripCasts : Detour<RoundTripCasts> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RoundTripCasts)
  StringRef getArgument() const final { return "respell-cast-shapes"; }
  StringRef getDescription() const final {
    return "cast results to unknown sizes and back";
  }
  Value detour(OpBuilder &b, Location loc, Value value, RankedTensorType type) {
    SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
    Value there = tensor::CastOp::create(b, loc, type.clone(shape), value);
    return tensor::CastOp::create(b, loc, type, there);
  }
};

struct Transpose : Detour<Transpose> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Transpose)
  StringRef getArgument() const final { return "respell-transpose"; }
  StringRef getDescription() const final {
    return "transpose results and transpose them back";
  }
  Value detour(OpBuilder &b, Location loc, Value value, RankedTensorType type) {
    SmallVector<int64_t> order, shape;
    for (int64_t dim = type.getRank(); dim > 0; --dim) {
      order.push_back(dim - 1);
      shape.push_back(type.getDimSize(dim - 1));
    }
    auto transpose = [&](Value from, ArrayRef<int64_t> sizes) {
      Value empty =
          tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
      return linalg::TransposeOp::create(b, loc, from, empty, order)
          ->getResult(0);
    };
    return transpose(transpose(value, shape), type.getShape());
  }
};

struct UnitDims : Detour<UnitDims> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnitDims)
  StringRef getArgument() const final { return "respell-unit-dims"; }
  StringRef getDescription() const final {
    return "expand results by a dimension of size 1 and collapse them back";
  }
  Value detour(OpBuilder &b, Location loc, Value value, RankedTensorType type) {
    SmallVector<ReassociationIndices> groups;
    SmallVector<int64_t> shape{1};
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      groups.push_back({dim + 1});
      shape.push_back(type.getDimSize(dim));
    }
    groups.front().insert(groups.front().begin(), 0);
    Value there =
        tensor::ExpandShapeOp::create(b, loc, type.clone(shape), value, groups);
    return tensor::CollapseShapeOp::create(b, loc, type, there, groups);
  }
};

struct Copies : Detour<Copies> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Copies)
  StringRef getArgument() const final { return "respell-copy"; }
  StringRef getDescription() const final { return "copy results"; }
  Value detour(OpBuilder &b, Location loc, Value value, RankedTensorType type) {
    Value empty =
        tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
    return linalg::CopyOp::create(b, loc, value, empty).getResult(0);
  }
};

struct WidenScalars : Respelling<WidenScalars> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WidenScalars)
  StringRef getArgument() const final { return "respell-widen-scalars"; }
  StringRef getDescription() const final {
    return "convert f32 results of pointwise code to f64 and back";
  }
  void respell(RewriterBase &rewriter, linalg::LinalgOp op) {
    if (op.getNumParallelLoops() != op.getNumLoops() ||
        !isa<linalg::GenericOp>(op.getOperation()))
      return;
    Operation *yield = op.getBlock()->getTerminator();
    rewriter.setInsertionPoint(yield);
    for (OpOperand &operand : yield->getOpOperands())
      if (operand.get().getType().isF32()) {
        Location loc = op->getLoc();
        Value wide = arith::ExtFOp::create(rewriter, loc, rewriter.getF64Type(),
                                           operand.get());
        operand.set(arith::TruncFOp::create(rewriter, loc,
                                            rewriter.getF32Type(), wide));
      }
  }
};

struct Duplicate : Respelling<Duplicate> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Duplicate)
  StringRef getArgument() const final { return "respell-duplicate"; }
  StringRef getDescription() const final {
    return "compute pointwise results once for each user";
  }
  void respell(RewriterBase &rewriter, linalg::LinalgOp op) {
    if (op.getNumParallelLoops() != op.getNumLoops() ||
        op->getNumResults() != 1)
      return;
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    for (OpOperand *use : ArrayRef(uses).drop_front(uses.empty() ? 0 : 1)) {
      rewriter.setInsertionPointAfter(op);
      use->set(rewriter.clone(*op)->getResult(0));
    }
  }
};

struct Sink : PassWrapper<Sink, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Sink)
  StringRef getArgument() const final { return "respell-sink"; }
  StringRef getDescription() const final {
    return "move ops down to their first user";
  }
  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, tensor::EmptyOp, tensor::ExpandShapeOp,
              tensor::CollapseShapeOp>(op) &&
          !isa<linalg::LinalgOp>(op->getParentOp()))
        ops.push_back(op);
    });
    for (Operation *op : llvm::reverse(ops)) {
      Operation *first = nullptr;
      for (Operation *user : op->getUsers()) {
        Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
        if (here && (!first || here->isBeforeInBlock(first)))
          first = here;
      }
      if (first)
        op->moveBefore(first);
    }
  }
};

} // namespace

int main(int argc, char **argv) {
  registerAllPasses();
  PassRegistration<SwapOperands>();
  PassRegistration<ReverseLoops>();
  PassRegistration<RoundTripCasts>();
  PassRegistration<Transpose>();
  PassRegistration<UnitDims>();
  PassRegistration<Copies>();
  PassRegistration<WidenScalars>();
  PassRegistration<Duplicate>();
  PassRegistration<Sink>();

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Rewrites that change no meaning\n", registry));
}
