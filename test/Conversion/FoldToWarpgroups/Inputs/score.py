"""score.py SCORE RESULT: an attention whose terms modify scores; RESULT bf16 or f32.

%x is a score of the product, %row an integer of the row in memory.
"""

import sys

DISTANCE = """%ki = cascade.index 3
      %ri = cascade.index 1
      %k64 = arith.index_cast %ki : index to i64
      %r64 = arith.index_cast %ri : index to i64
      %dist = arith.subi %k64, %r64 : i64
      """
SCALED = """%sx = arith.mulf %x, %scale : f32
      """
ADD = """%df = arith.sitofp {0} : {1} to f32
      %bias = arith.mulf %df, %slope : f32
      %score = arith.{2}f %sx, %bias : f32"""
CAPPED = """%cap = arith.constant 3.0e1 : f32
      %d = arith.divf %sx, %cap : f32
      %t = math.tanh %d : f32
      """
CONSTANT = """%c = arith.constant {0} : f32
      %score = arith.addf %sx, %c : f32"""
SCORES = {
    "none": "%score = arith.mulf %x, %scale : f32",
    "distance": DISTANCE + SCALED + ADD.format("%dist", "i64", "add"),
    "symmetric": DISTANCE + SCALED + "%abs = math.absi %dist : i64\n      " + ADD.format("%abs", "i64", "sub"),
    "row": SCALED + ADD.format("%row", "i32", "add"),
    "large": SCALED + CONSTANT.format("-1.0e9"),
    "small": SCALED + CONSTANT.format("5.0"),
    "softcap": SCALED + CAPPED + "%score = arith.mulf %t, %cap : f32",
    "masked-softcap": SCALED + CAPPED + """%capped = arith.mulf %t, %cap : f32
      %i0 = arith.constant 0 : i32
      %isMasked = arith.cmpi slt, %row, %i0 : i32
      %score = arith.select %isMasked, %ninf, %capped : f32""",
    "tiny": """%c = arith.constant 1.0e-30 : f32
      %score = arith.divf %x, %c : f32""",
}
ROUND = {"bf16": "%1 = arith.truncf %0 : f32 to bf16", "f32": "%1 = arith.negf %0 : f32"}
TEXT = """func.func @attention(%q: tensor<8x128x128xbf16>, %k: tensor<8x256x128xbf16>, %v: tensor<8x256x128xbf16>, %ids: tensor<8x128xi32>) -> tensor<8x128x128xRESULT> {
  %zero = arith.constant 0.000000e+00 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 8.838834e-02 : f32
  %slope = arith.constant 6.250000e-02 : f32
  %es = tensor.empty() : tensor<8x128x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x128x128xbf16>, tensor<8x256x128xbf16>)
      outs(%s0 : tensor<8x128x256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x128x256xf32>
  %er = tensor.empty() : tensor<8x128xf32>
  %eo = tensor.empty() : tensor<8x128x128xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
  %m, %l, %o = cascade.fold [parallel, parallel, parallel, axis]
      ins(%s (d0, d1, d3), %v (d0, d3, d2), %ids (d0, d1) : tensor<8x128x256xf32>, tensor<8x256x128xbf16>, tensor<8x128xi32>)
      state(%m0, %l0, %o0 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128x128xf32>)
    component #cascade.maximumf -> (d0, d1) (%x, %y, %row) {
      SCORE
      cascade.yield %score : f32
    }
    component #cascade.addf -> (d0, d1) (%x, %y, %row | %max) {
      SCORE
      %e = arith.subf %score, %max : f32
      %p = math.exp %e : f32
      cascade.yield %p : f32
    } correct (%om, %ol, %oo | %max) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %ol, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d1, d2) (%x, %y, %row | %max, %sum) {
      SCORE
      %e = arith.subf %score, %max : f32
      %p = math.exp %e : f32
      %pb = arith.truncf %p : f32 to bf16
      %pf = arith.extf %pb : bf16 to f32
      %yf = arith.extf %y : bf16 to f32
      %py = arith.mulf %pf, %yf : f32
      cascade.yield %py : f32
    } correct (%om, %ol, %oo | %max, %sum) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %oo, %1 : f32
      cascade.yield %2 : f32
    }
  %eb = tensor.empty() : tensor<8x128x128xRESULT>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o, %l : tensor<8x128x128xf32>, tensor<8x128xf32>)
      outs(%eb : tensor<8x128x128xRESULT>) {
  ^bb0(%a: f32, %b: f32, %c: RESULT):
    %0 = arith.divf %a, %b : f32
    ROUND
    linalg.yield %1 : RESULT
  } -> tensor<8x128x128xRESULT>
  return %r : tensor<8x128x128xRESULT>
}
"""

print(TEXT.replace("SCORE", SCORES[sys.argv[1]]).replace("ROUND", ROUND[sys.argv[2]]).replace("RESULT", sys.argv[2]))
