#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// torch.max(dim): the first position wins.
func.func @torch(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%first : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0, %i0 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %m: f32, %p: i64):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i64
    %max = arith.maximumf %a, %m : f32
    %gt = arith.cmpf ogt, %a, %m : f32
    %at = arith.select %gt, %idx, %p : i64
    linalg.yield %max, %at : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

// jax.lax.argmin: NaN wins, then the lower index.
func.func @jax(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 0 : i32
  %inf = arith.constant 0x7F800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi32>
  %m0 = linalg.fill ins(%inf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%first : i32) outs(%ei : tensor<?xi32>) -> tensor<?xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0, %i0 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%a: f32, %m: f32, %p: i32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %lt = arith.cmpf olt, %m, %a : f32
    %nan = arith.cmpf une, %m, %m : f32
    %keep = arith.ori %lt, %nan : i1
    %eq = arith.cmpf oeq, %m, %a : f32
    %lower = arith.cmpi slt, %p, %idx : i32
    %tie = arith.andi %eq, %lower : i1
    %keep_index = arith.ori %keep, %tie : i1
    %min = arith.select %keep, %m, %a : f32
    %at = arith.select %keep_index, %p, %idx : i32
    linalg.yield %min, %at : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// tl.argmax: compare, break ties by the lower index; NaN are passed over.
func.func @triton(%x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%none : i32) outs(%ei : tensor<?xi32>) -> tensor<?xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%i0, %m0 : tensor<?xi32>, tensor<?xf32>) {
  ^bb0(%a: f32, %p: i32, %m: f32):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i32
    %gt = arith.cmpf ogt, %a, %m : f32
    %eq = arith.cmpf oeq, %a, %m : f32
    %lower = arith.cmpi slt, %idx, %p : i32
    %tie = arith.andi %eq, %lower : i1
    %take = arith.ori %gt, %tie : i1
    %at = arith.select %take, %idx, %p : i32
    %max = arith.select %gt, %a, %m : f32
    linalg.yield %at, %max : i32, f32
  } -> (tensor<?xi32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}

// The last position of the maximum of rounded scores.
func.func @last(%x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 7 : i64
  %two = arith.constant 2.0 : f32
  %low = arith.constant -100.0 : f32
  %min = arith.constant -2147483648 : i32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%min : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %i0 = linalg.fill ins(%first : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0, %i0 : tensor<?xi32>, tensor<?xi64>) {
  ^bb0(%a: f32, %m: i32, %p: i64):
    %bounded = arith.maximumf %a, %low : f32
    %scaled = arith.mulf %bounded, %two : f32
    %score = arith.fptosi %scaled : f32 to i32
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i64
    %ge = arith.cmpi sge, %score, %m : i32
    %max = arith.maxsi %score, %m : i32
    %at = arith.select %ge, %idx, %p : i64
    linalg.yield %max, %at : i32, i64
  } -> (tensor<?xi32>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi64>
}

// An init that may win: position -1 unless a value is above 2.
func.func @bounded(%x: tensor<?x?xf32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i64
  %two = arith.constant 2.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%two : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%none : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0, %i0 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %m: f32, %p: i64):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i64
    %gt = arith.cmpf ogt, %a, %m : f32
    %max = arith.select %gt, %a, %m : f32
    %at = arith.select %gt, %idx, %p : i64
    linalg.yield %max, %at : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %0#1 : tensor<?xi64>
}

// Log-sum-exp with the position of the maximum: three reductions in one sweep.
func.func @softmax(%x: tensor<?x?xf32>) -> (tensor<?xi64>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%first : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0, %i0 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %m: f32, %p: i64):
    %i = linalg.index 1 : index
    %idx = arith.index_cast %i : index to i64
    %max = arith.maximumf %a, %m : f32
    %gt = arith.cmpf ogt, %a, %m : f32
    %at = arith.select %gt, %idx, %p : i64
    linalg.yield %max, %at : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  %1 = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %0#0 : tensor<?x?xf32>, tensor<?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%a: f32, %m: f32, %s: f32):
    %d = arith.subf %a, %m : f32
    %p = math.exp %d : f32
    %sum = arith.addf %s, %p : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0#1, %1 : tensor<?xi64>, tensor<?xf32>
}
