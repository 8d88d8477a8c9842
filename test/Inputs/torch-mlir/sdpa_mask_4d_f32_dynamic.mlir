// MaskedSDPA on 2x4x128x64, 2x4x160x64, 2x4x160x64, 2x1x128x160 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @sdpa_mask_4d_f32_dynamic(%arg0: tensor<?x4x?x64xf32>, %arg1: tensor<?x4x?x64xf32>, %arg2: tensor<?x4x?x64xf32>, %arg3: tensor<?x1x?x?xf32>) -> tensor<?x4x?x64xf32> {
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c4_i64 = arith.constant 4 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c64_i64 = arith.constant 64 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c256_i64 = arith.constant 256 : i64
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg0, %c2 : tensor<?x4x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg2, %c2 : tensor<?x4x?x64xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg3, %c0 : tensor<?x1x?x?xf32>
    %2 = arith.index_cast %dim_3 : index to i64
    %dim_4 = tensor.dim %arg1, %c0 : tensor<?x4x?x64xf32>
    %dim_5 = tensor.dim %arg1, %c2 : tensor<?x4x?x64xf32>
    %3 = tensor.empty(%dim_4, %dim_5) : tensor<?x4x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x4x?x64xf32>) outs(%3 : tensor<?x4x64x?xf32>) permutation = [0, 1, 3, 2] 
    %4 = arith.muli %2, %c4_i64 : i64
    %5 = arith.cmpi sge, %2, %c0_i64 : i64
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    %6 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %6, "unimplemented: dynamic negative broadcast sizes"
    %7 = tensor.empty(%dim_3, %dim) : tensor<?x4x?x64xf32>
    %8 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%7 : tensor<?x4x?x64xf32>) {
    ^bb0(%out: f32):
      %120 = linalg.index 0 : index
      %121 = linalg.index 1 : index
      %122 = linalg.index 2 : index
      %123 = linalg.index 3 : index
      %dim_18 = tensor.dim %arg0, %c0 : tensor<?x4x?x64xf32>
      %124 = arith.cmpi eq, %dim_18, %c1 : index
      %125 = arith.select %124, %c0, %120 : index
      %126 = arith.cmpi eq, %dim, %c1 : index
      %127 = arith.select %126, %c0, %122 : index
      %extracted = tensor.extract %arg0[%125, %121, %127, %123] : tensor<?x4x?x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x4x?x64xf32>
    %9 = arith.cmpi slt, %4, %c0_i64 : i64
    %10 = arith.select %9, %c1_i64, %4 : i64
    %11 = arith.extui %9 : i1 to i64
    %12 = arith.muli %10, %0 : i64
    %13 = arith.addi %11, %c1_i64 : i64
    %14 = arith.cmpi slt, %0, %c0_i64 : i64
    %15 = arith.select %14, %10, %12 : i64
    %16 = arith.select %14, %13, %11 : i64
    %17 = arith.muli %15, %c64_i64 : i64
    %18 = arith.cmpi sle, %16, %c1_i64 : i64
    cf.assert %18, "must have at most one inferred (negative) dimension"
    %19 = arith.muli %4, %0 : i64
    %20 = arith.muli %19, %c64_i64 : i64
    %21 = arith.divsi %20, %17 : i64
    %22 = arith.select %9, %21, %4 : i64
    %23 = arith.select %14, %21, %0 : i64
    %from_elements = tensor.from_elements %22, %23, %c64_i64 : tensor<3xi64>
    %reshape = tensor.reshape %8(%from_elements) : (tensor<?x4x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    %24 = arith.cmpi sge, %1, %c0_i64 : i64
    cf.assert %24, "unimplemented: dynamic negative broadcast sizes"
    %25 = tensor.empty(%dim_3, %dim_2) : tensor<?x4x64x?xf32>
    %26 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%25 : tensor<?x4x64x?xf32>) {
    ^bb0(%out: f32):
      %120 = linalg.index 0 : index
      %121 = linalg.index 1 : index
      %122 = linalg.index 2 : index
      %123 = linalg.index 3 : index
      %124 = arith.cmpi eq, %dim_4, %c1 : index
      %125 = arith.select %124, %c0, %120 : index
      %126 = arith.cmpi eq, %dim_5, %c1 : index
      %127 = arith.select %126, %c0, %123 : index
      %extracted = tensor.extract %transposed[%125, %121, %122, %127] : tensor<?x4x64x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x4x64x?xf32>
    %27 = arith.muli %10, %c64_i64 : i64
    %28 = arith.muli %27, %1 : i64
    %29 = arith.cmpi slt, %1, %c0_i64 : i64
    %30 = arith.select %29, %27, %28 : i64
    %31 = arith.select %29, %13, %11 : i64
    %32 = arith.cmpi sle, %31, %c1_i64 : i64
    cf.assert %32, "must have at most one inferred (negative) dimension"
    %33 = arith.muli %2, %c256_i64 : i64
    %34 = arith.muli %33, %1 : i64
    %35 = arith.divsi %34, %30 : i64
    %36 = arith.select %9, %35, %4 : i64
    %37 = arith.select %29, %35, %1 : i64
    %from_elements_6 = tensor.from_elements %36, %c64_i64, %37 : tensor<3xi64>
    %reshape_7 = tensor.reshape %26(%from_elements_6) : (tensor<?x4x64x?xf32>, tensor<3xi64>) -> tensor<?x64x?xf32>
    %38 = arith.index_cast %22 : i64 to index
    %39 = arith.index_cast %23 : i64 to index
    %40 = arith.index_cast %37 : i64 to index
    %41 = arith.cmpi eq, %22, %36 : i64
    cf.assert %41, "mismatching contracting dimension"
    %42 = tensor.empty(%38, %39, %40) : tensor<?x?x?xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %44 = linalg.batch_matmul ins(%reshape, %reshape_7 : tensor<?x?x64xf32>, tensor<?x64x?xf32>) outs(%43 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %45 = arith.cmpi slt, %2, %c0_i64 : i64
    %46 = arith.select %45, %c1_i64, %2 : i64
    %47 = arith.extui %45 : i1 to i64
    %48 = arith.muli %46, %c4_i64 : i64
    %49 = arith.muli %48, %0 : i64
    %50 = arith.addi %47, %c1_i64 : i64
    %51 = arith.select %14, %48, %49 : i64
    %52 = arith.select %14, %50, %47 : i64
    %53 = arith.muli %51, %1 : i64
    %54 = arith.addi %52, %c1_i64 : i64
    %55 = arith.select %29, %51, %53 : i64
    %56 = arith.select %29, %54, %52 : i64
    %57 = arith.cmpi sle, %56, %c1_i64 : i64
    cf.assert %57, "must have at most one inferred (negative) dimension"
    %58 = arith.muli %22, %23 : i64
    %59 = arith.muli %58, %37 : i64
    %60 = arith.divsi %59, %55 : i64
    %61 = arith.select %45, %60, %2 : i64
    %62 = arith.select %14, %60, %0 : i64
    %63 = arith.select %29, %60, %1 : i64
    %from_elements_8 = tensor.from_elements %61, %c4_i64, %62, %63 : tensor<4xi64>
    %reshape_9 = tensor.reshape %44(%from_elements_8) : (tensor<?x?x?xf32>, tensor<4xi64>) -> tensor<?x4x?x?xf32>
    %64 = arith.index_cast %61 : i64 to index
    %65 = arith.index_cast %62 : i64 to index
    %66 = arith.index_cast %63 : i64 to index
    %67 = tensor.empty(%64, %65, %66) : tensor<?x4x?x?xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_9 : tensor<?x4x?x?xf32>) outs(%67 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.mulf %in, %cst_1 : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x?xf32>
    %69 = arith.cmpi eq, %64, %dim_3 : index
    cf.assert %69, "mismatched size for broadcast"
    %dim_10 = tensor.dim %arg3, %c2 : tensor<?x1x?x?xf32>
    %70 = arith.cmpi eq, %65, %dim_10 : index
    cf.assert %70, "mismatched size for broadcast"
    %dim_11 = tensor.dim %arg3, %c3 : tensor<?x1x?x?xf32>
    %71 = arith.cmpi eq, %66, %dim_11 : index
    cf.assert %71, "mismatched size for broadcast"
    %72 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %arg3 : tensor<?x4x?x?xf32>, tensor<?x1x?x?xf32>) outs(%67 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %120 = arith.addf %in, %in_18 : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x?xf32>
    %73 = tensor.empty(%64, %65) : tensor<?x4x?xi64>
    %74 = linalg.fill ins(%c0_i64 : i64) outs(%73 : tensor<?x4x?xi64>) -> tensor<?x4x?xi64>
    %75 = tensor.empty(%64, %65) : tensor<?x4x?xf32>
    %76 = linalg.fill ins(%cst_0 : f32) outs(%75 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %77:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%72 : tensor<?x4x?x?xf32>) outs(%76, %74 : tensor<?x4x?xf32>, tensor<?x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %120 = linalg.index 3 : index
      %121 = arith.index_cast %120 : index to i64
      %122 = arith.maximumf %in, %out : f32
      %123 = arith.cmpf ogt, %in, %out : f32
      %124 = arith.select %123, %121, %out_18 : i64
      linalg.yield %122, %124 : f32, i64
    } -> (tensor<?x4x?xf32>, tensor<?x4x?xi64>)
    %expanded = tensor.expand_shape %77#0 [[0], [1], [2, 3]] output_shape [%64, 4, %65, 1] : tensor<?x4x?xf32> into tensor<?x4x?x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %expanded : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%67 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %120 = arith.subf %in, %in_18 : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x?xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<?x4x?x?xf32>) outs(%67 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = math.exp %in : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x?xf32>
    %80 = tensor.empty(%64, %65) : tensor<?x4x?x1xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<?x4x?x1xf32>) -> tensor<?x4x?x1xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%79 : tensor<?x4x?x?xf32>) outs(%81 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %in, %out : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x1xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %82 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%67 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %120 = arith.divf %in, %in_18 : f32
      linalg.yield %120 : f32
    } -> tensor<?x4x?x?xf32>
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %6, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %24, "unimplemented: dynamic negative broadcast sizes"
    %84 = tensor.empty(%dim_3, %dim, %dim_2) : tensor<?x4x?x?xf32>
    %85 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%84 : tensor<?x4x?x?xf32>) {
    ^bb0(%out: f32):
      %120 = linalg.index 0 : index
      %121 = linalg.index 1 : index
      %122 = linalg.index 2 : index
      %123 = linalg.index 3 : index
      %124 = arith.cmpi eq, %64, %c1 : index
      %125 = arith.select %124, %c0, %120 : index
      %126 = arith.cmpi eq, %65, %c1 : index
      %127 = arith.select %126, %c0, %122 : index
      %128 = arith.cmpi eq, %66, %c1 : index
      %129 = arith.select %128, %c0, %123 : index
      %extracted = tensor.extract %83[%125, %121, %127, %129] : tensor<?x4x?x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x4x?x?xf32>
    %86 = arith.muli %15, %1 : i64
    %87 = arith.addi %16, %c1_i64 : i64
    %88 = arith.select %29, %15, %86 : i64
    %89 = arith.select %29, %87, %16 : i64
    %90 = arith.cmpi sle, %89, %c1_i64 : i64
    cf.assert %90, "must have at most one inferred (negative) dimension"
    %91 = arith.muli %19, %1 : i64
    %92 = arith.divsi %91, %88 : i64
    %93 = arith.select %9, %92, %4 : i64
    %94 = arith.select %14, %92, %0 : i64
    %95 = arith.select %29, %92, %1 : i64
    %from_elements_12 = tensor.from_elements %93, %94, %95 : tensor<3xi64>
    %reshape_13 = tensor.reshape %85(%from_elements_12) : (tensor<?x4x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    cf.assert %5, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %24, "unimplemented: dynamic negative broadcast sizes"
    %96 = tensor.empty(%dim_3, %dim_2) : tensor<?x4x?x64xf32>
    %97 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%96 : tensor<?x4x?x64xf32>) {
    ^bb0(%out: f32):
      %120 = linalg.index 0 : index
      %121 = linalg.index 1 : index
      %122 = linalg.index 2 : index
      %123 = linalg.index 3 : index
      %dim_18 = tensor.dim %arg2, %c0 : tensor<?x4x?x64xf32>
      %124 = arith.cmpi eq, %dim_18, %c1 : index
      %125 = arith.select %124, %c0, %120 : index
      %126 = arith.cmpi eq, %dim_2, %c1 : index
      %127 = arith.select %126, %c0, %122 : index
      %extracted = tensor.extract %arg2[%125, %121, %127, %123] : tensor<?x4x?x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<?x4x?x64xf32>
    %98 = arith.muli %10, %1 : i64
    %99 = arith.select %29, %10, %98 : i64
    %100 = arith.muli %99, %c64_i64 : i64
    cf.assert %32, "must have at most one inferred (negative) dimension"
    %101 = arith.muli %4, %1 : i64
    %102 = arith.muli %101, %c64_i64 : i64
    %103 = arith.divsi %102, %100 : i64
    %104 = arith.select %9, %103, %4 : i64
    %105 = arith.select %29, %103, %1 : i64
    %from_elements_14 = tensor.from_elements %104, %105, %c64_i64 : tensor<3xi64>
    %reshape_15 = tensor.reshape %97(%from_elements_14) : (tensor<?x4x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    %106 = arith.index_cast %93 : i64 to index
    %107 = arith.index_cast %94 : i64 to index
    %108 = arith.cmpi eq, %93, %104 : i64
    cf.assert %108, "mismatching contracting dimension"
    %109 = arith.cmpi eq, %95, %105 : i64
    cf.assert %109, "mismatching contracting dimension"
    %110 = tensor.empty(%106, %107) : tensor<?x?x64xf32>
    %111 = linalg.fill ins(%cst : f32) outs(%110 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %112 = linalg.batch_matmul ins(%reshape_13, %reshape_15 : tensor<?x?x?xf32>, tensor<?x?x64xf32>) outs(%111 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %113 = arith.muli %51, %c64_i64 : i64
    %114 = arith.cmpi sle, %52, %c1_i64 : i64
    cf.assert %114, "must have at most one inferred (negative) dimension"
    %115 = arith.muli %93, %94 : i64
    %116 = arith.muli %115, %c64_i64 : i64
    %117 = arith.divsi %116, %113 : i64
    %118 = arith.select %45, %117, %2 : i64
    %119 = arith.select %14, %117, %0 : i64
    %from_elements_16 = tensor.from_elements %118, %c4_i64, %119, %c64_i64 : tensor<4xi64>
    %reshape_17 = tensor.reshape %112(%from_elements_16) : (tensor<?x?x64xf32>, tensor<4xi64>) -> tensor<?x4x?x64xf32>
    return %reshape_17 : tensor<?x4x?x64xf32>
  }
}
