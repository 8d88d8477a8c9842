//===- Tile.cpp - Tile folds ----------------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cleanup.h"
#include "FlattenForall.h"
#include "FuseProducers.h"
#include "MaskBounds.h"
#include "RelaxQuotients.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/bit.h"

namespace redfuser {
#define GEN_PASS_DEF_TILEPASS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
struct TilePass : public redfuser::impl::TilePassBase<TilePass> {
  using TilePassBase::TilePassBase;

  void runOnOperation() override;
  /// Appends the folds on tiles to `tiles`.
  LogicalResult tileFold(RewriterBase &rewriter, cascade::FoldOp fold,
                         SmallVector<cascade::FoldOp> &tiles);
  /// Parts of the axis that give every thread something to do.
  int64_t chooseSegments(cascade::FoldOp fold);
  LogicalResult tileSegments(RewriterBase &rewriter, cascade::FoldOp fold,
                             int64_t parts,
                             SmallVector<cascade::FoldOp> &tiles);
  FailureOr<cascade::FoldOp> tileRows(RewriterBase &rewriter,
                                      cascade::FoldOp fold);
  FailureOr<cascade::FoldOp> tileAxis(RewriterBase &rewriter,
                                      cascade::FoldOp fold);
  scf::SCFTilingOptions getRowOptions(cascade::FoldOp fold);
  /// True if threads would take longer to start than `fold` takes.
  bool isForOneThread(cascade::FoldOp fold);
  SmallVector<OpFoldResult> getParallelSizes(OpBuilder &b,
                                             cascade::FoldOp fold);
  /// True if tiles of `fold` are chosen by the length of its rows.
  bool hasLongRows(cascade::FoldOp fold);
  /// The rows of a tile, at most `size`, where these depend on sizes that are
  /// found at run time.
  OpFoldResult limitRows(OpBuilder &b, cascade::FoldOp fold, int64_t size);
};
} // namespace

/// On what must not be left outside of loops (see redfuser-check-virtual).
static constexpr StringLiteral kVirtual = "redfuser.virtual";

/// The positions of a dimension, or ShapedType::kDynamic, which is negative.
static int64_t getExtent(cascade::FoldOp fold, unsigned dim) {
  auto [value, position] = fold.getDimSource(dim);
  return cast<RankedTensorType>(value.getType()).getDimSize(position);
}

/// A tile of at most `size` along `dim`: the whole dimension where it is known
/// to be shorter, so that the tile's size is known too.
static int64_t clampTile(cascade::FoldOp fold, unsigned dim, int64_t size) {
  int64_t extent = getExtent(fold, dim);
  return ShapedType::isDynamic(extent) ? size : std::min(size, extent);
}

/// True if there are inputs that vary along a dimension that only some results
/// have, as the columns of a contraction, and none of these varies along `dim`.
static bool sharesWeights(cascade::FoldOp fold, unsigned dim) {
  llvm::SmallBitVector columns(fold.getNumDims(), true);
  for (unsigned common : fold.getCommonParallelDims())
    columns.reset(common);
  for (unsigned axis : fold.getAxisDims())
    columns.reset(axis);
  bool found = false;
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    llvm::SmallBitVector read = cascade::getDims(fold.getInputMap(i));
    if (!read.anyCommon(columns))
      continue;
    if (read.test(dim))
      return false;
    found = true;
  }
  return found;
}

/// The number of tiles; as many as there can be where an extent is not known.
static int64_t countTiles(cascade::FoldOp fold, ArrayRef<unsigned> dims,
                          ArrayRef<int64_t> sizes) {
  uint64_t count = 1;
  for (auto [dim, size] : llvm::zip_equal(dims, sizes)) {
    int64_t extent = getExtent(fold, dim);
    if (ShapedType::isDynamic(extent))
      return std::numeric_limits<int64_t>::max();
    count = llvm::SaturatingMultiply<uint64_t>(count,
                                               llvm::divideCeil(extent, size));
  }
  return std::min<uint64_t>(count, std::numeric_limits<int64_t>::max());
}

/// Fewer elements take less time than a thread needs to start.
static constexpr int64_t kLeastWork = 4096;

bool TilePass::isForOneThread(cascade::FoldOp fold) {
  SmallVector<unsigned> dims = llvm::to_vector(llvm::seq(fold.getNumDims()));
  return threads > 1 && parallelTiles.empty() &&
         countTiles(fold, dims, SmallVector<int64_t>(dims.size(), 1)) <
             2 * kLeastWork;
}

int64_t TilePass::chooseSegments(cascade::FoldOp fold) {
  if (segments > 1 || threads == 1)
    return segments;
  SmallVector<unsigned> dims = fold.getCommonParallelDims();
  int64_t rowCount =
      countTiles(fold, dims, SmallVector<int64_t>(dims.size(), 1));
  int64_t length = getExtent(fold, fold.getAxisDims().front());
  if (rowCount >= threads || ShapedType::isDynamic(length))
    return 1;
  return std::clamp<int64_t>(length / kLeastWork, 1,
                             llvm::divideCeil<int64_t>(threads, rowCount));
}

/// True if a product of matrices, or another reduction, is among what the tiles
/// of the inputs are computed by.
static bool readsReduction(cascade::FoldOp fold) {
  SetVector<Operation *> producers;
  auto addProducers = [&](ValueRange values) {
    for (Value value : values)
      if (auto op = value.getDefiningOp();
          isa_and_nonnull<linalg::LinalgOp, tensor::ExtractSliceOp,
                          tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
        producers.insert(op);
  };
  addProducers(fold.getInputs());
  for (size_t i = 0; i < producers.size(); ++i) {
    auto op = dyn_cast<linalg::LinalgOp>(producers[i]);
    if (op && op.getNumReductionLoops() > 0)
      return true;
    addProducers(producers[i]->getOperands());
  }
  return false;
}

bool TilePass::hasLongRows(cascade::FoldOp fold) {
  if (!longRows || axis == 0 || !parallelTiles.empty() ||
      fold.getCommonParallelDims().empty())
    return false;
  // Rows of a contraction share its columns, and short tiles are masked away
  // more often.
  SmallVector<unsigned> rowDims = fold.getCommonParallelDims();
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (fold.getResultMap(i).getNumResults() != rowDims.size())
      return false;
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    llvm::SmallBitVector read = cascade::getDims(fold.getInputMap(i));
    unsigned numRead =
        llvm::count_if(rowDims, [&](unsigned dim) { return read.test(dim); });
    if (numRead != 0 && numRead != rowDims.size())
      return false;
  }
  int64_t length = getExtent(fold, fold.getAxisDims().back());
  return (ShapedType::isDynamic(length) || length > axis) &&
         !readsReduction(fold) && cascade::findMaskConditions(fold).empty();
}

OpFoldResult TilePass::limitRows(OpBuilder &b, cascade::FoldOp fold,
                                 int64_t size) {
  Location loc = fold.getLoc();
  SmallVector<OpFoldResult> extents = fold.getDimSizes(b);
  auto toValue = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  };
  Value one = toValue(b.getIndexAttr(1));
  AffineExpr s0 = b.getAffineSymbolExpr(0),
             most = b.getAffineConstantExpr(size);
  SmallVector<AffineExpr> bounds{most};
  SmallVector<OpFoldResult> operands;
  auto atLeastOne = [&](AffineExpr expr, Value value) {
    AffineMap map = AffineMap::get(0, 1, {b.getAffineConstantExpr(1), expr},
                                   b.getContext());
    bounds.push_back(b.getAffineSymbolExpr(operands.size()));
    operands.push_back(
        affine::makeComposedFoldedAffineMax(b, loc, map, {value}));
  };
  if (hasLongRows(fold)) {
    Value length = toValue(extents[fold.getAxisDims().back()]);
    length = b.createOrFold<arith::MaxUIOp>(loc, length, one);
    Value area = toValue(b.getIndexAttr(rows * axis));
    atLeastOne(s0, b.createOrFold<arith::DivUIOp>(loc, area, length));
  }
  if (threads > 1) {
    Value count = one;
    for (unsigned dim : fold.getCommonParallelDims())
      count = b.createOrFold<arith::MulIOp>(loc, count, toValue(extents[dim]));
    atLeastOne(s0.ceilDiv(threads), count);
  }
  return affine::makeComposedFoldedAffineMin(
      b, loc, AffineMap::get(0, operands.size(), bounds, b.getContext()),
      operands);
}

SmallVector<OpFoldResult> TilePass::getParallelSizes(OpBuilder &b,
                                                     cascade::FoldOp fold) {
  SmallVector<unsigned> dims = fold.getCommonParallelDims();
  SmallVector<int64_t> sizes(dims.size(), 1);
  // Rows that read the same weights share what is computed from these: where
  // the innermost dimension has few, those of outer ones are added.
  int64_t left = rows;
  int64_t length = getExtent(fold, fold.getAxisDims().back());
  bool isLong = hasLongRows(fold);
  if (isLong && !ShapedType::isDynamic(length))
    // Powers of two divide more often: tiles that are all whole have known
    // sizes.
    left = std::clamp<int64_t>(llvm::bit_floor<uint64_t>(rows * axis / length),
                               1, rows);
  for (unsigned i = dims.size(); i-- > 0 && left > 1;) {
    bool isInnermost = i + 1 == dims.size();
    if (!isInnermost && !sharesWeights(fold, dims[i]))
      break;
    sizes[i] = clampTile(fold, dims[i], left);
    // Of the outer ones, rather all than a second tile of fewer than half.
    int64_t extent = getExtent(fold, dims[i]);
    if (!isInnermost && extent > left && extent - left <= left / 2)
      sizes[i] = extent;
    left /= std::max<int64_t>(sizes[i], 1);
  }
  for (unsigned i = dims.size(); i-- > 0;)
    while (sizes[i] > 1 && countTiles(fold, dims, sizes) < threads &&
           !isForOneThread(fold))
      sizes[i] = llvm::divideCeil(sizes[i], 2);
  for (auto [size, given] : llvm::zip(sizes, parallelTiles))
    size = given;
  auto result = llvm::map_to_vector(llvm::zip(dims, sizes), [&](auto pair) {
    auto [dim, size] = pair;
    return OpFoldResult(b.getIndexAttr(clampTile(fold, dim, size)));
  });
  // What is not known yet, is then.
  bool isUnknown = (isLong && ShapedType::isDynamic(length)) ||
                   (threads > 1 && parallelTiles.empty() &&
                    llvm::any_of(dims, [&](unsigned dim) {
                      return ShapedType::isDynamic(getExtent(fold, dim));
                    }));
  if (isUnknown && segments <= 1 && !dims.empty() && sizes.back() > 1)
    result.back() = limitRows(b, fold, sizes.back());
  return result;
}

/// An elementwise consumer of the results of `loop` (a finalizer, a readout)
/// that can be computed from a tile of it. Upstream takes a tile of size zero
/// for a dimension that is not tiled, and reads past the sizes that it has:
/// consumers without elements stay outside.
static bool isConsumer(Operation *user, LoopLikeOpInterface loop) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
  return linalgOp && user->getBlock() == loop->getBlock() &&
         linalgOp.getNumReductionLoops() == 0 &&
         !llvm::is_contained(linalgOp.getStaticLoopRanges(), 0);
}

/// The consumers of `loop`, in program order.
static Operation *getNextConsumer(LoopLikeOpInterface loop,
                                  const DenseSet<Operation *> &failed) {
  Operation *next = nullptr;
  for (Operation *user : loop->getUsers())
    if (isConsumer(user, loop) && !failed.contains(user) &&
        (!next || user->isBeforeInBlock(next)))
      next = user;
  return next;
}

namespace {
/// Holds a loop and all ops up to the last one that depends on it through
/// consumers as above in a block of their own, and puts them back. Upstream
/// asks for the order of ops after each insertion, for which a block numbers
/// all of its ops anew: in a long function, that is most of the time.
class SmallerBlock {
public:
  explicit SmallerBlock(LoopLikeOpInterface loop) : block(*loop->getBlock()) {
    SetVector<Operation *> dependents;
    auto addUsers = [&](Operation *op) {
      for (Operation *user : op->getUsers())
        if (user->getBlock() == &block)
          dependents.insert(user);
    };
    addUsers(loop);
    for (size_t i = 0; i < dependents.size(); ++i)
      if (isa<linalg::LinalgOp>(dependents[i]))
        addUsers(dependents[i]);
    Block::iterator end = std::next(loop->getIterator());
    for (size_t left = dependents.size(); left > 0 && end != block.end(); ++end)
      left -= dependents.contains(&*end);

    OpBuilder builder(loop);
    holder = scf::ExecuteRegionOp::create(builder, loop.getLoc(), TypeRange());
    Block *inner = builder.createBlock(&holder->getRegion(0));
    inner->getOperations().splice(inner->end(), block.getOperations(),
                                  loop->getIterator(), end);
  }
  ~SmallerBlock() {
    block.getOperations().splice(holder->getIterator(),
                                 holder->getRegion(0).front().getOperations());
    holder->erase();
  }

private:
  Block &block;
  Operation *holder;
};
} // namespace

static void fuseConsumers(RewriterBase &rewriter,
                          SmallVector<LoopLikeOpInterface> &loops) {
  DenseSet<Operation *> failures;
  if (llvm::none_of(loops.front()->getUsers(), [&](Operation *user) {
        return isConsumer(user, loops.front());
      }))
    return;
  SmallerBlock smaller(loops.front());
  while (Operation *consumer = getNextConsumer(loops.front(), failures)) {
    // What it reads besides must be there before the loop; an op between that
    // could not join keeps its own consumers out.
    SmallVector<Value> others;
    for (Value operand : consumer->getOperands())
      if (operand.getDefiningOp() != loops.front())
        others.push_back(operand);
    if (failed(moveValueDefinitions(rewriter, others, loops.front()))) {
      failures.insert(consumer);
      continue;
    }
    FailureOr<scf::SCFFuseConsumerOfSliceResult> fused =
        scf::tileAndFuseConsumer(rewriter, consumer, loops);
    if (succeeded(fused) && isOpTriviallyDead(consumer))
      rewriter.eraseOp(consumer);
    else
      failures.insert(consumer);
    // In loops of scf.for, upstream puts the tile of a consumer behind the
    // first of the tiles that it reads.
    sortTopologically(&loops.back().getLoopRegions().front()->front());
  }
}

/// Tiles `fold` by `sizes` and replaces it; returns what is inside the loops.
static FailureOr<scf::SCFTilingResult>
tileAndReplace(RewriterBase &rewriter, cascade::FoldOp fold,
               scf::SCFTilingOptions options, const Twine &what) {
  rewriter.setInsertionPoint(fold);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(fold.getOperation()), options);
  if (failed(tiled))
    return fold.emitError("could not tile ") << what;
  rewriter.replaceOp(fold, tiled->replacements);
  return tiled;
}

/// Marks the linalg ops that compute an input for all rows and the whole axis
/// and that nothing else reads: once the fold is tiled, none of it may be left
/// (see redfuser-check-virtual).
static void markTiledInputs(cascade::FoldOp fold) {
  for (auto [index, input] : llvm::enumerate(fold.getInputs())) {
    AffineMap map = fold.getInputMap(index);
    SmallVector<unsigned> dims = fold.getCommonParallelDims();
    llvm::append_range(dims, fold.getAxisDims());
    if (!llvm::all_of(dims,
                      [&](unsigned dim) { return map.isFunctionOfDim(dim); }))
      continue;
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    if (producer && llvm::all_of(input.getUsers(), [&](Operation *user) {
          return user == fold || isa<tensor::DimOp>(user);
        }))
      producer->setAttr(kVirtual, UnitAttr::get(fold.getContext()));
  }
}

/// What computes tiles in the loops around `tile`, up to those of `parent`, is
/// not marked: a loop of one iteration is none in the end.
static void unmarkTiles(cascade::FoldOp tile, Operation *parent) {
  Operation *loop = tile;
  while (loop->getParentOp() != parent)
    loop = loop->getParentOp();
  loop->walk([](Operation *op) { op->removeAttr(kVirtual); });
}

LogicalResult TilePass::tileFold(RewriterBase &rewriter, cascade::FoldOp fold,
                                 SmallVector<cascade::FoldOp> &tiles) {
  // Nothing to tile, and upstream rejects slices of statically empty tensors.
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim) {
    auto [value, position] = fold.getDimSource(dim);
    if (cast<RankedTensorType>(value.getType()).getDimSize(position) == 0)
      return success();
  }
  moveReshapesOutOfTheWay(rewriter, fold);
  if (markVirtual)
    markTiledInputs(fold);
  Operation *parent = fold->getParentOp();
  if (int64_t parts = chooseSegments(fold); parts > 1)
    return tileSegments(rewriter, fold, parts, tiles);

  FailureOr<cascade::FoldOp> tiled = tileRows(rewriter, fold);
  if (succeeded(tiled) && *tiled)
    tiled = tileAxis(rewriter, *tiled);
  if (failed(tiled))
    return failure();
  if (*tiled) {
    tiles.push_back(*tiled);
    unmarkTiles(*tiled, parent);
  }
  return success();
}

scf::SCFTilingOptions TilePass::getRowOptions(cascade::FoldOp fold) {
  scf::SCFTilingOptions options;
  options.setLoopType(loops == "forall" && !isForOneThread(fold)
                          ? scf::SCFTilingOptions::LoopType::ForallOp
                          : scf::SCFTilingOptions::LoopType::ForOp);
  return options;
}

/// The multi-segment form: row blocks x segments, each folded into a partial
/// state; then the merge, itself a fold, tiled over rows with the consumers.
LogicalResult TilePass::tileSegments(RewriterBase &rewriter,
                                     cascade::FoldOp fold, int64_t parts,
                                     SmallVector<cascade::FoldOp> &tiles) {
  unsigned numParallel = fold.getCommonParallelDims().size();
  SmallVector<OpFoldResult> sizes(numParallel + fold.getAxisDims().size(),
                                  rewriter.getIndexAttr(0));

  // Parts of equal size, at least one position long: a short axis gives fewer.
  rewriter.setInsertionPoint(fold);
  Location loc = fold.getLoc();
  OpFoldResult length = fold.getDimSizes(rewriter)[fold.getAxisDims().front()];
  AffineExpr d0 = rewriter.getAffineDimExpr(0);
  AffineMap part = AffineMap::get(
      1, 0, {d0.ceilDiv(parts), rewriter.getAffineConstantExpr(1)},
      rewriter.getContext());
  sizes[numParallel] =
      affine::makeComposedFoldedAffineMax(rewriter, loc, part, {length});

  scf::SCFTilingOptions options;
  options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp)
      .setTileSizes(sizes)
      .setReductionTilingStrategy(
          ReductionTilingStrategy::PartialReductionOuterParallel)
      .setReductionDims({numParallel});
  FailureOr<scf::SCFTilingResult> tiled =
      tileAndReplace(rewriter, fold, options, "the axis in segments");
  if (failed(tiled))
    return failure();
  auto partial = cast<cascade::FoldOp>(tiled->tiledOps.front());
  auto merge = cast<cascade::FoldOp>(tiled->mergeOps.front());

  FailureOr<cascade::FoldOp> rowTile = tileRows(rewriter, partial);
  if (failed(rowTile))
    return failure();
  if (!*rowTile)
    return success();
  // One parallel loop over segments and row blocks.
  auto segmentLoop = cast<scf::ForallOp>(tiled->loops.front());
  auto rowLoop = dyn_cast<scf::ForallOp>((*rowTile)->getParentOp());
  if (rowLoop && rowLoop != segmentLoop) {
    FailureOr<scf::ForallOp> flat =
        flattenForall(rewriter, segmentLoop, rowLoop);
    if (succeeded(flat))
      rowTile = *flat->getOps<cascade::FoldOp>().begin();
  }
  rowTile = tileAxis(rewriter, *rowTile);
  FailureOr<cascade::FoldOp> mergeTile = tileRows(rewriter, merge);
  if (failed(rowTile) || failed(mergeTile))
    return failure();
  tiles.push_back(*rowTile);
  if (*mergeTile)
    tiles.push_back(*mergeTile);
  return success();
}

/// Row blocks, with the consumers of the results. Null if there are no rows, so
/// that nothing of the fold is left.
FailureOr<cascade::FoldOp> TilePass::tileRows(RewriterBase &rewriter,
                                              cascade::FoldOp fold) {
  rewriter.setInsertionPoint(fold);
  SmallVector<OpFoldResult> sizes = getParallelSizes(rewriter, fold);
  if (llvm::all_of(sizes, isZeroInteger))
    return fold;
  sizes.append(fold.getAxisDims().size(), rewriter.getIndexAttr(0));
  FailureOr<scf::SCFTilingResult> tiled =
      tileAndReplace(rewriter, fold, getRowOptions(fold).setTileSizes(sizes),
                     "the parallel dimensions");
  if (failed(tiled))
    return failure();
  auto inner = cast<cascade::FoldOp>(tiled->tiledOps.front());
  fuseConsumers(rewriter, tiled->loops);
  if (relaxQuotients)
    redfuser::relaxQuotients(rewriter, inner, tiled->loops.front());
  // Results that only consumers read are no outputs any more; the state then
  // starts in each tile.
  inner = dropUnusedOutputs(rewriter, inner);
  if (!inner)
    return inner;
  fuseProducers(rewriter, inner, inner.getInits());
  return inner;
}

/// A loop over the axis that carries the state, with the producers of the
/// inputs.
FailureOr<cascade::FoldOp> TilePass::tileAxis(RewriterBase &rewriter,
                                              cascade::FoldOp fold) {
  if (axis != 0) {
    SmallVector<OpFoldResult> sizes(fold.getCommonParallelDims().size(),
                                    rewriter.getIndexAttr(0));
    sizes.append(fold.getAxisDims().size(), rewriter.getIndexAttr(1));
    int64_t length = hasLongRows(fold) ? rows * axis : axis;
    sizes.back() = rewriter.getIndexAttr(
        clampTile(fold, fold.getAxisDims().back(), length));
    rewriter.setInsertionPoint(fold);
    SmallVector<MaskBounds> bounds = findMaskBounds(rewriter, fold);
    FailureOr<scf::SCFTilingResult> tiled =
        tileAndReplace(rewriter, fold,
                       scf::SCFTilingOptions().setTileSizes(sizes), "the axis");
    if (failed(tiled))
      return failure();
    for (auto [loop, range] : llvm::zip_equal(tiled->loops, bounds))
      skipMaskedTiles(rewriter, cast<scf::ForOp>(loop.getOperation()), range);
    fold = cast<cascade::FoldOp>(tiled->tiledOps.front());
  }
  fuseProducers(rewriter, fold, fold.getInputs());
  return fold;
}

void TilePass::runOnOperation() {
  if (loops != "forall" && loops != "for") {
    getOperation()->emitError("redfuser-tile: expected loops=forall or "
                              "loops=for, got '")
        << loops << "'";
    return signalPassFailure();
  }
  if (rows < 0 || axis < 0 || segments < 1 || threads < 1 ||
      llvm::any_of(parallelTiles, [](int64_t size) { return size < 0; })) {
    InFlightDiagnostic diag = getOperation()->emitError(
        "redfuser-tile: expected tile sizes of at least 0, at least one "
        "segment and at least one thread, got rows=");
    diag << rows.getValue() << " axis=" << axis.getValue()
         << " segments=" << segments.getValue()
         << " threads=" << threads.getValue();
    if (!parallelTiles.empty()) {
      diag << " parallel-tiles=";
      llvm::interleave(
          parallelTiles, diag, [&](int64_t size) { diag << size; }, ",");
    }
    return signalPassFailure();
  }
  SmallVector<cascade::FoldOp> folds;
  getOperation()->walk([&](cascade::FoldOp fold) { folds.push_back(fold); });
  DeadOps dead;
  IRRewriter rewriter(&getContext(), &dead);
  for (cascade::FoldOp fold : folds) {
    if (isOpTriviallyDead(fold))
      continue;
    // What the pass leaves alone keeps its form: only the new loops are tidied.
    Block *block = fold->getBlock();
    SmallVector<cascade::FoldOp> tiles;
    if (failed(tileFold(rewriter, fold, tiles)))
      return signalPassFailure();
    SetVector<Operation *> newLoops;
    for (cascade::FoldOp tile : tiles)
      if (Operation *loop = block->findAncestorOpInBlock(*tile))
        if (loop != tile)
          newLoops.insert(loop);
    for (Operation *loop : newLoops)
      cleanupLoop(loop, &dead);
    dead.erase(rewriter, block);
  }
}
