// RUN: redfuser-opt %s --redfuser-gpu-emit-binary -verify-diagnostics

// expected-error @+1 {{a kernel calls '__nv_lgammaf', a function that is defined neither in the program nor by the CUDA driver}}
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
  llvm.func @__nv_lgammaf(f32) -> f32
  llvm.func @lgamma(%x: f32, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %y = llvm.call @__nv_lgammaf(%x) : (f32) -> f32
    llvm.store %y, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}
