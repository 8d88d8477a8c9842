// RUN: redfuser-opt %s --redfuser-raise --split-input-file | FileCheck %s

// Positions that are data: constants that count, and tensors that are filled with them.

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// A mask from constants is index arithmetic: the chain reads the scores alone.
// CHECK-LABEL: func.func @counting_constants
// CHECK: cascade.chain
// CHECK-NEXT: ins(%arg0 (d0, d1) : tensor<4x6xf32>)
// CHECK: reduce #cascade.maximumf
// CHECK-DAG: cascade.index 0
// CHECK-DAG: cascade.index 1
// CHECK: arith.muli
// CHECK: arith.addi
// CHECK: arith.cmpi sge
func.func @counting_constants(%x: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<6xi32>) {
  %rows = arith.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32>
  %keys = arith.constant dense<[-1, 1, 3, 5, 7, 9]> : tensor<6xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x6xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d0, 0)>, #column, #in], iterator_types = ["parallel", "parallel"]} ins(%x, %rows, %keys : tensor<4x6xf32>, tensor<4x1xi32>, tensor<6xi32>) outs(%e2 : tensor<4x6xf32>) {
  ^bb0(%a: f32, %r: i32, %k: i32, %o: f32):
    %see = arith.cmpi sge, %r, %k : i32
    %y = arith.select %see, %a, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<4x6xf32>
  %m = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<4x6xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s, %m : tensor<4x6xf32>, tensor<4xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%a: f32, %mm: f32, %o: f32):
    %d = arith.subf %a, %mm : f32
    %p = math.exp %d : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  // Other users keep the constant.
  // CHECK: return %{{.*}}, %[[KEYS:.*]] : tensor<4xf32>, tensor<6xi32>
  return %l, %keys : tensor<4xf32>, tensor<6xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// One element breaks the count, and 8 bits need not hold an index: data.
// CHECK-LABEL: func.func @no_counting
// CHECK: cascade.chain
// CHECK-NEXT: ins(%{{[^:]*}}, %{{[^:]*}}, %arg0 (d0, d1) : tensor<6xi32>, tensor<6xi8>, tensor<4x6xf32>)
func.func @no_counting(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %keys = arith.constant dense<[0, 1, 2, 3, 4, 6]> : tensor<6xi32>
  %bytes = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi8>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x6xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#column, #column, #in, #in], iterator_types = ["parallel", "parallel"]} ins(%keys, %bytes, %x : tensor<6xi32>, tensor<6xi8>, tensor<4x6xf32>) outs(%e2 : tensor<4x6xf32>) {
  ^bb0(%k: i32, %b: i8, %a: f32, %o: f32):
    %w = arith.extsi %b : i8 to i32
    %kb = arith.addi %k, %w : i32
    %see = arith.cmpi sge, %kb, %two : i32
    %y = arith.select %see, %a, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<4x6xf32>
  %m = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<4x6xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#in, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s, %m : tensor<4x6xf32>, tensor<4xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%a: f32, %mm: f32, %o: f32):
    %d = arith.subf %a, %mm : f32
    %p = math.exp %d : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// As JAX writes argmax: the lower position wins, and positions are a tensor that
// another op fills. They ascend, so the first position is the lowest, of NaN too.
// CHECK-LABEL: func.func @filled
// CHECK: cascade.chain
// CHECK-NEXT: ins(%arg0 (d0, d1) : tensor<4x6xf32>)
// CHECK: reduce #cascade.maximumf -> (d0)
// CHECK: reduce #cascade.minsi -> (d0)
// CHECK: cascade.index 1
func.func @filled(%x: tensor<4x6xf32>) -> tensor<4xi32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi32>
  %e1 = tensor.empty() : tensor<6xi32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%zero : i32) outs(%ei : tensor<4xi32>) -> tensor<4xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e1 : tensor<6xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<6xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %iota : tensor<4x6xf32>, tensor<6xi32>) outs(%m0, %i0 : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %idx: i32, %acc: f32, %acc_i: i32):
    %greater = arith.cmpf ogt, %acc, %in : f32
    %nan = arith.cmpf une, %acc, %acc : f32
    %pick = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %acc, %in : f32
    %lower = arith.cmpi slt, %acc_i, %idx : i32
    %tie = arith.andi %equal, %lower : i1
    %pick_index = arith.ori %pick, %tie : i1
    %m = arith.select %pick, %acc, %in : f32
    %p = arith.select %pick_index, %acc_i, %idx : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The initial position may be above others: with ties it is not the first, and the order
// decides for NaN. Not taken apart.
// CHECK-LABEL: func.func @no_first_init
// CHECK-NOT: cascade.chain
func.func @no_first_init(%x: tensor<4x6xf32>, %i0: tensor<4xi32>) -> tensor<4xi32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<6xi32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e1 : tensor<6xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<6xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %iota : tensor<4x6xf32>, tensor<6xi32>) outs(%m0, %i0 : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %idx: i32, %acc: f32, %acc_i: i32):
    %greater = arith.cmpf ogt, %acc, %in : f32
    %nan = arith.cmpf une, %acc, %acc : f32
    %pick = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %acc, %in : f32
    %lower = arith.cmpi slt, %acc_i, %idx : i32
    %tie = arith.andi %equal, %lower : i1
    %pick_index = arith.ori %pick, %tie : i1
    %m = arith.select %pick, %acc, %in : f32
    %p = arith.select %pick_index, %acc_i, %idx : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Positions of the other dimension do not ascend along the axis.
// CHECK-LABEL: func.func @no_other_dimension
// CHECK-NOT: cascade.chain
func.func @no_other_dimension(%x: tensor<4x6xf32>) -> tensor<4xi32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi32>
  %e1 = tensor.empty() : tensor<6x4xi32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %i0 = linalg.fill ins(%zero : i32) outs(%ei : tensor<4xi32>) -> tensor<4xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e1 : tensor<6x4xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<6x4xi32>
  %0:2 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1, d0)>, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %iota : tensor<4x6xf32>, tensor<6x4xi32>) outs(%m0, %i0 : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %idx: i32, %acc: f32, %acc_i: i32):
    %greater = arith.cmpf ogt, %acc, %in : f32
    %nan = arith.cmpf une, %acc, %acc : f32
    %pick = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %acc, %in : f32
    %lower = arith.cmpi slt, %acc_i, %idx : i32
    %tie = arith.andi %equal, %lower : i1
    %pick_index = arith.ori %pick, %tie : i1
    %m = arith.select %pick, %acc, %in : f32
    %p = arith.select %pick_index, %acc_i, %idx : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}
