// Guards that the source wrote itself around a reference, whatever their spelling:
// fused and unfused programs agree on every row of three scores out of -inf, -1000,
// 0, 1000, +inf and NaN. All exponentials are 0, 1 or inf, so that rounding does not
// differ.
//
// RUN: redfuser-opt %s --redfuser-cascade-to-linalg --redfuser-cpu-backend \
// RUN:   | mlir-runner -e main -entry-point-result=void -O1 \
// RUN:     -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.source
// RUN: FileCheck %s < %t.source
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FUSED
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

// CHECK-COUNT-144: Unranked Memref

// FUSED-COUNT-6: cascade.fold
// FUSED-NOT: cascade.chain

// Both infinities, found through abs in f64, as torch-mlir has it.
func.func @torch_logsumexp(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %a = math.absf %m : f32
      %w = arith.extf %a : f32 to f64
      %c = arith.cmpf oeq, %w, %infinity : f64
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %a = math.absf %m : f32
      %w = arith.extf %a : f32 to f64
      %c = arith.cmpf oeq, %w, %infinity : f64
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// -inf alone.
func.func @minus_infinity(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %c = arith.cmpf oeq, %m, %ninf : f32
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %c = arith.cmpf oeq, %m, %ninf : f32
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// +inf alone: fusion guards the other end.
func.func @plus_infinity(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %c = arith.cmpf ueq, %inf, %m : f32
      %g = arith.select %c, %one, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %c = arith.cmpf ueq, %inf, %m : f32
      %g = arith.select %c, %one, %m : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// -inf and NaN.
func.func @above_minus_infinity(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  // No other init: it may be NaN.
  %known = linalg.fill ins(%ninf : f32) outs(%m0 : tensor<216xf32>) -> tensor<216xf32>
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%known, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %c = arith.cmpf ogt, %m, %ninf : f32
      %g = arith.select %c, %m, %z : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %c = arith.cmpf ogt, %m, %ninf : f32
      %g = arith.select %c, %m, %z : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// All that is not finite, by two comparisons.
func.func @finite(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.maxnumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %n = arith.negf %m : f32
      %b = arith.cmpf olt, %m, %inf : f32
      %d = arith.cmpf ole, %inf, %n : f32
      %e = arith.xori %d, %true : i1
      %c = arith.andi %b, %e : i1
      %g = arith.select %c, %m, %z : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %n = arith.negf %m : f32
      %b = arith.cmpf olt, %m, %inf : f32
      %d = arith.cmpf ole, %inf, %n : f32
      %e = arith.xori %d, %true : i1
      %c = arith.andi %b, %e : i1
      %g = arith.select %c, %m, %z : f32
      %0 = arith.subf %x, %g : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %x, %m : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
}

// The mirror image, by a difference that is NaN.
func.func @minimum(%s: tensor<216x?xf32>, %v: tensor<?x3xf32>, %m0: tensor<216xf32>,
    %l0: tensor<216xf32>, %o0: tensor<216x3xf32>)
    -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %true = arith.constant true
  %m1, %l, %o, %u = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<216x?xf32>, tensor<?x3xf32>)
      inits(%m0, %l0, %o0, %o0 : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
    reduce #cascade.minimumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %m) {
      %d = arith.subf %m, %m : f32
      %c = arith.cmpf uno, %d, %d : f32
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %g, %x : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum) {
      %d = arith.subf %m, %m : f32
      %c = arith.cmpf uno, %d, %d : f32
      %g = arith.select %c, %z, %m : f32
      %0 = arith.subf %g, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
    // The reference as it is, and a sum that does not bring a NaN along.
    reduce #cascade.addf -> (d0, d2) (%x, %y | %m, %sum, %out) {
      %0 = arith.subf %m, %x : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      %3 = arith.divf %2, %sum : f32
      cascade.yield %3 : f32
    }
  return %m1, %l, %o, %u : tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>
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

func.func private @show(%m: tensor<216xf32>, %l: tensor<216xf32>, %o: tensor<216x3xf32>, %u: tensor<216x3xf32>) {
  call @show_rows(%m) : (tensor<216xf32>) -> ()
  call @show_rows(%l) : (tensor<216xf32>) -> ()
  call @show_columns(%o) : (tensor<216x3xf32>) -> ()
  call @show_columns(%u) : (tensor<216x3xf32>) -> ()
  return
}

// All guards on the first %n scores of each row, for one init of the maxima.
func.func @run(%x: tensor<216x3xf32>, %v: tensor<3x3xf32>, %n: index, %max: f32, %min: f32, %init: f32) {
  %xs = tensor.extract_slice %x[0, 0] [216, %n] [1, 1] : tensor<216x3xf32> to tensor<216x?xf32>
  %vs = tensor.extract_slice %v[0, 0] [%n, 3] [1, 1] : tensor<3x3xf32> to tensor<?x3xf32>
  %e = tensor.empty() : tensor<216xf32>
  %max0 = linalg.fill ins(%max : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %min0 = linalg.fill ins(%min : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %l0 = linalg.fill ins(%init : f32) outs(%e : tensor<216xf32>) -> tensor<216xf32>
  %eo = tensor.empty() : tensor<216x3xf32>
  %o0 = linalg.fill ins(%init : f32) outs(%eo : tensor<216x3xf32>) -> tensor<216x3xf32>
  %0:4 = call @torch_logsumexp(%xs, %vs, %max0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%0#0, %0#1, %0#2, %0#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
  %1:4 = call @minus_infinity(%xs, %vs, %max0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%1#0, %1#1, %1#2, %1#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
  %2:4 = call @plus_infinity(%xs, %vs, %max0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%2#0, %2#1, %2#2, %2#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
  %3:4 = call @above_minus_infinity(%xs, %vs, %max0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%3#0, %3#1, %3#2, %3#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
  %4:4 = call @finite(%xs, %vs, %max0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%4#0, %4#1, %4#2, %4#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
  %5:4 = call @minimum(%xs, %vs, %min0, %l0, %o0) : (tensor<216x?xf32>, tensor<?x3xf32>, tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>) -> (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>)
  call @show(%5#0, %5#1, %5#2, %5#3) : (tensor<216xf32>, tensor<216xf32>, tensor<216x3xf32>, tensor<216x3xf32>) -> ()
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

  %highest = arith.constant 3.40282347E+38 : f32
  call @run(%x, %v, %three, %ninf, %inf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  call @run(%x, %v, %three, %lowest, %highest, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  call @run(%x, %v, %three, %zero, %zero, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  call @run(%x, %v, %three, %inf, %ninf, %five) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  call @run(%x, %v, %three, %nan, %nan, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  call @run(%x, %v, %none, %ninf, %inf, %zero) : (tensor<216x3xf32>, tensor<3x3xf32>, index, f32, f32, f32) -> ()
  return
}
