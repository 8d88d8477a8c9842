// Functions whose boundary has every kind of value, and some that go wrong.
func.func @identity(%a: tensor<?xf32>, %s: f32, %i: i1)
    -> (tensor<?xf32>, f32, i1, tensor<?xf32>, tensor<3xi8>) {
  %c = arith.constant dense<[1, -2, 3]> : tensor<3xi8>
  return %a, %s, %i, %a, %c : tensor<?xf32>, f32, i1, tensor<?xf32>, tensor<3xi8>
}
func.func @scalar(%a: f16, %b: bf16, %n: index, %k: i8) -> f64 {
  %0 = arith.extf %a : f16 to f64
  %1 = arith.extf %b : bf16 to f64
  %2 = arith.addf %0, %1 : f64
  return %2 : f64
}
func.func @narrow(%a: tensor<4xf16>, %b: tensor<4xbf16>, %d: tensor<4xf64>)
    -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>, f16, bf16) {
  %0 = math.exp %a : tensor<4xf16>
  %1 = math.tanh %b : tensor<4xbf16>
  %2 = arith.addf %1, %b : tensor<4xbf16>
  %3 = math.exp %d : tensor<4xf64>
  %4 = arith.truncf %d : tensor<4xf64> to tensor<4xf16>
  %5 = arith.truncf %d : tensor<4xf64> to tensor<4xbf16>
  %6 = arith.addf %0, %4 : tensor<4xf16>
  %7 = arith.mulf %2, %5 : tensor<4xbf16>
  %c = arith.constant 1.5 : f16
  %cb = arith.constant 1.5 : bf16
  return %6, %7, %3, %c, %cb : tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>, f16, bf16
}
func.func @nothing() {
  return
}
func.func @concat(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %m: tensor<2x3xi1>)
    -> (tensor<2x?xf32>, tensor<2x3xi64>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = arith.extui %m : tensor<2x3xi1> to tensor<2x3xi64>
  return %0, %1 : tensor<2x?xf32>, tensor<2x3xi64>
}
func.func @asserts(%a: tensor<?xf32>, %b: i1) -> tensor<?xf32> {
  cf.assert %b, "b must be true"
  return %a : tensor<?xf32>
}
func.func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func @calls(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @external(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @complex(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %a : tensor<4xcomplex<f32>>
}
func.func @filled(%n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %c = arith.constant 1.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %f : tensor<?xf32>
}
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o: tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @bits(%a: tensor<4xf32>) -> tensor<4xi32> {
  %0 = arith.bitcast %a : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
// Floats of 8 bits: as they are, widened, rounded, returned.
func.func @float8(%a: tensor<200xf8E4M3FN>, %b: tensor<?xf8E5M2>, %s: f8E4M3FN)
    -> (tensor<200xf8E4M3FN>, tensor<?xf8E5M2>, tensor<200xf32>, tensor<200xf8E5M2>, f8E4M3FN) {
  %0 = arith.extf %a : tensor<200xf8E4M3FN> to tensor<200xf32>
  %1 = arith.truncf %0 : tensor<200xf32> to tensor<200xf8E5M2>
  %2 = arith.addf %s, %s : f8E4M3FN
  return %a, %b, %0, %1, %2 : tensor<200xf8E4M3FN>, tensor<?xf8E5M2>, tensor<200xf32>, tensor<200xf8E5M2>, f8E4M3FN
}
func.func @other8(%a: tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ> {
  return %a : tensor<4xf8E4M3FNUZ>
}
func.func @integers(%a: tensor<1000xi8>, %b: tensor<9xi64>) -> (tensor<1000xi8>, tensor<9xi64>) {
  return %a, %b : tensor<1000xi8>, tensor<9xi64>
}
