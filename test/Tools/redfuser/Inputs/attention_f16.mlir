func.func @attention(%q: tensor<2x128x64xf16>, %k: tensor<2x128x64xf16>, %v: tensor<2x128x64xf16>) -> tensor<2x128x64xf16> {
  %z = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x128x128xf32>
  %fs = linalg.fill ins(%z : f32) outs(%es : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<2x128x64xf16>, tensor<2x128x64xf16>) outs(%fs : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x128x128xf32>) outs(%es : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %eh = tensor.empty() : tensor<2x128x128xf16>
  %ph = linalg.generic {indexing_maps = [affine_map<(b,d0,d1)->(b,d0,d1)>, affine_map<(b,d0,d1)->(b,d0,d1)>], iterator_types=["parallel","parallel","parallel"]} ins(%p : tensor<2x128x128xf32>) outs(%eh : tensor<2x128x128xf16>) {
  ^bb0(%a: f32, %b: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2x128x128xf16>
  %eo = tensor.empty() : tensor<2x128x64xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
  %o = linalg.batch_matmul ins(%ph, %v : tensor<2x128x128xf16>, tensor<2x128x64xf16>) outs(%fo : tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
  %eoh = tensor.empty() : tensor<2x128x64xf16>
  %oh = linalg.generic {indexing_maps = [affine_map<(b,d0,d1)->(b,d0,d1)>, affine_map<(b,d0,d1)->(b,d0,d1)>], iterator_types=["parallel","parallel","parallel"]} ins(%o : tensor<2x128x64xf32>) outs(%eoh : tensor<2x128x64xf16>) {
  ^bb0(%a: f32, %b: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2x128x64xf16>
  return %oh : tensor<2x128x64xf16>
}
