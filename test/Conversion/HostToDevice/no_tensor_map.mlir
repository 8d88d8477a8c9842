// RUN: redfuser-opt %s --redfuser-gpu-tensor-maps --verify-diagnostics

// TMA copies no elements of 64 bits as such.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%m: !nvgpu.tensormap.descriptor<tensor = memref<8x8xf64, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>) kernel {
      gpu.return
    }
  }
  func.func @h(%a: memref<64x64xf64>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %v = memref.reinterpret_cast %a to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<64x64xf64> to memref<64x64xf64, strided<[64, 1]>>
    %u = memref.cast %v : memref<64x64xf64, strided<[64, 1]>> to memref<*xf64>
    // expected-error @below {{expected elements of f16, bf16, f32 or 8 bits, got 'f64'}}
    %d = nvgpu.tma.create.descriptor %u box[%c8, %c8] : memref<*xf64> -> !nvgpu.tensormap.descriptor<tensor = memref<8x8xf64, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
    gpu.launch_func @k::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : !nvgpu.tensormap.descriptor<tensor = memref<8x8xf64, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>)
    return
  }
}
