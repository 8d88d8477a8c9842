//===- KernelsToHost.cpp - gpu.func to host functions ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace {
/// Rewrites one kernel.
class KernelConverter {
public:
  KernelConverter(ModuleOp host, func::FuncOp func)
      : host(host), func(func), b(func.getContext()) {}

  void run(gpu::GPUFuncOp kernel);

private:
  Value call(Location loc, StringRef name, Type result, ValueRange operands);
  void convertOp(Operation *op);
  void convertAssembly(LLVM::InlineAsmOp op);

  ModuleOp host;
  func::FuncOp func;
  IRRewriter b;
};
} // namespace

/// Host memory has one address space.
static Type stripSpace(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return type;
  return MemRefType(MemRefType::Builder(memref).setMemorySpace({}));
}

Value KernelConverter::call(Location loc, StringRef name, Type result,
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

/// What threads do with barriers in shared memory (Utils/SharedBarriers.h).
/// Other assembly stays.
void KernelConverter::convertAssembly(LLVM::InlineAsmOp op) {
  Location loc = op.getLoc();
  StringRef text = op.getAsmString();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto replace = [&](StringRef name, ValueRange operands) {
    call(loc, name, Type(), operands);
    b.eraseOp(op);
  };
  OperandRange operands = op.getOperands();
  if (text.contains("mbarrier.try_wait")) {
    replace("emuBarrierWait", operands);
  } else if (text.starts_with("mbarrier.arrive.expect_tx")) {
    replace("emuBarrierArrive", operands);
  } else if (text.starts_with("mbarrier.arrive")) {
    Value none = arith::ConstantIntOp::create(b, loc, i32, 0);
    replace("emuBarrierArrive", {operands[0], none});
  } else if (text.starts_with("fence.proxy.async")) {
    b.eraseOp(op);
  } else if (text.starts_with("cp.async.bulk.shared::cluster.global")) {
    replace("emuBulkCopy", operands.take_front(4));
  } else if (text.starts_with("st.async.weak")) {
    Value value = operands[1];
    bool isWide = value.getType() == i64;
    if (!isWide)
      value = arith::ExtUIOp::create(b, loc, i64, value);
    Value bytes = arith::ConstantIntOp::create(b, loc, i32, isWide ? 8 : 4);
    replace("emuSendWord", {operands[0], value, bytes, operands[2]});
  }
}

void KernelConverter::convertOp(Operation *op) {
  Location loc = op->getLoc();
  b.setInsertionPoint(op);
  auto replaceWithIndex = [&](StringRef name, gpu::Dimension dimension) {
    Value dim =
        arith::ConstantIndexOp::create(b, loc, static_cast<int64_t>(dimension));
    b.replaceOp(op, call(loc, name, b.getIndexType(), dim));
  };
  auto bytes = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](gpu::ThreadIdOp id) {
        replaceWithIndex("emuThreadId", id.getDimension());
      })
      .Case([&](gpu::BlockIdOp id) {
        replaceWithIndex("emuBlockId", id.getDimension());
      })
      .Case([&](gpu::BlockDimOp id) {
        replaceWithIndex("emuBlockDim", id.getDimension());
      })
      .Case([&](gpu::GridDimOp id) {
        replaceWithIndex("emuGridDim", id.getDimension());
      })
      .Case([&](gpu::BarrierOp) {
        call(loc, "emuBarrier", Type(), {});
        b.eraseOp(op);
      })
      .Case([&](gpu::ShuffleOp shuffle) {
        Type type = shuffle.getValue().getType(), i32 = b.getI32Type();
        Value value = shuffle.getValue();
        if (isa<FloatType>(type))
          value = arith::BitcastOp::create(b, loc, i32, value);
        value = call(loc, "emuShuffleXor", i32, {value, shuffle.getOffset()});
        if (isa<FloatType>(type))
          value = arith::BitcastOp::create(b, loc, type, value);
        Value valid = arith::ConstantIntOp::create(b, loc, b.getI1Type(), 1);
        b.replaceOp(op, {value, valid});
      })
      .Case([&](NVVM::SyncWarpOp) {
        // Lanes that exchange nothing wait for each other.
        Type i32 = b.getI32Type();
        Value zero = arith::ConstantIntOp::create(b, loc, i32, 0);
        call(loc, "emuShuffleXor", i32, {zero, zero});
        b.eraseOp(op);
      })
      .Case([&](NVVM::MBarrierInitOp init) {
        Value address =
            LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), init.getAddr());
        call(loc, "emuBarrierInit", Type(), {address, init.getCount()});
        b.eraseOp(op);
      })
      .Case([&](LLVM::InlineAsmOp assembly) { convertAssembly(assembly); })
      .Case([&](NVVM::FenceMbarrierInitOp) { b.eraseOp(op); })
      .Case([&](NVVM::ClusterArriveOp) { b.eraseOp(op); })
      .Case([&](NVVM::ClusterWaitOp) {
        call(loc, "emuClusterBarrier", Type(), {});
        b.eraseOp(op);
      })
      .Case([&](NVVM::MapaOp mapa) {
        Value address =
            LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), mapa.getA());
        address =
            call(loc, "emuMapShared", b.getI64Type(), {address, mapa.getB()});
        b.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, mapa.getType(), address);
      })
      .Case([&](LLVM::LoadOp load) {
        // Of a flag that another block may set: that one has its turn.
        if (load.getOrdering() == LLVM::AtomicOrdering::acquire)
          call(loc, "emuFlag", Type(), {});
      })
      .Case([&](gpu::DynamicSharedMemoryOp) {
        b.replaceOp(op, call(loc, "emuDynamicShared", bytes, {}));
      })
      .Case([&](memref::MemorySpaceCastOp cast) {
        b.replaceOp(op, cast.getSource());
      })
      .Case([&](LLVM::CallIntrinsicOp intrinsic) {
        // Approximations of the GPU, by the functions that they approximate.
        if (intrinsic.getIntrin() == "llvm.nvvm.ex2.approx.ftz")
          intrinsic.setIntrin("llvm.exp2");
        else if (intrinsic.getIntrin() == "llvm.nvvm.div.full")
          b.replaceOpWithNewOp<arith::DivFOp>(op, intrinsic.getOperand(0),
                                              intrinsic.getOperand(1));
      })
      .Case([&](gpu::ReturnOp) { b.replaceOpWithNewOp<func::ReturnOp>(op); });
}

void KernelConverter::run(gpu::GPUFuncOp kernel) {
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
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    convertOp(op);

  b.setInsertionPointToStart(&entry);
  for (BlockArgument arg :
       entry.getArguments().take_front(kernel.getNumArguments()))
    if (isa<MemRefType>(arg.getType())) {
      Value address =
          memref::ExtractAlignedPointerAsIndexOp::create(b, arg.getLoc(), arg);
      call(arg.getLoc(), "emuCheckDevice", Type(), address);
    }

  // Workgroup attributions follow the arguments.
  auto bytes = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  for (unsigned i = kernel.getNumArguments(); i < entry.getNumArguments();
       ++i) {
    BlockArgument arg = entry.getArgument(i);
    Value id = arith::ConstantIndexOp::create(b, arg.getLoc(), i);
    Value memory = call(arg.getLoc(), "emuStaticShared", bytes, id);
    Value zero = arith::ConstantIndexOp::create(b, arg.getLoc(), 0);
    Value view = memref::ViewOp::create(b, arg.getLoc(), arg.getType(), memory,
                                        zero, ValueRange());
    arg.replaceAllUsesWith(view);
  }
  entry.eraseArguments(kernel.getNumArguments(),
                       entry.getNumArguments() - kernel.getNumArguments());
}

OwningOpRef<ModuleOp> redfuser::kernelsToHost(ModuleOp module) {
  OwningOpRef<ModuleOp> host = ModuleOp::create(module.getLoc());
  module.walk([&](gpu::GPUFuncOp kernel) {
    OpBuilder b = OpBuilder::atBlockEnd(host->getBody());
    SmallVector<Type> inputs;
    for (Type type : kernel.getArgumentTypes())
      inputs.push_back(stripSpace(type));
    auto func = func::FuncOp::create(b, kernel.getLoc(), kernel.getName(),
                                     b.getFunctionType(inputs, {}));
    KernelConverter(*host, func).run(kernel);
  });
  return host;
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
