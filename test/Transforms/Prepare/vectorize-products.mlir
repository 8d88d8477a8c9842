// RUN: redfuser-opt --redfuser-vectorize-products="vector-bits=256" --canonicalize --cse --split-input-file %s | FileCheck %s
// RUN: redfuser-opt --redfuser-vectorize-products="vector-bits=512 fuse-multiply-add" --canonicalize --cse --split-input-file %s | FileCheck %s --check-prefix=WIDE

// Tiles of 4 rows and 2 vectors of 8 columns; a quarter and scalars for the rest of 51.

// CHECK-LABEL: func @product
//       CHECK:   scf.for %[[N:.*]] = %c0 to %c48 step %c16 {
//       CHECK:     scf.for %[[M:.*]] = %c0 to %c24 step %c4 {
// CHECK-COUNT-8:     vector.load %arg2[%{{.*}}, %{{.*}}] : memref<25x51xf32>, vector<8xf32>
//       CHECK:       scf.for %[[K:.*]] = %c0 to %c5 step %c1 iter_args
//       CHECK:         memref.load %arg0[%[[M]], %[[K]]]
//       CHECK:         vector.broadcast
//       CHECK:         vector.load %arg1[%[[K]], %[[N]]]
//       CHECK:         arith.mulf %{{.*}}, %{{.*}} : vector<8xf32>
//       CHECK:         arith.addf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK-COUNT-8:     vector.store
// The last row.
//       CHECK:   scf.for %[[N:.*]] = %c0 to %c48 step %c16 {
//       CHECK:     vector.load %arg2[%c24, %[[N]]]
//       CHECK:   scf.for %[[M:.*]] = %c0 to %c24 step %c4 {
//       CHECK:     vector.load %arg2[%[[M]], %c48] : memref<25x51xf32>, vector<2xf32>
//       CHECK:   scf.for %[[M:.*]] = %c0 to %c24 step %c4 {
//       CHECK:     memref.load %arg2[%[[M]], %c50]
//   CHECK-NOT:   linalg
//       CHECK:   return

// WIDE-LABEL: func @product
//       WIDE:   vector.load {{.*}} vector<16xf32>
//       WIDE:   arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
//       WIDE:   arith.addf {{.*}} fastmath<contract> : vector<16xf32>
func.func @product(%a: memref<25x5xf32>, %b: memref<5x51xf32>, %c: memref<25x51xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<25x5xf32>, memref<5x51xf32>) outs(%c : memref<25x51xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Any body of scalars, any number of inputs: rows of another dimension share
// %b, batches do not.

// CHECK-LABEL: func @largest_sum
//  CHECK-SAME:   %[[BOUND:[^,]*]]: f32)
//       CHECK:   memref.load %arg0[%[[BATCH:.*]], %[[M:.*]], %[[K:.*]]]
//   CHECK-DAG:   arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
//   CHECK-DAG:   vector.broadcast %[[BOUND]]
//       CHECK:   arith.maximumf %{{.*}} : vector<8xf32>
//   CHECK-NOT:   linalg
func.func @largest_sum(%a: memref<3x?x5xbf16>, %b: memref<3x5x?xbf16, strided<[?, ?, 1], offset: ?>>, %c: memref<3x?x?xf32>, %bound: f32) {
  linalg.generic {indexing_maps = [affine_map<(b, m, k, n) -> (b, m, k)>, affine_map<(b, m, k, n) -> (b, k, n)>, affine_map<(b, m, k, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<3x?x5xbf16>, memref<3x5x?xbf16, strided<[?, ?, 1], offset: ?>>) outs(%c : memref<3x?x?xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.minimumf %2, %bound : f32
    %4 = arith.maximumf %s, %3 : f32
    linalg.yield %4 : f32
  }
  return
}

// -----

// Columns of the result are not neighbours in the second input.

// CHECK-LABEL: func @no_transposed
//       CHECK:   linalg.generic
//   CHECK-NOT:   vector
func.func @no_transposed(%a: memref<9x5xf32>, %b: memref<19x5xf32>, %c: memref<9x19xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (n, k)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<9x5xf32>, memref<19x5xf32>) outs(%c : memref<9x19xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Neither are those of every second column.

// CHECK-LABEL: func @no_strided
//       CHECK:   linalg.generic
//   CHECK-NOT:   vector
func.func @no_strided(%a: memref<9x5xf32>, %b: memref<5x19xf32, strided<[38, 2]>>, %c: memref<9x19xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<9x5xf32>, memref<5x19xf32, strided<[38, 2]>>) outs(%c : memref<9x19xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// No row shares anything with another one.

// CHECK-LABEL: func @no_shared_input
//       CHECK:   linalg.generic
//   CHECK-NOT:   vector
func.func @no_shared_input(%a: memref<9x5x19xf32>, %c: memref<9x19xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a : memref<9x5x19xf32>) outs(%c : memref<9x19xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.addf %s, %x : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Bits of i1 are bytes in memory and not in vectors; positions are scalars.

// CHECK-LABEL: func @no_vector_of_these
// CHECK-COUNT-2: linalg.generic
//   CHECK-NOT:   vector
func.func @no_vector_of_these(%a: memref<9x5xi1>, %b: memref<5x19xi1>, %c: memref<9x19xi1>, %d: memref<5x19xi64>, %e: memref<9x19xi64>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<9x5xi1>, memref<5x19xi1>) outs(%c : memref<9x19xi1>) {
  ^bb0(%x: i1, %y: i1, %s: i1):
    %0 = arith.andi %x, %y : i1
    %1 = arith.ori %s, %0 : i1
    linalg.yield %1 : i1
  }
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%d : memref<5x19xi64>) outs(%e : memref<9x19xi64>) {
  ^bb0(%x: i64, %s: i64):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.muli %x, %1 : i64
    %3 = arith.addi %s, %2 : i64
    linalg.yield %3 : i64
  }
  return
}

// -----

// Bytes in between: an element of 24 bits has 4 in memory and 3 in a vector.
// One exponent for all elements is what LLVM's powers have. Results of a loop that they do not have
// are its last ones, in order.

// CHECK-LABEL: func @no_padded_elements
// CHECK-COUNT-3: linalg.generic
//   CHECK-NOT:   vector
func.func @no_padded_elements(%a: memref<9x5xi24>, %b: memref<5x19xi24>, %c: memref<9x19xi24>,
                              %d: memref<9x5xf32>, %e: memref<5x19xi32>, %f: memref<9x19xf32>,
                              %g: memref<5x19xf32>, %h: memref<19xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<9x5xi24>, memref<5x19xi24>) outs(%c : memref<9x19xi24>) {
  ^bb0(%x: i24, %y: i24, %s: i24):
    %0 = arith.muli %x, %y : i24
    %1 = arith.addi %s, %0 : i24
    linalg.yield %1 : i24
  }
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%d, %e : memref<9x5xf32>, memref<5x19xi32>) outs(%f : memref<9x19xf32>) {
  ^bb0(%x: f32, %y: i32, %s: f32):
    %0 = math.fpowi %x, %y : f32, i32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (n)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%d, %g : memref<9x5xf32>, memref<5x19xf32>) outs(%h : memref<19xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
