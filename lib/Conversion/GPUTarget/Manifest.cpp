//===- Manifest.cpp - What a launcher must know about the kernels ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUMANIFEST
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
namespace json = llvm::json;

static std::string printExpr(Value value);

/// Prints `expr` with `operands` for its dims and symbols.
static std::string printExpr(AffineExpr expr, unsigned numDims,
                             ValueRange operands) {
  auto recurse = [&](AffineExpr e) { return printExpr(e, numDims, operands); };
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return printExpr(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return printExpr(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::string lhs = recurse(binary.getLHS()), rhs = recurse(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return "(" + lhs + " + " + rhs + ")";
  case AffineExprKind::Mul:
    return "(" + lhs + " * " + rhs + ")";
  case AffineExprKind::CeilDiv:
    return "ceildiv(" + lhs + ", " + rhs + ")";
  case AffineExprKind::FloorDiv:
    return "floordiv(" + lhs + ", " + rhs + ")";
  default:
    return "mod(" + lhs + ", " + rhs + ")";
  }
}

/// Sizes are never negative.
static StringRef getSymbol(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return "==";
  case arith::CmpIPredicate::ne:
    return "!=";
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return "<";
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return "<=";
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return ">";
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return ">=";
  }
  llvm_unreachable("all predicates are covered");
}

/// An index value as an expression over the entry's arguments; "?" for what
/// only the host program knows.
static std::string printExpr(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::to_string(*constant);
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (isa_and_nonnull<func::FuncOp>(arg.getOwner()->getParentOp()))
      return "arg" + std::to_string(arg.getArgNumber());
    return "?";
  }
  Operation *op = value.getDefiningOp();
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return "dim(" + printExpr(dim.getSource()) + ", " +
           printExpr(dim.getIndex()) + ")";
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return printExpr(apply.getAffineMap().getResult(0),
                     apply.getAffineMap().getNumDims(), apply.getOperands());
  if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    std::string text;
    for (AffineExpr expr : min.getMap().getResults())
      text += (text.empty() ? "min(" : ", ") +
              printExpr(expr, min.getMap().getNumDims(), min.getOperands());
    return text + ")";
  }
  if (op->getNumOperands() == 2 && op->getNumResults() == 1) {
    std::string lhs = printExpr(op->getOperand(0));
    std::string rhs = printExpr(op->getOperand(1));
    if (isa<arith::MulIOp>(op))
      return "(" + lhs + " * " + rhs + ")";
    if (isa<arith::AddIOp>(op))
      return "(" + lhs + " + " + rhs + ")";
    if (isa<arith::SubIOp>(op))
      return "(" + lhs + " - " + rhs + ")";
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return "(" + lhs + " " + getSymbol(compare.getPredicate()).str() + " " +
             rhs + ")";
    if (isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(op))
      return "ceildiv(" + lhs + ", " + rhs + ")";
    if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op))
      return "floordiv(" + lhs + ", " + rhs + ")";
  }
  return "?";
}

static std::string print(Type type) { return llvm::formatv("{0}", type).str(); }

/// A number where it is one, the expression otherwise.
static json::Value toJSON(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant;
  return printExpr(value);
}

static json::Value toJSON(gpu::KernelDim3 dim) {
  return json::Array{toJSON(dim.x), toJSON(dim.y), toJSON(dim.z)};
}

/// The buffers that the host program allocates and does not return, numbered.
using Temporaries = llvm::MapVector<Value, unsigned>;

/// Where the value of a kernel argument comes from.
static std::string describeSource(Value value, const Temporaries &temporaries) {
  if (!isa<MemRefType>(value.getType()))
    return printExpr(value);
  value = memref::skipViewLikeOps(cast<MemrefValue>(value));
  for (OpOperand &use : value.getUses())
    if (isa<func::ReturnOp>(use.getOwner()))
      return "result" + std::to_string(use.getOperandNumber());
  if (auto arg = dyn_cast<BlockArgument>(value))
    return printExpr(arg);
  if (value.getDefiningOp<memref::GetGlobalOp>())
    return "constant";
  auto temporary = temporaries.find(value);
  return temporary == temporaries.end()
             ? "temporary"
             : "temporary" + std::to_string(temporary->second);
}

/// True for what makes a buffer of flags (see Utils/BlockFlags.h).
static bool isZeroing(Operation *op) {
  auto memset = dyn_cast<gpu::MemsetOp>(op);
  return memset && isConstantIntValue(memset.getValue(), 0);
}

/// Bytes of static shared memory of a kernel.
static int64_t getStaticShared(gpu::GPUFuncOp kernel) {
  int64_t bytes = 0;
  for (BlockArgument arg : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(arg.getType());
    bytes += type.getNumElements() *
             llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }
  return bytes;
}

static json::Value toJSON(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant;
  return printExpr(cast<Value>(value));
}

/// The arguments of cuTensorMapEncodeTiled: dimensions fastest first, strides
/// in bytes and without the first one's.
static void describeTensorMap(Value operand, const Temporaries &known,
                              json::Object &argument) {
  auto op = operand.getDefiningOp<nvgpu::TmaCreateDescriptorOp>();
  auto cast =
      op ? op.getTensor().getDefiningOp<memref::CastOp>() : memref::CastOp();
  auto view = cast ? cast.getSource().getDefiningOp<memref::ReinterpretCastOp>()
                   : memref::ReinterpretCastOp();
  if (!view)
    return;
  Type element = view.getType().getElementType();
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  json::Array sizes, strides, box;
  SmallVector<OpFoldResult> elementSizes = view.getMixedSizes();
  for (OpFoldResult size : llvm::reverse(elementSizes))
    sizes.push_back(toJSON(size));
  SmallVector<OpFoldResult> elementStrides = view.getMixedStrides();
  for (OpFoldResult stride :
       llvm::reverse(ArrayRef(elementStrides).drop_back())) {
    if (std::optional<int64_t> constant = getConstantIntValue(stride))
      strides.push_back(*constant * bytes);
    else
      strides.push_back("(" + printExpr(mlir::cast<Value>(stride)) + " * " +
                        std::to_string(bytes) + ")");
  }
  for (Value size : llvm::reverse(op.getBoxDimensions()))
    box.push_back(toJSON(size));
  nvgpu::TensorMapDescriptorType type = op.getTensorMap().getType();
  argument["type"] = "tensor_map";
  argument["value"] = describeSource(view.getSource(), known);
  // Bytes before the first element: a slice's.
  int64_t offset =
      getConstantIntValue(view.getMixedOffsets().front()).value_or(0) * bytes;
  argument["tensor_map"] = json::Object{
      {"offset", offset},
      {"element", print(element)},
      {"sizes", std::move(sizes)},
      {"strides", std::move(strides)},
      {"box", std::move(box)},
      {"swizzle", nvgpu::stringifyTensorMapSwizzleKind(type.getSwizzle())},
      {"l2_promotion", nvgpu::stringifyTensorMapL2PromoKind(type.getL2promo())},
      {"out_of_bounds", nvgpu::stringifyTensorMapOOBKind(type.getOob())},
      {"interleave",
       nvgpu::stringifyTensorMapInterleaveKind(type.getInterleave())}};
}

static json::Object describe(gpu::LaunchFuncOp launch,
                             const Temporaries &known) {
  json::Object kernel;
  kernel["name"] = launch.getKernelName().str();
  kernel["module"] = launch.getKernelModuleName().str();
  if (auto entry = launch->getParentOfType<func::FuncOp>())
    kernel["entry"] = entry.getName().str();
  kernel["grid"] = toJSON(launch.getGridSizeOperandValues());
  kernel["block"] = toJSON(launch.getBlockSizeOperandValues());
  if (launch.hasClusterSize())
    kernel["cluster"] = toJSON(launch.getClusterSizeOperandValues());
  else
    kernel["cluster"] = json::Array{1, 1, 1};
  kernel["dynamic_shared_memory"] =
      launch.getDynamicSharedMemorySize()
          ? toJSON(launch.getDynamicSharedMemorySize())
          : json::Value(0);
  auto func = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  kernel["static_shared_memory"] = func ? getStaticShared(func) : 0;
  json::Array arguments;
  for (Value operand : launch.getKernelOperands()) {
    json::Object argument{{"type", print(operand.getType())},
                          {"value", describeSource(operand, known)}};
    // A TMA descriptor is passed as 128 bytes (a grid constant) that
    // cuTensorMapEncodeTiled fills.
    if (isa<nvgpu::TensorMapDescriptorType>(operand.getType()))
      describeTensorMap(operand, known, argument);
    // A memref is passed as its descriptor: two pointers, the offset, sizes and
    // strides.
    if (auto type = dyn_cast<MemRefType>(operand.getType()))
      argument["parameters"] = 3 + 2 * type.getRank();
    else
      argument["parameters"] = 1;
    arguments.push_back(std::move(argument));
  }
  kernel["arguments"] = std::move(arguments);
  return kernel;
}

namespace {
struct GPUManifestPass
    : public redfuser::impl::GPUManifestBase<GPUManifestPass> {
  void runOnOperation() override {
    Temporaries known;
    getOperation().walk([&](memref::AllocOp alloc) {
      if (!alloc->getParentOfType<gpu::GPUModuleOp>() &&
          llvm::none_of(alloc->getUsers(), llvm::IsaPred<func::ReturnOp>))
        known.insert({alloc, known.size()});
    });
    json::Array kernels;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      kernels.push_back(describe(launch, known));
    });
    json::Array temporaries;
    for (auto &entry : known) {
      auto alloc = entry.first.getDefiningOp<memref::AllocOp>();
      json::Array shape;
      for (OpFoldResult size : alloc.getMixedSizes()) {
        if (std::optional<int64_t> constant = getConstantIntValue(size))
          shape.push_back(*constant);
        else
          shape.push_back(printExpr(cast<Value>(size)));
      }
      json::Object temporary{
          {"element", print(alloc.getType().getElementType())},
          {"shape", std::move(shape)}};
      if (llvm::any_of(alloc->getUsers(), isZeroing))
        temporary["zeroed"] = true;
      temporaries.push_back(std::move(temporary));
    }
    json::Object manifest{{"kernels", std::move(kernels)},
                          {"temporaries", std::move(temporaries)}};
    std::string text;
    llvm::raw_string_ostream(text) << json::Value(std::move(manifest));
    getOperation()->setAttr("redfuser.manifest",
                            StringAttr::get(&getContext(), text));
  }
};
} // namespace
