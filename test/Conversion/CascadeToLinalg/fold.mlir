// RUN: redfuser-opt %s --redfuser-cascade-to-linalg -split-input-file -verify-diagnostics | FileCheck %s

// Each square uses the one before twice: 2^40 paths, 40 ops.
// CHECK-LABEL: func.func @shared
// CHECK-COUNT-40: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: arith.addf
func.func @shared(%x: tensor<4x64xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %l = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>) state(%l0 : tensor<4xf32>)
    component #cascade.addf -> (d0) (%e) {
      %0 = arith.mulf %e, %e : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.mulf %1, %1 : f32
      %3 = arith.mulf %2, %2 : f32
      %4 = arith.mulf %3, %3 : f32
      %5 = arith.mulf %4, %4 : f32
      %6 = arith.mulf %5, %5 : f32
      %7 = arith.mulf %6, %6 : f32
      %8 = arith.mulf %7, %7 : f32
      %9 = arith.mulf %8, %8 : f32
      %10 = arith.mulf %9, %9 : f32
      %11 = arith.mulf %10, %10 : f32
      %12 = arith.mulf %11, %11 : f32
      %13 = arith.mulf %12, %12 : f32
      %14 = arith.mulf %13, %13 : f32
      %15 = arith.mulf %14, %14 : f32
      %16 = arith.mulf %15, %15 : f32
      %17 = arith.mulf %16, %16 : f32
      %18 = arith.mulf %17, %17 : f32
      %19 = arith.mulf %18, %18 : f32
      %20 = arith.mulf %19, %19 : f32
      %21 = arith.mulf %20, %20 : f32
      %22 = arith.mulf %21, %21 : f32
      %23 = arith.mulf %22, %22 : f32
      %24 = arith.mulf %23, %23 : f32
      %25 = arith.mulf %24, %24 : f32
      %26 = arith.mulf %25, %25 : f32
      %27 = arith.mulf %26, %26 : f32
      %28 = arith.mulf %27, %27 : f32
      %29 = arith.mulf %28, %28 : f32
      %30 = arith.mulf %29, %29 : f32
      %31 = arith.mulf %30, %30 : f32
      %32 = arith.mulf %31, %31 : f32
      %33 = arith.mulf %32, %32 : f32
      %34 = arith.mulf %33, %33 : f32
      %35 = arith.mulf %34, %34 : f32
      %36 = arith.mulf %35, %35 : f32
      %37 = arith.mulf %36, %36 : f32
      %38 = arith.mulf %37, %37 : f32
      %39 = arith.mulf %38, %38 : f32
      cascade.yield %39 : f32
    }
  return %l : tensor<4xf32>
}

// -----

func.func @no_regions(%x: tensor<4x64xf32>, %c: i1, %n0: tensor<4xf32>) -> tensor<4xf32> {
  %n = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>) state(%n0 : tensor<4xf32>)
    component #cascade.addf -> (d0) (%e) {
      // expected-error @below {{expected scalar code without regions or side effects in a term}}
      %r = scf.if %c -> f32 {
        scf.yield %e : f32
      } else {
        %zero = arith.constant 0.0 : f32
        scf.yield %zero : f32
      }
      cascade.yield %r : f32
    }
  return %n : tensor<4xf32>
}
