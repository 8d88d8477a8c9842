// Rows quantised to signed bytes about a zero point, as PyTorch does it for dynamic
// activations (quantize_per_token, dequantize_per_token), then a product.
func.func @quantise_per_token(%x: tensor<?x?xf32>, %w: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %l = tensor.dim %x, %c1 : tensor<?x?xf32>
  %pinf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty(%n) : tensor<?xf32>
  %f1 = linalg.fill ins(%pinf : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %lo = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%f1 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.minimumf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %f2 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %hi = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%f2 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.maximumf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%n, %l) : tensor<?x?xf32>
  %dq = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %lo, %hi : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %qmax = arith.constant 127.0 : f32
    %qmin = arith.constant -128.0 : f32
    %range = arith.constant 255.0 : f32
    %eps = arith.constant 1.1920929e-07 : f32
    %a0 = arith.minimumf %a, %z : f32
    %b0 = arith.maximumf %b, %z : f32
    %d = arith.subf %b0, %a0 : f32
    %s0 = arith.divf %d, %range : f32
    %s = arith.maximumf %s0, %eps : f32
    %t = arith.divf %a0, %s : f32
    %tr = math.roundeven %t : f32
    %zp = arith.subf %qmin, %tr : f32
    %ti = arith.fptosi %tr : f32 to i32
    %qmini = arith.constant -128 : i32
    %qmaxi = arith.constant 127 : i32
    %zp0 = arith.subi %qmini, %ti : i32
    %zp1 = arith.maxsi %zp0, %qmini : i32
    %zp2 = arith.minsi %zp1, %qmaxi : i32
    %zpf = arith.sitofp %zp2 : i32 to f32
    %inv = arith.divf %in, %s : f32
    %q = math.roundeven %inv : f32
    %qz = arith.addf %q, %zpf : f32
    %m0 = arith.minimumf %qz, %qmax : f32
    %m1 = arith.maximumf %m0, %qmin : f32
    %i8 = arith.fptosi %m1 : f32 to i8
    %i8f = arith.sitofp %i8 : i8 to f32
    %sub = arith.subf %i8f, %zpf : f32
    %v = arith.mulf %sub, %s : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  %e3 = tensor.empty(%n) : tensor<?x32xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %r = linalg.matmul ins(%dq, %w : tensor<?x?xf32>, tensor<?x32xf32>) outs(%f3 : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}
