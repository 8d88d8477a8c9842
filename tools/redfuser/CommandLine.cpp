//===- CommandLine.cpp - Options of a subcommand --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace redfuser;

StringRef redfuser::suggest(StringRef word, ArrayRef<StringRef> candidates) {
  StringRef best;
  unsigned bestDistance = word.size() / 3 + 2;
  for (StringRef candidate : candidates) {
    unsigned distance = word.edit_distance(candidate, true, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

void CommandLine::addFlag(StringRef name, bool &value, StringRef help) {
  auto setter = [&value, name = name.str()](StringRef text) -> Error {
    if (text != "true" && text != "false")
      return createStringError("expected true or false for --" + name +
                               ", got '" + text + "'");
    value = text == "true";
    return Error::success();
  };
  options.push_back({name.str(), "", help.str(), setter});
}

void CommandLine::addString(StringRef name, std::string &value,
                            StringRef metavar, StringRef help) {
  auto setter = [&value](StringRef text) -> Error {
    value = text.str();
    return Error::success();
  };
  options.push_back({name.str(), metavar.str(), help.str(), setter});
}

void CommandLine::addUnsigned(StringRef name, uint64_t &value, uint64_t least,
                              StringRef help) {
  auto setter = [&value, least, name = name.str()](StringRef text) -> Error {
    uint64_t parsed;
    if (text.getAsInteger(10, parsed) || parsed < least)
      return createStringError("expected an integer of at least " +
                               Twine(least) + " for --" + name + ", got '" +
                               text + "'");
    value = parsed;
    return Error::success();
  };
  options.push_back({name.str(), "N", help.str(), setter});
}

void CommandLine::addPositive(StringRef name, double &value, StringRef help) {
  auto setter = [&value, name = name.str()](StringRef text) -> Error {
    double parsed;
    if (!to_float(text, parsed) || !(parsed > 0))
      return createStringError("expected a positive number for --" + name +
                               ", got '" + text + "'");
    value = parsed;
    return Error::success();
  };
  options.push_back({name.str(), "X", help.str(), setter});
}

void CommandLine::addChoice(StringRef name, std::string &value,
                            ArrayRef<StringRef> choices, StringRef help) {
  auto setter = [&value, name = name.str(),
                 list =
                     SmallVector<StringRef>(choices)](StringRef text) -> Error {
    if (is_contained(list, text)) {
      value = text.str();
      return Error::success();
    }
    std::string message = "expected --" + name + " to be one of " +
                          join(list, ", ") + ", got '" + text.str() + "'";
    StringRef near = suggest(text, list);
    if (!near.empty())
      message += "; did you mean '" + near.str() + "'?";
    return createStringError(message);
  };
  options.push_back({name.str(), join(choices, "|"), help.str(), setter});
}

const CommandLine::Option *CommandLine::find(StringRef name) const {
  for (const Option &option : options)
    if (option.name == name)
      return &option;
  return nullptr;
}

Error CommandLine::unknown(StringRef name) const {
  SmallVector<StringRef> names;
  for (const Option &option : options)
    names.push_back(option.name);
  names.push_back("help");
  std::string message = "unknown option '" + name.str() + "'";
  StringRef near = suggest(name.ltrim('-'), names);
  if (!near.empty())
    message += "; did you mean '--" + near.str() + "'?";
  return createStringError(message);
}

Error CommandLine::set(StringRef name, StringRef value) {
  if (const Option *option = find(name))
    return option->set(value);
  return unknown(name);
}

Error CommandLine::parse(ArrayRef<StringRef> arguments) {
  bool seenPositional = false, onlyPositional = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (!onlyPositional && argument == "--") {
      onlyPositional = true;
      continue;
    }
    if (onlyPositional || argument == "-" || !argument.starts_with("-")) {
      if (!positional || seenPositional)
        return createStringError("unexpected argument '" + argument + "'");
      *positional = argument.str();
      seenPositional = true;
      continue;
    }
    auto [name, value] = argument.split('=');
    bool hasValue = argument.contains('=');
    name = name.ltrim('-');
    if (name == "help" || name == "h") {
      help = true;
      return Error::success();
    }
    const Option *option = find(name);
    if (!option)
      return unknown(argument.split('=').first);
    if (!hasValue) {
      if (option->metavar.empty()) {
        value = "true";
      } else if (i + 1 < arguments.size()) {
        value = arguments[++i];
      } else {
        return createStringError("expected a value after '" + argument + "' (" +
                                 option->metavar + ")");
      }
    }
    if (Error error = option->set(value))
      return error;
  }
  return Error::success();
}

std::optional<int> CommandLine::start(ArrayRef<StringRef> arguments,
                                      const std::string &instead) {
  if (Error error = parse(arguments)) {
    reportError(toString(std::move(error)));
    return kUsage;
  }
  if (help) {
    printHelp(outs());
    return kSuccess;
  }
  if (positional && positional->empty() && instead.empty()) {
    StringRef command = StringRef(usage).split(' ').first;
    reportError("expected an input file; 'redfuser " + command +
                " --help' shows how");
    return kUsage;
  }
  return std::nullopt;
}

void CommandLine::printHelp(raw_ostream &os) const {
  os << "usage: redfuser " << usage << "\n\n" << summary << "\n\noptions:\n";
  for (const Option &option : options) {
    std::string left = (option.name.size() == 1 ? "-" : "--") + option.name;
    if (!option.metavar.empty())
      left += (option.name.size() == 1 ? " " : "=") + option.metavar;
    os << "  " << left;
    if (left.size() > 24) {
      os << '\n';
      os.indent(28);
    } else {
      os.indent(26 - left.size());
    }
    // Help texts break at newlines; their later lines line up.
    SmallVector<StringRef> lines;
    StringRef(option.help).split(lines, '\n');
    for (auto [i, line] : enumerate(lines)) {
      if (i != 0)
        os.indent(28);
      os << line << '\n';
    }
  }
  os << "\nexample:\n" << example;
}
