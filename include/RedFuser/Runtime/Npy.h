//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_NPY_H
#define REDFUSER_RUNTIME_NPY_H

#include "RedFuser/Runtime/HostTensor.h"

namespace redfuser {

/// Parses the contents of a .npy file (format versions 1 to 3), in C or Fortran
/// order, either byte order. `wanted` is what the program expects:
/// - bf16 has no NumPy type: it is read from `<u2` or the `<V2` that ml_dtypes
///   writes;
/// - nor have f8E4M3FN and f8E5M2: they are read from bytes as `|u1`, `<V1` or
///   `<f1` (as ml_dtypes writes them), which do not say which of the two it is;
/// - i1 is read from bool; integers from either signedness of their width;
/// - anything else must match exactly. Nothing is converted silently.
/// Every malformed file is an error; the result's kind is `wanted`.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes, ElementKind wanted);

/// Reads `path`; errors name it.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path, ElementKind wanted);

/// The .npy file (version 1, little endian, C order) for `tensor`; bf16 is
/// written as `<V2`, which ml_dtypes views as bfloat16, and floats of 8 bits as
/// `|u1`.
std::string formatNpy(const HostTensor &tensor);

/// Writes under a temporary name, then renames; errors name `path`.
llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor);

} // namespace redfuser

#endif // REDFUSER_RUNTIME_NPY_H
