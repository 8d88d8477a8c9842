//===- Schedules.cpp - Attributes that say how to lower -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser::cascade;

static bool isPowerOf2(int64_t value, int64_t max) {
  return value > 0 && value <= max && llvm::isPowerOf2_64(value);
}

/// Blocks of a persistent grid: more than any device has room for, and far from
/// what numbers of rows and positions overflow with.
static constexpr int64_t kMostRowBlocks = 1 << 16;

LogicalResult
RowScheduleAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                        int64_t threads, int64_t rows, int64_t vector,
                        int64_t unroll, RowKeep keep, int64_t segments,
                        int64_t cluster, int64_t blocks, int64_t stages,
                        int64_t held, int64_t residents, int64_t interleave) {
  if (!isPowerOf2(threads, 1024))
    return emitError() << "expected 'threads' to be a power of two up to 1024, "
                          "got "
                       << threads;
  if (rows < 1 || threads * rows > 1024 || (threads * rows) % 32 != 0)
    return emitError() << "expected 'threads' * 'rows' to be a multiple of 32 "
                          "up to 1024, got "
                       << threads << " * " << rows;
  if (!isPowerOf2(vector, 16))
    return emitError()
           << "expected 'vector' to be a power of two up to 16, got " << vector;
  if (unroll < 1 || unroll > 32)
    return emitError() << "expected 'unroll' to be from 1 to 32, got "
                       << unroll;
  if (segments < 1 || segments > 1024)
    return emitError() << "expected 'segments' to be from 1 to 1024, got "
                       << segments;
  if (segments > 1 && (rows > 1 || (keep != RowKeep::Nothing && stages == 0)))
    return emitError() << "expected segments of one row in a block that keeps "
                          "nothing, as blocks of another kernel read them out";
  if (!isPowerOf2(cluster, 16))
    return emitError()
           << "expected 'cluster' to be a power of two up to 16, got "
           << cluster;
  if (blocks < 0 || blocks > kMostRowBlocks)
    return emitError() << "expected 'blocks' to be from 0 to " << kMostRowBlocks
                       << ", got " << blocks;
  if (blocks > 0 && keep != RowKeep::Registers && stages == 0)
    return emitError() << "expected persistent blocks to keep rows in "
                          "registers, or to have a ring";
  if (stages < 0 || stages > 32)
    return emitError() << "expected 'stages' to be from 0 to 32, got "
                       << stages;
  if (stages > 0 && (keep == RowKeep::Registers || rows > 1))
    return emitError() << "expected a ring to have one row of a block, not in "
                          "registers";
  if (stages > 0 && (threads < 32 || threads > 512))
    return emitError() << "expected a ring to have 32 to 512 threads, and "
                          "warps that fill it, got "
                       << threads;
  if (stages > 0 && blocks % cluster != 0)
    return emitError()
           << "expected 'blocks' to be a multiple of 'cluster', got " << blocks;
  if (held < 0 || held > 16)
    return emitError() << "expected 'held' to be from 0 to 16, got " << held;
  if (held > 0 && (keep != RowKeep::Shared || stages == 0))
    return emitError()
           << "expected pieces that registers hold to be those of a "
              "ring with 'keep = shared'";
  if (residents < 0 || residents > 32)
    return emitError() << "expected 'residents' to be from 0 to 32, got "
                       << residents;
  if (residents * threads * rows > 2048)
    return emitError()
           << "expected 'residents' * 'threads' * 'rows' to be up to "
              "2048, got "
           << residents << " * " << threads << " * " << rows;
  if (cluster > 1 && (segments > 1 || keep == RowKeep::Registers))
    return emitError() << "expected a cluster to have no segments, and no rows "
                          "in registers";
  if (cluster > 1 && (rows > 1 || threads < 64))
    return emitError() << "expected a cluster to have one row and blocks of 64 "
                          "threads or more";
  if (interleave < 1 || interleave > 8)
    return emitError() << "expected 'interleave' to be from 1 to 8, got "
                       << interleave;
  if (interleave > 1 &&
      (keep != RowKeep::Registers || threads > 32 || blocks > 0))
    return emitError() << "expected rows at once to be in registers, of up to "
                          "32 threads, and not of persistent blocks";
  return success();
}

LogicalResult WarpgroupScheduleAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError, int64_t keys,
    int64_t warpgroups, int64_t stages, WarpgroupOrder order,
    WarpgroupRows rows, int64_t lazy, int64_t blocks, int64_t segments,
    WarpgroupSplit split, int64_t prefetch, WarpgroupMerge, WarpgroupDeal deal,
    int64_t cluster, WarpgroupStore) {
  if (keys < 16 || keys > 256 || keys % 16 != 0)
    return emitError()
           << "expected 'keys' to be a multiple of 16 from 16 to 256, got "
           << keys;
  if (warpgroups < 1 || warpgroups > 3)
    return emitError() << "expected 'warpgroups' to be from 1 to 3, got "
                       << warpgroups;
  if (stages < 1 || stages > 8 || !llvm::isPowerOf2_64(stages))
    return emitError() << "expected 'stages' to be a power of two up to 8, got "
                       << stages;
  if (order != WarpgroupOrder::Serial && stages < 2)
    return emitError() << "expected two stages or more where products overlap";
  if (order == WarpgroupOrder::PingPong && warpgroups < 2)
    return emitError() << "expected two warpgroups or more to take turns";
  if (order == WarpgroupOrder::Synchronous && split != WarpgroupSplit::Rows)
    return emitError() << "expected warpgroups that divide rows where products "
                          "are synchronous";
  // Terms up to 2^lazy must fit f16.
  if (lazy < 0 || lazy > 12)
    return emitError() << "expected 'lazy' to be from 0 to 12, got " << lazy;
  // Blocks leave states in memory, whose offsets have 32 bits.
  if (blocks < 0 || blocks > WarpgroupScheduleAttr::kMostBlocks)
    return emitError() << "expected 'blocks' to be from 0 to "
                       << WarpgroupScheduleAttr::kMostBlocks << ", got "
                       << blocks;
  if (segments < 0 || segments > 256)
    return emitError() << "expected 'segments' to be from 0 to 256, got "
                       << segments;
  if (split == WarpgroupSplit::Columns &&
      (warpgroups != 2 || rows != WarpgroupRows::Shared ||
       order != WarpgroupOrder::Overlapped || keys > 64))
    return emitError() << "expected two warpgroups that overlap products, have "
                          "rows in shared memory and up to 64 keys a tile, "
                          "where they divide columns";
  if (prefetch < 0 || prefetch > 8)
    return emitError() << "expected 'prefetch' to be from 0 to 8, got "
                       << prefetch;
  if (!isPowerOf2(cluster, 8))
    return emitError()
           << "expected 'cluster' to be a power of two up to 8, got "
           << cluster;
  if (segments % cluster != 0)
    return emitError()
           << "expected 'segments' to be a multiple of 'cluster', got "
           << segments << " and " << cluster;
  if (cluster > 1 && order == WarpgroupOrder::Synchronous)
    return emitError() << "expected a cluster of one block where products are "
                          "synchronous";
  if (deal == WarpgroupDeal::Ranges &&
      (split != WarpgroupSplit::Rows || order == WarpgroupOrder::Synchronous ||
       blocks == 0 || segments > 1 || cluster > 1))
    return emitError() << "expected a grid of 'blocks', no segments and "
                          "warpgroups that divide rows and do not load, where "
                          "blocks get ranges";
  return success();
}
