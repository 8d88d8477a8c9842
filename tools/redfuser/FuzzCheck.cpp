//===- FuzzCheck.cpp - Verdict on one case of redfuser fuzz ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzCheck.h"

#include "Arguments.h"
#include "Program.h"

#include "RedFuser/InitAllDialects.h"
#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Runtime/Compare.h"
#include "RedFuser/Runtime/Jit.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using reference::Bracketing;
using reference::Rounding;

/// Contexts keep what was made in them; a new one now and then is cheap.
static constexpr unsigned kCasesPerContext = 200;
/// Samples of the unfused program with random rounding; more where a case
/// seems to fail, since few may miss how badly it is conditioned.
static constexpr unsigned kNumSamples = 4;
static constexpr unsigned kNumMoreSamples = 64;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {

using Results = SmallVector<HostTensor>;
using Bracketer = std::function<Bracketing(cascade::FoldOp, int64_t)>;

/// What the unfused program gives: its meaning, its value, and how its value
/// scatters when every operation rounds up or down at random. The scatter
/// stands in for the conditioning: where it is wide, so are the tolerances.
struct Yardstick {
  Results exact;
  SmallVector<Results, 0> samples;
  /// The error of each result in f64 where its reductions are taken in another
  /// order, once that was measured, and these results.
  SmallVector<double> scatterInDouble;
  SmallVector<Results, 0> inOtherOrders;

  /// True if rounding leaves nothing of an element of the result that is a
  /// number: no sample says how large an error may be.
  bool isUnknown(unsigned result) const {
    for (int64_t i = 0, e = exact[result].getNumElements(); i < e; ++i)
      if (std::isfinite(exact[result].getDouble(i)) &&
          llvm::none_of(samples, [&](const Results &sample) {
            return std::isfinite(sample[result].getDouble(i));
          }))
        return true;
    return false;
  }
};

StringRef stringify(Special special) {
  switch (special) {
  case Special::Finite:
    return "a number";
  case Special::NaN:
    return "NaN";
  case Special::PosInf:
  case Special::NegInf:
    return "infinity";
  }
  llvm_unreachable("unknown class");
}

/// True where docs/Fusion.md lets the fused program be infinite although the
/// source has NaN: a deferred factor is infinite, and its terms were not alone.
bool isInfiniteForNaN(Special got, double exact) {
  return (got == Special::PosInf || got == Special::NegInf) &&
         std::isnan(exact);
}

/// How often the expression mentions reduction `index`.
unsigned countReferences(const fuzz::ExprRef &expr, unsigned index) {
  unsigned count = expr->kind == fuzz::Expr::Reference && expr->index == index;
  for (const fuzz::ExprRef &operand : expr->operands)
    count += countReferences(operand, index);
  return count;
}

/// Numbers beyond 1e300 and infinity: in f64, one or the other by the order of
/// operations.
bool areBothHuge(double a, double b) {
  return std::abs(a) > 1e300 && std::abs(b) > 1e300 &&
         std::signbit(a) == std::signbit(b);
}

struct Difference {
  /// Empty if there is none.
  std::string text;
  /// Of special values: "NaN for infinity"; empty for an error.
  std::string kind;
  /// Of special values: it is anything for NaN.
  bool losesNaN = false;
  /// Without a difference: there are infinities for NaN.
  bool hasDeviation = false;
};

/// The difference of results. `isReal`: `got` was
/// computed in f64 without rounding.
Difference compare(const Results &got, const Yardstick &yardstick,
                   bool isReal) {
  Difference difference;
  llvm::raw_string_ostream os(difference.text);
  for (auto [r, result] : llvm::enumerate(got)) {
    const HostTensor &exact = yardstick.exact[r];
    if (result.getShape() != exact.getShape()) {
      os << "result #" << r << " is "
         << describe(result.getKind(), result.getShape()) << ", expected "
         << describe(exact.getKind(), exact.getShape());
      return difference;
    }
    double scatter = 0, tolerance = 0;
    for (const Results &sample : yardstick.samples) {
      Comparison comparison = compareResults(result, sample[r], exact);
      scatter = std::max(scatter, comparison.unfused.relative);
      tolerance = std::max(tolerance, comparison.tolerance);
    }
    // The same program with 29 bits more; but passes fold constants in the
    // types of the program, and a later reduction may magnify that.
    if (isReal && yardstick.samples.front()[r].getKind() != ElementKind::F64)
      tolerance = std::max(1e-6, std::ldexp(scatter, -20));
    if (isReal && !yardstick.scatterInDouble.empty())
      tolerance = std::max(tolerance, 64 * yardstick.scatterInDouble[r]);
    if (!isFloat(result.getKind())) {
      const HostTensor &wanted = yardstick.samples.front()[r];
      for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
        if (result.getInt(i) == wanted.getInt(i))
          continue;
        os << "result #" << r << " element " << i << ": expected "
           << wanted.getInt(i) << ", got " << result.getInt(i);
        difference.kind = "another integer";
        return difference;
      }
      continue;
    }
    double error = measureError(result, exact).relative;
    for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
      Special here = classify(result.getDouble(i));
      double value = result.getDouble(i), want = exact.getDouble(i);
      ElementKind kind = yardstick.samples.front()[r].getKind();
      // What is infinite in the program's types is so in f64, or a number that
      // they do not hold.
      bool known = here == classify(want) || areBothHuge(value, want) ||
                   classifyAs(value, kind) == classify(want) ||
                   (!isReal && here == classifyAs(want, kind));
      if (!known && isInfiniteForNaN(here, exact.getDouble(i)))
        known = difference.hasDeviation = true;
      // Rounding may overflow where the meaning does not. What lies beyond the
      // largest number in one rounding or order does so in some.
      for (const Results &sample :
           isReal ? yardstick.inOtherOrders : yardstick.samples) {
        double sampled = sample[r].getDouble(i);
        known |= here == classify(sampled);
        if (!isReal && isInfiniteForNaN(here, sampled))
          known = difference.hasDeviation = true;
      }
      if (known)
        continue;
      os << "result #" << r << " element " << i << ": expected "
         << exact.getDouble(i) << " (unfused "
         << yardstick.samples.front()[r].getDouble(i) << "), got "
         << result.getDouble(i);
      difference.losesNaN = std::isnan(exact.getDouble(i));
      difference.kind =
          (stringify(here) + " for " + stringify(classify(exact.getDouble(i))))
              .str();
      return difference;
    }
    if (!(error <= tolerance) && (isReal || !yardstick.isUnknown(r))) {
      os << "result #" << r
         << llvm::format(": error %.3g, tolerance %.3g", error, tolerance);
      return difference;
    }
  }
  return difference;
}

/// Computes constants of constants in the types of the program, as passes do:
/// that is part of what the program means.
void foldConstants(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](Operation *op) {
    if (op->getNumOperands() == 0 ||
        !llvm::all_of(op->getOperands(), [](Value operand) {
          return matchPattern(operand, m_Constant());
        }))
      return;
    rewriter.setInsertionPoint(op);
    SmallVector<Value> folded;
    if (succeeded(rewriter.tryFold(op, folded)) && !folded.empty())
      rewriter.replaceOp(op, folded);
  });
}

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

class CaseCheck {
public:
  CaseCheck(MLIRContext &context, const fuzz::Case &spec,
            const FuzzCheckOptions &options, FuzzVerdict &verdict)
      : context(context), spec(spec), options(options), verdict(verdict),
        handler(&context, [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              message.empty())
            message = diagnostic.str();
          return success();
        }) {}

  void run() {
    source = parseSourceString<ModuleOp>(spec.printProgram(), &context);
    if (!source)
      return fail("invalid case", message);
    foldConstants(*source);
    FailureOr<Signature> found = Signature::get(getMain(*source));
    if (failed(found))
      return fail("invalid case", message);
    signature = *found;
    if (!makeData() || !makeYardstick(*source))
      return;

    OwningOpRef<ModuleOp> fused(source->clone());
    if (!runPasses(*fused, getFusion()))
      return fail("redfuser-fuse fails", message);
    if (!checkVerdict(*fused))
      return;
    if (!checkFused(*fused))
      return;
    OwningOpRef<ModuleOp> tiled = source->clone();
    if (!runPasses(*tiled,
                   "redfuser-to-linalg{" + spec.printPipelineOptions() + "}"))
      return fail("redfuser-to-linalg fails", message);
    isTiled = true;
    if (!checkTyped(*tiled, "wrong tiled", {}))
      return;
    if (options.compiles)
      checkCompiled(*tiled);
  }

private:
  void fail(StringRef failure, StringRef details) {
    verdict.failure = failure;
    verdict.details = details;
  }

  static func::FuncOp getMain(ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>("main");
  }

  std::string getFusion() {
    std::string options =
        spec.isStrict ? "{numerics=strict}" : "{numerics=contract}";
    // A chain is as raise would leave it.
    return (spec.form == fuzz::Form::Chain ? std::string()
                                           : "redfuser-raise" + options + ",") +
           "redfuser-fuse" + options;
  }

  bool runPasses(ModuleOp module, const std::string &passes) {
    FusionOptions fusion;
    fusion.passes = passes;
    PassManager pm(&context);
    return succeeded(addFusion(pm, fusion)) && succeeded(pm.run(module));
  }

  bool makeData() {
    ArgumentOptions how;
    how.dims = spec.printDims();
    how.seed = spec.seed;
    how.data = getDataModeNames()[static_cast<int>(spec.data)];
    if (spec.data != DataMode::Normal) {
      how.dataArgument = std::to_string(spec.dataInput);
      how.dataAxis = std::to_string(spec.dataDim);
    }
    auto made = makeArguments(signature, how);
    if (!made) {
      fail("invalid case", llvm::toString(made.takeError()));
      return false;
    }
    arguments = std::move(*made);
    return true;
  }

  std::optional<Results> interpret(ModuleOp module, Rounding rounding,
                                   uint64_t seed, Bracketer bracketing) {
    reference::InterpreterOptions how;
    how.rounding = rounding;
    how.seed = seed;
    how.bracketing = bracketing;
    auto results = reference::interpret(getMain(module), arguments, how);
    if (failed(results))
      return std::nullopt;
    return std::move(*results);
  }

  bool makeYardstick(ModuleOp source) {
    auto exact = interpret(source, Rounding::None, 0, {});
    auto nearest = interpret(source, Rounding::Nearest, 0, {});
    if (!exact || !nearest) {
      fail("interpreter fails", message);
      return false;
    }
    yardstick.exact = std::move(*exact);
    yardstick.samples.push_back(std::move(*nearest));
    addSamples(source, kNumSamples);
    return true;
  }

  void addSamples(ModuleOp program, unsigned count, bool reorders = false) {
    for (unsigned k = 0; k < count; ++k) {
      reference::InterpreterOptions how;
      how.rounding = Rounding::Random;
      how.seed = yardstick.samples.size();
      how.reorders = reorders;
      yardstick.samples.push_back(
          std::move(*reference::interpret(getMain(program), arguments, how)));
    }
  }

  /// Many samples of the same reductions, in random orders: sums may be
  /// associated otherwise.
  void addMoreSamples() {
    fuzz::Case chain = spec;
    chain.form = fuzz::Form::Chain;
    OwningOpRef<ModuleOp> program =
        parseSourceString<ModuleOp>(chain.printProgram(), &context);
    foldConstants(*program);
    addSamples(*program, kNumMoreSamples, /*reorders=*/true);
    // The sine of a large product has no digits in f32, and few in f64.
    yardstick.scatterInDouble.assign(yardstick.exact.size(), 0);
    for (unsigned k = 0; k < kNumMoreSamples; ++k) {
      reference::InterpreterOptions how;
      how.rounding = Rounding::None;
      how.seed = k;
      how.reorders = true;
      auto sample = reference::interpret(getMain(*program), arguments, how);
      for (auto [scatter, value, exact] :
           llvm::zip_equal(yardstick.scatterInDouble, *sample, yardstick.exact))
        scatter = std::max(scatter, measureError(value, exact).relative);
      yardstick.inOtherOrders.push_back(std::move(*sample));
    }
  }

  /// Whether the case is fused agrees with its family.
  bool checkVerdict(ModuleOp fused) {
    fused.walk([&](cascade::FoldOp) { verdict.isFused = true; });
    bool isChain = spec.form == fuzz::Form::Chain;
    bool isRelated = spec.hasChain();
    // Nothing is to be gained on an axis without positions, or of one.
    bool isEmpty = llvm::any_of(spec.dims, [](const fuzz::Case::Dim &dim) {
      return dim.size == 0 && !dim.isDynamic;
    });
    bool isUnit = llvm::all_of(spec.dims, [](const fuzz::Case::Dim &dim) {
      return !dim.isAxis || (dim.size == 1 && !dim.isDynamic);
    });
    if (options.family == fuzz::Family::Fusable && !verdict.isFused &&
        (isChain || (isRelated && !isEmpty && !isUnit)))
      fail(isChain ? "not fused" : "not raised", message);
    if (options.family == fuzz::Family::Unfusable && isAcceptedAsChain())
      fail("unfusable fused", "");
    verdict.isAboutFusability = !verdict.passed();
    return verdict.passed();
  }

  /// True if all reductions of the case become one fold. Of a linalg program,
  /// the part before an unfusable term may be fused; so what counts is the same
  /// case as one chain.
  bool isAcceptedAsChain() {
    if (spec.form == fuzz::Form::Chain)
      return verdict.isFused;
    fuzz::Case chain = spec;
    chain.form = fuzz::Form::Chain;
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(chain.printProgram(), &context);
    FusionOptions fusion;
    fusion.passes = "redfuser-fuse";
    PassManager pm(&context);
    bool accepted = false;
    if (module && succeeded(addFusion(pm, fusion)) &&
        succeeded(pm.run(*module)))
      module->walk([&](cascade::FoldOp) { accepted = true; });
    verdict.isFusedInPart = verdict.isFused && !accepted;
    return accepted;
  }

  bool checkReal(ModuleOp module, StringRef failure, Bracketer bracketing) {
    auto results = interpret(module, Rounding::None, 0, bracketing);
    return judge(results, failure, /*isReal=*/true, bracketing);
  }

  bool checkTyped(ModuleOp module, StringRef failure, Bracketer bracketing) {
    auto results = interpret(module, Rounding::Nearest, 0, bracketing);
    return judge(results, failure, /*isReal=*/false, bracketing);
  }

  bool judge(const std::optional<Results> &results, StringRef failure,
             bool isReal, const Bracketer &bracketing) {
    if (!results) {
      fail("interpreter fails", message);
      return false;
    }
    Difference difference = compare(*results, yardstick, isReal);
    if (!difference.text.empty() && yardstick.scatterInDouble.empty()) {
      addMoreSamples();
      difference = compare(*results, yardstick, isReal);
    }
    verdict.isKnownDeviation |= difference.hasDeviation;
    if (difference.text.empty())
      return true;
    if (isKnownDeviation(/*ofNumber=*/difference.kind.empty(), bracketing) ||
        (!difference.kind.empty() &&
         (isTiled && difference.losesNaN && masksWholeTiles()))) {
      verdict.isKnownDeviation = true;
      return false;
    }
    // The kind is part of the failure, so that shrinking does not lead from one
    // defect to another.
    fail(difference.kind.empty() ? failure.str()
                                 : (failure + ", " + difference.kind).str(),
         difference.text);
    return false;
  }

  /// True if every special value that differs goes back to one of these, seen
  /// in the results of all reductions:
  /// - an infinity in place of NaN, and what reads it;
  /// - a NaN that is lost where a reference that is infinite or zero, or whose
  ///   exponential is, cancels, and the infinity that a maximum, a minimum or a
  ///   comparison makes of it;
  /// - a NaN in place of an infinity, where terms with a sum of references,
  ///   whose parts are carried apart, are infinite;
  /// - of a maximum or minimum, one infinity or NaN for another, where a
  ///   reference that it reads is infinite.
  /// Of numbers: one of the results reads such a value.
  bool isKnownDeviation(bool ofNumber, const Bracketer &bracketing) {
    fuzz::Case full = spec;
    for (fuzz::Case::Reduction &reduction : full.reductions)
      reduction.isReturned = true;
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(full.printProgram(), &context);
    auto exact = interpret(*module, Rounding::None, 0, {});
    if (!exact || !runPasses(*module, getFusion()))
      return false;
    auto got = interpret(*module, Rounding::None, 0, bracketing);
    if (!got)
      return false;
    SmallVector<bool> deviates;
    for (auto [i, reduction] : llvm::enumerate(full.reductions)) {
      bool known = false, refersToInfinity = false;
      unsigned extremes = 0;
      bool hasZero = fuzz::anyOf(reduction.term, [](const fuzz::Expr &node) {
        return node.kind == fuzz::Expr::Constant && node.value == 0;
      });
      for (unsigned j = 0; j < i; ++j) {
        unsigned count = countReferences(reduction.term, j);
        known |= count && deviates[j];
        extremes += hasExtremes((*exact)[j]) ? count : 0;
        refersToInfinity |= count && hasInfinities((*exact)[j]);
      }
      bool cancels = extremes > (hasZero ? 0 : 1);
      bool hasParts = reduction.monoid == fuzz::Monoid::Add &&
                      hasSumOfReferences(reduction.term);
      bool dropsNaN = fuzz::anyOf(reduction.term, [](const fuzz::Expr &node) {
        return node.kind == fuzz::Expr::Compare ||
               node.name == "arith.maxnumf" || node.name == "arith.minnumf";
      });
      bool isInfiniteExtremum =
          fuzz::isExtremum(reduction.monoid) && refersToInfinity;
      for (int64_t e = 0; e < (*exact)[i].getNumElements() && !known; ++e) {
        double want = (*exact)[i].getDouble(e);
        Special here = classify((*got)[i].getDouble(e));
        if (here == classify(want))
          continue;
        known =
            isInfiniteForNaN(here, want) ||
            (cancels && (std::isnan(want) || (std::isinf(want) && dropsNaN))) ||
            (here == Special::NaN && std::isinf(want) && hasParts) ||
            (here != Special::Finite && !std::isfinite(want) &&
             isInfiniteExtremum);
        if (!known)
          return false;
      }
      deviates.push_back(known);
    }
    return llvm::any_of(llvm::enumerate(spec.reductions), [&](auto item) {
      return deviates[item.index()] && (!ofNumber || item.value().isReturned);
    });
  }

  /// True if values that are not finite may lie in tiles that are skipped,
  /// since -inf takes the place of all scores in them.
  bool masksWholeTiles() {
    bool isMasked = llvm::any_of(
        spec.reductions, [](const fuzz::Case::Reduction &reduction) {
          return fuzz::reads(reduction.term, fuzz::Expr::Causal);
        });
    return isMasked && llvm::any_of(arguments, hasSpecials);
  }

  static bool hasSumOfReferences(const fuzz::ExprRef &term) {
    return fuzz::anyOf(term, [](const fuzz::Expr &node) {
      return (node.name == "arith.addf" || node.name == "arith.subf") &&
             llvm::any_of(node.operands, [](const fuzz::ExprRef &operand) {
               return fuzz::reads(operand, fuzz::Expr::Reference);
             });
    });
  }

  static bool hasInfinities(const HostTensor &tensor) {
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      if (std::isinf(tensor.getDouble(i)))
        return true;
    return false;
  }

  static bool hasSpecials(const HostTensor &tensor) {
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      if (!std::isfinite(tensor.getDouble(i)))
        return true;
    return false;
  }

  /// Zero, not finite, or the exponential of it may be so in f32.
  static bool hasExtremes(const HostTensor &tensor) {
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      if (double value = tensor.getDouble(i);
          value == 0 || !(std::abs(value) < 80))
        return true;
    return false;
  }

  /// The fold in one step and in random bracketings, in f64 and as typed.
  bool checkFused(ModuleOp fused) {
    StringRef kind = verdict.isFused ? "wrong fold" : "wrong put back";
    if (!checkReal(fused, kind, {}) ||
        !checkTyped(fused, verdict.isFused ? "inexact fold" : kind, {}))
      return false;
    if (!verdict.isFused)
      return true;
    for (unsigned k = 0; k < options.numBracketings; ++k) {
      std::string shown;
      Bracketer bracketer = [&](cascade::FoldOp, int64_t positions) {
        // The same each time that it is asked.
        std::mt19937_64 random(spec.seed * 31 + k);
        Bracketing bracketing = Bracketing::makeRandom(positions, random);
        shown = "\nbracketing ";
        llvm::raw_string_ostream os(shown);
        bracketing.print(os);
        return bracketing;
      };
      bool passed = checkReal(fused, "wrong bracketing", bracketer) &&
                    checkTyped(fused, "inexact bracketing", bracketer);
      if (!passed) {
        verdict.details += shown;
        return false;
      }
    }
    return true;
  }

  void checkCompiled(ModuleOp tiled) {
    PassManager pm(&context);
    buildCpuBackendPipeline(pm, CpuOptions());
    if (failed(pm.run(tiled)))
      return fail("CPU lowering fails", message);
    auto program = JitProgram::compile(tiled);
    if (!program)
      return fail("compilation fails", llvm::toString(program.takeError()));
    auto results = (*program)->invoke(signature, arguments);
    if (!results)
      return fail("execution fails", llvm::toString(results.takeError()));
    judge(std::move(*results), "wrong compiled", /*isReal=*/false, {});
  }

  MLIRContext &context;
  const fuzz::Case &spec;
  const FuzzCheckOptions &options;
  FuzzVerdict &verdict;
  std::string message;
  ScopedDiagnosticHandler handler;
  bool isTiled = false;
  OwningOpRef<ModuleOp> source;
  Signature signature;
  SmallVector<HostTensor> arguments;
  Yardstick yardstick;
};

} // namespace

FuzzChecker::FuzzChecker() { llvm::CrashRecoveryContext::Enable(); }
FuzzChecker::~FuzzChecker() = default;

void FuzzChecker::renewContext() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  redfuser::registerAllDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
}

FuzzVerdict FuzzChecker::check(const fuzz::Case &spec,
                               const FuzzCheckOptions &options) {
  if (!context || numChecked++ % kCasesPerContext == 0)
    renewContext();
  FuzzVerdict verdict;
  llvm::CrashRecoveryContext recovery;
  bool returned = recovery.RunSafely(
      [&] { CaseCheck(*context, spec, options, verdict).run(); });
  if (!returned) {
    verdict.failure = "crash";
    verdict.details.clear();
    // What is left of it cannot be taken apart safely.
    (void)context.release();
  }
  return verdict;
}
