//===- PromoteToF64.cpp - A program without its roundings -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_PROMOTETOF64
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

APFloat widen(APFloat value) {
  bool losesInfo = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// True if `type` is a float or contains one.
bool hasFloat(Type type) {
  return type.walk([](FloatType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool hasFloat(TypeRange types) {
  return llvm::any_of(types, [](Type t) { return hasFloat(t); });
}

/// `attr` with f64 elements, or null where its elements are no plain floats.
DenseElementsAttr widen(DenseElementsAttr attr) {
  if (!isa<FloatType>(attr.getElementType()))
    return {};
  auto type = cast<ShapedType>(
      attr.getType().clone(Float64Type::get(attr.getContext())));
  if (attr.isSplat())
    return DenseElementsAttr::get(type, widen(attr.getSplatValue<APFloat>()));
  SmallVector<APFloat> values;
  values.reserve(attr.getNumElements());
  for (const APFloat &value : attr.getValues<APFloat>())
    values.push_back(widen(value));
  return DenseElementsAttr::get(type, values);
}

/// The data of a resource as ordinary elements; null if they are not there.
DenseElementsAttr materialize(DenseResourceElementsAttr attr) {
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob)
    return {};
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(attr.getType(), blob->getData(),
                                           isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(attr.getType(), blob->getData());
}

/// Emits an error and fails if `op` has no f64 counterpart.
LogicalResult checkPromotable(Operation *op) {
  bool touchesFloat =
      hasFloat(op->getOperandTypes()) || hasFloat(op->getResultTypes());
  if (isa<arith::BitcastOp, tensor::BitcastOp>(op) && touchesFloat)
    return op->emitError("expected no bit cast of floats in a program that is "
                         "promoted to f64");
  if (!op->isRegistered() && touchesFloat)
    return op->emitError("expected a registered op, got '")
           << op->getName() << "' on floats, which cannot be promoted to f64";
  if (auto func = dyn_cast<FunctionOpInterface>(op))
    if (func.isExternal() &&
        (hasFloat(func.getArgumentTypes()) || hasFloat(func.getResultTypes())))
      return op->emitError("expected a body for function '")
             << func.getName() << "' that takes or returns floats: an external "
             << "function cannot be promoted to f64";

  auto checkType = [&](Type type) {
    Type found;
    type.walk([&](FloatType t) {
      if (t.getWidth() > 64)
        found = t;
    });
    return found;
  };
  for (Type type : op->getResultTypes())
    if (Type wide = checkType(type))
      return op->emitError("expected a float type of at most 64 bits, got ")
             << wide;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument arg : block.getArguments())
        if (Type wide = checkType(arg.getType()))
          return op->emitError("expected a float type of at most 64 bits, got ")
                 << wide;

  for (NamedAttribute attr : op->getAttrs()) {
    WalkResult result = attr.getValue().walk([&](Attribute inner) {
      if (auto resource = dyn_cast<DenseResourceElementsAttr>(inner)) {
        if (hasFloat(resource.getType()) && !materialize(resource)) {
          op->emitError("expected the data of dense resource '")
              << resource.getRawHandle().getKey()
              << "' to promote them to f64, but the file does not hold them";
          return WalkResult::interrupt();
        }
      } else if (auto dense = dyn_cast<DenseElementsAttr>(inner)) {
        if (hasFloat(dense.getType()) &&
            !isa<FloatType>(dense.getElementType())) {
          op->emitError("expected float elements to promote to f64, got ")
              << dense.getElementType();
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

struct PromoteToF64Pass final
    : redfuser::impl::PromoteToF64Base<PromoteToF64Pass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    WalkResult checked = root->walk([](Operation *op) {
      return failed(checkPromotable(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (checked.wasInterrupted())
      return signalPassFailure();

    Type f64 = Float64Type::get(&getContext());
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [=](FloatType type) -> std::optional<Type> { return f64; });
    using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
    replacer.addReplacement([=](FloatAttr attr) -> Replaced {
      return {
          {FloatAttr::get(f64, widen(attr.getValue())), WalkResult::skip()}};
    });
    replacer.addReplacement([](DenseElementsAttr attr) -> Replaced {
      if (DenseElementsAttr wide = widen(attr))
        return {{wide, WalkResult::skip()}};
      return std::nullopt;
    });
    replacer.addReplacement([](DenseResourceElementsAttr attr) -> Replaced {
      if (!hasFloat(attr.getType()))
        return std::nullopt;
      return {{widen(materialize(attr)), WalkResult::skip()}};
    });
    replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);

    root->walk([](Operation *op) {
      if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
        return;
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    });
    // What has types of its own that follow other rules fails here, not later.
    if (failed(verify(root))) {
      root->emitError("the program could not be promoted to f64");
      signalPassFailure();
    }
  }
};

} // namespace
