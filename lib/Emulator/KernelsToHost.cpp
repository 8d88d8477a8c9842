//===- KernelsToHost.cpp - gpu.func to host functions ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "HostCalls.h"

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace redfuser;

namespace {
/// Rewrites one kernel.
class KernelConverter {
public:
  KernelConverter(ModuleOp host, func::FuncOp func)
      : func(func), calls(host, func), b(calls.b) {}

  LogicalResult run(gpu::GPUFuncOp kernel);

private:
  void convertOp(Operation *op);
  void convertShuffle(NVVM::ShflOp op);
  void convertProduct(NVVM::MmaOp op);
  void convertLoadOfBox(NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp op);
  /// Rounds two f32 to a vector of two elements of 16 bits.
  void convertPair(Operation *op, Value low, Value high, bool isBF16);

  func::FuncOp func;
  HostCalls calls;
  IRRewriter &b;
};
} // namespace

/// Host memory has one address space.
static Type stripSpace(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return type;
  return MemRefType(MemRefType::Builder(memref).setMemorySpace({}));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value HostCalls::call(Location loc, StringRef name, Type result,
                      ValueRange operands) {
  auto callee = host.lookupSymbol<func::FuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(host.getBody());
    auto type = b.getFunctionType(operands.getTypes(),
                                  result ? TypeRange(result) : TypeRange());
    callee = func::FuncOp::create(b, loc, name, type);
    callee.setPrivate();
    callee->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    b.getUnitAttr());
  }
  auto op = func::CallOp::create(b, loc, callee, operands);
  return result ? op.getResult(0) : Value();
}

Value HostCalls::constant(Location loc, int64_t value, unsigned bits) {
  return arith::ConstantIntOp::create(b, loc, b.getIntegerType(bits), value);
}

Value HostCalls::getAddress(Location loc, Value pointer) {
  return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), pointer);
}

/// Registers of a product of 256 columns, and of its rows.
static constexpr int64_t kWords = 256;

Value HostCalls::getWords(Location loc, int64_t first) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  if (!words) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&func.getBody().front());
    words = LLVM::AllocaOp::create(b, loc, pointer, b.getI32Type(),
                                   constant(loc, kWords), /*alignment=*/16);
  }
  if (first == 0)
    return words;
  return LLVM::GEPOp::create(b, loc, pointer, b.getI32Type(), words,
                             ArrayRef<LLVM::GEPArg>{int32_t(first)});
}

void HostCalls::storeWords(Location loc, ValueRange values, int64_t first) {
  for (auto [i, value] : llvm::enumerate(values))
    LLVM::StoreOp::create(b, loc, value, getWords(loc, first + i));
}

Value HostCalls::loadWord(Location loc, Type type, int64_t number) {
  return LLVM::LoadOp::create(b, loc, type, getWords(loc, number));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Of a whole warp, as kernels have them.
void KernelConverter::convertShuffle(NVVM::ShflOp op) {
  Location loc = op.getLoc();
  IntegerAttr clamp;
  NVVM::ShflKind kind = op.getKind();
  bool isWhole = matchPattern(op.getMaskAndClamp(), m_Constant(&clamp)) &&
                 clamp.getInt() == (kind == NVVM::ShflKind::up ? 0 : 31);
  if (!isWhole || kind == NVVM::ShflKind::down || op.getReturnValueAndIsValid())
    return;
  Type type = op.getType(), i32 = b.getI32Type();
  Value value = op.getVal();
  if (type != i32)
    value = arith::BitcastOp::create(b, loc, i32, value);
  StringRef name = kind == NVVM::ShflKind::bfly ? "emuShuffleXor"
                   : kind == NVVM::ShflKind::up ? "emuShuffleUp"
                                                : "emuShuffleIndex";
  value = calls.call(loc, name, i32, {value, op.getOffset()});
  if (type != i32)
    value = arith::BitcastOp::create(b, loc, type, value);
  b.replaceOp(op, value);
}

/// mma.sync.m16n8k16 with sums of f32.
void KernelConverter::convertProduct(NVVM::MmaOp op) {
  Location loc = op.getLoc();
  std::optional<NVVM::MMATypes> type = op.getMultiplicandAPtxType();
  NVVM::MMAShapeAttr shape = op.getShape();
  bool isBF16 = type == NVVM::MMATypes::bf16;
  if ((!isBF16 && type != NVVM::MMATypes::f16) || shape.getM() != 16 ||
      shape.getN() != 8 || shape.getK() != 16 || op.getOperandA().size() != 4 ||
      op.getOperandB().size() != 2 || op.getOperandC().size() != 4)
    return;
  SmallVector<Value> values(op.getOperandA());
  llvm::append_range(values, op.getOperandB());
  llvm::append_range(values, op.getOperandC());
  calls.storeWords(loc, values);
  calls.call(loc, isBF16 ? "emuMultiplyBF16" : "emuMultiplyF16", Type(),
             calls.getWords(loc));
  Value result = LLVM::UndefOp::create(b, loc, op.getType());
  for (int64_t i = 0; i < 4; ++i)
    result = LLVM::InsertValueOp::create(
        b, loc, result, calls.loadWord(loc, b.getF32Type(), i), i);
  b.replaceOp(op, result);
}

void KernelConverter::convertLoadOfBox(
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp op) {
  Location loc = op.getLoc();
  if (!op.getIm2colOffsets().empty() || op.getMulticastMask() ||
      op.getPredicate())
    return;
  calls.storeWords(loc, op.getCoordinates());
  calls.call(loc, "emuLoadBox", Type(),
             {op.getTmaDescriptor(), calls.getAddress(loc, op.getDstMem()),
              calls.getAddress(loc, op.getMbar()),
              calls.constant(loc, op.getCoordinates().size()),
              calls.getWords(loc)});
  b.eraseOp(op);
}

void KernelConverter::convertPair(Operation *op, Value low, Value high,
                                  bool isBF16) {
  Location loc = op->getLoc();
  Value pair = calls.call(loc, "emuPack", b.getI32Type(),
                          {low, high, calls.constant(loc, isBF16)});
  b.replaceOpWithNewOp<LLVM::BitcastOp>(op, op->getResult(0).getType(), pair);
}

void KernelConverter::convertOp(Operation *op) {
  Location loc = op->getLoc();
  b.setInsertionPoint(op);
  Type i1 = b.getI1Type(), i32 = b.getI32Type(), i64 = b.getI64Type();
  auto call = [&](StringRef name, Type result, ValueRange operands) {
    return calls.call(loc, name, result, operands);
  };
  auto replace = [&](StringRef name, ValueRange operands) {
    call(name, Type(), operands);
    b.eraseOp(op);
  };
  auto replaceWithIndex = [&](StringRef name, int64_t dimension) {
    Value dim = arith::ConstantIndexOp::create(b, loc, dimension);
    Value index = call(name, b.getIndexType(), dim);
    if (op->getResult(0).getType() == i32)
      index = arith::IndexCastOp::create(b, loc, i32, index);
    b.replaceOp(op, index);
  };
  auto getDim = [](auto id) { return static_cast<int64_t>(id.getDimension()); };
  auto bytes = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](gpu::ThreadIdOp id) {
        replaceWithIndex("emuThreadId", getDim(id));
      })
      .Case([&](gpu::BlockIdOp id) {
        replaceWithIndex("emuBlockId", getDim(id));
      })
      .Case([&](gpu::BlockDimOp id) {
        replaceWithIndex("emuBlockDim", getDim(id));
      })
      .Case([&](gpu::GridDimOp id) {
        replaceWithIndex("emuGridDim", getDim(id));
      })
      .Case([&](NVVM::ThreadIdXOp) { replaceWithIndex("emuThreadId", 0); })
      .Case([&](NVVM::BlockIdXOp) { replaceWithIndex("emuBlockId", 0); })
      .Case([&](NVVM::BlockIdYOp) { replaceWithIndex("emuBlockId", 1); })
      .Case([&](NVVM::GridDimXOp) { replaceWithIndex("emuGridDim", 0); })
      .Case([&](NVVM::LaneMaskLtOp) {
        Value lane = call("emuLaneId", i32, {});
        Value bit = arith::ShLIOp::create(b, loc, calls.constant(loc, 1), lane);
        b.replaceOpWithNewOp<arith::SubIOp>(op, bit, calls.constant(loc, 1));
      })
      .Case<gpu::BarrierOp, NVVM::Barrier0Op>(
          [&](auto) { replace("emuBarrier", {}); })
      .Case([&](gpu::ShuffleOp shuffle) {
        Type type = shuffle.getValue().getType();
        Value value = shuffle.getValue();
        if (isa<FloatType>(type))
          value = arith::BitcastOp::create(b, loc, i32, value);
        value = call("emuShuffleXor", i32, {value, shuffle.getOffset()});
        if (isa<FloatType>(type))
          value = arith::BitcastOp::create(b, loc, type, value);
        b.replaceOp(op, {value, calls.constant(loc, 1, /*bits=*/1)});
      })
      .Case([&](NVVM::ShflOp shuffle) { convertShuffle(shuffle); })
      .Case([&](NVVM::VoteSyncOp vote) {
        bool isAny = vote.getKind() == NVVM::VoteSyncKind::any;
        if (!isAny && vote.getKind() != NVVM::VoteSyncKind::ballot)
          return;
        Value condition = arith::ExtUIOp::create(b, loc, i32, vote.getPred());
        Value result = call(isAny ? "emuAny" : "emuBallot", i32, condition);
        if (isAny)
          result = arith::TruncIOp::create(b, loc, i1, result);
        b.replaceOp(op, result);
      })
      .Case([&](NVVM::SyncWarpOp) { replace("emuSyncWarp", {}); })
      .Case([&](NVVM::MBarrierInitOp init) {
        replace("emuBarrierInit",
                {calls.getAddress(loc, init.getAddr()), init.getCount()});
      })
      .Case([&](NVVM::FenceMbarrierInitOp) { b.eraseOp(op); })
      .Case([&](NVVM::SetMaxRegisterOp set) {
        replace("emuSetRegisters", calls.constant(loc, set.getRegCount()));
      })
      .Case([&](NVVM::ClusterArriveOp) { replace("emuClusterArrive", {}); })
      .Case([&](NVVM::ClusterWaitOp) { replace("emuClusterWait", {}); })
      .Case([&](NVVM::MapaOp mapa) {
        Value address = call("emuMapShared", i64,
                             {calls.getAddress(loc, mapa.getA()), mapa.getB()});
        b.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, mapa.getType(), address);
      })
      .Case([&](NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp load) {
        convertLoadOfBox(load);
      })
      .Case([&](NVVM::CpAsyncOp copy) {
        if (copy.getSize() != 16)
          return;
        Value bytes = copy.getCpSize();
        if (!bytes)
          bytes = calls.constant(loc, 16);
        replace("emuCopyAsync", {calls.getAddress(loc, copy.getDst()),
                                 calls.getAddress(loc, copy.getSrc()), bytes});
      })
      .Case([&](NVVM::CpAsyncCommitGroupOp) { replace("emuCommitCopies", {}); })
      .Case([&](NVVM::CpAsyncWaitGroupOp wait) {
        replace("emuWaitForCopies", calls.constant(loc, wait.getN()));
      })
      .Case([&](NVVM::MmaOp product) { convertProduct(product); })
      .Case([&](NVVM::ConvertF32x2ToBF16x2Op pair) {
        convertPair(op, pair.getSrcLo(), pair.getSrcHi(), /*isBF16=*/true);
      })
      .Case([&](NVVM::ConvertF32x2ToF16x2Op pair) {
        convertPair(op, pair.getSrcLo(), pair.getSrcHi(), /*isBF16=*/false);
      })
      .Case([&](LLVM::LoadOp load) {
        // Of what another block may set: that one has its turn.
        if (load.getOrdering() != LLVM::AtomicOrdering::not_atomic)
          call("emuFlag", Type(), {});
      })
      .Case([&](LLVM::StoreOp store) {
        if (store.getOrdering() == LLVM::AtomicOrdering::not_atomic)
          return;
        b.setInsertionPointAfter(op);
        call("emuRaiseFlag", Type(), {});
      })
      .Case([&](LLVM::AtomicRMWOp) {
        b.setInsertionPointAfter(op);
        call("emuRaiseFlag", Type(), {});
      })
      .Case([&](gpu::DynamicSharedMemoryOp) {
        b.replaceOp(op, call("emuDynamicShared", bytes, {}));
      })
      .Case([&](memref::MemorySpaceCastOp cast) {
        b.replaceOp(op, cast.getSource());
      })
      .Case([&](LLVM::CallIntrinsicOp intrinsic) {
        // Approximations of the GPU, by the functions that they approximate.
        StringRef name = intrinsic.getIntrin();
        if (name == "llvm.nvvm.ex2.approx.ftz")
          intrinsic.setIntrin("llvm.exp2");
        else if (name == "llvm.nvvm.div.full")
          b.replaceOpWithNewOp<arith::DivFOp>(op, intrinsic.getOperand(0),
                                              intrinsic.getOperand(1));
        else if (name == "llvm.nvvm.rcp.approx.ftz.f") {
          Value one =
              arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1.0f));
          b.replaceOpWithNewOp<arith::DivFOp>(op, one, intrinsic.getOperand(0));
        }
      })
      .Case([&](gpu::ReturnOp) { b.replaceOpWithNewOp<func::ReturnOp>(op); });
}

LogicalResult KernelConverter::run(gpu::GPUFuncOp kernel) {
  IRMapping mapping;
  kernel.getBody().cloneInto(&func.getBody(), mapping);
  Block &entry = func.getBody().front();
  func.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          arg.setType(stripSpace(arg.getType()));
    for (Value result : op->getResults())
      result.setType(stripSpace(result.getType()));
  });
  // What takes results of assembly apart goes with it.
  SmallVector<LLVM::InlineAsmOp> assembly;
  func.walk([&](LLVM::InlineAsmOp op) { assembly.push_back(op); });
  for (LLVM::InlineAsmOp op : assembly)
    if (failed(convertAssembly(calls, op)))
      return failure();
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    convertOp(op);
  WalkResult known = func.walk([&](Operation *op) {
    if (!isa_and_nonnull<NVVM::NVVMDialect, gpu::GPUDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitError("the emulator does not know this operation of a kernel");
    return WalkResult::interrupt();
  });
  if (known.wasInterrupted())
    return failure();

  b.setInsertionPointToStart(&entry);
  for (BlockArgument arg :
       entry.getArguments().take_front(kernel.getNumArguments()))
    if (isa<MemRefType>(arg.getType())) {
      Value address =
          memref::ExtractAlignedPointerAsIndexOp::create(b, arg.getLoc(), arg);
      calls.call(arg.getLoc(), "emuCheckDevice", Type(), address);
    }

  // Workgroup attributions follow the arguments.
  auto bytes = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  for (unsigned i = kernel.getNumArguments(); i < entry.getNumArguments();
       ++i) {
    BlockArgument arg = entry.getArgument(i);
    Value id = arith::ConstantIndexOp::create(b, arg.getLoc(), i);
    auto type = cast<MemRefType>(arg.getType());
    int64_t size =
        type.getNumElements() * DataLayout().getTypeSize(type.getElementType());
    Value count = arith::ConstantIndexOp::create(b, arg.getLoc(), size);
    Value memory =
        calls.call(arg.getLoc(), "emuStaticShared", bytes, {id, count});
    Value zero = arith::ConstantIndexOp::create(b, arg.getLoc(), 0);
    Value view = memref::ViewOp::create(b, arg.getLoc(), type, memory, zero,
                                        ValueRange());
    arg.replaceAllUsesWith(view);
  }
  entry.eraseArguments(kernel.getNumArguments(),
                       entry.getNumArguments() - kernel.getNumArguments());
  return success();
}

OwningOpRef<ModuleOp> redfuser::kernelsToHost(ModuleOp module) {
  OwningOpRef<ModuleOp> host = ModuleOp::create(module.getLoc());
  WalkResult result = module.walk([&](gpu::GPUFuncOp kernel) {
    OpBuilder b = OpBuilder::atBlockEnd(host->getBody());
    SmallVector<Type> inputs;
    for (Type type : kernel.getArgumentTypes())
      inputs.push_back(stripSpace(type));
    auto func = func::FuncOp::create(b, kernel.getLoc(), kernel.getName(),
                                     b.getFunctionType(inputs, {}));
    return WalkResult(KernelConverter(*host, func).run(kernel));
  });
  if (result.wasInterrupted())
    return nullptr;
  return host;
}

void redfuser::clearKernels(ModuleOp module) {
  module.walk([](gpu::GPUFuncOp kernel) {
    Region &body = kernel.getBody();
    for (Block &block : body)
      block.dropAllReferences();
    while (body.getBlocks().size() > 1)
      body.back().erase();
    body.front().clear();
    OpBuilder b = OpBuilder::atBlockEnd(&body.front());
    gpu::ReturnOp::create(b, kernel.getLoc());
  });
}

void redfuser::buildHostLowering(OpPassManager &pm) {
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(redfuser::createExpandFloat8());
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
