//===- StructuredVerify.cpp - Constraints of chain and fold ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers (CH1, FO1, ...) are those of the op descriptions.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace redfuser::cascade;

/// CH3: one distinct dimension per tensor dimension.
static LogicalResult verifyMap(Operation *op, AffineMap map, Value value,
                               unsigned numDims, const Twine &what) {
  auto type = cast<RankedTensorType>(value.getType());
  if (map.getNumDims() != numDims || map.getNumSymbols() != 0 ||
      !map.isProjectedPermutation())
    return op->emitOpError()
           << "expected the map of " << what
           << " to name distinct dimensions of the " << numDims
           << " iterators, got " << AffineMapAttr::get(map);
  if (map.getNumResults() != type.getRank())
    return op->emitOpError()
           << "expected " << type.getRank() << " dimensions in the map of "
           << what << " of type " << type << ", got " << map.getNumResults();
  return success();
}

/// CH8, CH10, FO1: the region has arguments of `types`, yields one `yielded`
/// and has no side effects.
static LogicalResult verifyBlock(Operation *op, Region &region,
                                 ArrayRef<Type> types, Type yielded,
                                 const Twine &what) {
  if (region.empty())
    return op->emitOpError() << "expected " << what << " to have a body";
  Block &block = region.front();
  if (block.getNumArguments() != types.size())
    return op->emitOpError() << "expected " << types.size() << " arguments of "
                             << what << ", got " << block.getNumArguments();
  for (auto [index, type] : llvm::enumerate(types)) {
    Type actual = block.getArgument(index).getType();
    if (actual != type)
      return op->emitOpError()
             << "expected argument " << index << " of " << what << " to be "
             << type << ", got " << actual;
  }
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError()
           << "expected " << what << " to end with cascade.yield";
  if (yield.getNumOperands() != 1)
    return yield.emitOpError() << "expected one value of type " << yielded
                               << ", got " << yield.getNumOperands();
  if (yield.getOperand(0).getType() != yielded)
    return yield.emitOpError() << "expected a value of type " << yielded
                               << ", got " << yield.getOperand(0).getType();
  for (Operation &nested : block) {
    if (isMemoryEffectFree(&nested))
      continue;
    InFlightDiagnostic diag = op->emitOpError()
                              << "expected " << what
                              << " to have no side effects, got '"
                              << nested.getName() << "'";
    diag.attachNote(nested.getLoc()) << "this op may have side effects";
    return diag;
  }
  return success();
}

static void printDims(InFlightDiagnostic &diag,
                      const llvm::SmallBitVector &dims) {
  diag << '(';
  llvm::interleaveComma(dims.set_bits(), diag,
                        [&](unsigned dim) { diag << "d" << dim; });
  diag << ')';
}

/// CH9 and FO2: a used argument's dimensions lie in `domain`.
static LogicalResult verifyUses(Operation *op, BlockArgument argument,
                                const llvm::SmallBitVector &dims,
                                const llvm::SmallBitVector &domain,
                                const Twine &what) {
  if (argument.use_empty() || !dims.test(domain))
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  diag << "expected " << what
       << " to use only values whose dimensions lie in its domain ";
  printDims(diag, domain);
  diag << ", but argument " << argument.getArgNumber() << " varies along ";
  printDims(diag, dims);
  diag << "; remove the use, or add the dimension to the result";
  return failure();
}

/// CO1: the partner is an earlier reduction with the same result map that the
/// companion can go with.
template <typename OpTy>
static LogicalResult verifyPartner(OpTy op, unsigned i) {
  auto companion = dyn_cast<CompanionAttrInterface>(op.getMonoid(i));
  if (!companion)
    return success();
  unsigned k = companion.getPartnerNumber();
  if (k >= i)
    return op.emitOpError()
           << "expected the partner of " << companion
           << " to be a reduction before reduction " << i << ", got " << k;
  if (op.getResultMap(k) != op.getResultMap(i))
    return op.emitOpError()
           << "expected reduction " << i << ", " << companion
           << ", to have the result dimensions of its partner, "
           << AffineMapAttr::get(op.getResultMap(k)) << ", got "
           << AffineMapAttr::get(op.getResultMap(i));
  StringRef expected =
      companion.checkPartner(op.getMonoid(k), op.getStateElementType(k));
  if (!expected.empty())
    return op.emitOpError()
           << "expected the partner of " << companion << ", reduction " << i
           << ", to be " << expected << ", got " << op.getMonoid(k) << " on "
           << op.getStateElementType(k);
  return success();
}

template <typename OpTy>
static LogicalResult verifyStructured(OpTy op) {
  unsigned numDims = op.getNumDims();
  unsigned numReductions = op.getNumReductions();

  // CH1.
  for (Attribute attr : op.getIterators())
    if (!isa<DimKindAttr>(attr))
      return op.emitOpError()
             << "expected iterators to be #cascade.dim attributes, got "
             << attr;
  if (op.getAxisDims().empty())
    return op.emitOpError() << "expected at least one axis dimension";
  if (numReductions == 0)
    return op.emitOpError() << "expected at least one reduction";

  // CH2, the tensor part of which ODS checks.
  if (op.getInputMaps().size() != op.getInputs().size())
    return op.emitOpError() << "expected " << op.getInputs().size()
                            << " input maps, got " << op.getInputMaps().size();
  if (op.getResultMaps().size() != numReductions ||
      op.getMonoids().size() != numReductions ||
      op.getTerms().size() != numReductions)
    return op.emitOpError()
           << "expected one result map, monoid and term for each of the "
           << numReductions << " inits, got " << op.getResultMaps().size()
           << ", " << op.getMonoids().size() << " and " << op.getTerms().size();
  if (op->getNumResults() != numReductions)
    return op.emitOpError() << "expected " << numReductions << " results, got "
                            << op->getNumResults();
  for (auto [index, init, result] :
       llvm::enumerate(op.getInits(), op.getResults()))
    if (init.getType() != result.getType())
      return op.emitOpError()
             << "expected result " << index << " to have its init's type "
             << init.getType() << ", got " << result.getType();

  // CH3, CH4.
  for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
    if (failed(verifyMap(op, op.getInputMap(i), op.getInputs()[i], numDims,
                         "input " + Twine(i))))
      return failure();
  for (unsigned i = 0; i < numReductions; ++i) {
    AffineMap map = op.getResultMap(i);
    if (failed(verifyMap(op, map, op.getInits()[i], numDims,
                         "reduction " + Twine(i))))
      return failure();
    for (unsigned dim : op.getAxisDims())
      if (map.isFunctionOfDim(dim))
        return op.emitOpError()
               << "expected the result of reduction " << i
               << " not to vary along the axis, but its map names d" << dim;
  }

  // CH5, CH6.
  SmallVector<int64_t> sizes(numDims, ShapedType::kDynamic);
  llvm::SmallBitVector named(numDims);
  auto unify = [&](Value value, AffineMap map) -> LogicalResult {
    auto type = cast<RankedTensorType>(value.getType());
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      named.set(dim);
      int64_t size = type.getDimSize(position);
      if (ShapedType::isDynamic(size))
        continue;
      if (!ShapedType::isDynamic(sizes[dim]) && sizes[dim] != size)
        return op.emitOpError()
               << "expected dimension d" << dim << " to have size "
               << sizes[dim] << " everywhere, got " << size << " in " << type;
      sizes[dim] = size;
    }
    return success();
  };
  for (auto [index, value] : llvm::enumerate(op.getInputs()))
    if (failed(unify(value, op.getInputMap(index))))
      return failure();
  for (auto [index, value] : llvm::enumerate(op.getInits()))
    if (failed(unify(value, op.getResultMap(index))))
      return failure();
  if (!named.all())
    return op.emitOpError()
           << "expected dimension d" << named.find_first_unset()
           << " to be a dimension of some input or init";

  // CH7, CH8, CH9.
  SmallVector<Type> types;
  for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
    types.push_back(op.getInputElementType(i));
  for (unsigned i = 0; i < numReductions; ++i) {
    Type element = op.getStateElementType(i);
    auto monoid = dyn_cast<MonoidAttrInterface>(op.getMonoids()[i]);
    if (!monoid)
      return op.emitOpError()
             << "expected a monoid such as #cascade.addf for reduction " << i
             << ", got " << op.getMonoids()[i];
    if (!monoid.supportsType(element))
      return op.emitOpError() << "monoid " << monoid << " of reduction " << i
                              << " is not defined on " << element;
    if (failed(verifyPartner(op, i)))
      return failure();
    std::string what = ("the term of reduction " + Twine(i)).str();
    if (failed(verifyBlock(op, op.getTerms()[i], types, element, what)))
      return failure();
    llvm::SmallBitVector domain = op.getDomain(i);
    for (unsigned k = 0, e = op.getInputs().size(); k < e; ++k)
      if (failed(verifyUses(op, op.getTermInput(i, k),
                            getDims(op.getInputMap(k)), domain, what)))
        return failure();
    for (unsigned k = 0; k < i; ++k)
      if (failed(verifyUses(op, op.getTermReference(i, k),
                            getDims(op.getResultMap(k)), domain, what)))
        return failure();
    types.push_back(element);
  }
  return success();
}

LogicalResult ChainOp::verify() { return verifyStructured(*this); }

LogicalResult FoldOp::verify() {
  unsigned numReductions = getNumReductions();
  if (getBodies().size() != 2 * numReductions)
    return emitOpError() << "expected a term and a correction region for each "
                            "of the "
                         << numReductions << " components, got "
                         << getBodies().size() << " regions";
  if (failed(verifyStructured(*this)))
    return failure();

  SmallVector<Type> types;
  for (unsigned i = 0; i < numReductions; ++i)
    types.push_back(getStateElementType(i));
  for (unsigned i = 0; i < numReductions; ++i) {
    if (hasCorrection(i)) {
      std::string what = ("the correction of component " + Twine(i)).str();
      if (failed(verifyBlock(*this, getCorrections()[i], types,
                             getStateElementType(i), what)))
        return failure();
      llvm::SmallBitVector domain = getDims(getResultMap(i));
      for (unsigned k = 0; k < numReductions; ++k)
        if (failed(verifyUses(*this, getCorrectionOld(i, k),
                              getDims(getResultMap(k)), domain, what)))
          return failure();
      for (unsigned k = 0; k < i; ++k)
        if (failed(verifyUses(*this, getCorrectionNew(i, k),
                              getDims(getResultMap(k)), domain, what)))
          return failure();
    }
    types.push_back(getStateElementType(i));
  }
  return success();
}

LogicalResult IndexOp::verify() {
  Operation *parent = (*this)->getParentOp();
  while (parent && !isStructured(parent))
    parent = parent->getParentOp();
  auto check = [&](auto op) -> LogicalResult {
    Region *region = (*this)->getParentRegion();
    while (region->getParentOp() != op.getOperation())
      region = region->getParentRegion();
    unsigned number = region->getRegionNumber();
    if (number >= op.getNumReductions())
      return emitOpError() << "expected to be inside a term, not a correction: "
                              "a correction has no position along the axis";
    if (getDim() >= op.getNumDims() || !op.getDomain(number).test(getDim()))
      return emitOpError() << "expected a dimension in the domain of reduction "
                           << number << ", got d" << getDim();
    return success();
  };
  if (auto chain = dyn_cast_or_null<ChainOp>(parent))
    return check(chain);
  if (auto fold = dyn_cast_or_null<FoldOp>(parent))
    return check(fold);
  return emitOpError()
         << "expected to be inside a term of cascade.chain or cascade.fold";
}
