// What a put does to the destination's memory (docs/reference/accumulation.md). Freestanding.
#pragma once
#include <cstdint>

#include "collnoc/arch/float32.hpp"

namespace collnoc {

// <arch: operations>
enum class Operation : std::uint8_t {
  replace = 0,   ///< the memory becomes the payload
  bit_and = 1,   ///< bits of both
  bit_or = 2,    ///< bits of either
  bit_xor = 3,   ///< bits of exactly one
  sum_32 = 4,    ///< sums of 32-bit integers, wrapping
  sum_64 = 5,    ///< sums of 64-bit integers, wrapping
  sum_f32 = 6,   ///< sums of IEEE single precision, with `FLOAT_SUMS`
  min_u32 = 8,   ///< minima of unsigned 32-bit integers
  min_u64 = 9,   ///< minima of unsigned 64-bit integers
  min_s32 = 10,  ///< minima of signed 32-bit integers
  min_s64 = 11,  ///< minima of signed 64-bit integers
  max_u32 = 12,  ///< maxima of unsigned 32-bit integers
  max_u64 = 13,  ///< maxima of unsigned 64-bit integers
  max_s32 = 14,  ///< maxima of signed 32-bit integers
  max_s64 = 15,  ///< maxima of signed 64-bit integers
};
// </arch>

/// Whether the code is that of an operation.
constexpr bool is_operation(unsigned code) { return code < 16 && code != 7; }

/// Bytes of an element: the length of a put is a multiple. 1 if the put replaces the memory.
constexpr unsigned element_bytes(Operation operation) {
  const unsigned code = static_cast<unsigned>(operation);
  return code == 0 ? 1 : code > 3 && code % 2 != 0 ? 8 : 4;
}

namespace operations {

/// Whether an element of the memory stays, if the code is that of a minimum or maximum.
template <class Unsigned, class Signed>
constexpr bool stays(unsigned code, Unsigned memory, Unsigned payload) {
  const bool with_sign = (code & 2) != 0, greatest = (code & 4) != 0;
  const bool at_least =
      with_sign ? static_cast<Signed>(memory) >= static_cast<Signed>(payload) : memory >= payload;
  return at_least == greatest;
}

template <class Unsigned, class Signed>
constexpr Unsigned element(unsigned code, Unsigned memory, Unsigned payload) {
  if constexpr (sizeof(Unsigned) == 4) {
    if (code == static_cast<unsigned>(Operation::sum_f32)) return float32::sum(memory, payload);
  }
  if (code < 8) return static_cast<Unsigned>(memory + payload);
  return stays<Unsigned, Signed>(code, memory, payload) ? memory : payload;
}

}  // namespace operations

/// What a word of the memory becomes. Precondition: is_operation(operation).
constexpr std::uint64_t combined(Operation operation, std::uint64_t memory, std::uint64_t payload) {
  const unsigned code = static_cast<unsigned>(operation);
  switch (operation) {
    case Operation::replace: return payload;
    case Operation::bit_and: return memory & payload;
    case Operation::bit_or: return memory | payload;
    case Operation::bit_xor: return memory ^ payload;
    default: break;
  }
  if (code % 2 != 0) return operations::element<std::uint64_t, std::int64_t>(code, memory, payload);
  const auto half = [&](unsigned shift) {
    return std::uint64_t{operations::element<std::uint32_t, std::int32_t>(
               code, static_cast<std::uint32_t>(memory >> shift),
               static_cast<std::uint32_t>(payload >> shift))}
           << shift;
  };
  return half(0) | half(32);
}

/// The halves of a word that the NIC does not write because they stay: bit 0 is the lower one.
constexpr unsigned halves_that_stay(Operation operation, std::uint64_t memory, std::uint64_t payload) {
  const unsigned code = static_cast<unsigned>(operation);
  if (code < 8) return 0;
  if (code % 2 != 0) return operations::stays<std::uint64_t, std::int64_t>(code, memory, payload) ? 3 : 0;
  const auto half = [&](unsigned shift) {
    return operations::stays<std::uint32_t, std::int32_t>(code, static_cast<std::uint32_t>(memory >> shift),
                                                          static_cast<std::uint32_t>(payload >> shift));
  };
  return (half(0) ? 1u : 0u) | (half(32) ? 2u : 0u);
}

}  // namespace collnoc
