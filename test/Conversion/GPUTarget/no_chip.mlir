// RUN: not redfuser-opt %s --redfuser-gpu-attach-target="chip=sm_42" 2>&1 | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-gpu-attach-target="chip=" 2>&1 | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-gpu-emit-binary="format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not redfuser-opt %s --redfuser-gpu-emit-binary 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT PATH=/nonexistent %redfuser_obj/bin/redfuser-opt %s --redfuser-gpu-attach-target="chip=sm_90a"
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT PATH=/nonexistent %llvm_tools/not %redfuser_obj/bin/redfuser-opt %s --redfuser-gpu-attach-target="chip=sm_90a needs-ptxas" 2>&1 | FileCheck %s --check-prefix=PTXAS

// CHECK: error: unknown chip '{{.*}}'; expected one of: {{.*}}sm_80{{.*}}sm_90a
// FORMAT: error: expected 'format' to be 'isa' or 'bin', got 'elf'
// TARGET: error: {{.*}}expected one NVVM target; run redfuser-gpu-attach-target first
// PTXAS: error: a cubin needs 'ptxas', which is neither in $CUDA_HOME/bin nor in PATH; install the CUDA toolkit, or ask for PTX
gpu.module @kernels {
}
