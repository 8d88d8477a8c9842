//===- Arguments.h - Values for the arguments of a function -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_ARGUMENTS_H
#define REDFUSER_TOOLS_ARGUMENTS_H

#include "RedFuser/Runtime/Jit.h"

namespace redfuser {

/// What the user says about the arguments, as typed.
struct ArgumentOptions {
  /// "4x128,128x64": sizes of every tensor argument, or of every one with
  /// dynamic sizes, in order; "_" keeps the type's own.
  std::string dims;
  /// "q.npy,_,0.125,1e4~1e-3": per argument a .npy file, "_" (random), a
  /// number, or normal values of a mean and a spread; or a folder with the
  /// files arg0.npy, arg1.npy ...
  std::string input;
  /// A data mode and where it applies: an argument number (empty: the first
  /// tensor of floats) and a dimension (empty: the last).
  std::string data = "normal";
  std::string dataArgument;
  std::string dataAxis;
  uint64_t seed = 0;
};

/// "FOLDER/STEM0.npy", "FOLDER/STEM1.npy" ...
llvm::SmallVector<std::string> listFiles(llvm::StringRef folder,
                                         llvm::StringRef stem, size_t count);

/// Makes one value per argument; errors name the argument.
llvm::Expected<llvm::SmallVector<HostTensor>>
makeArguments(const Signature &signature, const ArgumentOptions &options);

} // namespace redfuser

#endif // REDFUSER_TOOLS_ARGUMENTS_H
