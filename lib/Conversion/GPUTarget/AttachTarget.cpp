//===- AttachTarget.cpp - Chip check and NVVM target ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptxas.h"

#include "../Utils/Distributed.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUATTACHTARGET
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

// The generic InitializeAllTargets would also start the host's backends.
extern "C" void LLVMInitializeNVPTXTargetInfo();
extern "C" void LLVMInitializeNVPTXTargetMC();

using namespace mlir;

static constexpr StringLiteral kTriple = "nvptx64-nvidia-cuda";

/// What the NVPTX backend knows; null if this LLVM was built without it.
static std::unique_ptr<llvm::MCSubtargetInfo> getSubtarget() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, "", ""));
}

/// Registers of a multiprocessor, on every chip.
static constexpr int64_t kRegisters = 65536;
/// Registers of a thread that a register tile of results with its operands and
/// addresses needs.
static constexpr int64_t kThreadRegisters = 128;
/// The same with fragments of a tensor core.
static constexpr int64_t kFragmentRegisters = 240;

/// Left alone, ptxas spills a few registers to make room for one more block
/// than a kernel of many threads can use: say how many blocks there are to be.
static void setBlocksPerMultiprocessor(gpu::GPUFuncOp kernel) {
  auto block = kernel.getKnownBlockSize();
  if (!kernel.isKernel() || !block)
    return;
  int64_t threads = 1;
  for (int32_t size : *block)
    threads *= size;
  bool hasFragments =
      kernel.walk([](NVVM::MmaOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  int64_t each = hasFragments ? kFragmentRegisters : kThreadRegisters;
  int64_t blocks =
      std::max<int64_t>(1, kRegisters / (each * std::max<int64_t>(threads, 1)));
  // A multiprocessor holds at least 16 blocks.
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  Builder(kernel.getContext())
                      .getI32IntegerAttr(std::min<int64_t>(blocks, 16)));
}

/// Where who made a kernel knows better.
static void setResidentBlocks(ModuleOp module) {
  llvm::StringMap<Attribute> residents;
  module.walk([&](FunctionOpInterface func) {
    auto kernels = dyn_cast_or_null<DictionaryAttr>(
        func->removeAttr(redfuser::kResidentsAttrName));
    if (!kernels)
      return;
    for (NamedAttribute kernel : kernels)
      residents[kernel.getName().strref()] = kernel.getValue();
  });
  module.walk([&](gpu::GPUFuncOp kernel) {
    if (Attribute blocks = residents.lookup(kernel.getName()))
      kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), blocks);
  });
}

/// What assembly in the kernels needs beyond the PTX version that knows the
/// chip.
static StringRef getLeastFeatures(ModuleOp module) {
  // Bulk copies (8.0), and words that blocks of a cluster send (8.1).
  bool isNew =
      module
          .walk([](LLVM::InlineAsmOp op) {
            StringRef text = op.getAsmString();
            return text.contains("st.async") || text.contains("cp.async.bulk")
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  return isNew ? "+ptx81" : "";
}

namespace {
struct GPUAttachTargetPass
    : public redfuser::impl::GPUAttachTargetBase<GPUAttachTargetPass> {
  using GPUAttachTargetBase::GPUAttachTargetBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget = getSubtarget();
    if (!subtarget) {
      module.emitError("this LLVM was built without the NVPTX backend");
      return signalPassFailure();
    }
    if (!subtarget->isCPUStringValid(chip)) {
      InFlightDiagnostic diag = emitError(module.getLoc())
                                << "unknown chip '" << chip
                                << "'; expected one of: ";
      llvm::interleaveComma(
          subtarget->getAllProcessorDescriptions(), diag,
          [&](const llvm::SubtargetSubTypeKV &cpu) { diag << cpu.Key; });
      return signalPassFailure();
    }
    if (needsPtxas && !redfuser::findPtxas()) {
      emitError(module.getLoc()) << redfuser::kNoPtxas;
      return signalPassFailure();
    }
    StringRef chosen = features;
    if (chosen.empty())
      chosen = getLeastFeatures(module);
    auto target = NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3,
                                            kTriple, chip, chosen);
    module.walk([&](gpu::GPUModuleOp op) {
      op.setTargetsAttr(ArrayAttr::get(&getContext(), {target}));
      op.walk(setBlocksPerMultiprocessor);
    });
    setResidentBlocks(module);
  }
};
} // namespace
