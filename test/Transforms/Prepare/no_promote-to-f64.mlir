// RUN: redfuser-opt %s --redfuser-promote-f64 --allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @no_bitcast(%a: f32) -> i32 {
  // expected-error @+1 {{expected no bit cast of floats in a program that is promoted to f64}}
  %0 = arith.bitcast %a : f32 to i32
  return %0 : i32
}

// -----

// expected-error @+1 {{expected a body for function 'no_external' that takes or returns floats}}
func.func private @no_external(f32)

// -----

func.func @no_unregistered(%a: f32) {
  // expected-error @+1 {{expected a registered op, got 'foo.bar' on floats, which cannot be promoted to f64}}
  "foo.bar"(%a) : (f32) -> ()
  return
}

// -----

// expected-error @+1 {{expected a float type of at most 64 bits, got 'f128'}}
func.func @no_wide(%a: f128) {
  return
}

// -----

func.func @no_elided() -> tensor<2xf32> {
  // expected-error @+1 {{expected the data of dense resource '__elided__' to promote them to f64, but the file does not hold them}}
  %0 = arith.constant dense_resource<__elided__> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
