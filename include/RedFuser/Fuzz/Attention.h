//===- Attention.h - An attention-like program as a test case - -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention and its relatives: two contractions with a softmax between them,
// and what models put around it. The values of all choices are plain data, so
// that a case that fails is easily made smaller.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_FUZZ_ATTENTION_H
#define REDFUSER_FUZZ_ATTENTION_H

#include "RedFuser/Runtime/HostTensor.h"
#include "RedFuser/Runtime/TestData.h"

#include <string>
#include <vector>

namespace redfuser::fuzz {

/// Dimensions have letters: b batch, h heads of keys, g query heads that share
/// one, q rows, k keys, d depth, c columns of the values.
struct AttentionCase {
  /// How query heads share keys.
  enum class Sharing {
    /// Keys and values lack the dimension g.
    Grouped,
    /// They are broadcast first.
    Broadcast
  };
  enum class Scale { None, OnScores, OnQuery };
  enum class Mask {
    None,
    /// Up to the row's own position, counted from the first or the last key.
    Causal,
    CausalFromEnd,
    /// That, and not more than `window` back.
    Window,
    /// A tensor of i1 over rows and keys, or over keys alone.
    Table,
    KeyTable,
    /// Only keys whose document is the row's.
    Documents,
    /// As many keys as the batch has.
    Lengths
  };
  /// What a masked score becomes.
  enum class Masked {
    NegInf,
    /// The lowest number, which leaves rows without a key their mean.
    Lowest,
    /// The score plus -1e4.
    Added
  };
  enum class Bias { None, Full, ByHead, ByKey };

  uint64_t seed = 0;
  ElementKind type = ElementKind::BF16;
  int64_t batch = 1, heads = 1, groups = 1;
  int64_t rows = 1, keys = 1, depth = 64, width = 64;
  bool hasDynamicRows = false, hasDynamicKeys = false;

  /// Letters in the order of memory; an h directly in front of a g may be one
  /// dimension of the argument (`joinsHeads`).
  std::string query = "bhgqd", key = "bhkd", value = "bhkc", result = "bhgqc";
  /// Transposed by an op, not by the maps of the contractions.
  bool transposesQuery = false, transposesKey = false, transposesValue = false;
  bool joinsHeads = false;
  Sharing sharing = Sharing::Grouped;
  /// Values are the first columns of the keys.
  bool isLatent = false;

  Scale scale = Scale::OnScores;
  /// Scores are rounded to `type`, and so are weights, as front ends have it.
  bool roundsScores = false, roundsWeights = true;
  /// The division by the sum comes after the second contraction.
  bool dividesLast = false;
  Mask mask = Mask::None;
  Masked masked = Masked::NegInf;
  int64_t window = 1;
  bool hasSoftcap = false, hasAlibi = false, hasGate = false, hasSink = false;
  Bias bias = Bias::None;
  bool returnsLogSum = false, returnsF32 = false;

  /// How it is fused and tiled: `tileRows` is 0 for the default.
  bool isStrict = false;
  int64_t tileRows = 0, tileKeys = 0, segments = 1;
  bool isForGpu = false;
  std::vector<std::string> gpuOptions;

  /// Data: a mode for one argument along one of its dimensions.
  DataMode data = DataMode::Normal;
  unsigned dataArgument = 0, dataDim = 0;

  /// A tensor argument of @main.
  struct Argument {
    std::string name;
    std::string dims;
    ElementKind kind;
  };
  std::vector<Argument> getArguments() const;
  /// By letter; H is h and g as one.
  int64_t getSize(char dim) const;
  bool isDynamic(char dim) const;
  /// Masks by positions: what they hide is not always read.
  bool hidesPositions() const;

  /// The program: a function @main. `note` becomes a comment.
  std::string printProgram(const std::string &note) const;
  std::string printPipelineOptions() const;
  /// Sizes of the arguments, as --dims takes them.
  std::string printDims() const;
  std::string printSuiteLine(llvm::StringRef inputFile) const;
};

/// The case of `seed`; the same on every machine.
AttentionCase generateAttention(uint64_t seed);

/// Gives the case a schedule for a GPU, which follows from its seed.
void fitGpu(AttentionCase &spec);

/// Smaller cases, the boldest simplifications first.
std::vector<AttentionCase> getSimplifications(const AttentionCase &from);

} // namespace redfuser::fuzz

#endif // REDFUSER_FUZZ_ATTENTION_H
