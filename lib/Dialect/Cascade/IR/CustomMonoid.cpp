//===- CustomMonoid.cpp - A monoid that is a function ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace redfuser::cascade;

bool CustomAttr::supportsType(Type type) const {
  return type == getIdentity().getType();
}
TypedAttr CustomAttr::getIdentity(Type) const { return getIdentity(); }
/// A call: a body under construction sees no symbol table. Lowerings inline it.
Value CustomAttr::buildCombine(OpBuilder &b, Location loc, Value lhs,
                               Value rhs) const {
  return func::CallOp::create(b, loc, getCombine(), TypeRange{lhs.getType()},
                              ValueRange{lhs, rhs})
      .getResult(0);
}
Value CustomAttr::matchTerm(Value yielded, Value acc, bool &negated) const {
  negated = false;
  auto call = yielded.getDefiningOp<func::CallOp>();
  if (!call || call.getCalleeAttr() != getCombine() ||
      call.getNumOperands() != 2)
    return {};
  if (call.getOperand(0) == acc)
    return call.getOperand(1);
  if (call.getOperand(1) == acc)
    return call.getOperand(0);
  return {};
}
Distribution CustomAttr::getDistribution() const { return Distribution::None; }
Trend CustomAttr::getTrend() const { return Trend::None; }
bool CustomAttr::isRounded() const { return !getExact(); }

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// `<` @combine `,` identity (`,` `exact`)? `>`
Attribute CustomAttr::parse(AsmParser &parser, Type) {
  FlatSymbolRefAttr combine;
  Attribute identity;
  bool exact = false;
  if (parser.parseLess() || parser.parseAttribute(combine) ||
      parser.parseComma())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(identity))
    return {};
  if (!isa<FloatAttr, IntegerAttr>(identity)) {
    parser.emitError(loc) << "expected a float or an integer as identity, got "
                          << identity;
    return {};
  }
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("exact"))
      return {};
    exact = true;
  }
  if (parser.parseGreater())
    return {};
  return CustomAttr::get(parser.getContext(), combine,
                         cast<TypedAttr>(identity), exact);
}

void CustomAttr::print(AsmPrinter &printer) const {
  printer << '<' << getCombine() << ", ";
  printer.printAttribute(getIdentity());
  if (getExact())
    printer << ", exact";
  printer << '>';
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// CM1.
template <typename OpTy>
static LogicalResult verifyFunctions(OpTy op, SymbolTableCollection &tables) {
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i) {
    auto custom = dyn_cast<CustomAttr>(op.getMonoid(i));
    if (!custom)
      continue;
    auto function =
        tables.lookupNearestSymbolFrom<func::FuncOp>(op, custom.getCombine());
    if (!function)
      return op.emitOpError() << "expected " << custom.getCombine()
                              << ", which combines the values of reduction "
                              << i << ", to be a function";
    auto fail = [&](const Twine &what) {
      InFlightDiagnostic diag = op.emitOpError()
                                << "expected " << custom.getCombine()
                                << ", which combines the values of reduction "
                                << i << ", to " << what;
      diag.attachNote(function.getLoc()) << "this function";
      return diag;
    };
    Type type = custom.getIdentity().getType();
    auto expected = FunctionType::get(op.getContext(), {type, type}, {type});
    if (function.getFunctionType() != expected)
      return fail("have the type of its identity twice, ")
             << expected << ", got " << function.getFunctionType();
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return fail("have a body of one block");
    for (Operation &nested : function.getBody().front().without_terminator())
      if (!isMemoryEffectFree(&nested))
        return fail("have no side effects")
               << ", got '" << nested.getName() << "'";
  }
  return success();
}

LogicalResult ChainOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyFunctions(*this, tables);
}
LogicalResult FoldOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyFunctions(*this, tables);
}
