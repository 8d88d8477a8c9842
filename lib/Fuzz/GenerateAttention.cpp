//===- GenerateAttention.cpp - Random attention-like cases ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "RedFuser/Fuzz/Attention.h"

#include "llvm/ADT/STLExtras.h"

using namespace redfuser;
using namespace redfuser::fuzz;

/// Products of both contractions: the reference takes a nanosecond or so each.
static constexpr int64_t kMaxProducts = 6'000'000;

namespace {

class AttentionGenerator {
public:
  explicit AttentionGenerator(uint64_t seed) : random(seed * 31 + 7) {
    spec.seed = seed;
  }

  AttentionCase generate() {
    makeTypes();
    makeSizes();
    makeLayout();
    makeScores();
    makeReadout();
    makeSchedule();
    makeData();
    return std::move(spec);
  }

private:
  using Mask = AttentionCase::Mask;

  void makeTypes() {
    spec.type =
        random.pick({ElementKind::BF16, ElementKind::BF16, ElementKind::F16,
                     ElementKind::F16, ElementKind::F16, ElementKind::F32});
    // Front ends round the weights, some write all in f32.
    spec.roundsWeights = spec.type != ElementKind::F32 && random.chance(90);
    spec.roundsScores = spec.type != ElementKind::F32 && random.chance(20);
    spec.dividesLast = random.chance(15);
  }

  void makeLatent() {
    spec.isLatent = random.chance(4);
    if (spec.isLatent)
      spec.type = ElementKind::BF16;
  }

  void makeSizes() {
    spec.batch = random.pick({1, 1, 1, 2, 3});
    spec.heads = random.pick({1, 1, 2, 3});
    spec.groups = random.pick({1, 1, 1, 2, 4, 7});
    spec.rows = random.pick<int64_t>({1, 1, 2, 3, 7, 16, 33, 63, 64, 65, 100,
                                      127, 128, 129, 130, 192, 193, 200});
    spec.keys = random.pick<int64_t>({1,   2,   5,   17,  31,  63,  64,
                                      65,  100, 127, 128, 129, 130, 200,
                                      255, 256, 257, 300, 383, 385, 400});
    spec.depth =
        random.pick<int64_t>({40, 48, 64, 64, 64, 72, 80, 88, 96, 104, 112, 120,
                              128, 128, 128, 136, 160, 192, 256});
    if (random.chance(3))
      spec.depth = random.pick<int64_t>({1, 33, 50, 100});
    spec.width = random.chance(80)
                     ? spec.depth
                     : random.pick<int64_t>({8, 40, 64, 96, 128, 256});
    if (spec.isLatent) {
      spec.heads = 1;
      spec.depth = random.pick<int64_t>({576, 576, 192, 320});
      spec.width = spec.depth - 64;
    }
    if (random.chance(2))
      spec.rows = 0;
    if (random.chance(2))
      spec.keys = 0;
    auto tooMany = [&] {
      return spec.batch * spec.heads * spec.groups * spec.rows * spec.keys *
                 (spec.depth + spec.width) >
             kMaxProducts;
    };
    while (tooMany() && spec.batch > 1)
      --spec.batch;
    while (tooMany() && spec.groups > 1)
      --spec.groups;
    while (tooMany() && spec.heads > 1)
      --spec.heads;
    while (tooMany() && spec.rows > 3)
      spec.rows -= spec.rows / 3;
    while (tooMany())
      spec.keys -= spec.keys / 3;
    spec.hasDynamicRows = random.chance(40);
    // A slice of nothing is not verified.
    spec.hasDynamicKeys =
        random.chance(40) || (spec.isLatent && spec.keys == 0);
  }

  void makeLayout() {
    spec.query = random.pick({"bhgqd", "bhgqd", "bqhgd", "bhqgd"});
    spec.key =
        random.pick({"bhkd", "bhkd", "bhkd", "bkhd", "bkhd", "bhkd", "bhdk"});
    spec.value = random.pick({"bhkc", "bhkc", "bkhc"});
    spec.result = random.pick({"bhgqc", "bhgqc", "bqhgc"});
    spec.transposesQuery = random.chance(50);
    spec.transposesKey = random.chance(50);
    spec.transposesValue = random.chance(50);
    spec.joinsHeads = random.chance(40);
    if (random.chance(25))
      spec.sharing = AttentionCase::Sharing::Broadcast;
  }

  void makeScores() {
    using Scale = AttentionCase::Scale;
    spec.scale = random.pick({Scale::OnScores, Scale::OnScores, Scale::OnScores,
                              Scale::OnQuery, Scale::None});
    spec.hasSoftcap = random.chance(12);
    spec.hasAlibi = random.chance(12);
    spec.hasSink = random.chance(8);
    using Bias = AttentionCase::Bias;
    if (random.chance(25))
      spec.bias = random.pick({Bias::Full, Bias::ByHead, Bias::ByKey});
    if (random.chance(60))
      spec.mask = random.pick({Mask::Causal, Mask::Causal, Mask::CausalFromEnd,
                               Mask::Window, Mask::Window, Mask::Table,
                               Mask::KeyTable, Mask::Documents, Mask::Lengths});
    using Masked = AttentionCase::Masked;
    spec.masked = random.pick({Masked::NegInf, Masked::NegInf, Masked::NegInf,
                               Masked::Lowest, Masked::Added});
    spec.window = random.pick<int64_t>({1, 2, 16, 64, 65, 100, 200});
  }

  void makeReadout() {
    spec.hasGate = random.chance(10);
    spec.returnsLogSum = random.chance(25);
    spec.returnsF32 = random.chance(15);
  }

  void makeSchedule() {
    spec.isStrict = random.chance(6);
    if (random.chance(50)) {
      spec.tileRows = random.pick({1, 16, 32, 64, 65});
      spec.tileKeys = random.pick({1, 16, 32, 64, 100, 256});
    }
    spec.segments = random.pick({1, 1, 1, 2, 3});
  }

  void makeData() {
    if (random.chance(50))
      return;
    std::vector<AttentionCase::Argument> arguments = spec.getArguments();
    llvm::erase_if(arguments, [](const AttentionCase::Argument &argument) {
      return !isFloat(argument.kind);
    });
    const AttentionCase::Argument &target =
        arguments[random.below(arguments.size())];
    // Scores of this size have one key each, which rounding chooses.
    bool isScored = target.name != "v" && target.name != "gate";
    spec.data =
        isScored
            ? random.pick({DataMode::NegInfFront, DataMode::NegInfBack,
                           DataMode::NegInfAll, DataMode::PosInf, DataMode::NaN,
                           DataMode::Zeros, DataMode::Constant, DataMode::Ties,
                           DataMode::Tiny})
            : random.pick({DataMode::NegInfFront, DataMode::PosInf,
                           DataMode::NaN, DataMode::Wide, DataMode::Zeros,
                           DataMode::Constant, DataMode::Offset, DataMode::Huge,
                           DataMode::Tiny});
    // What a mask of positions hides in the values may be read, or not.
    bool isSpecial = spec.data == DataMode::NegInfFront ||
                     spec.data == DataMode::PosInf ||
                     spec.data == DataMode::NaN;
    bool isValue = target.name == "v" || (target.name == "k" && spec.isLatent);
    if (isSpecial && isValue && spec.hidesPositions())
      spec.data = DataMode::Zeros;
    std::vector<AttentionCase::Argument> all = spec.getArguments();
    for (auto [i, argument] : llvm::enumerate(all))
      if (argument.name == target.name)
        spec.dataArgument = i;
    spec.dataDim = random.below(target.dims.size());
  }

  Random random;
  AttentionCase spec;
};

/// Parameters of a #cascade.warpgroup_schedule; one that does not fit is not
/// used.
std::string makeWarpgroupSchedule(const AttentionCase &spec, Random &random) {
  bool byColumns = spec.isLatent && random.chance(70);
  int64_t keys = byColumns
                     ? random.pick({32, 64, 64})
                     : random.pick({16, 32, 48, 64, 80, 96, 128, 176, 256});
  int64_t warpgroups = byColumns ? 2 : random.pick({1, 2, 2, 3});
  std::string order = byColumns
                          ? "overlapped"
                          : random.pick({"serial", "overlapped", "overlapped",
                                         "pingpong", "synchronous"});
  if (order == "pingpong" && warpgroups == 1)
    order = "overlapped";
  int64_t stages =
      order == "serial" ? random.pick({1, 2}) : random.pick({2, 4});
  std::string rows =
      byColumns ? "shared" : random.pick({"registers", "shared"});
  std::string text = "keys = " + std::to_string(keys) +
                     ", warpgroups = " + std::to_string(warpgroups) +
                     ", stages = " + std::to_string(stages) +
                     ", order = " + order + ", rows = " + rows +
                     ", lazy = " + std::to_string(random.pick({0, 8, 12})) +
                     ", blocks = " + std::to_string(random.pick({0, 3, 132}));
  // Blocks of a cluster have neighbouring segments.
  int64_t cluster =
      order != "synchronous" && random.chance(30) ? random.pick({2, 4, 8}) : 1;
  int64_t segments = cluster > 1 ? cluster * random.pick({0, 1, 1, 2})
                                 : random.pick({0, 1, 1, 2, 5});
  text += ", segments = " + std::to_string(segments);
  if (cluster > 1)
    text += ", cluster = " + std::to_string(cluster);
  if (byColumns)
    text +=
        ", split = columns, prefetch = " + std::to_string(random.pick({0, 1}));
  return text;
}

} // namespace

AttentionCase fuzz::generateAttention(uint64_t seed) {
  return AttentionGenerator(seed).generate();
}

void fuzz::fitGpu(AttentionCase &spec) {
  Random random(spec.seed * 7919 + 11);
  spec.isForGpu = true;
  spec.gpuOptions.clear();
  if (random.chance(8))
    spec.gpuOptions.push_back("warpgroup-kernels=false");
  else if (random.chance(50))
    spec.gpuOptions.push_back("warpgroup-schedule=\"" +
                              makeWarpgroupSchedule(spec, random) + "\"");
  if (random.chance(10))
    spec.gpuOptions.push_back("threads=" +
                              std::to_string(random.pick({64, 128, 512})));
}
