//===- SharedTiles.h - Tiles that both products read ----------- -*- C++
//-*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Key and value may be slices of one tensor, as in attention on a compressed
// cache: what is loaded for the first product serves the second.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_SHAREDTILES_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_SHAREDTILES_H

#include "WarpgroupSchedule.h"

namespace redfuser {

/// The position along the depth at which the columns of the value begin, if
/// they are the key's elements from there on, of the same batch and position of
/// the axis, and begin and end with a chunk of columns. Sizes that are not
/// constants become ops at the insertion point.
std::optional<int64_t> findSharedColumns(mlir::OpBuilder &b,
                                         const WarpgroupFold &group);

/// Neighbouring chunks of a stage's operands that arrive and are given back
/// together.
struct ChunkGroup {
  /// In the stage, chunks of the key before those of a value of its own.
  int64_t first, count;
  /// True if the scores read it.
  bool isKey;
  /// The warpgroup whose columns it has, if any.
  std::optional<int64_t> reader;
};

/// How the chunks of a tile are divided among two warpgroups, each of which has
/// half of the columns: chunks of no warpgroup first, then those of the first
/// one, then as many of the second one.
class ColumnChunks {
public:
  explicit ColumnChunks(const WarpgroupFold &group);

  llvm::ArrayRef<ChunkGroup> getGroups() const { return groups; }
  /// Groups of no warpgroup; and of each.
  int64_t getNumCommon() const { return numCommon; }
  int64_t getNumOwn() const { return (groups.size() - numCommon) / 2; }
  /// The first chunk in the stage with columns of the first warpgroup, and the
  /// chunks of each warpgroup.
  int64_t getFirstColumn() const { return firstColumn; }
  int64_t getChunksEach() const { return chunksEach; }
  /// Chunks of a stage, and of the key.
  int64_t getNumChunks() const { return numChunks; }
  int64_t getNumKeyChunks() const { return numKeyChunks; }
  bool isShared() const { return shared; }

private:
  llvm::SmallVector<ChunkGroup> groups;
  int64_t numCommon = 0, firstColumn, chunksEach, numChunks, numKeyChunks;
  bool shared;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_SHAREDTILES_H
