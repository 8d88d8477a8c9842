//===- VectorizeProducts.cpp - Reductions in tiles of registers -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace redfuser {
#define GEN_PASS_DEF_VECTORIZEPRODUCTS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

/// A reduction and its loops over the tile that registers hold.
struct Product {
  linalg::GenericOp op;
  /// Operands are contiguous along it, or do not vary.
  unsigned column;
  /// An input that varies along the column does not along this one: rows of a
  /// tile share its vectors.
  unsigned row;
};

/// Rows of a tile, vectors beside each other, elements of one (1: a scalar).
struct TileShape {
  int64_t rows;
  int64_t vectors;
  int64_t lanes;
};

/// What a loop runs over.
struct Span {
  Value begin;
  Value end;

  bool isEmpty() const {
    std::optional<int64_t> from = getConstantIntValue(begin);
    std::optional<int64_t> to = getConstantIntValue(end);
    return from && to && *from >= *to;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What is taken
//===----------------------------------------------------------------------===//

/// A body of which every op has one result and means the same on vectors. LLVM
/// has powers to integers of one exponent for all elements alone.
static bool isElementwise(Block &body) {
  auto isScalar = [](Type type) { return type.isIntOrFloat(); };
  return llvm::all_of(body.without_terminator(), [&](Operation &op) {
    return op.getNumResults() == 1 && isScalar(op.getResult(0).getType()) &&
           !isa<math::FPowIOp>(op) &&
           (isa<arith::ConstantOp>(op) ||
            OpTrait::hasElementwiseMappableTraits(&op));
  });
}

/// True for elements that lie in memory as those of vectors do: without bits
/// or bytes in between.
static bool isPacked(Type type) {
  if (isa<IntegerType>(type))
    return type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
           type.isInteger(64);
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// True if `operand` does not vary along `loop`, or is contiguous along it.
static bool isContiguousOrInvariant(linalg::GenericOp op, OpOperand &operand,
                                    unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isFunctionOfDim(loop))
    return true;
  auto type = cast<MemRefType>(operand.get().getType());
  return map.getResults().back() == getAffineDimExpr(loop, map.getContext()) &&
         type.isLastDimUnitStride();
}

static std::optional<Product> getProduct(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || op.hasIndexSemantics() ||
      !isElementwise(*op.getBody()))
    return std::nullopt;
  OpOperand &result = *op.getDpsInitOperand(0);
  AffineMap resultMap = op.getMatchingIndexingMap(&result);
  if (resultMap.getNumResults() == 0 || !resultMap.isProjectedPermutation())
    return std::nullopt;
  unsigned column = resultMap.getDimPosition(resultMap.getNumResults() - 1);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !isPacked(type.getElementType()) ||
        !op.getMatchingIndexingMap(&operand).isProjectedPermutation() ||
        !isContiguousOrInvariant(op, operand, column))
      return std::nullopt;
  }
  // The innermost loop whose rows share vectors, but for one of a single row.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned row = op.getNumLoops(); row-- > 0;) {
    if (row == column || !resultMap.isFunctionOfDim(row) || ranges[row] == 0 ||
        ranges[row] == 1)
      continue;
    bool shares = llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *in) {
      AffineMap map = op.getMatchingIndexingMap(in);
      return map.isFunctionOfDim(column) && !map.isFunctionOfDim(row);
    });
    if (shares)
      return Product{op, column, row};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What it becomes
//===----------------------------------------------------------------------===//

namespace {

/// Writes the loops of one reduction.
class ProductEmitter {
public:
  ProductEmitter(const Product &product, int64_t vectorBits,
                 bool fuseMultiplyAdd)
      : op(product.op), loc(op.getLoc()), column(product.column),
        row(product.row), vectorBits(vectorBits),
        fuseMultiplyAdd(fuseMultiplyAdd) {}

  void emit(RewriterBase &rewriter);

private:
  Value getIndex(OpBuilder &b, int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  /// What `span` has of whole steps.
  Span takeSteps(OpBuilder &b, Span span, int64_t step);
  void emitRows(OpBuilder &b, Span columns, TileShape tile);
  void emitTiles(OpBuilder &b, Span rows, Span columns, TileShape tile);
  void emitTile(OpBuilder &b, TileShape tile);
  /// The accumulators after `loops`.
  SmallVector<Value> emitReduction(OpBuilder &b, ArrayRef<unsigned> loops,
                                   ValueRange accumulators, TileShape tile);
  SmallVector<Value> emitBody(OpBuilder &b, ValueRange accumulators,
                              TileShape tile);
  Value cloneBody(OpBuilder &b, ArrayRef<Value> arguments, int64_t lanes);
  Value broadcast(OpBuilder &b, Value scalar, int64_t lanes);
  /// Where `operand` has the vector `vector` of the row `rowOfTile`.
  SmallVector<Value> getIndices(OpBuilder &b, OpOperand &operand,
                                int64_t rowOfTile, int64_t vector,
                                int64_t lanes);
  bool varies(OpOperand &operand, unsigned loop) {
    return op.getMatchingIndexingMap(&operand).isFunctionOfDim(loop);
  }

  linalg::GenericOp op;
  Location loc;
  unsigned column;
  unsigned row;
  int64_t vectorBits;
  bool fuseMultiplyAdd;
  SmallVector<Value> sizes;
  /// Positions of the loops; of row and column, where the tile begins.
  SmallVector<Value> ivs;
};

} // namespace

Span ProductEmitter::takeSteps(OpBuilder &b, Span span, int64_t step) {
  if (step == 1)
    return span;
  Value length = b.createOrFold<arith::SubIOp>(loc, span.end, span.begin);
  Value steps = b.createOrFold<arith::DivUIOp>(loc, length, getIndex(b, step));
  Value whole = b.createOrFold<arith::MulIOp>(loc, steps, getIndex(b, step));
  return {span.begin, b.createOrFold<arith::AddIOp>(loc, span.begin, whole)};
}

void ProductEmitter::emit(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  for (Range range : cast<linalg::LinalgOp>(op.getOperation())
                         .createLoopRanges(rewriter, loc))
    sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, range.size));
  ivs.assign(sizes.size(), Value());

  // Two vectors beside each other; for what is left one, a quarter, scalars.
  // Eight rows of two fill half of the 32 registers of the widest vectors.
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  int64_t lanes =
      std::max<int64_t>(vectorBits / element.getIntOrFloatBitWidth(), 1);
  int64_t rows = vectorBits >= 512 ? 8 : 4;
  if (std::optional<int64_t> size = getConstantIntValue(sizes[row]))
    rows = std::min(rows, *size);
  Span left = {getIndex(rewriter, 0), sizes[column]};
  for (TileShape tile : {TileShape{rows, 2, lanes}, TileShape{rows, 1, lanes},
                         TileShape{rows, 1, std::max<int64_t>(lanes / 4, 1)},
                         TileShape{rows, 1, 1}}) {
    Span columns = takeSteps(rewriter, left, tile.vectors * tile.lanes);
    emitRows(rewriter, columns, tile);
    left.begin = columns.end;
  }
  rewriter.eraseOp(op);
}

void ProductEmitter::emitRows(OpBuilder &b, Span columns, TileShape tile) {
  Span all = {getIndex(b, 0), sizes[row]};
  Span whole = takeSteps(b, all, tile.rows);
  emitTiles(b, whole, columns, tile);
  tile.rows = 1;
  emitTiles(b, {whole.end, all.end}, columns, tile);
}

void ProductEmitter::emitTiles(OpBuilder &b, Span rows, Span columns,
                               TileShape tile) {
  if (rows.isEmpty() || columns.isEmpty())
    return;
  // Rows innermost: what they share stays in the nearest cache.
  SmallVector<unsigned> loops;
  SmallVector<Value> begins, ends, steps;
  auto addLoop = [&](unsigned loop, Span span, int64_t step) {
    loops.push_back(loop);
    begins.push_back(span.begin);
    ends.push_back(span.end);
    steps.push_back(getIndex(b, step));
  };
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel && loop != row && loop != column)
      addLoop(loop, {getIndex(b, 0), sizes[loop]}, 1);
  addLoop(column, columns, tile.vectors * tile.lanes);
  addLoop(row, rows, tile.rows);
  scf::buildLoopNest(b, loc, begins, ends, steps,
                     [&](OpBuilder &b, Location, ValueRange positions) {
                       for (auto [loop, iv] : llvm::zip_equal(loops, positions))
                         ivs[loop] = iv;
                       emitTile(b, tile);
                     });
}

SmallVector<Value> ProductEmitter::getIndices(OpBuilder &b, OpOperand &operand,
                                              int64_t rowOfTile, int64_t vector,
                                              int64_t lanes) {
  SmallVector<Value> indices;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    int64_t offset = loop == row      ? rowOfTile
                     : loop == column ? vector * lanes
                                      : 0;
    indices.push_back(offset == 0 ? ivs[loop]
                                  : b.createOrFold<arith::AddIOp>(
                                        loc, ivs[loop], getIndex(b, offset)));
  }
  return indices;
}

Value ProductEmitter::broadcast(OpBuilder &b, Value scalar, int64_t lanes) {
  if (lanes == 1)
    return scalar;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get({lanes}, scalar.getType()), scalar);
}

void ProductEmitter::emitTile(OpBuilder &b, TileShape tile) {
  OpOperand &result = *op.getDpsInitOperand(0);
  Type element = getElementTypeOrSelf(result.get().getType());
  auto forEach = [&](auto body) {
    for (int64_t r = 0; r < tile.rows; ++r)
      for (int64_t v = 0; v < tile.vectors; ++v)
        body(getIndices(b, result, r, v, tile.lanes));
  };
  SmallVector<Value> accumulators;
  forEach([&](ValueRange indices) {
    accumulators.push_back(
        tile.lanes == 1
            ? memref::LoadOp::create(b, loc, result.get(), indices).getResult()
            : vector::LoadOp::create(b, loc,
                                     VectorType::get({tile.lanes}, element),
                                     result.get(), indices)
                  .getResult());
  });

  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  accumulators = emitReduction(b, loops, accumulators, tile);

  ArrayRef<Value> left = accumulators;
  forEach([&](ValueRange indices) {
    if (tile.lanes == 1)
      memref::StoreOp::create(b, loc, left.front(), result.get(), indices);
    else
      vector::StoreOp::create(b, loc, left.front(), result.get(), indices);
    left = left.drop_front();
  });
}

SmallVector<Value> ProductEmitter::emitReduction(OpBuilder &b,
                                                 ArrayRef<unsigned> loops,
                                                 ValueRange accumulators,
                                                 TileShape tile) {
  if (loops.empty())
    return emitBody(b, accumulators, tile);
  unsigned loop = loops.front();
  auto forOp = scf::ForOp::create(
      b, loc, getIndex(b, 0), sizes[loop], getIndex(b, 1), accumulators,
      [&](OpBuilder &b, Location, Value iv, ValueRange carried) {
        ivs[loop] = iv;
        scf::YieldOp::create(
            b, loc, emitReduction(b, loops.drop_front(), carried, tile));
      });
  return llvm::to_vector_of<Value>(forOp.getResults());
}

SmallVector<Value> ProductEmitter::emitBody(OpBuilder &b,
                                            ValueRange accumulators,
                                            TileShape tile) {
  // Each input once for all rows or vectors along which it does not vary.
  DenseMap<std::tuple<unsigned, int64_t, int64_t>, Value> loaded;
  auto load = [&](OpOperand &input, int64_t r, int64_t v) {
    bool isVector = varies(input, column);
    Value &value = loaded[{input.getOperandNumber(), varies(input, row) ? r : 0,
                           isVector ? v : 0}];
    if (value)
      return value;
    SmallVector<Value> indices = getIndices(b, input, r, v, tile.lanes);
    if (isVector && tile.lanes > 1) {
      Type element = getElementTypeOrSelf(input.get().getType());
      value = vector::LoadOp::create(
          b, loc, VectorType::get({tile.lanes}, element), input.get(), indices);
    } else {
      value = broadcast(b, memref::LoadOp::create(b, loc, input.get(), indices),
                        tile.lanes);
    }
    return value;
  };

  SmallVector<Value> results;
  for (int64_t r = 0; r < tile.rows; ++r) {
    for (int64_t v = 0; v < tile.vectors; ++v) {
      SmallVector<Value> arguments;
      for (OpOperand *input : op.getDpsInputOperands())
        arguments.push_back(load(*input, r, v));
      arguments.push_back(accumulators[results.size()]);
      results.push_back(cloneBody(b, arguments, tile.lanes));
    }
  }
  return results;
}

Value ProductEmitter::cloneBody(OpBuilder &b, ArrayRef<Value> arguments,
                                int64_t lanes) {
  Block &body = *op.getBody();
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  auto getValue = [&](Value value) {
    if (!mapping.contains(value)) // from outside of the op
      mapping.map(value, broadcast(b, value, lanes));
    return mapping.lookup(value);
  };
  for (Operation &inner : body.without_terminator()) {
    for (Value operand : inner.getOperands())
      getValue(operand);
    Operation *clone = b.clone(inner, mapping);
    Value result = clone->getResult(0);
    if (isa<arith::ConstantOp>(inner))
      mapping.map(inner.getResult(0), broadcast(b, result, lanes));
    else if (lanes > 1)
      result.setType(VectorType::get({lanes}, result.getType()));
    if (!fuseMultiplyAdd)
      continue;
    // As one operation, where the target has it.
    if (auto add = dyn_cast<arith::AddFOp>(clone))
      for (Value operand : add.getOperands())
        if (auto product = operand.getDefiningOp<arith::MulFOp>();
            product && product->getBlock() == add->getBlock()) {
          auto contract = arith::FastMathFlags::contract;
          add.setFastmath(add.getFastmath() | contract);
          product.setFastmath(product.getFastmath() | contract);
        }
  }
  return getValue(body.getTerminator()->getOperand(0));
}

namespace {
struct VectorizeProductsPass final
    : redfuser::impl::VectorizeProductsBase<VectorizeProductsPass> {
  using VectorizeProductsBase::VectorizeProductsBase;

  void runOnOperation() override {
    if (vectorBits < 128 || vectorBits > 2048 ||
        !llvm::isPowerOf2_64(vectorBits)) {
      getOperation()->emitError(
          "expected vector-bits to be a power of two from 128 to 2048, got ")
          << int64_t(vectorBits);
      return signalPassFailure();
    }
    SmallVector<Product> products;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (std::optional<Product> product = getProduct(op))
        products.push_back(*product);
    });
    IRRewriter rewriter(&getContext());
    for (const Product &product : products)
      ProductEmitter(product, vectorBits, fuseMultiplyAdd).emit(rewriter);
  }
};
} // namespace
