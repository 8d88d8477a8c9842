// RUN: redfuser-opt %s --split-input-file --redfuser-gpu-distribute --verify-diagnostics

func.func private @callee()
func.func @call() {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    // expected-error @below {{in a kernel has no GPU thread lowering; expected linalg on buffers, scf loops, loads, stores and index math}}
    func.call @callee() : () -> ()
    gpu.terminator
  }
  return
}

// -----

func.func @tensors(%x: tensor<8xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    // expected-error @below {{expected buffers in a kernel, got tensors; run one-shot-bufferize first}}
    %y = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @block(%x: memref<8xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{expected a constant one-dimensional block of a multiple of 32 threads}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}
