//===- Ptxas.cpp - The assembler of the CUDA toolkit ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptxas.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;

std::optional<std::string> redfuser::findPtxas() {
  for (const char *variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"}) {
    const char *root = std::getenv(variable);
    if (!root || !*root)
      continue;
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, "bin", "ptxas");
    if (llvm::sys::fs::can_execute(path))
      return path.str().str();
  }
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("ptxas");
  if (!path)
    return std::nullopt;
  return *path;
}

/// A new temporary file, removed with `remover`.
static std::optional<std::string> createTemporary(StringRef suffix,
                                                  llvm::FileRemover &remover) {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("redfuser", suffix, path))
    return std::nullopt;
  remover.setFile(path);
  return path.str().str();
}

FailureOr<std::string> redfuser::assemble(Location loc, StringRef ptx,
                                          StringRef chip) {
  std::optional<std::string> ptxas = findPtxas();
  if (!ptxas)
    return emitError(loc) << kNoPtxas;
  llvm::FileRemover removeIn, removeOut, removeLog;
  std::optional<std::string> in = createTemporary("ptx", removeIn);
  std::optional<std::string> out = createTemporary("cubin", removeOut);
  std::optional<std::string> log = createTemporary("log", removeLog);
  if (!in || !out || !log)
    return emitError(loc) << "could not create temporary files for ptxas";
  std::error_code error;
  {
    llvm::raw_fd_ostream stream(*in, error);
    if (!error)
      stream << ptx;
    stream.close();
    if (!error && stream.has_error())
      error = stream.error();
    stream.clear_error();
  }
  if (error)
    return emitError(loc) << "could not write the input of ptxas: "
                          << error.message();

  std::string arch = ("-arch=" + chip).str();
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      *ptxas, {*ptxas, arch, "-O3", *in, "-o", *out}, /*Env=*/std::nullopt,
      {StringRef(""), StringRef(*log), StringRef(*log)}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &message);
  if (status != 0) {
    auto output = llvm::MemoryBuffer::getFile(*log);
    return emitError(loc) << "ptxas failed: "
                          << (output ? (*output)->getBuffer().trim()
                                     : StringRef(message));
  }
  auto cubin = llvm::MemoryBuffer::getFile(*out, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!cubin)
    return emitError(loc) << "could not read the output of ptxas: "
                          << cubin.getError().message();
  return (*cubin)->getBuffer().str();
}
