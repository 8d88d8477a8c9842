//===- GroupedLowering.h - Scalar terms to linalg ops -----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns scalar terms over an iteration space into linalg ops, grouping scalar
// code by the dimensions that it depends on. Private to this folder.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_GROUPEDLOWERING_H
#define REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_GROUPEDLOWERING_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <optional>
#include <vector>

namespace redfuser::cascade {

/// Scalar expressions of several terms as one graph without repetitions, and
/// their lowering to linalg ops on tensors.
///
/// Use: declare the leaves, `import` the terms, `planCuts` for each root with
/// its domain, then `emitElementwise` and `emitReduction` in any order in which
/// the leaves that a root needs have been bound to tensors.
class GroupedLowering {
public:
  using NodeId = unsigned;
  using DimSet = llvm::SmallBitVector;

  /// `dimSizes` are the sizes of the iteration dimensions.
  GroupedLowering(mlir::RewriterBase &rewriter, mlir::Location loc,
                  llvm::ArrayRef<mlir::OpFoldResult> dimSizes)
      : rewriter(rewriter), loc(loc), dimSizes(dimSizes) {}

  /// A tensor to come whose elements are read through `map`.
  NodeId addLeaf(mlir::Type elementType, mlir::AffineMap map);
  /// Says which tensor a leaf stands for; before the first emission using it.
  void bind(NodeId leaf, mlir::Value tensor) { nodes[leaf].tensor = tensor; }

  /// Adds the scalar code of `block`, of which the arguments stand for
  /// `arguments`, and returns the node of the yielded value. Fails on ops that
  /// have regions or side effects.
  mlir::FailureOr<NodeId> import(mlir::Block &block,
                                 llvm::ArrayRef<NodeId> arguments);
  /// The node of the value that `make` builds from `operands`.
  NodeId
  build(llvm::ArrayRef<NodeId> operands,
        llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>
            make);
  /// The node of `lhs (+) rhs`.
  NodeId combine(MonoidAttrInterface monoid, NodeId lhs, NodeId rhs);

  /// Marks what `root`, evaluated once per point of `domain`, must not
  /// recompute: subexpressions that vary along fewer dimensions. They become
  /// tensors of their own, shared by every expression that contains them.
  void planCuts(NodeId root, const DimSet &domain);

  /// Tensors that are made on the way are contiguous along `dim`.
  void setInnermost(std::optional<unsigned> dim) { innermost = dim; }

  /// An elementwise op over the dimensions of `map` that computes `root` into
  /// `dest` (a new tensor where null). A leaf bound to `dest` itself is read
  /// through the output, so that the op updates it in place.
  mlir::Value emitElementwise(NodeId root, mlir::AffineMap map,
                              mlir::Value dest = {});

  /// The same for several roots in one op, each into its own tensor, so that
  /// any root may read what the others overwrite. Roots are no cuts.
  llvm::SmallVector<mlir::Value>
  emitTogether(llvm::ArrayRef<NodeId> roots, mlir::AffineMap map,
               llvm::ArrayRef<mlir::Value> dests);

  /// `init (+) (+) over axis of root`, result dimensions given by `map`.
  mlir::Value emitReduction(NodeId root, MonoidAttrInterface monoid,
                            mlir::AffineMap map, const DimSet &axis,
                            mlir::Value init);

private:
  struct Node {
    enum class Kind { Leaf, Capture, Index, Op, Combine };
    Node(Kind kind, mlir::Type type, DimSet dims,
         llvm::SmallVector<NodeId> operands = {})
        : kind(kind), type(type), dims(std::move(dims)),
          operands(std::move(operands)) {}

    Kind kind;
    mlir::Type type;
    DimSet dims;
    llvm::SmallVector<NodeId> operands;
    // Leaf.
    mlir::Value tensor;
    mlir::AffineMap map;
    // Capture: the value. Op: the result that the node stands for.
    mlir::Value value;
    // Index.
    unsigned dim = 0;
    // Combine.
    mlir::Attribute monoid;
  };

  NodeId addNode(Node node);
  mlir::FailureOr<NodeId> importValue(mlir::Block &block,
                                      llvm::ArrayRef<NodeId> arguments,
                                      mlir::Value result);
  bool isFree(NodeId id) const;
  bool isCut(NodeId id) const { return cuts.contains(id); }
  /// The tensor of a cut node, made on first use.
  NodeId materialize(NodeId id);
  /// What the body of one op reads and computes.
  struct Body {
    /// Leaves, in the order in which the root reads them.
    llvm::SetVector<NodeId> operands;
    /// Cut nodes, and the leaves that stand for them.
    llvm::SmallVector<std::pair<NodeId, NodeId>> cuts;
    /// The others, operands first.
    llvm::SmallVector<NodeId> computed;
  };
  /// The body that computes `root`; the root itself is read as a tensor only if
  /// `mayCut`.
  Body collectBody(NodeId root, bool mayCut);
  /// Builds node `id`, whose operands are in `scalars`.
  mlir::Value emitScalar(mlir::OpBuilder &b, NodeId id,
                         const llvm::DenseMap<NodeId, mlir::Value> &scalars,
                         llvm::ArrayRef<unsigned> loops);
  /// The map of `map`'s dimensions in terms of the loops of a generic.
  mlir::AffineMap getLoopMap(mlir::AffineMap map,
                             llvm::ArrayRef<unsigned> loops);
  /// True if another node has it as an operand.
  bool isRead(NodeId id) const;
  /// The number of positions of the axis, where the sum of `root` is that.
  std::optional<NodeId> countPositions(NodeId root, MonoidAttrInterface monoid,
                                       const DimSet &axis);
  mlir::Value emitGeneric(NodeId root, llvm::ArrayRef<unsigned> loops,
                          const DimSet &reduced, mlir::AffineMap resultMap,
                          mlir::Value dest, MonoidAttrInterface monoid);

  mlir::RewriterBase &rewriter;
  mlir::Location loc;
  llvm::SmallVector<mlir::OpFoldResult> dimSizes;
  llvm::SmallVector<Node> nodes;
  /// Code that `build` made; nodes refer to it.
  std::vector<std::unique_ptr<mlir::Block>> built;
  /// Structural numbering: key -> node.
  std::map<std::vector<uintptr_t>, NodeId> numbering;
  llvm::DenseSet<NodeId> cuts;
  std::optional<unsigned> innermost;
  llvm::DenseMap<NodeId, NodeId> materialized;
};

} // namespace redfuser::cascade

#endif // REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_GROUPEDLOWERING_H
