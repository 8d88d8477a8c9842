// Programs that look like a fusable chain and are none, or are another one. Each gives
// what the unfused program gives; those named no_* stay unfused.
//
// RUN: redfuser run --suite=%S/Inputs/look-alikes.jsonl
// RUN: redfuser explain %s | FileCheck %s
// RUN: redfuser explain %s | grep -A1 '^function no_' | not grep 'fused into one pass'

#xy = affine_map<(d0, d1) -> (d0, d1)>
#yx = affine_map<(d0, d1) -> (d1, d0)>
#x = affine_map<(d0, d1) -> (d0)>
#y = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>
#mm = affine_map<(d0, d1, d2) -> (d0, d2)>
#mk = affine_map<(d0, d1, d2) -> (d0, d1)>
#km = affine_map<(d0, d1, d2) -> (d1, d0)>
#kn = affine_map<(d0, d1, d2) -> (d1, d2)>
#m = affine_map<(d0, d1, d2) -> (d0)>

// A maximum that starts at 0 is another one.
// CHECK-LABEL: function max_from_zero
// CHECK-NEXT: fused into one pass
func.func @max_from_zero(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0.0 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// A maximum that starts above all scores.
// CHECK-LABEL: function max_from_large
// CHECK-NEXT: fused into one pass
func.func @max_from_large(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 50.0 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The lowest finite number is not -inf.
// CHECK-LABEL: function max_from_lowest
// CHECK-NEXT: fused into one pass
func.func @max_from_lowest(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF7FFFFF : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The sum starts at the maximum of the row.
func.func @sum_from_result(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%m : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of rows, the sum of columns.
func.func @no_wrong_axis(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#yx, #y, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of the transposed matrix.
func.func @no_transposed(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#yx, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of another tensor.
func.func @no_other_operand(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%y, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// Another scale in the exponent than in the maximum.
func.func @no_other_scale(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %h = arith.constant 0.5 : f32
    %s = arith.mulf %a0, %h : f32
    %r = arith.maximumf %s, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %h = arith.constant 0.75 : f32
    %s = arith.mulf %a0, %h : f32
    %d = arith.subf %s, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The minimum: exp(x - min x) has no bound.
func.func @no_minimum(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %pinf_c = arith.constant 0x7F800000 : f32
  %pinf_e = tensor.empty() : tensor<8xf32>
  %pinf = linalg.fill ins(%pinf_c : f32) outs(%pinf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%pinf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.minimumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// exp(x + max x).
func.func @no_added_max(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.addf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// exp(2x - max x).
func.func @no_doubled(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %h = arith.constant 2.0 : f32
    %s = arith.mulf %a0, %h : f32
    %d = arith.subf %s, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// exp(max x - x).
func.func @no_reversed(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a1, %a0 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The exponent is relative to max(max x, 0).
func.func @no_clamped_max(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %h = arith.constant 0.0 : f32
    %c = arith.maximumf %a1, %h : f32
    %d = arith.subf %a0, %c : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of half of the row.
func.func @no_half_row(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %half = tensor.extract_slice %x[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%half : tensor<8x4xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of the next row.
func.func @no_next_row(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %rest = tensor.extract_slice %m[1] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %first = tensor.extract_slice %m[0] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %next = tensor.concat dim(0) %rest, %first : (tensor<7xf32>, tensor<1xf32>) -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %next : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maximum of even positions, the sum of all.
func.func @no_even_positions(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %i = linalg.index 1 : index
    %one = arith.constant 1 : index
    %bit = arith.andi %i, %one : index
    %null = arith.constant 0 : index
    %even = arith.cmpi eq, %bit, %null : index
    %low = arith.constant 0xFF800000 : f32
    %s = arith.select %even, %a0, %low : f32
    %r = arith.maximumf %s, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The accumulator is scaled as it goes.
func.func @no_accumulator_scaled(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %h = arith.constant 0.5 : f32
    %s = arith.mulf %acc, %h : f32
    %r = arith.addf %t, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The accumulator saturates.
func.func @no_accumulator_clamped(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %h = arith.constant 1.5 : f32
    %s = arith.addf %t, %acc : f32
    %r = arith.minimumf %s, %h : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The term reads what was accumulated.
func.func @no_accumulator_in_term(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %s = arith.mulf %t, %acc : f32
    %u = arith.addf %s, %t : f32
    %r = arith.addf %u, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// A sigmoid relative to the maximum.
func.func @no_sigmoid(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a1, %a0 : f32
    %e = math.exp %d : f32
    %one = arith.constant 1.0 : f32
    %q = arith.addf %e, %one : f32
    %t = arith.divf %one, %q : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The temperature is a statistic of the row.
func.func @no_temperature(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.divf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// A power of the maximum.
func.func @no_power(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %p = math.absf %a1 : f32
    %q = math.absf %a0 : f32
    %t = math.powf %q, %p : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The sum of distances from the mean.
func.func @no_distance(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %h = arith.constant 0.125 : f32
    %t = arith.mulf %a0, %h : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.absf %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The maxima of rows, summed along the other axis.
func.func @no_sum_along_result(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#y, #x], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %t = math.exp %a0 : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The probabilities of rows weight the rows of V: softmax fuses, the product does not.
// CHECK-LABEL: function values_of_rows
// CHECK-NEXT: fused into one pass
func.func @values_of_rows(%x: tensor<8x8xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %o0_c = arith.constant 0.0 : f32
  %o0_e = tensor.empty() : tensor<8x4xf32>
  %o0 = linalg.fill ins(%o0_c : f32) outs(%o0_e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %o = linalg.generic {indexing_maps = [#km, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>, #kn, #mm], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %m, %l, %v : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>) outs(%o0 : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %a2 : f32
    %t = arith.mulf %p, %a3 : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8x4xf32>
  return %o : tensor<8x4xf32>
}

// Divided by the sum of the exponentials of another tensor.
func.func @other_normalizer(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%y, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %o0_c = arith.constant 0.0 : f32
  %o0_e = tensor.empty() : tensor<8x4xf32>
  %o0 = linalg.fill ins(%o0_c : f32) outs(%o0_e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %o = linalg.generic {indexing_maps = [#mk, #m, #m, #kn, #mm], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %m, %l, %v : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>) outs(%o0 : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %a2 : f32
    %t = arith.mulf %p, %a3 : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8x4xf32>
  return %o : tensor<8x4xf32>
}

// Both results are written over one destination.
func.func @shared_destination(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %null = arith.constant 0.0 : f32
  %zero = linalg.fill ins(%null : f32) outs(%m : tensor<8xf32>) -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The sum of exp x and a product relative to the maximum.
// CHECK-LABEL: function sum_without_shift
// CHECK-NEXT: fused into one pass
func.func @sum_without_shift(%x: tensor<8x8xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<8xf32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<8xf32>) -> tensor<8xf32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#xy, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %t = math.exp %a0 : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %o0_c = arith.constant 0.0 : f32
  %o0_e = tensor.empty() : tensor<8x4xf32>
  %o0 = linalg.fill ins(%o0_c : f32) outs(%o0_e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %o = linalg.generic {indexing_maps = [#mk, #m, #m, #kn, #mm], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %m, %l, %v : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>) outs(%o0 : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %a2 : f32
    %t = arith.mulf %p, %a3 : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8x4xf32>
  return %o : tensor<8x4xf32>
}

// One maximum of the whole matrix; sums of rows relative to it.
func.func @max_of_all(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %minf_c = arith.constant 0xFF800000 : f32
  %minf_e = tensor.empty() : tensor<f32>
  %minf = linalg.fill ins(%minf_c : f32) outs(%minf_e : tensor<f32>) -> tensor<f32>
  %zero_c = arith.constant 0.0 : f32
  %zero_e = tensor.empty() : tensor<8xf32>
  %zero = linalg.fill ins(%zero_c : f32) outs(%zero_e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#xy, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%minf : tensor<f32>) {
  ^bb0(%a0: f32, %acc: f32):
    %r = arith.maximumf %a0, %acc : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %l = linalg.generic {indexing_maps = [#xy, #none, #x], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<8x8xf32>, tensor<f32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %d = arith.subf %a0, %a1 : f32
    %t = math.exp %d : f32
    %r = arith.addf %t, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %l : tensor<8xf32>
}
