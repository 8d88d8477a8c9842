//===- ScalarCode.h - Scalar code of terms and readouts ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_SCALARCODE_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_SCALARCODE_H

#include "RowGroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

namespace redfuser {

/// Ops that may be evaluated less exactly, and how.
using RelaxedOps =
    llvm::DenseMap<mlir::Operation *, mlir::arith::FastMathFlags>;

/// The component whose running maximum bounds the argument of `exp`: what the
/// maximum is taken of less the maximum (in a term), or the maximum before it
/// rose less the one after (in a correction).
std::optional<unsigned> getBoundingMaximum(cascade::FoldOp fold,
                                           mlir::math::ExpOp exp, bool isTerm);

/// `afn` for each exponential in terms and corrections of `fold` whose argument
/// is a value minus the running extremum that bounds it, so is not positive.
/// Its relative error then weighs exp(x), and a result below 2^-126 is nothing
/// beside the extremum's own term, which is 1.
void findBoundedExponentials(cascade::FoldOp fold, RelaxedOps &relaxed);

/// True if a component sums, in f32, what its terms multiply.
bool isSummedProduct(cascade::FoldOp fold, unsigned component);

/// `contract` for these products.
void findSummedProducts(cascade::FoldOp fold, RelaxedOps &relaxed);

/// What a readout may relax: quotients by a value of the row (`arcp`: 2 ulp),
/// and exponentials and quotients whose value is rounded to f16 or bf16 next
/// (`afn`, `arcp`).
void findRelaxedReadouts(const RowGroup &group, const FoldMember &member,
                         RelaxedOps &relaxed);

/// Marks a quotient 1 / x that elements may share, as one of the product of
/// their divisors, none of which is beyond 2^31 or below 1.
inline constexpr llvm::StringLiteral kSharedReciprocalAttrName =
    "redfuser.shared_reciprocal";

/// The same of what is computed on rows from the best elements, several
/// quotients by the same value of the row.
void findRelaxedWeights(const FoldMember &member, RelaxedOps &relaxed);

/// Scalar code of one block, cloned for each element. What does not vary along
/// the axis is cloned once for many elements.
class ScalarCode {
public:
  using PositionFn = llvm::function_ref<mlir::Value(unsigned dim)>;

  /// Positions along `varyingDims` differ from element to element, and `varies`
  /// says which arguments do; `loopDims` are the fold's dimensions of the loops
  /// that `linalg.index` counts, empty in a fold.
  ScalarCode(mlir::Block &block, llvm::ArrayRef<unsigned> varyingDims,
             llvm::function_ref<bool(mlir::BlockArgument)> varies,
             llvm::ArrayRef<unsigned> loopDims, const RelaxedOps &relaxed);

  /// True if the value differs from element to element.
  bool isVarying() const {
    return llvm::any_of(
        block.getTerminator()->getOperands(), [&](mlir::Value value) {
          if (auto arg = mlir::dyn_cast<mlir::BlockArgument>(value))
            return arg.getOwner() == &block &&
                   varyingArguments.test(arg.getArgNumber());
          return varying.contains(value.getDefiningOp());
        });
  }

  /// Clones what is the same for all elements. `map` has the arguments that do
  /// not vary, and gets the results.
  void emitInvariant(mlir::OpBuilder &b, mlir::IRMapping &map,
                     PositionFn position) const;
  /// Clones the rest for one element and returns what the block yields.
  llvm::SmallVector<mlir::Value> emitElement(mlir::OpBuilder &b,
                                             mlir::IRMapping map,
                                             PositionFn position) const;
  /// The same for up to four elements at once, op by op; quotients with the
  /// mark above are computed together.
  using ElementPositionFn =
      llvm::function_ref<mlir::Value(unsigned element, unsigned dim)>;
  llvm::SmallVector<mlir::Value>
  emitElements(mlir::OpBuilder &b, llvm::MutableArrayRef<mlir::IRMapping> maps,
               ElementPositionFn position) const;
  /// True if there is such a quotient.
  bool hasSharedReciprocals() const;
  /// Both, for code on rows.
  llvm::SmallVector<mlir::Value>
  emitAll(mlir::OpBuilder &b, mlir::IRMapping map, PositionFn position) const;

private:
  void clone(mlir::OpBuilder &b, mlir::Operation &op, mlir::IRMapping &map,
             PositionFn position) const;
  std::optional<unsigned> getIndexDim(mlir::Operation &op) const;

  mlir::Block &block;
  llvm::SmallVector<unsigned> loopDims;
  const RelaxedOps &relaxed;
  llvm::SmallPtrSet<mlir::Operation *, 8> varying;
  llvm::SmallBitVector varyingArguments;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_SCALARCODE_H
