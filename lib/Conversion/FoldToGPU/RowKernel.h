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

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace redfuser {

/// A tensor as the kernel reaches it.
struct RowMemory {
  FoldTensor tensor;
  mlir::Value memref;
  /// Varies along the axis; is contiguous along it.
  bool alongAxis = false, contiguous = false;
  /// Bytes at which a vector is aligned.
  int64_t alignment = 0;
  /// Columns of the table that `memref` is, and which of them the tensor is; no
  /// columns if `memref` is the tensor's own.
  int64_t columns = 0, column = 0;

  /// Elements of the tensor.
  mlir::Value numElements;
  /// Where the thread's row begins, in elements.
  mlir::Value offset;
  /// The elements along the axis, or the one of the row.
  mlir::Value view;
  /// Whether the vectors of this row are aligned, and by how many bytes they
  /// are not; null if not contiguous.
  mlir::Value isAligned, misalignment;
  /// Each element is loaded once, by a kernel that only reads.
  bool isStreamed = false;
  /// The element of the row; null along the axis.
  mlir::Value rowValue;

  mlir::Type getElementType() const {
    return tensor.getType().getElementType();
  }
  /// Of an element.
  int64_t getBytes() const {
    return llvm::divideCeil(getElementType().getIntOrFloatBitWidth(), 8);
  }
};

struct RankedPairs;

/// One vector of a thread, all of it in the row, or an element at an end of the
/// row: where it lies along the axis.
struct RowPiece {
  /// Position of the first element.
  mlir::Value first;
  /// Whether the row has it (i1); null where every row does.
  mlir::Value exists;
  /// Where a vector can be loaded in any case: `first` or, if the row does not
  /// have it, another vector of the row. Null if the row may have none.
  mlir::Value source;
  bool isElement = false;
};

/// Which of a block's sweeps over its row loads something: the only one, or
/// the first or last of two.
enum class RowSweep { Only, First, Last };

/// The warps of a ring that follow those that compute.
enum class RingWarp { Fills, Merges, Gathers };
constexpr int64_t kWarpThreads = 32;

/// How values of `type` are sent from warp to warp.
mlir::Type getRingWordType(mlir::OpBuilder &b, mlir::Type type);

/// A ring of stages in shared memory that bulk copies fill, a piece of the axis
/// each.
struct RowRing {
  /// What is copied, and the stages of each.
  llvm::SmallVector<const RowMemory *> inputs;
  llvm::SmallVector<mlir::Value> views;
  /// All of them can be: they begin at multiples of 16 bytes.
  mlir::Value isAligned;
  /// Addresses of barriers: a stage has been filled, has been read.
  mlir::Value full, empty;
  /// The states that warps send each other, by component, in a few buffers for
  /// rows in turn, and the addresses of a barrier for each buffer.
  llvm::SmallVector<mlir::Value> states;
  mlir::Value sent;
  /// Likewise the states of rows that have been merged.
  llvm::SmallVector<mlir::Value> finals;
  mlir::Value known;
  /// From an address of the block to the same one of the block of the cluster
  /// that the lane sends to; null without clusters.
  mlir::Value distance;
  /// The numbers of the block's rows, and the addresses of a barrier for each;
  /// null if it has every so many.
  mlir::Value tickets, named;
};

/// Which stage is next, and the parity (i32) of its phase.
struct RingCursor {
  mlir::Value stage, parity;
};

/// A thread's vectors of one piece of the axis.
struct RowChunk {
  /// Number of the piece among those of the block.
  mlir::Value number;
  /// The first vector of the piece.
  mlir::Value firstVector;
  /// The last piece, which may have fewer vectors, or none, and has the
  /// elements at the ends of the row.
  bool isRest = false;
  /// The piece stays in shared memory.
  bool isKept = false;
  /// The piece stays in registers, and `number` is known.
  bool isHeld = false;
  llvm::SmallVector<RowPiece> pieces;
  /// The elements of each tensor, by tensor and vector.
  llvm::DenseMap<const RowMemory *, llvm::SmallVector<mlir::Value>> vectors;

  /// Vectors among the pieces; elements follow.
  unsigned getNumVectors() const {
    return llvm::count_if(
        pieces, [](const RowPiece &piece) { return !piece.isElement; });
  }
};

class RowKernel {
public:
  RowKernel(mlir::OpBuilder &b, const RowGroup &group,
            cascade::RowScheduleAttr schedule, int64_t sharedBudget);

  /// Emits the launch of a kernel called `name` at the insertion point; returns
  /// the tensors of the group's outputs and of its tables.
  llvm::SmallVector<mlir::Value> emit(llvm::StringRef name);

private:
  using State = llvm::SmallVector<mlir::Value>;

  // RowKernel.cpp: memory, launch and bodies.
  void prepareHost();
  void emitLaunch(llvm::StringRef name, mlir::Value grid,
                  llvm::function_ref<void()> body);
  /// Makes `tile` (rows of a block) the one that the following code is about;
  /// it may lie beyond the last row.
  void locateRow(mlir::Value tile, bool mayExceed = false);
  RowMemory makeMemory(const FoldTensor &tensor, mlir::Value memref);
  void locate(RowMemory &memory);
  /// The memory of an input, or the vectors of a member that a fold reads.
  const RowMemory *findInput(mlir::Value tensor,
                             llvm::ArrayRef<unsigned> dims) const;
  mlir::Value getPosition(unsigned dim, mlir::Value axisPosition) const;
  void startRow(RowChunk &chunk);
  void emitRowInRegisters();
  /// What of the row is in registers; the rest follows.
  void finishRowInRegisters(RowChunk &chunk);
  State foldPieces();
  bool readsAgain() const;
  void finishRow(const State &state);
  void emitStreamedRow();
  void emitSegments(llvm::StringRef name);
  void allocatePartials();
  /// By the threads of a row, or by the lanes of one warp.
  State mergePartials(bool isWarp = false);
  mlir::Value isFirstThread();
  /// Of all blocks that share the row.
  mlir::Value isFirstOfRow();
  void ifActive(llvm::function_ref<void()> body);

  // RowVectors.cpp: a thread's vectors of a piece.
  /// Vectors that the row has, wherever it begins.
  int64_t getLeastVectors() const;
  /// Elements at the ends of a row that whole vectors do not have, at most.
  int64_t getMostEnds() const;
  /// Adds `count` vectors of a piece, of which those from `guarded` on the row
  /// may not have.
  void addVectors(RowChunk &chunk, mlir::Value firstVector, int64_t count,
                  int64_t guarded);
  void addEnds(RowChunk &chunk);
  int64_t getNumLanes(const RowPiece &piece) const;
  mlir::Value getElementPosition(const RowChunk &chunk, unsigned index,
                                 unsigned lane);
  mlir::Value getElement(const RowChunk &chunk, const RowMemory *memory,
                         unsigned index, unsigned lane);
  mlir::VectorType getVectorType(const RowMemory &memory) const;
  mlir::Value loadVector(const RowMemory &memory, mlir::Value first);
  mlir::Value loadElements(const RowMemory &memory, mlir::Value first);
  bool hasOwnShift(const RowMemory &memory) const;
  /// Whether the aligned vectors around those at `first` to `last` lie in the
  /// tensor; null for vectors that are no 16 bytes.
  mlir::Value fitsAround(const RowMemory &memory, mlir::Value first,
                         mlir::Value last);
  mlir::Value loadShifted(const RowMemory &memory, mlir::Value first);
  mlir::Value loadUnaligned(const RowMemory &memory, mlir::Value first);
  mlir::Value loadGuarded(const RowMemory &memory, const RowPiece &piece);
  /// Loads the pieces (number `begin` to `end`) that are not yet there.
  void load(RowChunk &chunk, llvm::ArrayRef<const RowMemory *> memories);
  void load(RowChunk &chunk, llvm::ArrayRef<const RowMemory *> memories,
            unsigned begin, unsigned end);
  mlir::Type getPieceType(const RowMemory &memory, const RowPiece &piece) const;
  mlir::Value joinElements(mlir::VectorType type,
                           llvm::ArrayRef<mlir::Value> elements);
  /// Of a piece that exists.
  void store(const RowChunk &chunk, const RowMemory &memory, unsigned index,
             llvm::ArrayRef<mlir::Value> elements);
  using BodyFn = llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)>;
  mlir::ValueRange emitIf(mlir::TypeRange types, mlir::Value condition,
                          BodyFn thenBody, BodyFn elseBody = nullptr);

  // RowLoops.cpp: loops over pieces.
  /// What fold and readouts both read, and shared memory may keep.
  llvm::SmallVector<const RowMemory *> getKeptInputs() const;
  /// Vectors and elements of one piece of the axis.
  int64_t getPieceVectors() const;
  int64_t getPieceElements() const;
  /// Pieces of a row that shared memory keeps.
  int64_t getNumKept() const;
  void allocateKept();
  mlir::Value getSharedIndex(const RowChunk &chunk, unsigned index);
  void keepShared(RowChunk &chunk);
  void loadShared(RowChunk &chunk);
  /// The first `held` pieces are in registers.
  State
  forEachChunk(mlir::ValueRange inits,
               llvm::function_ref<State(RowChunk &, mlir::ValueRange)> body,
               int64_t held = 0);

  // RowPersistent.cpp: blocks that compute row after row.
  struct Place;
  Place getPlace() const;
  void setPlace(const Place &place);
  llvm::SmallVector<const RowMemory *> getSharedInputs();
  /// Blocks that share a row.
  int64_t getNumParts() const {
    return schedule.getCluster() * schedule.getSegments();
  }
  mlir::Value getSlot(unsigned index);
  mlir::Value keepPacked(mlir::Value vector);
  llvm::SmallVector<RowMemory *> getRowInputs();
  llvm::SmallVector<mlir::Value> getFoldVectors(const RowChunk &chunk);
  void addRowValues(llvm::SmallVectorImpl<mlir::Value> &values);
  mlir::Value takeRowValues(mlir::ValueRange values);
  void keepForAllRows(RowChunk &chunk,
                      llvm::ArrayRef<const RowMemory *> memories);
  llvm::SmallVector<mlir::Value> loadNext(mlir::Value exists,
                                          mlir::ValueRange vectors);
  void setVectors(RowChunk &chunk, mlir::ValueRange vectors);
  void emitRowsInTurn(mlir::Value tile, mlir::Value numTiles);
  void emitRowsAtOnce(mlir::Value tile);

  // RowRing.cpp: pieces that one thread copies while others compute.
  void emitRing(llvm::StringRef name);
  void setUpRing();
  /// Which of the blocks' tiles in turn are a block's.
  struct Turn {
    mlir::Value first, count, stride;
  };
  void locateTile(mlir::Value tile);
  void fillRing(const Turn &turn);
  void drainRing(const Turn &turn);
  void keepOfAllRows(const Turn &turn);
  bool isBeyondPiece(unsigned index) const;
  llvm::SmallVector<const RowMemory *> getHeldInputs() const;
  mlir::Value getStageIndex(mlir::Value number, unsigned index);
  void loadKept(RowChunk &chunk);
  RingCursor getNext(const RingCursor &cursor, int64_t count = 1);
  void loadStage(RowChunk &chunk, const RingCursor &cursor);
  void loadEnds(llvm::ArrayRef<const RowMemory *> memories);
  void releaseStage(const RingCursor &cursor);
  RingCursor foldTile(mlir::Value round, const RingCursor &cursor, bool holds);
  RingCursor finishTile(mlir::Value round, const RingCursor &cursor,
                        bool holds);

  // RowTickets.cpp: which rows are a block's.
  void setUpTickets();
  mlir::Value takeRow(const Turn &turn);
  void announceTicket(mlir::Value ticket, mlir::Value round);
  mlir::Value awaitTicket(mlir::Value round);
  mlir::Value getTile(const Turn &turn, mlir::Value round,
                      mlir::Value previous);
  void forEachTile(
      const Turn &turn, mlir::ValueRange inits, bool lags,
      llvm::function_ref<State(mlir::Value, mlir::Value, mlir::ValueRange)>
          body);
  void
  takeEachTile(const Turn &turn, mlir::ValueRange inits,
               llvm::function_ref<State(mlir::Value, mlir::ValueRange)> body);

  // RowRingState.cpp: the states of rows in a ring.
  /// All blocks share each row, and wait for each other's states.
  bool waitsForAll() const;
  /// The number of the warp's first thread.
  int64_t getLeader(RingWarp warp) const;
  void sendState(const State &state, mlir::Value round);
  State receiveState(mlir::Value round);
  State awaitState(mlir::Value round);
  void ifFirst(llvm::function_ref<void()> body);
  void mergeRows(const Turn &turn);
  void gatherRows(const Turn &turn);
  void announceRow(const State &state, mlir::Value round);
  void announceState(const State &state, mlir::Value round);
  int64_t getNumMessages() const;
  void allocateMessages();
  mlir::Value getMessage(mlir::Value part, int64_t word);
  void sendToAll(const State &state);
  State receiveFromAll(llvm::ArrayRef<mlir::Value> indices);
  void takeBack(llvm::ArrayRef<mlir::Value> indices);
  mlir::Value shareWithWarp(mlir::Value word);
  void storePartials(const State &state);
  void finishSegment(const State &state);
  State addPoints(State state);

  // RowState.cpp: the fold.
  State getIdentity();
  /// Sets `points`, and starts their loads.
  void emitPoints();
  State getInit();
  class Term;
  /// Positions along the axis, or none, are combined as i32: see RowState.cpp.
  bool isPosition(unsigned component);
  mlir::Type getTermType(unsigned component);
  mlir::Value widenTerms(unsigned component, mlir::Value value);
  mlir::Value reduceTerms(unsigned component, const RowChunk &chunk,
                          const State &fresh, mlir::Value old);
  mlir::Value correct(unsigned component, const State &old, const State &fresh);
  mlir::Value addTerms(unsigned component, mlir::Value corrected,
                       mlir::Value terms, const State &fresh);
  State foldChunk(const RowChunk &chunk, const State &old);
  void foldComponents(const RowChunk &chunk, const State &init, unsigned first,
                      unsigned last, State &fresh);
  State foldRow(const RowChunk &chunk, const State &init);
  mlir::Value sumConstant(unsigned component, const State &fresh);
  mlir::Value reduceOverLanes(cascade::MonoidAttrInterface monoid,
                              mlir::Value value, int64_t lanes);
  bool readsNewFrom(unsigned component, unsigned first);
  llvm::SmallVector<mlir::Value>
  reduceOverThreads(llvm::ArrayRef<unsigned> components,
                    mlir::ValueRange values);
  State mergeLanes(const State &state, int64_t lanes);
  State mergeThreads(const State &state);
  State mergeCluster(const State &state);
  State mergePair(const State &lhs, const State &rhs);
  State mergeInOrder(llvm::ArrayRef<State> parts);

  // RowPoints.cpp: components with a term at one position of the row.
  bool isPoint(unsigned component);
  mlir::Value emitPoint(unsigned component);

  // RowSelection.cpp: the best elements of a row.
  void selectPairs(const RankedPairs &pairs, const RowChunk &chunk,
                   const State &init, State &fresh);

  // RowReadout.cpp: what follows the fold.
  /// The memory of each input of the fold; null for one that a scalar fills.
  llvm::SmallVector<const RowMemory *> getFoldOperands() const;
  /// What the folds and what readouts read along the axis.
  llvm::SmallVector<const RowMemory *> getAllFoldInputs();
  llvm::SmallVector<const RowMemory *> getFoldInputs() const;
  llvm::SmallVector<const RowMemory *> getReadoutInputs() const;
  mlir::Value getTensorRowValue(mlir::Value tensor,
                                llvm::ArrayRef<unsigned> dims);
  void setRowValues(const State &state);
  mlir::IRMapping mapRowOperands(const FoldMember &member);
  bool isAlongAxis(const FoldMember &member, mlir::OpOperand *operand) const;
  void emitMember(const FoldMember &member);
  void emitFinalizers(bool forReadouts);
  /// The members that the fold or a later one needs and that are not yet there.
  void emitBeforeFold(RowChunk &chunk);
  void emitVectors(const FoldMember &member, RowChunk &chunk);
  void emitRowOutputs();
  void emitReadouts(RowChunk &chunk);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const RowGroup &group;
  /// The fold of the group that the following code is about. The generated
  /// accessors of ops are not const.
  mutable cascade::FoldOp fold;
  cascade::RowScheduleAttr schedule;
  int64_t sharedBudget;
  RelaxedOps relaxed;
  /// Members that folds read, if only through others.
  llvm::SmallPtrSet<mlir::Operation *, 8> feedsFold;

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
  /// Null unless a block can have more rows than are left.
  mlir::Value isActive;
  mlir::Value row;
  /// Which of the row's segments, or of its cluster's blocks, is the block's;
  /// null if there is one.
  mlir::Value segment;
  llvm::SmallVector<mlir::Value> positions;
  /// Elements of the row in front of its first whole vector, and how many of
  /// these it has.
  mlir::Value head, numVectors;
  /// The elements at the ends of the row if they have been loaded.
  std::optional<RowChunk> ends;
  std::vector<std::unique_ptr<RowMemory>> inputs, outputs;
  llvm::SmallVector<mlir::Value> tables;
  /// The states of segments, [rows, segments], and a flag for each row.
  llvm::SmallVector<mlir::Value> partials;
  mlir::Value flags;
  /// The states of blocks that share each row, [rows, segments, words].
  mlir::Value messages;
  /// Members along the axis that later folds read: vectors without memory.
  std::vector<std::unique_ptr<RowMemory>> computed;
  llvm::DenseMap<mlir::Value, mlir::Value> rowValues;
  /// By component of the current fold, what it has of its one position.
  llvm::DenseMap<unsigned, mlir::Value> points;
  std::optional<RowRing> ring;
  /// The vectors of the row's pieces that registers hold, piece by piece, input
  /// by input.
  llvm::SmallVector<mlir::Value> held;
  RowSweep sweep = RowSweep::Only;
  /// The number of the thread that `isFirstThread` is about.
  int64_t leader = 0;
  /// Where elements of an input are kept between two sweeps.
  llvm::DenseMap<const RowMemory *, mlir::Value> sharedViews;
  /// Where vectors that all rows read are, in the order of their inputs.
  llvm::MapVector<const RowMemory *, mlir::Value> keptForAllRows;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWKERNEL_H
