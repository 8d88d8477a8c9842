//===- redfuser.cpp - The command-line tool -------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Program.h"

#include "RedFuser/InitAllPasses.h"

#include "mlir/InitAllPasses.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using namespace redfuser;

namespace {
struct Command {
  StringRef name;
  StringRef summary;
  int (*main)(ArrayRef<StringRef>);
};
} // namespace

static constexpr Command kCommands[] = {
    {"run", "run a function; compare fused, unfused and float64", runMain},
    {"compile", "write fused PTX, cubin, LLVM IR or linalg", compileMain},
    {"explain", "say what is found, derived and refused, and why", explainMain},
    {"interpret", "evaluate a function op by op, without compiling it",
     interpretMain},
    {"fuzz", "check random cascades against the interpreter", fuzzMain},
    {"bench", "time a function on the CPU or a GPU", benchMain},
};

static void printHelp(raw_ostream &os) {
  os << "usage: redfuser COMMAND INPUT.mlir [options]\n\n"
        "Fuses cascaded reductions (softmax, attention, ...) in MLIR "
        "programs.\n\ncommands:\n";
  for (const Command &command : kCommands)
    os << "  " << left_justify(command.name, 10) << command.summary << '\n';
  os << "\n'redfuser COMMAND --help' lists the options of a command.\n"
        "Exit codes: 0 success, 1 failed compilation or check, 2 usage.\n"
        "\nexample:\n"
        "  redfuser run attention.mlir --check\n";
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  if (arguments.empty()) {
    printHelp(errs());
    return kUsage;
  }
  StringRef name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    printHelp(outs());
    return kSuccess;
  }
  mlir::registerAllPasses();
  redfuser::registerAllPasses();
  SmallVector<StringRef> names;
  for (const Command &command : kCommands) {
    if (command.name == name)
      return command.main(ArrayRef(arguments).drop_front());
    names.push_back(command.name);
  }
  StringRef near = suggest(name, names);
  reportError("unknown command '" + name + "'" +
              (near.empty() ? Twine("; 'redfuser --help' lists the commands")
                            : "; did you mean '" + near + "'?"));
  return kUsage;
}
