// Moments and counts over an axis that f32 does not count: see long-axis.test.

// Mean and variance of x + position / 2^23: rows that rise, whose mean moves as long as
// they are.
func.func @rising_variance(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %l = tensor.dim %x, %c1 : tensor<?x?xf32>
  %li = arith.index_cast %l : index to i64
  %lf = arith.sitofp %li : i64 to f32
  %e = tensor.empty(%n, %l) : tensor<?x?xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %scale = arith.constant 1.1920928955078125e-07 : f32
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to i32
    %q = arith.sitofp %p : i32 to f32
    %r = arith.mulf %q, %scale : f32
    %s = arith.addf %a, %r : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %er = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%v : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<?xf32>) outs(%er : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.divf %a, %lf : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%v, %mean : tensor<?x?xf32>, tensor<?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %s = arith.mulf %d, %d : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %variance = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%squares : tensor<?xf32>) outs(%er : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.divf %a, %lf : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %mean, %variance : tensor<?xf32>, tensor<?xf32>
}

// How often the maximum is there, counted in f32.
func.func @count_maxima(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %er = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %g = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%g : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %count = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %is = arith.cmpf oeq, %a, %m : f32
    %one = arith.uitofp %is : i1 to f32
    %s = arith.addf %o, %one : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %count : tensor<?xf32>
}
