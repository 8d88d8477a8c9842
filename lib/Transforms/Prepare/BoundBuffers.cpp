//===- BoundBuffers.cpp - Buffers of known size for tiles of any ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace redfuser {
#define GEN_PASS_DEF_BOUNDBUFFERS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// The bytes of `shape`, or none if they do not fit into an integer.
static std::optional<int64_t> countBytes(memref::AllocOp alloc,
                                         ArrayRef<int64_t> shape) {
  int64_t bytes =
      DataLayout::closest(alloc).getTypeSize(alloc.getType().getElementType());
  for (int64_t size : shape)
    if (llvm::MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

/// The type of a buffer that has room for what `alloc` may ask for; null if
/// there is none of at most `maxBytes`. Only the outermost dimension may be
/// open: what is used of the buffer is contiguous then.
static MemRefType getBoundedType(memref::AllocOp alloc, int64_t maxBytes) {
  MemRefType type = alloc.getType();
  if (type.getNumDynamicDims() != 1 || !type.isDynamicDim(0) ||
      !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrIndexOrFloat() ||
      !alloc->getParentOfType<LoopLikeOpInterface>())
    return {};
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {alloc.getDynamicSizes().front()}, nullptr,
      /*closedUB=*/true);
  if (failed(bound) || *bound < 1)
    return {};
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = *bound;
  std::optional<int64_t> bytes = countBytes(alloc, shape);
  if (!bytes || *bytes > maxBytes)
    return {};
  return MemRefType::get(shape, type.getElementType(), type.getLayout(),
                         type.getMemorySpace());
}

namespace {
struct BoundBuffersPass final
    : public redfuser::impl::BoundBuffersBase<BoundBuffersPass> {
  using BoundBuffersBase::BoundBuffersBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::AllocOp alloc) {
      MemRefType bounded = getBoundedType(alloc, maxBytes);
      if (!bounded)
        return;
      rewriter.setInsertionPoint(alloc);
      Location loc = alloc.getLoc();
      Value buffer = memref::AllocOp::create(rewriter, loc, bounded,
                                             alloc.getAlignmentAttr());
      SmallVector<OpFoldResult> sizes = alloc.getMixedSizes();
      SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0));
      SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
      Value part =
          memref::SubViewOp::create(rewriter, loc, buffer, zeros, sizes, ones);
      rewriter.replaceOpWithNewOp<memref::CastOp>(alloc, alloc.getType(), part);
    });
  }
};
} // namespace
