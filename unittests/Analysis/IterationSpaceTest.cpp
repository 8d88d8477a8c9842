//===- IterationSpaceTest.cpp - Splitting and unifying loops --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/IterationSpace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace redfuser;

namespace {
class IterationSpaceTest : public ::testing::Test {
protected:
  IterationSpaceTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect>();
  }

  void parse(StringRef body) {
    module = parseSourceString<ModuleOp>(body, &context);
    ASSERT_TRUE(module);
    func = *module->getOps<func::FuncOp>().begin();
    facts = std::make_unique<ShapeFacts>(func.getBody().front());
    space = std::make_unique<IterationSpace>(*facts);
  }
  void empty() { parse("func.func @f() { return }"); }
  /// The value that operation `index` of the function returns.
  Value result(unsigned index) {
    return std::next(func.getBody().front().begin(), index)->getResult(0);
  }

  unsigned loop(int64_t size, unsigned owner, bool isAxis = false) {
    return space->add(Extent::get(size), owner, isAxis);
  }
  DimList now(DimList list) {
    space->normalize(list);
    return list;
  }
  SmallVector<int64_t> sizes(DimList list) {
    return llvm::map_to_vector(now(list), [&](unsigned loop) {
      return space->getExtent(loop).constant;
    });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp func;
  std::unique_ptr<ShapeFacts> facts;
  std::unique_ptr<IterationSpace> space;
};

TEST_F(IterationSpaceTest, SplitsAtBoundaries) {
  empty();
  unsigned l = loop(24, 0);
  auto parts = space->split({l}, {Extent::get(4), Extent::get(6)});
  ASSERT_TRUE(parts);
  EXPECT_EQ(sizes({l}), (SmallVector<int64_t>{4, 6}));
  // A second split refines the first.
  parts = space->split({l}, {Extent::get(2), Extent::get(12)});
  ASSERT_TRUE(parts);
  EXPECT_EQ(sizes({l}), (SmallVector<int64_t>{2, 2, 6}));
  EXPECT_EQ(sizes((*parts)[1]), (SmallVector<int64_t>{2, 6}));
}

TEST_F(IterationSpaceTest, RefusesToSplitAcross) {
  empty();
  unsigned l = loop(24, 0);
  ASSERT_TRUE(space->split({l}, {Extent::get(4), Extent::get(6)}));
  EXPECT_FALSE(space->split({l}, {Extent::get(3), Extent::get(8)}));
  EXPECT_FALSE(space->split({loop(6, 1)}, {Extent::get(4), Extent::get(3)}));
}

TEST_F(IterationSpaceTest, SizesOneTakeNoLoop) {
  empty();
  unsigned l = loop(6, 0);
  auto parts =
      space->split({l}, {Extent::get(1), Extent::get(6), Extent::get(1)});
  ASSERT_TRUE(parts);
  EXPECT_TRUE((*parts)[0].empty());
  EXPECT_EQ((*parts)[1], (DimList{l}));
  EXPECT_TRUE((*parts)[2].empty());
}

TEST_F(IterationSpaceTest, UnifiesLists) {
  empty();
  unsigned flat = loop(6, 0), a = loop(2, 1), b = loop(3, 1);
  ASSERT_TRUE(space->unify(DimList{flat}, DimList{a, b}));
  EXPECT_EQ(now({flat}), now({a, b}));
  // Sizes that differ.
  EXPECT_FALSE(space->unify(DimList{loop(4, 2)}, DimList{loop(5, 3)}));
  // An axis and a parallel loop.
  EXPECT_FALSE(space->unify(DimList{loop(4, 2)}, DimList{loop(4, 3, true)}));
}

TEST_F(IterationSpaceTest, LoopsOfOneOwnerStayApart) {
  empty();
  unsigned rows = loop(4, 0), cols = loop(4, 0), other = loop(4, 1);
  ASSERT_TRUE(space->unify(DimList{rows}, DimList{other}));
  IterationSpace::Checkpoint mark = space->checkpoint();
  EXPECT_FALSE(space->unify(DimList{cols}, DimList{other}));
  space->rollback(mark);
  EXPECT_NE(now({rows}), now({cols}));
  EXPECT_EQ(now({rows}), now({other}));
}

TEST_F(IterationSpaceTest, RollbackUndoesSplits) {
  empty();
  unsigned flat = loop(6, 0), a = loop(2, 1), b = loop(3, 1);
  IterationSpace::Checkpoint mark = space->checkpoint();
  ASSERT_TRUE(space->unify(DimList{flat}, DimList{a, b}));
  space->rollback(mark);
  EXPECT_EQ(now({flat}), (DimList{flat}));
  EXPECT_EQ(now({a}), (DimList{a}));
}

TEST_F(IterationSpaceTest, FollowsSizesThroughArithmetic) {
  parse(R"(func.func @f(%x: tensor<?x4x?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : i64
    %zero = arith.constant 0 : i64
    %d = tensor.dim %x, %c0 : tensor<?x4x?xf32>
    %i = arith.index_cast %d : index to i64
    %p = arith.muli %i, %c4 : i64
    %neg = arith.cmpi slt, %i, %zero : i64
    %s = arith.select %neg, %zero, %p : i64
    %q = arith.divsi %s, %c4 : i64
    %u = arith.muli %n, %d : index
    return
  })");
  Value x = func.getArgument(0);
  Extent d = facts->get(x, 0);
  Extent product = facts->get(result(5));
  EXPECT_FALSE(facts->equal(d, product));
  EXPECT_TRUE(facts->equal(product, facts->get(result(7))));
  EXPECT_TRUE(facts->equal(d, facts->get(result(8))));
  std::optional<Extent> four = facts->divide(product, d);
  ASSERT_TRUE(four);
  EXPECT_EQ(four->constant, 4);
  EXPECT_TRUE(four->isStatic());
  EXPECT_FALSE(facts->divide(d, product));
  EXPECT_FALSE(facts->divide(product, facts->get(result(9))));

  // A loop over the product splits into the dimensions of x.
  unsigned l = space->add(product, 0, false);
  auto parts = space->split({l}, {d, Extent::get(4)});
  ASSERT_TRUE(parts);
  EXPECT_EQ(now({l}).size(), 2u);
  EXPECT_FALSE(space->split({space->add(d, 1, false), loop(8, 1)},
                            {Extent::get(4), facts->get(x, 2)}));
}

TEST_F(IterationSpaceTest, LinalgOpsStateEqualities) {
  parse(
      R"(func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x8xf32>, %o: tensor<?x8xf32>) {
    %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x8xf32>) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
    return
  })");
  Value x = func.getArgument(0), y = func.getArgument(1),
        o = func.getArgument(2);
  EXPECT_TRUE(facts->equal(facts->get(x, 1), facts->get(y, 0)));
  EXPECT_TRUE(facts->equal(facts->get(x, 0), facts->get(o, 0)));
  EXPECT_TRUE(facts->equal(facts->get(result(0), 0), facts->get(o, 0)));
  EXPECT_FALSE(facts->equal(facts->get(x, 0), facts->get(x, 1)));
}
} // namespace
