//===- WideMath.h - Functions that need more than f32 -----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_MATHTONVVM_WIDEMATH_H
#define REDFUSER_LIB_CONVERSION_MATHTONVVM_WIDEMATH_H

#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// Expands `math.sin`, `math.cos` and `math.powf` of f32, with the steps that
/// lose digits in f64:
///
/// - sin and cos: x - k pi/2, from 2^50 on in fixed point. Then Cephes'
///   polynomials: 2 ulp, from 2^50 on 2^-22.
/// - powf: the logarithm and its product with the exponent: 3 ulp over the
/// whole
///   range, special values as in C. Exponents for which upstream has products
///   and roots are left to it.
void populateWideMathPatterns(mlir::RewritePatternSet &patterns);

/// 2^x of f32 by the special function unit alone; subnormal results become 0.
mlir::Value createExp2Approx(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::Value x);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_MATHTONVVM_WIDEMATH_H
