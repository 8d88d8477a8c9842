//===- FitGpu.cpp - Cascades for a GPU ------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/STLExtras.h"

using namespace redfuser;
using namespace redfuser::fuzz;

/// Positions of all dimensions together: the interpreter, which judges, takes
/// a microsecond or so for each.
static constexpr int64_t kMaxPositions = 6000;
/// Threads of a launch, which the emulator takes one after the other.
static constexpr int64_t kMaxThreads = 1 << 16;

/// True if a term has a function that kernels do not have in f64.
static bool hasFunctions(const Case &spec) {
  return llvm::any_of(spec.reductions, [](const Case::Reduction &reduction) {
    return anyOf(reduction.term, [](const Expr &node) {
      llvm::StringRef name = node.name;
      return name.starts_with("math.") && name != "math.absf" &&
             name != "math.sqrt";
    });
  });
}

/// Lengths around those of vectors, warps and blocks.
static void resize(Case &spec, Random &random) {
  int64_t positions = 1;
  for (const Case::Dim &dim : spec.dims)
    positions *= std::max<int64_t>(dim.size, 1);
  auto enlarge = [&](Case::Dim &dim, std::initializer_list<int64_t> sizes) {
    int64_t size = random.pick(sizes);
    int64_t others = positions / std::max<int64_t>(dim.size, 1);
    if (dim.size == 0 || size < dim.size || size * others > kMaxPositions)
      return;
    positions = size * others;
    dim.size = size;
  };
  // A long product has infinite parts, and zeros.
  bool hasProduct =
      llvm::any_of(spec.reductions, [](const Case::Reduction &reduction) {
        return reduction.monoid == Monoid::Mul;
      });
  for (Case::Dim &dim : spec.dims)
    if (dim.isAxis && random.chance(60) && !hasProduct)
      enlarge(dim, {8,    16,   31,   32,   33,   63,   64,   65,
                    100,  127,  128,  129,  255,  256,  257,  500,
                    1000, 1023, 1024, 1025, 2047, 2049, 4096, 4097});
  for (Case::Dim &dim : spec.dims)
    if (!dim.isAxis && random.chance(30))
      enlarge(dim, {8, 15, 16, 31, 32, 33, 64, 65, 130, 257});
}

/// A ring in shared memory. Its blocks have two or three warps more.
static std::string makeRing(int64_t numRows, Random &random) {
  int64_t threads = random.pick({32, 32, 64, 64, 128, 256, 512});
  while (threads > 32 && 2 * threads * numRows > kMaxThreads)
    threads /= 2;
  int64_t cluster = threads > 32 ? random.pick({1, 1, 2, 4}) : 1;
  int64_t segments = cluster == 1 ? random.pick({1, 1, 2, 3, 33}) : 1;
  bool isKept = segments == 1 && random.chance(60);
  int64_t teams = random.pick({1, 2, 3, 8});
  // Blocks that read out all rows together.
  if (segments > 1 && random.chance(50)) {
    teams = segments;
    isKept = random.chance(50);
  }
  std::string text = "threads = " + std::to_string(threads) +
                     ", vector = " + std::to_string(random.pick({4, 8, 8})) +
                     ", unroll = " + std::to_string(random.pick({1, 1, 2, 3})) +
                     ", keep = " + (isKept ? "shared" : "nothing");
  if (segments > 1)
    text += ", segments = " + std::to_string(segments);
  if (cluster > 1)
    text += ", cluster = " + std::to_string(cluster);
  if (random.chance(80) || numRows * segments * cluster > 64)
    text += ", blocks = " + std::to_string(teams * cluster);
  text += ", stages = " + std::to_string(random.pick({1, 2, 3, 5, 9, 24}));
  if (isKept && random.chance(40))
    text += ", held = " + std::to_string(random.pick({1, 1, 2, 3}));
  return text;
}

/// Parameters of a #cascade.row_schedule; one that does not fit a fold is not
/// used for it.
static std::string makeRowSchedule(const Case &spec, Random &random) {
  int64_t numRows = 1;
  for (const Case::Dim &dim : spec.dims)
    if (!dim.isAxis)
      numRows *= std::max<int64_t>(dim.size, 1);
  if (random.chance(30))
    return makeRing(numRows, random);
  int64_t threads = int64_t(1) << random.below(11);
  while (threads > 1 && threads * numRows > kMaxThreads)
    threads /= 2;
  int64_t rows = random.pick({1, 1, 1, 2, 3, 4, 8, 32, 64});
  while (threads * rows < 32)
    rows *= 2;
  while (threads * rows > 1024)
    rows /= 2;
  if (threads * rows % 32 != 0)
    rows = std::max<int64_t>(1, 32 / threads);
  int64_t vector = int64_t(1) << random.below(4);
  int64_t unroll = random.pick({1, 1, 2, 3, 4, 8});
  const char *keep = random.pick({"nothing", "nothing", "registers", "shared"});
  std::string text = "threads = " + std::to_string(threads) +
                     ", rows = " + std::to_string(rows) +
                     ", vector = " + std::to_string(vector) +
                     ", unroll = " + std::to_string(unroll) +
                     ", keep = " + keep;
  int64_t segments = random.pick({2, 3, 5, 8, 31, 33, 100});
  if (rows == 1 && keep == std::string("nothing") && random.chance(50) &&
      threads * numRows * segments <= kMaxThreads)
    text += ", segments = " + std::to_string(segments);
  else if (keep == std::string("registers") && random.chance(40))
    text += ", blocks = " + std::to_string(random.pick({1, 2, 3, 8}));
  else if (keep != std::string("registers") && rows == 1 && threads >= 64 &&
           4 * threads * numRows <= kMaxThreads && random.chance(40))
    text += ", cluster = " + std::to_string(random.pick({2, 4}));
  return text;
}

void fuzz::fitGpu(Case &spec) {
  Random random(spec.seed * 7919 + 5);
  spec.isForGpu = true;
  if (spec.type == ElementKind::F64 && hasFunctions(spec))
    spec.type = spec.narrow = ElementKind::F32;
  resize(spec, random);
  // Of tiles, where there is no row kernel.
  spec.rows = random.pick({1, 2, 3, 8, 16, 32, 64});
  spec.axisTile = random.pick({1, 4, 7, 16, 32, 64, 128});
  spec.segments = random.pick({1, 1, 1, 2, 3, 5});
  spec.gpuOptions.clear();
  if (random.chance(25))
    spec.gpuOptions.push_back("row-kernels=false");
  else if (random.chance(50))
    spec.gpuOptions.push_back("row-schedule=\"" +
                              makeRowSchedule(spec, random) + "\"");
  if (random.chance(25))
    spec.gpuOptions.push_back(
        "threads=" + std::to_string(random.pick({32, 64, 128, 512, 1024})));
  if (random.chance(15))
    spec.gpuOptions.push_back("shared-budget=" +
                              std::to_string(random.pick({1024, 8192, 49152})));
}
