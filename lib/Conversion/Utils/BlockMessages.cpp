//===- BlockMessages.cpp - Words that blocks send each other --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMessages.h"

#include "BlockFlags.h"
#include "GlobalPointer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace redfuser;

/// Of NVPTX: all threads of the device.
static constexpr StringLiteral kDevice = "device";
static constexpr int64_t kBytes = 8, kWordBits = 32;

Value redfuser::createMessages(OpBuilder &b, Location loc, Value count) {
  // Memory is set by words of 32 bits.
  Value words = b.createOrFold<arith::MulIOp>(
      loc, count, arith::ConstantIndexOp::create(b, loc, kBytes / 4));
  return createFlags(b, loc, getAsOpFoldResult(words));
}

static Value getPointer(OpBuilder &b, Location loc, Value messages,
                        Value index) {
  Value offset = b.createOrFold<arith::MulIOp>(
      loc, index, arith::ConstantIndexOp::create(b, loc, kBytes));
  Value bytes = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), offset);
  return getGlobalPointer(b, loc, messages, bytes);
}

static Value getI64(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(b, loc, b.getI64Type(), value);
}

static void store(OpBuilder &b, Location loc, Value messages, Value index,
                  Value message) {
  LLVM::StoreOp::create(b, loc, message, getPointer(b, loc, messages, index),
                        /*alignment=*/kBytes, /*isVolatile=*/false,
                        /*isNonTemporal=*/false, /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::monotonic, kDevice);
}

void redfuser::sendMessage(OpBuilder &b, Location loc, Value messages,
                           Value index, Value word) {
  Value message = arith::ExtUIOp::create(b, loc, b.getI64Type(), word);
  message = arith::OrIOp::create(b, loc, message,
                                 getI64(b, loc, int64_t(1) << kWordBits));
  store(b, loc, messages, index, message);
}

void redfuser::clearMessage(OpBuilder &b, Location loc, Value messages,
                            Value index) {
  store(b, loc, messages, index, getI64(b, loc, 0));
}

SmallVector<Value> redfuser::waitForMessages(OpBuilder &b, Location loc,
                                             Value messages,
                                             ValueRange indices) {
  SmallVector<Value> pointers;
  for (Value index : indices)
    pointers.push_back(getPointer(b, loc, messages, index));
  SmallVector<Type> types(indices.size(), b.getI64Type());
  SmallVector<Location> locs(indices.size(), loc);
  auto loop = scf::WhileOp::create(
      b, loc, types, ValueRange(),
      [&](OpBuilder &b, Location loc, ValueRange) {
        SmallVector<Value> loaded;
        Value least;
        for (Value pointer : pointers) {
          Value message = LLVM::LoadOp::create(
              b, loc, b.getI64Type(), pointer, /*alignment=*/kBytes,
              /*isVolatile=*/false, /*isNonTemporal=*/false,
              /*isInvariant=*/false, /*isInvariantGroup=*/false,
              LLVM::AtomicOrdering::monotonic, kDevice);
          loaded.push_back(message);
          least =
              least ? arith::MinUIOp::create(b, loc, least, message) : message;
        }
        Value isEarly =
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, least,
                                  getI64(b, loc, int64_t(1) << kWordBits));
        scf::ConditionOp::create(b, loc, isEarly, loaded);
      },
      [&](OpBuilder &b, Location loc, ValueRange) {
        scf::YieldOp::create(b, loc);
      });
  SmallVector<Value> words;
  for (Value message : loop.getResults())
    words.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), message));
  return words;
}
