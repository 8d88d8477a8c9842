// Every constraint of the ops (CH: chain and fold, FO: fold, IX: index, YI: yield),
// by the numbers of their descriptions.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics

// CH1: at least one axis dimension.
func.func @ch1_no_axis(%x: tensor<?xf32>, %init: tensor<?xf32>) {
  // expected-error @+1 {{expected at least one axis dimension}}
  %0 = cascade.chain [parallel] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH1: at least one reduction.
func.func @ch1_no_reduction(%x: tensor<?xf32>) {
  // expected-error @+1 {{expected at least one reduction}}
  "cascade.chain"(%x) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [], operandSegmentSizes = array<i32: 1, 0>, result_maps = []}> : (tensor<?xf32>) -> ()
  return
}

// -----

// CH1: iterators are dimension roles.
func.func @ch1_iterators(%init: tensor<f32>) {
  // expected-error @+1 {{expected iterators to be #cascade.dim attributes, got "axis"}}
  "cascade.chain"(%init) <{input_maps = [], iterators = ["axis"], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 0, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
    %c = arith.constant 1.0 : f32
    "cascade.yield"(%c) : (f32) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH2: inputs are ranked tensors.
func.func @ch2_input(%x: memref<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be variadic of ranked tensor of any type values}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (memref<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH2: one map for each input.
func.func @ch2_input_maps(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 1 input maps, got 0}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH2: one result map, monoid and term for each init.
func.func @ch2_counts(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected one result map, monoid and term for each of the 1 inits, got 1, 2 and 1}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf, #cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH2: one result for each init.
func.func @ch2_results(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 1 results, got 0}}
  "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> ()
  return
}

// -----

// CH2: a result has its init's type.
func.func @ch2_result_type(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected result 0 to have its init's type 'tensor<f32>', got 'tensor<f16>'}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f16>
  return
}

// -----

// CH3: distinct dimensions.
func.func @ch3_twice(%x: tensor<?x?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the map of input 0 to name distinct dimensions of the 1 iterators, got affine_map<(d0) -> (d0, d0)>}}
  %0 = cascade.chain [axis] ins(%x (d0, d0) : tensor<?x?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH3: nothing but dimensions.
func.func @ch3_expression(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the map of input 0 to name distinct dimensions of the 1 iterators, got affine_map<(d0) -> (d0 * 2)>}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0 * 2)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH3: from the dimensions of the iterators.
func.func @ch3_num_dims(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the map of input 0 to name distinct dimensions of the 1 iterators, got affine_map<(d0, d1) -> (d1)>}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0, d1) -> (d1)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH3: one for each tensor dimension, of an input ...
func.func @ch3_input_rank(%x: tensor<?x?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 2 dimensions in the map of input 0 of type 'tensor<?x?xf32>', got 1}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?x?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// ... and of a result.
func.func @ch3_result_rank(%x: tensor<?x?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 0 dimensions in the map of reduction 0 of type 'tensor<f32>', got 1}}
  %0 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH4: a result does not vary along the axis.
func.func @ch4_result_axis(%x: tensor<?x?xf32>, %init: tensor<?xf32>) {
  // expected-error @+1 {{expected the result of reduction 0 not to vary along the axis, but its map names d1}}
  %0 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%init : tensor<?xf32>)
    reduce #cascade.addf -> (d1) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH5: static sizes agree between inputs ...
func.func @ch5_inputs(%x: tensor<4x8xf32>, %y: tensor<9xf32>, %init: tensor<4xf32>) {
  // expected-error @+1 {{expected dimension d1 to have size 8 everywhere, got 9 in 'tensor<9xf32>'}}
  %0 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d1) : tensor<4x8xf32>, tensor<9xf32>)
      inits(%init : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
  return
}

// -----

// ... and between an input and an init.
func.func @ch5_init(%x: tensor<4x8xf32>, %init: tensor<5xf32>) {
  // expected-error @+1 {{expected dimension d0 to have size 4 everywhere, got 5 in 'tensor<5xf32>'}}
  %0 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x8xf32>)
      inits(%init : tensor<5xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH6: some operand says how large each dimension is.
func.func @ch6_unnamed(%x: tensor<?xf32>, %init: tensor<?xf32>) {
  // expected-error @+1 {{expected dimension d1 to be a dimension of some input or init}}
  %0 = cascade.chain [parallel, axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// CH7: floating-point monoids are not defined on integers.
func.func @ch7_type(%x: tensor<?xi32>, %init: tensor<i32>) {
  // expected-error @+1 {{monoid #cascade.maximumf of reduction 0 is not defined on 'i32'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xi32>)
      inits(%init : tensor<i32>)
    reduce #cascade.maximumf -> () (%a) {
      cascade.yield %a : i32
    }
  return
}

// -----

// CH7: a type without infinities has no identity for a maximum.
func.func @ch7_no_infinity(%x: tensor<?xf8E4M3FN>, %init: tensor<f8E4M3FN>) {
  // expected-error @+1 {{monoid #cascade.maximumf of reduction 0 is not defined on 'f8E4M3FN'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf8E4M3FN>)
      inits(%init : tensor<f8E4M3FN>)
    reduce #cascade.maximumf -> () (%a) {
      cascade.yield %a : f8E4M3FN
    }
  return
}

// -----

// CH7: a monoid is needed, in generic form too.
func.func @ch7_no_monoid(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected a monoid such as #cascade.addf for reduction 0, got "add"}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = ["add"], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH8: as many term arguments as inputs and earlier results.
func.func @ch8_arguments(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 1 arguments of the term of reduction 0, got 2}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32, %b: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH8: of the operands' element types.
func.func @ch8_argument_type(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected argument 0 of the term of reduction 0 to be 'f32', got 'f64'}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f64):
    %0 = arith.truncf %a : f64 to f32
    "cascade.yield"(%0) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH8: the term's value has the element type of the init.
func.func @ch8_yield_type(%x: tensor<?xf16>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf16>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{expected a value of type 'f32', got 'f16'}}
      cascade.yield %a : f16
    }
  return
}

// -----

// CH8, YI1: exactly one value.
func.func @ch8_yield_count(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{expected one value of type 'f32', got 2}}
      cascade.yield %a, %a : f32, f32
    }
  return
}

// -----

// CH8, YI1: none is too few.
func.func @ch8_yield_nothing(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{expected one value of type 'f32', got 0}}
      cascade.yield
    }
  return
}

// -----

// CH8: a term ends with cascade.yield.
func.func @ch8_terminator(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the term of reduction 0 to end with cascade.yield}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      llvm.unreachable
    }
  return
}

// -----

// CH8: a term has a body.
func.func @ch8_body(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the term of reduction 0 to have a body}}
  %0 = "cascade.fold"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  }, {
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH8: straight-line code.
func.func @ch8_blocks(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expects region #0 to have 0 or 1 blocks}}
  %0 = "cascade.chain"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    cf.br ^bb1
  ^bb1:
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CH9: an input that varies along a dimension which the result lacks.
func.func @ch9_input(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %init: tensor<?xf32>, %all: tensor<?x?xf32>) {
  // expected-error @+1 {{expected the term of reduction 0 to use only values whose dimensions lie in its domain (d0, d1), but argument 1 varies along (d1, d2); remove the use, or add the dimension to the result}}
  %0:2 = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %y (d1, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%init, %all : tensor<?xf32>, tensor<?x?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.mulf %a, %b : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%a, %b | %s) {
      cascade.yield %b : f32
    }
  return
}

// -----

// CH9: an earlier result that varies along a dimension which this result lacks.
func.func @ch9_reference(%x: tensor<?x?xf32>, %init: tensor<?xf32>, %one: tensor<f32>) {
  // expected-error @+1 {{expected the term of reduction 1 to use only values whose dimensions lie in its domain (d1), but argument 1 varies along (d0)}}
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%init, %one : tensor<?xf32>, tensor<f32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> () (%a | %s) {
      cascade.yield %s : f32
    }
  return
}

// -----

// CH10: no side effects.
func.func private @print(f32)
func.func @ch10_call(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the term of reduction 0 to have no side effects, got 'func.call'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-note @+1 {{this op may have side effects}}
      func.call @print(%a) : (f32) -> ()
      cascade.yield %a : f32
    }
  return
}

// -----

// CH10: nor reads of memory that others may write, nested or not.
func.func @ch10_load(%x: tensor<?xf32>, %m: memref<f32>, %c: i1, %init: tensor<f32>) {
  // expected-error @+1 {{expected the term of reduction 0 to have no side effects, got 'scf.if'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-note @+1 {{this op may have side effects}}
      %1 = scf.if %c -> f32 {
        %2 = memref.load %m[] : memref<f32>
        scf.yield %2 : f32
      } else {
        scf.yield %a : f32
      }
      cascade.yield %1 : f32
    }
  return
}

// -----

// The constraints of a chain hold for a fold, with its words for the parts.
func.func @fold_ch4(%x: tensor<?x?xf32>, %init: tensor<?xf32>) {
  // expected-error @+1 {{'cascade.fold' op expected the result of reduction 0 not to vary along the axis, but its map names d1}}
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init : tensor<?xf32>)
    component #cascade.addf -> (d1) (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// FO1: a term and a correction region for each component.
func.func @fo1_regions(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected a term and a correction region for each of the 1 components, got 1 regions}}
  %0 = "cascade.fold"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// FO1: all old values, then the earlier new ones.
func.func @fo1_arguments(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 1 arguments of the correction of component 0, got 2}}
  %0 = "cascade.fold"(%x, %init) <{input_maps = [affine_map<(d0) -> (d0)>], iterators = [#cascade.dim<axis>], monoids = [#cascade.addf], operandSegmentSizes = array<i32: 1, 1>, result_maps = [affine_map<(d0) -> ()>]}> ({
  ^bb0(%a: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }, {
  ^bb0(%a: f32, %b: f32):
    "cascade.yield"(%a) : (f32) -> ()
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// FO1: one value of the component's type.
func.func @fo1_yield(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init : tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    } correct (%old) {
      %0 = arith.extf %old : f32 to f64
      // expected-error @+1 {{expected a value of type 'f32', got 'f64'}}
      cascade.yield %0 : f64
    }
  return
}

// -----

// FO1, CH10: a correction has no side effects.
func.func @fo1_effects(%x: tensor<?xf32>, %m: memref<f32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected the correction of component 0 to have no side effects, got 'memref.store'}}
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init : tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    } correct (%old) {
      // expected-note @+1 {{this op may have side effects}}
      memref.store %old, %m[] : memref<f32>
      cascade.yield %old : f32
    }
  return
}

// -----

// FO2: a correction knows only its own dimensions: an old value ...
func.func @fo2_old(%x: tensor<?x?xf32>, %init: tensor<?xf32>, %one: tensor<f32>) {
  // expected-error @+1 {{expected the correction of component 0 to use only values whose dimensions lie in its domain (), but argument 1 varies along (d0)}}
  %0:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%one, %init : tensor<f32>, tensor<?xf32>)
    component #cascade.addf -> () (%a) {
      %c = arith.constant 1.0 : f32
      cascade.yield %c : f32
    } correct (%old_one, %old) {
      cascade.yield %old : f32
    }
    component #cascade.addf -> (d0) (%a | %n) {
      cascade.yield %a : f32
    }
  return
}

// -----

// ... and a new one.
func.func @fo2_new(%x: tensor<?x?xf32>, %init: tensor<?xf32>, %one: tensor<f32>) {
  // expected-error @+1 {{expected the correction of component 1 to use only values whose dimensions lie in its domain (), but argument 2 varies along (d0)}}
  %0:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init, %one : tensor<?xf32>, tensor<f32>)
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> () (%a | %s) {
      %c = arith.constant 1.0 : f32
      cascade.yield %c : f32
    } correct (%old, %old_one | %new) {
      cascade.yield %new : f32
    }
  return
}

// -----

// IX1: inside a chain or fold.
func.func @ix1_outside() -> index {
  // expected-error @+1 {{expected to be inside a term of cascade.chain or cascade.fold}}
  %0 = cascade.index 0
  return %0 : index
}

// -----

// IX1: of a dimension in the term's domain.
func.func @ix1_domain(%x: tensor<?xf32>, %init: tensor<f32>, %rows: tensor<?xf32>) {
  %0:2 = cascade.chain [parallel, axis] ins(%x (d1) : tensor<?xf32>)
      inits(%init, %rows : tensor<f32>, tensor<?xf32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{expected a dimension in the domain of reduction 0, got d0}}
      %i = cascade.index 0
      %f = arith.index_cast %i : index to i32
      %g = arith.sitofp %f : i32 to f32
      cascade.yield %g : f32
    }
    reduce #cascade.addf -> (d0) (%a | %s) {
      cascade.yield %a : f32
    }
  return
}

// -----

// IX1: of a dimension that exists.
func.func @ix1_range(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{expected a dimension in the domain of reduction 0, got d7}}
      %i = cascade.index 7
      cascade.yield %a : f32
    }
  return
}

// -----

// IX1: dimensions count from zero.
func.func @ix1_negative(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      // expected-error @+1 {{attribute 'dim' failed to satisfy constraint}}
      %i = cascade.index -1
      cascade.yield %a : f32
    }
  return
}

// -----

// IX1: not in a correction, which belongs to no position.
func.func @ix1_correction(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init : tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    } correct (%old) {
      // expected-error @+1 {{expected to be inside a term, not a correction: a correction has no position along the axis}}
      %i = cascade.index 0
      cascade.yield %old : f32
    }
  return
}

// -----

// YI1: ends a region of a chain or fold.
func.func @yi1_outside() {
  // expected-error @+1 {{expects parent op to be one of 'cascade.chain, cascade.fold'}}
  cascade.yield
}

// -----

// CH6: without inputs nothing says how long the axis is.
func.func @ch6_no_inputs(%init: tensor<f32>) {
  // expected-error @+1 {{expected dimension d0 to be a dimension of some input or init}}
  %0 = cascade.chain [axis] ins() inits(%init : tensor<f32>)
    reduce #cascade.addf -> () () {
      %c = arith.constant 1.0 : f32
      cascade.yield %c : f32
    }
  return
}
