// RUN: redfuser compile %s --target=nvptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx

// A check that a front end leaves in a kernel: what it calls comes with the CUDA
// driver, and was taken for a function of a device library.

// CHECK: .extern .func __assertfail
// CHECK: .entry reciprocal_0
// CHECK: __assertfail,
func.func @reciprocal(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.cmpf one, %in, %zero : f32
    cf.assert %c, "expected an element that is not zero"
    %0 = arith.divf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
