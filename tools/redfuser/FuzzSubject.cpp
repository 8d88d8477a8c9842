//===- FuzzSubject.cpp - What redfuser fuzz checks ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzSubject.h"

#include "RedFuser/InitAllDialects.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace mlir;
using namespace redfuser;

/// Contexts keep what was made in them; a new one now and then is cheap.
static constexpr unsigned kCasesPerContext = 200;

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

FuzzVerdict FuzzChecker::check(const FuzzSubject &subject, bool compiles) {
  if (!context || numChecked++ % kCasesPerContext == 0)
    renewContext();
  FuzzVerdict verdict;
  llvm::CrashRecoveryContext recovery;
  bool returned =
      recovery.RunSafely([&] { subject.check(*context, compiles, verdict); });
  if (!returned) {
    verdict.fail("crash", "");
    // What is left of it cannot be taken apart safely, and may hold locks.
    (void)context.release();
    verdict.spoilsProcess = true;
  }
  return verdict;
}
