// Plans for the NIC's sequencer that were computed on the host and linked into a program as constants:
// `collnoc schedule ... --plan FILE` writes them. A collective then costs a tile no planning.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <cstdint>
#include <span>

#include "collnoc/arch/action.hpp"

namespace collnoc {

/// Copies a plan whose chains count from its own beginning, and whose puts count from the beginning of the
/// collective's memory, to `memory`: the tile's memory from byte address `address` on. `base`: byte address
/// of the collective's memory. Both are multiples of 8. Returns whether the plan fits.
constexpr bool place_plan(std::span<const std::uint64_t> plan, std::span<std::uint64_t> memory,
                          std::uint32_t address, std::uint32_t base) {
  if (plan.size() > memory.size()) return false;
  std::uint64_t* to = memory.data();
  const std::uint64_t both = action::PutRange{base / 8, base / 8}.word();
  for (const std::uint64_t *at = plan.data(), *end = at + plan.size(); at != end; ++at) {
    const std::uint64_t word = *at;
    const auto kind = static_cast<action::Kind>(action::ActionWord::from_word(word).kind);
    *to++ = kind == action::Kind::chain ? word + (std::uint64_t{address} << 32) : word;
    if (kind == action::Kind::put) *to++ = *++at + both;
  }
  return true;
}

}  // namespace collnoc
