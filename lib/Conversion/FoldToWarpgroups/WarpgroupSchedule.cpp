//===- WarpgroupSchedule.cpp - Choosing how warpgroups compute a fold -----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupSchedule.h"

#include "SharedTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

bool redfuser::isStagedResult(const WarpgroupFold &group,
                              const FoldTensor &tensor) {
  return tensor.dims.back() == group.getColumn() &&
         tensor.getType().getElementType().getIntOrFloatBitWidth() == 16;
}

int64_t redfuser::getBlockRows(WarpgroupScheduleAttr schedule) {
  return schedule.getSplit() == WarpgroupSplit::Columns
             ? kWarpgroupRows
             : kWarpgroupRows * schedule.getWarpgroups();
}

bool redfuser::isSynchronous(WarpgroupScheduleAttr schedule) {
  return schedule.getOrder() == WarpgroupOrder::Synchronous;
}

/// True if one warp loads for the others, and can do more than that.
static bool hasProducer(WarpgroupScheduleAttr schedule) {
  return schedule.getSplit() == WarpgroupSplit::Rows &&
         !isSynchronous(schedule);
}

bool redfuser::hasTilePlan(const WarpgroupFold &group,
                           WarpgroupScheduleAttr schedule) {
  return !group.getRanged().empty() && hasProducer(schedule);
}

SmallVector<MaskClause>
redfuser::getTileClauses(const WarpgroupFold &group,
                         WarpgroupScheduleAttr schedule) {
  SmallVector<MaskClause> clauses(group.getBounds());
  if (hasTilePlan(group, schedule))
    llvm::append_range(clauses, group.getRanged());
  return clauses;
}

ArrayRef<unsigned> redfuser::getStagedInputs(const WarpgroupFold &group,
                                             WarpgroupScheduleAttr schedule) {
  // Fragments of a second one would take more registers than there are.
  return hasProducer(schedule) ? group.getStaged().take_front()
                               : ArrayRef<unsigned>();
}

bool redfuser::isOfMasks(const WarpgroupFold &group,
                         WarpgroupScheduleAttr schedule, unsigned input) {
  FoldOp fold = group.getFold();
  llvm::DenseMap<Value, bool> implied =
      getImpliedConditions(fold, getTileClauses(group, schedule));
  // Values that are used often are looked at once.
  llvm::DenseMap<Value, bool> known;
  std::function<bool(Value)> isOfMask = [&](Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    bool result =
        implied.contains(value) ||
        llvm::all_of(value.getUsers(), [&](Operation *user) {
          return !isa<cascade::YieldOp>(user) && isOfMask(user->getResult(0));
        });
    known[value] = result;
    return result;
  };
  return llvm::all_of(llvm::seq(fold.getNumReductions()), [&](unsigned k) {
    return isOfMask(fold.getTermInput(k, input));
  });
}

static bool hasStagedResults(const WarpgroupFold &group) {
  return llvm::any_of(group.getOutputs(), [&](const FoldTensor &tensor) {
    return isStagedResult(group, tensor);
  });
}

int64_t redfuser::getNumWideners(const WarpgroupFold &group,
                                 WarpgroupScheduleAttr schedule) {
  // Of four warpgroups, threads begin with too few registers for wide products.
  static constexpr int64_t kWideColumns = 192;
  int64_t operands =
      group.getWidenedKey().has_value() + group.getWidenedValue().has_value();
  bool hasRoom = schedule.getWarpgroups() == 1 &&
                 std::max(group.getWidth(), schedule.getKeys()) <= kWideColumns;
  return hasRoom ? operands : std::min<int64_t>(operands, 1);
}

int64_t redfuser::getNumWarpgroups(const WarpgroupFold &group,
                                   WarpgroupScheduleAttr schedule) {
  return schedule.getWarpgroups() + getNumWideners(group, schedule) +
         (isSynchronous(schedule) ? 0 : 1);
}

/// Columns of stored elements in a box, where they fill it: rows of 128 bytes.
static constexpr int64_t kStoredColumns = 128;

bool redfuser::mayRetry(const WarpgroupFold &group,
                        WarpgroupScheduleAttr schedule) {
  // Boxes that TMA stores twice come to memory in any order.
  return schedule.getSplit() == WarpgroupSplit::Rows &&
         !isSynchronous(schedule) && schedule.getWarpgroups() > 1 &&
         schedule.getSegments() <= 1 && schedule.getCluster() <= 1 &&
         !dealsRanges(schedule) && schedule.getStore() != WarpgroupStore::Tma &&
         !group.isWidened() && !hasTilePlan(group, schedule);
}

WarpgroupLayout::WarpgroupLayout(const WarpgroupFold &group,
                                 WarpgroupScheduleAttr schedule,
                                 int64_t sharedBudget) {
  if (schedule.getSplit() == WarpgroupSplit::Columns) {
    divideColumns(group, schedule);
    return;
  }
  // While one tile is widened the product before may read another one, where
  // there is room for it.
  int64_t most = std::min<int64_t>(schedule.getStages(), 2);
  for (int64_t widened = most; widened >= (group.isWidened() ? 1 : most);
       --widened)
    for (bool inQuery : {false, true}) {
      if (inQuery &&
          (resultBytes == 0 || schedule.getRows() != WarpgroupRows::Shared))
        continue;
      resultInQuery = inQuery;
      divideRows(group, schedule, widened);
      if (size <= sharedBudget)
        return;
    }
}

void WarpgroupLayout::divideRows(const WarpgroupFold &group,
                                 WarpgroupScheduleAttr schedule,
                                 int64_t widenedStages) {
  int64_t depth = llvm::alignTo(group.getDepth(), kChunkColumns);
  int64_t width = llvm::alignTo(group.getWidth(), kChunkColumns);
  int64_t keys = schedule.getKeys();
  int64_t warpgroups = schedule.getWarpgroups(), stages = schedule.getStages();
  queryBytes = kWarpgroupRows * depth * 2;
  keyBytes = keys * depth * 2;
  valueBytes = keys * width * 2;
  auto addStored = [&](Stored &stored, int64_t columns) {
    stored.boxColumns =
        columns % kStoredColumns == 0 ? kStoredColumns : kChunkColumns;
    stored.bytes = keys * columns;
  };
  if (group.getWidenedKey())
    addStored(storedKey, depth);
  if (group.getWidenedValue())
    addStored(storedValue, width);
  // Matrices are stored by instructions of sm_90.
  bool isStaged = schedule.getSegments() <= 1 && hasStagedResults(group) &&
                  !isSynchronous(schedule) && !dealsRanges(schedule);
  resultBytes = isStaged ? kWarpgroupRows * width * 2 : 0;
  stagedBytes = kWarpgroupRows * llvm::alignTo(keys, kChunkColumns) * 2;
  int64_t numStaged = warpgroups * getStagedInputs(group, schedule).size();
  keyStages = group.getWidenedKey() ? widenedStages : stages;
  valueStages = group.getWidenedValue() ? widenedStages : stages;
  if (resultInQuery)
    queryBytes = std::max(queryBytes, resultBytes);
  query = 0;
  key = query + warpgroups * queryBytes;
  value = key + keyStages * keyBytes;
  storedKey.offset = value + valueStages * valueBytes;
  storedValue.offset = storedKey.offset + stages * storedKey.bytes;
  staged = storedValue.offset + stages * storedValue.bytes;
  int64_t barrier = staged + numStaged * stagedBytes;
  result = resultInQuery ? query : barrier;
  if (!resultInQuery)
    barrier += warpgroups * resultBytes;
  auto take = [&](int64_t count) {
    int64_t first = barrier;
    barrier += 8 * count;
    return first;
  };
  queryFull = take(warpgroups);
  queryEmpty = take(warpgroups);
  keyFull = take(keyStages);
  keyEmpty = take(keyStages);
  valueFull = take(valueStages);
  valueEmpty = take(valueStages);
  for (Stored *stored : {&storedKey, &storedValue})
    if (stored->bytes > 0) {
      stored->full = take(stages);
      stored->empty = take(stages);
    }
  exchange = key;
  exchangeFull = take(schedule.getCluster() > 1);
  stagedFull = take(numStaged);
  stagedEmpty = take(numStaged);
  retry = take(mayRetry(group, schedule));
  if (hasTilePlan(group, schedule)) {
    planFull = take(2);
    planEmpty = take(2);
    planTiles = llvm::divideCeil(*group.getLength(), schedule.getKeys());
    planBytes = 4 * (2 + planTiles);
    plan = barrier;
    barrier += 2 * planBytes;
  }
  if (dealsRanges(schedule)) {
    range = barrier;
    barrier += 4 * (kRangeWords + kWarps * getNumWarpgroups(group, schedule));
  }
  size = barrier;
}

void WarpgroupLayout::divideColumns(const WarpgroupFold &group,
                                    WarpgroupScheduleAttr schedule) {
  ColumnChunks chunks(group);
  int64_t stages = schedule.getStages();
  int64_t chunkBytes = schedule.getKeys() * kChunkColumns * 2;
  int64_t rowBytes = kWarpgroupRows * 4;
  int64_t components = group.getFold().getNumReductions() - 1;
  keyStages = valueStages = stages;
  queryBytes = chunks.getNumKeyChunks() * kWarpgroupRows * kChunkColumns * 2;
  keyBytes = chunks.getNumChunks() * chunkBytes;
  valueBytes = resultBytes = 0;
  query = result = 0;
  key = value = query + queryBytes;
  factor = key + stages * keyBytes;
  references = factor + kWarpgroupRows * kChunkColumns * 2;
  parts = references + components * rowBytes;
  queryFull = parts + 2 * components * rowBytes;
  queryEmpty = queryFull + 8;
  keyFull = valueFull = queryEmpty + 8;
  int64_t groups = chunks.getGroups().size();
  keyEmpty = valueEmpty = keyFull + 8 * stages * groups;
  exchange = key;
  exchangeFull = keyEmpty + 8 * stages * groups;
  size = exchangeFull + 8 * (schedule.getCluster() > 1);
}

WarpgroupRegisters redfuser::getRegisters(const WarpgroupFold &group,
                                          WarpgroupScheduleAttr schedule) {
  // By consumer warpgroups: 64 K in all.
  static constexpr WarpgroupRegisters kPlain[] = {
      {}, {128, 40, 216, 0}, {168, 32, 232, 0}, {128, 32, 160, 0}};
  if (!group.isWidened())
    return kPlain[schedule.getWarpgroups()];
  if (getNumWarpgroups(group, schedule) == 3)
    return {168, 40, 216, 128};
  return schedule.getWarpgroups() == 1 ? WarpgroupRegisters{128, 40, 216, 128}
                                       : WarpgroupRegisters{128, 24, 216, 56};
}

/// Of a multiprocessor, and of a thread at most.
static constexpr int64_t kRegisters = 65536, kMostRegisters = 255;
/// Matrices on their way to mma.sync, and their addresses.
static constexpr int64_t kMatrixRegisters = 16;
/// Addresses, row values, scalar code.
static constexpr int64_t kOtherRegisters = 32;
/// Addresses of an input that is read for each element.
static constexpr int64_t kInputRegisters = 16;
/// Of one that is staged: a few elements at a time.
static constexpr int64_t kStagedRegisters = 8;

/// Columns of a warpgroup.
static int64_t getWidth(const WarpgroupFold &group,
                        WarpgroupScheduleAttr schedule) {
  return schedule.getSplit() == WarpgroupSplit::Columns
             ? ColumnChunks(group).getChunksEach() * kChunkColumns
             : group.getWidth();
}

int64_t redfuser::getProductRegisters(const WarpgroupFold &group,
                                      WarpgroupScheduleAttr schedule) {
  return getWidth(group, schedule) / 2;
}

int64_t redfuser::getNumRowWarps(const WarpgroupFold &group) {
  if (!group.getNumRows())
    return kWarps;
  return std::clamp<int64_t>(llvm::divideCeil(*group.getNumRows(), kWarpRows),
                             1, kWarps);
}

int64_t redfuser::getExchangedBytes(const WarpgroupFold &group,
                                    WarpgroupScheduleAttr schedule,
                                    int64_t warps) {
  int64_t registers =
      getProductRegisters(group, schedule) / schedule.getCluster();
  int64_t components = group.getFold().getNumReductions() - 1;
  int64_t ofWarp = 4 * (registers * kLanes + components * kWarpRows);
  return (schedule.getCluster() - 1) * schedule.getWarpgroups() * warps *
         ofWarp;
}

/// Fails if the blocks of a cluster cannot merge their states.
static LogicalResult checkCluster(const WarpgroupFold &group,
                                  WarpgroupScheduleAttr schedule,
                                  const WarpgroupLayout &layout,
                                  std::string &reason) {
  int64_t cluster = schedule.getCluster();
  if (cluster == 1)
    return success();
  if (getProductRegisters(group, schedule) % (cluster * kVectorRegisters) !=
      0) {
    reason = "its columns cannot be divided among the " +
             std::to_string(cluster) + " blocks of a cluster";
    return failure();
  }
  int64_t bytes = getExchangedBytes(group, schedule, kWarps);
  int64_t room = layout.keyStages * layout.keyBytes +
                 layout.valueStages * layout.valueBytes;
  if (bytes <= room)
    return success();
  reason = "the blocks of a cluster would send " + std::to_string(bytes) +
           " bytes to each of them, whose stages have " + std::to_string(room);
  return failure();
}

/// Fails if there are no warpgroups that could widen operands.
static LogicalResult checkWidening(const WarpgroupFold &group,
                                   WarpgroupScheduleAttr schedule,
                                   std::string &reason) {
  if (!group.isWidened())
    return success();
  if (!hasProducer(schedule))
    reason = "warps of their own widen operands only where others divide rows, "
             "with the instructions of sm_90a";
  else if (schedule.getWarpgroups() > 2)
    reason = "three warpgroups leave no room for one that widens operands";
  else if (schedule.getKeys() % kWidenedRows != 0)
    reason = "operands are widened in tiles of a multiple of " +
             std::to_string(kWidenedRows) + " keys, a tile has " +
             std::to_string(schedule.getKeys());
  else
    return success();
  return failure();
}

/// Inputs that are read for each element of inner tiles.
static SmallVector<unsigned> getElementInputs(const WarpgroupFold &group,
                                              WarpgroupScheduleAttr schedule) {
  SmallVector<unsigned> inputs;
  FoldOp fold = group.getFold();
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    bool isRead =
        llvm::any_of(llvm::seq(fold.getNumReductions()), [&](unsigned k) {
          return !fold.getTermInput(k, i).use_empty();
        });
    if (i != group.getScoresInput() && i != group.getValueInput() && isRead &&
        fold.getInputMap(i).isFunctionOfDim(group.getAxis()) &&
        !isOfMasks(group, schedule, i) &&
        !llvm::is_contained(getStagedInputs(group, schedule), i))
      inputs.push_back(i);
  }
  return inputs;
}

static int64_t countRegisters(const WarpgroupFold &group,
                              WarpgroupScheduleAttr schedule) {
  int64_t count = getWidth(group, schedule) / 2 + schedule.getKeys() / 2 +
                  schedule.getKeys() / 4 + kOtherRegisters;
  if (schedule.getRows() == WarpgroupRows::Registers)
    count += llvm::divideCeil(group.getDepth(), 16) * 4;
  if (schedule.getOrder() == WarpgroupOrder::Ahead)
    count += schedule.getKeys() / 2;
  // Elements of other inputs, loaded ahead.
  count += getElementInputs(group, schedule).size() *
           (schedule.getKeys() / 2 + kInputRegisters);
  count += getStagedInputs(group, schedule).size() * kStagedRegisters;
  return count;
}

/// True if a term that reads no earlier result does more with a score than to
/// scale and mask it.
static bool modifiesScores(const WarpgroupFold &group) {
  FoldOp fold = group.getFold();
  return llvm::any_of(llvm::seq(fold.getNumReductions()), [&](unsigned i) {
    bool readsReference = llvm::any_of(llvm::seq(i), [&](unsigned k) {
      return !fold.getTermReference(i, k).use_empty();
    });
    int64_t count = 0;
    fold.getTermBlock(i).walk([&](Operation *op) {
      bool isArithmetic =
          isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op) ||
          isa<math::MathDialect>(op->getDialect());
      count += isArithmetic && isa<FloatType>(op->getResult(0).getType());
    });
    return i != group.getProduct() && !readsReference && count > 1;
  });
}

bool redfuser::hasReadoutRegisters(const WarpgroupFold &group,
                                   WarpgroupScheduleAttr schedule) {
  // The loop over two tiles is none: ptxas spills what it moves out of it.
  if (!group.getLength() || *group.getLength() <= 2 * schedule.getKeys())
    return false;
  // Nor is there room for the end of the axis next to staged elements or long
  // terms, or where warps that widen have some of the registers (C7511).
  bool isLong = !getStagedInputs(group, schedule).empty() ||
                modifiesScores(group) || group.isWidened();
  if (isLong && *group.getLength() % schedule.getKeys() != 0)
    return false;
  // The accumulator, the scores, the query; results replace what they come
  // from. Elements of other inputs are too many (C7511).
  int64_t count =
      group.getWidth() / 2 + schedule.getKeys() / 2 + kOtherRegisters;
  if (schedule.getRows() == WarpgroupRows::Registers)
    count += llvm::divideCeil(group.getDepth(), 16) * 4;
  return getElementInputs(group, schedule).empty() &&
         count <= getRegisters(group, schedule).consumer;
}

LogicalResult redfuser::checkWarpgroupSchedule(const WarpgroupFold &group,
                                               WarpgroupScheduleAttr schedule,
                                               int64_t sharedBudget,
                                               std::string &reason) {
  if (failed(checkWidening(group, schedule, reason)))
    return failure();
  WarpgroupLayout layout(group, schedule, sharedBudget);
  int64_t bytes = layout.size;
  if (bytes > sharedBudget) {
    reason = "it would take " + std::to_string(bytes) +
             " bytes of shared memory, a block may use " +
             std::to_string(sharedBudget);
    return failure();
  }
  if (failed(checkCluster(group, schedule, layout, reason)))
    return failure();
  bool dividesRows = schedule.getSplit() == WarpgroupSplit::Rows;
  if (dividesRows && group.getWidth() > 256) {
    reason = "a warpgroup cannot have more than 256 columns of its rows";
    return failure();
  }
  int64_t registers = countRegisters(group, schedule);
  if (isSynchronous(schedule)) {
    int64_t most = kRegisters / (kWarpgroupThreads * schedule.getWarpgroups());
    most = std::min<int64_t>(most, kMostRegisters);
    registers += kMatrixRegisters;
    if (registers <= most)
      return success();
    reason = "it would take " + std::to_string(registers) +
             " registers, a thread has " + std::to_string(most);
    return failure();
  }
  WarpgroupRegisters given = getRegisters(group, schedule);
  // Of ptxas: error C7602.
  int64_t widest = std::max(getWidth(group, schedule), schedule.getKeys()) / 2;
  if (widest + kOtherRegisters > given.entry) {
    reason = "a product would take more registers than a thread starts with";
    return failure();
  }
  if (registers > given.consumer) {
    reason = "it would take " + std::to_string(registers) +
             " registers, a thread has " + std::to_string(given.consumer);
    return failure();
  }
  return success();
}

bool redfuser::hasUnevenBounds(const WarpgroupFold &group) {
  return llvm::any_of(group.getBounds(), [&](const MaskClause &clause) {
    return llvm::any_of(clause, [&](const LinearForm &form) {
      return llvm::any_of(group.getRows(),
                          [&](unsigned dim) { return form.dims[dim] != 0; });
    });
  });
}

/// True if a few rows of each of several batches have bounds that memory has.
static bool hasUnevenBatches(const WarpgroupFold &group) {
  // Registers hold a state and half of another one of 128 columns.
  bool isFewRows = group.getNumRows() &&
                   *group.getNumRows() <= kWarpgroupRows &&
                   group.getWidth() <= 128;
  return isFewRows && group.getNumBatches() != 1 &&
         llvm::any_of(group.getBounds(), [](const MaskClause &clause) {
           return llvm::any_of(clause, [](const LinearForm &form) {
             return !form.inputs.empty();
           });
         });
}

/// Blocks of a persistent grid: one for each multiprocessor.
static constexpr int64_t kBlocks = 132;
/// Positions of a segment that are worth a state in memory: six tiles, but not
/// less than the first number, nor more than the second.
static constexpr int64_t kLeastTiles = 6, kFewPositions = 384,
                         kManyPositions = 512;
/// Tiles of a segment whose state two blocks of a cluster merge.
static constexpr int64_t kPairedTiles = 4;
/// More segments for the rest are not worth it.
static constexpr double kGoodUse = 0.95;

/// True if the rows of narrow tiles are better divided by three warpgroups than
/// by two: not where that wastes rows, or the longest of a few tiles counts.
static bool fillsThreeWarpgroups(const WarpgroupFold &group, bool isUneven) {
  static constexpr int64_t kManyRows = 2048;
  static constexpr double kMostWaste = 1.1;
  if (!group.getNumRows() || *group.getNumRows() == 0)
    return true;
  int64_t rows = *group.getNumRows();
  if (isUneven)
    return rows >= kManyRows;
  return llvm::alignTo(rows, 3 * kWarpgroupRows) <=
         kMostWaste * llvm::alignTo(rows, 2 * kWarpgroupRows);
}

namespace {
/// The fields of a schedule, to set some of them: the others are as the
/// attribute has them by default, or as in another schedule.
struct Fields {
  Fields(int64_t keys, int64_t warpgroups, WarpgroupOrder order,
         WarpgroupRows rows)
      : keys(keys), warpgroups(warpgroups), order(order), rows(rows) {}
  explicit Fields(WarpgroupScheduleAttr from)
      : keys(from.getKeys()), warpgroups(from.getWarpgroups()),
        order(from.getOrder()), rows(from.getRows()), stages(from.getStages()),
        lazy(from.getLazy()), blocks(from.getBlocks()),
        segments(from.getSegments()), cluster(from.getCluster()),
        prefetch(from.getPrefetch()), split(from.getSplit()),
        merge(from.getMerge()), deal(from.getDeal()), store(from.getStore()) {}

  WarpgroupScheduleAttr get(MLIRContext *context) const {
    return WarpgroupScheduleAttr::get(context, keys, warpgroups, stages, order,
                                      rows, lazy, blocks, segments, split,
                                      prefetch, merge, deal, cluster, store);
  }

  int64_t keys, warpgroups;
  WarpgroupOrder order;
  WarpgroupRows rows;
  int64_t stages = 2, lazy = 8, blocks = kBlocks, segments = 0, cluster = 1,
          prefetch = 0;
  WarpgroupSplit split = WarpgroupSplit::Rows;
  WarpgroupMerge merge = WarpgroupMerge::Block;
  WarpgroupDeal deal = WarpgroupDeal::Segments;
  WarpgroupStore store = WarpgroupStore::Vectors;
};
} // namespace

/// The longest tiles that fit, rows in registers if there are some left.
static SmallVector<WarpgroupScheduleAttr>
getSynchronousSchedules(const WarpgroupFold &group) {
  SmallVector<WarpgroupScheduleAttr> candidates;
  for (int64_t keys : {64, 32, 16})
    for (WarpgroupRows rows :
         {WarpgroupRows::Registers, WarpgroupRows::Shared}) {
      Fields fields(keys, /*warpgroups=*/1, WarpgroupOrder::Synchronous, rows);
      fields.blocks = 0;
      fields.merge = WarpgroupMerge::Kernel;
      candidates.push_back(fields.get(group.getFold().getContext()));
    }
  return candidates;
}

// Measured on an H200 (docs/Design/hopper-attention.md).
FailureOr<WarpgroupScheduleAttr>
redfuser::chooseWarpgroupSchedule(const WarpgroupFold &group,
                                  int64_t sharedBudget, bool synchronous,
                                  std::string &reason) {
  MLIRContext *context = group.getFold().getContext();
  bool isNarrow = group.getDepth() <= 64 && group.getWidth() <= 64;
  // Rows of different lengths drift apart, three warpgroups crowd, long terms
  // leave less time: turns help.
  bool isUneven = hasUnevenBounds(group);
  bool takesTurns = isUneven || isNarrow || modifiesScores(group);
  WarpgroupDeal deal =
      hasUnevenBatches(group) ? WarpgroupDeal::Ranges : WarpgroupDeal::Segments;
  auto get = [&](int64_t keys, int64_t warpgroups, WarpgroupRows rows,
                 int64_t stages = 2) {
    auto order = warpgroups == 3 || (warpgroups == 2 && takesTurns)
                     ? WarpgroupOrder::PingPong
                     : WarpgroupOrder::Overlapped;
    Fields fields(keys, warpgroups, order, rows);
    fields.stages = stages;
    fields.deal = deal;
    return fields.get(context);
  };
  SmallVector<WarpgroupScheduleAttr> candidates;
  // One warpgroup has all rows: memory is the limit, and what is in flight.
  if (group.getNumRows() && *group.getNumRows() <= kWarpgroupRows)
    for (auto [keys, stages] :
         {std::pair(128, 4), std::pair(128, 2),
          std::pair(64, group.isWidened() ? 4 : 2), std::pair(64, 2)}) {
      auto candidate = get(keys, 1, WarpgroupRows::Shared, stages);
      // Two tiles of what is widened are worth more than two in flight.
      WarpgroupLayout layout(group, candidate, sharedBudget);
      if (layout.keyStages > 1 && layout.valueStages > 1)
        candidates.push_back(candidate);
    }
  if (isNarrow && fillsThreeWarpgroups(group, isUneven))
    candidates.push_back(get(128, 3, WarpgroupRows::Shared));
  for (int64_t keys : {128, 112, 96, 80, 64, 48, 32})
    for (WarpgroupRows rows : {WarpgroupRows::Registers, WarpgroupRows::Shared})
      candidates.push_back(get(keys, 2, rows));
  for (int64_t keys : {64, 32})
    candidates.push_back(get(keys, 1, WarpgroupRows::Shared));
  // Of few rows memory is the limit: smaller tiles, more of them on their way.
  bool isFewRows =
      group.getNumRows() && 2 * *group.getNumRows() <= kWarpgroupRows;
  auto addColumns = [&](int64_t keys, int64_t stages, int64_t prefetch) {
    Fields fields(keys, /*warpgroups=*/2, WarpgroupOrder::Overlapped,
                  WarpgroupRows::Shared);
    fields.stages = stages;
    fields.split = WarpgroupSplit::Columns;
    fields.prefetch = prefetch;
    candidates.push_back(fields.get(context));
  };
  if (isFewRows)
    addColumns(/*keys=*/32, /*stages=*/4, /*prefetch=*/0);
  for (int64_t keys : {64, 48, 32, 16})
    addColumns(keys, /*stages=*/2, /*prefetch=*/1);
  if (synchronous)
    candidates = getSynchronousSchedules(group);
  for (WarpgroupScheduleAttr candidate : candidates) {
    if (failed(checkWarpgroupSchedule(group, candidate, sharedBudget, reason)))
      continue;
    reason.clear();
    return candidate;
  }
  return failure();
}

/// Of the time that `blocks` have for pieces of equal work, how much they work.
static double getUse(int64_t pieces, int64_t blocks) {
  return static_cast<double>(pieces) /
         (blocks * static_cast<double>(llvm::divideCeil(pieces, blocks)));
}

bool redfuser::fillsBlocksInPairs(const WarpgroupFold &group,
                                  WarpgroupScheduleAttr schedule) {
  if (!group.getNumRows() || !group.getNumBatches() ||
      schedule.getBlocks() == 0 || schedule.getSegments() != 1)
    return false;
  int64_t rowTiles =
      llvm::divideCeil(*group.getNumRows(), getBlockRows(schedule));
  int64_t pairs = *group.getNumBatches() * rowTiles / 2;
  // A block without a pair would wait for a first tile that nobody loads.
  return rowTiles % 2 == 0 && pairs >= schedule.getBlocks() &&
         getUse(pairs, schedule.getBlocks()) >= kGoodUse;
}

int64_t redfuser::getNumStates(WarpgroupScheduleAttr schedule) {
  return schedule.getSegments() / schedule.getCluster();
}

bool redfuser::dealsRanges(WarpgroupScheduleAttr schedule) {
  return schedule.getDeal() == WarpgroupDeal::Ranges;
}

bool redfuser::leavesPartials(WarpgroupScheduleAttr schedule) {
  return getNumStates(schedule) > 1 &&
         schedule.getMerge() == WarpgroupMerge::Kernel;
}

bool redfuser::mergesPartials(WarpgroupScheduleAttr schedule) {
  return getNumStates(schedule) > 1 &&
         schedule.getMerge() == WarpgroupMerge::Block;
}

/// True if blocks of all segments are on the device at once, and those of one
/// row on any device.
static bool canWaitForSegments(const WarpgroupFold &group,
                               WarpgroupScheduleAttr schedule,
                               int64_t segments) {
  // Multiprocessors of the smallest part of a device that programs are made
  // for.
  static constexpr int64_t kLeastBlocks = 66;
  if (!group.getNumRows() || !group.getNumBatches() ||
      segments > kLeastBlocks || isSynchronous(schedule))
    return false;
  int64_t rowTiles =
      llvm::divideCeil(*group.getNumRows(), getBlockRows(schedule));
  return *group.getNumBatches() * rowTiles * segments <=
         std::min(schedule.getBlocks(), kBlocks);
}

WarpgroupScheduleAttr redfuser::chooseSegments(const WarpgroupFold &group,
                                               WarpgroupScheduleAttr schedule,
                                               int64_t sharedBudget) {
  int64_t cluster = schedule.getCluster();
  // Dozens of states of whole tiles are merged by a kernel of many blocks; a
  // few, or of the rows of one warp, by those that have them (measured).
  auto isForBlocks = [&](int64_t segments) {
    static constexpr int64_t kFewSegments = 4, kFewRows = 16;
    return segments <= kFewSegments ||
           (group.getNumRows() && *group.getNumRows() <= kFewRows);
  };
  auto get = [&](int64_t segments) {
    bool isWorthIt = schedule.getSegments() > 0 || isForBlocks(segments);
    Fields fields(schedule);
    fields.cluster = cluster;
    fields.segments = llvm::alignTo(segments, cluster);
    // Blocks of a cluster do not wait for those of another one.
    if (!isWorthIt || cluster > 1 ||
        !canWaitForSegments(group, schedule, fields.segments))
      fields.merge = WarpgroupMerge::Kernel;
    return fields.get(schedule.getContext());
  };
  if (dealsRanges(schedule))
    return get(1);
  if (schedule.getSegments() > 0)
    return get(schedule.getSegments());
  if (!group.getNumRows() || !group.getNumBatches() ||
      *group.getNumBatches() == 0)
    return get(1);
  int64_t blocks = schedule.getBlocks() > 0 ? schedule.getBlocks() : kBlocks;
  int64_t tiles = *group.getNumBatches() *
                  llvm::divideCeil(*group.getNumRows(), getBlockRows(schedule));
  // An axis of unknown length is taken for a long one: segments may be empty.
  auto getMost = [&](int64_t positions) {
    return group.getLength() ? std::min(blocks, *group.getLength() / positions)
                             : blocks;
  };
  auto getFewest = [&](int64_t most) {
    double best = 0;
    for (int64_t segments = 1; segments <= most; ++segments)
      best = std::max(best, getUse(tiles * segments, blocks));
    int64_t segments = 1;
    while (getUse(tiles * segments, blocks) < kGoodUse * best)
      ++segments;
    return segments;
  };
  int64_t most = getMost(std::clamp(kLeastTiles * schedule.getKeys(),
                                    kFewPositions, kManyPositions));
  if (5 * tiles >= 4 * blocks || most <= 1)
    return get(1);
  int64_t segments = getFewest(most);
  // Pairs of blocks leave that kernel half of the states, so that shorter
  // segments are worth it: where one's state fits the other's stages.
  if (cluster == 1 && schedule.getSplit() == WarpgroupSplit::Columns &&
      !isForBlocks(segments)) {
    cluster = 2;
    WarpgroupScheduleAttr pairs =
        get(getFewest(getMost(kPairedTiles * schedule.getKeys())));
    std::string ignored;
    if (succeeded(checkWarpgroupSchedule(group, pairs, sharedBudget, ignored)))
      return pairs;
    cluster = 1;
  }
  return get(segments);
}
