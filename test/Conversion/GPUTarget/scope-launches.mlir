// RUN: redfuser-opt %s --redfuser-gpu-scope-launches | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%n: i64) kernel { gpu.return }
  }

  // CHECK-LABEL: llvm.func @loop
  //   CHECK-NOT:   stacksave
  //       CHECK:   gpu.launch_func
  //   CHECK-NOT:   stackrestore
  //       CHECK: ^bb1
  //       CHECK:   %[[STACK:.*]] = llvm.intr.stacksave
  //  CHECK-NEXT:   gpu.launch_func
  //  CHECK-NEXT:   llvm.intr.stackrestore %[[STACK]]
  llvm.func @loop(%n: i64) {
    %one = llvm.mlir.constant(1 : i64) : i64
    gpu.launch_func @kernels::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) : i64 args(%n : i64)
    llvm.br ^body(%n : i64)
  ^body(%left: i64):
    gpu.launch_func @kernels::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) : i64 args(%left : i64)
    %next = llvm.sub %left, %one : i64
    %more = llvm.icmp "sgt" %next, %one : i64
    llvm.cond_br %more, ^body(%next : i64), ^end
  ^end:
    llvm.return
  }
}
