// MaskedSDPA on 8x128x64, 8x160x64, 8x160x64, 128x160 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @sdpa_mask_3d_f32_dynamic(%arg0: tensor<?x?x64xf32>, %arg1: tensor<?x?x64xf32>, %arg2: tensor<?x?x64xf32>, %arg3: tensor<?x?xf32>) -> tensor<?x?x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64_i64 = arith.constant 64 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg1, %c1 : tensor<?x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg2, %c0 : tensor<?x?x64xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg3, %c0 : tensor<?x?xf32>
    %2 = arith.index_cast %dim_3 : index to i64
    %dim_4 = tensor.dim %arg1, %c0 : tensor<?x?x64xf32>
    %3 = tensor.empty(%dim_4, %dim) : tensor<?x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x?x64xf32>) outs(%3 : tensor<?x64x?xf32>) permutation = [0, 2, 1] 
    %4 = arith.cmpi sge, %1, %c0_i64 : i64
    cf.assert %4, "unimplemented: dynamic negative broadcast sizes"
    %5 = arith.cmpi sge, %2, %c0_i64 : i64
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    %6 = tensor.empty(%dim_2, %dim_3) : tensor<?x?x64xf32>
    %7 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%6 : tensor<?x?x64xf32>) {
    ^bb0(%out: f32):
      %103 = linalg.index 0 : index
      %104 = linalg.index 1 : index
      %105 = linalg.index 2 : index
      %dim_16 = tensor.dim %arg0, %c0 : tensor<?x?x64xf32>
      %106 = arith.cmpi eq, %dim_16, %c1 : index
      %107 = arith.select %106, %c0, %103 : index
      %dim_17 = tensor.dim %arg0, %c1 : tensor<?x?x64xf32>
      %108 = arith.cmpi eq, %dim_17, %c1 : index
      %109 = arith.select %108, %c0, %104 : index
      %extracted = tensor.extract %arg0[%107, %109, %105] : tensor<?x?x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x64xf32>
    %8 = arith.cmpi slt, %1, %c0_i64 : i64
    %9 = arith.select %8, %c1_i64, %1 : i64
    %10 = arith.extui %8 : i1 to i64
    %11 = arith.muli %9, %2 : i64
    %12 = arith.addi %10, %c1_i64 : i64
    %13 = arith.cmpi slt, %2, %c0_i64 : i64
    %14 = arith.select %13, %9, %11 : i64
    %15 = arith.select %13, %12, %10 : i64
    %16 = arith.muli %14, %c64_i64 : i64
    %17 = arith.cmpi sle, %15, %c1_i64 : i64
    cf.assert %17, "must have at most one inferred (negative) dimension"
    %18 = arith.muli %1, %2 : i64
    %19 = arith.muli %18, %c64_i64 : i64
    %20 = arith.divsi %19, %16 : i64
    %21 = arith.select %8, %20, %1 : i64
    %22 = arith.select %13, %20, %2 : i64
    %from_elements = tensor.from_elements %21, %22, %c64_i64 : tensor<3xi64>
    %reshape = tensor.reshape %7(%from_elements) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    cf.assert %4, "unimplemented: dynamic negative broadcast sizes"
    %23 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %23, "unimplemented: dynamic negative broadcast sizes"
    %24 = tensor.empty(%dim_2, %dim) : tensor<?x64x?xf32>
    %25 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%24 : tensor<?x64x?xf32>) {
    ^bb0(%out: f32):
      %103 = linalg.index 0 : index
      %104 = linalg.index 1 : index
      %105 = linalg.index 2 : index
      %106 = arith.cmpi eq, %dim_4, %c1 : index
      %107 = arith.select %106, %c0, %103 : index
      %108 = arith.cmpi eq, %dim, %c1 : index
      %109 = arith.select %108, %c0, %105 : index
      %extracted = tensor.extract %transposed[%107, %104, %109] : tensor<?x64x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x64x?xf32>
    %26 = arith.muli %9, %c64_i64 : i64
    %27 = arith.muli %26, %0 : i64
    %28 = arith.cmpi slt, %0, %c0_i64 : i64
    %29 = arith.select %28, %26, %27 : i64
    %30 = arith.select %28, %12, %10 : i64
    %31 = arith.cmpi sle, %30, %c1_i64 : i64
    cf.assert %31, "must have at most one inferred (negative) dimension"
    %32 = arith.muli %1, %c64_i64 : i64
    %33 = arith.muli %32, %0 : i64
    %34 = arith.divsi %33, %29 : i64
    %35 = arith.select %8, %34, %1 : i64
    %36 = arith.select %28, %34, %0 : i64
    %from_elements_5 = tensor.from_elements %35, %c64_i64, %36 : tensor<3xi64>
    %reshape_6 = tensor.reshape %25(%from_elements_5) : (tensor<?x64x?xf32>, tensor<3xi64>) -> tensor<?x64x?xf32>
    %37 = arith.index_cast %21 : i64 to index
    %38 = arith.index_cast %22 : i64 to index
    %39 = arith.index_cast %36 : i64 to index
    %40 = arith.cmpi eq, %21, %35 : i64
    cf.assert %40, "mismatching contracting dimension"
    %41 = tensor.empty(%37, %38, %39) : tensor<?x?x?xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %43 = linalg.batch_matmul ins(%reshape, %reshape_6 : tensor<?x?x64xf32>, tensor<?x64x?xf32>) outs(%42 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %44 = arith.muli %14, %0 : i64
    %45 = arith.addi %15, %c1_i64 : i64
    %46 = arith.select %28, %14, %44 : i64
    %47 = arith.select %28, %45, %15 : i64
    %48 = arith.cmpi sle, %47, %c1_i64 : i64
    cf.assert %48, "must have at most one inferred (negative) dimension"
    %49 = arith.muli %21, %22 : i64
    %50 = arith.muli %49, %36 : i64
    %51 = arith.divsi %50, %46 : i64
    %52 = arith.select %8, %51, %1 : i64
    %53 = arith.select %13, %51, %2 : i64
    %54 = arith.select %28, %51, %0 : i64
    %from_elements_7 = tensor.from_elements %52, %53, %54 : tensor<3xi64>
    %reshape_8 = tensor.reshape %43(%from_elements_7) : (tensor<?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    %55 = arith.index_cast %52 : i64 to index
    %56 = arith.index_cast %53 : i64 to index
    %57 = arith.index_cast %54 : i64 to index
    %58 = tensor.empty(%55, %56, %57) : tensor<?x?x?xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape_8 : tensor<?x?x?xf32>) outs(%58 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.mulf %in, %cst_1 : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x?xf32>
    %60 = arith.cmpi eq, %56, %dim_3 : index
    cf.assert %60, "mismatched size for broadcast"
    %dim_9 = tensor.dim %arg3, %c1 : tensor<?x?xf32>
    %61 = arith.cmpi eq, %57, %dim_9 : index
    cf.assert %61, "mismatched size for broadcast"
    %62 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %arg3 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%58 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %103 = arith.addf %in, %in_16 : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x?xf32>
    %63 = tensor.empty(%55, %56) : tensor<?x?xi64>
    %64 = linalg.fill ins(%c0_i64 : i64) outs(%63 : tensor<?x?xi64>) -> tensor<?x?xi64>
    %65 = tensor.empty(%55, %56) : tensor<?x?xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %67:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<?x?x?xf32>) outs(%66, %64 : tensor<?x?xf32>, tensor<?x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_16: i64):
      %103 = linalg.index 2 : index
      %104 = arith.index_cast %103 : index to i64
      %105 = arith.maximumf %in, %out : f32
      %106 = arith.cmpf ogt, %in, %out : f32
      %107 = arith.select %106, %104, %out_16 : i64
      linalg.yield %105, %107 : f32, i64
    } -> (tensor<?x?xf32>, tensor<?x?xi64>)
    %expanded = tensor.expand_shape %67#0 [[0], [1, 2]] output_shape [%55, %56, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %expanded : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%58 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %103 = arith.subf %in, %in_16 : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x?xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<?x?x?xf32>) outs(%58 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.exp %in : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x?xf32>
    %70 = tensor.empty(%55, %56) : tensor<?x?x1xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<?x?x?xf32>) outs(%71 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %72 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%58 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %103 = arith.divf %in, %in_16 : f32
      linalg.yield %103 : f32
    } -> tensor<?x?x?xf32>
    cf.assert %4, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %23, "unimplemented: dynamic negative broadcast sizes"
    %74 = tensor.empty(%dim_2, %dim_3, %dim) : tensor<?x?x?xf32>
    %75 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%74 : tensor<?x?x?xf32>) {
    ^bb0(%out: f32):
      %103 = linalg.index 0 : index
      %104 = linalg.index 1 : index
      %105 = linalg.index 2 : index
      %106 = arith.cmpi eq, %55, %c1 : index
      %107 = arith.select %106, %c0, %103 : index
      %108 = arith.cmpi eq, %56, %c1 : index
      %109 = arith.select %108, %c0, %104 : index
      %110 = arith.cmpi eq, %57, %c1 : index
      %111 = arith.select %110, %c0, %105 : index
      %extracted = tensor.extract %73[%107, %109, %111] : tensor<?x?x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x?xf32>
    cf.assert %48, "must have at most one inferred (negative) dimension"
    %76 = arith.muli %18, %0 : i64
    %77 = arith.divsi %76, %46 : i64
    %78 = arith.select %8, %77, %1 : i64
    %79 = arith.select %13, %77, %2 : i64
    %80 = arith.select %28, %77, %0 : i64
    %from_elements_10 = tensor.from_elements %78, %79, %80 : tensor<3xi64>
    %reshape_11 = tensor.reshape %75(%from_elements_10) : (tensor<?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    cf.assert %4, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %23, "unimplemented: dynamic negative broadcast sizes"
    %81 = tensor.empty(%dim_2, %dim) : tensor<?x?x64xf32>
    %82 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%81 : tensor<?x?x64xf32>) {
    ^bb0(%out: f32):
      %103 = linalg.index 0 : index
      %104 = linalg.index 1 : index
      %105 = linalg.index 2 : index
      %106 = arith.cmpi eq, %dim_2, %c1 : index
      %107 = arith.select %106, %c0, %103 : index
      %dim_16 = tensor.dim %arg2, %c1 : tensor<?x?x64xf32>
      %108 = arith.cmpi eq, %dim_16, %c1 : index
      %109 = arith.select %108, %c0, %104 : index
      %extracted = tensor.extract %arg2[%107, %109, %105] : tensor<?x?x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x?x64xf32>
    %83 = arith.muli %9, %0 : i64
    %84 = arith.select %28, %9, %83 : i64
    %85 = arith.muli %84, %c64_i64 : i64
    cf.assert %31, "must have at most one inferred (negative) dimension"
    %86 = arith.muli %1, %0 : i64
    %87 = arith.muli %86, %c64_i64 : i64
    %88 = arith.divsi %87, %85 : i64
    %89 = arith.select %8, %88, %1 : i64
    %90 = arith.select %28, %88, %0 : i64
    %from_elements_12 = tensor.from_elements %89, %90, %c64_i64 : tensor<3xi64>
    %reshape_13 = tensor.reshape %82(%from_elements_12) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    %91 = arith.index_cast %78 : i64 to index
    %92 = arith.index_cast %79 : i64 to index
    %93 = arith.cmpi eq, %78, %89 : i64
    cf.assert %93, "mismatching contracting dimension"
    %94 = arith.cmpi eq, %80, %90 : i64
    cf.assert %94, "mismatching contracting dimension"
    %95 = tensor.empty(%91, %92) : tensor<?x?x64xf32>
    %96 = linalg.fill ins(%cst : f32) outs(%95 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %97 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : tensor<?x?x?xf32>, tensor<?x?x64xf32>) outs(%96 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    cf.assert %17, "must have at most one inferred (negative) dimension"
    %98 = arith.muli %78, %79 : i64
    %99 = arith.muli %98, %c64_i64 : i64
    %100 = arith.divsi %99, %16 : i64
    %101 = arith.select %8, %100, %1 : i64
    %102 = arith.select %13, %100, %2 : i64
    %from_elements_14 = tensor.from_elements %101, %102, %c64_i64 : tensor<3xi64>
    %reshape_15 = tensor.reshape %97(%from_elements_14) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    return %reshape_15 : tensor<?x?x64xf32>
  }
}
