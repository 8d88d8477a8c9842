// RUN: redfuser-opt %s --redfuser-forall-to-gpu --verify-diagnostics

func.func @tensors(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{expected a bufferized forall, got tensor results; run one-shot-bufferize first}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %x) -> tensor<8xf32> {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
