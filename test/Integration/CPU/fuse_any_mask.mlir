// Masks after the exponential over maxima of all scores, and sums over where a
// maximum is attained: fused and unfused programs agree on every row of three scores
// out of -inf, -1000, 0, 1000, +inf and NaN under every mask, rows that are masked
// altogether included.
//
// RUN: redfuser-opt %s --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.source
// RUN: FileCheck %s < %t.source
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FUSED
// RUN: redfuser-opt %s --redfuser-fuse \
// RUN:     --redfuser-tile="rows=1728 axis=1 loops=for" \
// RUN:     --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.tiled
// RUN: diff %t.source %t.tiled
// RUN: redfuser-opt %s --redfuser-fuse \
// RUN:     --redfuser-tile="rows=1728 axis=1 segments=2 loops=for" \
// RUN:     --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.segments
// RUN: diff %t.source %t.segments

// CHECK-COUNT-6: Unranked Memref

// FUSED-COUNT-1: cascade.fold
// FUSED-NOT: cascade.chain

func.func @masked(%s: tensor<1728x3xf32>, %mask: tensor<1728x3xi1>, %v: tensor<3x3xf32>)
    -> (tensor<1728xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>) {
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<1728xf32>
  %n0 = arith.constant dense<0x7FC00000> : tensor<1728xf32>
  %l0 = arith.constant dense<0.0> : tensor<1728xf32>
  %o0 = arith.constant dense<0.0> : tensor<1728x3xf32>
  %m1, %l1, %o1, %k1, %h1, %n1, %c1 = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %mask (d0, d1), %v (d1, d2) : tensor<1728x3xf32>, tensor<1728x3xi1>, tensor<3x3xf32>)
      inits(%m0, %l0, %o0, %l0, %o0, %n0, %l0 : tensor<1728xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>, tensor<1728xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %p, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p, %y | %m) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.select %p, %1, %z : f32
      cascade.yield %2 : f32
    }
    // The mask is last: it drops 1 / 0, too.
    reduce #cascade.addf -> (d0, d2) (%x, %p, %y | %m, %sum) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      %4 = arith.select %p, %3, %z : f32
      cascade.yield %4 : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p, %y | %m, %sum, %out) {
      %0 = arith.cmpf oeq, %x, %m : f32
      %1 = arith.uitofp %0 : i1 to f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %p, %y | %m, %sum, %out, %hits) {
      %0 = arith.cmpf oge, %x, %m : f32
      %1 = arith.select %0, %y, %z : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.maxnumf -> (d0) (%x, %p, %y | %m, %sum, %out, %hits, %values) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %p, %y | %m, %sum, %out, %hits, %values, %n) {
      %0 = arith.cmpf oeq, %n, %x : f32
      %1 = arith.uitofp %0 : i1 to f32
      cascade.yield %1 : f32
    }
  return %m1, %l1, %o1, %k1, %h1, %c1 : tensor<1728xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>
}

// NaN of any sign and payload is shown as 77777, either zero as 0.
func.func private @show_rows(%t: tensor<1728xf32>) {
  %e = tensor.empty() : tensor<1728xf32>
  %nan = arith.constant 77777.0 : f32
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %r = linalg.map ins(%t : tensor<1728xf32>) outs(%e : tensor<1728xf32>) (%a: f32, %o: f32) {
    %u = arith.cmpf uno, %a, %a : f32
    %s = arith.select %u, %nan, %a : f32
    %z = arith.cmpf oeq, %s, %zero : f32
    %n = arith.select %z, %zero, %s : f32
    linalg.yield %n : f32
  }
  %d = tensor.cast %r : tensor<1728xf32> to tensor<*xf32>
  call @printMemrefF32(%d) : (tensor<*xf32>) -> ()
  return
}
func.func private @show_columns(%t: tensor<1728x3xf32>) {
  %e = tensor.empty() : tensor<1728x3xf32>
  %nan = arith.constant 77777.0 : f32
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %r = linalg.map ins(%t : tensor<1728x3xf32>) outs(%e : tensor<1728x3xf32>) (%a: f32, %o: f32) {
    %u = arith.cmpf uno, %a, %a : f32
    %s = arith.select %u, %nan, %a : f32
    %z = arith.cmpf oeq, %s, %zero : f32
    %n = arith.select %z, %zero, %s : f32
    linalg.yield %n : f32
  }
  %d = tensor.cast %r : tensor<1728x3xf32> to tensor<*xf32>
  call @printMemrefF32(%d) : (tensor<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(%p: tensor<*xf32>)

func.func @main() {
  %scores = arith.constant dense<[0xFF800000, -1000.0, 0.0, 1000.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %powers = arith.constant dense<[1, 6, 36]> : tensor<3xindex>
  %six = arith.constant 6 : index
  %ex = tensor.empty() : tensor<1728x3xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%ex : tensor<1728x3xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = tensor.extract %powers[%j] : tensor<3xindex>
    %q = arith.divui %i, %p : index
    %k = arith.remui %q, %six : index
    %a = tensor.extract %scores[%k] : tensor<6xf32>
    linalg.yield %a : f32
  } -> tensor<1728x3xf32>
  %v = arith.constant dense<[[1.0, 4.0, 0.0], [2.0, 8.0, 0.0], [-3.0, 2.0, 1.0]]> : tensor<3x3xf32>
  %em = tensor.empty() : tensor<1728x3xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%em : tensor<1728x3xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %rows = arith.constant 216 : index
    %bits = arith.divui %i, %rows : index
    %bit = arith.shrui %bits, %j : index
    %b = arith.index_cast %bit : index to i1
    linalg.yield %b : i1
  } -> tensor<1728x3xi1>
  %r:6 = call @masked(%x, %mask, %v) : (tensor<1728x3xf32>, tensor<1728x3xi1>, tensor<3x3xf32>) -> (tensor<1728xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>, tensor<1728x3xf32>, tensor<1728xf32>)
  call @show_rows(%r#0) : (tensor<1728xf32>) -> ()
  call @show_rows(%r#1) : (tensor<1728xf32>) -> ()
  call @show_columns(%r#2) : (tensor<1728x3xf32>) -> ()
  call @show_rows(%r#3) : (tensor<1728xf32>) -> ()
  call @show_columns(%r#4) : (tensor<1728x3xf32>) -> ()
  call @show_rows(%r#5) : (tensor<1728xf32>) -> ()
  return
}
