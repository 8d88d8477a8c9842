//===- PoolTest.cpp - Processes that check cases --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Pool.h"

#include "gtest/gtest.h"

#include <set>
#include <unistd.h>

using namespace redfuser;

namespace {

FuzzRequest request(uint64_t seed) {
  FuzzRequest request;
  request.seed = seed;
  return request;
}

FuzzVerdict runOne(FuzzPool::Check check, unsigned seconds = 60) {
  FuzzPool pool(std::move(check), /*numProcesses=*/1, seconds);
  pool.start(request(1));
  return pool.next().second;
}

TEST(PoolTest, BringsVerdicts) {
  FuzzVerdict verdict = runOne([](const FuzzRequest &) {
    FuzzVerdict verdict;
    verdict.fail("wrong fold", "error 3\nat 5");
    verdict.isFused = verdict.isCompiled = true;
    verdict.kernel = FuzzKernel::Rows;
    return verdict;
  });
  EXPECT_EQ(verdict.failure, "wrong fold");
  EXPECT_EQ(verdict.details, "error 3\nat 5");
  EXPECT_TRUE(verdict.isFused);
  EXPECT_TRUE(verdict.isCompiled);
  EXPECT_FALSE(verdict.isKnownDeviation);
  EXPECT_EQ(verdict.kernel, FuzzKernel::Rows);
}

TEST(PoolTest, PassesRequests) {
  for (unsigned processes : {0, 1}) {
    FuzzPool pool(
        [](const FuzzRequest &got) {
          FuzzVerdict verdict;
          verdict.isFused = got.seed == 7 && got.keepsTerms && got.compiles &&
                            got.path == llvm::ArrayRef<unsigned>{3, 0, 4000};
          return verdict;
        },
        processes, 60);
    FuzzRequest sent{7, {3, 0, 4000}, true, true};
    pool.start(sent);
    auto [request, verdict] = pool.next();
    EXPECT_TRUE(verdict.isFused);
    EXPECT_EQ(request.path, sent.path);
  }
}

TEST(PoolTest, ChecksEveryCaseOnce) {
  for (unsigned processes : {0, 1, 3}) {
    FuzzPool pool([](const FuzzRequest &) { return FuzzVerdict(); }, processes,
                  60);
    std::multiset<uint64_t> seen;
    for (uint64_t seed = 0; seed < 50 || pool.isBusy();) {
      while (seed < 50 && pool.isFree())
        pool.start(request(seed++));
      seen.insert(pool.next().first.seed);
    }
    EXPECT_EQ(seen.size(), 50u);
    EXPECT_EQ(std::set<uint64_t>(seen.begin(), seen.end()).size(), 50u);
  }
}

/// A crash is the verdict on one case; the others are checked by a new process.
TEST(PoolTest, SurvivesCrashes) {
  FuzzPool pool(
      [](const FuzzRequest &got) {
        if (got.seed == 2)
          raise(SIGKILL);
        if (got.seed == 4)
          _exit(3);
        return FuzzVerdict();
      },
      1, 60);
  for (uint64_t seed = 0; seed < 6; ++seed) {
    pool.start(request(seed));
    FuzzVerdict verdict = pool.next().second;
    EXPECT_EQ(verdict.passed(), seed != 2 && seed != 4) << seed;
    if (seed == 2)
      EXPECT_NE(verdict.details.find("signal 9"), std::string::npos);
    if (seed == 4)
      EXPECT_EQ(verdict.details, "exit status 3");
  }
}

TEST(PoolTest, EndsHangs) {
  FuzzVerdict verdict = runOne(
      [](const FuzzRequest &) {
        for (;;)
          pause();
        return FuzzVerdict();
      },
      /*seconds=*/1);
  EXPECT_EQ(verdict.failure, "hang");
}

TEST(PoolTest, ReplacesSpoiltProcesses) {
  FuzzPool pool(
      [](const FuzzRequest &) {
        FuzzVerdict verdict;
        verdict.details = std::to_string(getpid());
        verdict.spoilsProcess = true;
        return verdict;
      },
      1, 60);
  std::set<std::string> processes;
  for (uint64_t seed = 0; seed < 3; ++seed) {
    pool.start(request(seed));
    processes.insert(pool.next().second.details);
  }
  EXPECT_EQ(processes.size(), 3u);
}

} // namespace
