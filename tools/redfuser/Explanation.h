//===- Explanation.h - What is said of a program's chains -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The account that `redfuser explain` gives, as text that no longer needs the
// program, and the forms in which it is written.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_EXPLANATION_H
#define REDFUSER_TOOLS_EXPLANATION_H

#include "Verdict.h"

#include "RedFuser/Transforms/Fuse.h"

#include <vector>

namespace redfuser {

/// A factor of H and what becomes of it.
struct FactorAccount {
  std::string factor;
  bool kept;
  std::string why;
};

/// One reduction of a chain: F, its split, and how its result is finalised.
struct ReductionAccount {
  std::string where;
  std::string monoid; // "addf"
  std::string type;
  std::string dims; // "(i0, i2)"
  std::string term;
  /// Earlier reductions that the term reads, ascending.
  llvm::SmallVector<unsigned> reads;
  /// Pairs of G and H; empty if nothing had to be split.
  llvm::SmallVector<std::pair<std::string, std::string>> split;
  /// "independent", "re-referenced"; empty for one product.
  std::string form;
  std::string why;
  /// What u0, u1, .. are: "u0 = x0 - d0 / n in the split, x0 - c0 in the
  /// state".
  llvm::SmallVector<std::string> views;
  llvm::SmallVector<FactorAccount, 0> factors;
  std::string finalizer;
};

/// One component of the derived state.
struct ComponentAccount {
  std::string monoid;
  std::string type;
  std::string dims;
  unsigned reduction;
  std::string start;
  std::string term;
  /// Empty if the old state stays as it is.
  std::string correction;
};

struct ChainAccount {
  std::string where;
  /// The dimension kinds: "i0 parallel, i1 axis".
  std::string space;
  /// What x0, x1, .. are: "x0 (i0, i1) is argument #0 of 'attention'".
  llvm::SmallVector<std::string> inputs;
  std::vector<ReductionAccount> reductions;
  /// What sums are taken about: "c0 is the running mean of x0, carried as s1".
  llvm::SmallVector<std::string> centers;
  /// Empty if the chain is refused.
  std::vector<ComponentAccount> components;
  std::optional<Refusal> refusal;
};

struct FunctionAccount {
  std::string name;
  std::string where;
  std::vector<ChainAccount> chains;
  /// Reductions that no chain was made of, though one was looked for.
  std::vector<Refusal> refusals;
  /// Reductions that read others, but not as a chain does.
  std::vector<Refusal> notes;
};

struct Explanation {
  std::string path;
  std::vector<FunctionAccount> functions;

  unsigned getNumFused() const;
  unsigned getNumRefused() const;
};

ChainAccount explainChain(cascade::ChainOp chain,
                          const NumericOptions &numerics);

/// The formulas of a step, a merge and the finalizers, one line each, in plain
/// text: they follow from terms, corrections and monoids.
llvm::SmallVector<std::string> getStep(const ChainAccount &chain);
llvm::SmallVector<std::string> getMerge(const ChainAccount &chain);
llvm::SmallVector<std::string> getFinalizers(const ChainAccount &chain);

/// "rank 3, re-referenced: WHY" of a reduction that was split.
std::string describeSplit(const ReductionAccount &reduction);

void printText(llvm::raw_ostream &os, const Explanation &explanation);
/// Sections for a page of documentation, without places in files.
void printMarkdown(llvm::raw_ostream &os, const Explanation &explanation);
/// One page that needs nothing else: style and drawings are inside.
void printHtml(llvm::raw_ostream &os, const Explanation &explanation);
/// What all drawings of a page share, once.
void printDrawingStyle(llvm::raw_ostream &os);
/// The chain as passes over its axis, and the fold as one tree of states.
void printDrawings(llvm::raw_ostream &os, const ChainAccount &chain);
/// `text` with what HTML reads as markup escaped.
std::string escapeHtml(llvm::StringRef text);

} // namespace redfuser

#endif // REDFUSER_TOOLS_EXPLANATION_H
