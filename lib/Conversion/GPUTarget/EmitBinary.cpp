//===- EmitBinary.cpp - gpu.module to PTX or cubin ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptxas.h"

#include "../Utils/LaterLoads.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUEMITBINARY
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

// Only this backend; InitializeAllTargets would start every one.
extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace mlir;

/// What a failing assert calls: the CUDA driver defines it for every kernel.
static constexpr StringLiteral kAssertFail = "__assertfail";

/// The first function that `ptx` calls and neither it nor the driver defines;
/// empty if there is none.
static StringRef findUndefined(StringRef ptx) {
  while (true) {
    ptx = ptx.split(".extern .func").second.ltrim();
    if (ptx.empty())
      return {};
    // The result comes before the name.
    StringRef declaration = ptx;
    if (declaration.starts_with("("))
      declaration = declaration.split(')').second.ltrim();
    StringRef name = declaration.take_until(
        [](char c) { return llvm::isSpace(c) || c == '(' || c == ';'; });
    if (name != kAssertFail)
      return name;
  }
}

/// Shared memory's address space in the NVPTX backend.
static constexpr unsigned kSharedSpace = 3;

namespace {
/// LLVM IR of a gpu.module through the optimizer and the NVPTX backend.
class ModuleToPTX : public LLVM::ModuleToObject {
public:
  ModuleToPTX(gpu::GPUModuleOp module, NVVM::NVVMTargetAttr target)
      : ModuleToObject(*module.getOperation(), target.getTriple(),
                       target.getChip(), target.getFeatures(), target.getO()) {}

protected:
  /// The default pipeline without SLP: it gathers the scalar loads of a path
  /// for unaligned rows into vectors, which are then merged with the aligned
  /// ones at the lesser alignment, and split into scalars again. The backend
  /// vectorises neighbouring accesses itself.
  LogicalResult optimizeModule(llvm::Module &llvmModule, int level) override {
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return getOperation().emitError("no NVPTX target machine for chip '")
             << chip << "'";
    llvm::PipelineTuningOptions tuning;
    tuning.SLPVectorization = false;
    llvm::PassBuilder builder(*machine, tuning);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    static const llvm::OptimizationLevel kLevels[] = {
        llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
        llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
    llvm::OptimizationLevel optimization = kLevels[std::clamp(level, 0, 3)];
    llvm::ModulePassManager passes =
        optimization == llvm::OptimizationLevel::O0
            ? builder.buildO0DefaultPipeline(optimization)
            : builder.buildPerModuleDefaultPipeline(optimization);
    passes.run(llvmModule, modules);
    hintLoads(llvmModule);
    return success();
  }

  /// What is known of when a load's memory is read again.
  enum class Reuse { Unknown, None, Later };

  Reuse getReuse(llvm::LoadInst &load) const {
    if (load.hasMetadata(llvm::LLVMContext::MD_nontemporal))
      return Reuse::None;
    llvm::MDNode *scopes = load.getMetadata(llvm::LLVMContext::MD_alias_scope);
    bool isLater =
        scopes && llvm::any_of(scopes->operands(), [](llvm::Metadata *scope) {
          auto *node = dyn_cast_or_null<llvm::MDNode>(scope);
          auto *id = node ? dyn_cast<llvm::MDString>(node->getOperand(0).get())
                          : nullptr;
          return id && id->getString() == redfuser::kLaterScopeName;
        });
    // LLVM's PTX version for older chips has no such policies.
    int architecture = 0;
    StringRef number =
        StringRef(chip).drop_while([](char c) { return !llvm::isDigit(c); });
    number.consumeInteger(10, architecture);
    return isLater && architecture >= 89 ? Reuse::Later : Reuse::Unknown;
  }

  /// Loads of 16 bytes that say when they are repeated, which the backend does
  /// not look at, say so in PTX. Of what is read once L2 keeps little, and does
  /// not write back what others left there; what will be read again it keeps
  /// longest.
  void hintLoads(llvm::Module &llvmModule) const {
    const llvm::DataLayout &layout = llvmModule.getDataLayout();
    SmallVector<std::pair<llvm::LoadInst *, Reuse>> loads;
    for (llvm::Function &function : llvmModule)
      for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &inst : block)
          if (auto *load = dyn_cast<llvm::LoadInst>(&inst);
              load && load->isSimple() && load->getPointerAddressSpace() <= 1 &&
              load->getAlign() >= 16 &&
              layout.getTypeStoreSize(load->getType()) == 16)
            if (Reuse reuse = getReuse(*load); reuse != Reuse::Unknown)
              loads.push_back({load, reuse});
    llvm::DenseMap<llvm::Function *, llvm::Value *> policies;
    for (auto [load, reuse] : loads) {
      llvm::IRBuilder<> builder(load);
      llvm::APInt offset(
          layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
      llvm::Value *base =
          load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              layout, offset, /*AllowNonInbounds=*/true);
      auto *global = llvm::PointerType::get(llvmModule.getContext(), 1);
      if (base->getType() != global)
        base = builder.CreateAddrSpaceCast(base, global);
      llvm::Type *i32 = builder.getInt32Ty();
      auto *words = llvm::StructType::get(i32, i32, i32, i32);
      std::string text = "v4.b32 {$0, $1, $2, $3}, [$4+" +
                         std::to_string(offset.getSExtValue()) + "]";
      std::string constraints = "=r,=r,=r,=r,l";
      SmallVector<llvm::Value *> operands{base};
      if (reuse == Reuse::None) {
        text = "ld.global.cs." + text + ";";
      } else {
        text = "ld.global.L1::evict_last.L2::cache_hint." + text + ", $5;";
        constraints += ",l";
        llvm::Value *&policy = policies[load->getFunction()];
        if (!policy)
          policy = createPolicy(*load->getFunction());
        operands.push_back(policy);
      }
      SmallVector<llvm::Type *> types;
      for (llvm::Value *operand : operands)
        types.push_back(operand->getType());
      auto *assembly = llvm::InlineAsm::get(
          llvm::FunctionType::get(words, types, /*isVarArg=*/false), text,
          constraints, /*hasSideEffects=*/false);
      llvm::Value *parts = builder.CreateCall(assembly, operands);
      llvm::Value *vector =
          llvm::PoisonValue::get(llvm::FixedVectorType::get(i32, 4));
      for (unsigned i = 0; i < 4; ++i)
        vector = builder.CreateInsertElement(
            vector, builder.CreateExtractValue(parts, i), i);
      load->replaceAllUsesWith(builder.CreateBitCast(vector, load->getType()));
      load->eraseFromParent();
    }
  }

  /// Of L2: evict this last.
  static llvm::Value *createPolicy(llvm::Function &function) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    auto *assembly = llvm::InlineAsm::get(
        llvm::FunctionType::get(builder.getInt64Ty(), /*isVarArg=*/false),
        "createpolicy.fractional.L2::evict_last.b64 $0, 1.0;", "=l",
        /*hasSideEffects=*/false);
    return builder.CreateCall(assembly);
  }

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &llvmModule) override {
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return getOperation().emitError("no NVPTX target machine for chip '")
             << chip << "'";
    FailureOr<SmallString<0>> isa = translateModuleToISA(
        llvmModule, **machine, [&] { return getOperation().emitError(); });
    if (failed(isa))
      return failure();
    return SmallVector<char, 0>(isa->begin(), isa->end());
  }
};

struct GPUEmitBinaryPass
    : public redfuser::impl::GPUEmitBinaryBase<GPUEmitBinaryPass> {
  using GPUEmitBinaryBase::GPUEmitBinaryBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerBuiltinDialectTranslation(registry);
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
  }

  void runOnOperation() override {
    if (format != "isa" && format != "bin") {
      emitError(getOperation().getLoc())
          << "expected 'format' to be 'isa' or 'bin', got '" << format << "'";
      return signalPassFailure();
    }
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation().walk([&](gpu::GPUModuleOp op) { modules.push_back(op); });
    for (gpu::GPUModuleOp module : modules)
      if (failed(emit(module)))
        return signalPassFailure();
  }

private:
  /// The memory whose size the launch gives is an external symbol in PTX; as an
  /// internal one of size zero it would overlap the static buffers.
  static void declareDynamicShared(gpu::GPUModuleOp module) {
    for (auto global : module.getOps<LLVM::GlobalOp>()) {
      auto type = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
      if (global.getAddrSpace() != kSharedSpace || !type ||
          type.getNumElements() != 0)
        continue;
      global.setLinkage(LLVM::Linkage::External);
      // Eight rows of 128 bytes are the unit of a swizzle.
      global.setAlignment(1024);
    }
  }

  /// Arguments that are TMA descriptors (see redfuser-gpu-tensor-maps) are the
  /// bytes themselves: the kernel takes the address of its parameter, the host
  /// passes what its pointer points to.
  static void passTensorMaps(gpu::GPUModuleOp module) {
    Builder b(module.getContext());
    Type bytes = LLVM::LLVMArrayType::get(b.getI64Type(), 16);
    llvm::StringMap<ArrayRef<int64_t>> kernels;
    for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
      auto maps =
          func->getAttrOfType<DenseI64ArrayAttr>("redfuser.tensor_maps");
      if (!maps)
        continue;
      kernels[func.getName()] = maps.asArrayRef();
      for (int64_t number : maps.asArrayRef()) {
        func.setArgAttr(number, LLVM::LLVMDialect::getByValAttrName(),
                        TypeAttr::get(bytes));
        func.setArgAttr(number, LLVM::LLVMDialect::getAlignAttrName(),
                        b.getI64IntegerAttr(64));
        func.setArgAttr(number, NVVM::NVVMDialect::getGridConstantAttrName(),
                        b.getUnitAttr());
      }
      // Registers are dealt out for exactly this many threads.
      if (Attribute threads =
              func->removeAttr(NVVM::NVVMDialect::getMaxntidAttrName()))
        func->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), threads);
      func->removeAttr("redfuser.tensor_maps");
    }
    module->getParentOfType<ModuleOp>().walk([&](gpu::LaunchFuncOp launch) {
      auto found = kernels.find(launch.getKernelName().getValue());
      if (found == kernels.end() ||
          launch.getKernelModuleName() != module.getNameAttr())
        return;
      OpBuilder builder(launch);
      for (int64_t number : found->second) {
        OpOperand &operand = launch.getKernelOperandsMutable()[number];
        operand.set(LLVM::LoadOp::create(builder, launch.getLoc(), bytes,
                                         operand.get(), /*alignment=*/64));
      }
    });
  }

  LogicalResult emit(gpu::GPUModuleOp module) {
    declareDynamicShared(module);
    passTensorMaps(module);
    ArrayAttr targets = module.getTargetsAttr();
    auto target = targets && targets.size() == 1
                      ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0])
                      : NVVM::NVVMTargetAttr();
    if (!target)
      return module.emitOpError(
          "expected one NVVM target; run redfuser-gpu-attach-target first");
    std::optional<SmallVector<char, 0>> ptx = ModuleToPTX(module, target).run();
    if (!ptx)
      return failure();
    std::string object(ptx->begin(), ptx->end());
    StringRef undefined = findUndefined(object);
    if (!undefined.empty())
      return emitError(module.getLoc())
             << "a kernel calls '" << undefined
             << "', a function that is defined neither in the program nor by "
                "the CUDA driver";
    auto compiled = gpu::CompilationTarget::Assembly;
    if (format == "bin") {
      FailureOr<std::string> cubin =
          redfuser::assemble(module.getLoc(), object, target.getChip());
      if (failed(cubin))
        return failure();
      object = *cubin;
      compiled = gpu::CompilationTarget::Binary;
    }
    Builder b(&getContext());
    // The level at which the driver compiles PTX.
    auto properties =
        b.getDictionaryAttr(b.getNamedAttr("O", b.getI32IntegerAttr(4)));
    auto attr = gpu::ObjectAttr::get(target, compiled, b.getStringAttr(object),
                                     properties);
    OpBuilder builder(module);
    gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                          /*offloadingHandler=*/nullptr,
                          ArrayRef<Attribute>{attr});
    module.erase();
    return success();
  }
};
} // namespace
