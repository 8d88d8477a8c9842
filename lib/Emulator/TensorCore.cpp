//===- TensorCore.cpp - Emulated products of matrices ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a warpgroup is there once all its threads have issued it. It
// reads shared memory at once, or when somebody waits for it and nothing else
// is left to do; its registers are *tickets* until then: NaNs that say which
// register of which product they stand for. A wait replaces tickets by results.
// So what is used without a wait is NaN, and what is given back too early is
// overwritten.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>
#include <optional>

using namespace redfuser::emulator;

static constexpr int64_t kRows = 64;
/// Products that are complete and that nobody has asked for yet.
static constexpr size_t kMostProducts = 512;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Of an operand, numbered as KernelsToHost does.
enum class Element { F16, BF16, E4M3, E5M2 };
} // namespace

static int64_t getBytes(Element element) {
  return element == Element::F16 || element == Element::BF16 ? 2 : 1;
}

/// Positions of the sum of one instruction: 32 bytes.
static int64_t getDepth(Element element) { return 32 / getBytes(element); }

/// A float of the given bits of exponent and mantissa.
static float decode(uint32_t bits, int exponentBits, int mantissaBits,
                    bool hasInfinity) {
  uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
  uint32_t most = (1u << exponentBits) - 1;
  uint32_t exponent = (bits >> mantissaBits) & most;
  bool negative = (bits >> (mantissaBits + exponentBits)) & 1;
  int bias = (1 << (exponentBits - 1)) - 1;
  float value;
  if (exponent == most && hasInfinity)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == most && mantissa == (1u << mantissaBits) - 1 &&
           !hasInfinity)
    value = NAN;
  else if (exponent == 0)
    value = std::ldexp(static_cast<float>(mantissa), 1 - bias - mantissaBits);
  else
    value = std::ldexp(static_cast<float>(mantissa | (1u << mantissaBits)),
                       static_cast<int>(exponent) - bias - mantissaBits);
  return negative ? -value : value;
}

/// By bits; a table of what takes long.
static float toFloat(Element element, uint32_t bits) {
  static const std::vector<float> halves = [] {
    std::vector<float> values(1 << 16);
    for (uint32_t i = 0; i < values.size(); ++i)
      values[i] = decode(i, 5, 10, /*hasInfinity=*/true);
    return values;
  }();
  switch (element) {
  case Element::F16:
    return halves[bits & 0xFFFF];
  case Element::BF16:
    return llvm::bit_cast<float>(bits << 16);
  case Element::E4M3:
    return decode(bits & 0xFF, 4, 3, /*hasInfinity=*/false);
  case Element::E5M2:
    return decode(bits & 0xFF, 5, 2, /*hasInfinity=*/true);
  }
  return NAN;
}

static float loadElement(Element element, int64_t address) {
  if (getBytes(element) == 1)
    return toFloat(element, *reinterpret_cast<const uint8_t *>(address));
  uint16_t bits;
  std::memcpy(&bits, reinterpret_cast<const void *>(address), 2);
  return toFloat(element, bits);
}

/// Element `index` of those that a register of 32 bits has.
static float getElement(Element element, uint32_t word, int64_t index) {
  return toFloat(element, word >> (8 * getBytes(element) * index));
}

//===----------------------------------------------------------------------===//
// What a warp does
//===----------------------------------------------------------------------===//

/// Reads or writes four matrices of 8x8 elements of 16 bits: lane 8 m + r has
/// the address of row r of matrix m, and register m of each lane two elements
/// of matrix m.
static void moveMatrices(WarpOp op, llvm::MutableArrayRef<Fiber> lanes) {
  for (Fiber &lane : lanes)
    if (!checkShared(lane.in[0], 16, 16, "a row of a matrix"))
      return;
  auto getRow = [&](int64_t matrix, int64_t row) {
    return reinterpret_cast<char *>(
        static_cast<uintptr_t>(lanes[8 * matrix + row].in[0]));
  };
  for (int64_t i = 0; i < kWarp; ++i)
    for (int64_t matrix = 0; matrix < 4; ++matrix) {
      if (op == WarpOp::StoreMatrices) {
        std::memcpy(getRow(matrix, i / 4) + 4 * (i % 4),
                    &lanes[i].in[1 + matrix], 4);
        continue;
      }
      if (op == WarpOp::LoadMatrices) {
        std::memcpy(&lanes[i].out[matrix], getRow(matrix, i / 4) + 4 * (i % 4),
                    4);
        continue;
      }
      uint16_t pair[2];
      for (int64_t k = 0; k < 2; ++k)
        std::memcpy(&pair[k], getRow(matrix, 2 * (i % 4) + k) + 2 * (i / 4), 2);
      std::memcpy(&lanes[i].out[matrix], pair, 4);
    }
}

/// mma.sync.m16n8k16: four registers of A, two of B, four of C.
static void multiply(Element element, llvm::MutableArrayRef<Fiber> lanes) {
  float a[16][16], b[16][8];
  for (int64_t i = 0; i < kWarp; ++i) {
    const uint32_t *in = lanes[i].in;
    for (int64_t k = 0; k < 2; ++k) {
      int64_t column = 2 * (i % 4) + k;
      for (int64_t r = 0; r < 4; ++r)
        a[i / 4 + 8 * (r % 2)][8 * (r / 2) + column] =
            getElement(element, in[r], k);
      for (int64_t r = 0; r < 2; ++r)
        b[8 * r + column][i / 4] = getElement(element, in[4 + r], k);
    }
  }
  for (int64_t i = 0; i < kWarp; ++i)
    for (int64_t r = 0; r < 4; ++r) {
      int64_t row = i / 4 + 8 * (r / 2), column = 2 * (i % 4) + r % 2;
      float sum = llvm::bit_cast<float>(lanes[i].in[6 + r]);
      for (int64_t k = 0; k < 16; ++k)
        sum += a[row][k] * b[k][column];
      lanes[i].out[r] = llvm::bit_cast<uint32_t>(sum);
    }
}

void redfuser::emulator::doMatrices(WarpOp op,
                                    llvm::MutableArrayRef<Fiber> lanes) {
  if (lanes.size() != kWarp)
    return machine.fail("matrices need whole warps");
  if (op == WarpOp::MultiplyF16 || op == WarpOp::MultiplyBF16)
    return multiply(op == WarpOp::MultiplyF16 ? Element::F16 : Element::BF16,
                    lanes);
  moveMatrices(op, lanes);
}

static void loadMatrices(int32_t address, int32_t isTransposed, uint32_t *out) {
  auto in = static_cast<uint32_t>(address);
  machine.doWithWarp(
      isTransposed ? WarpOp::LoadTransposed : WarpOp::LoadMatrices, &in, out);
}

static void storeMatrices(int32_t address, const uint32_t *registers) {
  uint32_t in[5] = {static_cast<uint32_t>(address)};
  std::copy_n(registers, 4, in + 1);
  machine.doWithWarp(WarpOp::StoreMatrices, in, nullptr);
}

static void multiplyF16(uint32_t *registers) {
  machine.doWithWarp(WarpOp::MultiplyF16, registers, registers);
}
static void multiplyBF16(uint32_t *registers) {
  machine.doWithWarp(WarpOp::MultiplyBF16, registers, registers);
}

//===----------------------------------------------------------------------===//
// What a warpgroup does
//===----------------------------------------------------------------------===//

namespace {
/// What all threads of a warpgroup say of a product.
struct Instruction {
  int32_t columns;
  Element a, b;
  /// Operands whose rows or columns are next to each other, not the positions
  /// of the sum.
  bool isTransposedA, isTransposedB;
  bool readsRegisters, readsSum;
  uint64_t descriptorA, descriptorB;

  bool operator==(const Instruction &other) const {
    return columns == other.columns && a == other.a && b == other.b &&
           isTransposedA == other.isTransposedA &&
           isTransposedB == other.isTransposedB &&
           readsRegisters == other.readsRegisters &&
           readsSum == other.readsSum && descriptorA == other.descriptorA &&
           descriptorB == other.descriptorB;
  }
};
} // namespace

struct redfuser::emulator::Product {
  Instruction instruction;
  int64_t number;
  int64_t arrived = 0;
  bool isDone = false;
  /// Of each thread: the registers of A, and the sum before and after; empty
  /// once all have been taken. How many have been.
  std::vector<uint32_t> rows;
  std::vector<uint32_t> sum;
  size_t taken = 0;

  int64_t getRegisters() const { return instruction.columns / 2; }
};

Warpgroup::Warpgroup() = default;
Warpgroup::~Warpgroup() = default;
Warpgroup::Warpgroup(Warpgroup &&) noexcept = default;
Warpgroup &Warpgroup::operator=(Warpgroup &&) noexcept = default;

/// Tickets: a quiet NaN, a number that is never 0, and a register. Numbers are
/// in turn, of more than there are products at a time.
static constexpr uint32_t kNaN = 0x7FC00000;
static constexpr int64_t kTicketNumbers = 32000;

static uint32_t getTicket(int64_t number, int64_t reg) {
  return kNaN | static_cast<uint32_t>((number % kTicketNumbers + 1) << 7 | reg);
}

/// The product that a register is a ticket of, and which one of its registers.
static std::pair<Product *, int64_t> readTicket(Warpgroup &warpgroup,
                                                uint32_t bits) {
  if ((bits & kNaN) != kNaN || (bits >> 31) != 0)
    return {nullptr, 0};
  uint32_t rest = bits ^ kNaN;
  int64_t first = warpgroup.first % kTicketNumbers;
  int64_t at = ((rest >> 7) - 1 - first + kTicketNumbers) % kTicketNumbers;
  if (rest >> 7 == 0 || at >= static_cast<int64_t>(warpgroup.products.size()))
    return {nullptr, 0};
  return {warpgroup.products[at].get(), rest & 127};
}

//===--- Operands in shared memory ---------------------------------------===//

namespace {
/// What a descriptor says: where a matrix is, and from one group of rows or of
/// positions to the next.
struct Matrix {
  int64_t begin, leading, stride;
  /// Bytes of a row of the swizzle, or 16 without one.
  int64_t width;
  bool isTransposed;

  static std::optional<Matrix> get(uint64_t descriptor, bool isTransposed);
  int64_t getOffset(int64_t row, int64_t byte, int64_t elementBytes) const;
  int64_t swizzle(int64_t address) const {
    return address ^ (((address >> 7) & (width / 16 - 1)) << 4);
  }
};
} // namespace

std::optional<Matrix> Matrix::get(uint64_t descriptor, bool isTransposed) {
  auto getField = [&](int first, int bits) {
    return static_cast<int64_t>(descriptor >> first & ((1u << bits) - 1));
  };
  // Widths by the field's value: none, 128, 64, 32.
  constexpr int64_t widths[] = {16, 128, 64, 32};
  constexpr uint64_t known = 0xC0003FFF3FFF3FFF;
  if ((descriptor & ~known) != 0) {
    machine.fail("a descriptor has bits that mean nothing or are not emulated");
    return std::nullopt;
  }
  return Matrix{machine.running->shared.getBase() + getField(0, 14) * 16,
                getField(16, 14) * 16, getField(32, 14) * 16,
                widths[getField(62, 2)], isTransposed};
}

/// Bytes from the begin to an element before the swizzle: `row` is that of A or
/// the column of B, `position` that of the sum.
int64_t Matrix::getOffset(int64_t row, int64_t position,
                          int64_t elementBytes) const {
  if (isTransposed) {
    // Runs of `width` bytes of rows for each position.
    int64_t byte = row * elementBytes;
    int64_t inRow = byte % width, chunk = byte / width;
    int64_t inGroup = position % 8, group = position / 8;
    if (width == 16)
      return inRow + inGroup * 16 + chunk * stride + group * leading;
    return inRow + inGroup * width + chunk * leading + group * stride;
  }
  int64_t byte = position * elementBytes;
  int64_t inGroup = row % 8, group = row / 8;
  if (width == 16)
    return byte % 16 + inGroup * 16 + group * stride + byte / 16 * leading;
  return byte + inGroup * width + group * stride;
}

/// Elements by position of the sum, then row; false, and a failure, if they are
/// not shared memory.
static bool loadMatrix(const Matrix &matrix, int64_t rows, Element element,
                       std::vector<float> &values) {
  int64_t depth = getDepth(element), bytes = getBytes(element);
  int64_t last = 0;
  for (int64_t position : {int64_t(0), depth - 1})
    last = std::max(last, matrix.getOffset(rows - 1, position, bytes));
  // A swizzle stays within its rows.
  int64_t width = matrix.width;
  int64_t begin = matrix.begin / width * width;
  int64_t end = (matrix.begin + last) / width * width + width;
  if (!checkShared(begin, end - begin, 16, "the matrix of a descriptor"))
    return false;
  values.resize(depth * rows);
  for (int64_t position = 0; position < depth; ++position)
    for (int64_t row = 0; row < rows; ++row) {
      int64_t address = matrix.begin + matrix.getOffset(row, position, bytes);
      values[position * rows + row] =
          loadElement(element, matrix.swizzle(address));
    }
  return true;
}

/// Rows of A from registers of all threads, by position of the sum, then row.
static void loadRows(const Product &product, std::vector<float> &values) {
  Element element = product.instruction.a;
  int64_t each = 4 / getBytes(element);
  values.resize(getDepth(element) * kRows);
  for (int64_t thread = 0; thread < kWarpgroup; ++thread)
    for (int64_t reg = 0; reg < 4; ++reg) {
      int64_t row = thread / kWarp * 16 + thread % kWarp / 4 + 8 * (reg % 2);
      int64_t first = 4 * each * (reg / 2) + each * (thread % 4);
      uint32_t word = product.rows[4 * thread + reg];
      for (int64_t k = 0; k < each; ++k)
        values[(first + k) * kRows + row] = getElement(element, word, k);
    }
}

//===--- Products --------------------------------------------------------===//

static void perform(Warpgroup &warpgroup, Product &product) {
  const Instruction &instruction = product.instruction;
  int64_t columns = instruction.columns, registers = product.getRegisters();
  std::vector<float> a, b;
  std::optional<Matrix> right =
      Matrix::get(instruction.descriptorB, instruction.isTransposedB);
  if (!right || !loadMatrix(*right, columns, instruction.b, b))
    return;
  if (instruction.readsRegisters) {
    loadRows(product, a);
  } else {
    std::optional<Matrix> left =
        Matrix::get(instruction.descriptorA, instruction.isTransposedA);
    if (!left || !loadMatrix(*left, kRows, instruction.a, a))
      return;
  }

  auto forEachRegister = [&](auto body) {
    for (int64_t thread = 0; thread < kWarpgroup; ++thread)
      for (int64_t reg = 0; reg < registers; ++reg) {
        int64_t row =
            thread / kWarp * 16 + thread % kWarp / 4 + 8 * (reg / 2 % 2);
        int64_t column = 8 * (reg / 4) + 2 * (thread % 4) + reg % 2;
        body(thread, product.sum[thread * registers + reg],
             row * columns + column);
      }
  };
  std::vector<float> sum(kRows * columns, 0.0f);
  Product *before = nullptr;
  if (instruction.readsSum)
    forEachRegister([&](int64_t thread, uint32_t bits, int64_t at) {
      auto [earlier, reg] = readTicket(warpgroup, bits);
      if (earlier && earlier->isDone && !earlier->sum.empty()) {
        before = earlier;
        bits = earlier->sum[thread * earlier->getRegisters() + reg];
      }
      sum[at] = llvm::bit_cast<float>(bits);
    });
  int64_t depth = getDepth(instruction.b);
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t k = 0; k < depth; ++k) {
      float factor = a[k * kRows + row];
      const float *values = b.data() + k * columns;
      float *sums = sum.data() + row * columns;
      for (int64_t column = 0; column < columns; ++column)
        sums[column] += factor * values[column];
    }
  forEachRegister([&](int64_t, uint32_t &bits, int64_t at) {
    bits = llvm::bit_cast<uint32_t>(sum[at]);
  });
  // Its registers are those of this product now.
  if (before)
    before->sum = {};
  product.rows = {};
}

/// Performs products up to `number`, which all threads have issued.
static void performUpTo(Warpgroup &warpgroup, int64_t number) {
  for (; warpgroup.done < number && machine.failure.empty(); ++warpgroup.done) {
    Product &product = *warpgroup.products[warpgroup.done - warpgroup.first];
    perform(warpgroup, product);
    product.isDone = true;
    ++machine.numEvents;
  }
  while (warpgroup.products.size() > kMostProducts &&
         warpgroup.first < warpgroup.done) {
    warpgroup.products.pop_front();
    ++warpgroup.first;
  }
}

static Warpgroup &getWarpgroup() {
  return machine.running->warpgroups[machine.current / kWarpgroup];
}

/// wgmma.mma_async by one thread. `sum` comes as the registers of the sum and
/// is left as tickets; `rows` are registers of A, or null.
static void issueProduct(uint32_t *sum, const uint32_t *rows,
                         int64_t descriptorA, int64_t descriptorB,
                         int32_t columns, int32_t elementA, int32_t elementB,
                         int32_t isTransposedA, int32_t isTransposedB,
                         int32_t readsSum) {
  Instruction instruction{columns,
                          static_cast<Element>(elementA),
                          static_cast<Element>(elementB),
                          isTransposedA != 0,
                          isTransposedB != 0,
                          rows != nullptr,
                          readsSum != 0,
                          static_cast<uint64_t>(descriptorA),
                          static_cast<uint64_t>(descriptorB)};
  Fiber &fiber = machine.fiber();
  Warpgroup &warpgroup = getWarpgroup();
  int64_t number = fiber.numProducts++, thread = machine.current % kWarpgroup;
  int64_t registers = columns / 2;
  size_t at = number - warpgroup.first;
  if (number < warpgroup.first || at > warpgroup.products.size())
    return machine.fail("threads of a warpgroup are too far from each other");
  if (at == warpgroup.products.size()) {
    auto product = std::make_unique<Product>();
    product->instruction = instruction;
    product->number = number;
    product->sum.resize(kWarpgroup * registers);
    product->rows.resize(rows ? kWarpgroup * 4 : 0);
    warpgroup.products.push_back(std::move(product));
  }
  Product &product = *warpgroup.products[at];
  if (!(product.instruction == instruction))
    return machine.fail("threads of a warpgroup issue different products");
  if (rows)
    std::copy_n(rows, 4, product.rows.begin() + 4 * thread);
  for (int64_t reg = 0; reg < registers; ++reg) {
    product.sum[thread * registers + reg] = sum[reg];
    sum[reg] = getTicket(number, reg);
  }
  if (++product.arrived < kWarpgroup)
    return;
  ++machine.numEvents;
  if (!machine.isLate())
    performUpTo(warpgroup, number + 1);
}

static void commitProducts() {
  Fiber &fiber = machine.fiber();
  fiber.productGroups.push_back(fiber.numProducts);
}

/// Until at most `groups` are on their way; `values` may be tickets.
static void waitForProducts(int32_t groups, uint32_t *values, int32_t count) {
  std::vector<int64_t> &committed = machine.fiber().productGroups;
  Warpgroup &warpgroup = getWarpgroup();
  if (static_cast<int64_t>(committed.size()) > groups) {
    int64_t needed = committed[committed.size() - 1 - groups];
    auto isIssued = [&] {
      if (needed <= warpgroup.done)
        return true;
      size_t last = needed - 1 - warpgroup.first;
      return last < warpgroup.products.size() &&
             warpgroup.products[last]->arrived == kWarpgroup;
    };
    while (!isIssued())
      machine.pauseFor("other warps to issue product", needed - 1);
    while (warpgroup.done < needed && machine.failure.empty())
      if (machine.pauseForArrival())
        performUpTo(warpgroup, needed);
    // Those before have been waited for.
    committed.erase(committed.begin(), committed.end() - groups);
    int64_t thread = machine.current % kWarpgroup;
    for (int32_t i = 0; i < count; ++i) {
      auto [product, reg] = readTicket(warpgroup, values[i]);
      if (!product || product->number >= needed || product->sum.empty() ||
          reg >= product->getRegisters())
        continue;
      values[i] = product->sum[thread * product->getRegisters() + reg];
      if (++product->taken == product->sum.size())
        product->sum = {};
    }
  }
}

/// Two floats as two of 16 bits, the first in the low half.
static int32_t pack(float low, float high, int32_t isBF16) {
  auto round = [&](float value) -> uint32_t {
    if (isBF16) {
      auto bits = llvm::bit_cast<uint32_t>(value);
      if (std::isnan(value))
        return 0x7FFF;
      return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    }
    if (std::isnan(value))
      return 0x7FFF;
    auto half = static_cast<_Float16>(value);
    return llvm::bit_cast<uint16_t>(half);
  };
  return static_cast<int32_t>(round(low) | round(high) << 16);
}

llvm::ArrayRef<Symbol> redfuser::emulator::getTensorCoreSymbols() {
  static const Symbol symbols[] = {
      symbol("emuLoadMatrices", &loadMatrices),
      symbol("emuStoreMatrices", &storeMatrices),
      symbol("emuMultiplyF16", &multiplyF16),
      symbol("emuMultiplyBF16", &multiplyBF16),
      symbol("emuIssueProduct", &issueProduct),
      symbol("emuCommitProducts", &commitProducts),
      symbol("emuWaitForProducts", &waitForProducts),
      symbol("emuPack", &pack)};
  return symbols;
}
