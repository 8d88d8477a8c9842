//===- RowTickets.cpp - Which rows are a block's --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that take every so many-th row drift apart, and memory is slower the
// farther apart lie what they read and write. So those of a ring take the rows
// in order: whoever has room for another one takes the next number from a
// counter in memory. The thread that copies does, one row ahead; in a cluster
// that of its first block, for all of them. It tells the others through a few
// places in shared memory.
//
// There is no barrier for who has read a number. When a thread that copies
// tells the number of a row, its block has released the one as many rows before
// as the ring has stages, and so finished the one two before that; other blocks
// of its cluster have sent their states of it, so finished the one two before,
// and merged no less. `takesTickets` asks for more places than that.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "../Utils/BlockFlags.h"
#include "../Utils/SharedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// In shared memory, in front of the barrier of the block.
void RowKernel::setUpTickets() {
  ring->tickets = shared.allocate(b, loc, {kTickets}, b.getI32Type());
  Value barriers = shared.allocate(b, loc, {kTickets}, b.getI64Type());
  ring->named = getSharedAddress(b, loc, barriers);
}

/// The next row that nobody has taken, or a number beyond the last one.
Value RowKernel::takeRow(const Turn &turn) {
  // Each cluster asks once more than it has rows.
  Value count = arith::AddIOp::create(b, loc, turn.count, turn.stride);
  count = arith::IndexCastOp::create(b, loc, b.getI32Type(), count);
  return takeTicket(b, loc, flags, getIndex(b, loc, 0), count);
}

static std::pair<Value, Value> getTicketPlace(OpBuilder &b, Location loc,
                                              Value round) {
  Value place =
      arith::AndIOp::create(b, loc, round, getI32(b, loc, kTickets - 1));
  Value phase = arith::ShRUIOp::create(b, loc, round,
                                       getI32(b, loc, llvm::Log2_64(kTickets)));
  phase = arith::AndIOp::create(b, loc, phase, getI32(b, loc, 1));
  place = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), place);
  return {place, phase};
}

/// By the thread that copies: tells all of the block, or of the cluster, which
/// row it has in a round.
void RowKernel::announceTicket(Value ticket, Value round) {
  Value place = getTicketPlace(b, loc, round).first;
  Value barrier = offsetAddress(b, loc, ring->named, place, kBarrierBytes);
  int64_t cluster = schedule.getCluster();
  if (cluster == 1) {
    memref::StoreOp::create(b, loc, ticket, ring->tickets, ValueRange{place});
    arriveAtBarrier(b, loc, barrier);
    return;
  }
  arriveAndExpect(b, loc, barrier, getI32(b, loc, 4));
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        segment, getIndex(b, loc, 0));
  emitIf({}, isFirst, [&](OpBuilder &, Location) {
    Value address = offsetAddress(
        b, loc, getSharedAddress(b, loc, ring->tickets), place, 4);
    for (int64_t block = 0; block < cluster; ++block) {
      Value rank = getI32(b, loc, block);
      sendWord(b, loc, mapToBlock(b, loc, address, rank), ticket,
               mapToBlock(b, loc, barrier, rank));
    }
    scf::YieldOp::create(b, loc);
  });
}

/// The tile of a round, of rows that tickets name.
Value RowKernel::awaitTicket(Value round) {
  auto [place, phase] = getTicketPlace(b, loc, round);
  waitAtBarrier(
      b, loc, offsetAddress(b, loc, ring->named, place, kBarrierBytes), phase,
      schedule.getCluster() > 1 ? BarrierScope::Cluster : BarrierScope::Block);
  Value ticket =
      memref::LoadOp::create(b, loc, ring->tickets, ValueRange{place});
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), ticket);
}

/// The block's tile in a round, of which that of the round before is
/// `previous`; one beyond the last if there is none.
Value RowKernel::getTile(const Turn &turn, Value round, Value previous) {
  auto getOwn = [&]() -> Value {
    return previous ? arith::AddIOp::create(b, loc, previous, turn.stride)
                    : turn.first;
  };
  if (!ring->tickets)
    return getOwn();
  // Without copies there is nobody to take tickets.
  return emitIf(
             b.getIndexType(), ring->isAligned,
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, awaitTicket(round));
             },
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, getOwn());
             })
      .front();
}

/// The loop over the block's tiles: `body` gets the number of the round, the
/// tile and what is carried, and returns that for the next tile. With `lags` it
/// is called once more, if it was called at all, with a tile beyond the last.
void RowKernel::forEachTile(
    const Turn &turn, ValueRange inits, bool lags,
    llvm::function_ref<State(Value, Value, ValueRange)> body) {
  auto isTile = [&](Value tile) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, tile,
                                 turn.count);
  };
  Value start = getI32(b, loc, 0), first = getTile(turn, start, Value());
  State carried{start, first, isTile(first)};
  llvm::append_range(carried, inits);
  scf::WhileOp::create(
      b, loc, ValueRange(carried).getTypes(), carried,
      [&](OpBuilder &, Location, ValueRange values) {
        scf::ConditionOp::create(b, loc, values[2], values);
      },
      [&](OpBuilder &, Location, ValueRange values) {
        Value round = values[0], tile = values[1];
        State next = body(round, tile, values.drop_front(3));
        Value following =
            arith::AddIOp::create(b, loc, round, getI32(b, loc, 1));
        Value goesOn = lags ? isTile(tile) : Value();
        Value nextTile;
        if (!lags) {
          nextTile = getTile(turn, following, tile);
          goesOn = isTile(nextTile);
        } else {
          nextTile = emitIf(
                         b.getIndexType(), goesOn,
                         [&](OpBuilder &, Location) {
                           scf::YieldOp::create(b, loc,
                                                getTile(turn, following, tile));
                         },
                         [&](OpBuilder &, Location) {
                           scf::YieldOp::create(b, loc, tile);
                         })
                         .front();
        }
        State all{following, nextTile, goesOn};
        llvm::append_range(all, next);
        scf::YieldOp::create(b, loc, all);
      });
}

/// Likewise by the thread that copies, which takes the tickets.
void RowKernel::takeEachTile(
    const Turn &turn, ValueRange inits,
    llvm::function_ref<State(Value, ValueRange)> body) {
  // In a cluster, that of the first block.
  auto take = [&]() -> Value {
    if (schedule.getCluster() == 1)
      return takeRow(turn);
    Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                          segment, getIndex(b, loc, 0));
    return emitIf(
               b.getI32Type(), isFirst,
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, takeRow(turn));
               },
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, getI32(b, loc, 0));
               })
        .front();
  };
  State carried{getI32(b, loc, 0), take()};
  llvm::append_range(carried, inits);
  SmallVector<Type> types(ValueRange(carried).getTypes());
  types.push_back(b.getIndexType());
  scf::WhileOp::create(
      b, loc, types, carried,
      [&](OpBuilder &, Location, ValueRange values) {
        Value round = values[0], ticket = values[1];
        announceTicket(ticket, round);
        Value tile =
            schedule.getCluster() == 1
                ? arith::IndexCastUIOp::create(b, loc, b.getIndexType(), ticket)
                      .getResult()
                : awaitTicket(round);
        Value isTile = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                             tile, turn.count);
        State passed(values);
        passed.push_back(tile);
        scf::ConditionOp::create(b, loc, isTile, passed);
      },
      [&](OpBuilder &, Location, ValueRange values) {
        // One row ahead, so that nobody waits for memory.
        Value next = take();
        State following = body(values.back(), values.drop_front(2).drop_back());
        State all{arith::AddIOp::create(b, loc, values[0], getI32(b, loc, 1)),
                  next};
        llvm::append_range(all, following);
        scf::YieldOp::create(b, loc, all);
      });
}
