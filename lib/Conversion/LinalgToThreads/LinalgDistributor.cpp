//===- LinalgDistributor.cpp - Thread code of one linalg op ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgDistributor.h"

#include "../Utils/BufferBounds.h"
#include "../Utils/Delinearise.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace redfuser;

static constexpr int64_t kWarpSize = 32;

LinalgDistributor::LinalgDistributor(OpBuilder &builder, linalg::LinalgOp op,
                                     const ThreadIds &ids)
    : b(builder), op(op), ids(ids), loc(op.getLoc()) {
  op.getParallelDims(parallelDims);
  op.getReductionDims(reductionDims);

  // Neighbouring threads take neighbours in the result: its innermost dimension
  // goes last.
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  llvm::SmallDenseMap<unsigned, unsigned> position;
  for (auto [i, expr] : llvm::enumerate(outMap.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      position[dim.getPosition()] = i + 1;
  llvm::sort(parallelDims, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(position.lookup(lhs), lhs) <
           std::make_pair(position.lookup(rhs), rhs);
  });

  hasCombiners = !reductionDims.empty();
  for (int64_t i = 0, e = op.getNumDpsInits(); i < e && hasCombiners; ++i) {
    FailureOr<Combiner> combiner = Combiner::match(op, i);
    hasCombiners = succeeded(combiner);
    if (hasCombiners)
      combiners.push_back(*combiner);
  }
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Constant upper bound of the iterations over `dims`, from the operands'
/// sizes.
std::optional<int64_t>
LinalgDistributor::getUpperBound(ArrayRef<unsigned> dims) {
  int64_t bound = 1;
  for (unsigned dim : dims) {
    std::optional<int64_t> size;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      std::optional<unsigned> result =
          map.getResultPosition(b.getAffineDimExpr(dim));
      if (!result)
        continue;
      std::optional<int64_t> ub = getSizeBound(operand.get(), *result);
      if (ub)
        size = std::min(*ub, size.value_or(*ub));
    }
    if (!size || llvm::MulOverflow(bound, *size, bound))
      return std::nullopt;
  }
  return bound;
}

Distribution LinalgDistributor::choose() {
  if (reductionDims.empty())
    return Distribution::Elementwise;
  if (!hasCombiners)
    return Distribution::ThreadReduction;
  // A warp reads along the innermost dimension of an operand, or not at all
  // coalesced; then a thread a result reads neighbours.
  bool readsAlongReduction =
      llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
        AffineMap map = op.getMatchingIndexingMap(input);
        if (map.getNumResults() == 0)
          return false;
        auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
        return dim && llvm::is_contained(reductionDims, dim.getPosition());
      });
  std::optional<int64_t> results = getUpperBound(parallelDims);
  std::optional<int64_t> length = getUpperBound(reductionDims);
  // Enough results for every thread: only a reduction that shares no input
  // (no contraction) gains from lanes along it.
  bool shares = llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return llvm::any_of(
        parallelDims, [&](unsigned dim) { return !map.isFunctionOfDim(dim); });
  });
  bool many = !results || *results >= ids.threads;
  if (many && shares && matchRegisterTile())
    return Distribution::RegisterTile;
  if (many && (shares || !readsAlongReduction))
    return Distribution::ThreadReduction;
  if (length && *length < kWarpSize / 2)
    return Distribution::ThreadReduction;
  int64_t warps = ids.threads / kWarpSize;
  if (results && *results * 2 <= warps && (!length || *length > 4 * kWarpSize))
    return Distribution::BlockReduction;
  return Distribution::WarpReduction;
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value LinalgDistributor::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value LinalgDistributor::product(ArrayRef<unsigned> dims) {
  Value total;
  int64_t constant = 1;
  for (unsigned dim : dims) {
    OpFoldResult size = ranges[dim].size;
    if (std::optional<int64_t> value = getConstantIntValue(size)) {
      constant *= *value;
      continue;
    }
    Value value = cast<Value>(size);
    total = total ? arith::MulIOp::create(b, loc, total, value) : value;
  }
  if (!total)
    return index(constant);
  return constant == 1 ? total
                       : arith::MulIOp::create(b, loc, total, index(constant));
}

SmallVector<Value> LinalgDistributor::delinearise(Value flat,
                                                  ArrayRef<unsigned> dims) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim : dims)
    sizes.push_back(ranges[dim].size);
  std::optional<int64_t> bound = getUpperBound(dims);
  return delineariseUnsigned(b, loc, flat, sizes, bound && *bound <= INT32_MAX);
}

SmallVector<Value> LinalgDistributor::access(AffineMap map, ValueRange ivs) {
  SmallVector<OpFoldResult> operands(ivs.begin(), ivs.end());
  SmallVector<Value> indices;
  for (OpFoldResult result :
       affine::makeComposedFoldedMultiResultAffineApply(b, loc, map, operands))
    indices.push_back(getValueOrCreateConstantIndexOp(b, loc, result));
  return indices;
}

SmallVector<Value> LinalgDistributor::merge(ValueRange parallelIvs,
                                            ValueRange reductionIvs) {
  SmallVector<Value> ivs(op.getNumLoops());
  for (auto [dim, iv] : llvm::zip(parallelDims, parallelIvs))
    ivs[dim] = iv;
  for (auto [dim, iv] : llvm::zip(reductionDims, reductionIvs))
    ivs[dim] = iv;
  return ivs;
}

SmallVector<Value> LinalgDistributor::emitLoads(ValueRange ivs) {
  SmallVector<Value> values;
  for (OpOperand &init : op.getDpsInitsMutable())
    values.push_back(memref::LoadOp::create(
        b, loc, init.get(), access(op.getMatchingIndexingMap(&init), ivs)));
  return values;
}

void LinalgDistributor::emitStores(ValueRange ivs, ValueRange values) {
  for (auto [init, value] : llvm::zip(op.getDpsInitsMutable(), values))
    memref::StoreOp::create(b, loc, value, init.get(),
                            access(op.getMatchingIndexingMap(&init), ivs));
}

Value LinalgDistributor::emitLoad(OpOperand &operand, ValueRange ivs) {
  return memref::LoadOp::create(
      b, loc, operand.get(), access(op.getMatchingIndexingMap(&operand), ivs));
}

/// Lets the backend make a fused multiply-add of `op`.
static void allowContraction(Operation *op) {
  auto fastMath = cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlags flags = fastMath.getFastMathFlagsAttr().getValue();
  op->setAttr(fastMath.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  op->getContext(), flags | arith::FastMathFlags::contract));
}

SmallVector<Value> LinalgDistributor::emitBody(ValueRange ivs,
                                               ValueRange accumulators,
                                               LoadFn load) {
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    if (op.isDpsInit(&operand)) {
      unsigned result = operand.getOperandNumber() - op.getNumDpsInputs();
      if (!accumulators.empty()) {
        mapping.map(arg, accumulators[result]);
        continue;
      }
      if (arg.use_empty())
        continue;
    } else if (arg.use_empty()) {
      continue;
    }
    if (op.isScalar(&operand)) {
      mapping.map(arg, operand.get());
      continue;
    }
    mapping.map(arg, load ? load(operand, ivs) : emitLoad(operand, ivs));
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto indexOp = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(indexOp.getResult(), ivs[indexOp.getDim()]);
      continue;
    }
    Operation *clone = b.clone(inner, mapping);
    // acc + a * b may round once.
    if (hasCombiners && isa<arith::AddFOp, arith::MulFOp>(clone))
      allowContraction(clone);
    // linalg.index may hide in a nested region.
    clone->walk([&](linalg::IndexOp nested) {
      nested.getResult().replaceAllUsesWith(ivs[nested.getDim()]);
      nested.erase();
    });
  }
  SmallVector<Value> results;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

/// Calls `body` for each result: the flattened parallel space from `first` in
/// steps of `step`.
void LinalgDistributor::emitForEachResult(Value first, int64_t step,
                                          ResultFn body) {
  Value total = product(parallelDims);
  auto loop = scf::ForOp::create(b, loc, first, total, index(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(delinearise(loop.getInductionVar(), parallelDims));
}

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

void LinalgDistributor::emitElementwise() {
  emitForEachResult(ids.thread, ids.threads, [&](ValueRange parallelIvs) {
    SmallVector<Value> ivs = merge(parallelIvs, {});
    emitStores(ivs, emitBody(ivs, {}));
  });
}

void LinalgDistributor::emitThreadReduction() {
  emitForEachResult(ids.thread, ids.threads, [&](ValueRange parallelIvs) {
    // Results are indexed by parallel dims only, so any reduction iv will do.
    Value zero = index(0);
    SmallVector<Value> zeros(reductionDims.size(), zero);
    SmallVector<Value> outIvs = merge(parallelIvs, zeros);
    SmallVector<Value> lbs(zeros), ubs, steps(reductionDims.size(), index(1));
    for (unsigned dim : reductionDims)
      ubs.push_back(getValueOrCreateConstantIndexOp(b, loc, ranges[dim].size));
    scf::LoopNest nest = scf::buildLoopNest(
        b, loc, lbs, ubs, steps, emitLoads(outIvs),
        [&](OpBuilder &, Location, ValueRange reductionIvs,
            ValueRange accumulators) -> scf::ValueVector {
          return emitBody(merge(parallelIvs, reductionIvs), accumulators);
        });
    emitStores(outIvs, nest.results);
  });
}

SmallVector<Value> LinalgDistributor::emitIdentities() {
  return llvm::map_to_vector(combiners, [&](const Combiner &combiner) {
    return combiner.identity(b, loc);
  });
}

SmallVector<Value> LinalgDistributor::emitPartials(ValueRange parallelIvs,
                                                   Value first, int64_t step) {
  Value length = product(reductionDims);
  auto loop = scf::ForOp::create(
      b, loc, first, length, index(step), emitIdentities(),
      [&](OpBuilder &, Location, Value flat, ValueRange accumulators) {
        SmallVector<Value> reductionIvs = delinearise(flat, reductionDims);
        scf::YieldOp::create(
            b, loc, emitBody(merge(parallelIvs, reductionIvs), accumulators));
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> LinalgDistributor::emitWarpCombine(ValueRange partials) {
  SmallVector<Value> results;
  for (auto [combiner, partial] : llvm::zip(combiners, partials))
    results.push_back(warpAllReduce(b, loc, combiner, partial));
  return results;
}

void LinalgDistributor::emitCombineIntoResults(ValueRange ivs,
                                               ValueRange partials) {
  SmallVector<Value> results;
  for (auto [combiner, old, partial] :
       llvm::zip(combiners, emitLoads(ivs), partials))
    results.push_back(combiner.combine(b, loc, old, partial));
  emitStores(ivs, results);
}

/// Emits `body` for the thread whose `id` is 0.
static void emitIfZero(OpBuilder &b, Location loc, Value id,
                       llvm::function_ref<void()> body) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isZero =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, id, zero);
  auto ifOp = scf::IfOp::create(b, loc, isZero, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}

void LinalgDistributor::emitWarpReduction() {
  // The loop is uniform over the lanes of a warp, so shuffles are convergent.
  emitForEachResult(
      ids.warp, ids.threads / kWarpSize, [&](ValueRange parallelIvs) {
        SmallVector<Value> zeros(reductionDims.size(), index(0));
        SmallVector<Value> totals =
            emitWarpCombine(emitPartials(parallelIvs, ids.lane, kWarpSize));
        emitIfZero(b, loc, ids.lane, [&] {
          emitCombineIntoResults(merge(parallelIvs, zeros), totals);
        });
      });
}

void LinalgDistributor::emitBlockReduction() {
  int64_t warps = ids.threads / kWarpSize;
  // One element a warp and result, in static shared memory.
  auto launch = op->getParentOfType<gpu::LaunchOp>();
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  SmallVector<Value> scratch;
  for (const Combiner &combiner : combiners)
    scratch.push_back(launch.addWorkgroupAttribution(
        MemRefType::get({warps}, combiner.getType(),
                        MemRefLayoutAttrInterface(), space),
        loc));

  // Every thread sees every result: the loop is uniform over the block.
  emitForEachResult(index(0), 1, [&](ValueRange parallelIvs) {
    SmallVector<Value> zeros(reductionDims.size(), index(0));
    SmallVector<Value> totals =
        emitWarpCombine(emitPartials(parallelIvs, ids.thread, ids.threads));
    emitIfZero(b, loc, ids.lane, [&] {
      for (auto [memory, total] : llvm::zip(scratch, totals))
        memref::StoreOp::create(b, loc, total, memory, ids.warp);
    });
    gpu::BarrierOp::create(b, loc);
    emitIfZero(b, loc, ids.thread, [&] {
      SmallVector<Value> partials;
      for (auto [combiner, memory] : llvm::zip(combiners, scratch)) {
        Value partial = memref::LoadOp::create(b, loc, memory, index(0));
        for (int64_t warp = 1; warp < warps; ++warp)
          partial = combiner.combine(
              b, loc, partial,
              memref::LoadOp::create(b, loc, memory, index(warp)));
        partials.push_back(partial);
      }
      emitCombineIntoResults(merge(parallelIvs, zeros), partials);
    });
    // The scratch memory is written again for the next result.
    gpu::BarrierOp::create(b, loc);
  });
}

LogicalResult LinalgDistributor::emit(Distribution distribution) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    for (unsigned dim : reductionDims)
      if (map.isFunctionOfDim(dim))
        return op.emitOpError(
            "indexes a result by a reduction dimension, which "
            "has no GPU lowering");
  }
  ranges = op.createLoopRanges(b, loc);
  switch (distribution) {
  case Distribution::Elementwise:
    emitElementwise();
    break;
  case Distribution::ThreadReduction:
    emitThreadReduction();
    break;
  case Distribution::RegisterTile:
    emitRegisterTile();
    break;
  case Distribution::WarpReduction:
    emitWarpReduction();
    break;
  case Distribution::BlockReduction:
    emitBlockReduction();
    break;
  }
  return success();
}
