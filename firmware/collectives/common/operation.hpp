// Arithmetic of the collectives that combine data, element by element. Software on the tile performs it, or
// NICs that accumulate do (docs/reference/accumulation.md).
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <cstddef>
#include <cstdint>

#include "collnoc/arch/operation.hpp"

namespace collnoc {

/// Sums of integers are modulo 2^32 or 2^64. f32 is IEEE single precision, which has sums only
/// (float32::sum).
enum class Op : std::uint8_t { sum, min, max, bit_and, bit_or, bit_xor };
enum class Element : std::uint8_t { u32, i32, u64, i64, f32 };

constexpr std::uint32_t bytes_of(Element element) {
  return element == Element::u64 || element == Element::i64 ? 8 : 4;
}

constexpr bool has_operation(Element element, Op op) { return element != Element::f32 || op == Op::sum; }

/// Cycles that a put which combines takes longer than one that replaces.
constexpr std::uint32_t cycles_to_combine(Element element) { return element == Element::f32 ? 4 : 2; }

/// The operation of a put that combines: the NIC's name of the same arithmetic. Precondition:
/// has_operation().
constexpr Operation operation_of(Op op, Element element) {
  const bool wide = bytes_of(element) == 8, sign = element == Element::i32 || element == Element::i64;
  switch (op) {
    case Op::sum:
      return wide ? Operation::sum_64 : element == Element::f32 ? Operation::sum_f32 : Operation::sum_32;
    case Op::min:
      if (sign) return wide ? Operation::min_s64 : Operation::min_s32;
      return wide ? Operation::min_u64 : Operation::min_u32;
    case Op::max:
      if (sign) return wide ? Operation::max_s64 : Operation::max_s32;
      return wide ? Operation::max_u64 : Operation::max_u32;
    case Op::bit_and: return Operation::bit_and;
    case Op::bit_or: return Operation::bit_or;
    case Op::bit_xor: break;
  }
  return Operation::bit_xor;
}

/// What to combine: `bytes` bytes at byte addresses `a` and `b` of the tile's memory, to address `to`, which
/// may be one of them. If a and b are equal, it is a copy. Addresses and bytes are multiples of an element's
/// bytes.
struct Combine {
  std::uint32_t to = 0, a = 0, b = 0, bytes = 0;
  friend constexpr bool operator==(const Combine&, const Combine&) = default;
};

namespace operation {

template <class T, class F>
void each(std::byte* memory, const Combine& what, F f) {
  auto* to = reinterpret_cast<T*>(memory + what.to);
  const auto* a = reinterpret_cast<const T*>(memory + what.a);
  const auto* b = reinterpret_cast<const T*>(memory + what.b);
  for (std::uint32_t i = 0; i < what.bytes / sizeof(T); ++i) to[i] = f(a[i], b[i]);
}

template <class T>
void least_or_most(std::byte* memory, const Combine& what, bool least) {
  if (least) {
    each<T>(memory, what, [](T a, T b) { return b < a ? b : a; });
  } else {
    each<T>(memory, what, [](T a, T b) { return a < b ? b : a; });
  }
}

/// Apart from perform(), which then is as short as without it.
[[gnu::noinline]] inline void add_floats(std::byte* memory, const Combine& what) {
  each<std::uint32_t>(memory, what, float32::sum);
}

}  // namespace operation

/// `memory`: the tile's memory from address 0 on. Precondition: has_operation(element, op).
inline void perform(std::byte* memory, const Combine& what, Op op, Element element) {
  using namespace operation;
  using Half = std::uint32_t;
  if (what.a == what.b) return each<Half>(memory, what, [](Half a, Half) { return a; });
  switch (op) {
    case Op::bit_and: return each<Half>(memory, what, [](Half a, Half b) { return a & b; });
    case Op::bit_or: return each<Half>(memory, what, [](Half a, Half b) { return a | b; });
    case Op::bit_xor: return each<Half>(memory, what, [](Half a, Half b) { return a ^ b; });
    case Op::sum:
      if (element <= Element::i32) return each<Half>(memory, what, [](Half a, Half b) { return a + b; });
      if (element == Element::f32) return add_floats(memory, what);
      return each<std::uint64_t>(memory, what, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    case Op::min:
    case Op::max: break;
  }
  switch (element) {
    case Element::u32: return least_or_most<std::uint32_t>(memory, what, op == Op::min);
    case Element::i32: return least_or_most<std::int32_t>(memory, what, op == Op::min);
    case Element::u64: return least_or_most<std::uint64_t>(memory, what, op == Op::min);
    default: return least_or_most<std::int64_t>(memory, what, op == Op::min);
  }
}

}  // namespace collnoc
