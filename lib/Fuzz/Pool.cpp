//===- Pool.cpp - Processes that check cases ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Pool.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace redfuser;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// Verdicts as bytes
//===----------------------------------------------------------------------===//

std::string FuzzVerdict::pack() const {
  std::string bytes;
  for (bool flag : {isFused, isFusedInPart, isAboutFusability, isKnownDeviation,
                    isCompiled, spoilsProcess})
    bytes += flag ? '1' : '0';
  bytes += static_cast<char>('0' + static_cast<int>(kernel));
  return bytes + failure + '\0' + details;
}

FuzzVerdict FuzzVerdict::unpack(llvm::StringRef bytes) {
  FuzzVerdict verdict;
  if (bytes.size() < 8) {
    verdict.fail("crash", "");
    return verdict;
  }
  bool *flags[] = {&verdict.isFused,           &verdict.isFusedInPart,
                   &verdict.isAboutFusability, &verdict.isKnownDeviation,
                   &verdict.isCompiled,        &verdict.spoilsProcess};
  for (auto [flag, byte] : llvm::zip(flags, bytes))
    *flag = byte == '1';
  verdict.kernel = static_cast<FuzzKernel>(bytes[6] - '0');
  auto [failure, details] = bytes.drop_front(7).split('\0');
  verdict.fail(failure, details);
  return verdict;
}

//===----------------------------------------------------------------------===//
// Messages: a length and so many bytes
//===----------------------------------------------------------------------===//

static bool writeAll(int file, const void *data, size_t size) {
  const char *at = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t written = ::write(file, at, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    at += written;
    size -= written;
  }
  return true;
}

static bool readAll(int file, void *data, size_t size) {
  char *at = static_cast<char *>(data);
  while (size > 0) {
    ssize_t count = ::read(file, at, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    at += count;
    size -= count;
  }
  return true;
}

static bool send(int file, llvm::StringRef bytes) {
  uint64_t size = bytes.size();
  return writeAll(file, &size, sizeof(size)) &&
         writeAll(file, bytes.data(), size);
}

static bool receive(int file, std::string &bytes) {
  uint64_t size = 0;
  if (!readAll(file, &size, sizeof(size)))
    return false;
  bytes.resize(size);
  return readAll(file, bytes.data(), size);
}

static std::string pack(const FuzzRequest &request) {
  llvm::SmallVector<uint64_t> words{request.seed, request.keepsTerms,
                                    request.compiles};
  words.append(request.path.begin(), request.path.end());
  return std::string(reinterpret_cast<const char *>(words.data()),
                     words.size() * sizeof(uint64_t));
}

static FuzzRequest unpackRequest(llvm::StringRef bytes) {
  llvm::SmallVector<uint64_t> words(bytes.size() / sizeof(uint64_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  FuzzRequest request;
  request.seed = words[0];
  request.keepsTerms = words[1];
  request.compiles = words[2];
  request.path.assign(words.begin() + 3, words.end());
  return request;
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

FuzzPool::FuzzPool(Check check, unsigned numProcesses, unsigned seconds)
    : check(std::move(check)), limit(seconds), workers(numProcesses) {
  // A worker that is gone is noticed where its answer is read.
  if (numProcesses)
    std::signal(SIGPIPE, SIG_IGN);
}

FuzzPool::~FuzzPool() {
  for (Worker &worker : workers)
    end(worker, /*kills=*/true);
}

bool FuzzPool::isFree() const {
  return workers.empty()
             ? done.empty()
             : llvm::any_of(workers, [](const Worker &w) { return !w.isBusy; });
}

bool FuzzPool::isBusy() const {
  return !done.empty() ||
         llvm::any_of(workers, [](const Worker &w) { return w.isBusy; });
}

unsigned FuzzPool::getWidth() const {
  return std::max<size_t>(workers.size(), 1);
}

/// What a worker process does until its input ends.
void FuzzPool::serve(int input, int output) {
  std::string bytes;
  while (receive(input, bytes)) {
    FuzzVerdict verdict = check(unpackRequest(bytes));
    if (!send(output, verdict.pack()) || verdict.spoilsProcess)
      return;
  }
}

void FuzzPool::launch(Worker &worker) {
  int requests[2], answers[2];
  if (::pipe(requests) || ::pipe(answers))
    llvm::report_fatal_error("cannot make a pipe for a process");
  llvm::outs().flush();
  llvm::errs().flush();
  worker.process = ::fork();
  if (worker.process < 0)
    llvm::report_fatal_error("cannot start a process");
  if (worker.process == 0) {
    // The ends of other workers' pipes must not stay open here.
    for (Worker &other : workers) {
      if (&other == &worker || !other.process)
        continue;
      ::close(other.toWorker);
      ::close(other.fromWorker);
    }
    ::close(requests[1]);
    ::close(answers[0]);
    serve(requests[0], answers[1]);
    llvm::errs().flush();
    // Nothing that the parent has registered is this process's to end.
    ::_exit(0);
  }
  ::close(requests[0]);
  ::close(answers[1]);
  worker.toWorker = requests[1];
  worker.fromWorker = answers[0];
}

std::string FuzzPool::end(Worker &worker, bool kills) {
  if (!worker.process)
    return "";
  if (kills)
    ::kill(worker.process, SIGKILL);
  ::close(worker.toWorker);
  ::close(worker.fromWorker);
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  worker.process = 0;
  if (WIFSIGNALED(status))
    return (llvm::Twine("signal ") + llvm::Twine(WTERMSIG(status)) + ", " +
            strsignal(WTERMSIG(status)))
        .str();
  return ("exit status " + llvm::Twine(WEXITSTATUS(status))).str();
}

void FuzzPool::start(const FuzzRequest &request) {
  if (workers.empty()) {
    done.emplace_back(request, check(request));
    return;
  }
  auto worker =
      llvm::find_if(workers, [](const Worker &w) { return !w.isBusy; });
  worker->isBusy = true;
  worker->request = request;
  worker->started = Clock::now();
  if (!worker->process)
    launch(*worker);
  send(worker->toWorker, pack(request));
}

/// Reads the answer of a worker that has one, or has ended.
FuzzVerdict FuzzPool::finish(Worker &worker) {
  FuzzVerdict verdict;
  std::string bytes;
  if (receive(worker.fromWorker, bytes)) {
    verdict = FuzzVerdict::unpack(bytes);
    if (verdict.spoilsProcess)
      end(worker, /*kills=*/false);
  } else {
    verdict.fail("crash", end(worker, /*kills=*/false));
  }
  return verdict;
}

std::pair<FuzzRequest, FuzzVerdict> FuzzPool::next() {
  if (workers.empty()) {
    auto first = std::move(done.front());
    done.pop_front();
    return first;
  }
  for (;;) {
    llvm::SmallVector<pollfd> files;
    llvm::SmallVector<Worker *> busy;
    for (Worker &worker : workers) {
      if (!worker.isBusy)
        continue;
      busy.push_back(&worker);
      files.push_back({worker.fromWorker, POLLIN, 0});
    }
    ::poll(files.data(), files.size(), /*timeout=*/1000);
    for (auto [file, worker] : llvm::zip(files, busy)) {
      bool isLate = Clock::now() - worker->started > limit;
      if (!file.revents && !isLate)
        continue;
      FuzzVerdict verdict;
      if (file.revents) {
        verdict = finish(*worker);
      } else {
        end(*worker, /*kills=*/true);
        verdict.fail("hang",
                     "no answer after " + std::to_string(limit.count()) + " s");
      }
      worker->isBusy = false;
      return {worker->request, verdict};
    }
  }
}
