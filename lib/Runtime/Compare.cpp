//===- Compare.cpp - The numeric contract, checked ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace redfuser;

Special redfuser::classify(double value) {
  if (std::isnan(value))
    return Special::NaN;
  if (std::isinf(value))
    return value > 0 ? Special::PosInf : Special::NegInf;
  return Special::Finite;
}

Special redfuser::classifyAs(double value, ElementKind kind) {
  if (std::fabs(value) < getOverflowThreshold(kind))
    return Special::Finite;
  if (isFloat(kind) && !hasInfinity(kind))
    return Special::NaN;
  if (std::isfinite(value))
    return value > 0 ? Special::PosInf : Special::NegInf;
  return classify(value);
}

static double getFloor(ElementKind kind) {
  switch (kind) {
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
  case ElementKind::F16:
  case ElementKind::BF16:
    return getEpsilon(kind);
  case ElementKind::F32:
    return 2e-6;
  case ElementKind::F64:
    // There is no wider yardstick: that of f32, with room for what the unfused
    // program's own error would allow a narrower type. An exponential of scores
    // near 10, summed in another order, is off by 100 ulp.
    return 1e-13;
  default:
    return 0;
  }
}

ErrorFigures redfuser::measureError(const HostTensor &result,
                                    const HostTensor &exact) {
  ErrorFigures figures;
  // Squares are taken of values over the largest one: they neither overflow nor
  // vanish in f64.
  double scale = 0;
  for (int64_t i = 0, e = exact.getNumElements(); i < e; ++i)
    if (double want = std::fabs(exact.getDouble(i)); std::isfinite(want))
      scale = std::max(scale, want);
  double sumOfSquares = 0, worst = 0;
  int64_t finite = 0;
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    double got = result.getDouble(i), want = exact.getDouble(i);
    if (std::isfinite(want)) {
      double scaled = scale > 0 ? want / scale : 0;
      sumOfSquares += scaled * scaled;
      ++finite;
      if (std::isfinite(got))
        worst = std::max(worst, std::fabs(got - want));
    }
    if (classify(got) != classifyAs(want, result.getKind()) &&
        figures.specialMismatches++ == 0)
      figures.firstMismatch = i;
  }
  if (worst > 0) {
    double rms = scale * std::sqrt(sumOfSquares / finite);
    figures.relative =
        rms > 0 ? worst / rms : std::numeric_limits<double>::infinity();
  }
  return figures;
}

Comparison redfuser::compareResults(const HostTensor &fused,
                                    const HostTensor &unfused,
                                    const HostTensor &exact) {
  Comparison comparison;
  comparison.fused = measureError(fused, exact);
  comparison.unfused = measureError(unfused, exact);
  ElementKind kind = fused.getKind();
  bool floating = isFloat(kind);
  if (floating)
    comparison.tolerance =
        std::max(2 * comparison.unfused.relative, getFloor(kind));
  else // Integers are compared exactly, below.
    comparison.tolerance = std::numeric_limits<double>::infinity();
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    double got = fused.getDouble(i), want = exact.getDouble(i);
    bool matches = floating
                       ? classify(got) == classifyAs(want, kind) ||
                             classify(got) == classify(unfused.getDouble(i))
                       : fused.getInt(i) == unfused.getInt(i) ||
                             fused.getInt(i) == exact.getInt(i);
    if (matches || comparison.mismatches++ != 0)
      continue;
    comparison.firstMismatch = i;
    comparison.got = got;
    comparison.expected = floating ? want : unfused.getDouble(i);
  }
  return comparison;
}
