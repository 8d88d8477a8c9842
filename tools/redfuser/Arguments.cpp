//===- Arguments.cpp - Values for the arguments of a function -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "CommandLine.h"

#include "RedFuser/Runtime/Npy.h"
#include "RedFuser/Runtime/TestData.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace redfuser;

static Error argumentError(const Signature &signature, size_t i,
                           const Twine &message) {
  return createStringError("argument #" + Twine(i) + " of '" + signature.name +
                           "' (" + signature.arguments[i].str() +
                           "): " + message);
}

static SmallVector<StringRef> splitList(StringRef text) {
  SmallVector<StringRef> items;
  if (!text.empty())
    text.split(items, ',');
  for (StringRef &item : items)
    item = item.trim();
  return items;
}

/// Fills `sizes[i]` for the arguments that --dims names.
static Error parseDims(const Signature &signature, StringRef text,
                       MutableArrayRef<SmallVector<int64_t>> sizes) {
  SmallVector<StringRef> items = splitList(text);
  if (items.empty())
    return Error::success();
  SmallVector<size_t> tensors, dynamic;
  for (auto [i, argument] : enumerate(signature.arguments)) {
    if (argument.isTensor)
      tensors.push_back(i);
    if (argument.hasDynamicDims())
      dynamic.push_back(i);
  }
  ArrayRef<size_t> targets;
  if (items.size() == tensors.size())
    targets = tensors;
  else if (items.size() == dynamic.size())
    targets = dynamic;
  else
    return createStringError(
        "expected --dims to list the sizes of the " + Twine(tensors.size()) +
        " tensor arguments of '" + signature.name + "' or of the " +
        Twine(dynamic.size()) + " with dynamic sizes, got " +
        Twine(items.size()) + " items in '" + text + "'");
  for (auto [i, item] : zip(targets, items)) {
    if (item.empty() || item == "_")
      continue;
    SmallVector<StringRef> parts;
    item.split(parts, 'x');
    // A tensor of rank 0 has the one spelling "_".
    for (StringRef part : parts) {
      int64_t size;
      if (part.getAsInteger(10, size) || size < 0)
        return argumentError(signature, i,
                             "expected sizes like 4x128 in --dims, got '" +
                                 item + "'");
      sizes[i].push_back(size);
    }
    const Parameter &argument = signature.arguments[i];
    bool fits = sizes[i].size() == argument.shape.size();
    if (fits)
      for (auto [wanted, got] : zip(argument.shape, sizes[i]))
        fits &= mlir::ShapedType::isDynamic(wanted) || wanted == got;
    if (!fits)
      return argumentError(signature, i,
                           "the sizes " + item + " do not fit its type");
  }
  return Error::success();
}

/// Sets every element to the number that `item` spells; false if it is none.
static bool setNumber(HostTensor &tensor, StringRef item) {
  bool floating = isFloat(tensor.getKind());
  double number = 0;
  int64_t integer = 0;
  if (floating ? !to_float(item, number) : item.getAsInteger(0, integer))
    return false;
  for (int64_t e = 0; e < tensor.getNumElements(); ++e) {
    if (floating)
      tensor.setDouble(e, number);
    else
      tensor.setInt(e, integer);
  }
  return true;
}

/// Normal values. Integers are the nearest ones that the type has.
static Error fillNormal(HostTensor &tensor, double mean, double spread,
                        uint64_t seed) {
  if (isFloat(tensor.getKind())) {
    fillRandom(tensor, seed);
    for (int64_t e = 0; e < tensor.getNumElements(); ++e)
      tensor.setDouble(e, mean + spread * tensor.getDouble(e));
    return Error::success();
  }
  Expected<HostTensor> normal =
      HostTensor::create(ElementKind::F64, tensor.getShape());
  if (!normal)
    return normal.takeError();
  fillRandom(*normal, seed);
  // Of 64 bits, no more than what a double has exactly.
  unsigned bits = std::min(8 * getByteWidth(tensor.getKind()), 53u);
  double limit = std::ldexp(1.0, bits - 1);
  for (int64_t e = 0; e < tensor.getNumElements(); ++e) {
    double number = std::nearbyint(mean + spread * normal->getDouble(e));
    tensor.setDouble(e, std::clamp(number, -limit, limit - 1));
  }
  return Error::success();
}

/// The value that one item of --input asks for; `sizes` are those of --dims.
static Expected<HostTensor> makeArgument(const Signature &signature, size_t i,
                                         StringRef item,
                                         ArrayRef<int64_t> sizes,
                                         uint64_t seed) {
  const Parameter &argument = signature.arguments[i];
  bool isRandom = item.empty() || item == "_";
  double number, mean, spread;
  auto [meanText, spreadText] = item.split('~');
  bool isNormal = item.contains('~') && to_float(meanText, mean) &&
                  to_float(spreadText, spread);
  if (isRandom || isNormal || to_float(item, number)) {
    if (argument.hasDynamicDims() && sizes.empty())
      return argumentError(signature, i,
                           "expected its sizes in --dims (like 4x128), or a "
                           ".npy file in --input");
    Expected<HostTensor> tensor = HostTensor::create(
        argument.kind,
        sizes.empty() ? ArrayRef<int64_t>(argument.shape) : sizes);
    if (!tensor)
      return argumentError(signature, i, toString(tensor.takeError()));
    if (isNormal && argument.kind == ElementKind::I1)
      return argumentError(signature, i,
                           "expected floats, or integers of more than one bit, "
                           "for '" +
                               item + "'");
    if (isNormal) {
      if (Error error = fillNormal(*tensor, mean, spread, seed))
        return argumentError(signature, i, toString(std::move(error)));
    } else if (isRandom) {
      fillRandom(*tensor, seed);
    }
    if (!isRandom && !isNormal && !setNumber(*tensor, item))
      return argumentError(signature, i,
                           "expected an integer, got '" + item + "'");
    return tensor;
  }
  Expected<HostTensor> tensor = readNpy(item, argument.kind);
  if (!tensor)
    return argumentError(signature, i, toString(tensor.takeError()));
  if (!argument.accepts(*tensor))
    return argumentError(signature, i,
                         "'" + item + "' holds " +
                             describe(tensor->getKind(), tensor->getShape()));
  return tensor;
}

/// The argument and axis that --data changes.
static Expected<std::pair<size_t, unsigned>>
getDataTarget(const Signature &signature, const ArgumentOptions &options) {
  size_t target = signature.arguments.size();
  if (options.dataArgument.empty()) {
    for (auto [i, argument] : enumerate(signature.arguments))
      if (argument.isTensor && isFloat(argument.kind) &&
          !argument.shape.empty()) {
        target = i;
        break;
      }
    if (target == signature.arguments.size())
      return createStringError("--data=" + options.data + ": '" +
                               signature.name + "' takes no tensor of floats");
  } else if (StringRef(options.dataArgument).getAsInteger(10, target) ||
             target >= signature.arguments.size()) {
    return createStringError("expected --data-arg to be the number of an "
                             "argument of '" +
                             signature.name + "', at most " +
                             Twine(signature.arguments.size()) +
                             " of them, got '" + options.dataArgument + "'");
  }
  const Parameter &argument = signature.arguments[target];
  size_t rank = argument.shape.size();
  if (!argument.isTensor || !isFloat(argument.kind) || rank == 0)
    return argumentError(signature, target,
                         "expected a tensor of floats for --data=" +
                             options.data);
  size_t axis = rank - 1;
  if (!options.dataAxis.empty() &&
      (StringRef(options.dataAxis).getAsInteger(10, axis) || axis >= rank))
    return argumentError(signature, target,
                         "expected --data-axis to be a dimension of it, got '" +
                             options.dataAxis + "'");
  return std::make_pair(target, static_cast<unsigned>(axis));
}

void redfuser::declareArgumentOptions(CommandLine &line,
                                      ArgumentOptions &options) {
  line.addString("dims", options.dims, "SIZES",
                 "sizes of tensor arguments: 4x128,128x64; _ keeps the "
                 "type's own");
  line.addString("input", options.input, "LIST",
                 "per argument a .npy file, a number, _ (random), or "
                 "MEAN~SPREAD\n"
                 "(normal values, integers rounded); or a folder with "
                 "argN.npy (floats\nof 8 bits as uint8)");
  SmallVector<StringRef> modes(getDataModeNames().begin(),
                               getDataModeNames().end());
  line.addChoice("data", options.data, modes,
                 "random data with these special values");
  line.addString("data-arg", options.dataArgument, "N",
                 "the argument that gets them (default: first of floats)");
  line.addString("data-axis", options.dataAxis, "N",
                 "the dimension along which (default: last)");
  line.addUnsigned("seed", options.seed, 0, "of the random values (default 0)");
}

SmallVector<std::string> redfuser::listFiles(StringRef folder, StringRef stem,
                                             size_t count) {
  SmallVector<std::string> files;
  for (size_t i = 0; i < count; ++i) {
    SmallString<128> path(folder);
    sys::path::append(path, stem + Twine(i) + ".npy");
    files.push_back(path.str().str());
  }
  return files;
}

Expected<SmallVector<HostTensor>>
redfuser::makeArguments(const Signature &signature,
                        const ArgumentOptions &options) {
  size_t count = signature.arguments.size();
  SmallVector<SmallVector<int64_t>> sizes(count);
  if (Error error = parseDims(signature, options.dims, sizes))
    return std::move(error);
  SmallVector<StringRef> inputs = splitList(options.input);
  SmallVector<std::string> files;
  if (inputs.size() == 1 && sys::fs::is_directory(inputs.front())) {
    files = listFiles(inputs.front(), "arg", count);
    inputs.assign(files.begin(), files.end());
  }
  if (inputs.size() > count)
    return createStringError("expected at most " + Twine(count) +
                             " items in --input for '" + signature.name +
                             "', got " + Twine(inputs.size()));
  DataMode mode = *parseDataMode(options.data);
  std::pair<size_t, unsigned> target(count, 0);
  if (mode != DataMode::Normal) {
    Expected<std::pair<size_t, unsigned>> found =
        getDataTarget(signature, options);
    if (!found)
      return found.takeError();
    target = *found;
    if (hasInfinities(mode) &&
        !hasInfinity(signature.arguments[target.first].kind))
      return argumentError(signature, target.first,
                           "expected a type with infinities for --data=" +
                               options.data);
  }

  SmallVector<HostTensor> values;
  for (auto [i, argument] : enumerate(signature.arguments)) {
    StringRef item = i < inputs.size() ? inputs[i] : "_";
    Expected<HostTensor> value =
        makeArgument(signature, i, item, sizes[i], options.seed * 1000003 + i);
    if (!value)
      return value.takeError();
    if (i == target.first)
      applyDataMode(*value, mode, target.second);
    values.push_back(std::move(*value));
  }
  return std::move(values);
}
