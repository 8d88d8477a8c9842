//===- WarpgroupOperands.cpp - Operands of products in memory -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Host code: what TMA, or threads, load operands by.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/FoldCode.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// The dimensions `rowDims`, slowest first, as one.
static SmallVector<StridedPart, 1> getRowParts(const StridedTensor &view,
                                               const FoldTensor &tensor,
                                               ArrayRef<unsigned> rowDims) {
  SmallVector<StridedPart, 1> parts;
  for (unsigned rowDim : rowDims)
    for (auto [dim, dimParts] : llvm::zip_equal(tensor.dims, view.dims))
      if (dim == rowDim)
        llvm::copy_if(dimParts, std::back_inserter(parts),
                      [](const StridedPart &part) { return !part.tableDim; });
  return joinParts(parts);
}

LogicalResult WarpgroupKernel::prepareOperand(
    const FoldTensor &tensor, ArrayRef<unsigned> rowDims, unsigned columnDim,
    int64_t boxRows, TiledOperand &operand, std::string &reason) {
  // What a table orders in a way that this kernel does not load is gathered
  // first: why concerns nobody.
  StridedTensor view;
  for (bool throughTables : {true, false}) {
    view = readThroughLayout(b, loc, tensor.tensor, throughTables);
    int64_t boxColumns = operand.boxColumns;
    operand = TiledOperand();
    operand.boxColumns = boxColumns;
    reason.clear();
    if (succeeded(prepareView(view, tensor, rowDims, columnDim, boxRows,
                              operand, reason)))
      return success();
    if (!view.table)
      break;
  }
  return failure();
}

/// Elements of 16 bytes, in which TMA counts.
static int64_t getUnit(const StridedTensor &view) {
  return 128 / view.getElementType().getIntOrFloatBitWidth();
}

/// True if every row is known to begin with a multiple of 16 bytes, the strides
/// of memory being products of its sizes.
static bool isAligned(const StridedTensor &view, const FoldTensor &tensor,
                      unsigned columnDim) {
  ArrayRef<int64_t> sizes =
      cast<RankedTensorType>(view.base.getType()).getShape();
  if (!ShapedType::isDynamic(sizes.back()) && sizes.back() % getUnit(view) == 0)
    return true;
  for (auto [dim, parts] : llvm::zip_equal(tensor.dims, view.dims))
    if (dim != columnDim && llvm::any_of(parts, [](const StridedPart &part) {
          return !getConstantIntValue(part.stride);
        }))
      return false;
  return true;
}

LogicalResult WarpgroupKernel::prepareView(const StridedTensor &view,
                                           const FoldTensor &tensor,
                                           ArrayRef<unsigned> rowDims,
                                           unsigned columnDim, int64_t boxRows,
                                           TiledOperand &operand,
                                           std::string &reason) {
  auto fail = [&](const Twine &why) {
    reason = ("an operand of a product " + why).str();
    return failure();
  };
  int64_t unit = getUnit(view);
  if (view.offset % unit != 0)
    return fail("is a slice that does not begin with a multiple of " +
                Twine(unit) + " elements");
  size_t rank = 2;
  for (auto [dim, parts] : llvm::zip_equal(tensor.dims, view.dims)) {
    for (const StridedPart &part : parts) {
      std::optional<int64_t> stride = getConstantIntValue(part.stride);
      if (dim == columnDim && stride != 1)
        return fail("is not contiguous along the dimension that TMA loads "
                    "rows of");
      if (dim != columnDim && stride && *stride % unit != 0)
        return fail("has rows that do not begin with a multiple of " +
                    Twine(unit) + " elements");
      if (dim == columnDim && parts.size() != 1)
        return fail("has columns that are not evenly spaced");
      std::optional<int64_t> size = getConstantIntValue(part.size);
      if (dim == columnDim && size && *size % unit != 0)
        return fail("has rows that are no multiple of " + Twine(unit) +
                    " elements");
      rank +=
          dim != columnDim && !llvm::is_contained(rowDims, dim) && stride != 0;
    }
  }
  SmallVector<StridedPart, 1> rows = getRowParts(view, tensor, rowDims);
  operand.boxRows = boxRows;
  rank += view.table.has_value();
  if (view.table && failed(preparePages(view, tensor, rowDims, operand)))
    return failure();
  if (rows.size() > 1)
    return fail("has rows that are not evenly spaced");
  if (!rows.empty() && isConstantIntValue(rows.front().stride, 0))
    return fail("repeats rows");
  if (!isAligned(view, tensor, columnDim))
    return fail("has rows of unknown alignment");
  if (rank > kMaxMapRank && !isSynchronous(schedule))
    return fail("has more dimensions in memory than a TMA descriptor");
  createDescriptor(view, tensor, rowDims, columnDim, operand);
  return success();
}

/// Rows of 128 bytes after which their swizzle is the same again.
static constexpr int64_t kSwizzledRows = 8;

/// Where the parts are by which a table is read. Fails where pages are not to
/// be loaded; those of one row are none, since a part of one element is
/// dropped.
LogicalResult WarpgroupKernel::preparePages(const StridedTensor &view,
                                            const FoldTensor &tensor,
                                            ArrayRef<unsigned> rowDims,
                                            TiledOperand &operand) {
  const PageTable &table = *view.table;
  if (isSynchronous(schedule) || dividesColumns() ||
      rowDims != ArrayRef(group.getAxis()))
    return failure();
  int64_t rank = cast<RankedTensorType>(table.tensor.getType()).getRank();
  operand.tableIndices.assign(
      rank, TiledOperand::Coordinate{0, b.getIndexAttr(1), b.getIndexAttr(1)});
  bool isPaged = false;
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  for (auto [dim, parts] : llvm::zip_equal(tensor.dims, view.dims)) {
    bool isOfRows = llvm::is_contained(rowDims, dim);
    OpFoldResult divisor = b.getIndexAttr(1);
    for (const StridedPart &part : llvm::reverse(parts)) {
      bool isSlowest = &part == &parts.front();
      if (part.tableDim && isOfRows) {
        // Pages in order, of one run of rows each.
        if (parts.size() != 2 || !isSlowest)
          return failure();
        isPaged = true;
        operand.tableIndices[*part.tableDim] = std::nullopt;
      } else if (part.tableDim) {
        operand.tableIndices[*part.tableDim] = TiledOperand::Coordinate{
            dim, divisor, isSlowest ? OpFoldResult() : part.size};
      }
      divisor = affine::makeComposedFoldedAffineApply(b, loc, s0 * s1,
                                                      {divisor, part.size});
    }
  }
  std::optional<int64_t> stride = getConstantIntValue(table.stride);
  int64_t unit = getUnit(view);
  if (!stride || *stride % unit != 0)
    return failure();
  operand.table = table;
  if (!isPaged)
    return success();
  // Boxes of whole rows of the swizzle.
  SmallVector<StridedPart, 1> rows = getRowParts(view, tensor, rowDims);
  std::optional<int64_t> pageRows;
  if (rows.size() == 1)
    pageRows = getConstantIntValue(rows.front().size);
  if (!pageRows || *pageRows % kSwizzledRows != 0)
    return failure();
  operand.pageRows = *pageRows;
  operand.boxRows = std::gcd(operand.boxRows, *pageRows);
  return success();
}

void WarpgroupKernel::createDescriptor(const StridedTensor &view,
                                       const FoldTensor &tensor,
                                       ArrayRef<unsigned> rowDims,
                                       unsigned columnDim,
                                       TiledOperand &operand) {
  SmallVector<OpFoldResult> sizes, strides;
  OpFoldResult one = b.getIndexAttr(1);
  OpFoldResult rowSize = one, rowStride = b.getIndexAttr(getUnit(view)),
               columnSize = one;
  for (const StridedPart &part : getRowParts(view, tensor, rowDims)) {
    rowSize = part.size;
    rowStride = part.stride;
  }
  for (auto [position, list] : llvm::enumerate(view.dims)) {
    unsigned dim = tensor.dims[position];
    ArrayRef<StridedPart> parts = list;
    if (dim == columnDim) {
      columnSize = parts.front().size;
      continue;
    }
    if (llvm::is_contained(rowDims, dim))
      continue;
    // The index of a part: what is left of the dimension's by faster parts.
    OpFoldResult divisor = one;
    SmallVector<TiledOperand::Coordinate> coordinates;
    AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
    for (const StridedPart &part : llvm::reverse(parts)) {
      bool isSlowest = &part == &parts.front();
      if (!isConstantIntValue(part.stride, 0))
        coordinates.push_back(
            {dim, divisor, isSlowest ? OpFoldResult() : part.size});
      divisor = affine::makeComposedFoldedAffineApply(b, loc, s0 * s1,
                                                      {divisor, part.size});
    }
    llvm::append_range(operand.batch, llvm::reverse(coordinates));
    for (const StridedPart &part : parts)
      if (!isConstantIntValue(part.stride, 0)) {
        sizes.push_back(part.size);
        strides.push_back(part.stride);
      }
  }
  if (view.table) {
    // Pages beyond the last one are read as zeros.
    sizes.push_back(view.table->size);
    strides.push_back(view.table->stride);
    auto tableType = cast<RankedTensorType>(view.table->tensor.getType());
    operand.tableMemory = bufferization::ToBufferOp::create(
        b, loc,
        MemRefType::get(tableType.getShape(), tableType.getElementType()),
        view.table->tensor, /*read_only=*/true);
  }
  operand.batchStrides = strides;
  operand.offset = view.offset;
  operand.rowSize = rowSize;
  operand.rowStride = rowStride;
  sizes.append({rowSize, columnSize});
  strides.append({rowStride, one});
  operand.columns = *getConstantIntValue(columnSize);

  auto baseType = cast<RankedTensorType>(view.base.getType());
  Type element = baseType.getElementType();
  Value base = bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(baseType.getShape(), element), view.base,
      /*read_only=*/true);
  operand.base = base;
  operand.rowBytes = operand.boxColumns * element.getIntOrFloatBitWidth() / 8;
  if (isSynchronous(schedule))
    return;
  SmallVector<int64_t> box(sizes.size() - 2, 1);
  box.append({operand.boxRows, operand.boxColumns});
  operand.descriptor = createMap(base, view.offset, sizes, strides, box);
}

/// The descriptor of memory in boxes: of 128-byte rows, swizzled as products
/// read them, or of what is widened, as it is.
Value WarpgroupKernel::createMap(Value base, int64_t offset,
                                 ArrayRef<OpFoldResult> sizes,
                                 ArrayRef<OpFoldResult> strides,
                                 ArrayRef<int64_t> box) {
  Type element = cast<MemRefType>(base.getType()).getElementType();
  SmallVector<int64_t> staticSizes, staticStrides;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, staticSizes);
  dispatchIndexOpFoldResults(strides, dynamic, staticStrides);
  auto viewType = MemRefType::get(
      staticSizes, element,
      StridedLayoutAttr::get(b.getContext(), offset, staticStrides));
  Value memref = memref::ReinterpretCastOp::create(
      b, loc, viewType, base, OpFoldResult(b.getIndexAttr(offset)), sizes,
      strides);
  Value unranked = memref::CastOp::create(
      b, loc, UnrankedMemRefType::get(element, Attribute()), memref);
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto swizzle = element.getIntOrFloatBitWidth() == 8
                     ? nvgpu::TensorMapSwizzleKind::SWIZZLE_NONE
                     : nvgpu::TensorMapSwizzleKind::SWIZZLE_128B;
  auto type = nvgpu::TensorMapDescriptorType::get(
      b.getContext(),
      MemRefType::get(box, element, MemRefLayoutAttrInterface(), space),
      swizzle, nvgpu::TensorMapL2PromoKind::L2PROMO_128B,
      nvgpu::TensorMapOOBKind::OOB_ZERO,
      nvgpu::TensorMapInterleaveKind::INTERLEAVE_NONE);
  SmallVector<Value> boxValues =
      llvm::map_to_vector(box, [&](int64_t size) -> Value {
        return arith::ConstantIndexOp::create(b, loc, size);
      });
  return nvgpu::TmaCreateDescriptorOp::create(b, loc, type, unranked,
                                              boxValues);
}

LogicalResult WarpgroupKernel::prepareOperands(std::string &reason) {
  unsigned depth = WarpgroupFold::kDepth;
  if (failed(prepareOperand(group.getQuery(), group.getRows(), depth,
                            kWarpgroupRows, query, reason)) ||
      failed(prepareTiles(group.getKey(), group.getWidenedKey(), depth,
                          layout.storedKey, key, reason)))
    return failure();
  prepareStaged();
  if (dividesColumns() && chunks.isShared())
    return success();
  return prepareTiles(group.getValue(), group.getWidenedValue(),
                      group.getColumn(), layout.storedValue, value, reason);
}

/// Of an operand that varies along the axis, as it is loaded.
LogicalResult WarpgroupKernel::prepareTiles(
    const FoldTensor &tensor, const std::optional<WidenedOperand> &widened,
    unsigned columnDim, const WarpgroupLayout::Stored &stored,
    TiledOperand &operand, std::string &reason) {
  if (!widened)
    return prepareOperand(tensor, group.getAxis(), columnDim,
                          schedule.getKeys(), operand, reason);
  operand.boxColumns = stored.boxColumns;
  return prepareOperand(widened->stored, group.getAxis(), columnDim,
                        schedule.getKeys(), operand, reason);
}

/// What TMA cannot load after all is read element by element.
void WarpgroupKernel::prepareStaged() {
  int64_t warpgroups = schedule.getWarpgroups();
  for (auto [i, input] : llvm::enumerate(getStagedInputs(group, schedule))) {
    int64_t first = i * warpgroups;
    StagedInput staged{
        input, TiledOperand(), layout.staged + first * layout.stagedBytes,
        layout.stagedFull + 8 * first, layout.stagedEmpty + 8 * first};
    FoldTensor tensor{fold.getInputs()[input],
                      *getNamedDims(fold.getInputMap(input))};
    std::string reason;
    if (succeeded(prepareOperand(tensor, group.getRows(), group.getAxis(),
                                 kWarpgroupRows, staged.operand, reason)))
      stagedInputs.push_back(staged);
  }
}
