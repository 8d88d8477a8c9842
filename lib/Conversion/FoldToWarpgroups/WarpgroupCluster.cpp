//===- WarpgroupCluster.cpp - States of segments, merged by a cluster -----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The blocks of a cluster have neighbouring segments of the same rows. When all
// their consumers are done with their tiles, each block sends every other one a
// window of the columns of its state, to where the other's tiles have been:
//
//   rank r: sends window w to rank w, for all others w
//           waits for window r of all others, and combines them with its own
//
// A block sends before it waits, and waits for all that is sent to it: nobody
// writes to a block that has ended. A block has one tile of rows.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// The address of a vector of this thread's registers, of slot `slot` (i32).
Value WarpgroupKernel::getExchangedVector(Value slot, int64_t vector) {
  int64_t vectors = getAccSize() / kVectorRegisters / schedule.getCluster();
  int64_t threads = kLanes * getNumWarps();
  Value thread = ops.add(ops.mul(getWarpOfBlock(), kLanes), lane);
  Value number = ops.add(ops.mul(slot, vectors * threads), thread);
  return ops.add(
      ops.mul(number, kVectorBytes),
      ops.add(shared, layout.exchange + vector * threads * kVectorBytes));
}

/// The address of a row value, behind the vectors of all slots.
Value WarpgroupKernel::getExchangedRow(Value slot, unsigned component,
                                       unsigned half) {
  int64_t cluster = schedule.getCluster();
  int64_t ofThread = (cluster - 1) * (getAccSize() / cluster) * 4;
  int64_t first = ofThread * kLanes * getNumWarps();
  int64_t components = fold.getNumReductions() - 1;
  int64_t position = component - (component > group.getProduct());
  Value list = ops.add(ops.mul(slot, components), position);
  Value ofWarp = ops.add(ops.mul(list, getNumWarps()), getWarpOfBlock());
  Value row = ops.add(ops.mul(ofWarp, kWarpRows),
                      ops.add(ops.shiftRight(lane, 2), 8 * half));
  return ops.add(ops.mul(row, 4), ops.add(shared, layout.exchange + first));
}

/// The bits of a value of a state, which have all 32 of them.
static Value getBits(WarpgroupOps &ops, Value value) {
  Type integer = ops.b.getI32Type();
  return value.getType() == integer
             ? value
             : arith::BitcastOp::create(ops.b, ops.loc, integer, value);
}

/// Sends the row values and a window of the product's registers to rank
/// `target`, whose slots are for the ranks that follow it, in turn.
void WarpgroupKernel::sendPart(const State &state, ArrayRef<Value> window,
                               Value rank, Value target) {
  int64_t cluster = schedule.getCluster();
  Value slot =
      ops.bitAnd(ops.add(ops.sub(rank, target), cluster - 1), cluster - 1);
  Value barrier = ops.mapShared(ops.add(shared, layout.exchangeFull), target);
  Value first = ops.mapShared(getExchangedVector(slot, 0), target);
  int64_t stride = kLanes * getNumWarps() * kVectorBytes;
  for (size_t i = 0, e = window.size() / kVectorRegisters; i < e; ++i)
    ops.storeInCluster(ops.add(first, i * stride), barrier,
                       window.slice(i * kVectorRegisters, kVectorRegisters));
  ops.branch(isFirstOfQuad(), [&] {
    forEachRowValue([&](unsigned i, unsigned half) {
      ops.storeInCluster(ops.mapShared(getExchangedRow(slot, i, half), target),
                         barrier, getBits(ops, state.rows[i][half]));
    });
  });
}

WarpgroupKernel::Part WarpgroupKernel::receivePart(int64_t slot,
                                                   int64_t vectors) {
  Value number = ops.constant(slot);
  return loadPart(
      [&](unsigned i, unsigned half) {
        return ops.sharedPointer(getExchangedRow(number, i, half));
      },
      [&](int64_t i) {
        return ops.sharedPointer(getExchangedVector(number, i));
      },
      vectors);
}

/// Merges the states of the cluster's segments, each block a window, and reads
/// it out.
void WarpgroupKernel::emitClusterMerge(const State &state, const Values &acc) {
  int64_t cluster = schedule.getCluster();
  int64_t size = acc.size() / cluster;
  Value rank = ops.bitAnd(tile.segment, cluster - 1);
  tile.segment = ops.div(tile.segment, ops.constant(cluster));
  ops.waitCluster();
  auto merge = [&] {
    for (int64_t window = 0; window < cluster; ++window) {
      Value target = ops.constant(window);
      ops.branch(ops.compare(arith::CmpIPredicate::ne, rank, target), [&] {
        sendPart(state, ArrayRef(acc).slice(window * size, size), rank, target);
      });
    }
    SmallVector<Part> parts{{state, selectWindow(acc, rank, cluster)}};
    ops.waitForCluster(ops.add(shared, layout.exchangeFull), ops.constant(0));
    for (int64_t slot = 0; slot + 1 < cluster; ++slot)
      parts.push_back(receivePart(slot, size / kVectorRegisters));
    Part merged = combineParts(parts);
    firstColumn = ops.mul(rank, 2 * size);
    emitReadouts(merged.state, merged.acc);
    firstColumn = Value();
  };
  // Nobody has rows of the others.
  int64_t warps = getNumRowWarps(group);
  if (warps == kWarps)
    return merge();
  ops.branch(ops.compare(arith::CmpIPredicate::slt, warp, ops.constant(warps)),
             merge);
}
