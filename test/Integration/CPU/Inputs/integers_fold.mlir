// Every integer monoid in one fold; results are exact in any bracketing.
func.func @integers(%x: tensor<?x?xf32>) -> (tensor<?xi8>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 100.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e1 = tensor.empty(%rows) : tensor<?xi1>
  %e8 = tensor.empty(%rows) : tensor<?xi8>
  %e32 = tensor.empty(%rows) : tensor<?xi32>
  %i8 = arith.constant 0 : i8
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %imin = arith.constant -2147483648 : i32
  %imax = arith.constant 2147483647 : i32
  %ones = arith.constant -1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %s0 = linalg.fill ins(%i8 : i8) outs(%e8 : tensor<?xi8>) -> tensor<?xi8>
  %s1 = linalg.fill ins(%i1 : i32) outs(%e32 : tensor<?xi32>) -> tensor<?xi32>
  %s2 = linalg.fill ins(%imin : i32) outs(%e32 : tensor<?xi32>) -> tensor<?xi32>
  %s3 = linalg.fill ins(%imax : i32) outs(%e32 : tensor<?xi32>) -> tensor<?xi32>
  %s4 = linalg.fill ins(%i0 : i32) outs(%e32 : tensor<?xi32>) -> tensor<?xi32>
  %s5 = linalg.fill ins(%ones : i32) outs(%e32 : tensor<?xi32>) -> tensor<?xi32>
  %s6 = linalg.fill ins(%true : i1) outs(%e1 : tensor<?xi1>) -> tensor<?xi1>
  %s7 = linalg.fill ins(%false : i1) outs(%e1 : tensor<?xi1>) -> tensor<?xi1>
  %0:9 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s4
        : tensor<?xi8>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi32>)
    component #cascade.addi -> (d0) (%a) {
      %0 = arith.mulf %a, %scale : f32
      %1 = arith.fptosi %0 : f32 to i32
      %2 = arith.trunci %1 : i32 to i8
      cascade.yield %2 : i8
    }
    component #cascade.muli -> (d0) (%a | %0) {
      %1 = arith.mulf %a, %scale : f32
      %2 = arith.fptosi %1 : f32 to i32
      %3 = arith.ori %2, %i1 : i32
      cascade.yield %3 : i32
    }
    component #cascade.maxsi -> (d0) (%a | %0, %1) {
      %2 = arith.mulf %a, %scale : f32
      %3 = arith.fptosi %2 : f32 to i32
      cascade.yield %3 : i32
    }
    component #cascade.minsi -> (d0) (%a | %0, %1, %2) {
      %3 = arith.mulf %a, %scale : f32
      %4 = arith.fptosi %3 : f32 to i32
      cascade.yield %4 : i32
    }
    component #cascade.maxui -> (d0) (%a | %0, %1, %2, %3) {
      %4 = arith.mulf %a, %scale : f32
      %5 = arith.fptosi %4 : f32 to i32
      cascade.yield %5 : i32
    }
    component #cascade.minui -> (d0) (%a | %0, %1, %2, %3, %4) {
      %5 = arith.mulf %a, %scale : f32
      %6 = arith.fptosi %5 : f32 to i32
      cascade.yield %6 : i32
    }
    component #cascade.andi -> (d0) (%a | %0, %1, %2, %3, %4, %5) {
      %6 = arith.cmpf olt, %a, %scale : f32
      cascade.yield %6 : i1
    }
    component #cascade.ori -> (d0) (%a | %0, %1, %2, %3, %4, %5, %6) {
      %7 = arith.cmpf olt, %a, %zero : f32
      cascade.yield %7 : i1
    }
    component #cascade.xori -> (d0) (%a | %0, %1, %2, %3, %4, %5, %6, %7) {
      %8 = arith.mulf %a, %scale : f32
      %9 = arith.fptosi %8 : f32 to i32
      cascade.yield %9 : i32
    }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8 : tensor<?xi8>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi32>
}
