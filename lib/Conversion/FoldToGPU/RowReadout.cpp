//===- RowReadout.cpp - What is computed from a fold's results ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

SmallVector<const RowMemory *> RowKernel::getFoldOperands() const {
  SmallVector<const RowMemory *> memories;
  for (auto [i, input] : llvm::enumerate(fold.getInputs()))
    memories.push_back(findInput(input, getInputDims(fold, i)));
  return memories;
}

SmallVector<const RowMemory *> RowKernel::getFoldInputs() const {
  SmallVector<const RowMemory *> memories;
  for (const RowMemory *memory : getFoldOperands())
    if (memory && memory->alongAxis && !llvm::is_contained(memories, memory))
      memories.push_back(memory);
  return memories;
}

SmallVector<const RowMemory *> RowKernel::getReadoutInputs() const {
  SmallVector<const RowMemory *> memories;
  for (const FoldMember &member : group.getMembers()) {
    if (!member.hasInner)
      continue;
    linalg::LinalgOp op = member.op;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      if (!isa<RankedTensorType>(operand->get().getType()))
        continue;
      const RowMemory *memory =
          findInput(operand->get(), member.getDims(operand));
      if (memory && memory->alongAxis && !llvm::is_contained(memories, memory))
        memories.push_back(memory);
    }
  }
  return memories;
}

Value RowKernel::getTensorRowValue(Value tensor, ArrayRef<unsigned> dims) {
  if (Value known = rowValues.lookup(tensor))
    return known;
  if (const RowMemory *memory = findInput(tensor, dims))
    return memory->rowValue;
  return tensor.getDefiningOp<linalg::FillOp>().value();
}

//===----------------------------------------------------------------------===//
// Row values
//===----------------------------------------------------------------------===//

void RowKernel::setRowValues(const State &state) {
  for (auto [result, value] : llvm::zip_equal(fold->getResults(), state))
    rowValues[result] = value;
}

IRMapping RowKernel::mapRowOperands(const FoldMember &member) {
  linalg::LinalgOp op = member.op;
  IRMapping map;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(operand);
    Value value = operand->get();
    if (!isa<RankedTensorType>(value.getType()))
      map.map(arg, value);
    else if (!isAlongAxis(member, operand))
      map.map(arg, getTensorRowValue(value, member.getDims(operand)));
  }
  return map;
}

/// True if the operand has a value for each position of the axis in memory or
/// in the group. A tensor that one scalar fills does not count.
bool RowKernel::isAlongAxis(const FoldMember &member,
                            OpOperand *operand) const {
  Value value = operand->get();
  if (!isa<RankedTensorType>(value.getType()))
    return false;
  if (group.contains(value))
    return group.isAlongAxis(value);
  const RowMemory *memory = findInput(value, member.getDims(operand));
  return memory && memory->alongAxis;
}

void RowKernel::emitFinalizers(bool forReadouts) {
  // Members are in order: what a needed one reads is needed, too.
  llvm::SmallPtrSet<Operation *, 8> needed;
  for (const FoldMember &member : llvm::reverse(group.getMembers())) {
    linalg::LinalgOp op = member.op;
    bool isNeeded =
        !forReadouts || llvm::any_of(op->getUsers(), [&](Operation *user) {
          return needed.contains(user);
        });
    if (isNeeded || member.hasInner)
      needed.insert(op);
  }
  for (const FoldMember &member : group.getMembers()) {
    linalg::LinalgOp op = member.op;
    if (member.hasInner || !needed.contains(op) ||
        rowValues.count(op->getResult(0)))
      continue;
    emitMember(member);
  }
}

void RowKernel::emitMember(const FoldMember &member) {
  linalg::LinalgOp op = member.op;
  ScalarCode code(
      *op.getBlock(), group.getAxis(), [](BlockArgument) { return false; },
      member.loopDims, relaxed);
  SmallVector<Value> values = code.emitAll(
      b, mapRowOperands(member), [&](unsigned dim) { return positions[dim]; });
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    rowValues[result] = value;
}

void RowKernel::emitBeforeFold(RowChunk &chunk) {
  for (const FoldMember &member : group.getMembers()) {
    linalg::LinalgOp op = member.op;
    if (!feedsFold.contains(op) || !op->isBeforeInBlock(fold))
      continue;
    Value result = op->getResult(0);
    if (!member.hasInner && !rowValues.count(result))
      emitMember(member);
    else if (member.hasInner && !findInput(result, group.getDims(result)))
      emitVectors(member, chunk);
  }
}

void RowKernel::emitVectors(const FoldMember &member, RowChunk &chunk) {
  linalg::LinalgOp op = member.op;
  SmallVector<const RowMemory *> memories(op.getNumDpsInputs());
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isAlongAxis(member, operand))
      memories[operand->getOperandNumber()] =
          findInput(operand->get(), member.getDims(operand));
  load(chunk, llvm::filter_to_vector(memories, [](auto *m) { return m; }));

  ScalarCode code(
      *op.getBlock(), group.getAxis(),
      [&](BlockArgument arg) {
        return arg.getArgNumber() < memories.size() &&
               memories[arg.getArgNumber()];
      },
      member.loopDims, relaxed);
  IRMapping map = mapRowOperands(member);
  code.emitInvariant(b, map, [&](unsigned dim) { return positions[dim]; });
  SmallVector<SmallVector<Value>> vectors(op->getNumResults());
  for (unsigned index = 0, e = chunk.pieces.size(); index < e; ++index) {
    SmallVector<SmallVector<Value>> elements(op->getNumResults());
    const RowPiece &piece = chunk.pieces[index];
    for (int64_t lane = 0, e = getNumLanes(piece); lane < e; ++lane) {
      IRMapping element = map;
      for (auto [number, memory] : llvm::enumerate(memories))
        if (memory)
          element.map(op.getBlock()->getArgument(number),
                      getElement(chunk, memory, index, lane));
      SmallVector<Value> values =
          code.emitElement(b, element, [&](unsigned dim) {
            return getPosition(dim, getElementPosition(chunk, index, lane));
          });
      for (auto [list, value] : llvm::zip_equal(elements, values))
        list.push_back(value);
    }
    for (auto [list, values] : llvm::zip_equal(vectors, elements))
      list.push_back(piece.isElement
                         ? values.front()
                         : vector::FromElementsOp::create(
                               b, loc,
                               VectorType::get({schedule.getVector()},
                                               values.front().getType()),
                               values));
  }
  for (auto [result, list] : llvm::zip_equal(op->getResults(), vectors)) {
    ArrayRef<unsigned> dims = group.getDims(result);
    auto memory = std::make_unique<RowMemory>();
    memory->tensor = {result, SmallVector<unsigned>(dims)};
    memory->alongAxis = true;
    chunk.vectors[memory.get()] = list;
    computed.push_back(std::move(memory));
  }
}

void RowKernel::emitRowOutputs() {
  if (llvm::all_of(outputs,
                   [](const auto &output) { return output->alongAxis; }))
    return;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isFirst = isFirstOfRow();
  if (isActive)
    isFirst = arith::AndIOp::create(b, loc, isFirst, isActive);
  emitIf({}, isFirst, [&](OpBuilder &, Location) {
    // What only these outputs need is computed by one thread.
    llvm::DenseMap<Value, Value> saved = rowValues;
    emitFinalizers(/*forReadouts=*/false);
    auto store = [&](const RowMemory &output) {
      memref::StoreOp::create(b, loc, rowValues.lookup(output.tensor.tensor),
                              output.view, ValueRange{zero});
    };
    std::optional<unsigned> column = group.getColumn();
    for (const auto &output : outputs) {
      if (output->alongAxis)
        continue;
      if (!column || output->tensor.has(*column)) {
        store(*output);
        continue;
      }
      // All columns have the value.
      Value isFirstColumn = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::eq, positions[*column], zero);
      emitIf({}, isFirstColumn, [&](OpBuilder &, Location) {
        store(*output);
        scf::YieldOp::create(b, loc);
      });
    }
    rowValues = saved;
    scf::YieldOp::create(b, loc);
  });
}

//===----------------------------------------------------------------------===//
// Readouts
//===----------------------------------------------------------------------===//

/// Vectors of inputs that a thread has in flight during the readout.
static constexpr unsigned kVectorsOfReadout = 12;

void RowKernel::emitReadouts(RowChunk &chunk) {
  struct Readout {
    const FoldMember *member;
    ScalarCode code;
    IRMapping map;
  };
  std::vector<Readout> readouts;
  for (const FoldMember &member : group.getMembers()) {
    if (!member.hasInner)
      continue;
    linalg::LinalgOp op = member.op;
    auto varies = [&](BlockArgument arg) {
      return arg.getArgNumber() < op.getNumDpsInputs() &&
             isAlongAxis(member, op.getDpsInputOperand(arg.getArgNumber()));
    };
    readouts.push_back({&member,
                        ScalarCode(*op.getBlock(), group.getAxis(), varies,
                                   member.loopDims, relaxed),
                        mapRowOperands(member)});
    readouts.back().code.emitInvariant(
        b, readouts.back().map, [&](unsigned dim) { return positions[dim]; });
  }

  auto emitPiece = [&](unsigned index) {
    llvm::DenseMap<Value, SmallVector<Value>> elements;
    int64_t lanes = getNumLanes(chunk.pieces[index]);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      for (const Readout &readout : readouts) {
        linalg::LinalgOp op = readout.member->op;
        IRMapping map = readout.map;
        for (OpOperand *operand : op.getDpsInputOperands()) {
          if (!isAlongAxis(*readout.member, operand))
            continue;
          Value tensor = operand->get();
          Value element =
              group.contains(tensor)
                  ? elements.find(tensor)->second[lane]
                  : getElement(
                        chunk,
                        findInput(tensor, readout.member->getDims(operand)),
                        index, lane);
          map.map(op.getMatchingBlockArgument(operand), element);
        }
        SmallVector<Value> values =
            readout.code.emitElement(b, map, [&](unsigned dim) {
              return getPosition(dim, getElementPosition(chunk, index, lane));
            });
        for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
          elements[result].push_back(value);
      }
    }
    for (const auto &output : outputs)
      if (output->alongAxis)
        store(chunk, *output, index,
              elements.find(output->tensor.tensor)->second);
  };
  SmallVector<const RowMemory *> inputs = getReadoutInputs();
  unsigned missing = llvm::count_if(inputs, [&](const RowMemory *memory) {
    return !chunk.vectors.count(memory);
  });
  // A vector that is loaded by elements takes twice the registers.
  if (mayShift)
    missing *= 2;
  unsigned count = chunk.pieces.size();
  unsigned step =
      missing ? llvm::bit_floor(std::max(1u, kVectorsOfReadout / missing))
              : count;
  for (unsigned begin = 0; begin < count; begin += step) {
    unsigned end = std::min(begin + step, count);
    load(chunk, inputs, begin, end);
    for (unsigned index = begin; index < end; ++index) {
      const RowPiece &piece = chunk.pieces[index];
      if (!piece.exists) {
        emitPiece(index);
        continue;
      }
      emitIf({}, piece.exists, [&](OpBuilder &, Location) {
        emitPiece(index);
        scf::YieldOp::create(b, loc);
      });
    }
  }
}
