// RUN: redfuser-opt %s > %t.before
// RUN: redfuser-opt %s --redfuser-tile > %t.after
// RUN: diff %t.before %t.after

// Code without a fold keeps its form, down to what a canonicalizer would remove.
func.func @other(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = arith.addi %c0, %c1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %sum : tensor<?x?xf32>
  %s = tensor.extract_slice %a[0, 0] [%n, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}
