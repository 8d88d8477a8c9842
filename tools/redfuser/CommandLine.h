//===- CommandLine.h - Options of a subcommand ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_COMMANDLINE_H
#define REDFUSER_TOOLS_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <optional>
#include <string>

namespace redfuser {

/// Exit codes of the tool.
enum ExitCode { kSuccess = 0, kFailure = 1, kUsage = 2 };

/// The options and positional arguments of one subcommand, declared by binding
/// them to variables. Unlike llvm::cl it keeps the subcommands' options apart,
/// says which option was probably meant, and parses the same options from other
/// places than argv (the suite file).
class CommandLine {
public:
  /// `usage` follows the tool's name ("run INPUT.mlir [options]").
  CommandLine(llvm::StringRef usage, llvm::StringRef summary,
              llvm::StringRef example)
      : usage(usage), summary(summary), example(example) {}

  void addFlag(llvm::StringRef name, bool &value, llvm::StringRef help);
  void addString(llvm::StringRef name, std::string &value,
                 llvm::StringRef metavar, llvm::StringRef help);
  void addUnsigned(llvm::StringRef name, uint64_t &value, uint64_t least,
                   llvm::StringRef help);
  void addPositive(llvm::StringRef name, double &value, llvm::StringRef help);
  /// One of `choices`.
  void addChoice(llvm::StringRef name, std::string &value,
                 llvm::ArrayRef<llvm::StringRef> choices, llvm::StringRef help);
  /// The input file, the one positional argument.
  void setPositional(std::string &value) { positional = &value; }

  /// Parses `--name=value`, `--name value`, `-o value` and flags. Errors say
  /// what was expected.
  llvm::Error parse(llvm::ArrayRef<llvm::StringRef> arguments);
  /// parse() for a command: answers --help and reports errors, among them that
  /// the input file is missing, unless the option `instead` is set. The exit
  /// code if the command ends here.
  std::optional<int> start(llvm::ArrayRef<llvm::StringRef> arguments,
                           const std::string &instead = "");
  /// Sets one option by name, as from a file.
  llvm::Error set(llvm::StringRef name, llvm::StringRef value);

private:
  void printHelp(llvm::raw_ostream &os) const;

  struct Option {
    std::string name;
    std::string metavar; // Empty for a flag.
    std::string help;
    std::function<llvm::Error(llvm::StringRef)> set;
  };
  const Option *find(llvm::StringRef name) const;
  llvm::Error unknown(llvm::StringRef name) const;

  std::string usage, summary, example;
  std::vector<Option> options;
  std::string *positional = nullptr;
  /// True if parse() met --help; then nothing else was checked.
  bool help = false;
};

/// The candidate nearest to `word`, empty if none is near.
llvm::StringRef suggest(llvm::StringRef word,
                        llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace redfuser

#endif // REDFUSER_TOOLS_COMMANDLINE_H
