// Flits and head flits: model counterpart of the types and functions in rtl/pkg/collnoc_pkg.sv.
#pragma once
#include <cstdint>

#include "collnoc/arch/topology/shape.hpp"

namespace collnoc::model {

inline constexpr unsigned max_ports = 16;  // 8 links and 8 channels
inline constexpr unsigned max_links = 8;
inline constexpr unsigned max_channels = 8;
inline constexpr unsigned max_reads =
    2 * max_channels + 1;  ///< read ports of the memory: senders, receivers, sequencer
inline constexpr unsigned max_vcs = 4;
inline constexpr unsigned max_flit_words = 8;  // 512 bits
// <arch: constants>
inline constexpr unsigned addr_w = 18;      ///< address bits of a tile's memory in 8-byte words: 2 MiB
inline constexpr unsigned counter_w = 6;    ///< bits of an arrival counter's number; number 0 means "none"
inline constexpr unsigned eject_depth = 4;  ///< flits in the buffer of an ejection channel in the NIC
inline constexpr unsigned age_period = 32;  ///< cycles with flits after which a router lets waiting heads
                                            ///< reserve their channels (a power of two)
// </arch>
inline constexpr unsigned counters = 1u << counter_w;
inline constexpr std::uint32_t address_mask = (1u << addr_w) - 1;

/// A flit on a wire. `data` points to flit_bits/64 words that do not change until the end of the cycle.
/// Not initialised: elements of an array are read only where a mask bit is set.
struct FlitRef {
  const std::uint64_t* data;
  std::uint8_t vc;
  bool head;
  bool tail;
};

/// Marks in the first word of a head flit: a multicast; of a flit that is head and tail, an empty tail
/// (docs/reference/multicast.md).
inline constexpr std::uint8_t multicast_route_bit = 8;  ///< of `route` in the head flit
constexpr bool is_multicast(std::uint64_t word) { return (word >> 35 & 1) != 0; }
constexpr bool is_empty_tail(std::uint64_t word) { return is_multicast(word) && (word >> 36 & 1) != 0; }
constexpr std::uint64_t empty_tail_of(std::uint64_t head) {
  return (head & ~(std::uint64_t{0x3f} << 40)) | std::uint64_t{1} << 36;
}

/// First 64 bits of a head flit (docs/reference/hardware.md).
struct Head {
  /// Bit of `route`: the highest dimension first.
  static constexpr std::uint8_t descending = 0x10;

  // <arch: head>
  /// destination address (bits 15:0; bits 19:16 are in bits 70:67 of the flit)
  std::uint32_t dst = 0;
  /// low bits of the source address, for the VC hash
  std::uint16_t src = 0;
  /// what the payload does to the destination's memory; 0 = replaces it
  std::uint8_t operation = 0;
  /// bit d: direction in dimension d, 0 = plus, 1 = minus (complete and star graphs: 0); bit 4: order of
  /// dimensions, 0 = lowest first, 1 = highest first
  std::uint8_t route = 0;
  /// valid bytes in the packet's last flit, minus 1 (bits 2:0; bits 5:3 follow the first 64 bits in flits
  /// of 128 bits and more)
  std::uint8_t last = 0;
  /// arrival counter to increment when the tail is written; 0 = none
  std::uint8_t counter = 0;
  /// destination address of the packet's first byte, in 8-byte words (2 MiB)
  std::uint32_t addr = 0;

  static constexpr Head from_word(std::uint64_t w) {
    return {static_cast<std::uint32_t>(w >> 0 & 0xffffu),  static_cast<std::uint16_t>(w >> 16 & 0xfffu),
            static_cast<std::uint8_t>(w >> 28 & 0xfu),     static_cast<std::uint8_t>(w >> 32 & 0x1fu),
            static_cast<std::uint8_t>(w >> 37 & 0x7u),     static_cast<std::uint8_t>(w >> 40 & 0x3fu),
            static_cast<std::uint32_t>(w >> 46 & 0x3ffffu)};
  }
  constexpr std::uint64_t word() const {
    return std::uint64_t(dst & 0xffffu) << 0 | std::uint64_t(src & 0xfffu) << 16 |
           std::uint64_t(operation & 0xfu) << 28 | std::uint64_t(route & 0x1fu) << 32 |
           std::uint64_t(last & 0x7u) << 37 | std::uint64_t(counter & 0x3fu) << 40 |
           std::uint64_t(addr & 0x3ffffu) << 46;
  }
  // </arch>

  /// Bits 19:16 of `dst` in the second 64 bits of a head flit: with addresses of 20 bits.
  static constexpr std::uint32_t high_dst(std::uint64_t second) { return (second >> 3 & 0xf) << 16; }
  static constexpr Head of(const std::uint64_t* data, bool wide) {
    Head head = from_word(data[0]);
    if (wide) head.dst |= high_dst(data[1]);
    return head;
  }
  /// The second 64 bits. `corner`: of a multicast, otherwise 0.
  constexpr std::uint64_t second(std::uint32_t corner) const {
    return static_cast<std::uint64_t>(last >> 3) | std::uint64_t{dst >> 16} << 3 |
           std::uint64_t{corner >> 16} << 7;
  }
};

/// collnoc_pkg::vc_hash: two bits computed from the source and the destination of a message only.
/// `coordinate_bits`: of an address with `dims` coordinates.
inline unsigned vc_hash(std::uint32_t dst, std::uint32_t src, unsigned dims, unsigned coordinate_bits) {
  unsigned hash = src;
  for (unsigned d = 0; d < dims; ++d) hash ^= dst >> (d * coordinate_bits);
  return hash & 3;
}

/// collnoc_pkg::hash_mod: a VC hash modulo count, count 1..4.
inline unsigned hash_mod(unsigned hash, unsigned count) {
  switch (count) {
    case 1: return 0;
    case 2: return hash & 1;
    case 3: return hash == 3 ? 0 : hash;
    default: return hash;
  }
}

}  // namespace collnoc::model
