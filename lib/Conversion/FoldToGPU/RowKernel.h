//===- RowKernel.h - A row group as one kernel ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a kernel are of two classes: *row values*, which all threads of a
// row hold (the state, finalized results), and *axis values*, of which each
// thread has a few vectors (the elements of inputs and readouts).
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWKERNEL_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWKERNEL_H

#include "RowGroup.h"
#include "RowThreads.h"
#include "ScalarCode.h"

namespace redfuser {

/// A tensor as the kernel reaches it.
struct RowMemory {
  RowTensor tensor;
  mlir::Value memref;
  /// Varies along the axis; is contiguous along it.
  bool alongAxis = false, contiguous = false;
  /// Bytes at which a vector is aligned.
  int64_t alignment = 0;

  /// Where the thread's row begins, in elements.
  mlir::Value offset;
  /// The elements along the axis, or the one of the row.
  mlir::Value view;
  /// Whether the vectors of this row are aligned; null if not contiguous.
  mlir::Value isAligned;
  /// The element of the row; null along the axis.
  mlir::Value rowValue;

  mlir::Type getElementType() const {
    return tensor.getType().getElementType();
  }
};

/// A thread's vectors of one piece of the axis.
struct RowChunk {
  /// Position of element 0 of each vector; may be negative at the head.
  llvm::SmallVector<mlir::Value> first;
  /// For a vector that may reach beyond the axis: whether it does not.
  llvm::SmallVector<mlir::Value> isWhole;
  /// The elements of each tensor, by tensor and vector.
  llvm::DenseMap<const RowMemory *, llvm::SmallVector<mlir::Value>> vectors;
};

class RowKernel {
public:
  RowKernel(mlir::OpBuilder &b, const RowGroup &group,
            cascade::RowScheduleAttr schedule);

  /// Emits the launch of a kernel called `name` at the insertion point; returns
  /// the tensors of the group's outputs.
  llvm::SmallVector<mlir::Value> emit(llvm::StringRef name);

private:
  using State = llvm::SmallVector<mlir::Value>;

  // RowKernel.cpp: memory, launch and bodies.
  void prepareHost();
  void prepareRow();
  RowMemory makeMemory(const RowTensor &tensor, mlir::Value memref);
  void locate(RowMemory &memory);
  const RowMemory *findInput(mlir::Value tensor,
                             llvm::ArrayRef<unsigned> dims) const;
  mlir::Value getPosition(unsigned dim, mlir::Value axisPosition) const;
  void emitRegistersBody();
  void emitStreamingBody();
  void ifActive(llvm::function_ref<void()> body);

  // RowVectors.cpp: pieces of the axis.
  void startChunk(RowChunk &chunk, mlir::Value firstVector,
                  llvm::ArrayRef<bool> guarded);
  mlir::Value getElementPosition(const RowChunk &chunk, unsigned index,
                                 unsigned lane);
  mlir::Value isInside(const RowChunk &chunk, unsigned index, unsigned lane);
  mlir::Value getElement(const RowChunk &chunk, const RowMemory *memory,
                         unsigned index, unsigned lane);
  mlir::VectorType getVectorType(const RowMemory &memory) const;
  mlir::Value loadVector(const RowMemory &memory, mlir::Value first);
  mlir::Value loadElements(const RowMemory &memory, mlir::Value first,
                           bool clamp);
  void load(RowChunk &chunk, llvm::ArrayRef<const RowMemory *> memories);
  void store(const RowChunk &chunk, const RowMemory &memory, unsigned index,
             llvm::ArrayRef<mlir::Value> elements);
  using BodyFn = llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)>;
  mlir::ValueRange emitIf(mlir::TypeRange types, mlir::Value condition,
                          BodyFn thenBody, BodyFn elseBody = nullptr);
  llvm::SmallVector<const RowMemory *> getKeptInputs() const;
  int64_t getSharedElements() const;
  mlir::Value getSharedIndex(const RowChunk &chunk, unsigned index);
  void keepShared(RowChunk &chunk);
  void loadShared(RowChunk &chunk);
  State
  forEachChunk(mlir::ValueRange inits,
               llvm::function_ref<State(RowChunk &, mlir::ValueRange)> body);

  // RowState.cpp: the fold.
  State getIdentity();
  State getInit();
  mlir::Value reduceTerms(unsigned component, const RowChunk &chunk,
                          const State &fresh);
  mlir::Value correct(unsigned component, const State &old, const State &fresh);
  State foldChunk(const RowChunk &chunk, const State &old);
  State foldRow(const RowChunk &chunk, const State &init);
  mlir::Value reduceOverLanes(unsigned component, mlir::Value value,
                              int64_t lanes);
  mlir::Value reduceOverThreads(unsigned component, mlir::Value value);
  State mergeLanes(const State &state, int64_t lanes);
  State mergeThreads(const State &state);
  State mergePair(const State &lhs, const State &rhs);

  // RowReadout.cpp: what follows the fold.
  llvm::SmallVector<unsigned> getFoldInputDims(unsigned input) const;
  /// The memory of each input of the fold; null for one that a scalar fills.
  llvm::SmallVector<const RowMemory *> getFoldOperands() const;
  /// What the fold and what readouts read along the axis.
  llvm::SmallVector<const RowMemory *> getFoldInputs() const;
  llvm::SmallVector<const RowMemory *> getReadoutInputs() const;
  mlir::Value getTensorRowValue(mlir::Value tensor,
                                llvm::ArrayRef<unsigned> dims);
  void setRowValues(const State &state);
  mlir::IRMapping mapRowOperands(const RowMember &member);
  bool isAlongAxis(const RowMember &member, mlir::OpOperand *operand) const;
  void emitFinalizers(bool forReadouts);
  void emitRowOutputs();
  void emitReadouts(RowChunk &chunk);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const RowGroup &group;
  /// The generated accessors of ops are not const.
  mutable cascade::FoldOp fold;
  cascade::RowScheduleAttr schedule;
  RelaxedOps relaxed;

  // Host.
  llvm::SmallVector<mlir::OpFoldResult> dimSizes;
  mlir::gpu::LaunchOp launch;
  /// Elements along the axis, rows.
  mlir::Value axisSize, numRows;
  std::optional<int64_t> staticAxis;
  /// A row may begin between two vectors.
  bool mayShift = true;

  // Kernel.
  SharedMemory shared;
  std::optional<RowThreads> threads;
  mlir::Value row, isActive;
  llvm::SmallVector<mlir::Value> positions;
  /// Elements of vector 0 that lie in front of the row.
  mlir::Value shift;
  std::vector<std::unique_ptr<RowMemory>> inputs, outputs;
  llvm::DenseMap<mlir::Value, mlir::Value> rowValues;
  /// Where elements of an input are kept between two sweeps.
  llvm::DenseMap<const RowMemory *, mlir::Value> sharedViews;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWKERNEL_H
