//===- Verdict.cpp - What is fused and what is refused --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace redfuser;

std::string redfuser::describeLocation(Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) +
           ":" + std::to_string(file.getColumn());
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return text;
}

namespace {

class RefusalStreamer final : public remark::detail::MLIRRemarkStreamerBase {
public:
  RefusalStreamer(SmallVectorImpl<Refusal> &refusals,
                  SmallVectorImpl<Refusal> *notes)
      : refusals(refusals), notes(notes) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string message;
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      message += (message.empty() ? "" : " ") + arg.val;
    bool isNote = remark.getRemarkType() == llvm::remarks::Type::Analysis;
    (isNote ? *notes : refusals)
        .push_back({describeLocation(remark.getLocation()), message});
  }

private:
  SmallVectorImpl<Refusal> &refusals;
  SmallVectorImpl<Refusal> *notes;
};

} // namespace

LogicalResult redfuser::collectRefusals(MLIRContext &context,
                                        SmallVectorImpl<Refusal> &refusals,
                                        SmallVectorImpl<Refusal> *notes) {
  remark::RemarkCategories categories;
  categories.missed = ".*";
  if (notes)
    categories.analysis = "redfuser-raise";
  if (failed(remark::enableOptimizationRemarks(
          context, std::make_unique<RefusalStreamer>(refusals, notes),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories))) {
    reportError("cannot collect remarks");
    return failure();
  }
  // Remarks come in the order of the program.
  context.disableMultithreading();
  return success();
}

std::string Verdict::describe() const {
  std::string text = std::to_string(fused) + " fused, " +
                     std::to_string(refusals.size()) + " refused";
  if (!refusals.empty())
    text += ": " + refusals.front().message;
  return text;
}

FailureOr<Verdict> redfuser::judge(StringRef path, StringRef function,
                                   const FusionOptions &options) {
  if (!options.passes.empty()) {
    reportError("expected no --passes with --verdict, which judges the fusion "
                "pipeline");
    return failure();
  }
  Session session;
  OwningOpRef<ModuleOp> module = session.read(path);
  func::FuncOp func =
      module ? selectFunction(*module, function, path) : func::FuncOp();
  Verdict verdict;
  if (!func || failed(collectRefusals(session.getContext(), verdict.refusals)))
    return failure();
  PassManager pm(&session.getContext(), func::FuncOp::getOperationName());
  if (failed(addPipeline(pm, "redfuser-to-linalg",
                         options.pipelineOptions + " until=fuse")) ||
      failed(pm.run(func)))
    return failure();
  func.walk([&](cascade::FoldOp) { ++verdict.fused; });
  return verdict;
}

llvm::Expected<ExpectedVerdict> ExpectedVerdict::parse(StringRef text) {
  ExpectedVerdict expected;
  auto [counts, reason] = text.split(": ");
  expected.text = reason.str();
  auto [fused, refused] = counts.split(", ");
  auto read = [](StringRef part, StringRef unit, unsigned &count) {
    return part.consume_back(unit) && !part.getAsInteger(10, count);
  };
  if (!read(fused, " fused", expected.fused) ||
      (counts.contains(',') && !read(refused, " refused", expected.refused)) ||
      (!expected.text.empty() && expected.refused == 0))
    return llvm::createStringError(
        "expected 'N fused', 'N fused, M refused' or 'N fused, M refused: "
        "TEXT' for 'verdict', got '" +
        text + "'");
  return expected;
}

bool ExpectedVerdict::matches(const Verdict &verdict) const {
  return fused == verdict.fused && refused == verdict.refusals.size() &&
         (text.empty() ||
          llvm::any_of(verdict.refusals, [&](const Refusal &refusal) {
            return StringRef(refusal.message).contains(text);
          }));
}
