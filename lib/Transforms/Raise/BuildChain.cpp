//===- BuildChain.cpp - Build cascade.chain from reductions ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildChain.h"

#include "Layout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

FailureOr<BuiltChain> redfuser::buildChain(
    OpBuilder &builder, IterationSpace &space,
    ArrayRef<const Reduction *> members,
    llvm::function_ref<bool(const ScalarExpr *, const Reduction &)> isReference,
    llvm::function_ref<Value(Value)> getValue, std::string &reason) {
  MLIRContext *ctx = builder.getContext();
  Layout layout(space);

  // The last member has the most loops, as a rule: its order is the chain's.
  for (const Reduction *member : llvm::reverse(members))
    layout.addLoops(member->loops);

  // What each leaf of each member is: an input, or an earlier member.
  SmallVector<llvm::DenseMap<const ScalarExpr *, unsigned>> inputs(
      members.size()),
      references(members.size());
  for (auto [index, member] : llvm::enumerate(members)) {
    for (const ScalarExpr *leaf :
         collect(member->expr, ScalarExpr::Kind::Leaf)) {
      bool found = false;
      for (auto [earlier, other] : llvm::enumerate(members.take_front(index)))
        if (isReference(leaf, *other)) {
          references[index][leaf] = earlier;
          found = true;
          break;
        }
      if (!found)
        inputs[index][leaf] = layout.addInput(leaf->value, leaf->access);
    }
    for (const ScalarExpr *node :
         collect(member->expr, ScalarExpr::Kind::Index))
      layout.addIndex(node->access.front());
  }
  for (const Reduction *member : members)
    layout.addResult(member->getInit(), member->access);
  if (failed(layout.solve(reason)))
    return failure();

  SmallVector<Location> locs;
  for (const Reduction *member : members)
    locs.push_back(member->getLoc());
  Location loc = builder.getFusedLoc(locs);

  // Operands and maps.
  SmallVector<Value> inputValues, initValues;
  SmallVector<AffineMap> inputMaps, resultMaps;
  llvm::DenseMap<unsigned, unsigned> argumentOf;
  for (unsigned tensor : layout.getInputs()) {
    argumentOf[tensor] = inputValues.size();
    inputValues.push_back(
        layout.adapt(builder, loc, tensor, getValue(layout.getValue(tensor))));
    inputMaps.push_back(layout.getMap(tensor, ctx));
  }
  for (unsigned tensor : layout.getResults()) {
    initValues.push_back(layout.adaptInit(builder, loc, tensor,
                                          getValue(layout.getValue(tensor))));
    resultMaps.push_back(layout.getMap(tensor, ctx));
  }
  SmallVector<Attribute> iterators, monoids;
  for (unsigned dim = 0; dim < layout.getNumDims(); ++dim)
    iterators.push_back(DimKindAttr::get(
        ctx, layout.isAxis(dim) ? DimKind::Axis : DimKind::Parallel));
  for (const Reduction *member : members)
    monoids.push_back(member->monoid);

  auto chain = ChainOp::create(
      builder, loc, ValueRange(initValues).getTypes(), inputValues, initValues,
      builder.getArrayAttr(iterators), builder.getAffineMapArrayAttr(inputMaps),
      builder.getAffineMapArrayAttr(resultMaps), builder.getArrayAttr(monoids),
      members.size());

  // Terms.
  SmallVector<Type> types;
  for (Value input : inputValues)
    types.push_back(getElementTypeOrSelf(input));
  for (unsigned index = 0; index < members.size(); ++index) {
    const Reduction *member = members[index];
    OpBuilder::InsertionGuard guard(builder);
    OpBuilder outer(chain);
    outer.setListener(builder.getListener());
    builder.createBlock(&chain.getTerms()[index], {}, types,
                        SmallVector<Location>(types.size(), member->getLoc()));
    Value term = emitExpr(
        builder, member->expr,
        [&](const ScalarExpr *node) -> Value {
          if (node->kind == ScalarExpr::Kind::Index)
            return layout.buildIndex(
                builder, outer, member->getLoc(), node->access.front(),
                [&](unsigned dim) -> Value {
                  return IndexOp::create(builder, member->getLoc(), dim);
                });
          auto reference = references[index].find(node);
          if (reference != references[index].end())
            return chain.getTermReference(index, reference->second);
          return chain.getTermInput(index,
                                    argumentOf[inputs[index].lookup(node)]);
        },
        member->getLoc());
    if (member->negated)
      term = arith::NegFOp::create(builder, member->getLoc(), term);
    YieldOp::create(builder, member->getLoc(), term);
    types.push_back(getElementTypeOrSelf(initValues[index]));
  }

  // Discovery aims at valid chains; what it overlooks is a reason to refuse,
  // never an invalid program.
  {
    // Other threads may raise other functions: their diagnostics go on.
    uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(ctx, [&](Diagnostic &diagnostic) {
      if (llvm::get_threadid() != thread)
        return failure();
      if (reason.empty() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        reason = diagnostic.str();
      return success();
    });
    reason.clear();
    if (failed(mlir::verify(chain)))
      return failure();
  }

  BuiltChain built{chain, {}};
  for (auto [tensor, result] :
       llvm::zip(layout.getResults(), chain.getResults()))
    built.results.push_back(layout.restore(builder, loc, tensor, result));
  return built;
}
