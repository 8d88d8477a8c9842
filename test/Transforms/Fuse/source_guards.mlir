// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// The source's guard around -inf takes the place of the one that fusion makes: in
// the term and for the new reference. The old one is read as it is, so that
// exp(-inf - new) drops what was summed before a score was seen. Nothing is
// restored: the source has exp(-inf - 0) = 0 there too.

// CHECK-LABEL: func.func @minus_infinity
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[MAX:.*]]) {
// CHECK-NEXT: %[[UNSET:.*]] = arith.cmpf oeq, %[[MAX]], %{{.*}}
// CHECK-NEXT: %[[M:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[MAX]]
// CHECK-NEXT: arith.subf %[[X]], %[[M]]
// CHECK: } correct (%[[OLD:.*]], %[[SUM:.*]] | %[[NEW:.*]]) {
// CHECK-NEXT: %[[UNSET:.*]] = arith.cmpf oeq, %[[NEW]], %{{.*}}
// CHECK-NEXT: %[[M:.*]] = arith.select %[[UNSET]], %{{.*}}, %[[NEW]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[OLD]], %[[M]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[D]]
// CHECK-NEXT: arith.mulf %[[SUM]], %[[E]]
// CHECK-NOT: linalg.generic
func.func @minus_infinity(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf oeq, %max, %ninf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A guard around both infinities: what was summed at +inf refers to its stand-in.

// CHECK-LABEL: func.func @both_infinities
// CHECK: } correct (%[[OLD:.*]], %[[SUM:.*]] | %[[NEW:.*]]) {
// CHECK: %[[A:.*]] = math.absf %[[OLD]]
// CHECK: %[[C:.*]] = arith.cmpf oeq, %[[A]]
// CHECK: %[[G:.*]] = arith.select %[[C]], %{{.*}}, %[[OLD]]
// CHECK: %[[UNSET:.*]] = arith.cmpf oeq, %[[OLD]]
// CHECK: %[[FROM:.*]] = arith.select %[[UNSET]], %[[OLD]], %[[G]]
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NEW]]
// CHECK: arith.subf %[[FROM]], %[[TO]]
// CHECK-NOT: linalg.generic
func.func @both_infinities(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %a = math.absf %max : f32
      %0 = arith.cmpf oeq, %a, %inf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// A guard around +inf alone leaves -inf to fusion, which reads it as 0 and restores
// the source's NaN.

// CHECK-LABEL: func.func @plus_infinity
// CHECK: component #cascade.addf -> (d0) (%[[X:.*]] | %[[MAX:.*]]) {
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %{{.*}}, %[[MAX]]
// CHECK: %[[C:.*]] = arith.cmpf oeq, %[[R]]
// CHECK: %[[M:.*]] = arith.select %[[C]], %{{.*}}, %[[R]]
// CHECK: arith.subf %[[X]], %[[M]]
// CHECK: linalg.generic
// CHECK: %[[NAN:.*]] = arith.constant 0x7FC00000
// CHECK: arith.select %{{.*}}, %[[NAN]]
func.func @plus_infinity(%s: tensor<4x64xf32>) -> tensor<4xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf32>) inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.cmpf oeq, %max, %inf : f32
      %1 = arith.select %0, %z, %max : f32
      %2 = arith.subf %x, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}

// -----

// Conditions are evaluated, in whatever types and operations they are computed.

// CHECK-LABEL: func.func @composed
// CHECK: cascade.fold
func.func @composed(%s: tensor<4x64xf16>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %zero = arith.constant 0 : i8
  %m0 = arith.constant dense<0xFC00> : tensor<4xf16>
  %l0 = arith.constant dense<0.0> : tensor<4xf32>
  %m, %l = cascade.chain [parallel, axis]
      ins(%s (d0, d1) : tensor<4x64xf16>) inits(%m0, %l0 : tensor<4xf16>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f16
    }
    reduce #cascade.addf -> (d0) (%x | %max) {
      %w = arith.extf %max : f16 to f32
      %inf = math.isinf %w : f32
      %nan = math.isnan %max : f16
      %bad = arith.ori %inf, %nan : i1
      %byte = arith.extui %bad : i1 to i8
      %good = arith.cmpi eq, %zero, %byte : i8
      %1 = arith.select %good, %w, %z : f32
      %y = arith.extf %x : f16 to f32
      %2 = arith.subf %y, %1 : f32
      %3 = math.exp %2 : f32
      cascade.yield %3 : f32
    }
  return %l : tensor<4xf32>
}
