//===- MergeCheck.cpp - The laws of a merge, on random states -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeCheck.h"

#include "CommandLine.h"
#include "Program.h"

#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Runtime/Compare.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

#include <map>

using namespace mlir;
using namespace redfuser;
using reference::Bracketing;
using reference::Rounding;
using Law = Bracketing::Law;

/// Error of the laws where nothing is rounded to the types of the program; f64
/// itself, and an inverse of a small spread, leave this much.
static constexpr double kExactTolerance = 1e-9;
/// Error of the fold against the source there: fusing folds constants in the
/// types of the program.
static constexpr double kConstantTolerance = 1e-6;
/// Every so many rounds the types of the program are tried too.
static constexpr unsigned kTypedEvery = 8;
/// Rounds without a triple before giving up (rows or results of size zero).
static constexpr unsigned kMaxEmptyRounds = 4;

static constexpr std::pair<Law, StringLiteral> kLaws[] = {
    {Law::LeftFirst, "(A * B) * C"},
    {Law::RightFirst, "A * (B * C)"},
    {Law::Swapped, "C * (B * A)"},
    {Law::WithIdentity, "((e * A) * B) * (C * e)"}};

namespace {

/// One round: the unfused program on some data, and the laws of the fused one.
class Round {
public:
  Round(func::FuncOp source, func::FuncOp fused, ArrayRef<HostTensor> arguments,
        uint64_t seed)
      : source(source), fused(fused), arguments(arguments), seed(seed) {}

  /// The laws where nothing is rounded: every side is what one step gives, and
  /// that is what the source means. Fails after an error of the interpreter.
  LogicalResult runExact(bool requantizes) {
    how.rounding = Rounding::None;
    FailureOr<Results> exact = reference::interpret(source, arguments, how);
    FailureOr<Results> whole = reference::interpret(fused, arguments, how);
    if (failed(exact) || failed(whole))
      return failure();
    // Values that are rounded under a part's own extrema are those of no other
    // division into parts: the sides must agree with each other.
    if (requantizes)
      return runLaws({}, {}, kExactTolerance);
    compare("one step", *whole, *exact, *exact, kConstantTolerance);
    return runLaws(*whole, *whole, kExactTolerance);
  }

  /// The laws in the types of the program, within the contract's tolerance.
  LogicalResult runRounded() {
    how.rounding = Rounding::None;
    FailureOr<Results> exact = reference::interpret(source, arguments, how);
    how.rounding = Rounding::Nearest;
    FailureOr<Results> unfused = reference::interpret(source, arguments, how);
    if (failed(exact) || failed(unfused))
      return failure();
    return runLaws(*unfused, *exact, std::nullopt);
  }

  uint64_t getNumTriples() const { return numTriples; }
  /// Empty if every law holds.
  StringRef getDifference() const { return difference; }

private:
  using Results = SmallVector<HostTensor>;

  /// Every side must have the values `exact`; those of the first side if empty.
  LogicalResult runLaws(ArrayRef<HostTensor> unfused,
                        ArrayRef<HostTensor> exact,
                        std::optional<double> tolerance) {
    Results first;
    for (const auto &entry : kLaws) {
      Law law = entry.first;
      // The same parts for every law.
      std::mt19937_64 random(seed);
      numTriples = 0;
      how.bracketing = [&](cascade::FoldOp, int64_t positions) {
        SmallVector<unsigned> parts;
        for (int64_t i = 0; i < positions; ++i)
          parts.push_back(random() % 3);
        return Bracketing::makeTriple(parts, law);
      };
      how.onFold = [&](cascade::FoldOp, int64_t states) {
        numTriples += states;
      };
      FailureOr<Results> results = reference::interpret(fused, arguments, how);
      how.bracketing = nullptr;
      how.onFold = nullptr;
      if (failed(results))
        return failure();
      if (exact.empty()) {
        first = std::move(*results);
        exact = unfused = first;
        continue;
      }
      compare(entry.second, *results, unfused, exact, tolerance);
    }
    return success();
  }

  /// Keeps the first difference; the contract's tolerance if none is given.
  void compare(StringRef side, ArrayRef<HostTensor> results,
               ArrayRef<HostTensor> unfused, ArrayRef<HostTensor> exact,
               std::optional<double> tolerance) {
    for (auto [i, result] : llvm::enumerate(results)) {
      Comparison comparison = compareResults(result, unfused[i], exact[i]);
      if (tolerance && isFloat(result.getKind()))
        comparison.tolerance = *tolerance;
      if (comparison.passed() || !difference.empty())
        continue;
      llvm::raw_string_ostream os(difference);
      os << side << ", result #" << i
         << (tolerance ? ", without rounding" : ", rounded") << ", seed "
         << seed
         << llvm::format(": error %.3g, tolerance %.3g, ",
                         comparison.fused.relative, comparison.tolerance)
         << comparison.mismatches << " values differ in kind";
    }
  }

  func::FuncOp source, fused;
  ArrayRef<HostTensor> arguments;
  uint64_t seed;
  reference::InterpreterOptions how;
  uint64_t numTriples = 0;
  std::string difference;
};

} // namespace

int redfuser::checkMerge(func::FuncOp source, const Signature &signature,
                         const ArgumentOptions &arguments,
                         StringRef pipelineOptions, uint64_t numTriples) {
  OwningOpRef<Operation *> clone = source->getParentOp()->clone();
  auto fused = cast<func::FuncOp>(
      SymbolTable::lookupSymbolIn(clone.get(), source.getSymNameAttr()));
  PassManager pm(source.getContext(), func::FuncOp::getOperationName());
  if (failed(addPipeline(pm, "redfuser-to-linalg",
                         (pipelineOptions + " until=fuse").str())) ||
      failed(pm.run(fused)))
    return kFailure;
  unsigned numFolds = 0;
  fused.walk([&](cascade::FoldOp) { ++numFolds; });
  if (numFolds == 0)
    return reportError("expected a function that is fused, got '" +
                       source.getName() +
                       "'; 'redfuser explain' says why it is not");

  bool requantizes = pipelineOptions.contains("allow-requantize=true");
  uint64_t done = 0;
  for (unsigned round = 0, empty = 0; done < numTriples; ++round) {
    ArgumentOptions options = arguments;
    options.seed += round;
    auto values = makeArguments(signature, options);
    if (!values)
      return reportError(llvm::toString(values.takeError()));
    Round check(source, fused, *values, options.seed);
    if (failed(check.runExact(requantizes)) ||
        (!requantizes && round % kTypedEvery == 0 &&
         failed(check.runRounded())))
      return kFailure;
    if (!check.getDifference().empty()) {
      llvm::outs() << source.getName() << ": " << check.getDifference()
                   << "\ncheck FAILED\n";
      return kFailure;
    }
    done += check.getNumTriples();
    empty = check.getNumTriples() ? 0 : empty + 1;
    if (empty == kMaxEmptyRounds)
      return reportError("expected states, got results of size zero");
  }
  llvm::outs() << source.getName() << ": the merge of " << numFolds
               << (numFolds == 1 ? " fold" : " folds")
               << " is associative and commutative and has the identity on "
               << done << " triples\ncheck passed\n";
  return kSuccess;
}
