// RUN: redfuser-opt %s --redfuser-tile="parallel-tiles=2,8 axis=16" | FileCheck %s --check-prefixes=CHECK,LIST
// RUN: redfuser-opt %s --redfuser-tile="parallel-tiles=2,8 rows=3 axis=16" | FileCheck %s --check-prefixes=CHECK,LIST
// RUN: redfuser-opt %s --redfuser-tile="parallel-tiles=0,8,5 axis=16" | FileCheck %s --check-prefixes=CHECK,UNTILED
// RUN: redfuser-opt %s --redfuser-tile="rows=8 axis=16" | FileCheck %s --check-prefixes=CHECK,ROWS
// RUN: redfuser-opt %s --redfuser-tile="rows=8 axis=0" | FileCheck %s --check-prefixes=CHECK,WHOLE
// RUN: redfuser-opt %s --redfuser-tile="parallel-tiles=0,0 axis=16" | FileCheck %s --check-prefixes=CHECK,AXIS
// RUN: redfuser-opt %s --redfuser-tile="rows=9223372036854775807 axis=9223372036854775807" | FileCheck %s --check-prefixes=CHECK,HUGE
// RUN: redfuser-opt %s --redfuser-tile="rows=8 axis=16 segments=1000000000" | FileCheck %s --check-prefixes=CHECK,SEGMENTS

// One size for each common parallel dimension wins over `rows`; 0 leaves a
// dimension whole, and sizes of dimensions that are not there are ignored.
// CHECK-LABEL: func.func @sizes
// LIST: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (4, 32) step (2, 8)
// LIST: scf.for {{.*}} step %c16
// LIST: cascade.fold
// LIST-NEXT: tensor<2x8x16xf32>
// UNTILED: scf.forall (%{{.*}}) = (0) to (32) step (8)
// UNTILED: cascade.fold
// UNTILED-NEXT: tensor<4x8x16xf32>
// ROWS: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (4, 32) step (1, 8)
// ROWS: cascade.fold
// ROWS-NEXT: tensor<1x8x16xf32>
// WHOLE-NOT: scf.for {{.*}} step
// WHOLE: cascade.fold
// WHOLE-NEXT: tensor<1x8x64xf32>
// AXIS-NOT: scf.forall
// AXIS: scf.for {{.*}} step %c16
// AXIS: cascade.fold
// AXIS-NEXT: tensor<4x32x16xf32>
// HUGE: cascade.fold
// HUGE-NEXT: tensor<1x32x64xf32>
// More parts than positions are parts of one position.
// SEGMENTS: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) = (0, 0, 0) to (64, 4, 32) step (1, 1, 8)
// SEGMENTS: cascade.fold
// SEGMENTS: cascade.fold
func.func @sizes(%x: tensor<4x32x64xf32>, %l0: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %l = cascade.fold [parallel, parallel, axis] ins(%x (d0, d1, d2) : tensor<4x32x64xf32>) state(%l0 : tensor<4x32xf32>)
    component #cascade.addf -> (d0, d1) (%e) {
      cascade.yield %e : f32
    }
  return %l : tensor<4x32xf32>
}
