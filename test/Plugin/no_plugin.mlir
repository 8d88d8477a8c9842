// Without the plug-in stock mlir-opt knows no cascade dialect, so that the other
// tests of this folder show what the plug-in brings.
// REQUIRES: plugin
// RUN: not mlir-opt %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}cascade
func.func @f() {
  cascade.yield
}
