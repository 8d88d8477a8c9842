// RUN: redfuser-gpu-check %s --dims=5,33
// RUN: redfuser compile %s --target=nvptx -o %t.ptx

// Conversions to 8-bit floats were left in kernels, where LLVM has none.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @quantise(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e8 = tensor.empty(%rows, %columns) : tensor<?x?xf8E4M3FN>
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e8 : tensor<?x?xf8E4M3FN>) {
  ^bb0(%a: f32, %o: f8E4M3FN):
    %0 = arith.truncf %a : f32 to f8E4M3FN
    linalg.yield %0 : f8E4M3FN
  } -> tensor<?x?xf8E4M3FN>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x?xf8E4M3FN>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f8E4M3FN, %o: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
