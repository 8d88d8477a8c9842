// RUN: redfuser interpret %s --func=online --data=neginf-front | FileCheck %s --check-prefix=WHOLE
// RUN: redfuser interpret %s --func=not_a_fold | FileCheck %s --check-prefix=ONE
// RUN: redfuser interpret %s --func=not_a_fold --bracketing=random --seed=1 | FileCheck %s --check-prefix=MANY
// RUN: for seed in 0 1 2 3 4 5 6 7 8 9; do redfuser interpret %s --func=online --bracketing=random --seed=$seed --input=0.5 | FileCheck %s --check-prefix=EQUAL; done

// Terms read the new values of earlier components, corrections move the old.
// WHOLE: result #0 2xf32:
// EQUAL: result #0 2xf32: [0.5, 0.5]
// EQUAL: result #1 2xf32: [7, 7]
func.func @online(%x: tensor<2x7xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %m0 = arith.constant dense<0xFF800000> : tensor<2xf32>
  %l0 = arith.constant dense<-0.0> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %m, %l = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<2x7xf32>)
      state(%m0, %l0 : tensor<2xf32>, tensor<2xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %max) {
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %0 = arith.subf %a, %ref : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum | %max) {
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %0 = arith.subf %old_max, %ref : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
  return %m, %l : tensor<2xf32>, tensor<2xf32>
}

// Without the correction that the sum needs, partial states do not merge: the
// number of bracketings shows. One step counts what lies below the maximum.
// ONE: result #1 f32: 3
// MANY-NOT: result #1 f32: 3{{$}}
func.func @not_a_fold() -> (f32, f32) {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %m0 = arith.constant dense<0xFF800000> : tensor<f32>
  %l0 = arith.constant dense<0.0> : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m, %l = cascade.fold [axis] ins(%x (d0) : tensor<4xf32>)
      state(%m0, %l0 : tensor<f32>, tensor<f32>)
    component #cascade.maximumf -> () (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> () (%a | %max) {
      %0 = arith.cmpf olt, %a, %max : f32
      %1 = arith.select %0, %one, %zero : f32
      cascade.yield %1 : f32
    }
  %ms = tensor.extract %m[] : tensor<f32>
  %ls = tensor.extract %l[] : tensor<f32>
  return %ms, %ls : f32, f32
}
