//===- WarpgroupKernel.h - A fold between contractions ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Values of a kernel are of four classes: *tile* values, of which a thread has
// the elements of its accumulator registers; *row* values, one for each of the
// two rows that a thread has a part of, the same in the four lanes that share
// the row; *column* values and *scalars*.
//
// Register i of a thread's accumulator is row `lane / 4 + 8 * ((i / 2) % 2)` of
// the warp's 16 and column `8 * (i / 4) + 2 * (lane % 4) + i % 2`.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPKERNEL_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPKERNEL_H

#include "ElementCode.h"
#include "SharedTiles.h"
#include "StridedTensor.h"
#include "WarpgroupFold.h"
#include "WarpgroupOps.h"
#include "WarpgroupSchedule.h"

#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"
#include "RedFuser/Transforms/NumericOptions.h"

#include "../FoldToGPU/ScalarCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SmallSet.h"

namespace redfuser {

/// Dimensions of a TMA descriptor.
inline constexpr size_t kMaxMapRank = 5;
/// Rows of a fragment that a thread has.
inline constexpr unsigned kHalves = 2;
using RowValue = std::array<mlir::Value, kHalves>;

/// An operand of a product as TMA loads it: boxes of `boxRows` times
/// `boxColumns` elements.
struct TiledOperand {
  /// The descriptor in host code, and its pointer in the kernel.
  mlir::Value descriptor, map;
  /// Between the fastest two coordinates and the end: parts of batch
  /// dimensions, slowest first.
  struct Coordinate {
    unsigned dim;
    /// Elements that one step of this part spans, and steps; index values.
    mlir::OpFoldResult divisor, size;
  };
  llvm::SmallVector<Coordinate> batch;
  int64_t boxRows = 0, boxColumns = kChunkColumns, columns = 0;
  /// Of a box.
  int64_t rowBytes = 0;
  /// Rows that lie in pages: `pageRows` in each, boxes are parts of one; or 0
  /// for a page that has all rows of a batch. The page is a coordinate between
  /// rows and batch. By dimension of the table, what index it has: a part of a
  /// batch dimension, or for none the rows'.
  std::optional<PageTable> table = std::nullopt;
  int64_t pageRows = 0;
  mlir::Value tableMemory;
  llvm::SmallVector<std::optional<Coordinate>> tableIndices;
  /// For threads that load by themselves: the memory, elements in front of the
  /// first, rows, and elements from each row and batch coordinate to the next.
  mlir::Value base;
  int64_t offset = 0;
  mlir::OpFoldResult rowSize, rowStride;
  llvm::SmallVector<mlir::OpFoldResult> batchStrides;
};

/// An input of the fold that TMA brings to shared memory, tile by tile.
struct StagedInput {
  unsigned input;
  TiledOperand operand;
  /// Offsets of the first warpgroup's rows, and of its barriers.
  int64_t offset, full, empty;
};

class WarpgroupKernel {
public:
  WarpgroupKernel(mlir::RewriterBase &b, const WarpgroupFold &group,
                  cascade::WarpgroupScheduleAttr schedule, Numerics numerics,
                  int64_t sharedBudget);

  /// Reads through the layout of the products' operands, at the insertion
  /// point; fails, with a reason, if TMA cannot load one.
  mlir::LogicalResult prepareOperands(std::string &reason);
  /// Emits the launch of a kernel called `name`; returns the outputs' tensors,
  /// or with several segments the components' partial states, segments first.
  llvm::SmallVector<mlir::Value> emit(llvm::StringRef name);

private:
  using Values = llvm::SmallVector<mlir::Value>;

  /// A tensor in memory that is read or written element by element.
  struct Memory {
    FoldTensor tensor;
    mlir::Value memref;
    /// One more dimension in front: the segment.
    bool isPartial = false;
    /// Of a result that TMA stores: the descriptor in host code, its pointer in
    /// the kernel, and the dimensions behind rows and columns, fastest first.
    mlir::Value descriptor = {}, map = {};
    llvm::SmallVector<unsigned> mapDims = {};
  };
  /// Row values of part of the axis, by component; null for the product.
  /// Components that are no reference of others are those of one thread's
  /// elements, to be combined over the four lanes of a row in the end.
  struct State {
    /// What terms refer to, and the actual value where that may lag behind.
    llvm::SmallVector<RowValue> rows, ahead;
    /// Whether any was large so far (i1), where `checksReferences`.
    mlir::Value wasLarge = {};
  };
  /// Code of the fold that a tile evaluates.
  struct Variant {
    /// Regions to evaluate: see createElementCode.
    cascade::FoldOp fold;
    /// By component: what is applied to the reduced value, innermost first
    /// (see peelIncreasing); the term yields what comes before.
    llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> peeled;
    /// Positions may lie beyond the end of the axis.
    bool hasTail = false;
  };
  /// What a block works on.
  struct Tile {
    mlir::Value number, firstRow;
    /// Whether the block has another one.
    mlir::Value hasNext;
    /// Which part of the axis; null if there is one.
    mlir::Value segment;
    /// Tiles of the axis from `first` to `last`; from `innerFirst` to
    /// `innerLast` nothing is masked.
    mlir::Value first, last, innerFirst, innerLast;
    /// Positions of the axis from here on are masked, or do not exist.
    mlir::Value end;
    /// With a list: the address of its entries, how many there are, how many
    /// of these are masked in part, and what others are behind their step.
    mlir::Value entries, count, masked, gap;
    /// Of a range: tiles of the axis of the same rows that other blocks have,
    /// before and behind.
    mlir::Value before, behind;
  };
  /// Tiles of rows that a block has, from `firstTile` to `lastTile`: the first
  /// one from its tile `firstStep` of the axis on, the last one up to its tile
  /// `lastStep`. Every block but the last ones has `each` tiles of the axis.
  struct Share {
    mlir::Value firstTile, firstStep, lastTile, lastStep, each;
  };

  // WarpgroupOperands.cpp
  mlir::LogicalResult prepareOperand(const FoldTensor &tensor,
                                     llvm::ArrayRef<unsigned> rowDims,
                                     unsigned columnDim, int64_t boxRows,
                                     TiledOperand &operand,
                                     std::string &reason);
  /// Of a given view of the operand's memory.
  mlir::LogicalResult prepareView(const StridedTensor &view,
                                  const FoldTensor &tensor,
                                  llvm::ArrayRef<unsigned> rowDims,
                                  unsigned columnDim, int64_t boxRows,
                                  TiledOperand &operand, std::string &reason);
  mlir::LogicalResult preparePages(const StridedTensor &view,
                                   const FoldTensor &tensor,
                                   llvm::ArrayRef<unsigned> rowDims,
                                   TiledOperand &operand);
  mlir::LogicalResult prepareTiles(const FoldTensor &tensor,
                                   const std::optional<WidenedOperand> &widened,
                                   unsigned columnDim,
                                   const WarpgroupLayout::Stored &stored,
                                   TiledOperand &operand, std::string &reason);
  void createDescriptor(const StridedTensor &view, const FoldTensor &tensor,
                        llvm::ArrayRef<unsigned> rowDims, unsigned columnDim,
                        TiledOperand &operand);
  mlir::Value createMap(mlir::Value base, int64_t offset,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        llvm::ArrayRef<mlir::OpFoldResult> strides,
                        llvm::ArrayRef<int64_t> box);
  void prepareStaged();
  bool isStaged(unsigned input) const {
    return llvm::any_of(stagedInputs, [&](const StagedInput &staged) {
      return staged.input == input;
    });
  }

  // WarpgroupKernel.cpp: launch, work, roles.
  llvm::SmallVector<TiledOperand *> getOperands();
  void prepareMemories();
  Memory createOutput(const FoldTensor &output, bool isPartial);
  void createOutputMap(Memory &memory);
  void createVariants(const llvm::DenseMap<mlir::Value, bool> &implied,
                      bool isAlike, bool hasTail);
  Variant createVariant(const llvm::DenseMap<mlir::Value, bool> &known,
                        bool hasTail, References references);
  void emitBody();
  void emitConsumerCopies(mlir::Value role);
  void initBarriers();
  mlir::Value getSize(unsigned dim);
  mlir::Value getNumRows();
  /// The position along a dimension of rows, of the given row.
  mlir::Value getRowPosition(unsigned dim, mlir::Value row);
  mlir::Value getBarrier(int64_t offset, mlir::Value number);
  Values forEachTile(mlir::ValueRange inits,
                     llvm::function_ref<Values(Values)> body);
  void locateTile(mlir::Value number);
  bool isShared(unsigned batchDim);
  /// Of `stages`, that of the tile with the given count, and its parity.
  std::pair<mlir::Value, mlir::Value> getStage(mlir::Value count,
                                               int64_t stages);
  std::pair<mlir::Value, mlir::Value> getKeyStage(mlir::Value count) {
    return getStage(count, layout.keyStages);
  }
  std::pair<mlir::Value, mlir::Value> getValueStage(mlir::Value count) {
    return getStage(count, layout.valueStages);
  }
  /// The body, unless the axis may be empty or masked altogether.
  void ifAnyTile(llvm::function_ref<void()> body);

  // WarpgroupMasks.cpp: tiles of the axis, as far as positions tell.
  bool mayHaveEmptySegments(int64_t length) const;
  bool hasOneBorderTile(const cascade::MaskClause &bound);
  void locateAxis();
  void locateSegment();
  mlir::Value getBound(const cascade::LinearForm &condition, bool most);
  mlir::Value getRowLimit(unsigned dim, bool isLast);
  mlir::Value loadOfBatch(unsigned number);

  // WarpgroupRanges.cpp: equal parts of the tiles of all rows.
  void findRange(mlir::Value thread);
  Values forEachTileOfRange(mlir::ValueRange inits,
                            llvm::function_ref<Values(Values)> body);
  void locatePart();
  void emitRangeMerge(const State &state, const Values &acc);

  // WarpgroupPlan.cpp: lists of tiles of the axis, from ranges of elements.
  using Range = std::pair<mlir::Value, mlir::Value>;
  bool hasPlan() const { return layout.planTiles > 0; }
  void emitPlanner();
  Range getRangeOfRows(unsigned input);
  Range getRangeOfTile(unsigned input, mlir::Value number);
  std::pair<mlir::Value, mlir::Value>
  evaluateClauses(mlir::Value number,
                  const llvm::DenseMap<unsigned, Range> &ofRows);
  Range getRange(const cascade::LinearForm &form, mlir::Value number,
                 const llvm::DenseMap<unsigned, Range> &ofRows,
                 const llvm::DenseMap<unsigned, Range> &ofTile);
  /// Tiles of rows are counted by the parity of the rows' barriers, or with
  /// lists, of which there are two, by their number.
  mlir::Value getParity(mlir::Value rowCount);
  mlir::Value getNextParity(mlir::Value rowCount);
  /// Waits for the list of a tile of rows, and is done with it.
  void readPlan(mlir::Value rowCount, bool isWarp);
  void releasePlan(mlir::Value rowCount, mlir::Value lane);
  /// Tiles of the axis to visit.
  mlir::Value getLength();
  /// Which one comes at `step`.
  mlir::Value getTileNumber(mlir::Value step, const Variant *variant = nullptr);

  // WarpgroupProducer.cpp
  Values emitProducer(mlir::ValueRange counts);
  void loadTile(const TiledOperand &operand, mlir::Value address,
                mlir::Value barrier, mlir::Value firstRow);
  void loadStaged(mlir::Value count, mlir::Value number);
  bool isProducedByWarp() const;
  mlir::Value getPageOfLane(const TiledOperand &operand, mlir::Value firstRow);
  void loadPages(const TiledOperand &operand, mlir::Value address,
                 mlir::Value barrier, mlir::Value firstRow, mlir::Value page);
  mlir::Value getIndexOfPart(const TiledOperand::Coordinate &part);
  mlir::Value getPage(const TiledOperand &operand, mlir::Value row);
  /// Of a box, fastest first; the first one is to be filled in.
  Values getCoordinates(const TiledOperand &operand, mlir::Value firstRow);

  // WarpgroupWidener.cpp: operands of 8 bits to those that products read.
  /// An operand that warps widen.
  struct Widener {
    const WidenedOperand *operand;
    /// Of the operand.
    int64_t columns;
    WarpgroupLayout::Stored stored;
    /// Where it is widened to: one stage, its bytes, and barriers.
    int64_t offset, bytes, stages, full, empty;
    /// The memory of what else elements are computed from.
    Values others;
  };
  void prepareWideners();
  void emitWideners(mlir::Value number);
  void emitWidener(llvm::ArrayRef<Widener> wideners);
  Values loadOthers(const Widener &widener, mlir::Value row);
  void widenTile(const Widener &widener, llvm::ArrayRef<mlir::Value> ofBatch,
                 mlir::Value number, mlir::Value step);
  mlir::Value widenVector(const WidenedOperand &operand, mlir::Value stored,
                          llvm::ArrayRef<mlir::Value> others);

  // WarpgroupConsumer.cpp
  /// The registers between two tiles of the axis.
  struct Progress {
    State state;
    /// The references that `acc` was accumulated under.
    State applied;
    /// The second product so far, without the factor's: that one is still to
    /// be multiplied.
    Values acc, factor;
    /// In the order `ahead`: of the next tile.
    Values scores;
  };
  Values emitConsumer(mlir::ValueRange counts);
  Values emitTile(Values carried);
  bool looksAhead() const;
  Values emitTileAhead(Values carried);
  void readOut(Progress progress);
  Progress getEmptyProgress();
  void locateRows();
  void loadRows();
  void releaseRows();
  Values issueScores(mlir::Value stage);
  Values issueProduct(const Progress &progress, mlir::Value stage);
  mlir::Value getFirstKey(mlir::Value step, const Variant &variant);
  Values packFactor(mlir::ArrayRef<mlir::Value> factor);
  Values hideConstants(llvm::ArrayRef<mlir::Value> factor);
  Values issueFirstScores();
  /// The first tile, whose scores are on their way, or there if it looksAhead.
  Progress startTile(Values scores);
  Progress continueTile(Progress progress, mlir::Value step,
                        const Variant &variant);
  bool isAhead() const {
    return schedule.getOrder() == cascade::WarpgroupOrder::Ahead;
  }
  Values issueNextScores(mlir::Value step);
  void releaseNextKey(mlir::Value step);
  Progress continueAhead(Progress progress, mlir::Value step,
                         const Variant &variant);
  Progress continueSerially(Progress progress, mlir::Value step,
                            const Variant &variant);
  Progress loopOverTiles(Progress progress, mlir::Value from, mlir::Value to,
                         const Variant &variant);
  Progress foldAxis();
  Progress foldAxis(Values scores);
  Progress foldTiles(Values scores);
  Values issueLastProduct(const Progress &progress);
  void releaseLastValue();
  /// Tiles of the axis loaded by the end of this tile of rows.
  mlir::Value getNextCount();
  void takeTurn();
  void endTurn();
  /// Parts of the axis after its first tile, by what evaluates them.
  void forEachSegment(mlir::Value length,
                      llvm::function_ref<void(mlir::Value from, mlir::Value to,
                                              const Variant &variant)>
                          body);
  /// As a list for control flow to carry, and back.
  Values flatten(const Progress &progress);
  Progress unflatten(llvm::ArrayRef<mlir::Value> values);

  // SynchronousKernel.cpp: with the instructions of sm_80.
  void emitSynchronousBody();
  void copyRows(const TiledOperand &operand, mlir::Value address,
                mlir::Value firstRow, mlir::Value thread, int64_t threads);
  void copyTile(mlir::Value step);
  mlir::Value getMatrixAddress(mlir::Value base, bool isTransposed);
  Values multiplyScores(mlir::Value stage);
  Values multiplyFactor(Values acc, llvm::ArrayRef<mlir::Value> factor,
                        mlir::Value stage);
  Progress foldSynchronously();
  Progress foldTileSynchronously(const Progress *before, mlir::Value step,
                                 const Variant &variant);

  // WarpgroupColumns.cpp: warpgroups that divide columns.
  bool dividesColumns() const;
  /// Whose rows a warpgroup has.
  mlir::Value getRowsNumber();
  /// Registers of the product.
  int64_t getAccSize() const;
  bool hasPaddedColumns() const;
  int64_t getChunkUnits() const;
  mlir::Value getGroupBarrier(int64_t offset, mlir::Value stage,
                              mlir::Value number);
  mlir::Value getOwnGroup(mlir::Value owner, int64_t number);
  Values issueScoresByGroup(mlir::Value stage, mlir::Value parity);
  /// Calls `body` with registers of the product.
  void forEachOwnGroup(
      llvm::function_ref<void(int64_t number, int64_t first, int64_t size)>
          body);
  Values issueOwnProduct(llvm::ArrayRef<mlir::Value> acc,
                         llvm::ArrayRef<mlir::Value> factor, mlir::Value stage,
                         mlir::Value parity);
  Values waitOwnProduct(llvm::ArrayRef<mlir::Value> acc,
                        llvm::ArrayRef<mlir::Value> factor, mlir::Value stage);
  mlir::Value getRowAddress(int64_t offset, unsigned component, unsigned half);
  mlir::Value loadRow(int64_t offset, unsigned component, unsigned half);
  void publish(llvm::ArrayRef<mlir::Value> factor, const State &state);
  Progress follow(const Progress &progress);
  Progress ownTile(const Progress &progress, mlir::Value step,
                   const Variant &variant, bool isFirst);
  void releaseCommon(mlir::Value stage);
  Progress foldAxisByColumns();
  State mergeParts(State state);

  // WarpgroupColumnsProducer.cpp
  void loadGroups(mlir::Value owner, mlir::Value step, mlir::Value number);
  void emitColumnsProducer();

  // WarpgroupRetry.cpp: code for small references first.
  bool dependsOnReferences(mlir::Value value);
  bool hasUsualCode();
  /// True if the first of two passes has it.
  bool hasTwoPasses() const { return usualInner.fold != nullptr; }
  mlir::Value hasLargeReferences(const State &state);
  void noteReferences(const State &state);
  void emitPasses(mlir::Value isActive,
                  llvm::function_ref<Values(mlir::ValueRange)> emitPass);

  // WarpgroupState.cpp: the fold on a fragment.
  bool isReference(unsigned component);
  bool isLagging(unsigned component);
  void loadRowInputs();
  /// Those that are read before the scores are issued, or once they are there.
  enum class Loads { Early, Late };
  void loadElementInputs(const Variant &variant, mlir::Value firstKey,
                         Loads loads);
  /// Those in shared memory, of the tile with the given count.
  void loadStagedInputs(mlir::Value number);
  State foldTile(const Variant &variant, llvm::ArrayRef<mlir::Value> scores,
                 mlir::Value firstKey, const State *old, Values &factor);
  bool isElement(mlir::BlockArgument arg);
  Values getTerms(const Variant &variant, unsigned component,
                  llvm::ArrayRef<mlir::Value> scores, mlir::Value firstKey,
                  const State &fresh);
  mlir::Value applyPeeled(const Variant &variant, unsigned component,
                          mlir::Value value, unsigned half);
  RowValue correct(unsigned component, const State &old, const State &fresh);
  /// Registers of the product, corrected from references `old` to `fresh`.
  Values correctElements(llvm::ArrayRef<mlir::Value> acc, const State &old,
                         const State &fresh);
  /// Corrects the product from references `old` to `fresh` where any row of
  /// the warp has others.
  Values correctProduct(llvm::ArrayRef<mlir::Value> acc, const State &old,
                        const State &fresh, mlir::Value *wasLarge = nullptr);
  /// That of a pass, from those of `progress`, which gets whether any reference
  /// was large.
  Values correctApplied(Progress &progress);
  State getIdentity();
  State reduceLanes(const State &state);
  State finishState(const State &old, Values &acc);
  mlir::Value combine(unsigned component, mlir::Value lhs, mlir::Value rhs);
  mlir::Value reduceQuad(unsigned component, mlir::Value value);
  mlir::Value getIdentity(unsigned component);
  /// The first position along the axis that a thread has of the tile.
  mlir::Value getFirstOwnKey(mlir::Value firstKey);
  mlir::Value getKey(mlir::Value firstKey, unsigned index);
  /// Components that the product's correction reads, besides itself.
  bool isProductReference(unsigned component);

  // WarpgroupMerge.cpp: states of segments, merged by the blocks that have
  // them.
  /// The state of part of the axis, with some registers of the product.
  struct Part {
    State state;
    Values acc;
  };
  void preparePartials();
  /// Calls `body` for the values of a thread's rows: of all components but the
  /// product.
  void forEachRowValue(
      llvm::function_ref<void(unsigned component, unsigned half)> body);
  /// True in the first of the four lanes that share rows.
  mlir::Value isFirstOfQuad();
  mlir::Value getFirstRowOfWarp();
  int64_t getNumWarps() const;
  int64_t getNumWindows() const;
  mlir::Value getWarpOfBlock();
  mlir::Value getPartialVector(mlir::Value slot, mlir::Value vector);
  mlir::Value getPartialRow(unsigned component, mlir::Value slot,
                            unsigned half);
  void storeVectors(mlir::Value slot, llvm::ArrayRef<mlir::Value> acc,
                    int64_t first);
  void storeRowPart(mlir::Value slot, const State &state);
  /// Row values, and vectors of the product, of memory that the pointers say.
  Part loadPart(
      llvm::function_ref<mlir::Value(unsigned component, unsigned half)> getRow,
      llvm::function_ref<mlir::Value(int64_t)> getVector, int64_t vectors);
  Part loadPart(mlir::Value slot, mlir::Value firstVector, int64_t vectors);
  Part combineParts(llvm::ArrayRef<Part> parts);
  Values flattenPart(const Part &part);
  Part unflattenPart(llvm::ArrayRef<mlir::Value> values);
  Part loadSegments(mlir::Value slot, mlir::Value firstVector, int64_t vectors);
  bool keepsWindow() const;
  Values selectWindow(llvm::ArrayRef<mlir::Value> acc, mlir::Value number,
                      int64_t count, int64_t first = 0);
  void storeForOthers(const State &state, llvm::ArrayRef<mlir::Value> acc);
  void emitMerge(const State &state, const Values &acc);

  // WarpgroupCluster.cpp: states of a cluster's blocks.
  bool hasCluster() const { return schedule.getCluster() > 1; }
  mlir::Value getExchangedVector(mlir::Value slot, int64_t vector);
  mlir::Value getExchangedRow(mlir::Value slot, unsigned component,
                              unsigned half);
  void sendPart(const State &state, llvm::ArrayRef<mlir::Value> window,
                mlir::Value rank, mlir::Value target);
  Part receivePart(int64_t slot, int64_t vectors);
  void emitClusterMerge(const State &state, const Values &acc);

  // WarpgroupReadout.cpp: what is computed from the results.
  void emitReadouts(const State &state, const Values &acc);
  /// The element of the given row and, where it has one, axis or column.
  mlir::Value loadElement(const Memory &memory, unsigned half,
                          mlir::Value varying = {});
  bool isReadInPairs(const Memory &memory);
  Values loadPair(const Memory &memory, unsigned half, mlir::Value position);
  const Memory *findMemory(mlir::Value tensor,
                           llvm::ArrayRef<unsigned> dims) const;
  /// The memory of an input of the fold, if it is read from one.
  const Memory *findInput(unsigned input) const {
    return findMemory(fold.getInputs()[input], getInputDims(fold, input));
  }
  /// The position of a batch dimension or of the row, an index.
  mlir::Value getPosition(unsigned dim, unsigned half);
  mlir::Value getColumnOfWarp();
  mlir::Value getColumn(unsigned index);
  /// The same, but none beyond the last one.
  mlir::Value getExistingColumn(unsigned index);
  /// Where the segment's part of an output begins.
  Values getFirstIndices(const Memory &memory);
  void storeTile(const Memory &memory, const Values &elements);
  bool stagesWindows(size_t registers) const;
  void storeStaged(const Memory &memory, const Values &elements);
  void storeBoxes(const Memory &memory, mlir::Value base);
  bool storesBoxes() const {
    return llvm::any_of(outputs, [](const Memory &memory) {
      return memory.descriptor != nullptr;
    });
  }
  /// Until TMA has read the results that this warp has stored.
  void waitForBoxes();
  mlir::Value getFragmentAddress(mlir::Value base);
  void storeRows(const Memory &memory, const RowValue &value);
  void ifRowExists(unsigned half, llvm::function_ref<void()> body);

  mlir::RewriterBase &b;
  mlir::Location loc;
  const WarpgroupFold &group;
  mutable cascade::FoldOp fold;
  cascade::WarpgroupScheduleAttr schedule;
  Numerics numerics;
  WarpgroupLayout layout;
  ColumnChunks chunks;
  WarpgroupOps ops;
  RelaxedOps relaxed;

  // Host.
  llvm::SmallVector<mlir::OpFoldResult> dimSizes;
  mlir::OpFoldResult rowCount;
  TiledOperand query, key, value;
  llvm::SmallVector<StagedInput, 1> stagedInputs;
  /// In the order in which products read them.
  llvm::SmallVector<Widener, 2> wideners;
  std::vector<Memory> inputs, outputs;
  /// Of segments that blocks merge: their states, by component, and two flags
  /// for each warp's rows, of states that are there and of readers.
  Values partials;
  mlir::Value flags;
  mlir::gpu::LaunchOp launch;
  Variant inner, border;
  /// The same for small references, if the first pass has these.
  Variant usualInner, usualBorder;
  /// Folds that are there for their code alone.
  llvm::SmallVector<mlir::Operation *> codes;
  /// The code is for small references: states say whether they were.
  bool checksReferences = false;
  /// Tiles of the axis that are masked are not visited, and those on the border
  /// evaluate `border`, the others `inner`.
  bool hasBorder = false, isUneven = false, inPairs = false;
  bool mayBeEmpty = false, hasHighBorder = false, hasLowBorder = false;

  // Kernel: of the block.
  mlir::Value shared, lane, rowBlocks, numTiles;
  /// Tiles of rows, each of which has as many tiles as there are segments.
  mlir::Value numRowTiles;
  Share share;
  // Of the tile.
  Tile tile;
  llvm::SmallVector<mlir::Value> positions; // i32, by dimension of the batch
  // Of the consumer: its number, fragment addresses, tiles loaded before.
  mlir::Value warpgroup, warp, queryLow, count;
  Values queryRegisters;
  RowValue rowIndex; // i32
  /// The column of the first register that is read out, i32; null for none.
  mlir::Value firstColumn;
  /// A sum of the first terms of a tile, f32, if any component is one.
  mlir::Value heldSum;
  /// Elements of the fold's inputs: by input, for each register, or for each
  /// half if they do not vary along the axis.
  llvm::DenseMap<unsigned, Values> elementInputs, rowInputs;
  /// Inputs that nothing but conditions reads which hold in inner tiles.
  llvm::SmallSet<unsigned, 4> maskInputs;
  /// What the term of the last call of getTerms has for all elements of a row.
  std::array<mlir::IRMapping, kHalves> invariants;
  llvm::DenseMap<mlir::Value, RowValue> rowValues;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPKERNEL_H
