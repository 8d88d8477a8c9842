// Ordinary linalg outside any forall: each op becomes kernels.
// RUN: split-file %s %t
// RUN: redfuser-gpu-check %t/softmax.mlir --dims=5,300
// RUN: redfuser-gpu-check %t/softmax.mlir --dims=1,1 --block-threads=32
// RUN: redfuser-gpu-check %t/softmax.mlir --dims=3,0
// RUN: redfuser-gpu-check %t/softmax.mlir --dims=7,129 --masked=0.4
// RUN: redfuser-gpu-check %t/reductions.mlir --dims=37,70
// RUN: redfuser-gpu-check %t/reductions.mlir --dims=1,1
// RUN: redfuser-gpu-check %t/reductions.mlir --dims=2,2000
// RUN: redfuser-gpu-check %t/argmax.mlir --dims=9,100
// RUN: redfuser-gpu-check %t/integers.mlir --dims=9,100 --tolerance=0
// RUN: redfuser-gpu-check %t/narrow.mlir --tolerance=4e-3
// RUN: redfuser-gpu-check %t/matmul.mlir --dims=2,33,17,2,17,40
// RUN: redfuser-gpu-check %t/total.mlir --dims=3,1000
// RUN: redfuser-gpu-check %t/shapes.mlir

//--- softmax.mlir
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

//--- reductions.mlir
func.func @reductions(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -3.4028235e+38 : f32
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %er = tensor.empty(%d0) : tensor<?xf32>
  %ec = tensor.empty(%d1) : tensor<?xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<?xf32>) -> tensor<?xf32>
  %lr = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%zr : tensor<?xf32>) dimensions = [1]
  %columns = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%zc : tensor<?xf32>) dimensions = [0]
  %max = linalg.reduce { arith.maxnumf } ins(%x : tensor<?x?xf32>) outs(%lr : tensor<?xf32>) dimensions = [1]
  // subf of the accumulator is no commutative combiner: one thread a row.
  %sub = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%zr : tensor<?xf32>) dimensions = [1]
    (%in: f32, %acc: f32) {
      %s = arith.subf %acc, %in : f32
      linalg.yield %s : f32
    }
  return %sum, %columns, %max, %sub : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

//--- argmax.mlir
func.func @argmax(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %low = arith.constant 0xFF800000 : f32
  %i0 = arith.constant 0 : i64
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %em = tensor.empty(%d0) : tensor<?xf32>
  %ei = tensor.empty(%d0) : tensor<?xi64>
  %m0 = linalg.fill ins(%low : f32) outs(%em : tensor<?xf32>) -> tensor<?xf32>
  %n0 = linalg.fill ins(%i0 : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xf32>) outs(%m0, %n0 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in: f32, %m: f32, %n: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %gt = arith.cmpf ogt, %in, %m : f32
    %mm = arith.select %gt, %in, %m : f32
    %nn = arith.select %gt, %ji, %n : i64
    linalg.yield %mm, %nn : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

//--- integers.mlir
#m = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
func.func @integers(%x: tensor<?x?xi64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi8>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %z8 = arith.constant 0 : i8
  %d0 = tensor.dim %x, %c0 : tensor<?x?xi64>
  %e = tensor.empty(%d0) : tensor<?xi64>
  %e8 = tensor.empty(%d0) : tensor<?xi8>
  %z = linalg.fill ins(%zero : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>
  %o = linalg.fill ins(%one : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>
  %n = linalg.fill ins(%z8 : i8) outs(%e8 : tensor<?xi8>) -> tensor<?xi8>
  %r:4 = linalg.generic {indexing_maps = [#m, #r, #r, #r, #r], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xi64>) outs(%z, %o, %z, %n : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi8>) {
  ^bb0(%in: i64, %a: i64, %b: i64, %c: i64, %d: i8):
    %s = arith.addi %a, %in : i64
    %odd = arith.ori %in, %one : i64
    %p = arith.muli %odd, %b : i64
    %x0 = arith.maxsi %c, %in : i64
    %t = arith.trunci %in : i64 to i8
    %y = arith.xori %d, %t : i8
    linalg.yield %s, %p, %x0, %y : i64, i64, i64, i8
  } -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi8>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi8>
}

//--- narrow.mlir
#m = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
func.func @narrow(%x: tensor<4x64xf16>, %y: tensor<4x64xbf16>) -> (tensor<4xf16>, tensor<4x64xbf16>) {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %s = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4x64xf16>) outs(%z : tensor<4xf16>) {
  ^bb0(%in: f16, %acc: f16):
    %m = arith.maximumf %acc, %in : f16
    linalg.yield %m : f16
  } -> tensor<4xf16>
  %e2 = tensor.empty() : tensor<4x64xbf16>
  %t = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<4x64xbf16>) outs(%e2 : tensor<4x64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %v = math.tanh %in : bf16
    linalg.yield %v : bf16
  } -> tensor<4x64xbf16>
  return %s, %t : tensor<4xf16>, tensor<4x64xbf16>
}

//--- matmul.mlir
func.func @matmul(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %d0 = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf32>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%z : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %c : tensor<?x?x?xf32>
}

//--- total.mlir
// No parallel dimension: one block.
func.func @total(%x: tensor<?x?xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  return %s : tensor<f32>
}

//--- shapes.mlir
// Copies, paddings, constants, scalars read and written by the host.
func.func @shapes(%x: tensor<4x6xf32>) -> (tensor<6x5xf32>, tensor<24xf32>, tensor<4x6xf32>, tensor<2xf32>, tensor<4x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %p = tensor.pad %t low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<6x4xf32> to tensor<6x5xf32>
  %f = tensor.collapse_shape %t [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %b = tensor.empty() : tensor<4x6xf32>
  %bc = linalg.broadcast ins(%k : tensor<6xf32>) outs(%b : tensor<4x6xf32>) dimensions = [0]
  %sum = arith.addf %x, %bc : tensor<4x6xf32>
  %u = tensor.extract %x[%c1, %c0] : tensor<4x6xf32>
  %w = arith.addf %u, %one : f32
  %v = tensor.from_elements %u, %w : tensor<2xf32>
  %s = tensor.extract_slice %x[1, 2] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
  %ins = tensor.insert_slice %s into %sum[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>
  return %p, %f, %sum, %v, %ins : tensor<6x5xf32>, tensor<24xf32>, tensor<4x6xf32>, tensor<2xf32>, tensor<4x6xf32>
}
