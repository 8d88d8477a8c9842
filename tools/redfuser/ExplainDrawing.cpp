//===- ExplainDrawing.cpp - A chain and its fold as SVG -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace redfuser;

namespace {

/// Positions of the axis that are drawn; a power of two.
constexpr int kLeaves = 8;
/// Of these, in one tile of the fold.
constexpr int kTile = 2;
/// The drawings' width, and that of the labels on the left.
constexpr int kWidth = 780, kLabels = 244;
/// Between two leaves, and between two levels of a tree.
constexpr int kSpacing = 54, kLevel = 24;

/// Writes one SVG image; classes are styled by the page.
class Drawing {
public:
  Drawing(raw_ostream &os, int height, StringRef title) : os(os) {
    os << formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" "
                  "aria-label=\"{2}\">\n",
                  kWidth, height, escapeHtml(title));
  }
  ~Drawing() { os << "</svg>\n"; }

  void line(int x1, int y1, int x2, int y2, StringRef style = "edge") {
    os << formatv("<path class=\"{0}\" d=\"M{1} {2}L{3} {4}\"/>\n", style, x1,
                  y1, x2, y2);
  }
  void arrow(StringRef path, StringRef style) {
    os << formatv("<path class=\"{0}\" d=\"{1}\" marker-end=\"url(#tip)\"/>\n",
                  style, path);
  }
  void dot(int x, int y, int radius, StringRef style) {
    os << formatv("<circle class=\"{0}\" cx=\"{1}\" cy=\"{2}\" r=\"{3}\"/>\n",
                  style, x, y, radius);
  }
  void box(int x, int y, int width, int height, StringRef style) {
    os << formatv("<rect class=\"{0}\" x=\"{1}\" y=\"{2}\" width=\"{3}\" "
                  "height=\"{4}\" rx=\"5\"/>\n",
                  style, x, y, width, height);
  }
  /// What is too long is cut, and whole in the tooltip.
  void text(int x, int y, StringRef content, StringRef style,
            size_t limit = 200) {
    std::string shown = content.size() > limit
                            ? (content.take_front(limit - 1) + "…").str()
                            : content.str();
    os << formatv("<text class=\"{0}\" x=\"{1}\" y=\"{2}\">", style, x, y);
    if (shown != content)
      os << "<title>" << escapeHtml(content) << "</title>";
    os << escapeHtml(shown) << "</text>\n";
  }

private:
  raw_ostream &os;
};

int getLeafX(int leaf) { return kLabels + 24 + leaf * kSpacing; }

/// A binary tree from `count` nodes at the given places down to one; returns
/// where that is.
std::pair<int, int> drawTree(Drawing &drawing, SmallVector<int> xs, int y,
                             StringRef node) {
  while (xs.size() > 1) {
    SmallVector<int> next;
    for (size_t i = 0; i + 1 < xs.size(); i += 2) {
      int x = (xs[i] + xs[i + 1]) / 2;
      drawing.line(xs[i], y, x, y + kLevel);
      drawing.line(xs[i + 1], y, x, y + kLevel);
      drawing.dot(x, y + kLevel, 4, node);
      next.push_back(x);
    }
    xs = next;
    y += kLevel;
  }
  return {xs.front(), y};
}

} // namespace

/// Every reduction is a pass of its own over the axis; what reads an earlier
/// result waits for all of it.
static void drawChain(raw_ostream &os, const ChainAccount &chain) {
  constexpr int kPass = 132, kTop = 26;
  int count = chain.reductions.size();
  Drawing drawing(os, kTop + count * kPass, "the chain, one pass a reduction");
  SmallVector<std::pair<int, int>> roots;
  for (auto [i, reduction] : enumerate(chain.reductions)) {
    int y = kTop + int(i) * kPass;
    drawing.text(0, y + 4, "pass " + std::to_string(i + 1), "label");
    drawing.text(0, y + 26, "d" + std::to_string(i) + " = " + reduction.monoid,
                 "code");
    drawing.text(0, y + 44, "of " + reduction.term, "code small", 34);
    SmallVector<int> xs;
    for (int leaf = 0; leaf < kLeaves; ++leaf) {
      drawing.dot(getLeafX(leaf), y, 6, "leaf");
      xs.push_back(getLeafX(leaf));
    }
    auto [x, bottom] = drawTree(drawing, xs, y + 6, "node");
    drawing.box(x - 17, bottom + 6, 34, 20, "result");
    drawing.text(x, bottom + 20, "d" + std::to_string(i), "code mid");
    roots.push_back({x, bottom + 16});
    // Dependences run down the right side, one lane for each result.
    for (unsigned k : reduction.reads) {
      int lane = getLeafX(kLeaves - 1) + 34 + 22 * int(k);
      int from = roots[k].second, right = getLeafX(kLeaves - 1) + 14;
      drawing.arrow(formatv("M{0} {1}H{2}Q{3} {1} {3} {4}V{5}Q{3} {6} {2} "
                            "{6}H{7}",
                            roots[k].first + 17, from, lane - 8, lane, from + 8,
                            y - 8 + 4 * int(k % 3), y + 4 * int(k % 3), right)
                        .str(),
                    "wait");
    }
  }
}

/// Tiles are folded into partial states wherever they are; states merge in any
/// order, and finalizers run once.
static void drawFold(raw_ostream &os, const ChainAccount &chain) {
  constexpr int kTop = 26, kStates = kTop + 48, kBoxHeight = 24;
  int numTiles = kLeaves / kTile;
  int levels = 0;
  for (int n = numTiles; n > 1; n /= 2)
    ++levels;
  int bottom = kStates + kBoxHeight + levels * 52;
  Drawing drawing(os, bottom + 92, "the fold, one tree of states");

  std::string state;
  for (unsigned i = 0; i < chain.components.size(); ++i)
    state += (i ? ", s" : "s") + std::to_string(i);
  bool isShort = chain.components.size() <= 3;
  std::string label = isShort ? "(" + state + ")" : "state";
  int width = 84;

  drawing.text(0, kTop + 4, "one pass", "label");
  drawing.text(0, kStates + 16, "step: a tile into a state", "label");
  drawing.text(0, kStates + 34, "(" + state + ")", "code small", 34);
  SmallVector<int> xs;
  for (int tile = 0; tile < numTiles; ++tile) {
    int first = getLeafX(tile * kTile),
        last = getLeafX(tile * kTile + kTile - 1);
    int x = (first + last) / 2;
    drawing.box(first - 13, kTop - 13, last - first + 26, 26,
                tile % 2 ? "tile odd" : "tile");
    for (int leaf = 0; leaf < kTile; ++leaf) {
      drawing.dot(getLeafX(tile * kTile + leaf), kTop, 6, "leaf");
      drawing.line(getLeafX(tile * kTile + leaf), kTop + 13, x, kStates);
    }
    drawing.box(x - width / 2, kStates, width, kBoxHeight, "state");
    drawing.text(x, kStates + 16, label, "code small mid");
    xs.push_back(x);
  }
  int y = kStates + kBoxHeight;
  for (int level = 0; xs.size() > 1; ++level) {
    if (level == 0)
      drawing.text(0, y + 40, "merge: in any order", "label");
    SmallVector<int> next;
    for (size_t i = 0; i + 1 < xs.size(); i += 2) {
      int x = (xs[i] + xs[i + 1]) / 2;
      drawing.line(xs[i], y, x, y + 28);
      drawing.line(xs[i + 1], y, x, y + 28);
      drawing.box(x - width / 2, y + 28, width, kBoxHeight, "state");
      drawing.text(x, y + 44, label, "code small mid");
      next.push_back(x);
    }
    xs = next;
    y += 52;
  }
  // Finalizers, side by side under the last state.
  int count = chain.reductions.size(), x = xs.front();
  drawing.text(0, y + 52, "finalizers, once", "label");
  int spread = std::min(64, 2 * kSpacing * kLeaves / (2 * count));
  for (int i = 0; i < count; ++i) {
    int at = x + (2 * i - count + 1) * spread / 2;
    drawing.arrow(formatv("M{0} {1}L{2} {3}", x, y, at, y + 34).str(), "edge");
    drawing.box(at - 17, y + 37, 34, 22, "result");
    drawing.text(at, y + 52, "d" + std::to_string(i), "code mid");
  }
  drawing.text(x, y + 80, "once a row, after the last merge", "note mid");
}

void redfuser::printDrawingStyle(raw_ostream &os) {
  os << "<svg class=\"hidden\" aria-hidden=\"true\"><defs><marker id=\"tip\" "
        "viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
        "markerHeight=\"7\" orient=\"auto\"><path class=\"tip\" "
        "d=\"M0 0L8 4L0 8z\"/></marker></defs></svg>\n";
}

void redfuser::printDrawings(raw_ostream &os, const ChainAccount &chain) {
  os << "<div class=\"drawings\">\n<figure>\n";
  drawChain(os, chain);
  os << "<figcaption>Before: " << chain.reductions.size()
     << " passes. Dashed: a result that every position of a later pass waits "
        "for.</figcaption>\n</figure>\n<figure>\n";
  drawFold(os, chain);
  os << "<figcaption>After: one reduction over " << chain.components.size()
     << " components.</figcaption>\n</figure>\n</div>\n";
}
