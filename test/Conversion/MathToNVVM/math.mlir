// RUN: redfuser-opt %s --redfuser-gpu-math | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @exp
  // CHECK-DAG:   %[[LOG2E:.*]] = arith.constant 1.442695{{.*}} : f32
  // CHECK:       %[[T:.*]] = arith.mulf %[[X:.*]], %[[LOG2E]]
  // CHECK:       llvm.call_intrinsic "llvm.maxnum"(%[[T]]
  // CHECK:       llvm.call_intrinsic "llvm.fma"(%[[X]], %[[LOG2E]]
  // CHECK:       %[[F:.*]] = llvm.call_intrinsic "llvm.fma"
  // CHECK:       arith.shli
  // CHECK:       %[[P:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%[[F]])
  // CHECK:       arith.mulf %[[P]]
  gpu.func @exp(%x: f32, %out: memref<f32>) kernel {
    %y = math.exp %x : f32
    memref.store %y, %out[] : memref<f32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @relaxed
  // CHECK:       %[[T:.*]] = arith.mulf
  // CHECK-NEXT:  %[[P:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%[[T]])
  // CHECK-NEXT:  llvm.call_intrinsic "llvm.nvvm.div.full"(%[[P]]
  gpu.func @relaxed(%x: f32, %out: memref<f32>) kernel {
    %y = math.exp %x fastmath<afn> : f32
    %z = arith.divf %y, %x fastmath<arcp> : f32
    memref.store %z, %out[] : memref<f32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @extrema
  // CHECK:       llvm.call_intrinsic "llvm.maximum"
  // CHECK:       llvm.call_intrinsic "llvm.minimum"
  // CHECK:       llvm.call_intrinsic "llvm.maxnum"
  // CHECK:       llvm.call_intrinsic "llvm.minnum"
  gpu.func @extrema(%x: f32, %y: f32, %out: memref<f32>) kernel {
    %0 = arith.maximumf %x, %y : f32
    %1 = arith.minimumf %0, %x : f32
    %2 = arith.maxnumf %1, %y : f32
    %3 = arith.minnumf %2, %x : f32
    memref.store %3, %out[] : memref<f32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @narrow
  // CHECK:       arith.extf %{{.*}} : bf16 to f32
  // CHECK-NOT:   math.
  // CHECK:       arith.truncf %{{.*}} : f32 to bf16
  gpu.func @narrow(%x: bf16, %out: memref<bf16>) kernel {
    %y = math.tanh %x : bf16
    memref.store %y, %out[] : memref<bf16>
    gpu.return
  }
  // With afn, a constant over a value is a product.
  // CHECK-LABEL: gpu.func @reciprocal
  // CHECK:       %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[X:.*]]) : (f32) -> f32
  // CHECK:       memref.store %[[R]]
  // CHECK:       %[[R2:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK:       arith.mulf %[[R2]], %{{.*}} : f32
  // CHECK:       llvm.call_intrinsic "llvm.nvvm.div.full"
  // CHECK:       arith.divf
  // CHECK:       llvm.call_intrinsic "llvm.nvvm.div.full"
  gpu.func @reciprocal(%x: f32, %out: memref<f32>) kernel {
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %0 = arith.divf %one, %x fastmath<arcp,afn> : f32
    memref.store %0, %out[] : memref<f32>
    %1 = arith.divf %two, %x fastmath<arcp,afn> : f32
    memref.store %1, %out[] : memref<f32>
    %2 = arith.divf %one, %x fastmath<arcp> : f32
    memref.store %2, %out[] : memref<f32>
    %3 = arith.divf %one, %x fastmath<afn> : f32
    memref.store %3, %out[] : memref<f32>
    %4 = arith.divf %x, %x fastmath<arcp,afn> : f32
    memref.store %4, %out[] : memref<f32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @all
  // CHECK-NOT:   math.
  // CHECK-NOT:   arith.remf
  // CHECK:       gpu.return
  gpu.func @all(%x: f32, %i: i32, %out: memref<f32>) kernel {
    %0 = math.log %x : f32
    %1 = math.log2 %0 : f32
    %2 = math.log1p %1 : f32
    %3 = math.erf %2 : f32
    %4 = math.sin %3 : f32
    %5 = math.cos %4 : f32
    %6 = math.atan %5 : f32
    %7 = math.atan2 %6, %x : f32
    %8 = math.powf %7, %x : f32
    %9 = math.rsqrt %8 : f32
    %10 = math.sqrt %9 : f32
    %11 = math.floor %10 : f32
    %12 = math.exp2 %11 : f32
    %13 = math.expm1 %12 : f32
    %14 = math.sinh %13 : f32
    %15 = math.cosh %14 : f32
    %16 = math.tan %15 : f32
    %17 = arith.remf %16, %x : f32
    %18 = math.copysign %17, %x : f32
    %19 = math.roundeven %18 : f32
    %20 = math.fpowi %19, %i : f32, i32
    memref.store %20, %out[] : memref<f32>
    gpu.return
  }
  // Directly selected for f64, too.
  // CHECK-LABEL: gpu.func @f64
  // CHECK:       llvm.call_intrinsic "llvm.sqrt"({{.*}}) : (f64) -> f64
  gpu.func @f64(%x: f64, %out: memref<f64>) kernel {
    %0 = math.rsqrt %x : f64
    %1 = math.fma %0, %0, %x : f64
    memref.store %1, %out[] : memref<f64>
    gpu.return
  }
}

// The host's math stays.
// CHECK-LABEL: func.func @host
// CHECK:       math.exp
func.func @host(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}
