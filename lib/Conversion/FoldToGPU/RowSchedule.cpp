//===- RowSchedule.cpp - Choosing how a row group is computed -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSchedule.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Vectors that a thread holds of a row in registers.
static constexpr int64_t kRegisterVectors = 8;
/// Vectors of each input that a thread has in flight.
static constexpr int64_t kVectorsInFlight = 4;
/// Threads of a block of several rows.
static constexpr int64_t kBlockThreads = 128;

static int64_t getBytes(Type type) {
  return std::max<int64_t>(1, type.getIntOrFloatBitWidth() / 8);
}

namespace {
/// What a schedule depends on.
struct RowTraffic {
  /// Length of the axis, if known.
  std::optional<int64_t> length;
  /// Bytes of the smallest element along the axis, of those that vectors hold.
  int64_t leastBytes = 16;
  /// Bytes of one position of what is read by fold and readouts alike.
  int64_t keptBytes = 0;
  /// An input of the fold is contiguous along the axis.
  bool contiguous = false;

  explicit RowTraffic(const RowGroup &group) {
    unsigned axis = group.getAxis();
    FoldOp fold = group.getFold();
    for (const auto &list : {group.getInputs(), group.getOutputs()})
      for (const RowTensor &tensor : list) {
        if (!tensor.has(axis))
          continue;
        auto position = llvm::find(tensor.dims, axis) - tensor.dims.begin();
        int64_t size = tensor.getType().getDimSize(position);
        if (!ShapedType::isDynamic(size))
          length = size;
        Type element = tensor.getType().getElementType();
        bool isInput = llvm::is_contained(fold.getInputs(), tensor.tensor);
        if (isInput)
          keptBytes += getBytes(element);
        if (tensor.dims.back() != axis || element.isInteger(1))
          continue;
        contiguous |= isInput;
        leastBytes = std::min(leastBytes, getBytes(element));
      }
  }
};
} // namespace

/// Vectors of a row, in the worst position.
static int64_t countVectors(int64_t length, int64_t vector) {
  int64_t shift = length % vector ? vector - 1 : 0;
  return llvm::divideCeil(length + shift, vector);
}

FailureOr<RowScheduleAttr> redfuser::chooseRowSchedule(const RowGroup &group,
                                                       int64_t sharedBudget,
                                                       std::string &reason) {
  RowTraffic traffic(group);
  if (!traffic.contiguous) {
    reason = "no input is contiguous along the axis";
    return failure();
  }
  MLIRContext *context = group.getFold().getContext();
  int64_t vector = std::clamp<int64_t>(16 / traffic.leastBytes, 1, 8);
  if (!traffic.length || *traffic.length == 0)
    return RowScheduleAttr::get(context, 256, 1, vector, 2, RowKeep::Nothing);

  int64_t vectors = countVectors(*traffic.length, vector);
  int64_t threads = std::min<int64_t>(
      1024, llvm::PowerOf2Ceil(llvm::divideCeil(vectors, kVectorsInFlight)));
  int64_t unroll = llvm::divideCeil(vectors, threads);
  if (unroll <= kRegisterVectors) {
    int64_t rows = std::max<int64_t>(1, kBlockThreads / threads);
    return RowScheduleAttr::get(context, threads, rows, vector, unroll,
                                RowKeep::Registers);
  }
  threads = 512;
  RowKeep keep = RowKeep::Nothing;
  int64_t piece = threads * kVectorsInFlight;
  int64_t bytes = llvm::alignTo(vectors, piece) * vector * traffic.keptBytes;
  if (group.hasReadouts() && bytes <= sharedBudget)
    keep = RowKeep::Shared;
  return RowScheduleAttr::get(context, threads, 1, vector, kVectorsInFlight,
                              keep);
}

LogicalResult redfuser::checkRowSchedule(const RowGroup &group,
                                         RowScheduleAttr schedule,
                                         int64_t sharedBudget,
                                         std::string &reason) {
  RowTraffic traffic(group);
  if (!traffic.contiguous) {
    reason = "no input is contiguous along the axis";
    return failure();
  }
  if (schedule.getKeep() == RowKeep::Nothing)
    return success();
  if (!traffic.length || *traffic.length == 0) {
    reason = "a row can be kept only if its length is known";
    return failure();
  }
  int64_t vectors = countVectors(*traffic.length, schedule.getVector());
  int64_t piece = schedule.getThreads() * schedule.getUnroll();
  if (schedule.getKeep() == RowKeep::Registers && piece < vectors) {
    reason = "the registers of the schedule hold " + std::to_string(piece) +
             " vectors, a row has " + std::to_string(vectors);
    return failure();
  }
  int64_t bytes = llvm::alignTo(vectors, piece) * schedule.getVector() *
                  schedule.getRows() * traffic.keptBytes;
  if (schedule.getKeep() == RowKeep::Shared && bytes > sharedBudget) {
    reason = "rows need " + std::to_string(bytes) +
             " bytes of shared memory, a block has " +
             std::to_string(sharedBudget);
    return failure();
  }
  return success();
}
