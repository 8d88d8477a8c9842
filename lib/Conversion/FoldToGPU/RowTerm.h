//===- RowTerm.h - The term of a component at elements ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTERM_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTERM_H

#include "RowKernel.h"

namespace redfuser {

/// Null stands for what `arg` does not need.
inline void mapIfKnown(mlir::IRMapping &map, mlir::BlockArgument arg,
                       mlir::Value value) {
  if (value)
    map.map(arg, value);
  else
    assert(arg.use_empty() && "a component is needed before it is known");
}

/// The values of a component's term, at one element after the other.
class RowKernel::Term {
public:
  Term(RowKernel &kernel, unsigned component, const State &fresh)
      : kernel(kernel), block(kernel.fold.getTermBlock(component)),
        memories(kernel.getFoldOperands()),
        code(
            block, kernel.group.getAxis(),
            [&](mlir::BlockArgument arg) { return varies(arg); }, {},
            kernel.relaxed) {
    unsigned numInputs = memories.size();
    for (mlir::BlockArgument arg : block.getArguments()) {
      unsigned number = arg.getArgNumber();
      if (number >= numInputs)
        mapIfKnown(map, arg, fresh[number - numInputs]);
      else if (!varies(arg))
        map.map(arg,
                kernel.getTensorRowValue(kernel.fold.getInputs()[number],
                                         getInputDims(kernel.fold, number)));
    }
    code.emitInvariant(kernel.b, map,
                       [&](unsigned dim) { return kernel.positions[dim]; });
  }

  mlir::Value emit(const RowChunk &chunk, unsigned index, unsigned lane) {
    mlir::IRMapping element = map;
    for (auto [number, memory] : llvm::enumerate(memories))
      if (varies(block.getArgument(number)))
        element.map(block.getArgument(number),
                    kernel.getElement(chunk, memory, index, lane));
    auto position = [&](unsigned dim) {
      return kernel.getPosition(dim,
                                kernel.getElementPosition(chunk, index, lane));
    };
    return code.emitElement(kernel.b, element, position).front();
  }

  /// At a position whose elements `load` gets.
  mlir::Value emit(mlir::Value position,
                   llvm::function_ref<mlir::Value(const RowMemory &)> load) {
    mlir::IRMapping element = map;
    for (auto [number, memory] : llvm::enumerate(memories)) {
      mlir::BlockArgument arg = block.getArgument(number);
      if (varies(arg) && !arg.use_empty())
        element.map(arg, load(*memory));
    }
    return code
        .emitElement(
            kernel.b, element,
            [&](unsigned dim) { return kernel.getPosition(dim, position); })
        .front();
  }

  /// What `value` of the term's block, the same at all elements, became.
  mlir::Value lookup(mlir::Value value) { return map.lookupOrDefault(value); }

  /// The term's value if it is the same at all elements, else null.
  mlir::Value getInvariant() {
    if (code.isVarying())
      return {};
    return map.lookupOrDefault(block.getTerminator()->getOperand(0));
  }

private:
  bool varies(mlir::BlockArgument arg) {
    unsigned number = arg.getArgNumber();
    return number < memories.size() && memories[number] &&
           memories[number]->alongAxis;
  }

  RowKernel &kernel;
  mlir::Block &block;
  llvm::SmallVector<const RowMemory *> memories;
  ScalarCode code;
  mlir::IRMapping map;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTERM_H
