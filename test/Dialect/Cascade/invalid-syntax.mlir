// Every error of the custom assembly of chain and fold.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics

func.func @dim_kind(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected 'parallel' or 'axis', got 'reduction'}}
  %0 = cascade.chain [reduction] ins(%x (d0) : tensor<?xf32>)
  return
}

// -----

func.func @dim_name(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected a dimension d0, d1, ...}}
  %0 = cascade.chain [axis] ins(%x (i) : tensor<?xf32>)
  return
}

// -----

func.func @dim_number(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected a dimension d0, d1, ...}}
  %0 = cascade.chain [axis] ins(%x (d99999999999) : tensor<?xf32>)
  return
}

// -----

func.func @dim_range(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected a dimension below d1, got d1}}
  %0 = cascade.chain [axis] ins(%x (d1) : tensor<?xf32>)
  return
}

// -----

func.func @input_types(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{number of operands and types do not match}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>, tensor<?xf32>)
      inits(%init : tensor<f32>)
  return
}

// -----

func.func @input_memref(%x: memref<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{expected ranked tensors, got 'memref<?xf32>'}}
  %0 = cascade.chain [axis] ins(%x (d0) : memref<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @init_unranked(%x: tensor<?xf32>, %init: tensor<*xf32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      // expected-error @+1 {{expected ranked tensors, got 'tensor<*xf32>'}}
      inits(%init : tensor<*xf32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @too_few_reductions(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0:2 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init, %init : tensor<f32>, tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  // expected-error @+1 {{expected 'reduce' (one for each of the 2 inits)}}
  return
}

// -----

func.func @too_many_reductions(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
    // expected-error @+1 {{expected no more than one 'reduce' for each of the 1 inits}}
    reduce #cascade.addf -> () (%a | %b) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @chain_is_no_fold(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      // expected-error @+1 {{expected 'inits'}}
      state(%init : tensor<f32>)
  return
}

// -----

func.func @chain_has_no_correction(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    // expected-error @+1 {{unexpected 'correct': only a component of cascade.fold has a correction}}
    } correct (%old) {
      cascade.yield %old : f32
    }
  return
}

// -----

func.func @monoid(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    // expected-error @+1 {{expected a monoid such as #cascade.addf, got "sum"}}
    reduce "sum" -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @too_few_arguments(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis]
      ins(%x (d0), %x (d0) : tensor<?xf32>, tensor<?xf32>)
      inits(%init : tensor<f32>)
    // expected-error @+1 {{expected 2 arguments, one for each input, got 1}}
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @too_many_references(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0:2 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init, %init : tensor<f32>, tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
    // expected-error @+1 {{expected 1 arguments after '|', one for each earlier result, got 2}}
    reduce #cascade.addf -> () (%a | %b, %c) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @no_references(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    // expected-error @+1 {{expected 0 arguments after '|', one for each earlier result, got 1}}
    reduce #cascade.addf -> () (%a | %b) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @missing_references(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0:2 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init, %init : tensor<f32>, tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
    // expected-error @+1 {{expected 1 arguments after '|', one for each earlier result, got 0}}
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @correction_arguments(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0:2 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init, %init : tensor<f32>, tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    // expected-error @+1 {{expected 2 arguments, one for each component, got 1}}
    } correct (%old) {
      cascade.yield %old : f32
    }
    component #cascade.addf -> () (%a | %n) {
      cascade.yield %a : f32
    }
  return
}
