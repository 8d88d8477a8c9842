//===- StructuredAsm.cpp - Custom assembly of chain and fold --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   chain ::= results = `cascade.chain` dims ins inits attr-dict reduce+
//   fold  ::= results = `cascade.fold` dims ins state attr-dict component+
//   dims  ::= `[` (`parallel` | `axis`) (`,` ...)* `]`
//   ins   ::= `ins` `(` %v `(` d0 `,` d1 `)` `,` ... `:` types `)`
//   reduce    ::= `reduce` monoid `->` `(` d0 `,` ... `)` args `{` term `}`
//   component ::= `component` monoid `->` `(` ... `)` args `{` term `}`
//                 (`correct` args `{` correction `}`)?
//   args  ::= `(` %inputs... (`|` %references...)? `)`
//
// Types of region arguments follow from the operands and are not written.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// `(` d0 `,` d2 `)` as results of a map from `numDims` dimensions.
static ParseResult parseDimList(OpAsmParser &parser, unsigned numDims,
                                AffineMap &map) {
  SmallVector<AffineExpr> exprs;
  auto parseDim = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    unsigned dim;
    if (!name.consume_front("d") || name.getAsInteger(10, dim))
      return parser.emitError(loc, "expected a dimension d0, d1, ...");
    if (dim >= numDims)
      return parser.emitError(loc)
             << "expected a dimension below d" << numDims << ", got d" << dim;
    exprs.push_back(getAffineDimExpr(dim, parser.getContext()));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseDim))
    return failure();
  map = AffineMap::get(numDims, 0, exprs, parser.getContext());
  return success();
}

/// `%a`, `%b` ...: arguments of `types`; `what` says in a diagnostic where and
/// of what there is one each.
static ParseResult
parseArgumentGroup(OpAsmParser &parser, ArrayRef<Type> types, StringRef what,
                   SmallVectorImpl<OpAsmParser::Argument> &args) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> group;
  do {
    if (parser.parseArgument(group.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  if (group.size() != types.size())
    return parser.emitError(loc) << "expected " << types.size() << " arguments"
                                 << what << ", got " << group.size();
  for (auto [argument, type] : llvm::zip_equal(group, types))
    argument.type = type;
  args.append(group);
  return success();
}

/// `(` %a `,` %b `|` %c `)`: one argument for each of `first`, then one for
/// each of the earlier results. The bar stands only between two groups.
static ParseResult
parseArguments(OpAsmParser &parser, ArrayRef<Type> first, StringRef firstWhat,
               ArrayRef<Type> references,
               SmallVectorImpl<OpAsmParser::Argument> &args) {
  StringRef referenceWhat = " after '|', one for each earlier result";
  if (parser.parseLParen())
    return failure();
  if (!first.empty() && parseArgumentGroup(parser, first, firstWhat, args))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  bool hasBar = !first.empty() && succeeded(parser.parseOptionalVerticalBar());
  bool wantsBar = !first.empty() && !references.empty();
  if (wantsBar && !hasBar)
    return parser.emitError(loc) << "expected " << references.size()
                                 << " arguments" << referenceWhat << ", got 0";
  if ((hasBar || !references.empty()) &&
      parseArgumentGroup(parser, references, referenceWhat, args))
    return failure();
  return parser.parseRParen();
}

static ParseResult parseStructured(OpAsmParser &parser, OperationState &result,
                                   bool isFold) {
  MLIRContext *ctx = parser.getContext();
  Builder &b = parser.getBuilder();

  // Dimensions.
  SmallVector<Attribute> iterators;
  auto parseDimKind = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<DimKind> kind = symbolizeDimKind(keyword);
    if (!kind)
      return parser.emitError(loc)
             << "expected 'parallel' or 'axis', got '" << keyword << "'";
    iterators.push_back(DimKindAttr::get(ctx, *kind));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseDimKind))
    return failure();
  unsigned numDims = iterators.size();

  // Inputs with their maps.
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  SmallVector<Type> inputTypes, initTypes;
  SmallVector<AffineMap> inputMaps, resultMaps;
  SMLoc insLoc = parser.getCurrentLocation();
  if (parser.parseKeyword("ins") || parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen())) {
    do {
      if (parser.parseOperand(inputs.emplace_back()) ||
          parseDimList(parser, numDims, inputMaps.emplace_back()))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseColonTypeList(inputTypes) || parser.parseRParen())
      return failure();
  }
  SMLoc initsLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(isFold ? "state" : "inits") || parser.parseLParen() ||
      parser.parseOperandList(inits) || parser.parseColonTypeList(initTypes) ||
      parser.parseRParen() ||
      parser.resolveOperands(inputs, inputTypes, insLoc, result.operands) ||
      parser.resolveOperands(inits, initTypes, initsLoc, result.operands) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();

  // Region arguments have the element types of the operands.
  auto elementTypes = [&](SMLoc loc, TypeRange types,
                          SmallVector<Type> &elements) -> ParseResult {
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        return parser.emitError(loc) << "expected ranked tensors, got " << type;
      elements.push_back(tensor.getElementType());
    }
    return success();
  };
  SmallVector<Type> inputElements, stateElements;
  if (elementTypes(insLoc, inputTypes, inputElements) ||
      elementTypes(initsLoc, initTypes, stateElements))
    return failure();

  // Reductions.
  SmallVector<Attribute> monoids;
  SmallVector<std::unique_ptr<Region>> terms, corrections;
  StringRef keyword = isFold ? "component" : "reduce";
  for (unsigned i = 0, e = inits.size(); i < e; ++i) {
    Attribute monoid;
    SMLoc monoidLoc;
    if (parser.parseKeyword(keyword,
                            " (one for each of the " + Twine(e) + " inits)"))
      return failure();
    monoidLoc = parser.getCurrentLocation();
    if (parser.parseAttribute(monoid) || parser.parseArrow() ||
        parseDimList(parser, numDims, resultMaps.emplace_back()))
      return failure();
    if (!isa<MonoidAttrInterface>(monoid))
      return parser.emitError(monoidLoc)
             << "expected a monoid such as #cascade.addf, got " << monoid;
    monoids.push_back(monoid);

    SmallVector<Type> earlier(ArrayRef(stateElements).take_front(i));
    SmallVector<OpAsmParser::Argument> args;
    Region &term = *terms.emplace_back(std::make_unique<Region>());
    if (parseArguments(parser, inputElements, ", one for each input", earlier,
                       args) ||
        parser.parseRegion(term, args))
      return failure();

    Region &correction = *corrections.emplace_back(std::make_unique<Region>());
    SMLoc correctLoc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword("correct")))
      continue;
    if (!isFold)
      return parser.emitError(correctLoc)
             << "unexpected 'correct': only a component of cascade.fold has a "
                "correction";
    args.clear();
    if (parseArguments(parser, stateElements, ", one for each component",
                       earlier, args) ||
        parser.parseRegion(correction, args))
      return failure();
  }
  SMLoc endLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(keyword)))
    return parser.emitError(endLoc)
           << "expected no more than one '" << keyword << "' for each of the "
           << inits.size() << " inits";
  for (std::unique_ptr<Region> &region : terms)
    result.addRegion(std::move(region));
  if (isFold)
    for (std::unique_ptr<Region> &region : corrections)
      result.addRegion(std::move(region));

  result.addAttribute("iterators", b.getArrayAttr(iterators));
  result.addAttribute("input_maps", b.getAffineMapArrayAttr(inputMaps));
  result.addAttribute("result_maps", b.getAffineMapArrayAttr(resultMaps));
  result.addAttribute("monoids", b.getArrayAttr(monoids));
  result.addAttribute(
      "operandSegmentSizes",
      b.getDenseI32ArrayAttr({static_cast<int32_t>(inputs.size()),
                              static_cast<int32_t>(inits.size())}));
  result.addTypes(initTypes);
  return success();
}

ParseResult ChainOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseStructured(parser, result, /*isFold=*/false);
}
ParseResult FoldOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseStructured(parser, result, /*isFold=*/true);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printDimList(OpAsmPrinter &p, AffineMap map) {
  p << '(';
  llvm::interleaveComma(map.getResults(), p,
                        [&](AffineExpr expr) { p << expr; });
  p << ')';
}

/// Arguments of `region`; the first `split` of them stand before the bar.
static void printBody(OpAsmPrinter &p, Region &region, unsigned split) {
  p << " (";
  for (auto [index, argument] : llvm::enumerate(region.getArguments())) {
    if (index != 0)
      p << (index == split ? " | " : ", ");
    p.printRegionArgument(argument, {}, /*omitType=*/true);
  }
  p << ") ";
  p.printRegion(region, /*printEntryBlockArgs=*/false);
}

template <typename OpTy>
static void printStructured(OpAsmPrinter &p, OpTy op, bool isFold) {
  p << " [";
  llvm::interleaveComma(op.getDimKinds(), p,
                        [&](DimKind kind) { p << stringifyDimKind(kind); });
  p << "]";
  p.increaseIndent();
  p.increaseIndent();
  p.printNewline();
  p << "ins(";
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    if (index != 0)
      p << ", ";
    p << input << ' ';
    printDimList(p, op.getInputMap(index));
  }
  if (!op.getInputs().empty()) {
    p << " : ";
    llvm::interleaveComma(op.getInputs().getTypes(), p);
  }
  p << ")";
  p.printNewline();
  p << (isFold ? "state(" : "inits(") << op.getInits() << " : "
    << op.getInits().getTypes() << ")";
  p.printOptionalAttrDict(op->getAttrs(),
                          {"iterators", "input_maps", "result_maps", "monoids",
                           "operandSegmentSizes"});
  p.decreaseIndent();
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i) {
    p.printNewline();
    p << (isFold ? "component " : "reduce ") << op.getMonoid(i) << " -> ";
    printDimList(p, op.getResultMap(i));
    printBody(p, op.getTerms()[i], op.getInputs().size());
    if constexpr (std::is_same_v<OpTy, FoldOp>) {
      if (op.hasCorrection(i)) {
        p << " correct";
        printBody(p, op.getCorrections()[i], e);
      }
    }
  }
  p.decreaseIndent();
}

void ChainOp::print(OpAsmPrinter &p) {
  printStructured(p, *this, /*isFold=*/false);
}
void FoldOp::print(OpAsmPrinter &p) {
  printStructured(p, *this, /*isFold=*/true);
}

//===----------------------------------------------------------------------===//
// Names of region arguments
//===----------------------------------------------------------------------===//

void ChainOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  unsigned numInputs = getInputs().size();
  for (BlockArgument argument : region.getArguments())
    setName(argument, argument.getArgNumber() < numInputs ? "x" : "d");
}

void FoldOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  bool isTerm = region.getRegionNumber() < getNumReductions();
  unsigned split = isTerm ? getInputs().size() : getNumReductions();
  for (BlockArgument argument : region.getArguments()) {
    bool first = argument.getArgNumber() < split;
    setName(argument, first ? (isTerm ? "x" : "old") : "new");
  }
}
