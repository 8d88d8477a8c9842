// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-math --verify-diagnostics

gpu.module @kernels {
  gpu.func @exp(%x: f64, %out: memref<f64>) kernel {
    // expected-error @below {{f64 'math.exp' has no GPU lowering; compute it in f32 or on the CPU}}
    %y = math.exp %x : f64
    memref.store %y, %out[] : memref<f64>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @pow(%x: f64, %out: memref<f64>) kernel {
    // expected-error @below {{f64 'math.powf' has no GPU lowering; compute it in f32 or on the CPU}}
    %y = math.powf %x, %x : f64
    memref.store %y, %out[] : memref<f64>
    gpu.return
  }
}
