//===- WarpgroupFold.cpp - A fold between two contractions ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupFold.h"

#include "../Utils/FoldCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Columns of the matrices that two warpgroups hold, and a depth of which two
/// tiles fit shared memory; TMA wants rows of whole 16 bytes.
static constexpr int64_t kMaxWidth = 512, kMaxDepth = 1024, kSizeMultiple = 8;
/// Rows of one instruction.
static constexpr int64_t kRowsToFill = 64;
/// Of what is evaluated for tiles: an axis whose tiles fit a list in shared
/// memory, coefficients and inputs of which sums do not overflow.
static constexpr int64_t kMaxRangedLength = 1 << 16;
static constexpr int64_t kMaxRangedCoefficient = 1 << 16;
static constexpr size_t kMaxRangedInputs = 3;

static std::string nameInput(unsigned i) {
  return "input " + std::to_string(i);
}

static std::string nameComponent(unsigned i) {
  return "component " + std::to_string(i);
}

/// The constant that fills `tensor`.
static std::optional<Attribute> getFilled(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  Attribute value;
  if (!fill || !matchPattern(fill.value(), m_Constant(&value)))
    return std::nullopt;
  return value;
}

static bool isZeroFill(Value tensor) {
  std::optional<Attribute> value = getFilled(tensor);
  auto number = value ? dyn_cast<FloatAttr>(*value) : FloatAttr();
  return number && number.getValue().isZero();
}

FailureOr<WarpgroupFold> WarpgroupFold::match(FoldOp fold, bool pack,
                                              std::string &reason) {
  WarpgroupFold result(fold, pack);
  SmallVector<unsigned> axes = fold.getAxisDims();
  if (axes.size() != 1) {
    reason = "it has " + std::to_string(axes.size()) + " axis dimensions";
    return failure();
  }
  result.axis = axes.front();
  if (failed(result.matchProduct(reason)) ||
      failed(result.matchScores(reason)) || failed(result.matchDims(reason)) ||
      failed(result.matchComponents(reason)))
    return failure();
  result.collect(result.column, result.batch.size() + result.rows.size());
  result.matchMasks();
  result.matchStaged();
  return result;
}

void WarpgroupFold::findWidenings(OpBuilder &b, std::string &reason) {
  widenedKey = findWidening(b, key, kDepth, reason);
  widenedValue = findWidening(b, value, column, reason);
}

//===----------------------------------------------------------------------===//
// The second product
//===----------------------------------------------------------------------===//

static Value skipExtensions(Value value) {
  while (auto ext = value.getDefiningOp<arith::ExtFOp>())
    value = ext.getIn();
  return value;
}

LogicalResult WarpgroupFold::matchProduct(std::string &reason) {
  // The component with most dimensions is the product.
  SmallVector<unsigned> largest;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    unsigned rank = fold.getResultMap(i).getNumResults();
    if (largest.empty() || rank > fold.getResultMap(product).getNumResults()) {
      product = i;
      largest = {i};
    } else if (rank == fold.getResultMap(product).getNumResults()) {
      largest.push_back(i);
    }
  }
  if (largest.size() != 1) {
    reason = "no single component has a dimension more than the others";
    return failure();
  }
  if (!isa<AddFAttr>(fold.getMonoid(product)) ||
      !fold.getStateElementType(product).isF32()) {
    reason = nameComponent(product) + " is no sum of f32";
    return failure();
  }
  auto mul = fold.getTermValue(product).getDefiningOp<arith::MulFOp>();
  if (!mul) {
    reason = "the term of " + nameComponent(product) + " is no product";
    return failure();
  }
  // One side is an input as it is.
  std::optional<unsigned> operand;
  for (unsigned side : {0, 1}) {
    auto arg = dyn_cast<BlockArgument>(skipExtensions(mul->getOperand(side)));
    if (!arg || arg.getOwner() != mul->getBlock() ||
        arg.getArgNumber() >= fold.getInputs().size() || !arg.hasOneUse())
      continue;
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getInputMap(arg.getArgNumber()));
    if (!dims || !llvm::is_contained(*dims, axis))
      continue;
    // A dimension that other components do not have.
    SmallVector<unsigned> own = llvm::filter_to_vector(*dims, [&](unsigned d) {
      return d != axis &&
             llvm::none_of(llvm::seq(fold.getNumReductions()), [&](unsigned i) {
               return i != product && fold.getDomain(i).test(d);
             });
    });
    if (own.size() != 1 || operand)
      continue;
    operand = side;
    column = own.front();
    valueInput = arg.getArgNumber();
    value = {fold.getInputs()[valueInput], *dims};
  }
  if (!operand) {
    reason = "the term of " + nameComponent(product) +
             " is no product of an input with columns and a factor without";
    return failure();
  }
  Type element = value.getType().getElementType();
  if (!isa<Float16Type, BFloat16Type>(element)) {
    reason = nameInput(valueInput) + " of the second product is not f16 or "
                                     "bf16";
    return failure();
  }
  // The tensor core takes a factor of the same type.
  factor = mul->getOperand(1 - *operand);
  auto ext = factor.getDefiningOp<arith::ExtFOp>();
  if (!ext || ext.getIn().getType() != element) {
    reason = "the factor of the second product is not rounded to the type of "
             "its other operand";
    return failure();
  }
  if (auto trunc = ext.getIn().getDefiningOp<arith::TruncFOp>())
    if (trunc.getIn().getType().isF32())
      factor = trunc.getIn();
  return success();
}

//===----------------------------------------------------------------------===//
// The first product
//===----------------------------------------------------------------------===//

LogicalResult WarpgroupFold::matchScores(std::string &reason) {
  linalg::LinalgOp scores;
  SmallVector<unsigned> dims;
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    std::optional<SmallVector<unsigned>> named =
        getNamedDims(fold.getInputMap(i));
    if (!named || !producer || i == valueInput ||
        !llvm::is_contained(*named, axis) ||
        !linalg::isaContractionOpInterface(producer))
      continue;
    if (scores) {
      reason = "it reads the results of two contractions";
      return failure();
    }
    scores = producer;
    scoresInput = i;
    dims = *named;
  }
  if (!scores) {
    reason = "no input is the result of a contraction";
    return failure();
  }
  Value init = scores.getDpsInits().front();
  if (!getElementTypeOrSelf(init.getType()).isF32() || !isZeroFill(init)) {
    reason = "the scores are no sum of f32 that starts at zero";
    return failure();
  }
  // Loops by the fold's dimensions.
  AffineMap resultMap =
      scores.getMatchingIndexingMap(scores.getDpsInitOperand(0));
  SmallVector<unsigned> loopDims(scores.getNumLoops(), WarpgroupFold::kDepth);
  for (auto [position, dim] : llvm::enumerate(dims))
    loopDims[resultMap.getDimPosition(position)] = dim;
  if (scores.getNumReductionLoops() != 1) {
    reason = "the scores are sums along several dimensions";
    return failure();
  }
  FoldTensor operands[2];
  for (unsigned i : {0, 1}) {
    OpOperand *operand = scores.getDpsInputOperand(i);
    AffineMap map = scores.getMatchingIndexingMap(operand);
    std::optional<SmallVector<unsigned>> loops = getNamedDims(map);
    if (!loops) {
      reason = "an operand of the scores has a map that is no projection";
      return failure();
    }
    operands[i].tensor = operand->get();
    for (unsigned loop : *loops)
      operands[i].dims.push_back(loopDims[loop]);
    if (operands[i].getType().getElementType() !=
        value.getType().getElementType()) {
      reason = "the operands of the two products are not all f16, nor all bf16";
      return failure();
    }
  }
  if (operands[0].has(axis) == operands[1].has(axis)) {
    reason = "both operands of the scores vary along the axis";
    return failure();
  }
  query = operands[operands[0].has(axis)];
  key = operands[!operands[0].has(axis)];
  return success();
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static int64_t getSize(const FoldTensor &tensor, unsigned dim) {
  for (auto [position, d] : llvm::enumerate(tensor.dims))
    if (d == dim)
      return tensor.getType().getDimSize(position);
  return ShapedType::kDynamic;
}

std::optional<int64_t> WarpgroupFold::getStaticSize(unsigned dim) {
  auto [source, position] = fold.getDimSource(dim);
  int64_t size = cast<RankedTensorType>(source.getType()).getDimSize(position);
  for (const FoldTensor *tensor : {&query, &key, &value})
    if (ShapedType::isDynamic(size))
      size = getSize(*tensor, dim);
  return ShapedType::isDynamic(size) ? std::nullopt : std::optional(size);
}

LogicalResult WarpgroupFold::matchDims(std::string &reason) {
  // Rows: what the query has and neither key nor value; of several, the
  // longest, and the others if it does not fill a tile.
  for (unsigned dim : query.dims)
    if (dim != WarpgroupFold::kDepth && !key.has(dim) && !value.has(dim))
      rows.push_back(dim);
  if (rows.empty()) {
    reason = "no dimension of the scores is one of rows";
    return failure();
  }
  auto isKnown = [&](unsigned dim) { return getStaticSize(dim).has_value(); };
  auto getLength = [&](unsigned dim) {
    return getStaticSize(dim).value_or(std::numeric_limits<int64_t>::max());
  };
  unsigned longest = rows.back();
  for (unsigned dim : llvm::reverse(rows))
    if (getLength(dim) > getLength(longest))
      longest = dim;
  if (!pack || !llvm::all_of(rows, isKnown) ||
      getLength(longest) >= kRowsToFill)
    rows = {longest};
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim)
    if (dim != axis && dim != column && !isRow(dim))
      batch.push_back(dim);
  auto count = [&](ArrayRef<unsigned> dims) -> std::optional<int64_t> {
    int64_t product = 1;
    for (unsigned dim : dims) {
      std::optional<int64_t> size = getStaticSize(dim);
      if (!size)
        return std::nullopt;
      product *= *size;
    }
    return product;
  };
  numRows = count(rows);
  numBatches = count(batch);
  length = getStaticSize(axis);
  depth = getSize(key, WarpgroupFold::kDepth);
  width = getSize(value, column);
  for (auto [size, max, what] :
       {std::tuple(depth, kMaxDepth, "the depth of the scores"),
        std::tuple(width, kMaxWidth, "the number of columns")})
    if (ShapedType::isDynamic(size) || size < kSizeMultiple || size > max ||
        size % kSizeMultiple != 0) {
      reason = std::string(what) + " is no multiple of 8 up to " +
               std::to_string(max);
      return failure();
    }
  for (int64_t size : {length.value_or(ShapedType::kDynamic),
                       numRows.value_or(ShapedType::kDynamic)})
    if (size == 0 || size > (int64_t(1) << 30)) {
      reason = "the axis or the rows are empty or very long";
      return failure();
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

LogicalResult WarpgroupFold::matchComponents(std::string &reason) {
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    // What nothing but an operand is computed from is read with that.
    bool isRead = llvm::any_of(llvm::seq(fold.getNumReductions()),
                               [&, i = i](unsigned k) {
                                 return !fold.getTermInput(k, i).use_empty();
                               });
    if (!isRead)
      continue;
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getInputMap(i));
    if (!dims || !isKernelType(fold.getInputElementType(i)) ||
        (i != valueInput && llvm::is_contained(*dims, column))) {
      reason = nameInput(i) + " is not read by rows and positions";
      return failure();
    }
  }
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getResultMap(i));
    unsigned rank = batch.size() + rows.size() + (i == product);
    if (!dims || dims->size() != rank ||
        (i != product && llvm::is_contained(*dims, column))) {
      reason = nameComponent(i) + " has another number of values than there "
                                  "are rows";
      return failure();
    }
    MonoidAttrInterface monoid = fold.getMonoid(i);
    Type type = fold.getStateElementType(i);
    if (monoid.getPartner() || (!type.isF32() && !type.isInteger(32))) {
      reason = nameComponent(i) + " does not combine single values of 32 bits";
      return failure();
    }
    if (!isScalarCode(fold.getTermBlock(i)) ||
        (fold.hasCorrection(i) && !isScalarCode(fold.getCorrectionBlock(i)))) {
      reason = nameComponent(i) + " has code with regions or of tensors";
      return failure();
    }
    if (i != product && !fold.getTermInput(i, valueInput).use_empty()) {
      reason = nameComponent(i) + " reads the second product's operand";
      return failure();
    }
    // Terms may refer to rows only, and nothing but itself may be corrected by
    // the product.
    for (unsigned k = 0; k < e; ++k) {
      if (k < i && k == product && !fold.getTermReference(i, k).use_empty()) {
        reason = nameComponent(i) + " reads the second product";
        return failure();
      }
      if (!fold.hasCorrection(i))
        continue;
      bool readsNew = k < i && !fold.getCorrectionNew(i, k).use_empty();
      bool readsOld = k != i && !fold.getCorrectionOld(i, k).use_empty();
      if (k == product && (readsNew || readsOld)) {
        reason = nameComponent(i) + " is corrected by the second product";
        return failure();
      }
    }
    std::optional<Attribute> init = getFilled(fold.getInits()[i]);
    TypedAttr identity = monoid.getIdentity(type);
    auto isZero = [](Attribute attr) {
      auto number = dyn_cast<FloatAttr>(attr);
      return number && number.getValue().isZero();
    };
    if (!init || (*init != identity && !(isZero(*init) && isZero(identity)))) {
      reason = nameComponent(i) + " does not start empty";
      return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

void WarpgroupFold::matchMasks() {
  auto readsInputs = [&](const LinearForm &form,
                         llvm::function_ref<bool(unsigned)> mayVary) {
    return llvm::all_of(form.inputs, [&](auto &entry) {
      return std::abs(entry.second) == 1 &&
             llvm::all_of(fold.getInputMap(entry.first).getResults(),
                          [&](AffineExpr expr) {
                            return mayVary(
                                cast<AffineDimExpr>(expr).getPosition());
                          });
    });
  };
  auto isOfBatch = [&](unsigned dim) { return llvm::is_contained(batch, dim); };
  // Sums of positions, next to what is far away, have 64 bits.
  auto isSmall = [](const LinearForm &form) {
    return llvm::all_of(form.dims, [](int64_t coefficient) {
      return std::abs(coefficient) <= kMaxRangedCoefficient;
    });
  };
  auto isRanged = [&](const LinearForm &form) {
    // An element for each row and position is no range of a few.
    bool isOfOne = llvm::all_of(form.inputs, [&](auto &entry) {
      AffineMap map = fold.getInputMap(entry.first);
      return !map.isFunctionOfDim(axis) ||
             llvm::none_of(
                 rows, [&](unsigned dim) { return map.isFunctionOfDim(dim); });
    });
    // What is beyond 32 bits stands for anything: not a multiple of it.
    bool isOnce = llvm::all_of(
        form.outer, [](auto &entry) { return std::abs(entry.second) == 1; });
    return form.dims[column] == 0 && isSmall(form) && isOfOne && isOnce &&
           form.inputs.size() + form.outer.size() <= kMaxRangedInputs &&
           readsInputs(form, [&](unsigned dim) { return dim != column; });
  };
  for (const MaskClause &clause : findMaskClauses(fold)) {
    int64_t slope = clause.front().dims[axis];
    bool isBound =
        std::abs(slope) == 1 &&
        llvm::all_of(clause, [&](const LinearForm &form) {
          return form.dims[axis] == slope && form.dims[column] == 0 &&
                 isSmall(form) &&
                 form.inputs.size() + form.outer.size() <= kMaxRangedInputs &&
                 readsInputs(form, isOfBatch);
        });
    bool varies = llvm::any_of(clause, [&](const LinearForm &form) {
      return form.dims[axis] != 0 ||
             llvm::any_of(form.inputs, [&](auto &entry) {
               return fold.getInputMap(entry.first).isFunctionOfDim(axis);
             });
    });
    if (isBound)
      bounds.push_back(clause);
    else if (varies && length && *length <= kMaxRangedLength &&
             llvm::all_of(clause, isRanged))
      ranged.push_back(clause);
  }
}

//===----------------------------------------------------------------------===//
// Other inputs
//===----------------------------------------------------------------------===//

void WarpgroupFold::matchStaged() {
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (i == scoresInput || i == valueInput || !type ||
        !isa<Float16Type, BFloat16Type>(type.getElementType()))
      continue;
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getInputMap(i));
    bool isRead = llvm::any_of(llvm::seq(fold.getNumReductions()),
                               [&, i = i](unsigned k) {
                                 return !fold.getTermInput(k, i).use_empty();
                               });
    if (isRead && dims->back() == axis &&
        llvm::all_of(
            rows,
            [&](unsigned dim) { return llvm::is_contained(*dims, dim); }) &&
        !type.isDynamicDim(type.getRank() - 1) &&
        type.getShape().back() % kSizeMultiple == 0)
      staged.push_back(i);
  }
}
