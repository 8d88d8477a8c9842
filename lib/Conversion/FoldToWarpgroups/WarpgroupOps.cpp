//===- WarpgroupOps.cpp - Instructions of a Hopper kernel -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupOps.h"

#include "../Utils/SharedBarriers.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace redfuser;

using Values = WarpgroupOps::Values;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value WarpgroupOps::constant(int64_t value) {
  return arith::ConstantIntOp::create(b, loc, b.getI32Type(), value);
}

Value WarpgroupOps::add(Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::add(Value lhs, int64_t rhs) {
  return rhs == 0 ? lhs : add(lhs, constant(rhs));
}

Value WarpgroupOps::sub(Value lhs, Value rhs) {
  return b.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::mul(Value lhs, Value rhs) {
  return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::mul(Value lhs, int64_t rhs) {
  return rhs == 1 ? lhs : mul(lhs, constant(rhs));
}

Value WarpgroupOps::div(Value lhs, Value rhs) {
  return b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::ceilDiv(Value lhs, Value rhs) {
  return div(add(lhs, add(rhs, -1)), rhs);
}

Value WarpgroupOps::rem(Value lhs, Value rhs) {
  return b.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::bitAnd(Value lhs, int64_t rhs) {
  return b.createOrFold<arith::AndIOp>(loc, lhs, constant(rhs));
}

Value WarpgroupOps::bitXor(Value lhs, Value rhs) {
  return b.createOrFold<arith::XOrIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::bitOr(Value lhs, Value rhs) {
  return b.createOrFold<arith::OrIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::shiftRight(Value lhs, int64_t rhs) {
  return rhs == 0 ? lhs
                  : b.createOrFold<arith::ShRUIOp>(loc, lhs, constant(rhs));
}

Value WarpgroupOps::min(Value lhs, Value rhs) {
  return b.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::max(Value lhs, Value rhs) {
  return b.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
}

Value WarpgroupOps::compare(arith::CmpIPredicate predicate, Value lhs,
                            Value rhs) {
  return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
}

Value WarpgroupOps::select(Value condition, Value lhs, Value rhs) {
  return b.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
}

Value WarpgroupOps::toI32(Value index) {
  return b.createOrFold<arith::IndexCastOp>(loc, b.getI32Type(), index);
}

Value WarpgroupOps::toIndex(Value value) {
  return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(), value);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Values WarpgroupOps::loop(Value lower, Value upper, Value step,
                          ValueRange inits, LoopBody body) {
  auto forOp = scf::ForOp::create(
      b, loc, lower, upper, step, inits,
      [&](OpBuilder &, Location, Value iv, ValueRange carried) {
        // The builder is `b`, and stands in the body.
        Values results = body(iv, Values(carried));
        scf::YieldOp::create(b, loc, results);
      });
  return Values(forOp.getResults());
}

Values WarpgroupOps::branch(TypeRange types, Value condition,
                            BranchBody thenBody, BranchBody elseBody) {
  auto ifOp = scf::IfOp::create(b, loc, types, condition,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [block, body] : {std::pair(ifOp.thenBlock(), thenBody),
                             std::pair(ifOp.elseBlock(), elseBody)}) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(block);
    Values results = body();
    scf::YieldOp::create(b, loc, results);
  }
  return Values(ifOp.getResults());
}

void WarpgroupOps::branch(Value condition, llvm::function_ref<void()> body) {
  auto ifOp = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value WarpgroupOps::threadId() {
  return NVVM::ThreadIdXOp::create(b, loc, b.getI32Type());
}

Value WarpgroupOps::blockId() {
  return NVVM::BlockIdXOp::create(b, loc, b.getI32Type());
}

Value WarpgroupOps::gridSize() {
  return NVVM::GridDimXOp::create(b, loc, b.getI32Type());
}

Value WarpgroupOps::uniform(Value value) {
  return NVVM::ShflOp::create(b, loc, value.getType(), constant(-1), value,
                              constant(0), constant(31), NVVM::ShflKind::idx,
                              UnitAttr());
}

Value WarpgroupOps::hide(Value value) {
  return assembly("mov.b32 $0, $1;", "=r,r", value, value.getType()).front();
}

Value WarpgroupOps::hiddenZero() {
  return NVVM::BlockIdYOp::create(b, loc, b.getI32Type());
}

Value WarpgroupOps::shuffleXor(Value value, int64_t offset) {
  return NVVM::ShflOp::create(b, loc, value.getType(), constant(-1), value,
                              constant(offset), constant(31),
                              NVVM::ShflKind::bfly, UnitAttr());
}

Value WarpgroupOps::shuffleUp(Value value, int64_t offset) {
  return NVVM::ShflOp::create(b, loc, value.getType(), constant(-1), value,
                              constant(offset), constant(0), NVVM::ShflKind::up,
                              UnitAttr());
}

Value WarpgroupOps::any(Value condition) {
  return NVVM::VoteSyncOp::create(b, loc, b.getI1Type(), constant(-1),
                                  condition, NVVM::VoteSyncKind::any);
}

Value WarpgroupOps::ballot(Value condition) {
  return NVVM::VoteSyncOp::create(b, loc, b.getI32Type(), constant(-1),
                                  condition, NVVM::VoteSyncKind::ballot);
}

Value WarpgroupOps::count(Value lanes) {
  return LLVM::CtPopOp::create(b, loc, b.getI32Type(), lanes);
}

Value WarpgroupOps::countBefore(Value lanes) {
  Value before = NVVM::LaneMaskLtOp::create(b, loc, b.getI32Type());
  return count(b.createOrFold<arith::AndIOp>(loc, lanes, before));
}

void WarpgroupOps::syncWarp() {
  NVVM::SyncWarpOp::create(b, loc, constant(-1));
}

void WarpgroupOps::syncBlock() { NVVM::Barrier0Op::create(b, loc); }

void WarpgroupOps::syncNamed(Value id, int64_t threads) {
  assembly("bar.sync $0, " + Twine(threads) + ";", "r,~{memory}", id, {});
}

void WarpgroupOps::arriveNamed(Value id, int64_t threads) {
  assembly("bar.arrive $0, " + Twine(threads) + ";", "r,~{memory}", id, {});
}

void WarpgroupOps::setRegisters(int64_t count, bool increase) {
  NVVM::SetMaxRegisterOp::create(b, loc, count,
                                 increase
                                     ? NVVM::SetMaxRegisterAction::increase
                                     : NVVM::SetMaxRegisterAction::decrease);
}

void WarpgroupOps::arriveCluster() {
  NVVM::ClusterArriveOp::create(b, loc, /*aligned=*/UnitAttr());
}

void WarpgroupOps::waitCluster() {
  NVVM::ClusterWaitOp::create(b, loc, /*aligned=*/UnitAttr());
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static Type getPointer(OpBuilder &b, unsigned space) {
  return LLVM::LLVMPointerType::get(b.getContext(), space);
}

Value WarpgroupOps::sharedPointer(Value address) {
  return LLVM::IntToPtrOp::create(b, loc, getPointer(b, 3), address);
}

void WarpgroupOps::initBarrier(Value address, int64_t count) {
  redfuser::initBarrier(b, loc, address, count);
}

void WarpgroupOps::fenceBarriers() {
  NVVM::FenceMbarrierInitOp::create(b, loc);
}

void WarpgroupOps::expectBytes(Value barrier, int64_t bytes) {
  arriveAndExpect(b, loc, barrier, constant(bytes));
}

void WarpgroupOps::arrive(Value barrier, Value lane, Value after) {
  std::string condition = "setp.eq.s32 p, $1, 0; ";
  std::string constraints = "r,r";
  Values operands{barrier, lane};
  if (after) {
    // Always so: the NaN of arithmetic is 0x7FFFFFFF.
    condition += "setp.ne.and.b32 p, $2, 0xFF800001, p; ";
    constraints += ",r";
    operands.push_back(arith::BitcastOp::create(b, loc, b.getI32Type(), after));
  }
  assembly("{ .reg .pred p; " + condition +
               "@p mbarrier.arrive.shared::cta.b64 _, [$0]; }",
           constraints + ",~{memory}", operands, {});
}

void WarpgroupOps::wait(Value barrier, Value parity) {
  waitAtBarrier(b, loc, barrier, parity);
}

void WarpgroupOps::waitForCluster(Value barrier, Value parity) {
  waitAtBarrier(b, loc, barrier, parity, BarrierScope::Cluster);
}

Value WarpgroupOps::mapShared(Value address, Value rank) {
  return assembly("mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r",
                  {address, rank}, address.getType(), /*hasSideEffects=*/false)
      .front();
}

void WarpgroupOps::storeInCluster(Value address, Value barrier,
                                  ValueRange values) {
  std::string list, constraints = "r,r";
  for (auto [i, value] : llvm::enumerate(values)) {
    list += (i ? ", $" : "$") + std::to_string(i + 2);
    constraints += value.getType().isF32() ? ",f" : ",r";
  }
  bool isVector = values.size() > 1;
  Values operands{address, barrier};
  llvm::append_range(operands, values);
  assembly(Twine("st.async.shared::cluster.mbarrier::complete_tx::bytes") +
               (isVector ? ".v4.f32 [$0], {" : ".u32 [$0], ") + list +
               (isVector ? "}, [$1];" : ", [$1];"),
           constraints + ",~{memory}", operands, {});
}

void WarpgroupOps::loadBox(Value map, Value address, Value barrier,
                           ValueRange coordinates) {
  Value target = LLVM::AddrSpaceCastOp::create(b, loc, getPointer(b, 7),
                                               sharedPointer(address));
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      b, loc, target, map, coordinates, sharedPointer(barrier),
      /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(),
      /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false,
      /*group=*/nullptr, /*predicate=*/Value());
}

void WarpgroupOps::fenceProxy() { fenceForCopies(b, loc); }

void WarpgroupOps::storeBox(Value map, Value address, ValueRange coordinates) {
  std::string list, constraints = "l,r";
  for (size_t i = 0, e = coordinates.size(); i < e; ++i) {
    list += (i ? ", $" : "$") + std::to_string(i + 2);
    constraints += ",r";
  }
  Values operands{map, address};
  llvm::append_range(operands, coordinates);
  assembly("cp.async.bulk.tensor." + Twine(coordinates.size()) +
               "d.global.shared::cta.tile.bulk_group [$0, {" + list +
               "}], [$1];",
           constraints + ",~{memory}", operands, {});
}

void WarpgroupOps::commitBoxes() {
  assembly("cp.async.bulk.commit_group;", "~{memory}", {}, {});
}

void WarpgroupOps::waitBoxes() {
  assembly("cp.async.bulk.wait_group.read 0;", "~{memory}", {}, {});
}

void WarpgroupOps::prefetchMap(Value map) {
  assembly("prefetch.tensormap [$0];", "l,~{memory}", map, {});
}

void WarpgroupOps::prefetchBox(Value map, ValueRange coordinates) {
  std::string list, constraints = "l";
  for (size_t i = 0, e = coordinates.size(); i < e; ++i) {
    list += (i ? ", $" : "$") + std::to_string(i + 1);
    constraints += ",r";
  }
  Values operands{map};
  llvm::append_range(operands, coordinates);
  assembly("cp.async.bulk.prefetch.tensor." + Twine(coordinates.size()) +
               "d.L2.global.tile [$0, {" + list + "}];",
           constraints + ",~{memory}", operands, {});
}

Value WarpgroupOps::loadShared(Value address, Type type) {
  return LLVM::LoadOp::create(b, loc, type, sharedPointer(address), 4);
}

void WarpgroupOps::storeShared(Value address, Value value) {
  LLVM::StoreOp::create(b, loc, value, sharedPointer(address), 4);
}

Values WarpgroupOps::loadMatrices(Value address, bool isTransposed) {
  Type i32 = b.getI32Type();
  return assembly("ldmatrix.sync.aligned.m8n8.x4" +
                      Twine(isTransposed ? ".trans" : "") +
                      ".shared.b16 {$0, $1, $2, $3}, [$4];",
                  "=r,=r,=r,=r,r,~{memory}", address, {i32, i32, i32, i32});
}

void WarpgroupOps::storeMatrices(Value address, ValueRange registers) {
  Values operands{address};
  llvm::append_range(operands, registers);
  assembly("stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1, $2, $3, $4};",
           "r,r,r,r,r,~{memory}", operands, {});
}

//===----------------------------------------------------------------------===//
// Tensor core
//===----------------------------------------------------------------------===//

/// High word of a descriptor: 1024 bytes between groups of eight rows, 128-byte
/// swizzle.
static constexpr int64_t kDescriptorHigh = (int64_t(1) << 30) | 64;
/// 16-byte units: of 16 columns, of a row of 64 columns, of 16 rows.
static constexpr int64_t kStepUnits = 2, kRowUnits = 8, kRowsUnits = 128;

static std::string listRegisters(int64_t first, int64_t count) {
  std::string text = "{";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text + "}";
}

static std::string repeat(StringRef text, int64_t count) {
  std::string result;
  for (int64_t i = 0; i < count; ++i)
    result += (i ? "," : "") + text.str();
  return result;
}

static StringRef getName(Type element) {
  return element.isBF16() ? "bf16" : "f16";
}

static std::string getInstruction(int64_t columns, Type element) {
  std::string name = getName(element).str();
  return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(columns) +
         "k16.f32." + name + "." + name + " ";
}

/// Assembly that makes the descriptor `name` from operand `number`.
static std::string makeDescriptor(StringRef name, int64_t number,
                                  int64_t units) {
  return ("add.u32 w, $" + Twine(number) + ", " + Twine(units) + "; mov.b64 " +
          name + ", {w, " + Twine(kDescriptorHigh) + "}; ")
      .str();
}

Values WarpgroupOps::issueScores(ValueRange a, Value bLow, int64_t columns,
                                 int64_t steps, Type element) {
  int64_t count = columns / 2;
  bool inRegisters = a.size() > 1;
  std::string text = "{ .reg .pred p; .reg .b32 w; .reg .b64 da, db; "
                     "wgmma.fence.sync.aligned; ";
  for (int64_t step = 0; step < steps; ++step) {
    int64_t chunk = step / 4, inChunk = step % 4 * kStepUnits;
    std::string left = listRegisters(count + 4 * step, 4);
    if (!inRegisters) {
      text += makeDescriptor("da", count, chunk * 64 * kRowUnits + inChunk);
      left = "da";
    }
    text += makeDescriptor("db", count + a.size(),
                           chunk * columns * kRowUnits + inChunk);
    // The first step does not read the accumulator.
    text += "setp.ne.b32 p, " + std::to_string(step > 0) + ", 0; ";
    text += getInstruction(columns, element) + listRegisters(0, count) + ", " +
            left + ", db, p, 1, 1, " + (inRegisters ? "0; " : "0, 0; ");
  }
  text += "wgmma.commit_group.sync.aligned; }";
  Values operands(a);
  operands.push_back(bLow);
  Values types(count);
  SmallVector<Type> resultTypes(count, b.getF32Type());
  return assembly(text, repeat("=f", count) + "," + repeat("r", a.size() + 1),
                  operands, resultTypes);
}

/// "0,1,...": operands that are results.
static std::string tie(int64_t count) {
  std::string tied;
  for (int64_t i = 0; i < count; ++i)
    tied += std::to_string(i) + ",";
  return tied;
}

Values WarpgroupOps::issueChunk(ValueRange acc, Value a, Value bLow,
                                int64_t columns, int64_t steps, Type element,
                                bool isLast) {
  int64_t count = columns / 2, first = count + acc.size();
  std::string text = "{ .reg .pred p; .reg .b32 w; .reg .b64 da, db; "
                     "wgmma.fence.sync.aligned; ";
  for (int64_t step = 0; step < steps; ++step) {
    text += makeDescriptor("da", first, step * kStepUnits);
    text += makeDescriptor("db", first + 1, step * kStepUnits);
    text += "setp.ne.b32 p, " + std::to_string(step > 0 || !acc.empty()) +
            ", 0; " + getInstruction(columns, element) +
            listRegisters(0, count) + ", da, db, p, 1, 1, 0, 0; ";
  }
  text += isLast ? "wgmma.commit_group.sync.aligned; }" : "}";
  Values operands(acc);
  operands.append({a, bLow});
  SmallVector<Type> resultTypes(count, b.getF32Type());
  return assembly(text, repeat("=f", count) + "," + tie(acc.size()) + "r,r",
                  operands, resultTypes);
}

Values WarpgroupOps::issueProduct(ValueRange acc, ValueRange a, Value bLow,
                                  Type element, int64_t steps) {
  int64_t count = acc.size();
  bool inRegisters = a.size() > 1;
  std::string text =
      "{ .reg .b32 w; .reg .b64 da, db; wgmma.fence.sync.aligned; ";
  for (int64_t step = 0; step < steps; ++step) {
    std::string left = listRegisters(2 * count + 4 * step, 4);
    if (!inRegisters) {
      text += makeDescriptor("da", 2 * count, step * kStepUnits);
      left = "da";
    }
    text += makeDescriptor("db", 2 * count + a.size(), step * kRowsUnits);
    text += getInstruction(2 * count, element) + listRegisters(0, count) +
            ", " + left +
            (inRegisters ? ", db, 1, 1, 1, 1; " : ", db, 1, 1, 1, 0, 1; ");
  }
  text += "wgmma.commit_group.sync.aligned; }";
  Values operands(acc);
  llvm::append_range(operands, a);
  operands.push_back(bLow);
  SmallVector<Type> resultTypes(count, b.getF32Type());
  return assembly(
      text, repeat("=f", count) + "," + tie(count) + repeat("r", a.size() + 1),
      operands, resultTypes);
}

Values WarpgroupOps::waitProducts(int64_t pending, ValueRange values) {
  std::string constraints, tied;
  for (auto [i, value] : llvm::enumerate(values)) {
    constraints += value.getType().isF32() ? "=f," : "=r,";
    tied += (i ? "," : "") + std::to_string(i);
  }
  return assembly("wgmma.wait_group.sync.aligned " + Twine(pending) + ";",
                  constraints + tied, values, values.getTypes());
}

Value WarpgroupOps::packNarrow(Value low, Value high, Type element) {
  // Rounded from f32: one conversion for both.
  auto lowTrunc = low.getDefiningOp<arith::TruncFOp>();
  auto highTrunc = high.getDefiningOp<arith::TruncFOp>();
  if (lowTrunc && highTrunc && lowTrunc.getIn().getType().isF32() &&
      highTrunc.getIn().getType().isF32() &&
      isa<Float16Type, BFloat16Type>(element))
    return pack(lowTrunc.getIn(), highTrunc.getIn(), element);
  Type i16 = b.getIntegerType(16), i32 = b.getI32Type();
  auto toI32 = [&](Value value) -> Value {
    if (!value.getType().isInteger(16))
      value = arith::BitcastOp::create(b, loc, i16, value);
    return arith::ExtUIOp::create(b, loc, i32, value);
  };
  Value shifted = arith::ShLIOp::create(b, loc, toI32(high), constant(16));
  return arith::OrIOp::create(b, loc, toI32(low), shifted);
}

Value WarpgroupOps::pack(Value low, Value high, Type element) {
  auto type = VectorType::get(2, element);
  Value pair;
  if (element.isBF16())
    pair = NVVM::ConvertF32x2ToBF16x2Op::create(
        b, loc, type, high, low, /*random_bits=*/Value(),
        NVVM::FPRoundingMode::RN, NVVM::SaturationMode::NONE,
        /*relu=*/false);
  else
    pair = NVVM::ConvertF32x2ToF16x2Op::create(
        b, loc, type, high, low, /*random_bits=*/Value(),
        NVVM::FPRoundingMode::RN, NVVM::SaturationMode::NONE,
        /*relu=*/false);
  return LLVM::BitcastOp::create(b, loc, b.getI32Type(), pair);
}

Values WarpgroupOps::assembly(const Twine &text, const Twine &constraints,
                              ValueRange operands, TypeRange types,
                              bool hasSideEffects) {
  Type result;
  if (types.size() == 1)
    result = types.front();
  else if (!types.empty())
    result = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                              llvm::to_vector(types));
  auto op = LLVM::InlineAsmOp::create(
      b, loc, result ? TypeRange(result) : TypeRange(), operands, text.str(),
      constraints.str(), hasSideEffects, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  if (types.empty())
    return {};
  if (types.size() == 1)
    return {op.getRes()};
  Values results;
  for (int64_t i = 0, e = types.size(); i < e; ++i)
    results.push_back(LLVM::ExtractValueOp::create(b, loc, op.getRes(), i));
  return results;
}
