// Fused and unfused programs agree on every row of three scores out of -inf, -1000,
// 0, 1000, +inf and NaN: whatever the maximum's NaN rule, the source's inits and
// the tiles, with an axis that may be empty, with infinities and NaN in V. All
// exponentials are 0 or 1, so that rounding does not differ.
//
// RUN: redfuser-opt %s --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.source
// RUN: FileCheck %s < %t.source
// RUN: redfuser-opt %s --redfuser-fuse \
// RUN:     --redfuser-tile="rows=72 axis=1 loops=for" \
// RUN:     --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.tiled
// RUN: diff %t.source %t.tiled
// RUN: redfuser-opt %s --redfuser-fuse \
// RUN:     --redfuser-tile="rows=72 axis=1 segments=2 loops=for" \
// RUN:     --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.segments
// RUN: diff %t.source %t.segments

// CHECK-COUNT-84: Unranked Memref

func.func @maximumf(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %m, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %out) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

func.func @maxnumf(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %m, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maxnumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %out) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

func.func @minimumf(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %m, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.minimumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %out) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

func.func @minnumf(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %m, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.minnumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %out) {
      %0 = arith.subf %max, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

func.func @known_inits(%s: tensor<216x3xf32>, %v: tensor<3x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %m0 = arith.constant dense<0xFF800000> : tensor<216xf32>
  %l0 = arith.constant dense<0.0> : tensor<216xf32>
  %o0 = arith.constant dense<0.0> : tensor<216x3xf32>
  %m, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x3xf32>, tensor<3x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum, %out) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// NaN of any sign and payload is shown as 77777, either zero as 0.
func.func private @show_rows(%t: tensor<216xf32>) {
  %e = tensor.empty() : tensor<216xf32>
  %nan = arith.constant 77777.0 : f32
  %zero = arith.constant 0.0 : f32
  %r = linalg.map ins(%t : tensor<216xf32>) outs(%e : tensor<216xf32>) (%a: f32, %o: f32) {
    %u = arith.cmpf uno, %a, %a : f32
    %s = arith.select %u, %nan, %a : f32
    %z = arith.cmpf oeq, %s, %zero : f32
    %n = arith.select %z, %zero, %s : f32
    linalg.yield %n : f32
  }
  %d = tensor.cast %r : tensor<216xf32> to tensor<*xf32>
  call @printMemrefF32(%d) : (tensor<*xf32>) -> ()
  return
}
// NaN of any sign and payload is shown as 77777, either zero as 0.
func.func private @show_columns(%t: tensor<216x3xf32>) {
  %e = tensor.empty() : tensor<216x3xf32>
  %nan = arith.constant 77777.0 : f32
  %zero = arith.constant 0.0 : f32
  %r = linalg.map ins(%t : tensor<216x3xf32>) outs(%e : tensor<216x3xf32>) (%a: f32, %o: f32) {
    %u = arith.cmpf uno, %a, %a : f32
    %s = arith.select %u, %nan, %a : f32
    %z = arith.cmpf oeq, %s, %zero : f32
    %n = arith.select %z, %zero, %s : f32
    linalg.yield %n : f32
  }
  %d = tensor.cast %r : tensor<216x3xf32> to tensor<*xf32>
  call @printMemrefF32(%d) : (tensor<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(%p: tensor<*xf32>)

func.func @run_maximumf(%x: tensor<216x3xf32>, %v: tensor<3x3xf32>, %n: index, %mi: f32, %li: f32) {
  %xs = tensor.extract_slice %x[0, 0] [216, %n] [1, 1] : tensor<216x3xf32> to tensor<216x?xf32>
  %vs = tensor.extract_slice %v[0, 0] [%n, 3] [1, 1] : tensor<3x3xf32> to tensor<?x3xf32>
  %e = tensor.empty() : tensor<216xf32>
  %m0 = linalg.fill ins(%mi : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %l0 = linalg.fill ins(%li : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %eo = tensor.empty() : tensor<216x3xf32>
  %o0 = linalg.fill ins(%li : f32) outs(%eo : tensor<216x3xf32>) -> tensor<216x3xf32>
  %r:4 = call @maximumf(%xs, %vs, %m0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show_rows(%r#0) : (tensor<216xf32>) -> ()
  call @show_rows(%r#1) : (tensor<216xf32>) -> ()
  call @show_columns(%r#2) : (tensor<216x3xf32>) -> ()
  call @show_columns(%r#3) : (tensor<216x3xf32>) -> ()
  return
}
func.func @run_maxnumf(%x: tensor<216x3xf32>, %v: tensor<3x3xf32>, %n: index, %mi: f32, %li: f32) {
  %xs = tensor.extract_slice %x[0, 0] [216, %n] [1, 1] : tensor<216x3xf32> to tensor<216x?xf32>
  %vs = tensor.extract_slice %v[0, 0] [%n, 3] [1, 1] : tensor<3x3xf32> to tensor<?x3xf32>
  %e = tensor.empty() : tensor<216xf32>
  %m0 = linalg.fill ins(%mi : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %l0 = linalg.fill ins(%li : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %eo = tensor.empty() : tensor<216x3xf32>
  %o0 = linalg.fill ins(%li : f32) outs(%eo : tensor<216x3xf32>) -> tensor<216x3xf32>
  %r:4 = call @maxnumf(%xs, %vs, %m0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show_rows(%r#0) : (tensor<216xf32>) -> ()
  call @show_rows(%r#1) : (tensor<216xf32>) -> ()
  call @show_columns(%r#2) : (tensor<216x3xf32>) -> ()
  call @show_columns(%r#3) : (tensor<216x3xf32>) -> ()
  return
}
func.func @run_minimumf(%x: tensor<216x3xf32>, %v: tensor<3x3xf32>, %n: index, %mi: f32, %li: f32) {
  %xs = tensor.extract_slice %x[0, 0] [216, %n] [1, 1] : tensor<216x3xf32> to tensor<216x?xf32>
  %vs = tensor.extract_slice %v[0, 0] [%n, 3] [1, 1] : tensor<3x3xf32> to tensor<?x3xf32>
  %e = tensor.empty() : tensor<216xf32>
  %m0 = linalg.fill ins(%mi : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %l0 = linalg.fill ins(%li : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %eo = tensor.empty() : tensor<216x3xf32>
  %o0 = linalg.fill ins(%li : f32) outs(%eo : tensor<216x3xf32>) -> tensor<216x3xf32>
  %r:4 = call @minimumf(%xs, %vs, %m0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show_rows(%r#0) : (tensor<216xf32>) -> ()
  call @show_rows(%r#1) : (tensor<216xf32>) -> ()
  call @show_columns(%r#2) : (tensor<216x3xf32>) -> ()
  call @show_columns(%r#3) : (tensor<216x3xf32>) -> ()
  return
}
func.func @run_minnumf(%x: tensor<216x3xf32>, %v: tensor<3x3xf32>, %n: index, %mi: f32, %li: f32) {
  %xs = tensor.extract_slice %x[0, 0] [216, %n] [1, 1] : tensor<216x3xf32> to tensor<216x?xf32>
  %vs = tensor.extract_slice %v[0, 0] [%n, 3] [1, 1] : tensor<3x3xf32> to tensor<?x3xf32>
  %e = tensor.empty() : tensor<216xf32>
  %m0 = linalg.fill ins(%mi : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %l0 = linalg.fill ins(%li : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %eo = tensor.empty() : tensor<216x3xf32>
  %o0 = linalg.fill ins(%li : f32) outs(%eo : tensor<216x3xf32>) -> tensor<216x3xf32>
  %r:4 = call @minnumf(%xs, %vs, %m0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show_rows(%r#0) : (tensor<216xf32>) -> ()
  call @show_rows(%r#1) : (tensor<216xf32>) -> ()
  call @show_columns(%r#2) : (tensor<216x3xf32>) -> ()
  call @show_columns(%r#3) : (tensor<216x3xf32>) -> ()
  return
}

func.func @main() {
  %scores = arith.constant dense<[0xFF800000, -1000.0, 0.0, 1000.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %powers = arith.constant dense<[1, 6, 36]> : tensor<3xindex>
  %six = arith.constant 6 : index
  %ex = tensor.empty() : tensor<216x3xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%ex : tensor<216x3xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = tensor.extract %powers[%j] : tensor<3xindex>
    %q = arith.divui %i, %p : index
    %k = arith.remui %q, %six : index
    %a = tensor.extract %scores[%k] : tensor<6xf32>
    linalg.yield %a : f32
  } -> tensor<216x3xf32>
  %v = arith.constant dense<[[1.0, 4.0, 0.0], [2.0, 0x7F800000, 0.0], [-3.0, 2.0, 0x7FC00000]]> : tensor<3x3xf32>
  %three = arith.constant 3 : index
  %none = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %lowest = arith.constant -3.40282347E+38 : f32

  %r:4 = call @known_inits(%x, %v) : (tensor<216x3xf32>, tensor<3x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show_rows(%r#0) : (tensor<216xf32>) -> ()
  call @show_rows(%r#1) : (tensor<216xf32>) -> ()
  call @show_columns(%r#2) : (tensor<216x3xf32>) -> ()
  call @show_columns(%r#3) : (tensor<216x3xf32>) -> ()

  call @run_maximumf(%x, %v, %three, %ninf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %three, %lowest, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %three, %zero, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %three, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %three, %inf, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %none, %ninf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maximumf(%x, %v, %none, %lowest, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %three, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %three, %ninf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %three, %zero, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %three, %lowest, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %none, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_maxnumf(%x, %v, %none, %lowest, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minimumf(%x, %v, %three, %inf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minimumf(%x, %v, %three, %zero, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minimumf(%x, %v, %three, %ninf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minimumf(%x, %v, %none, %inf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minnumf(%x, %v, %three, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minnumf(%x, %v, %three, %inf, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  call @run_minnumf(%x, %v, %none, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32) -> ()
  return
}
