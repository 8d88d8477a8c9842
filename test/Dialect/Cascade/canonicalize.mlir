// RUN: redfuser-opt %s -canonicalize -split-input-file | FileCheck %s

// Static sizes behind casts reach inputs, inits and results.
// CHECK-LABEL: func.func @cast
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>, %[[INIT:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[R:.*]] = cascade.chain
// CHECK-NEXT: ins(%[[X]] (d0, d1) : tensor<4x8xf32>)
// CHECK-NEXT: inits(%[[INIT]] : tensor<4xf32>)
// CHECK: %[[CAST:.*]] = tensor.cast %[[R]] : tensor<4xf32> to tensor<?xf32>
// CHECK: return %[[CAST]]
func.func @cast(%x: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<?xf32> {
  %a = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  %b = tensor.cast %init : tensor<4xf32> to tensor<?xf32>
  %0 = cascade.chain [parallel, axis] ins(%a (d0, d1) : tensor<?x?xf32>)
      inits(%b : tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// The size of a result is the size of its init.
// CHECK-LABEL: func.func @dim
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[INIT:[a-z0-9]+]]: tensor<?xf32>
// CHECK: %[[DIM:.*]] = tensor.dim %[[INIT]]
// CHECK-NOT: cascade.fold
// CHECK: return %[[DIM]]
func.func @dim(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init : tensor<?xf32>)
    component #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// One tensor given twice is read once.
// CHECK-LABEL: func.func @merge_inputs
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK: cascade.chain [parallel, axis]
// CHECK-NEXT: ins(%[[X]] (d0, d1) : tensor<?x?xf32>)
// CHECK: (%[[E:.*]]) {
// CHECK-NEXT: arith.mulf %[[E]], %[[E]] : f32
func.func @merge_inputs(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %x (d0, d1) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%init : tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %p = arith.mulf %a, %b : f32
      cascade.yield %p : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// The same tensor through another map is another input.
// CHECK-LABEL: func.func @no_merge_inputs
// CHECK: ins(%{{.*}} (d0, d1), %{{.*}} (d1, d0)
func.func @no_merge_inputs(%x: tensor<4x4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %x (d1, d0) : tensor<4x4xf32>, tensor<4x4xf32>)
      inits(%init : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %p = arith.mulf %a, %b : f32
      cascade.yield %p : f32
    }
  return %0 : tensor<4xf32>
}

// -----

// Attention of which only the row sums are used: the output reduction, its values
// and its columns disappear, and positions are numbered anew.
// CHECK-LABEL: func.func @unused_reduction
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<?x?xf32>, %[[S:[a-z0-9]+]]: tensor<?x?xf32>, %[[M0:[a-z0-9]+]]: tensor<?xf32>, %[[L0:[a-z0-9]+]]: tensor<?xf32>, %{{.*}}: tensor<?x?xf32>
// CHECK: %[[R:.*]]:2 = cascade.chain [parallel, axis]
// CHECK-NEXT: ins(%[[S]] (d0, d1) : tensor<?x?xf32>)
// CHECK-NEXT: inits(%[[M0]], %[[L0]] : tensor<?xf32>, tensor<?xf32>) {note}
// CHECK-NEXT: reduce #cascade.maximumf -> (d0) (%{{.*}}) {
// CHECK: reduce #cascade.addf -> (d0) (%{{.*}} | %{{.*}}) {
// CHECK-NEXT: cascade.index 1
// CHECK-NOT: reduce
// CHECK: return %[[R]]#1
func.func @unused_reduction(%v: tensor<?x?xf32>, %s: tensor<?x?xf32>, %m0: tensor<?xf32>,
    %l0: tensor<?xf32>, %o0: tensor<?x?xf32>) -> tensor<?xf32> {
  %m, %o, %l = cascade.chain [parallel, parallel, axis]
      ins(%v (d2, d1), %s (d0, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%m0, %o0, %l0 : tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>) {note}
    reduce #cascade.maximumf -> (d0) (%y, %x) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0, d1) (%y, %x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = arith.mulf %0, %y : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%y, %x | %max, %out) {
      %i = cascade.index 2
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %f : f32
      cascade.yield %2 : f32
    }
  return %l : tensor<?xf32>
}

// -----

// A result that only a later reduction reads is used.
// CHECK-LABEL: func.func @no_unused_reduction
// CHECK: reduce #cascade.maximumf
// CHECK: reduce #cascade.addf
func.func @no_unused_reduction(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%init, %init : tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %max) {
      %s = arith.subf %a, %max : f32
      cascade.yield %s : f32
    }
  return %0#1 : tensor<?xf32>
}

// -----

// A component is used where a used one's correction reads its old value, though
// that one comes first.
// CHECK-LABEL: func.func @no_unused_component
// CHECK: component #cascade.addf
// CHECK: component #cascade.maximumf
func.func @no_unused_component(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init, %init : tensor<?xf32>, tensor<?xf32>)
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    } correct (%old, %old_max) {
      %s = arith.mulf %old, %old_max : f32
      cascade.yield %s : f32
    }
    component #cascade.maximumf -> (d0) (%a | %sum) {
      cascade.yield %a : f32
    }
  return %0#0 : tensor<?xf32>
}

// -----

// A component that only its own correction and a dead one read is dropped.
// CHECK-LABEL: func.func @unused_component
// CHECK: %[[R:.*]] = cascade.fold [parallel, axis]
// CHECK: component #cascade.maximumf -> (d0) (%{{.*}}) {
// CHECK-NOT: component
// CHECK: return %[[R]]
func.func @unused_component(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0:3 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init, %init, %init : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %max) {
      cascade.yield %a : f32
    } correct (%old_max, %old_sum, %old_other | %max) {
      %s = arith.mulf %old_sum, %max : f32
      cascade.yield %s : f32
    }
    component #cascade.addf -> (d0) (%a | %max, %sum) {
      %s = arith.mulf %a, %sum : f32
      cascade.yield %s : f32
    }
  return %0#0 : tensor<?xf32>
}

// -----

// Corrections are renumbered with the components that they read.
// CHECK-LABEL: func.func @renumber_correction
// CHECK: %[[R:.*]]:2 = cascade.fold
// CHECK: component #cascade.maximumf -> (d0) (%{{.*}}) {
// CHECK: component #cascade.addf -> (d0) (%{{.*}} | %{{.*}}) {
// CHECK: } correct (%[[OLD_MAX:.*]], %[[OLD:.*]] | %[[NEW_MAX:.*]]) {
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[OLD_MAX]], %[[NEW_MAX]]
// CHECK-NEXT: arith.mulf %[[OLD]], %[[D]]
// CHECK: return %[[R]]#1
func.func @renumber_correction(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0:3 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%init, %init, %init : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    component #cascade.mulf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.maximumf -> (d0) (%a | %product) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %product, %max) {
      %s = arith.subf %a, %max : f32
      cascade.yield %s : f32
    } correct (%old_product, %old_max, %old | %product, %max) {
      %d = arith.subf %old_max, %max : f32
      %s = arith.mulf %old, %d : f32
      cascade.yield %s : f32
    }
  return %0#2 : tensor<?xf32>
}

// -----

// An input that no term uses goes ...
// CHECK-LABEL: func.func @unused_input
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: ins(%[[X]] (d0, d1) : tensor<4x8xf32>)
func.func @unused_input(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cascade.chain [parallel, axis]
      ins(%y (d1), %x (d0, d1) : tensor<8xf32>, tensor<4x8xf32>)
      inits(%init : tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%b, %a) {
      cascade.yield %a : f32
    }
  return %0 : tensor<4xf32>
}

// -----

// ... unless only it says how long the axis is ...
// CHECK-LABEL: func.func @no_unused_input
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32>
// CHECK: ins(%[[X]] (d0) : tensor<?xf32>)
func.func @no_unused_input(%x: tensor<?xf32>, %y: tensor<?xf32>, %init: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 1.0 : f32
  %0 = cascade.chain [axis] ins(%x (d0), %y (d0) : tensor<?xf32>, tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a, %b) {
      cascade.yield %c : f32
    }
  return %0 : tensor<f32>
}

// -----

// ... or only it says so statically.
// CHECK-LABEL: func.func @no_unused_static_input
// CHECK: ins(%{{.*}} (d0), %{{.*}} (d0) : tensor<?xf32>, tensor<8xf16>)
func.func @no_unused_static_input(%x: tensor<?xf32>, %y: tensor<8xf16>, %init: tensor<f32>) -> tensor<f32> {
  %0 = cascade.chain [axis] ins(%x (d0), %y (d0) : tensor<?xf32>, tensor<8xf16>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a, %b) {
      cascade.yield %a : f32
    }
  return %0 : tensor<f32>
}

// -----

// A correction that changes nothing is none.
// CHECK-LABEL: func.func @identity_correction
// CHECK: component #cascade.addf
// CHECK-NOT: correct
// CHECK: return
func.func @identity_correction(%x: tensor<?xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init : tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    } correct (%old) {
      cascade.yield %old : f32
    }
  return %0 : tensor<f32>
}

// -----

// Another component's old value is no identity.
// CHECK-LABEL: func.func @no_identity_correction
// CHECK: component
// CHECK: correct (%[[OLD:.*]], %{{.*}} | %{{.*}}) {
// CHECK-NEXT: cascade.yield %[[OLD]]
func.func @no_identity_correction(%x: tensor<?xf32>, %init: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%init, %init : tensor<f32>, tensor<f32>)
    component #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    } correct (%old, %old_other) {
      %c = arith.constant 2.0 : f32
      %s = arith.mulf %old, %c : f32
      cascade.yield %s : f32
    }
    component #cascade.addf -> () (%a | %new) {
      cascade.yield %a : f32
    } correct (%old, %old_other | %new) {
      cascade.yield %old : f32
    }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// A chain that nobody reads disappears.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<?xf32>, %init: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

// A cast that hides a static size is read through; the result is cast back.
// CHECK-LABEL: func.func @fold_casts
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[M:.*]]: tensor<4xf32>)
// CHECK: %[[F:.*]] = cascade.fold
// CHECK-NEXT: ins(%[[X]] (d0, d1) : tensor<4x8xf32>)
// CHECK-NEXT: state(%[[M]] : tensor<4xf32>)
// CHECK: %[[C:.*]] = tensor.cast %[[F]] : tensor<4xf32> to tensor<?xf32>
// CHECK: return %[[C]]
func.func @fold_casts(%x: tensor<4x8xf32>, %m: tensor<4xf32>) -> tensor<?xf32> {
  %xc = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  %mc = tensor.cast %m : tensor<4xf32> to tensor<?xf32>
  %0 = cascade.fold [parallel, axis] ins(%xc (d0, d1) : tensor<?x?xf32>) state(%mc : tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// A companion keeps its partner, under its new number.
// CHECK-LABEL: func.func @partner
// CHECK: cascade.fold
// CHECK: component #cascade.addi -> (d0)
// CHECK: component #cascade.mean<weight = 0> -> (d0)
// CHECK-NOT: component
func.func @partner(%x: tensor<?x?xf32>, %m0: tensor<?xf32>, %n0: tensor<?xi64>) -> tensor<?xf32> {
  %one = arith.constant 1 : i64
  %0:3 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%m0, %n0, %m0 : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    component #cascade.addi -> (d0) (%e | %max) {
      cascade.yield %one : i64
    }
    component #cascade.mean<weight = 1> -> (d0) (%e | %max, %n) {
      cascade.yield %e : f32
    }
  return %0#2 : tensor<?xf32>
}
