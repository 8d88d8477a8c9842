// Maxima and minima of terms that read earlier results: fused and unfused programs
// agree on every row of three scores out of -inf, -2, 0, 4, +inf and NaN. Sums of these
// are exact. What is infinite or NaN is shown alike: which of the two it is may differ
// where a sum is infinite.
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

// CHECK-COUNT-9: Unranked Memref

// FUSED-COUNT-1: cascade.fold
// FUSED-NOT: cascade.chain

func.func @extrema(%scores: tensor<216x3xf32>, %gain: tensor<3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant dense<0.0> : tensor<216xf32>
  %low = arith.constant dense<0xFF800000> : tensor<216xf32>
  %high = arith.constant dense<0x7F800000> : tensor<216xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<216xf32>
  %s0, %q0, %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8 = cascade.chain [parallel, axis]
      ins(%scores (d0, d1), %gain (d1) : tensor<216x3xf32>, tensor<3xf32>)
      inits(%zero, %zero, %low, %low, %high, %nan, %nan, %low, %low, %low, %high : tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>)
    reduce #cascade.addf -> (d0) (%x, %g) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %g | %s) {
      %0 = arith.mulf %x, %x : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %s, %q) {
      %0 = arith.subf %x, %s : f32
      %r = math.absf %0 : f32
      cascade.yield %r : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %s, %q, %p0) {
      %r = arith.mulf %x, %s : f32
      cascade.yield %r : f32
    }
    reduce #cascade.minimumf -> (d0) (%x, %g | %s, %q, %p0, %p1) {
      %r = arith.mulf %x, %s : f32
      cascade.yield %r : f32
    }
    reduce #cascade.maxnumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2) {
      %r = arith.subf %x, %s : f32
      cascade.yield %r : f32
    }
    reduce #cascade.minnumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2, %p3) {
      %r = arith.subf %s, %x : f32
      cascade.yield %r : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2, %p3, %p4) {
      %0 = arith.subf %x, %s : f32
      %r = arith.maximumf %0, %z : f32
      cascade.yield %r : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2, %p3, %p4, %p5) {
      %0 = arith.subf %x, %s : f32
      %1 = math.exp2 %0 : f32
      %r = arith.addf %1, %one : f32
      cascade.yield %r : f32
    }
    reduce #cascade.maximumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2, %p3, %p4, %p5, %p6) {
      %0 = arith.addf %q, %one : f32
      %1 = math.rsqrt %0 : f32
      %2 = arith.mulf %x, %1 : f32
      %3 = arith.mulf %2, %g : f32
      %r = math.absf %3 : f32
      cascade.yield %r : f32
    }
    reduce #cascade.minimumf -> (d0) (%x, %g | %s, %q, %p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7) {
      %0 = arith.subf %x, %s : f32
      %1 = arith.minimumf %q, %one : f32
      %2 = arith.addf %1, %one : f32
      %r = arith.divf %0, %2 : f32
      cascade.yield %r : f32
    }
  return %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8 : tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>
}

func.func private @show(%t: tensor<216xf32>) {
  %e = tensor.empty() : tensor<216xf32>
  %nan = arith.constant 77777.0 : f32
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %r = linalg.map ins(%t : tensor<216xf32>) outs(%e : tensor<216xf32>) (%a: f32, %o: f32) {
    %b = math.absf %a : f32
    %u = arith.cmpf ueq, %b, %inf : f32
    %s = arith.select %u, %nan, %a : f32
    %z = arith.cmpf oeq, %s, %zero : f32
    %n = arith.select %z, %zero, %s : f32
    linalg.yield %n : f32
  }
  %d = tensor.cast %r : tensor<216xf32> to tensor<*xf32>
  call @printMemrefF32(%d) : (tensor<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(%p: tensor<*xf32>)

func.func @main() {
  %scores = arith.constant dense<[0xFF800000, -2.0, 0.0, 4.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
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
  %gain = arith.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32>
  %r:9 = call @extrema(%x, %gain) : (tensor<216x3xf32>, tensor<3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216xf32>)
  call @show(%r#0) : (tensor<216xf32>) -> ()
  call @show(%r#1) : (tensor<216xf32>) -> ()
  call @show(%r#2) : (tensor<216xf32>) -> ()
  call @show(%r#3) : (tensor<216xf32>) -> ()
  call @show(%r#4) : (tensor<216xf32>) -> ()
  call @show(%r#5) : (tensor<216xf32>) -> ()
  call @show(%r#6) : (tensor<216xf32>) -> ()
  call @show(%r#7) : (tensor<216xf32>) -> ()
  call @show(%r#8) : (tensor<216xf32>) -> ()
  return
}
