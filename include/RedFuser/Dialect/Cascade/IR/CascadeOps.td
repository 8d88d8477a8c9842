//===- CascadeOps.td - Operations of the cascade dialect ---*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADEOPS_TD
#define REDFUSER_DIALECT_CASCADE_IR_CASCADEOPS_TD

include "RedFuser/Dialect/Cascade/IR/CascadeAttrs.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

class Cascade_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cascade_Dialect, mnemonic, traits>;

/// What chain and fold share: an iteration space, inputs with maps and one
/// reduction per result.
class Cascade_StructuredOp<string mnemonic, list<Trait> traits = []>
    : Cascade_Op<mnemonic, !listconcat([
        AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock,
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>
      ], traits)> {

  code structuredDeclarations = [{
    //===--- Iteration space ---------------------------------------------===//

    /// Number of iteration dimensions.
    unsigned getNumDims() { return getIterators().size(); }
    /// Roles of the dimensions.
    ::llvm::SmallVector<DimKind> getDimKinds();
    bool isAxis(unsigned dim);
    /// The dimensions along which is reduced, ascending.
    ::llvm::SmallVector<unsigned> getAxisDims();
    /// Parallel dimensions that every reduction has in its result, ascending.
    ::llvm::SmallVector<unsigned> getCommonParallelDims();
    /// Map of input `i`: iteration dimensions -> dimensions of the tensor.
    ::mlir::AffineMap getInputMap(unsigned i);
    /// Map of result `i`.
    ::mlir::AffineMap getResultMap(unsigned i);
    /// Dimensions that reduction `i` iterates over: those of its result and the axis.
    ::llvm::SmallBitVector getDomain(unsigned i);
    /// For each dimension the value that has it as a dimension (an input or an
    /// init) and at which position; every dimension has one.
    ::std::pair<::mlir::Value, unsigned> getDimSource(unsigned dim);
    /// Size of each iteration dimension (attributes where static).
    ::llvm::SmallVector<::mlir::OpFoldResult> getDimSizes(::mlir::OpBuilder &b);

    //===--- Reductions --------------------------------------------------===//

    unsigned getNumReductions() { return getInits().size(); }
    MonoidAttrInterface getMonoid(unsigned i);
    ::mlir::Type getInputElementType(unsigned i);
    ::mlir::Type getStateElementType(unsigned i);
    ::mlir::Block &getTermBlock(unsigned i) { return getTerms()[i].front(); }
    /// The value that the term of reduction `i` yields.
    ::mlir::Value getTermValue(unsigned i) {
      return getTermBlock(i).getTerminator()->getOperand(0);
    }
    /// Term arguments: the element of each input, then results 0 .. i-1.
    ::mlir::BlockArgument getTermInput(unsigned i, unsigned input) {
      return getTermBlock(i).getArgument(input);
    }
    ::mlir::BlockArgument getTermReference(unsigned i, unsigned reduction) {
      return getTermBlock(i).getArgument(getInputs().size() + reduction);
    }

    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Cascade_ChainOp : Cascade_StructuredOp<"chain"> {
  let summary = "a chain of dependent reductions over one axis";
  let description = [{
    Describes reductions d_0, d_1, ... over the same axis, in order. Reduction i
    combines, with its monoid, the values of its *term* F_i over all positions of
    the axis, starting from its init:

        d_i = init_i (+)_i  (+)_i over the axis of F_i(inputs, d_0 .. d_{i-1})

    `iterators` gives the iteration space: each dimension is `parallel` or `axis`.
    Each input has a map from iteration dimensions to its dimensions, each
    reduction a map for its result; maps are permutations of a subset of the
    dimensions. Reduction i iterates over the dimensions of its result and the
    axis; its term may use only inputs and earlier results whose dimensions lie
    in that domain, so nothing is computed more often than needed.

    The term is scalar code. Its arguments are the element of every input and the
    earlier results, in this order; it may capture values from above (a scale)
    and read its position with `cascade.index`.

    ```mlir
    // Softmax statistics and attention: d0 rows, d1 keys (the axis), d2 columns.
    %m, %l, %o = cascade.chain [parallel, axis, parallel]
        ins(%s (d0, d1), %v (d1, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
        inits(%m0, %l0, %o0 : tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>)
      reduce #cascade.maximumf -> (d0) (%x, %y) {
        cascade.yield %x : f32
      }
      reduce #cascade.addf -> (d0) (%x, %y | %max) {
        %0 = arith.subf %x, %max : f32
        %1 = math.exp %0 : f32
        cascade.yield %1 : f32
      }
      reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
        %0 = arith.subf %x, %max : f32
        %1 = math.exp %0 : f32
        %2 = arith.divf %1, %sum : f32
        %3 = arith.mulf %2, %y : f32
        cascade.yield %3 : f32
      }
    ```

    Constraints (CH: chain and fold; tests in test/Dialect/Cascade/invalid.mlir):

    - CH1: there is at least one `axis` dimension and at least one reduction.
    - CH2: inputs and inits are ranked tensors; result types equal init types.
    - CH3: each map has one distinct dimension per tensor dimension, in range.
    - CH4: result maps name no `axis` dimension.
    - CH5: static sizes that different tensors give to a dimension agree.
    - CH6: every dimension occurs in the map of some input or init.
    - CH7: the monoid is defined on the element type of the init.
    - CH8: a term's arguments are the elements of all inputs and of all earlier
      results, and it yields one value of the init's element type.
    - CH9: a term uses only inputs and results whose dimensions lie in its domain.
    - CH10: terms (and corrections) have no side effects: how often and in which
      order they are evaluated is left to the lowering.
    - CO1: the partner of a companion monoid (`#cascade.mean`) is an earlier
      reduction with the same result map and a monoid that the companion expects.
    - CM1: the function of a `#cascade.custom` monoid combines two values of the
      identity's type, in one block without side effects.

    A companion combines pairs of its partner's value and its own; in a chain it
    starts from the pair of inits.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$inits,
                       ArrayAttr:$iterators,
                       AffineMapArrayAttr:$input_maps,
                       AffineMapArrayAttr:$result_maps,
                       ArrayAttr:$monoids);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$terms);
  let extraClassDeclaration = structuredDeclarations;
}

def Cascade_FoldOp : Cascade_StructuredOp<"fold"> {
  let summary = "one reduction over a derived monoid: state in, state out";
  let description = [{
    The fused form of a chain. The state has one component per reduction: a
    monoid, a result map, a *term* and an optional *correction*. Folding a set of
    positions T of the axis into the state s does, for each component i in order,

        s'_i = correct_i(s | s'_0 .. s'_{i-1})  (+)_i  (+)_i over T of term_i(x, s'_0 .. s'_{i-1})

    so a term refers to the *new* values of earlier components, and the correction
    moves what was accumulated under the old references to the new ones. A
    component without correction is carried unchanged. Folding T1 and then T2 gives
    the same as folding both, up to rounding: that is what makes tiling and
    splitting legal, and what `redfuser-fuse` proves before it makes a fold.

    Merging the states of two sets needs no further code: corrected to common
    references, components combine with their monoids. So a merge of partial
    states is itself a fold over the partial states, with the corrections as its
    terms.

    A correction's arguments are the old values of *all* components, then the
    new values of the earlier ones; it yields the corrected old value of its own.
    A companion combines with the corrected old value of its partner.

    ```mlir
    %m1, %l1 = cascade.fold [parallel, axis]
        ins(%s (d0, d1) : tensor<?x?xf32>)
        state(%m0, %l0 : tensor<?xf32>, tensor<?xf32>)
      component #cascade.maximumf -> (d0) (%x) {
        cascade.yield %x : f32
      }
      component #cascade.addf -> (d0) (%x | %max) {
        %0 = arith.subf %x, %max : f32
        %1 = math.exp %0 : f32
        cascade.yield %1 : f32
      } correct (%old_max, %old_sum | %max) {
        %0 = arith.subf %old_max, %max : f32
        %1 = math.exp %0 : f32
        %2 = arith.mulf %old_sum, %1 : f32
        cascade.yield %2 : f32
      }
    ```

    The constraints of `cascade.chain` (CH1 to CH10, CO1, CM1) hold, and:

    - FO1: a correction's arguments are the elements of all components' old
      values and of the earlier components' new values, and it yields one value
      of its component's element type.
    - FO2: a correction uses only components whose dimensions are dimensions of
      its own result.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$inits,
                       ArrayAttr:$iterators,
                       AffineMapArrayAttr:$input_maps,
                       AffineMapArrayAttr:$result_maps,
                       ArrayAttr:$monoids);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // Terms of all components, then corrections of all components (an empty region
  // where a component has none).
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let extraClassDeclaration = [{
    ::mlir::MutableArrayRef<::mlir::Region> getTerms() {
      return getBodies().take_front(getInits().size());
    }
    ::mlir::MutableArrayRef<::mlir::Region> getCorrections() {
      return getBodies().drop_front(getInits().size());
    }
    bool hasCorrection(unsigned i) { return !getCorrections()[i].empty(); }
    ::mlir::Block &getCorrectionBlock(unsigned i) {
      return getCorrections()[i].front();
    }
    ::mlir::Value getCorrectionValue(unsigned i) {
      return getCorrectionBlock(i).getTerminator()->getOperand(0);
    }
    /// Correction arguments: old values of all components, then new values of
    /// components 0 .. i-1.
    ::mlir::BlockArgument getCorrectionOld(unsigned i, unsigned component) {
      return getCorrectionBlock(i).getArgument(component);
    }
    ::mlir::BlockArgument getCorrectionNew(unsigned i, unsigned component) {
      return getCorrectionBlock(i).getArgument(getInits().size() + component);
    }
  }] # structuredDeclarations;
}

def Cascade_IndexOp : Cascade_Op<"index", [Pure]> {
  let summary = "position along one iteration dimension";
  let description = [{
    The index of the current position along iteration dimension `dim` of the
    enclosing `cascade.chain` or `cascade.fold`, counted from zero.

    Constraint IX1: the op is inside a term, and `dim` is in the term's domain.

    ```mlir
    %row = cascade.index 0
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntMinValue<0>]>:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict";
  let hasVerifier = 1;
}

def Cascade_YieldOp : Cascade_Op<"yield", [
    Pure, Terminator, ParentOneOf<["ChainOp", "FoldOp"]>]> {
  let summary = "value of a term or correction";
  let description = [{
    Ends a term or a correction with its scalar value.

    Constraint YI1: the op ends a region of a chain or fold and has exactly one
    value (the number is checked by the enclosing op, CH8 and FO1).
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEOPS_TD
