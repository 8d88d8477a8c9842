//===- Pool.h - Processes that check cases ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_FUZZ_POOL_H
#define REDFUSER_FUZZ_POOL_H

#include "RedFuser/Fuzz/Verdict.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <chrono>
#include <deque>
#include <functional>

#include <sys/types.h>

namespace redfuser {

/// A case: that of a seed, made smaller by the simplifications of these numbers
/// one after the other. So a few numbers say to another process what to check.
struct FuzzRequest {
  uint64_t seed = 0;
  llvm::SmallVector<unsigned> path;
  /// Of FuzzSubject::simplify() and check().
  bool keepsTerms = false;
  bool compiles = false;
};

/// Checks cases in this process or in several. A process that crashes or hangs
/// (or whose CUDA context is lost) is one failing case, and another takes its
/// place.
class FuzzPool {
public:
  using Check = std::function<FuzzVerdict(const FuzzRequest &)>;

  /// `numProcesses` is 0 to check in this one. `check` runs in the process that
  /// checks; one case may take `seconds`.
  FuzzPool(Check check, unsigned numProcesses, unsigned seconds);
  ~FuzzPool();
  FuzzPool(const FuzzPool &) = delete;

  /// True if a case can be started.
  bool isFree() const;
  /// True if next() has something to return.
  bool isBusy() const;
  void start(const FuzzRequest &request);
  /// Waits for a case, whichever is ready first.
  std::pair<FuzzRequest, FuzzVerdict> next();
  /// Cases that are checked at the same time.
  unsigned getWidth() const;

private:
  struct Worker {
    pid_t process = 0;
    int toWorker = -1, fromWorker = -1;
    bool isBusy = false;
    FuzzRequest request;
    std::chrono::steady_clock::time_point started;
  };

  void launch(Worker &worker);
  void serve(int input, int output);
  FuzzVerdict finish(Worker &worker);
  /// Ends the process, if there is one, and says how it ended.
  std::string end(Worker &worker, bool kills);

  Check check;
  std::chrono::seconds limit;
  std::vector<Worker> workers;
  /// Without processes: what has been checked.
  std::deque<std::pair<FuzzRequest, FuzzVerdict>> done;
};

} // namespace redfuser

#endif // REDFUSER_FUZZ_POOL_H
