//===- PlaceBuffers.cpp - Temporaries of a kernel in shared memory --------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Utils/BufferBounds.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUPLACEBUFFERS
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
/// One temporary and the bytes that a block needs for it.
struct Buffer {
  memref::AllocOp alloc;
  /// Place in program order, for a deterministic layout.
  size_t order;
  /// Upper bound, rounded up to kSharedAlignment; none if only known at run
  /// time.
  std::optional<int64_t> bytes;
};
} // namespace

/// Gives `value` the memory space `space` and carries it through views; other
/// users that fix a type (loop arguments, calls) see a cast to the old type.
static void replaceWithSpace(RewriterBase &rewriter, Value from, Value to) {
  auto space = cast<MemRefType>(to.getType()).getMemorySpace();
  for (OpOperand &use : llvm::make_early_inc_range(from.getUses())) {
    Operation *user = use.getOwner();
    if (isa<linalg::LinalgOp, memref::LoadOp, memref::StoreOp, memref::CopyOp,
            memref::DimOp, memref::DeallocOp>(user)) {
      use.set(to);
      continue;
    }
    bool isView = isa<memref::SubViewOp, memref::CastOp,
                      memref::CollapseShapeOp, memref::ExpandShapeOp,
                      memref::TransposeOp, memref::ReinterpretCastOp>(user);
    auto resultType = isView
                          ? dyn_cast<MemRefType>(user->getResult(0).getType())
                          : MemRefType();
    if (resultType) {
      // Clone with the new type, then carry on with the view's users.
      rewriter.setInsertionPoint(user);
      IRMapping mapping;
      mapping.map(from, to);
      Operation *view = rewriter.clone(*user, mapping);
      MemRefType::Builder builder(resultType);
      builder.setMemorySpace(space);
      view->getResult(0).setType(MemRefType(builder));
      replaceWithSpace(rewriter, user->getResult(0), view->getResult(0));
      if (user->use_empty())
        rewriter.eraseOp(user);
      continue;
    }
    rewriter.setInsertionPoint(user);
    use.set(memref::MemorySpaceCastOp::create(rewriter, user->getLoc(),
                                              from.getType(), to));
  }
}

/// True if a loop inside the launch hands the buffer to its next iteration:
/// one slice of memory cannot serve both iterations.
static bool isLoopCarried(memref::AllocOp alloc,
                          BufferViewFlowAnalysis &aliases) {
  for (Value alias : aliases.resolve(alloc.getResult()))
    for (OpOperand &use : alias.getUses()) {
      Operation *user = use.getOwner();
      if (!user->hasTrait<OpTrait::IsTerminator>())
        continue;
      auto loop = dyn_cast<LoopLikeOpInterface>(user->getParentOp());
      if (loop && loop->isProperAncestor(alloc))
        return true;
    }
  return false;
}

namespace {
/// Rewrites the temporaries of one launch.
class LaunchPlacer {
public:
  LaunchPlacer(RewriterBase &rewriter, gpu::LaunchOp launch, int64_t budget)
      : rewriter(rewriter), launch(launch), budget(budget) {}

  LogicalResult run();

private:
  void placeShared(Buffer &buffer);
  LogicalResult placeGlobal(Buffer &buffer);
  OpFoldResult getBeforeLaunch(OpFoldResult size);
  void replaceWithView(memref::AllocOp alloc, Value bytes, Value offset);

  RewriterBase &rewriter;
  gpu::LaunchOp launch;
  int64_t budget;
  int64_t used = 0;
  Value arena;
};
} // namespace

/// Replaces `alloc` by a view of the byte buffer `bytes` at `offset`.
void LaunchPlacer::replaceWithView(memref::AllocOp alloc, Value bytes,
                                   Value offset) {
  rewriter.setInsertionPoint(alloc);
  MemRefType type = alloc.getType();
  auto bytesType = cast<MemRefType>(bytes.getType());
  auto viewType =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), bytesType.getMemorySpace());
  Value view = memref::ViewOp::create(rewriter, alloc.getLoc(), viewType, bytes,
                                      offset, alloc.getDynamicSizes());
  replaceWithSpace(rewriter, alloc.getResult(), view);
  rewriter.eraseOp(alloc);
}

void LaunchPlacer::placeShared(Buffer &buffer) {
  Location loc = buffer.alloc.getLoc();
  rewriter.setInsertionPointToStart(&launch.getBody().front());
  if (!arena) {
    auto space = gpu::AddressSpaceAttr::get(rewriter.getContext(),
                                            gpu::AddressSpace::Workgroup);
    auto type = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type(),
                                MemRefLayoutAttrInterface(), space);
    arena = gpu::DynamicSharedMemoryOp::create(rewriter, launch.getLoc(), type);
  }
  rewriter.setInsertionPoint(buffer.alloc);
  Value offset = arith::ConstantIndexOp::create(rewriter, loc, used);
  replaceWithView(buffer.alloc, arena, offset);
  used += *buffer.bytes;
}

/// A size in a kernel as it is known before the launch, null if it is not: it
/// does not depend on the kernel, or is that of a buffer that does not.
OpFoldResult LaunchPlacer::getBeforeLaunch(OpFoldResult size) {
  auto isInKernel = [&](Value value) {
    return launch.getBody().isAncestor(value.getParentRegion());
  };
  auto value = dyn_cast<Value>(size);
  if (!value || !isInKernel(value))
    return size;
  auto dim = value.getDefiningOp<memref::DimOp>();
  if (!dim || isInKernel(dim.getSource()))
    return {};
  std::optional<int64_t> index = dim.getConstantIndex();
  if (!index)
    return {};
  return memref::DimOp::create(rewriter, dim.getLoc(), dim.getSource(), *index)
      .getResult();
}

/// A slice a block of one buffer that lives as long as the launch.
LogicalResult LaunchPlacer::placeGlobal(Buffer &buffer) {
  memref::AllocOp alloc = buffer.alloc;
  Location loc = alloc.getLoc();
  rewriter.setInsertionPoint(launch);
  Value bytes;
  if (buffer.bytes) {
    bytes = arith::ConstantIndexOp::create(rewriter, loc, *buffer.bytes);
  } else {
    // Sizes that do not depend on the block are known before the launch, others
    // (of tiles) have bounds.
    bytes =
        arith::ConstantIndexOp::create(rewriter, loc, getElementBytes(alloc));
    for (auto [dim, mixed] : llvm::enumerate(alloc.getMixedSizes())) {
      OpFoldResult size = getBeforeLaunch(mixed);
      if (!size)
        if (auto bound = getSizeBound(alloc.getResult(), dim))
          size = rewriter.getIndexAttr(*bound);
      if (!size)
        return alloc.emitOpError("inside a kernel has a size with no constant "
                                 "upper bound; tile the dimension, or give "
                                 "the tensor a static shape");
      bytes = arith::MulIOp::create(
          rewriter, loc, bytes,
          getValueOrCreateConstantIndexOp(rewriter, loc, size));
    }
    Value align =
        arith::ConstantIndexOp::create(rewriter, loc, kSharedAlignment);
    bytes = arith::MulIOp::create(
        rewriter, loc, arith::CeilDivUIOp::create(rewriter, loc, bytes, align),
        align);
  }
  Value total =
      arith::MulIOp::create(rewriter, loc, bytes, launch.getGridSizeX());
  auto type = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type());
  Value global = memref::AllocOp::create(rewriter, loc, type, total);
  rewriter.setInsertionPoint(alloc);
  Value offset =
      arith::MulIOp::create(rewriter, loc, bytes, launch.getBlockIds().x);
  replaceWithView(alloc, global, offset);
  return success();
}

LogicalResult LaunchPlacer::run() {
  SmallVector<Buffer> buffers;
  BufferViewFlowAnalysis aliases(launch);
  bool carried = false;
  launch.getBody().walk([&](memref::AllocOp alloc) {
    if (isLoopCarried(alloc, aliases)) {
      alloc.emitOpError("inside a kernel is carried into the next iteration of "
                        "a loop; write the new value into the carried buffer");
      carried = true;
    }
    buffers.push_back({alloc, buffers.size(), getByteBound(alloc)});
  });
  if (carried)
    return failure();
  SmallVector<memref::DeallocOp> deallocs;
  launch.getBody().walk([&](memref::DeallocOp op) { deallocs.push_back(op); });
  for (memref::DeallocOp op : deallocs)
    rewriter.eraseOp(op);

  // Smallest first: per-row state before whole tiles.
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
    return std::make_pair(a.bytes.value_or(INT64_MAX), a.order) <
           std::make_pair(b.bytes.value_or(INT64_MAX), b.order);
  });
  for (Buffer &buffer : buffers) {
    if (!buffer.alloc.getType().getLayout().isIdentity())
      return buffer.alloc.emitOpError(
          "inside a kernel has a layout; expected the identity layout");
    if (buffer.bytes && used + *buffer.bytes <= budget)
      placeShared(buffer);
    else if (failed(placeGlobal(buffer)))
      return failure();
  }
  if (used > 0) {
    rewriter.setInsertionPoint(launch);
    Value size = arith::ConstantIntOp::create(rewriter, launch.getLoc(),
                                              rewriter.getI32Type(), used);
    launch.getDynamicSharedMemorySizeMutable().assign(size);
  }
  return success();
}

namespace {
struct GPUPlaceBuffersPass
    : public redfuser::impl::GPUPlaceBuffersBase<GPUPlaceBuffersPass> {
  using GPUPlaceBuffersBase::GPUPlaceBuffersBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<gpu::LaunchOp> launches;
    getOperation()->walk([&](gpu::LaunchOp op) { launches.push_back(op); });
    for (gpu::LaunchOp launch : launches)
      if (failed(LaunchPlacer(rewriter, launch, sharedBudget).run()))
        return signalPassFailure();
  }
};
} // namespace
