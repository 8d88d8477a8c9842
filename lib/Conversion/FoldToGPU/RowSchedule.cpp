//===- RowSchedule.cpp - Choosing how a row group is computed -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSchedule.h"

#include "RowRanks.h"
#include "RowThreads.h"

#include "../Utils/SharedBarriers.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

// Measured on an H200 (docs/benchmarks/h200).

/// Multiprocessors where the device is not known.
static constexpr int64_t kProcessors = 132;
/// Vectors of each input that a thread has in flight.
static constexpr int64_t kVectorsInFlight = 4;
/// Vectors of the longest row whose successor is loaded meanwhile.
static constexpr int64_t kLongestInTurn = 4096;
/// Threads of a long row: more would leave too few blocks on a multiprocessor
/// to load while others compute.
static constexpr int64_t kRowThreads = 256;
/// Vectors of a row that is kept in registers: the fewer threads share it, the
/// less they wait for each other.
static constexpr int64_t kVectorsInRegisters = 8;
/// Vectors of the longest row in registers.
static constexpr int64_t kLongestInRegisters = 1024;
/// Threads that a short row has at least, to read it contiguously.
static constexpr int64_t kLeastThreads = 4;
/// Vectors in flight in a block of several rows: small blocks start and end at
/// different times.
static constexpr int64_t kBlockVectors = 256;
/// Threads of a block of several rows with later folds, which loads once and
/// computes long.
static constexpr int64_t kLaterFoldsBlock = 128;
/// Elements of a thread there.
static constexpr int64_t kLaterFoldsElements = 16;
/// Blocks of kRowThreads of a multiprocessor, for few long rows.
static constexpr int64_t kLongRowBlocks = 16;
/// Blocks of a multiprocessor that take row after row, and threads of each.
static constexpr int64_t kTurnBlocks = 8;
static constexpr int64_t kTurnThreads = 128;
/// Rows that a warp has at once.
static constexpr int64_t kRowsAtOnce = 2;
/// Threads of a ring that compute, and stages of 16 KB.
static constexpr int64_t kRingThreads = 512, kRingStages = 13;
/// Blocks that share all rows, and rows of which a device has some at once
/// otherwise.
static constexpr int64_t kTogether = 128, kRowsOfDevice = 4;
/// Of a row that two blocks keep, the pieces that registers hold.
static constexpr int64_t kRingHeld = 2;
/// Bytes of the longest row that is read twice, and of the longest that two
/// blocks of a multiprocessor keep in shared memory.
static constexpr int64_t kShortBytes = 72 << 10, kMediumBytes = 112 << 10;
/// What the vectors of pieces that share out a row are a multiple of: of 16
/// bytes, if a vector has 8.
static constexpr int64_t kPieceVectors = 2;
/// Stages for rows to come.
static constexpr int64_t kRingAhead = 4;
/// Threads of a multiprocessor that hide the latency of loads.
static constexpr int64_t kHidingThreads = 1024;
/// Elements of each column that a thread has in flight.
static constexpr int64_t kColumnElements = 8;

namespace {
/// What a schedule depends on.
struct RowTraffic {
  /// Length of the axis and number of rows, if known.
  std::optional<int64_t> length, rows;
  /// Tensors that vary along the axis, and inputs that all rows read.
  int64_t numAlongAxis = 0, numOfAllRows = 0;
  /// Bytes of the smallest element along the axis, of those that vectors hold,
  /// and of the largest that is read.
  int64_t leastBytes = 16, mostBytes = 1;

  explicit RowTraffic(const RowGroup &group) {
    unsigned axis = group.getAxis();
    FoldOp fold = group.getFold();
    for (Type type : fold->getResultTypes()) {
      auto rowType = cast<RankedTensorType>(type);
      if (rowType.getRank() ==
              static_cast<int64_t>(group.getRowDims().size()) &&
          rowType.hasStaticShape())
        rows = rowType.getNumElements();
    }
    for (const FoldTensor &input : group.getInputs()) {
      if (!input.isContiguousAlong(axis))
        continue;
      mostBytes = std::max<int64_t>(
          mostBytes, input.getType().getElementTypeBitWidth() / 8);
      numOfAllRows += input.dims.size() == 1 && !group.getRowDims().empty();
    }
    for (const auto &list : {group.getInputs(), group.getOutputs()})
      for (const FoldTensor &tensor : list) {
        if (!tensor.has(axis))
          continue;
        ++numAlongAxis;
        auto position = llvm::find(tensor.dims, axis) - tensor.dims.begin();
        int64_t size = tensor.getType().getDimSize(position);
        if (!ShapedType::isDynamic(size))
          length = size;
        if (tensor.isContiguousAlong(axis))
          leastBytes = std::min<int64_t>(
              leastBytes, tensor.getType().getElementTypeBitWidth() / 8);
      }
  }
};
} // namespace

/// Whether a term computes a function, which takes registers and time.
static bool hasFunctions(FoldOp fold) {
  return fold
      ->walk([](Operation *op) {
        return op->getName().getDialectNamespace() == "math"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult checkColumns(const RowGroup &group, std::string &reason) {
  if (group.areColumns())
    return success();
  reason = "inputs are contiguous neither along the axis nor along rows";
  return failure();
}

int64_t redfuser::getScratchBytes(const RowGroup &group,
                                  RowScheduleAttr schedule) {
  int64_t bytes = 0;
  for (FoldOp fold : group.getFolds())
    bytes += getSelectionBytes(fold, schedule);
  // Blocks of a cluster, and rows that follow, have memory of their own.
  int64_t cluster = schedule.getCluster();
  int64_t halves = schedule.getBlocks() > 0 ? 2 : 1;
  if (cluster > 1)
    for (FoldOp fold : group.getFolds())
      for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
        bytes +=
            SharedMemory::getNumBytes({cluster}, fold.getStateElementType(i));
  // A warp needs none, unless its threads have columns of their own.
  int64_t parts = schedule.getThreads();
  if (group.isContiguous())
    parts = llvm::divideCeil(parts, 32);
  if (parts == 1)
    return bytes;
  for (FoldOp fold : group.getFolds())
    for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
      bytes += SharedMemory::getNumBytes({halves * schedule.getRows(), parts},
                                         fold.getStateElementType(i));
  return bytes;
}

bool redfuser::isRingInput(const RowGroup &group, const FoldTensor &tensor) {
  FoldOp fold = group.getFold();
  ArrayRef<unsigned> dims = tensor.dims;
  if (dims.empty() || dims.back() != group.getAxis() ||
      dims.drop_back() != group.getRowDims() ||
      !tensor.isContiguousAlong(group.getAxis()) ||
      tensor.getType().getElementTypeBitWidth() % 8 != 0)
    return false;
  for (auto [i, input] : llvm::enumerate(fold.getInputs()))
    if (input == tensor.tensor && getInputDims(fold, i) == dims)
      return true;
  return false;
}

int64_t redfuser::getRingVectors(const RowGroup &group,
                                 RowScheduleAttr schedule) {
  int64_t most = schedule.getThreads() * schedule.getUnroll();
  if (schedule.getKeep() != RowKeep::Shared || !group.hasReadouts())
    return most;
  int64_t length = *RowTraffic(group).length;
  int64_t vectors = length / schedule.getVector();
  // With elements at the ends of a row the last piece is never whole.
  bool isShifted = length % schedule.getVector() != 0;
  int64_t parts = schedule.getCluster() * schedule.getSegments();
  int64_t pieces = parts * llvm::divideCeil(vectors + isShifted, parts * most);
  int64_t least = llvm::divideCeil(vectors + isShifted, pieces);
  // A piece is whole units of what is copied, of any input.
  int64_t bytes = kBulkBytes;
  for (const FoldTensor &input : group.getInputs())
    if (isRingInput(group, input))
      bytes = std::min<int64_t>(bytes,
                                input.getType().getElementTypeBitWidth() / 8);
  int64_t unit = std::max<int64_t>(kPieceVectors,
                                   kBulkBytes / (bytes * schedule.getVector()));
  return std::min<int64_t>(most, llvm::alignTo(least, unit));
}

int64_t redfuser::getMostPieces(const RowGroup &group,
                                RowScheduleAttr schedule) {
  int64_t length = *RowTraffic(group).length;
  int64_t piece = getRingVectors(group, schedule) * schedule.getVector();
  // Elements at the ends of a row are part of a piece, if of one without
  // vectors.
  bool isShifted = length % schedule.getVector() != 0;
  int64_t pieces =
      isShifted ? length / piece + 1 : llvm::divideCeil(length, piece);
  return llvm::divideCeil(pieces,
                          schedule.getCluster() * schedule.getSegments());
}

bool redfuser::hasAlikePieces(const RowGroup &group, RowScheduleAttr schedule) {
  int64_t parts = schedule.getCluster() * schedule.getSegments();
  int64_t elements = getRingVectors(group, schedule) * schedule.getVector();
  return *RowTraffic(group).length % (parts * elements) == 0;
}

bool redfuser::takesTickets(const RowGroup &group, RowScheduleAttr schedule) {
  return schedule.getStages() > 0 && schedule.getBlocks() > 0 &&
         schedule.getSegments() == 1 &&
         schedule.getStages() + kTicketsBehind <= kTickets &&
         hasAlikePieces(group, schedule);
}

static int64_t getProcessors(const RowDevice &device) {
  return device.multiprocessors > 0 ? device.multiprocessors : kProcessors;
}

/// Of stages, states and barriers.
static int64_t getRingBytes(const RowGroup &group, RowScheduleAttr schedule) {
  int64_t stages = schedule.getStages();
  int64_t elements = getRingVectors(group, schedule) * schedule.getVector();
  int64_t bytes = 0;
  for (const FoldTensor &input : group.getInputs())
    if (isRingInput(group, input))
      bytes += SharedMemory::getNumBytes({stages * elements},
                                         input.getType().getElementType());
  FoldOp fold = group.getFold();
  int64_t entries =
      schedule.getCluster() * llvm::divideCeil(schedule.getThreads(), 32);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    bool isWide = fold.getStateElementType(i).getIntOrFloatBitWidth() > 32;
    int64_t word = isWide ? 8 : 4;
    bytes += llvm::alignTo(kStateBuffers * entries * word, 16) +
             llvm::alignTo(kStateBuffers * word, 16);
  }
  if (takesTickets(group, schedule))
    bytes += 4 * kTickets + kBarrierBytes * kTickets;
  return bytes + llvm::alignTo(16 * (stages + kStateBuffers), 16);
}

static LogicalResult checkRing(const RowGroup &group, RowScheduleAttr schedule,
                               const RowDevice &device, std::string &reason) {
  if (!device.clusters) {
    reason = "the chip has no bulk copies into a ring";
    return failure();
  }
  RowTraffic traffic(group);
  if (!traffic.length || *traffic.length == 0) {
    reason = "a ring takes rows of known length";
    return failure();
  }
  if (schedule.getSegments() > 1 && group.hasReadouts() &&
      schedule.getBlocks() != schedule.getSegments()) {
    reason = "rows are read out of a ring by " +
             std::to_string(schedule.getSegments()) + " segments, not by " +
             std::to_string(schedule.getBlocks()) + " blocks";
    return failure();
  }
  // Any block fits a multiprocessor, more than one may not.
  int64_t processors = getProcessors(device);
  if (schedule.getSegments() > 1 && group.hasReadouts() &&
      schedule.getBlocks() > processors) {
    reason = std::to_string(schedule.getBlocks()) +
             " blocks wait for each other, the device has " +
             std::to_string(processors) + " multiprocessors" +
             (device.multiprocessors > 0 ? "" : " unless an option says more");
    return failure();
  }
  bool isAny = false;
  for (const FoldTensor &input : group.getInputs()) {
    if (!isRingInput(group, input))
      continue;
    isAny = true;
    // Whole units of what is copied, from the begin of each row or vector.
    int64_t bytes = input.getType().getElementTypeBitWidth() / 8;
    int64_t elements = *traffic.length % schedule.getVector() == 0
                           ? *traffic.length
                           : schedule.getVector();
    if (bytes * elements % kBulkBytes != 0) {
      reason = "a ring copies multiples of 16 bytes, from multiples of 16";
      return failure();
    }
  }
  if (!isAny) {
    reason = "the fold has no input for a ring";
    return failure();
  }
  int64_t most = getMostPieces(group, schedule);
  int64_t held = schedule.getHeld();
  if (held > 0 && (!group.hasReadouts() || held > most ||
                   !hasAlikePieces(group, schedule))) {
    reason = "registers hold " + std::to_string(held) +
             " pieces of rows that are read out, of which each block has as "
             "many, all whole";
    return failure();
  }
  if (schedule.getKeep() == RowKeep::Shared && group.hasReadouts() &&
      schedule.getStages() < most - held) {
    reason = "a ring of " + std::to_string(schedule.getStages()) +
             " stages does not keep the " + std::to_string(most) +
             " pieces of a row";
    return failure();
  }
  int64_t bytes = getRingBytes(group, schedule);
  if (bytes <= device.sharedBudget)
    return success();
  reason = "the ring has " + std::to_string(bytes) + " bytes, a block has " +
           std::to_string(device.sharedBudget) + " bytes of shared memory";
  return failure();
}

static LogicalResult checkScratch(const RowGroup &group,
                                  RowScheduleAttr schedule,
                                  int64_t sharedBudget, std::string &reason) {
  int64_t bytes = getScratchBytes(group, schedule);
  if (bytes <= sharedBudget)
    return success();
  reason = "its threads exchange " + std::to_string(bytes) +
           " bytes of state, a block has " + std::to_string(sharedBudget) +
           " bytes of shared memory";
  return failure();
}

/// Rows that a thread has at once are independent of each other.
static LogicalResult checkInterleave(const RowGroup &group,
                                     RowScheduleAttr schedule,
                                     std::string &reason) {
  if (schedule.getInterleave() == 1)
    return success();
  if (group.getFolds().size() > 1) {
    reason = "a thread has several rows at once of one fold, not of " +
             std::to_string(group.getFolds().size());
    return failure();
  }
  if (getSelectionBytes(group.getFold(), schedule) > 0) {
    reason = "a thread has several rows at once where no ranks are selected";
    return failure();
  }
  return success();
}

static LogicalResult checkLaterFolds(const RowGroup &group,
                                     RowScheduleAttr schedule,
                                     std::string &reason) {
  if (group.getFolds().size() == 1 || schedule.getKeep() == RowKeep::Registers)
    return success();
  reason = "folds after it read its results and the row, which registers do "
           "not hold";
  return failure();
}

/// For rows that are read out; nothing if another form is faster.
static std::optional<RowScheduleAttr> chooseRing(const RowGroup &group,
                                                 const RowTraffic &traffic,
                                                 const RowDevice &device) {
  int64_t vector = std::clamp<int64_t>(16 / traffic.leastBytes, 1, 8);
  if (!device.clusters || !group.hasReadouts() || !group.isContiguous() ||
      !traffic.rows || !traffic.length || *traffic.length % vector != 0)
    return {};
  int64_t vectors = *traffic.length / vector;
  int64_t bytes = *traffic.length * traffic.mostBytes;
  auto get = [&](int64_t unroll, int64_t segments, int64_t cluster,
                 int64_t blocks, int64_t stages, int64_t held = 0) {
    return RowScheduleAttr::get(group.getFold().getContext(), kRingThreads, 1,
                                vector, unroll, RowKeep::Shared, segments,
                                cluster, blocks, stages, held, /*residents=*/0,
                                /*interleave=*/1);
  };
  auto countPieces = [&](int64_t unroll, int64_t parts) {
    return llvm::divideCeil(vectors, kRingThreads * unroll * parts);
  };
  std::optional<RowScheduleAttr> ring;
  bool hasGains = traffic.numOfAllRows > 1;
  int64_t processors = getProcessors(device);
  // Of clusters of two.
  int64_t blocks = processors / 2 * 2;
  bool isRepeated = *traffic.rows >= 16 * processors;
  if (isRepeated && bytes > (144 << 10)) {
    // Two blocks keep a row, and have room for a part of the next one.
    if (countPieces(2, 2) + kRingAhead <= kRingStages) {
      ring = get(2, 1, 2, blocks, kRingStages);
      bool isOne =
          llvm::count_if(group.getInputs(), [&](const FoldTensor &input) {
            return isRingInput(group, input);
          }) == 1;
      if (isOne && countPieces(2, 2) > kRingHeld &&
          hasAlikePieces(group, *ring))
        ring = get(2, 1, 2, blocks, kRingStages, kRingHeld);
    }
  } else if (isRepeated && hasGains && bytes > (48 << 10)) {
    // A piece is a block's part of a row; gains and biases stay.
    if (countPieces(4, 2) == 1)
      ring = get(4, 1, 2, blocks, kRingStages / 2 - 1);
  } else if (kTogether <= device.multiprocessors &&
             *traffic.rows * kRowsOfDevice <= kTogether) {
    // Few long rows: one after the other in the shared memory of all
    // multiprocessors.
    int64_t pieces = countPieces(2, kTogether);
    int64_t stages = hasGains ? 2 * pieces + 1 : kRingStages;
    if (vectors >= kTogether * 2 * kRingThreads && 2 * pieces < stages &&
        stages <= kRingStages)
      ring = get(2, kTogether, 1, kTogether, stages);
  }
  std::string ignored;
  if (ring && failed(checkRing(group, *ring, device, ignored)))
    return {};
  return ring;
}

/// For rows that L2 holds from one sweep to the next; nothing if another form
/// is faster.
static std::optional<RowScheduleAttr> chooseTwoSweeps(const RowGroup &group,
                                                      const RowTraffic &traffic,
                                                      const RowDevice &device) {
  if (!device.clusters || !group.hasReadouts() || !group.isContiguous() ||
      group.getFolds().size() > 1 || !traffic.length ||
      *traffic.length * traffic.mostBytes > kShortBytes ||
      matchRankedPairs(group.getFold()))
    return {};
  int64_t vector = std::clamp<int64_t>(16 / traffic.leastBytes, 1, 8);
  int64_t vectors = *traffic.length / vector;
  // Others are at home in registers, or do not fill the device.
  if (2 * vectors <= kLongestInRegisters ||
      traffic.rows.value_or(0) < kLongRowBlocks * getProcessors(device))
    return {};
  auto get = [&](int64_t threads, int64_t unroll, int64_t residents) {
    return RowScheduleAttr::get(group.getFold().getContext(), threads, 1,
                                vector, unroll, RowKeep::Nothing,
                                /*segments=*/1, /*cluster=*/1, /*blocks=*/0,
                                /*stages=*/0, /*held=*/0, residents,
                                /*interleave=*/1);
  };
  if (vectors <= kLongestInRegisters)
    return get(kRowThreads / 2, 2 * kVectorsInFlight, /*residents=*/6);
  if (group.getFold().getNumReductions() > 1)
    return get(kRowThreads, 2 * kVectorsInFlight, /*residents=*/3);
  // A single reduction waits for memory alone: a piece that is mostly empty
  // costs more than the second sweep gains.
  int64_t piece = 2 * kRowThreads * kVectorsInFlight;
  if (10 * vectors < 9 * static_cast<int64_t>(llvm::alignTo(vectors, piece)))
    return {};
  if (traffic.numOfAllRows > 0)
    return get(2 * kRowThreads, kVectorsInFlight, /*residents=*/2);
  return get(kRowThreads, 2 * kVectorsInFlight, /*residents=*/3);
}

/// Without regard to the shared memory of forms that take little.
static FailureOr<RowScheduleAttr>
choose(const RowGroup &group, const RowDevice &device, std::string &reason) {
  RowTraffic traffic(group);
  MLIRContext *context = group.getFold().getContext();
  int64_t processors = getProcessors(device);
  int64_t blocksOfDevice = kLongRowBlocks * processors;
  int64_t blocksInTurn = kTurnBlocks * processors;
  int64_t vector = std::clamp<int64_t>(16 / traffic.leastBytes, 1, 8);
  auto get = [&](int64_t threads, int64_t rows, int64_t unroll, RowKeep keep,
                 int64_t segments, int64_t cluster = 1, int64_t blocks = 0,
                 int64_t stages = 0, int64_t interleave = 1) {
    return RowScheduleAttr::get(context, threads, rows, vector, unroll, keep,
                                segments, cluster, blocks, stages, /*held=*/0,
                                /*residents=*/0, interleave);
  };
  if (!group.isContiguous()) {
    if (failed(checkColumns(group, reason)))
      return failure();
    // A warp reads neighbouring columns; as many warps share them as it takes
    // to fill the device.
    vector = 1;
    int64_t blocks = llvm::divideCeil(traffic.rows.value_or(1 << 14), 32);
    int64_t threads = llvm::PowerOf2Ceil(std::clamp<int64_t>(
        blocksOfDevice * kRowThreads / 32 / std::max<int64_t>(blocks, 1), 1,
        32));
    if (traffic.length)
      while (threads > 1 && threads * kColumnElements > *traffic.length)
        threads /= 2;
    int64_t unroll = kColumnElements;
    // A few elements are one piece.
    if (traffic.length && *traffic.length > 0)
      unroll =
          std::min<int64_t>(unroll, llvm::divideCeil(*traffic.length, threads));
    return get(threads, 32, unroll, RowKeep::Nothing, 1);
  }
  if (!traffic.length || *traffic.length == 0)
    return get(kRowThreads, 1, 2, RowKeep::Nothing, 1);

  // As few threads as can hold the row, up to a warp two vectors each.
  int64_t vectors = std::max<int64_t>(1, *traffic.length / vector);
  bool isAligned = *traffic.length % vector == 0;
  bool hasGains = group.hasReadouts() && traffic.numOfAllRows > 1 &&
                  group.getFolds().size() == 1;
  bool isMany = traffic.rows.value_or(0) >= 4 * blocksInTurn;
  // Of one block on each multiprocessor.
  bool isRepeated = traffic.rows.value_or(0) >= 16 * processors;
  // Gains and biases of rows that begin between vectors are shifted once, not
  // once a row.
  int64_t own = llvm::divideCeil(vectors, kTurnThreads);
  if (hasGains && isMany && !isAligned && own > 2 && own <= 5)
    return get(kTurnThreads, 1, own, RowKeep::Registers, 1, 1, blocksInTurn);
  // What two rows have in common is loaded once, and of exponentials two sums
  // overlap.
  auto getAtOnce = [&](int64_t threads, int64_t rows) {
    return get(threads, rows, vectors / threads, RowKeep::Registers, 1, 1, 0, 0,
               kRowsAtOnce);
  };
  bool isOneFold =
      group.getFolds().size() == 1 && !matchRankedPairs(group.getFold());
  if (isMany && isOneFold && isAligned && llvm::isPowerOf2_64(vectors)) {
    if (group.hasReadouts() && traffic.numOfAllRows > (vectors > 64 ? 0 : 1) &&
        vectors > 32 && vectors <= 128)
      return getAtOnce(32, 1);
    if (!group.hasReadouts() && hasFunctions(group.getFold()) && vectors == 64)
      return getAtOnce(16, 2);
  }
  if (std::optional<RowScheduleAttr> sweeps =
          chooseTwoSweeps(group, traffic, device))
    return *sweeps;
  if (vectors <= kLongestInRegisters) {
    int64_t most = llvm::PowerOf2Ceil(vectors);
    int64_t each = kVectorsInRegisters;
    // Vectors that do not lie as the row's do are loaded by elements, which
    // takes more registers.
    if (!isAligned && traffic.numAlongAxis > 3)
      each /= 2;
    // Later folds reduce over threads again and again, from registers.
    bool hasLater = group.getFolds().size() > 1;
    // So do ranks, if it is not enough lanes that select them at once.
    int64_t selecting = 1;
    for (FoldOp fold : group.getFolds())
      if (std::optional<RankedPairs> pairs = matchRankedPairs(fold)) {
        hasLater = true;
        selecting = getSelectionLanes(pairs->count);
      }
    int64_t least =
        hasLater ? std::max<int64_t>(1, kLaterFoldsElements / vector) : 2;
    int64_t threads = std::max<int64_t>(
        {int64_t(llvm::PowerOf2Ceil(llvm::divideCeil(vectors, each))),
         std::min<int64_t>(32, most / least), std::min(kLeastThreads, most)});
    if (threads < selecting && selecting <= std::min<int64_t>(32, most))
      threads = selecting;
    // Rows that do not fill the device take more threads each. Where one fold
    // waits for the other, a warp without barriers is faster.
    int64_t limit = std::min<int64_t>(vectors, 2 * kRowThreads);
    if (hasLater)
      limit = std::min<int64_t>(limit, 32);
    while (traffic.rows && threads < limit &&
           2 * threads * *traffic.rows <= kHidingThreads * processors)
      threads *= 2;
    int64_t unroll = llvm::divideCeil(vectors, threads);
    int64_t block = std::max<int64_t>(
        32, llvm::PowerOf2Ceil(kBlockVectors /
                               std::min(unroll, kVectorsInRegisters)));
    if (hasLater)
      block = kLaterFoldsBlock;
    return get(threads, std::max<int64_t>(1, block / threads), unroll,
               RowKeep::Registers, 1);
  }
  // Rows that do not fill the device are cut.
  int64_t pieces = vectors / (kRowThreads * kVectorsInFlight);
  int64_t segments =
      traffic.rows && *traffic.rows > 0 ? blocksOfDevice / *traffic.rows : 1;
  segments = std::min<int64_t>({segments, pieces, 1024});
  if (std::optional<RowScheduleAttr> ring = chooseRing(group, traffic, device))
    return *ring;
  // Sums that take many registers, two tiles of rows a block, two blocks a
  // multiprocessor.
  int64_t inRing =
      traffic.rows && *traffic.rows > 0 ? 4 * processors / *traffic.rows : 0;
  if (device.clusters && segments >= 2 && inRing >= 2 && inRing <= 1024 &&
      inRing <= pieces && isAligned && !group.hasReadouts() &&
      group.getFold().getNumReductions() > 2 &&
      !hasFunctions(group.getFold())) {
    RowScheduleAttr ring =
        get(kRowThreads, 1, kVectorsInFlight, RowKeep::Nothing, inRing, 1,
            2 * processors, /*stages=*/6);
    std::string ignored;
    if (succeeded(checkRing(group, ring, device, ignored)))
      return ring;
  }
  if (segments >= 2)
    return get(kRowThreads, 1, kVectorsInFlight, RowKeep::Nothing, segments);
  if (!group.hasReadouts()) {
    // Sums without exponentials have registers left for all of a row, and for
    // the next one.
    if (isAligned && isRepeated && vectors <= kLongestInTurn &&
        !hasFunctions(group.getFold()))
      return get(2 * kRowThreads, 1, llvm::divideCeil(vectors, 2 * kRowThreads),
                 RowKeep::Registers, 1, 1, processors);
    // Half as many threads leave less of the last piece empty.
    return get(isAligned ? kRowThreads : kRowThreads / 2, 1, kVectorsInFlight,
               RowKeep::Nothing, 1);
  }
  // The more shared memory a row takes, the fewer blocks there are. A single
  // reduction leaves registers for more loads.
  int64_t bytes = *traffic.length * traffic.mostBytes;
  bool isShort = bytes <= kShortBytes, isLong = bytes > kMediumBytes;
  bool isPlain = group.getFold().getNumReductions() == 1;
  // Blocks of a cluster, with up to 72 KB of the row each, load while others
  // compute.
  if (device.clusters && isPlain && isAligned && bytes > (144 << 10) &&
      bytes <= (576 << 10))
    return get(kRowThreads, 1, kVectorsInFlight, RowKeep::Shared, 1,
               /*cluster=*/bytes > (288 << 10) ? 8 : 4);
  // With gains and biases, the fewer sweeps the better.
  int64_t most = 2 * kRowThreads * kVectorsInRegisters;
  if (isShort && !isPlain && traffic.numAlongAxis > 3 && vectors <= most &&
      isAligned)
    return get(2 * kRowThreads, 1, llvm::divideCeil(vectors, 2 * kRowThreads),
               RowKeep::Registers, 1);
  // Of medium rows two blocks fit, which wait less with fewer threads that have
  // more vectors on their way.
  bool isMedium = !isShort && !isLong;
  // Elements of a byte beside those of two are stored 16 at a time, too.
  if (isPlain && !isLong && traffic.leastBytes == 1 && traffic.mostBytes == 2) {
    vector = 16;
    return get(kRowThreads, 1,
               isMedium ? 2 * kVectorsInFlight - 1 : kVectorsInFlight,
               RowKeep::Shared, 1);
  }
  int64_t threads = (isLong ? 4 : isShort && isPlain ? 2 : 1) * kRowThreads;
  return get(threads, 1, isMedium ? 2 * kVectorsInFlight : kVectorsInFlight,
             RowKeep::Shared, 1);
}

FailureOr<RowScheduleAttr> redfuser::chooseRowSchedule(const RowGroup &group,
                                                       const RowDevice &device,
                                                       std::string &reason) {
  int64_t sharedBudget = device.sharedBudget;
  FailureOr<RowScheduleAttr> schedule = choose(group, device, reason);
  if (failed(schedule))
    return failure();
  // Only threads of columns have large states to exchange, and these can be any
  // number.
  if (!group.isContiguous())
    while (schedule->getThreads() > 1 &&
           getScratchBytes(group, *schedule) > sharedBudget)
      schedule = RowScheduleAttr::get(
          schedule->getContext(), schedule->getThreads() / 2,
          schedule->getRows(), schedule->getVector(), schedule->getUnroll(),
          schedule->getKeep(), schedule->getSegments(), schedule->getCluster(),
          schedule->getBlocks(), schedule->getStages(), schedule->getHeld(),
          schedule->getResidents(), schedule->getInterleave());
  if (failed(checkLaterFolds(group, *schedule, reason)) ||
      failed(checkScratch(group, *schedule, sharedBudget, reason)))
    return failure();
  return schedule;
}

LogicalResult redfuser::checkRowSchedule(const RowGroup &group,
                                         RowScheduleAttr schedule,
                                         const RowDevice &device,
                                         std::string &reason) {
  if (failed(checkLaterFolds(group, schedule, reason)) ||
      failed(checkInterleave(group, schedule, reason)))
    return failure();
  // A ring has memory of its own for states.
  if (schedule.getStages() > 0)
    return checkRing(group, schedule, device, reason);
  if (failed(checkScratch(group, schedule, device.sharedBudget, reason)))
    return failure();
  RowTraffic traffic(group);
  if (!group.isContiguous()) {
    if (failed(checkColumns(group, reason)))
      return failure();
    if (schedule.getVector() > 1 || schedule.getSegments() > 1 ||
        schedule.getBlocks() > 0 || schedule.getRows() % 32 != 0 ||
        schedule.getKeep() != RowKeep::Nothing) {
      reason = "columns need vector = 1, keep = nothing, one segment and a "
               "multiple of 32 rows";
      return failure();
    }
  }
  if (schedule.getKeep() == RowKeep::Nothing)
    return success();
  if (!traffic.length || *traffic.length == 0) {
    reason = "a row can be kept only if its length is known";
    return failure();
  }
  int64_t vectors = *traffic.length / schedule.getVector();
  int64_t piece = schedule.getThreads() * schedule.getUnroll();
  if (schedule.getKeep() == RowKeep::Registers && piece < vectors) {
    reason = "the registers of the schedule hold " + std::to_string(piece) +
             " vectors, a row has " + std::to_string(vectors);
    return failure();
  }
  return success();
}
