//===- ScalarExpr.h - Tensors as scalar functions of an index ---*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_SCALAREXPR_H
#define REDFUSER_ANALYSIS_SCALAREXPR_H

#include "RedFuser/Analysis/IterationSpace.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"

namespace redfuser {

/// A scalar computed at one point of an iteration space. Expressions are a
/// directed acyclic graph: a value read twice at the same place is one node.
struct ScalarExpr {
  enum class Kind {
    /// The element of tensor `value` at `access`.
    Leaf,
    /// The index `access[0]`.
    Index,
    /// The scalar `value`, defined outside.
    Captured,
    /// `constant`.
    Constant,
    /// `op` on `operands`: a scalar op, or an elementwise op on tensors.
    Apply,
  };
  Kind kind;
  mlir::Type type;
  mlir::Value value;
  Access access;
  mlir::TypedAttr constant;
  mlir::Operation *op = nullptr;
  llvm::SmallVector<const ScalarExpr *, 2> operands;
};

/// Writes tensors as scalar expressions, through everything that is pointwise:
/// structured ops without reductions (or with reductions of one element, which
/// are what their body computes of the init and that element), elementwise ops
/// on whole tensors, splats, reshapes and casts of the shape. Judged by
/// indexing maps and bodies, not by op names. What is not pointwise is a leaf.
class ScalarInliner {
public:
  using LeafFn = llvm::function_ref<bool(mlir::Value)>;

  /// Ops outside of `block` are not looked into.
  ScalarInliner(mlir::Block &block, IterationSpace &space)
      : block(block), space(space), facts(space.getFacts()) {}

  /// The element of `tensor` at `access`. Values for which `isLeaf` holds are
  /// not looked into.
  const ScalarExpr *inlineTensor(mlir::Value tensor, Access access,
                                 LeafFn isLeaf);
  /// The value `scalar` of the body of `op`, whose loop i is the index
  /// `loops[i]`. Null with a reason if the body cannot be written as an
  /// expression, or depends on the outs and `readOuts` is false.
  const ScalarExpr *inlineBody(mlir::linalg::LinalgOp op, mlir::Value scalar,
                               llvm::ArrayRef<DimList> loops, bool readOuts,
                               LeafFn isLeaf, std::string &reason);

  /// A reshaped tensor that nothing else reads, no result of a reduction, is
  /// read as it is where its source would divide a loop of the axis, or these.
  void keepLoops(const DimList &loops) { llvm::append_range(kept, loops); }

  /// Forgets which values were read where (loops were rolled back).
  void forget() {
    memo.clear();
    memoized.clear();
  }

private:
  ScalarExpr *make(ScalarExpr::Kind kind, mlir::Type type);
  const ScalarExpr *makeConstant(mlir::TypedAttr constant);
  const ScalarExpr *makeCaptured(mlir::Value value);
  const ScalarExpr *tryInline(mlir::Value tensor, const Access &access,
                              LeafFn isLeaf);
  const ScalarExpr *inlineExtract(mlir::linalg::LinalgOp op,
                                  mlir::tensor::ExtractOp extract,
                                  llvm::ArrayRef<DimList> loops, LeafFn isLeaf);
  const ScalarExpr *tryInlineReshape(mlir::Operation *op, const Access &access,
                                     LeafFn isLeaf);

  mlir::Block &block;
  IterationSpace &space;
  ShapeFacts &facts;
  DimList kept;
  llvm::SpecificBumpPtrAllocator<ScalarExpr> allocator;
  llvm::DenseMap<mlir::Value,
                 llvm::SmallVector<std::pair<Access, const ScalarExpr *>, 1>>
      memo;
  /// Keys of `memo`, in the order in which entries were added.
  llvm::SmallVector<mlir::Value> memoized;
};

/// Whether the result of `op` may be pointwise, by its form alone.
bool isPointwise(mlir::Operation *op);
/// Whether all tensors of `op` are ranked and have no encoding (are not
/// sparse).
bool hasPlainTensors(mlir::Operation *op);
/// Whether `op` moves or renames elements without computing any.
bool isReshape(mlir::Operation *op);

/// Whether `op` copies elements of its first input and computes none: a
/// transpose, a broadcast.
bool isCopy(mlir::Operation *op);

/// How many scalar ops it takes to inline the values of a block. Past a bound a
/// value is a leaf, for everyone that reads it, so that long pointwise code
/// stays linear and all readers see the same leaf.
class InlineBudget {
public:
  /// Values of `heads` (what a chain starts from) are leaves already past a
  /// lower bound, so that a cut does not fall between members of a chain. Code
  /// of positions alone (a mask from indices) does not count for it: as a leaf
  /// it would be a tensor of its own, and bound nothing.
  explicit InlineBudget(llvm::DenseSet<mlir::Value> heads)
      : heads(std::move(heads)) {}
  /// Visits all of `block`.
  explicit InlineBudget(mlir::Block &block);

  /// Operations are visited in program order.
  void visit(mlir::Operation &op);
  bool isLeaf(mlir::Value value) const { return leaves.contains(value); }
  /// Makes `value` a leaf from here on.
  void addLeaf(mlir::Value value);
  /// Counts what it takes to inline `value` again, with the leaves of now.
  void update(mlir::Value value);
  /// True if a chain whose terms start with `expr` is better off starting from
  /// what that computes.
  static bool isLongHead(const ScalarExpr *expr);
  /// True if `value` is half way to being a leaf.
  bool isLong(mlir::Value value) const;

private:
  struct Cost {
    unsigned ops = 0;
    /// Those of `ops` that depend on elements of tensors.
    unsigned dataOps = 0;
    unsigned depth = 0;
    bool readsData = true;
  };
  llvm::DenseSet<mlir::Value> heads;
  llvm::DenseMap<mlir::Operation *, Cost> costs;
  llvm::DenseSet<mlir::Value> leaves;
};

/// The distinct nodes of `expr` of one kind, in order of appearance.
llvm::SmallVector<const ScalarExpr *> collect(const ScalarExpr *expr,
                                              ScalarExpr::Kind kind);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_SCALAREXPR_H
