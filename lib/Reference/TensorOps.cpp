//===- TensorOps.cpp - Ops of the tensor dialect --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

/// What memory that nobody wrote holds: values that show where they are read.
static Scalar getUninitialized(Type type) {
  if (isa<FloatType>(type))
    return Scalar::makeReal(std::numeric_limits<double>::quiet_NaN());
  return makeInteger(type, 0x5a5a5a5a5a5a5a5a);
}

/// A slice: which element of the large tensor each of its elements is.
namespace {
struct Slice {
  SmallVector<int64_t> offsets, sizes, strides;

  SmallVector<int64_t> getPlace(ArrayRef<int64_t> position) const {
    SmallVector<int64_t> place(position);
    for (size_t d = 0; d < place.size(); ++d)
      place[d] = offsets[d] + position[d] * strides[d];
    return place;
  }
};
} // namespace

/// The sizes without the dimensions that the smaller type drops.
static SmallVector<int64_t> dropDims(ArrayRef<int64_t> sizes,
                                     const llvm::SmallBitVector &dropped) {
  SmallVector<int64_t> kept;
  for (auto [d, size] : llvm::enumerate(sizes))
    if (!dropped.test(d))
      kept.push_back(size);
  return kept;
}

static FailureOr<Tensor> extract(Operation *op, const Tensor &source,
                                 const Slice &slice) {
  for (int64_t size : slice.sizes)
    if (size < 0)
      return op->emitError("the slice has the negative size ") << size;
  Tensor result(slice.sizes, Scalar());
  int64_t next = 0;
  if (!forEachPosition(slice.sizes, [&](ArrayRef<int64_t> position) {
        SmallVector<int64_t> place = slice.getPlace(position);
        if (!source.contains(place))
          return false;
        result[next++] = source.at(place);
        return true;
      }))
    return op->emitError("the slice reaches outside of its tensor");
  return result;
}

static LogicalResult insert(Operation *op, const Tensor &part, Tensor &dest,
                            const Slice &slice) {
  int64_t count = 1;
  for (int64_t size : slice.sizes)
    count *= size;
  if (count != part.getNumElements())
    return op->emitError("the slice has ")
           << count << " elements, its source " << part.getNumElements();
  int64_t next = 0;
  if (!forEachPosition(slice.sizes, [&](ArrayRef<int64_t> position) {
        SmallVector<int64_t> place = slice.getPlace(position);
        if (!dest.contains(place))
          return false;
        dest.at(place) = part[next++];
        return true;
      }))
    return op->emitError("the slice reaches outside of its tensor");
  return success();
}

std::optional<LogicalResult> Machine::runTensorOp(Operation *op) {
  auto getSlice = [&](OffsetSizeAndStrideOpInterface slice) {
    return Slice{getIndices(slice.getMixedOffsets()),
                 getIndices(slice.getMixedSizes()),
                 getIndices(slice.getMixedStrides())};
  };
  auto define = [&](Datum datum) -> LogicalResult {
    set(op->getResult(0), std::move(datum));
    return success();
  };
  auto outside = [&] {
    return op->emitError("the position lies outside of the tensor");
  };
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tensor::EmptyOp empty) -> Result {
        SmallVector<int64_t> sizes = getIndices(empty.getMixedSizes());
        for (int64_t size : sizes)
          if (size < 0)
            return op->emitError("the tensor has the negative size ") << size;
        return define(
            Tensor(sizes, getUninitialized(empty.getType().getElementType())));
      })
      .Case([&](tensor::DimOp dim) -> Result {
        const Tensor &source = getTensor(dim.getSource());
        int64_t index = getScalar(dim.getIndex()).getInteger();
        if (index < 0 || index >= int64_t(source.getShape().size()))
          return op->emitError("the tensor has no dimension ") << index;
        return define(Scalar::makeInteger(source.getShape()[index]));
      })
      .Case([&](tensor::RankOp rank) -> Result {
        int64_t value = getTensor(rank.getTensor()).getShape().size();
        return define(Scalar::makeInteger(value));
      })
      .Case([&](tensor::CastOp cast) -> Result {
        auto type = dyn_cast<RankedTensorType>(cast.getType());
        const Tensor &source = getTensor(cast.getSource());
        if (!type || type.getRank() != int64_t(source.getShape().size()))
          return op->emitError(
              "the interpreter does not know unranked tensors");
        for (auto [wanted, got] : llvm::zip(type.getShape(), source.getShape()))
          if (!ShapedType::isDynamic(wanted) && wanted != got)
            return op->emitError("expected size ") << wanted << ", got " << got;
        return define(source);
      })
      .Case([&](tensor::ExtractOp extract) -> Result {
        SmallVector<int64_t> place =
            getIndices(getAsOpFoldResult(extract.getIndices()));
        const Tensor &source = getTensor(extract.getTensor());
        return source.contains(place) ? define(source.at(place))
                                      : LogicalResult(outside());
      })
      .Case([&](tensor::InsertOp insert) -> Result {
        SmallVector<int64_t> place =
            getIndices(getAsOpFoldResult(insert.getIndices()));
        Tensor dest = getTensor(insert.getDest());
        if (!dest.contains(place))
          return LogicalResult(outside());
        dest.at(place) = getScalar(insert.getScalar());
        return define(std::move(dest));
      })
      .Case([&](tensor::FromElementsOp from) -> Result {
        Tensor result(from.getType().getShape(), Scalar());
        for (auto [i, element] : llvm::enumerate(from.getElements()))
          result[i] = getScalar(element);
        return define(std::move(result));
      })
      .Case([&](tensor::SplatOp splat) -> Result {
        SmallVector<int64_t> sizes = getIndices(
            getMixedValues(splat.getType().getShape(), splat.getDynamicSizes(),
                           op->getContext()));
        return define(Tensor(sizes, getScalar(splat.getInput())));
      })
      .Case([&](tensor::ExtractSliceOp slice) -> Result {
        FailureOr<Tensor> result =
            extract(op, getTensor(slice.getSource()), getSlice(slice));
        if (failed(result))
          return LogicalResult(failure());
        return define(result->reshaped(
            dropDims(result->getShape(), slice.getDroppedDims())));
      })
      .Case([&](tensor::InsertSliceOp slice) -> Result {
        Tensor dest = getTensor(slice.getDest());
        if (failed(insert(op, getTensor(slice.getSource()), dest,
                          getSlice(slice))))
          return LogicalResult(failure());
        return define(std::move(dest));
      })
      .Case([&](tensor::ParallelInsertSliceOp slice) -> Result {
        // The destination, an argument of the enclosing forall, collects what
        // all iterations insert.
        Tensor dest = getTensor(slice.getDest());
        if (failed(insert(op, getTensor(slice.getSource()), dest,
                          getSlice(slice))))
          return LogicalResult(failure());
        set(slice.getDest(), std::move(dest));
        return success();
      })
      .Case([&](tensor::ExpandShapeOp expand) -> Result {
        const Tensor &source = getTensor(expand.getSrc());
        SmallVector<int64_t> sizes = getIndices(
            getMixedValues(expand.getStaticOutputShape(),
                           expand.getOutputShape(), op->getContext()));
        int64_t count = 1;
        for (int64_t size : sizes)
          count *= size;
        if (count != source.getNumElements())
          return op->emitError("expected ")
                 << source.getNumElements() << " elements, got " << count;
        return define(source.reshaped(sizes));
      })
      .Case([&](tensor::CollapseShapeOp collapse) -> Result {
        const Tensor &source = getTensor(collapse.getSrc());
        SmallVector<int64_t> sizes;
        for (ArrayRef<int64_t> group : collapse.getReassociationIndices()) {
          sizes.push_back(1);
          for (int64_t dim : group)
            sizes.back() *= source.getShape()[dim];
        }
        return define(source.reshaped(sizes));
      })
      .Default([](Operation *) { return std::nullopt; });
}
