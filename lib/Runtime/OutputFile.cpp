//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Error cannotWrite(StringRef path, std::error_code ec) {
  return createStringError(ec, "cannot write '" + path + "': " + ec.message());
}

Error redfuser::writeOutputFile(StringRef path, StringRef contents) {
  if (path == "-") {
    outs() << contents;
    return Error::success();
  }
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && sys::fs::exists(status) &&
      !sys::fs::is_regular_file(status)) {
    std::error_code ec;
    raw_fd_ostream os(path, ec);
    if (ec)
      return cannotWrite(path, ec);
    os << contents;
    os.flush();
    if (os.has_error()) {
      ec = os.error();
      os.clear_error();
      return cannotWrite(path, ec);
    }
    return Error::success();
  }

  Expected<sys::fs::TempFile> temp = sys::fs::TempFile::create(
      path + ".%%%%%%.tmp", 0666 & ~sys::fs::getUmask());
  if (!temp)
    return cannotWrite(path, errorToErrorCode(temp.takeError()));
  {
    raw_fd_ostream os(temp->FD, /*shouldClose=*/false);
    os << contents;
    os.flush();
    if (os.has_error()) {
      std::error_code ec = os.error();
      os.clear_error();
      consumeError(temp->discard());
      return cannotWrite(path, ec);
    }
  }
  if (Error error = temp->keep(path)) {
    std::error_code ec = errorToErrorCode(std::move(error));
    consumeError(temp->discard());
    return cannotWrite(path, ec);
  }
  return Error::success();
}
