// A monoid of the user's own: a function of two scalars and an identity.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-cascade-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-fuse --redfuser-tile="axis=4 segments=2" --redfuser-cascade-to-linalg \
// RUN:   | FileCheck %s --check-prefix=TILE

// The function is inlined where the reduction is lowered.
// CHECK-LABEL: func.func @chain
// CHECK: reduce #cascade.custom<@logaddexp, 0xFF800000 : f32> -> (d0)
// LINALG-LABEL: func.func @chain
// LINALG: linalg.generic
// LINALG-NOT: func.call
// LINALG: math.log1p
// LINALG: linalg.yield
// Segments start at the identity; both they and their merge combine alike.
// TILE-LABEL: func.func @chain
// TILE: arith.constant 0xFF800000 : f32
// TILE-NOT: func.call
// TILE: scf.forall
// TILE: math.log1p
// TILE: math.log1p
// TILE-NOT: func.call
// TILE: return
func.func @chain(%x: tensor<8x64xf32>, %a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<8x64xf32>)
      inits(%a : tensor<8xf32>)
    reduce #cascade.custom<@logaddexp, 0xFF800000 : f32> -> (d0) (%e) {
      cascade.yield %e : f32
    }
  return %0 : tensor<8xf32>
}

// log(e^a + e^b), symmetric in a and b.
func.func private @logaddexp(%a: f32, %b: f32) -> f32 {
  %ninf = arith.constant 0xFF800000 : f32
  %max = arith.maximumf %a, %b : f32
  %min = arith.minimumf %a, %b : f32
  %d = arith.subf %min, %max : f32
  %e = math.exp %d : f32
  %l = math.log1p %e : f32
  %sum = arith.addf %max, %l : f32
  %empty = arith.cmpf oeq, %min, %ninf : f32
  %r = arith.select %empty, %max, %sum : f32
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @gcd_like
// CHECK: component #cascade.custom<@low_bits, -1 : i32, exact> -> ()
func.func @gcd_like(%x: tensor<?xi32>, %a: tensor<i32>) -> tensor<i32> {
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xi32>)
      state(%a : tensor<i32>)
    component #cascade.custom<@low_bits, -1 : i32, exact> -> () (%e) {
      cascade.yield %e : i32
    }
  return %0 : tensor<i32>
}
func.func private @low_bits(%a: i32, %b: i32) -> i32 {
  %0 = arith.andi %a, %b : i32
  return %0 : i32
}

// -----

func.func @no_function(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected @nobody, which combines the values of reduction 0, to be a function}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    reduce #cascade.custom<@nobody, 0.0 : f32> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}

// -----

func.func @no_such_type(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{monoid #cascade.custom<@combine, 0.000000e+00 : f64> of reduction 0 is not defined on 'f32'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    reduce #cascade.custom<@combine, 0.0 : f64> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}

// -----

func.func @no_three(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected @combine, which combines the values of reduction 0, to have the type of its identity twice, '(f32, f32) -> f32', got '(f32, f32, f32) -> f32'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    reduce #cascade.custom<@combine, 0.0 : f32> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}
// expected-note @+1 {{this function}}
func.func private @combine(%a: f32, %b: f32, %c: f32) -> f32 {
  return %a : f32
}

// -----

func.func @no_body(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected @combine, which combines the values of reduction 0, to have a body of one block}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    reduce #cascade.custom<@combine, 0.0 : f32> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}
// expected-note @+1 {{this function}}
func.func private @combine(f32, f32) -> f32

// -----

func.func @no_effects(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected @combine, which combines the values of reduction 0, to have no side effects, got 'func.call'}}
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%a : tensor<f32>)
    component #cascade.custom<@combine, 0.0 : f32> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}
// expected-note @+1 {{this function}}
func.func private @combine(%a: f32, %b: f32) -> f32 {
  %0 = func.call @combine(%a, %b) : (f32, f32) -> f32
  return %0 : f32
}

// -----

func.func @no_identity(%x: tensor<?xf32>, %a: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    // expected-error @+1 {{expected a float or an integer as identity, got "zero"}}
    reduce #cascade.custom<@combine, "zero"> -> () (%e) {
      cascade.yield %e : f32
    }
  return
}
