//===- AssemblyToHost.cpp - Inline assembly of kernels --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the PTX that kernels have as text, instruction by instruction: what
// moves and compares registers becomes arithmetic, the rest calls.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace redfuser;

/// Coordinates of a box.
static constexpr size_t kMostCoordinates = 5;

namespace {
/// One instruction.
struct Instruction {
  StringRef predicate, opcode;
  SmallVector<StringRef> operands;

  bool is(StringRef name) const {
    return opcode == name || opcode.starts_with((name + ".").str());
  }
};

class AssemblyConverter {
public:
  AssemblyConverter(HostCalls &calls, LLVM::InlineAsmOp op)
      : calls(calls), b(calls.b), op(op), loc(op.getLoc()) {}

  LogicalResult run();

private:
  LogicalResult readOperands();
  LogicalResult convert(const Instruction &instruction);
  /// An instruction without control flow; fails for an unknown one.
  LogicalResult emit(const Instruction &instruction);
  LogicalResult emitProduct(const Instruction &instruction);
  LogicalResult emitComparison(const Instruction &instruction);

  /// The value of a register or number; null for none.
  Value get(StringRef operand);
  Value getInteger(StringRef operand, unsigned bits);
  /// The same of the address in `[...]`, 64 bits.
  Value getAddress(StringRef operand);
  Value getPointer(StringRef operand);
  /// Those of `{...}`, or of one operand.
  SmallVector<Value> getList(StringRef operand);
  void call(StringRef name, ValueRange operands) {
    calls.call(loc, name, Type(), operands);
  }

  HostCalls &calls;
  IRRewriter &b;
  LLVM::InlineAsmOp op;
  Location loc;
  SmallVector<Type> resultTypes;
  llvm::StringMap<Value> registers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static StringRef strip(StringRef text, char open, char close) {
  text = text.trim();
  if (text.consume_front(StringRef(&open, 1)))
    text.consume_back(StringRef(&close, 1));
  return text.trim();
}

/// At commas that are in no brackets.
static SmallVector<StringRef> splitOperands(StringRef text) {
  SmallVector<StringRef> operands;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    depth += c == '{' || c == '[';
    depth -= c == '}' || c == ']';
    if (c != ',' || (depth > 0 && i < text.size()))
      continue;
    StringRef operand = text.slice(begin, i).trim();
    if (!operand.empty())
      operands.push_back(operand);
    begin = i + 1;
  }
  return operands;
}

/// The instructions of a text, which may have a scope of its own.
static SmallVector<Instruction> parse(StringRef text) {
  SmallVector<StringRef> statements;
  text = text.trim();
  if (text.starts_with("{"))
    text = strip(text, '{', '}');
  text.split(statements, ';');
  SmallVector<Instruction> instructions;
  for (StringRef statement : statements) {
    statement = statement.trim();
    if (statement.empty() || statement.starts_with(".reg"))
      continue;
    Instruction instruction;
    if (statement.consume_front("@"))
      std::tie(instruction.predicate, statement) = statement.split(' ');
    auto [opcode, operands] = statement.trim().split(' ');
    instruction.opcode = opcode;
    instruction.operands = splitOperands(operands);
    instructions.push_back(instruction);
  }
  return instructions;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Results come first, those that begin with an operand's value have its
/// number in the constraints of the operand.
LogicalResult AssemblyConverter::readOperands() {
  if (op.getNumResults() == 1) {
    auto structType = dyn_cast<LLVM::LLVMStructType>(op.getResult(0).getType());
    if (structType)
      resultTypes = SmallVector<Type>(structType.getBody());
    else
      resultTypes.push_back(op.getResult(0).getType());
  }
  SmallVector<StringRef> constraints;
  op.getConstraints().split(constraints, ',');
  size_t number = resultTypes.size();
  for (StringRef constraint : constraints) {
    if (constraint.starts_with("=") || constraint.starts_with("~"))
      continue;
    size_t index = number - resultTypes.size();
    if (index >= op.getOperands().size())
      return failure();
    Value operand = op.getOperands()[index];
    registers[("$" + Twine(number++)).str()] = operand;
    unsigned tied;
    if (!constraint.getAsInteger(10, tied))
      registers[("$" + Twine(tied)).str()] = operand;
  }
  return success();
}

Value AssemblyConverter::get(StringRef operand) {
  operand = operand.trim();
  auto found = registers.find(operand);
  if (found != registers.end())
    return found->second;
  int64_t number;
  if (operand.getAsInteger(0, number))
    return Value();
  return calls.constant(loc, static_cast<int32_t>(number));
}

Value AssemblyConverter::getInteger(StringRef operand, unsigned bits) {
  Value value = get(operand);
  if (!value)
    return value;
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    value = calls.getAddress(loc, value);
  Type type = b.getIntegerType(bits);
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (!value.getType().isInteger())
    value = arith::BitcastOp::create(b, loc, b.getIntegerType(width), value);
  if (width < bits)
    value = arith::ExtUIOp::create(b, loc, type, value);
  else if (width > bits)
    value = arith::TruncIOp::create(b, loc, type, value);
  return value;
}

Value AssemblyConverter::getAddress(StringRef operand) {
  return getInteger(strip(operand, '[', ']'), 64);
}

Value AssemblyConverter::getPointer(StringRef operand) {
  Value value = get(strip(operand, '[', ']'));
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  if (!value || value.getType() == pointer)
    return value;
  return LLVM::IntToPtrOp::create(b, loc, pointer, value);
}

SmallVector<Value> AssemblyConverter::getList(StringRef operand) {
  SmallVector<Value> values;
  for (StringRef item : splitOperands(strip(operand, '{', '}')))
    values.push_back(get(item));
  return values;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

LogicalResult
AssemblyConverter::emitComparison(const Instruction &instruction) {
  SmallVector<StringRef> parts;
  instruction.opcode.split(parts, '.');
  auto predicate = llvm::StringSwitch<std::optional<arith::CmpIPredicate>>(
                       parts.size() > 1 ? parts[1] : "")
                       .Case("eq", arith::CmpIPredicate::eq)
                       .Case("ne", arith::CmpIPredicate::ne)
                       .Default(std::nullopt);
  ArrayRef<StringRef> operands = instruction.operands;
  bool isAnd = parts.size() == 4 && parts[2] == "and";
  if (!predicate || (parts.size() != 3 && !isAnd) ||
      operands.size() != (isAnd ? 4 : 3))
    return failure();
  Value lhs = getInteger(operands[1], 32), rhs = getInteger(operands[2], 32);
  if (!lhs || !rhs)
    return failure();
  Value result = arith::CmpIOp::create(b, loc, *predicate, lhs, rhs);
  if (isAnd) {
    Value before = get(operands[3]);
    if (!before)
      return failure();
    result = arith::AndIOp::create(b, loc, result, before);
  }
  registers[operands[0]] = result;
  return success();
}

/// wgmma.mma_async.sync.aligned.m64nNkK.f32.A.B of descriptors or registers.
LogicalResult AssemblyConverter::emitProduct(const Instruction &instruction) {
  SmallVector<StringRef> parts;
  instruction.opcode.split(parts, '.');
  if (parts.size() != 8 || parts[5] != "f32")
    return failure();
  auto getElement = [](StringRef name) {
    return llvm::StringSwitch<int64_t>(name)
        .Case("f16", 0)
        .Case("bf16", 1)
        .Case("e4m3", 2)
        .Case("e5m2", 3)
        .Default(-1);
  };
  int64_t left = getElement(parts[6]), right = getElement(parts[7]);
  unsigned columns;
  StringRef shape = parts[4];
  if (left < 0 || right < 0 || !shape.consume_front("m64n") ||
      shape.consumeInteger(10, columns) ||
      shape != (left < 2 ? "k16" : "k32") || columns % 8 != 0 || columns < 8 ||
      columns > 256)
    return failure();
  ArrayRef<StringRef> operands = instruction.operands;
  if (operands.size() < 6)
    return failure();
  bool inRegisters = operands[1].starts_with("{");
  // Signs, then what is transposed.
  size_t numTransposed = left < 2 ? (inRegisters ? 1 : 2) : 0;
  if (operands.size() != 6 + numTransposed || operands[4] != "1" ||
      operands[5] != "1")
    return failure();
  auto isTransposed = [&](size_t number) {
    return calls.constant(loc, number < numTransposed &&
                                   operands[6 + number] == "1");
  };
  SmallVector<StringRef> sums = splitOperands(strip(operands[0], '{', '}'));
  if (sums.size() != columns / 2)
    return failure();
  SmallVector<Value> before;
  for (StringRef sum : sums) {
    Value value = get(sum);
    if (!value)
      value = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
    before.push_back(value);
  }
  calls.storeWords(loc, before);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value rows = LLVM::ZeroOp::create(b, loc, pointer);
  Value descriptorA = calls.constant(loc, 0, 64);
  if (inRegisters) {
    SmallVector<Value> list = getList(operands[1]);
    if (list.size() != 4 || llvm::is_contained(list, Value()))
      return failure();
    calls.storeWords(loc, list, columns / 2);
    rows = calls.getWords(loc, columns / 2);
  } else {
    descriptorA = getInteger(operands[1], 64);
  }
  Value descriptorB = getInteger(operands[2], 64);
  Value readsSum = getInteger(operands[3], 32);
  if (!descriptorA || !descriptorB || !readsSum)
    return failure();
  call("emuIssueProduct",
       {calls.getWords(loc), rows, descriptorA, descriptorB,
        calls.constant(loc, columns), calls.constant(loc, left),
        calls.constant(loc, right),
        inRegisters ? calls.constant(loc, 0) : isTransposed(0),
        isTransposed(inRegisters ? 0 : 1), readsSum});
  for (auto [i, sum] : llvm::enumerate(sums))
    registers[sum] = calls.loadWord(loc, b.getF32Type(), i);
  return success();
}

LogicalResult AssemblyConverter::emit(const Instruction &instruction) {
  ArrayRef<StringRef> operands = instruction.operands;
  auto is = [&](StringRef name) { return instruction.is(name); };
  auto has = [&](size_t count) { return operands.size() == count; };
  auto callWith = [&](StringRef name, ArrayRef<Value> values) {
    if (llvm::is_contained(values, Value()))
      return failure();
    call(name, values);
    return success();
  };
  /// A box: the map and coordinates in `[map, {...}]`, after other operands.
  auto callWithBox = [&](StringRef name, StringRef text,
                         std::optional<StringRef> address) {
    SmallVector<StringRef> parts = splitOperands(strip(text, '[', ']'));
    if (parts.size() != 2)
      return failure();
    SmallVector<Value> coordinates = getList(parts[1]);
    if (coordinates.size() > kMostCoordinates ||
        llvm::is_contained(coordinates, Value()))
      return failure();
    calls.storeWords(loc, coordinates);
    SmallVector<Value> values{getPointer(parts[0])};
    if (address)
      values.push_back(getAddress(*address));
    values.append(
        {calls.constant(loc, coordinates.size()), calls.getWords(loc)});
    return callWith(name, values);
  };
  if (is("mov.b32") && has(2)) {
    Value value = get(operands[1]);
    registers[operands[0]] = value;
    return success(value != nullptr);
  }
  if (is("mov.b64") && has(2) && operands[1].starts_with("{")) {
    SmallVector<StringRef> halves = splitOperands(strip(operands[1], '{', '}'));
    if (halves.size() != 2)
      return failure();
    Value low = getInteger(halves[0], 64), high = getInteger(halves[1], 64);
    if (!low || !high)
      return failure();
    high = arith::ShLIOp::create(b, loc, high, calls.constant(loc, 32, 64));
    registers[operands[0]] = arith::OrIOp::create(b, loc, low, high);
    return success();
  }
  if (is("add.u32") && has(3)) {
    Value lhs = getInteger(operands[1], 32), rhs = getInteger(operands[2], 32);
    if (!lhs || !rhs)
      return failure();
    registers[operands[0]] = arith::AddIOp::create(b, loc, lhs, rhs);
    return success();
  }
  if (is("setp"))
    return emitComparison(instruction);
  if (is("fence.proxy.async") || is("wgmma.fence") || is("prefetch.tensormap"))
    return success();
  if (is("bar.sync") && has(2))
    return callWith("emuNamedSync",
                    {getInteger(operands[0], 32), getInteger(operands[1], 32)});
  if (is("bar.arrive") && has(2))
    return callWith("emuNamedArrive",
                    {getInteger(operands[0], 32), getInteger(operands[1], 32)});
  if (is("mbarrier.arrive.expect_tx") && has(3))
    return callWith("emuBarrierArrive",
                    {getAddress(operands[1]), getInteger(operands[2], 32)});
  if (is("mbarrier.arrive") && has(2))
    return callWith("emuBarrierArrive",
                    {getAddress(operands[1]), calls.constant(loc, 0)});
  if (is("cp.async.bulk.shared::cluster.global") && operands.size() >= 4)
    return callWith("emuBulkCopy",
                    {getAddress(operands[0]), getAddress(operands[1]),
                     getInteger(operands[2], 32), getAddress(operands[3])});
  if (is("cp.async.bulk.tensor") && has(2) &&
      instruction.opcode.contains(".global.shared::cta"))
    return callWithBox("emuStoreBox", operands[0], operands[1]);
  if (is("cp.async.bulk.prefetch.tensor") && has(1))
    return callWithBox("emuPrefetchBox", operands[0], std::nullopt);
  if (is("cp.async.bulk.commit_group"))
    return callWith("emuCommitStores", {});
  if (is("cp.async.bulk.wait_group") && has(1) && operands[0] == "0")
    return callWith("emuWaitForStores", {});
  if (is("st.async") && has(3)) {
    SmallVector<Value> values = getList(operands[1]);
    Value target = getAddress(operands[0]), barrier = getAddress(operands[2]);
    if (values.empty() || llvm::is_contained(values, Value()))
      return failure();
    if (values.size() == 1) {
      unsigned bytes = values[0].getType().getIntOrFloatBitWidth() / 8;
      return callWith("emuSendWord", {target, getInteger(operands[1], 64),
                                      calls.constant(loc, bytes), barrier});
    }
    calls.storeWords(loc, values);
    return callWith("emuSendWords", {target, barrier, calls.getWords(loc),
                                     calls.constant(loc, values.size())});
  }
  if (is("mapa.shared::cluster.u32") && has(3)) {
    Value address = getInteger(operands[1], 64);
    Value rank = getInteger(operands[2], 32);
    if (!address || !rank)
      return failure();
    address = calls.call(loc, "emuMapShared", b.getI64Type(), {address, rank});
    registers[operands[0]] =
        arith::TruncIOp::create(b, loc, b.getI32Type(), address);
    return success();
  }
  if (is("ldmatrix.sync.aligned.m8n8.x4") && has(2)) {
    bool isTransposed = instruction.opcode.contains(".trans");
    Value address = getInteger(strip(operands[1], '[', ']'), 32);
    if (failed(callWith(
            "emuLoadMatrices",
            {address, calls.constant(loc, isTransposed), calls.getWords(loc)})))
      return failure();
    for (auto [i, name] :
         llvm::enumerate(splitOperands(strip(operands[0], '{', '}'))))
      registers[name] = calls.loadWord(loc, b.getI32Type(), i);
    return success();
  }
  if (is("stmatrix.sync.aligned.m8n8.x4") && has(2) &&
      !instruction.opcode.contains(".trans")) {
    SmallVector<Value> values = getList(operands[1]);
    if (values.size() != 4 || llvm::is_contained(values, Value()))
      return failure();
    calls.storeWords(loc, values);
    return callWith(
        "emuStoreMatrices",
        {getInteger(strip(operands[0], '[', ']'), 32), calls.getWords(loc)});
  }
  if (is("wgmma.mma_async"))
    return emitProduct(instruction);
  if (is("wgmma.commit_group"))
    return callWith("emuCommitProducts", {});
  if (is("wgmma.wait_group") && has(1)) {
    SmallVector<Value> values;
    for (size_t i = 0; i < resultTypes.size(); ++i)
      values.push_back(registers.lookup(("$" + Twine(i)).str()));
    if (llvm::is_contained(values, Value()))
      return failure();
    calls.storeWords(loc, values);
    if (failed(callWith("emuWaitForProducts",
                        {getInteger(operands[0], 32), calls.getWords(loc),
                         calls.constant(loc, values.size())})))
      return failure();
    for (auto [i, type] : llvm::enumerate(resultTypes))
      registers[("$" + Twine(i)).str()] = calls.loadWord(loc, type, i);
    return success();
  }
  return failure();
}

LogicalResult AssemblyConverter::convert(const Instruction &instruction) {
  auto unknown = [&] {
    return op.emitError("the emulator does not know the instruction '")
           << instruction.opcode << "' with these operands";
  };
  if (instruction.predicate.empty())
    return failed(emit(instruction)) ? LogicalResult(unknown()) : success();
  // What it computes is used by nobody else.
  Value condition = get(instruction.predicate);
  if (!condition)
    return unknown();
  auto ifOp = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  return failed(emit(instruction)) ? LogicalResult(unknown()) : success();
}

LogicalResult AssemblyConverter::run() {
  if (failed(readOperands()))
    return op.emitError("expected an operand for each constraint");
  StringRef text = op.getAsmString();
  if (text.contains("mbarrier.try_wait.parity")) {
    // A loop until it has been seen.
    if (op.getOperands().size() != 2)
      return op.emitError("expected a barrier and a parity to wait for");
    call("emuBarrierWait", {getInteger("$0", 64), getInteger("$1", 32)});
    b.eraseOp(op);
    return success();
  }
  SmallVector<Instruction> instructions = parse(text);
  // An empty text keeps a value from the optimizer.
  if (instructions.empty())
    return success();
  for (const Instruction &instruction : instructions)
    if (failed(convert(instruction)))
      return failure();
  SmallVector<Value> results;
  for (size_t i = 0; i < resultTypes.size(); ++i)
    results.push_back(registers.lookup(("$" + Twine(i)).str()));
  if (llvm::is_contained(results, Value()))
    return op.emitError("expected assembly that sets all of its results");
  if (resultTypes.empty()) {
    b.eraseOp(op);
    return success();
  }
  if (results.size() == 1 &&
      !isa<LLVM::LLVMStructType>(op.getResult(0).getType())) {
    b.replaceOp(op, results);
    return success();
  }
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (auto extract = dyn_cast<LLVM::ExtractValueOp>(user))
      b.replaceOp(extract, results[extract.getPosition().front()]);
  if (!op->use_empty()) {
    Value whole = LLVM::UndefOp::create(b, loc, op.getResult(0).getType());
    for (auto [i, result] : llvm::enumerate(results))
      whole = LLVM::InsertValueOp::create(b, loc, whole, result, i);
    b.replaceOp(op, whole);
    return success();
  }
  b.eraseOp(op);
  return success();
}

LogicalResult redfuser::convertAssembly(HostCalls &calls,
                                        LLVM::InlineAsmOp op) {
  calls.b.setInsertionPoint(op);
  return AssemblyConverter(calls, op).run();
}
