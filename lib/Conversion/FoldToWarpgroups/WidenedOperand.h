//===- WidenedOperand.h - Operands computed from fewer bits -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An operand of a product whose elements are computed, one by one, from those
// of a tensor that has 8 bits for each: as in attention on a quantised cache.
// What computes them is scalar code, whatever the program has.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WIDENEDOPERAND_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WIDENEDOPERAND_H

#include "../Utils/FoldGroup.h"

#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// The index of an element along a dimension of a tensor: that of a dimension
/// of the fold, or a part of it where a reshape joined several.
struct ElementIndex {
  /// In place of a dimension: the only element.
  static constexpr unsigned kOnlyElement = ~1u;

  unsigned dim;
  /// `index / divisor % size`; without a size, no remainder.
  int64_t divisor = 1, size = 0;

  bool operator==(const ElementIndex &other) const {
    return dim == other.dim && divisor == other.divisor && size == other.size;
  }
};

struct WidenedOperand {
  /// Elements of 8 bits.
  FoldTensor stored;
  /// What else an element is computed from, the same for all columns of a row.
  struct Other {
    mlir::Value tensor;
    llvm::SmallVector<ElementIndex> indices;

    mlir::RankedTensorType getType() const {
      return mlir::cast<mlir::RankedTensorType>(tensor.getType());
    }
    bool has(unsigned dim) const {
      return llvm::any_of(
          indices, [&](const ElementIndex &index) { return index.dim == dim; });
    }
  };
  llvm::SmallVector<Other> others;
  /// A block whose arguments are elements of `stored` and of `others`; it
  /// yields the operand's. All ops are of arith and may have vectors.
  std::shared_ptr<mlir::Region> code;
  /// All ops are conversions, so that zero is widened to zero.
  bool isConversion = true;

  mlir::Block &getBlock() const { return code->front(); }
};

/// How an operand of 16-bit elements is computed by elementwise ops, through
/// transposes, broadcasts and reshapes, if from one tensor of 8 bits along
/// `columnDim`; else nothing, with a reason if it is almost so. The tensor of 8
/// bits is given the operand's shape at the builder's position.
std::optional<WidenedOperand> findWidening(mlir::OpBuilder &b,
                                           const FoldTensor &operand,
                                           unsigned columnDim,
                                           std::string &reason);

/// A copy of `fold`, in front of it, in which what a term computes from an
/// element of 8 bits along columns, as the operand of a product, is an input:
/// the result of an elementwise op before the copy. Null if there is no such
/// term.
cascade::FoldOp separateWidening(mlir::RewriterBase &b, cascade::FoldOp fold);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WIDENEDOPERAND_H
