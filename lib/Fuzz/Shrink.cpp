//===- Shrink.cpp - Smaller cases -----------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/STLExtras.h"

using namespace redfuser;
using namespace redfuser::fuzz;

namespace {

class Shrinker {
public:
  Shrinker(const Case &from, bool keepsTerms)
      : from(from), keepsTerms(keepsTerms) {}

  std::vector<Case> run() {
    dropReductions();
    if (!keepsTerms) {
      dropInputs();
      dropDims();
    }
    simplifyFrame();
    shrinkSizes();
    if (!keepsTerms)
      simplifyTerms();
    return std::move(results);
  }

private:
  template <typename Change>
  void propose(Change change) {
    Case copy = from;
    change(copy);
    results.push_back(std::move(copy));
  }

  /// Reduction `i` goes; what reads it reads one instead.
  static void removeReduction(Case &spec, unsigned i) {
    spec.reductions.erase(spec.reductions.begin() + i);
    for (Case::Reduction &reduction : spec.reductions)
      reduction.term =
          rewrite(reduction.term, [&](const ExprRef &node) -> ExprRef {
            bool isInteger = node->kind == Expr::IntegerReference;
            if ((node->kind != Expr::Reference && !isInteger) ||
                node->index < i)
              return nullptr;
            if (node->index == i)
              return isInteger ? Expr::integer(0) : Expr::constant(1);
            return Expr::leaf(node->kind, node->index - 1);
          });
    for (Case::Reduction &reduction : spec.reductions) {
      if (reduction.partner == i)
        reduction.partner.reset();
      else if (reduction.partner > i)
        --*reduction.partner;
    }
    spec.reductions.back().isReturned = true;
  }

  void dropReductions() {
    if (from.reductions.size() < 2)
      return;
    for (unsigned i = from.reductions.size(); i-- > 0;) {
      bool isRead =
          llvm::any_of(from.reductions, [&](const Case::Reduction &other) {
            return reads(other.term, Expr::Reference, i);
          });
      if (isRead && keepsTerms)
        continue;
      propose([&](Case &spec) { removeReduction(spec, i); });
    }
    for (unsigned i = 0; i + 1 < from.reductions.size(); ++i)
      if (from.reductions[i].isReturned)
        propose([&](Case &spec) { spec.reductions[i].isReturned = false; });
  }

  /// Input `k` goes; what reads it reads one, or the first choice of its mask.
  void dropInputs() {
    for (unsigned k = from.inputs.size(); k-- > 1;)
      propose([&](Case &spec) {
        spec.inputs.erase(spec.inputs.begin() + k);
        for (Case::Reduction &reduction : spec.reductions)
          reduction.term =
              rewrite(reduction.term, [&](const ExprRef &node) -> ExprRef {
                bool isMask = node->kind == Expr::Mask;
                if ((node->kind != Expr::Input && !isMask) || node->index < k)
                  return nullptr;
                if (node->index == k)
                  return isMask ? node->operands[0] : Expr::constant(1);
                auto copy = std::make_shared<Expr>(*node);
                --copy->index;
                return copy;
              });
        if (spec.dataInput == k)
          spec.data = DataMode::Normal;
        else if (spec.dataInput > k)
          --spec.dataInput;
      });
    if (from.numParameters)
      propose([&](Case &spec) {
        spec.numParameters = 0;
        for (Case::Reduction &reduction : spec.reductions)
          reduction.term =
              rewrite(reduction.term, [&](const ExprRef &node) -> ExprRef {
                return node->kind == Expr::Parameter ? Expr::constant(1)
                                                     : nullptr;
              });
      });
  }

  /// A dimension goes from everything that has it.
  void dropDims() {
    for (unsigned dim = from.dims.size(); dim-- > 0;) {
      unsigned axes = llvm::count_if(
          from.dims, [](const Case::Dim &d) { return d.isAxis; });
      if (from.dims[dim].isAxis && axes == 1)
        continue;
      propose([&](Case &spec) {
        auto drop = [&](llvm::SmallVector<unsigned> &dims) {
          llvm::erase(dims, dim);
          for (unsigned &d : dims)
            d -= d > dim;
        };
        spec.dims.erase(spec.dims.begin() + dim);
        for (Case::Input &input : spec.inputs)
          drop(input.dims);
        for (Case::Reduction &reduction : spec.reductions) {
          drop(reduction.dims);
          reduction.term =
              rewrite(reduction.term, [&](const ExprRef &node) -> ExprRef {
                if (node->kind == Expr::Position && node->index == dim)
                  return Expr::constant(0);
                if (node->kind == Expr::Causal &&
                    (node->index == dim || node->other == dim))
                  return node->operands[0];
                if (node->kind == Expr::IntegerPosition && node->index == dim)
                  return Expr::integer(0);
                if (node->kind == Expr::At && node->index == dim)
                  return node->operands[2];
                if (node->kind != Expr::Position &&
                    node->kind != Expr::Causal && node->kind != Expr::At &&
                    node->kind != Expr::IntegerPosition)
                  return nullptr;
                auto copy = std::make_shared<Expr>(*node);
                copy->index -= copy->index > dim;
                copy->other -= copy->other > dim;
                return copy;
              });
        }
        spec.dataDim = 0;
      });
    }
  }

  void simplifyFrame() {
    if (from.form != Form::Chain)
      propose([](Case &spec) { spec.form = Form::Chain; });
    if (from.data != DataMode::Normal)
      propose([](Case &spec) { spec.data = DataMode::Normal; });
    if (from.narrow != from.type)
      propose([](Case &spec) { spec.narrow = spec.type; });
    if (from.type != ElementKind::F32)
      propose([](Case &spec) { spec.type = spec.narrow = ElementKind::F32; });
    if (from.segments != 1)
      propose([](Case &spec) { spec.segments = 1; });
    for (unsigned i = 0; i < from.gpuOptions.size(); ++i)
      propose([&](Case &spec) {
        spec.gpuOptions.erase(spec.gpuOptions.begin() + i);
      });
    if (from.axisTile != 0)
      propose([](Case &spec) { spec.axisTile = 0; });
    if (from.isStrict)
      propose([](Case &spec) { spec.isStrict = false; });
    for (unsigned i = 0; i < from.reductions.size(); ++i) {
      if (from.reductions[i].partner)
        propose([&](Case &spec) { spec.reductions[i].partner.reset(); });
      if (from.reductions[i].init != Init::Usual)
        propose([&](Case &spec) { spec.reductions[i].init = Init::Usual; });
      if (from.reductions[i].isNarrow)
        propose([&](Case &spec) { spec.reductions[i].isNarrow = false; });
      if (!llvm::is_sorted(from.reductions[i].dims))
        propose([&](Case &spec) { llvm::sort(spec.reductions[i].dims); });
    }
    for (unsigned k = 0; k < from.inputs.size(); ++k) {
      if (from.inputs[k].isNarrow && from.narrow != from.type)
        propose([&](Case &spec) { spec.inputs[k].isNarrow = false; });
      if (!llvm::is_sorted(from.inputs[k].dims))
        propose([&](Case &spec) {
          unsigned dim =
              spec.inputs[k].dims[spec.dataDim % spec.inputs[k].dims.size()];
          llvm::sort(spec.inputs[k].dims);
          if (spec.dataInput == k)
            spec.dataDim = llvm::find(spec.inputs[k].dims, dim) -
                           spec.inputs[k].dims.begin();
        });
    }
  }

  void shrinkSizes() {
    for (unsigned d = 0; d < from.dims.size(); ++d) {
      if (from.dims[d].isDynamic)
        propose([&](Case &spec) { spec.dims[d].isDynamic = false; });
      for (int64_t size : {int64_t(1), int64_t(2), from.dims[d].size / 2,
                           from.dims[d].size - 1})
        if (size > 0 && size < from.dims[d].size)
          propose([&](Case &spec) { spec.dims[d].size = size; });
    }
  }

  /// One node of one term gives way to an operand of its own, or to one.
  void simplifyTerms() {
    for (unsigned i = 0; i < from.reductions.size(); ++i) {
      std::vector<ExprRef> nodes;
      collect(from.reductions[i].term, nodes);
      for (const ExprRef &node : nodes) {
        auto replaceBy = [&](const ExprRef &other) {
          propose([&](Case &spec) {
            spec.reductions[i].term = rewrite(
                spec.reductions[i].term, [&](const ExprRef &here) -> ExprRef {
                  return here == node ? other : nullptr;
                });
          });
        };
        for (const ExprRef &operand : node->operands)
          replaceBy(operand);
        if (!node->operands.empty())
          replaceBy(Expr::leaf(Expr::Input, 0));
        if (node->kind != Expr::Constant)
          replaceBy(Expr::constant(1));
      }
    }
  }

  static void collect(const ExprRef &expr, std::vector<ExprRef> &nodes) {
    if (llvm::is_contained(nodes, expr))
      return;
    nodes.push_back(expr);
    for (const ExprRef &operand : expr->operands)
      collect(operand, nodes);
  }

  const Case &from;
  bool keepsTerms;
  std::vector<Case> results;
};

} // namespace

std::vector<Case> fuzz::getSimplifications(const Case &from, bool keepsTerms) {
  return Shrinker(from, keepsTerms).run();
}
