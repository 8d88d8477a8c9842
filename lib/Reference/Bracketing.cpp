//===- Bracketing.cpp - Ways to put a fold together -----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Reference/Bracketing.h"

#include "llvm/ADT/STLExtras.h"

using namespace redfuser::reference;

unsigned Bracketing::add(Node::Kind kind, llvm::ArrayRef<unsigned> children,
                         llvm::ArrayRef<int64_t> positions) {
  Node node;
  node.kind = kind;
  node.children.assign(children.begin(), children.end());
  node.positions.assign(positions.begin(), positions.end());
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

Bracketing Bracketing::makeWhole(int64_t numPositions) {
  Bracketing result;
  unsigned init = result.add(Node::Init);
  result.add(Node::Step, init,
             llvm::to_vector(llvm::seq<int64_t>(0, numPositions)));
  return result;
}

Bracketing Bracketing::makeSegments(int64_t numPositions, int64_t segments) {
  Bracketing result;
  llvm::SmallVector<unsigned> parts{result.add(Node::Init)};
  for (int64_t k = 0; k < segments; ++k) {
    auto positions = llvm::to_vector(llvm::seq<int64_t>(
        numPositions * k / segments, numPositions * (k + 1) / segments));
    parts.push_back(
        result.add(Node::Step, result.add(Node::Identity), positions));
  }
  while (parts.size() > 1) {
    llvm::SmallVector<unsigned> merged;
    for (size_t i = 0; i + 1 < parts.size(); i += 2)
      merged.push_back(result.add(Node::Merge, {parts[i], parts[i + 1]}));
    if (parts.size() % 2)
      merged.push_back(parts.back());
    parts = merged;
  }
  return result;
}

Bracketing Bracketing::makeTriple(llvm::ArrayRef<unsigned> parts, Law law) {
  Bracketing result;
  unsigned init = result.add(Node::Init);
  auto fold = [&](unsigned part) {
    llvm::SmallVector<int64_t> positions;
    for (auto [position, owner] : llvm::enumerate(parts))
      if (owner == part)
        positions.push_back(position);
    return result.add(Node::Step, result.add(Node::Identity), positions);
  };
  auto merge = [&](unsigned lhs, unsigned rhs) {
    return result.add(Node::Merge, {lhs, rhs});
  };
  unsigned a = fold(0), b = fold(1), c = fold(2), all = 0;
  switch (law) {
  case Law::LeftFirst:
    all = merge(merge(a, b), c);
    break;
  case Law::RightFirst:
    all = merge(a, merge(b, c));
    break;
  case Law::Swapped:
    all = merge(c, merge(b, a));
    break;
  case Law::WithIdentity: {
    unsigned left = merge(merge(result.add(Node::Identity), a), b);
    all = merge(left, merge(c, result.add(Node::Identity)));
    break;
  }
  }
  merge(init, all);
  return result;
}

Bracketing Bracketing::makeRandom(int64_t numPositions,
                                  std::mt19937_64 &random) {
  // Modulo, not the standard library's distributions: they differ.
  auto below = [&](uint64_t bound) { return random() % bound; };
  unsigned numSegments = 1 + below(5);
  std::vector<llvm::SmallVector<int64_t>> segments(numSegments);
  bool isContiguous = below(3) != 0;
  llvm::SmallVector<int64_t> cuts;
  for (unsigned k = 1; k < numSegments; ++k)
    cuts.push_back(below(numPositions + 1));
  llvm::sort(cuts);
  for (int64_t position = 0; position < numPositions; ++position)
    segments[isContiguous ? llvm::upper_bound(cuts, position) - cuts.begin()
                          : below(numSegments)]
        .push_back(position);

  Bracketing result;
  llvm::SmallVector<unsigned> parts{result.add(Node::Init)};
  while (parts.size() > 1 || !segments.empty()) {
    auto takePart = [&] {
      unsigned i = below(parts.size());
      unsigned part = parts[i];
      parts.erase(parts.begin() + i);
      return part;
    };
    if (!segments.empty() && (parts.size() == 1 || below(2))) {
      unsigned i = below(segments.size());
      // A new partial state, or one that there is moves on.
      unsigned base = below(2) ? takePart() : result.add(Node::Identity);
      parts.push_back(result.add(Node::Step, base, segments[i]));
      segments.erase(segments.begin() + i);
      continue;
    }
    llvm::SmallVector<unsigned> children{takePart(), takePart()};
    if (!parts.empty() && below(3) == 0)
      children.push_back(takePart());
    parts.push_back(result.add(Node::Merge, children));
  }
  // The last node made is the only part left, unless nothing was made.
  return result;
}

void Bracketing::print(llvm::raw_ostream &os) const {
  print(os, nodes.size() - 1);
}

void Bracketing::print(llvm::raw_ostream &os, unsigned index) const {
  const Node &node = nodes[index];
  switch (node.kind) {
  case Node::Init:
    os << "init";
    return;
  case Node::Identity:
    os << "e";
    return;
  case Node::Step:
    print(os, node.children[0]);
    os << " + {";
    llvm::interleave(node.positions, os, ",");
    os << '}';
    return;
  case Node::Merge:
    os << '(';
    llvm::interleave(
        node.children, os, [&](unsigned child) { print(os, child); }, " * ");
    os << ')';
    return;
  }
}
