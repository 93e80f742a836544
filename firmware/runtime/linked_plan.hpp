// Plans for the NIC's sequencer that were computed on the host and linked into a program as constants:
// `collnoc schedule ... --plan FILE` writes them. A collective then costs a tile no planning.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <cstdint>
#include <span>

#include "collnoc/arch/action.hpp"

namespace collnoc {

/// Copies a plan whose chains count from its own beginning, and whose puts count from the beginning of the
/// collective's memory, to `to`: the memory at byte address `address` of the tile. `base`: byte address of
/// the collective's memory. Both are multiples of 8. Precondition: `to` has space for all words of `plan`.
constexpr void place_plan(std::span<const std::uint64_t> plan, std::uint64_t* to, std::uint32_t address,
                          std::uint32_t base) {
  const std::uint64_t both = action::PutRange{base / 8, base / 8, 0, 0}.word();
  for (const std::uint64_t *at = plan.data(), *end = at + plan.size(); at != end; ++at) {
    const std::uint64_t word = *at;
    const auto kind = static_cast<action::Kind>(action::ActionWord::from_word(word).kind);
    *to++ = kind == action::Kind::chain ? word + (std::uint64_t{address} << 32) : word;
    if (kind == action::Kind::put) *to++ = *++at + both;
  }
}

}  // namespace collnoc
