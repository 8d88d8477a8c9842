//===- TensorMaps.cpp - TMA descriptors as kernel arguments ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUTENSORMAPS
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// Of a kernel: numbers of the arguments that are descriptors, once memrefs
/// have become their descriptors' fields.
static constexpr StringLiteral kTensorMapsAttrName = "redfuser.tensor_maps";

/// CUtensorMapDataType.
static std::optional<int64_t> getDataType(Type type) {
  if (type.isF16())
    return 6;
  if (type.isBF16())
    return 9;
  if (type.isF32())
    return 7;
  if (type.getIntOrFloatBitWidth() == 8)
    return 0; // bytes
  return std::nullopt;
}

namespace {
struct GPUTensorMapsPass
    : public redfuser::impl::GPUTensorMapsBase<GPUTensorMapsPass> {
  void runOnOperation() override {
    SmallVector<gpu::LaunchFuncOp> launches;
    getOperation().walk(
        [&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
    for (gpu::LaunchFuncOp launch : launches)
      if (failed(rewrite(launch)))
        return signalPassFailure();
  }

private:
  LogicalResult rewrite(gpu::LaunchFuncOp launch);
  FailureOr<Value> encode(nvgpu::TmaCreateDescriptorOp op);
  Value createArray(OpBuilder &b, Location loc, Type element,
                    ArrayRef<Value> values);
};
} // namespace

/// Stack memory that holds `values`.
Value GPUTensorMapsPass::createArray(OpBuilder &b, Location loc, Type element,
                                     ArrayRef<Value> values) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value count = arith::ConstantIntOp::create(
      b, loc, b.getI64Type(), std::max<int64_t>(1, values.size()));
  Value array = LLVM::AllocaOp::create(b, loc, pointer, element, count);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value slot =
        LLVM::GEPOp::create(b, loc, pointer, element, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(b, loc, value, slot);
  }
  return array;
}

FailureOr<Value> GPUTensorMapsPass::encode(nvgpu::TmaCreateDescriptorOp op) {
  auto cast = op.getTensor().getDefiningOp<memref::CastOp>();
  auto view = cast ? cast.getSource().getDefiningOp<memref::ReinterpretCastOp>()
                   : memref::ReinterpretCastOp();
  if (!view)
    return op.emitOpError("expected the cast of a memref.reinterpret_cast");
  OpBuilder b(op);
  Location loc = op.getLoc();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto toI64 = [&](OpFoldResult value) -> Value {
    return arith::IndexCastOp::create(
        b, loc, i64, getValueOrCreateConstantIndexOp(b, loc, value));
  };
  auto getI32 = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, i32, value);
  };
  Type element = view.getType().getElementType();
  std::optional<int64_t> dataType = getDataType(element);
  if (!dataType)
    return op.emitOpError("expected elements of f16, bf16, f32 or 8 bits, got ")
           << element;
  Value elementBytes = arith::ConstantIntOp::create(
      b, loc, i64, element.getIntOrFloatBitWidth() / 8);

  // The driver counts dimensions from the fastest one, whose stride it knows.
  SmallVector<Value> sizes, strides, box, steps;
  SmallVector<OpFoldResult> elementSizes = view.getMixedSizes();
  for (OpFoldResult size : llvm::reverse(elementSizes))
    sizes.push_back(toI64(size));
  SmallVector<OpFoldResult> elementStrides = view.getMixedStrides();
  for (OpFoldResult stride :
       llvm::reverse(ArrayRef(elementStrides).drop_back()))
    strides.push_back(
        arith::MulIOp::create(b, loc, toI64(stride), elementBytes));
  for (Value size : llvm::reverse(op.getBoxDimensions())) {
    box.push_back(arith::IndexCastOp::create(b, loc, i32, size));
    steps.push_back(getI32(1));
  }

  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, view.getSource());
  Value offset = toI64(view.getMixedOffsets().front());
  Value address = arith::AddIOp::create(
      b, loc, arith::IndexCastOp::create(b, loc, i64, base),
      arith::MulIOp::create(b, loc, offset, elementBytes));
  address = LLVM::IntToPtrOp::create(b, loc, pointer, address);

  nvgpu::TensorMapDescriptorType type = op.getTensorMap().getType();
  Type bytes = LLVM::LLVMArrayType::get(i64, 16);
  Value one = arith::ConstantIntOp::create(b, loc, i64, 1);
  Value map = LLVM::AllocaOp::create(b, loc, pointer, bytes, one,
                                     /*alignment=*/64);
  SmallVector<Value> arguments{
      map,
      getI32(*dataType),
      getI32(sizes.size()),
      address,
      createArray(b, loc, i64, sizes),
      createArray(b, loc, i64, strides),
      createArray(b, loc, i32, box),
      createArray(b, loc, i32, steps),
      getI32(static_cast<int64_t>(type.getInterleave())),
      getI32(static_cast<int64_t>(type.getSwizzle())),
      getI32(static_cast<int64_t>(type.getL2promo())),
      getI32(static_cast<int64_t>(type.getOob()))};
  FailureOr<LLVM::LLVMFuncOp> function =
      LLVM::lookupOrCreateFn(b, getOperation(), "mgpuTensorMapEncodeTiled",
                             llvm::to_vector(ValueRange(arguments).getTypes()),
                             LLVM::LLVMVoidType::get(b.getContext()));
  if (failed(function))
    return failure();
  LLVM::CallOp::create(b, loc, *function, arguments);
  return map;
}

LogicalResult GPUTensorMapsPass::rewrite(gpu::LaunchFuncOp launch) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  if (!kernel)
    return success();
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  SmallVector<int64_t> numbers;
  SmallVector<Type> types(kernel.getArgumentTypes());
  int64_t number = 0;
  for (auto [i, operand] : llvm::enumerate(launch.getKernelOperandsMutable())) {
    Value value = operand.get();
    if (auto memref = dyn_cast<MemRefType>(value.getType())) {
      number += 3 + 2 * memref.getRank();
      continue;
    }
    if (isa<nvgpu::TensorMapDescriptorType>(value.getType())) {
      auto op = value.getDefiningOp<nvgpu::TmaCreateDescriptorOp>();
      if (!op)
        return launch.emitOpError("expected a descriptor that the host program "
                                  "creates where it launches");
      FailureOr<Value> map = encode(op);
      if (failed(map))
        return failure();
      operand.set(*map);
      if (op->use_empty())
        op->erase();
      BlockArgument argument = kernel.getArgument(i);
      argument.setType(pointer);
      types[i] = pointer;
      // Kernels cast to pointers, which is what it is now.
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
        if (auto cast = dyn_cast<UnrealizedConversionCastOp>(user)) {
          cast.replaceAllUsesWith(ValueRange(argument));
          cast.erase();
        }
      numbers.push_back(number);
    }
    ++number;
  }
  if (numbers.empty())
    return success();
  kernel.setFunctionType(FunctionType::get(&getContext(), types, {}));
  kernel->setAttr(kTensorMapsAttrName,
                  DenseI64ArrayAttr::get(&getContext(), numbers));
  return success();
}
