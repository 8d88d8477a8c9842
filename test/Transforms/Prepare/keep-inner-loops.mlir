// Innermost loops of more than 16 known iterations are not to be unrolled.
// RUN: redfuser-opt %s --redfuser-keep-inner-loops | FileCheck %s
// The mark reaches LLVM's branches.
// RUN: redfuser-opt %s --redfuser-keep-inner-loops --convert-scf-to-cf --convert-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-DAG: #[[OTHER:.*]] = #llvm.loop_annotation<disableNonforced = true>
// CHECK-DAG: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[MARK:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>

// CHECK-LABEL: func.func @rows
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:     } {loop_annotation = #[[MARK]]}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
//  LLVM-LABEL: llvm.func @rows
//       LLVM:   llvm.br {{.*}} {loop_annotation = #{{.*}}}
//   LLVM-NOT:   loop_annotation
//       LLVM:   llvm.return
func.func @rows(%m: memref<35x48xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c35 = arith.constant 35 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c0 to %c35 step %c1 {
    scf.for %j = %c0 to %c48 step %c1 {
      memref.store %f, %m[%i, %j] : memref<35x48xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @no_short
//   CHECK-NOT:   loop_annotation
//       CHECK:   return
func.func @no_short(%m: memref<48xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c0 to %c48 step %c3 {
    memref.store %f, %m[%i] : memref<48xf32>
  }
  return
}

// LLVM does not unroll what it does not know the length of.
// CHECK-LABEL: func.func @no_unknown
//   CHECK-NOT:   loop_annotation
//       CHECK:   return
func.func @no_unknown(%m: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_empty
//   CHECK-NOT:   loop_annotation
//       CHECK:   return
func.func @no_empty(%m: memref<48xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c48 to %c0 step %c1 {
    memref.store %f, %m[%i] : memref<48xf32>
  }
  return
}

// What a front end said about a loop stays.
// CHECK-LABEL: func.func @no_other_mark
//       CHECK:   loop_annotation = #[[OTHER]]
//       CHECK:   return
func.func @no_other_mark(%m: memref<48xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c0 to %c48 step %c1 {
    memref.store %f, %m[%i] : memref<48xf32>
  } {loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}
