//===- Case.h - A cascade as a test case ------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cascades described by plain data, from which programs are printed: easy to
// generate, and easy to make smaller when one fails.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_FUZZ_CASE_H
#define REDFUSER_FUZZ_CASE_H

#include "RedFuser/Runtime/HostTensor.h"
#include "RedFuser/Runtime/TestData.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redfuser::fuzz {

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;

/// A term. Shared operands are printed once.
struct Expr {
  enum Kind {
    /// The element of input `index`, of reduction `index`'s result (as a float
    /// where that is an integer), parameter `index`.
    Input,
    Reference,
    Parameter,
    /// `value`.
    Constant,
    /// The position along dimension `index`, as a float.
    Position,
    /// The same for reductions of integers: `value`, a position.
    Integer,
    IntegerPosition,
    /// The integer that is reduction `index`'s result.
    IntegerReference,
    /// The operation `name` of arith or math on `operands`.
    Op,
    /// operands[0] `name` operands[1] ? operands[2] : operands[3], where `name`
    /// is a predicate of arith.cmpf.
    Compare,
    /// The same, but true of two NaN, too.
    CompareOrNaN,
    /// position along `index` == operands[0], an integer ? operands[1] :
    /// operands[2]
    At,
    /// The i1 input `index` ? operands[0] : operands[1].
    Mask,
    /// position along `index` <= position along `other` ? operands[0] :
    /// operands[1]
    Causal,
    /// operands[0] rounded to the narrow type and back.
    Round
  };
  Kind kind;
  unsigned index = 0;
  unsigned other = 0;
  double value = 0;
  std::string name;
  std::vector<ExprRef> operands;

  static ExprRef leaf(Kind kind, unsigned index);
  static ExprRef constant(double value);
  static ExprRef integer(int64_t value);
  static ExprRef op(llvm::StringRef name, std::vector<ExprRef> operands);
};

/// True if `predicate` holds for a node of the expression.
bool anyOf(const ExprRef &expr,
           llvm::function_ref<bool(const Expr &)> predicate);
/// True if the value depends on reduction `index` (on any, without one), or on
/// another leaf. References include those to integers.
bool reads(const ExprRef &expr, Expr::Kind kind,
           std::optional<unsigned> index = std::nullopt);
/// True if both are the same code.
bool isSame(const ExprRef &a, const ExprRef &b);
/// `score` without the choices, around it, of an infinity at positions that
/// reductions hold, which are appended to `excluded`.
ExprRef stripExclusions(ExprRef score,
                        llvm::SmallVectorImpl<unsigned> &excluded);
/// The expression with `replace` applied to every node after its operands;
/// null keeps a node.
ExprRef rewrite(const ExprRef &expr,
                llvm::function_ref<ExprRef(const ExprRef &)> replace);

/// Monoids of floats, then of i32.
enum class Monoid {
  Add,
  Mul,
  Maximum,
  MaxNum,
  Minimum,
  MinNum,
  AddI,
  MulI,
  MaxSI,
  MinSI,
  MaxUI,
  MinUI,
  AndI,
  OrI,
  XorI
};
/// "addf".
llvm::StringRef stringify(Monoid monoid);
/// True for the four maxima and minima of floats.
bool isExtremum(Monoid monoid);
inline bool isInteger(Monoid monoid) { return monoid >= Monoid::AddI; }
/// True if the value is an i32.
bool isInteger(const Expr &expr);

/// What a reduction starts from.
enum class Init {
  /// The monoid's identity, as the dialect has it.
  Identity,
  /// What front ends write: 0 for sums, the lowest number for maxima.
  Usual,
  /// An argument of the function.
  Argument
};

/// How the program is written.
enum class Form {
  /// One cascade.chain.
  Chain,
  /// One linalg.generic per reduction.
  Generics,
  /// The terms as tensors of their own, reduced by a second linalg.generic.
  Stages
};

struct Case {
  struct Dim {
    bool isAxis = false;
    bool isDynamic = false;
    int64_t size = 1;
  };
  struct Input {
    llvm::SmallVector<unsigned> dims;
    /// The narrow type where the case has one; i1 for masks.
    bool isMask = false;
    bool isNarrow = false;
  };
  struct Reduction {
    Monoid monoid = Monoid::Add;
    llvm::SmallVector<unsigned> dims;
    /// A float; an integer where the monoid is one of integers.
    ExprRef term;
    Init init = Init::Usual;
    /// The accumulator has the narrow type.
    bool isNarrow = false;
    bool isReturned = true;
    /// The extremum whose position this is, if linalg has both as results of
    /// one reduction; it starts at the position `start`. In a chain this is a
    /// reduction like others, and what reads it chooses `start` where linalg's
    /// reduction stays there, as raising leaves it.
    std::optional<unsigned> partner;
    int64_t start = 0;
  };

  /// A position of the largest or smallest score.
  struct Choice {
    /// The reduction that is the largest score.
    unsigned extremum;
    ExprRef score;
    /// Reductions whose positions are excluded.
    llvm::SmallVector<unsigned> excluded;
    /// A NaN has a position.
    bool attainsNaN;
  };

  uint64_t seed = 0;
  llvm::SmallVector<Dim> dims;
  std::vector<Input> inputs;
  unsigned numParameters = 0;
  std::vector<Reduction> reductions;
  /// The type in which terms are computed, and a narrower one or the same.
  ElementKind type = ElementKind::F32;
  ElementKind narrow = ElementKind::F32;
  Form form = Form::Chain;

  /// How it is fused and tiled.
  bool isStrict = false;
  int64_t rows = 2;
  int64_t axisTile = 4;
  int64_t segments = 1;
  /// For a GPU: more options of the pipeline, `name=value` each.
  bool isForGpu = false;
  std::vector<std::string> gpuOptions;

  /// Data: a mode for one input along one of its dimensions.
  DataMode data = DataMode::Normal;
  unsigned dataInput = 0;
  unsigned dataDim = 0;

  /// What the text says of the case's origin ("// " is put in front of lines).
  std::string note;

  ElementKind getInputKind(const Input &input) const;
  ElementKind getReductionKind(const Reduction &reduction) const;
  /// True if a reduction reads the result of another, and both the same input:
  /// what raising makes a chain of.
  bool hasChain() const;
  /// What reduction `i` is, if it is the position of an extremum of scores.
  std::optional<Choice> getChoice(unsigned i) const;
  /// True if reduction `i` is a position that linalg has beside its extremum.
  bool isPaired(unsigned i) const;
  /// The position that linalg has beside extremum `i`.
  std::optional<unsigned> getPosition(unsigned i) const;
  /// Dimensions that reduction `i` iterates over, ascending.
  llvm::SmallVector<unsigned> getDomain(unsigned i) const;

  /// The program: a function @main of inputs, parameters and inits.
  std::string printProgram() const;
  /// Options for redfuser-to-linalg, or redfuser-to-nvvm.
  std::string printPipelineOptions() const;
  /// Sizes of the tensor arguments, as --dims takes them.
  std::string printDims() const;
  /// The options of `redfuser run` that repeat the case, as one line of a
  /// suite.
  std::string printSuiteLine(llvm::StringRef inputFile) const;
};

/// What the generator aims at.
enum class Family {
  /// Anything that the grammar has.
  Free,
  /// What the engine claims to fuse.
  Fusable,
  /// What no fixed-size state can hold.
  Unfusable
};

/// The case of `seed`; the same on every machine.
Case generate(Family family, uint64_t seed);

/// Gives the case a schedule and sizes for a GPU, which follow from its seed;
/// f64 becomes f32 where a term has functions that kernels do not have in f64.
void fitGpu(Case &spec);

/// Smaller cases, the boldest simplifications first. Not all are valid. With
/// `keepsTerms` the terms stay, so that whether they fuse stays.
std::vector<Case> getSimplifications(const Case &from, bool keepsTerms);

} // namespace redfuser::fuzz

#endif // REDFUSER_FUZZ_CASE_H
