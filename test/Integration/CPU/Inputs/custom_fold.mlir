// Log-sum-exp by a monoid of the program: log(e^a + e^b).
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

func.func @logsumexp(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%init : tensor<?xf32>)
    reduce #cascade.custom<@logaddexp, 0xFF800000 : f32> -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %0 : tensor<?xf32>
}
