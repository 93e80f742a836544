// Actions of the NIC's sequencer: their kinds, and their words in a tile's memory
// (docs/reference/sequencer.md). Freestanding.
#pragma once
#include <cstdint>

#include "collnoc/arch/put.hpp"

namespace collnoc::action {

// <arch: actions>
/// Kinds of actions; 0 is none of them, so empty memory is no plan.
enum class Kind : std::uint8_t {
  put = 1,      ///< a put, also in pieces. Two words
  wait = 2,     ///< until counter `counter` is at least `value`
  until = 3,    ///< until `value` cycles have passed since the start
  consume = 4,  ///< subtract `value` from counter `counter`
  meet = 5,     ///< until every running context is at a `meet`
  chain = 6,    ///< continue at byte address `value`, which must be behind this action
  end = 7,      ///< the context's part is over; the last one raises the event
  corner = 8,   ///< the next put is a multicast to the box from its node to node `value`
};

struct ActionWord {
  std::uint8_t kind = 0;       ///< ACTION_*
  std::uint8_t counter = 0;    ///< arrival counter
  std::uint32_t reserved = 0;  ///< must be 0
  std::uint32_t value = 0;     ///< count, cycles or address

  static constexpr ActionWord from_word(std::uint64_t w) {
    return {static_cast<std::uint8_t>(w >> 0 & 0xfu), static_cast<std::uint8_t>(w >> 4 & 0x3fu),
            static_cast<std::uint32_t>(w >> 10 & 0x3fffffu),
            static_cast<std::uint32_t>(w >> 32 & 0xffffffffu)};
  }
  constexpr std::uint64_t word() const {
    return std::uint64_t(kind & 0xfu) << 0 | std::uint64_t(counter & 0x3fu) << 4 |
           std::uint64_t(reserved & 0x3fffffu) << 10 | std::uint64_t(value & 0xffffffffu) << 32;
  }
};

struct PutWord {
  std::uint8_t kind = 0;    ///< ACTION_PUT
  std::uint32_t go = 0;     ///< counter, signal, order, directions and node: a value of the register PUT_GO
  std::uint8_t gate = 0;    ///< own counter that the put waits for; 0 = none
  std::uint16_t piece = 0;  ///< length of a piece in 8-byte words; 0 = one piece
  std::uint16_t count = 0;  ///< piece i leaves when the gate is at least count + i

  static constexpr PutWord from_word(std::uint64_t w) {
    return {static_cast<std::uint8_t>(w >> 0 & 0xfu), static_cast<std::uint32_t>(w >> 4 & 0xffffffffu),
            static_cast<std::uint8_t>(w >> 36 & 0x3fu), static_cast<std::uint16_t>(w >> 42 & 0xfffu),
            static_cast<std::uint16_t>(w >> 54 & 0x3ffu)};
  }
  constexpr std::uint64_t word() const {
    return std::uint64_t(kind & 0xfu) << 0 | std::uint64_t(go & 0xffffffffu) << 4 |
           std::uint64_t(gate & 0x3fu) << 36 | std::uint64_t(piece & 0xfffu) << 42 |
           std::uint64_t(count & 0x3ffu) << 54;
  }
};

struct PutRange {
  std::uint32_t local_addr = 0;   ///< in 8-byte words
  std::uint32_t remote_addr = 0;  ///< in 8-byte words
  std::uint32_t bytes = 0;        ///< length, as in PUT_BYTES
  std::uint8_t reserved = 0;      ///< must be 0
  std::uint8_t operation = 0;     ///< as in PUT_BYTES

  static constexpr PutRange from_word(std::uint64_t w) {
    return {static_cast<std::uint32_t>(w >> 0 & 0x3ffffu), static_cast<std::uint32_t>(w >> 18 & 0x3ffffu),
            static_cast<std::uint32_t>(w >> 36 & 0x3fffffu), static_cast<std::uint8_t>(w >> 58 & 0x3u),
            static_cast<std::uint8_t>(w >> 60 & 0xfu)};
  }
  constexpr std::uint64_t word() const {
    return std::uint64_t(local_addr & 0x3ffffu) << 0 | std::uint64_t(remote_addr & 0x3ffffu) << 18 |
           std::uint64_t(bytes & 0x3fffffu) << 36 | std::uint64_t(reserved & 0x3u) << 58 |
           std::uint64_t(operation & 0xfu) << 60;
  }
};
// </arch>

constexpr std::uint64_t word(Kind kind, std::uint8_t counter, std::uint32_t value) {
  return ActionWord{static_cast<std::uint8_t>(kind), counter, 0, value}.word();
}

}  // namespace collnoc::action
