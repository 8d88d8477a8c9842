// RUN: redfuser interpret %s --func=tensors | FileCheck %s --check-prefix=TENSORS
// RUN: redfuser interpret %s --func=loops | FileCheck %s --check-prefix=LOOPS
// RUN: redfuser interpret %s --func=integers | FileCheck %s --check-prefix=INTEGERS
// RUN: redfuser interpret %s --func=quotients | FileCheck %s --check-prefix=QUOTIENTS
// RUN: redfuser interpret %s --func=rounding | FileCheck %s --check-prefix=NEAREST
// RUN: redfuser interpret %s --func=rounding --real | FileCheck %s --check-prefix=REAL
// RUN: redfuser interpret %s --func=special | FileCheck %s --check-prefix=SPECIAL
// RUN: redfuser interpret %s --func=uninitialized | FileCheck %s --check-prefix=UNINITIALIZED
// RUN: redfuser interpret %s --func=tensors --limit=2 | FileCheck %s --check-prefix=LIMIT

// TENSORS: result #0 2x3xf32: {{\[\[}}1, 2, 3], [4, 5, 6]]
// TENSORS: result #1 3x2xf32: {{\[\[}}1, 4], [2, 5], [3, 6]]
// TENSORS: result #2 2xf32: [2, 5]
// TENSORS: result #3 2x3xf32: {{\[\[}}1, 2, 2], [4, 5, 5]]
// TENSORS: result #4 6xf32: [1, 2, 3, 4, 5, 6]
// TENSORS: result #5 2x2xf32: {{\[\[}}14, 32], [32, 77]]
// TENSORS: result #6 i64: 3
// TENSORS: result #7 2xf32: [21, 0.5]
// LIMIT: result #0 2x3xf32: {{\[\[}}1, 2, ...
func.func @tensors() -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<6xf32>, tensor<2x2xf32>, index, tensor<2xf32>) {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %x[0, 1] [2, 1] [1, 1] : tensor<2x3xf32> to tensor<2xf32>
  %i = tensor.insert_slice %s into %x[0, 2] [2, 1] [1, 1] : tensor<2xf32> into tensor<2x3xf32>
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %zero = arith.constant 0.0 : f32
  %p0 = tensor.empty() : tensor<2x2xf32>
  %p1 = linalg.fill ins(%zero : f32) outs(%p0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = linalg.matmul ins(%x, %t : tensor<2x3xf32>, tensor<3x2xf32>) outs(%p1 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %cast = tensor.cast %x : tensor<2x3xf32> to tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d = tensor.dim %cast, %c1 : tensor<?x?xf32>
  %r0 = arith.constant dense<0.0> : tensor<f32>
  %r1 = linalg.reduce ins(%c : tensor<6xf32>) outs(%r0 : tensor<f32>) dimensions = [0]
    (%in: f32, %acc: f32) {
      %sum = arith.addf %in, %acc : f32
      linalg.yield %sum : f32
    }
  %r2 = tensor.extract %r1[] : tensor<f32>
  %half = arith.constant 0.5 : f32
  %r = tensor.from_elements %r2, %half : tensor<2xf32>
  return %x, %t, %s, %i, %c, %p, %d, %r : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<6xf32>, tensor<2x2xf32>, index, tensor<2xf32>
}

// LOOPS: result #0 5xi64: [7, 10, 11, 12, 13]
// LOOPS: result #1 i64: 21
// LOOPS: result #2 i64: -1
func.func @loops() -> (tensor<5xi64>, i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %start = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %start) -> i64 {
    %v = arith.index_cast %i : index to i64
    %next = arith.addi %acc, %v : i64
    scf.yield %next : i64
  }
  %x = arith.constant dense<7> : tensor<5xi64>
  %all = scf.forall (%i) = (0) to (4) step (2) shared_outs(%out = %x) -> tensor<5xi64> {
    %at = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %slice = tensor.extract_slice %out[%at] [2] [1] : tensor<5xi64> to tensor<2xi64>
    %filled = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        outs(%slice : tensor<2xi64>) {
      ^bb0(%o: i64):
        %k = linalg.index 0 : index
        %k1 = arith.addi %k, %i : index
        %k2 = arith.index_cast %k1 : index to i64
        %three = arith.constant 3 : i64
        %k3 = arith.addi %k2, %three : i64
        %k4 = arith.addi %k3, %o : i64
        linalg.yield %k4 : i64
    } -> tensor<2xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %filled into %out[%at] [2] [1] : tensor<2xi64> into tensor<5xi64>
    }
  }
  %less = arith.cmpi slt, %c2, %c1 : index
  %minus = arith.constant -1 : i64
  %chosen = scf.if %less -> i64 {
    scf.yield %start : i64
  } else {
    scf.yield %minus : i64
  }
  return %all, %sum, %chosen : tensor<5xi64>, i64, i64
}

// INTEGERS: result #0 i8: -126
// INTEGERS: result #1 i32: -4
// INTEGERS: result #2 i32: -3
// INTEGERS: result #3 f32: 255
// INTEGERS: result #4 f32: -1
// INTEGERS: result #5 i1: 1
func.func @integers() -> (i8, i32, i32, f32, f32, i1) {
  %a = arith.constant 127 : i8
  %three = arith.constant 3 : i8
  %wrapped = arith.addi %a, %three : i8
  %seven = arith.constant -7 : i32
  %two = arith.constant 2 : i32
  %floor = arith.floordivsi %seven, %two : i32
  %ceil = arith.ceildivsi %seven, %two : i32
  %m = arith.constant -1 : i8
  %unsigned = arith.uitofp %m : i8 to f32
  %true = arith.constant true
  %signed = arith.sitofp %true : i1 to f32
  %less = arith.cmpi ult, %a, %m : i8
  return %wrapped, %floor, %ceil, %unsigned, %signed, %less : i8, i32, i32, f32, f32, i1
}

// 2^63 over 2^64 - 1, and what has these bits if they are signed: the one quotient that
// does not fit.
// QUOTIENTS: result #0 i64: 0
// QUOTIENTS: result #1 i64: 1
// QUOTIENTS: result #2 i64: -9223372036854775808
// QUOTIENTS: result #3 i64: -9223372036854775808
// QUOTIENTS: result #4 i64: 0
func.func @quotients() -> (i64, i64, i64, i64, i64) {
  %min = arith.constant 0x8000000000000000 : i64
  %m = arith.constant -1 : i64
  %0 = arith.divui %min, %m : i64
  %1 = arith.ceildivui %min, %m : i64
  %2 = arith.remui %min, %m : i64
  %3 = arith.divsi %min, %m : i64
  %4 = arith.remsi %min, %m : i64
  return %0, %1, %2, %3, %4 : i64, i64, i64, i64, i64
}

// 2048 + 1 is 2048 in f16; 1 + 2^-8 is 1 in bf16; 16777216 + 1 is 16777216 in f32.
// NEAREST: result #0 f16: 2048
// NEAREST: result #1 bf16: 1
// NEAREST: result #2 f32: 16777216
// NEAREST: result #3 f16: inf
// REAL: result #0 f64: 2049
// REAL: result #1 f64: 1.00390625
// REAL: result #2 f64: 16777217
// REAL: result #3 f64: 100000
func.func @rounding() -> (f16, bf16, f32, f16) {
  %a = arith.constant 2048.0 : f16
  %one = arith.constant 1.0 : f16
  %r0 = arith.addf %a, %one : f16
  %b = arith.constant 1.0 : bf16
  %c = arith.constant 0.00390625 : bf16
  %r1 = arith.addf %b, %c : bf16
  %d = arith.constant 16777216.0 : f32
  %one32 = arith.constant 1.0 : f32
  %r2 = arith.addf %d, %one32 : f32
  %big = arith.constant 100000.0 : f32
  %r3 = arith.truncf %big : f32 to f16
  return %r0, %r1, %r2, %r3 : f16, bf16, f32, f16
}

// SPECIAL: result #0 8xf32: [{{-?}}nan, 1, 0, -0, {{-?}}nan, 2, -inf, -0]
func.func @special() -> tensor<8xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %0 = arith.maximumf %one, %nan : f32
  %1 = arith.maxnumf %nan, %one : f32
  %2 = arith.maximumf %mzero, %zero : f32
  %3 = arith.minimumf %zero, %mzero : f32
  %4 = arith.subf %inf, %inf : f32
  %5 = arith.minnumf %two, %nan : f32
  %6 = math.log %zero : f32
  %7 = arith.divf %one, %ninf : f32
  %r = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7 : tensor<8xf32>
  return %r : tensor<8xf32>
}

// What nobody wrote shows.
// UNINITIALIZED: result #0 2xf32: [nan, nan]
func.func @uninitialized() -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  return %e : tensor<2xf32>
}
