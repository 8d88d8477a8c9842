//===- Ancestry.h - Reductions that values depend on ------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_ANCESTRY_H
#define REDFUSER_ANALYSIS_ANCESTRY_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <bitset>

namespace redfuser {

/// Numbers of reductions: of the latest ones, so that sets stay small however
/// long a program is. Older ones count as contained.
class RecentReductions {
public:
  static constexpr unsigned kCount = 256;

  bool contains(unsigned number) const;
  void insert(unsigned number);
  void insert(const RecentReductions &other);
  /// The numbers that are known to be contained, ascending.
  llvm::SmallVector<unsigned> getNumbers() const;

private:
  void slide(unsigned to);

  unsigned first = 0;
  std::bitset<kCount> numbers;
};

/// Which reductions of one block the values of the block depend on. Operations
/// are added in program order.
class Ancestry {
public:
  struct Sets {
    /// Reductions that are read through pointwise code alone.
    RecentReductions near;
    /// All reductions.
    RecentReductions all;
  };

  void addPointwise(mlir::Operation *op) { sets[op] = collect(op); }
  /// Any other operation.
  void addOpaque(mlir::Operation *op);
  void addReduction(mlir::Operation *op, unsigned number);

  /// The reductions that `value` depends on; those of a reduction's result are
  /// the reduction and all before it.
  const Sets &get(mlir::Value value) const;

  /// True if `value` reads some of `reductions` through pointwise code, and no
  /// other reductions but those that come before these: a normalized value,
  /// which is known once they are.
  bool isFunctionOf(mlir::Value value,
                    llvm::ArrayRef<unsigned> reductions) const;

private:
  Sets collect(mlir::Operation *op) const;

  llvm::DenseMap<mlir::Operation *, Sets> sets;
  llvm::SmallVector<RecentReductions> before;
};

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_ANCESTRY_H
