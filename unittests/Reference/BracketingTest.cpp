//===- BracketingTest.cpp - Trees of partial states -----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Reference/Bracketing.h"

#include "gtest/gtest.h"

using namespace redfuser::reference;
using Node = Bracketing::Node;

namespace {

/// What the result's tree holds.
struct Contents {
  std::vector<int64_t> positions;
  unsigned inits = 0;
};

void collect(const Bracketing &bracketing, unsigned index, Contents &contents) {
  const Node &node = bracketing.getNodes()[index];
  contents.inits += node.kind == Node::Init;
  contents.positions.insert(contents.positions.end(), node.positions.begin(),
                            node.positions.end());
  for (unsigned child : node.children) {
    ASSERT_LT(child, index) << "children come first";
    collect(bracketing, child, contents);
  }
}

/// Every position and the init take part exactly once.
void expectComplete(const Bracketing &bracketing, int64_t numPositions) {
  Contents contents;
  collect(bracketing, bracketing.getNodes().size() - 1, contents);
  EXPECT_EQ(contents.inits, 1u);
  std::sort(contents.positions.begin(), contents.positions.end());
  ASSERT_EQ(contents.positions.size(), size_t(numPositions));
  for (int64_t i = 0; i < numPositions; ++i)
    EXPECT_EQ(contents.positions[i], i);
}

TEST(BracketingTest, Whole) {
  expectComplete(Bracketing::makeWhole(0), 0);
  expectComplete(Bracketing::makeWhole(5), 5);
}

TEST(BracketingTest, Segments) {
  for (int64_t segments : {1, 2, 3, 8})
    for (int64_t positions : {0, 1, 7, 16})
      expectComplete(Bracketing::makeSegments(positions, segments), positions);
}

TEST(BracketingTest, Triple) {
  using Law = Bracketing::Law;
  for (Law law :
       {Law::LeftFirst, Law::RightFirst, Law::Swapped, Law::WithIdentity})
    expectComplete(Bracketing::makeTriple({2, 0, 0, 1, 2}, law), 5);
  auto print = [](Law law) {
    std::string text;
    llvm::raw_string_ostream os(text);
    Bracketing::makeTriple({0, 1, 2}, law).print(os);
    return text;
  };
  EXPECT_EQ(print(Law::LeftFirst), "(init * ((e + {0} * e + {1}) * e + {2}))");
  EXPECT_EQ(print(Law::RightFirst), "(init * (e + {0} * (e + {1} * e + {2})))");
  EXPECT_EQ(print(Law::Swapped), "(init * (e + {2} * (e + {1} * e + {0})))");
  EXPECT_EQ(print(Law::WithIdentity),
            "(init * (((e * e + {0}) * e + {1}) * (e + {2} * e)))");
}

TEST(BracketingTest, Random) {
  std::mt19937_64 random(1);
  bool hasMerge = false, hasEmpty = false, hasLongStep = false;
  for (int64_t round = 0; round < 500; ++round) {
    Bracketing bracketing = Bracketing::makeRandom(round % 9, random);
    expectComplete(bracketing, round % 9);
    for (const Node &node : bracketing.getNodes()) {
      hasMerge |= node.kind == Node::Merge && node.children.size() == 3;
      hasEmpty |= node.kind == Node::Step && node.positions.empty();
      hasLongStep |=
          node.kind == Node::Step &&
          bracketing.getNodes()[node.children[0]].kind == Node::Merge;
    }
  }
  EXPECT_TRUE(hasMerge && hasEmpty && hasLongStep);
}

TEST(BracketingTest, SameSeedSameTree) {
  auto print = [](uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string text;
    llvm::raw_string_ostream os(text);
    Bracketing::makeRandom(9, random).print(os);
    return text;
  };
  EXPECT_EQ(print(3), print(3));
  EXPECT_NE(print(3), print(4));
}

} // namespace
