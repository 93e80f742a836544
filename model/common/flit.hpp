// Flits and head flits: twin of the types and functions in rtl/pkg/collnoc_pkg.sv.
#pragma once
#include <cstdint>

namespace collnoc::model {

inline constexpr unsigned max_ports = 16;  // 8 links and 8 channels
inline constexpr unsigned max_links = 8;
inline constexpr unsigned max_channels = 8;
inline constexpr unsigned max_vcs = 4;
inline constexpr unsigned max_flit_words = 8;  // 512 bits
inline constexpr unsigned eject_depth = 4;
inline constexpr unsigned counters = 64;
inline constexpr std::uint32_t address_mask = (1u << 18) - 1;

/// A flit on a wire. `data` points to flit_bits/64 words that stay as they are until the cycle ends.
/// Not initialised: arrays of it are read only where a mask says so.
struct FlitRef {
  const std::uint64_t* data;
  std::uint8_t vc;
  bool head;
  bool tail;
};

/// First 64 bits of a head flit (docs/reference/hardware.md).
struct Head {
  std::uint16_t dst = 0;
  std::uint16_t src = 0;
  std::uint8_t route = 0;    ///< bit d: dimension d towards minus; bit 4: highest dimension first
  std::uint8_t last = 0;     ///< valid bytes in the last flit, minus 1; 6 bits, the upper 3 in word 1
  std::uint8_t counter = 0;  ///< 0 = none
  std::uint32_t addr = 0;    ///< 8-byte words

  /// Bit of `route`: the highest dimension first.
  static constexpr std::uint8_t descending = 0x10;

  static Head from_word(std::uint64_t w) {
    return {static_cast<std::uint16_t>(w),
            static_cast<std::uint16_t>(w >> 16),
            static_cast<std::uint8_t>((w >> 32) & 0x1f),
            static_cast<std::uint8_t>((w >> 37) & 0x7),
            static_cast<std::uint8_t>((w >> 40) & 0x3f),
            static_cast<std::uint32_t>(w >> 46)};
  }
  std::uint64_t word() const {
    return std::uint64_t{dst} | std::uint64_t{src} << 16 | std::uint64_t{route} << 32 |
           std::uint64_t(last & 7u) << 37 | std::uint64_t{counter} << 40 | std::uint64_t{addr} << 46;
  }
};

/// collnoc_pkg::lane: two bits that depend on the two ends of a message alone.
inline unsigned lane(std::uint32_t dst, std::uint32_t src, unsigned dims) {
  unsigned l = src;
  for (unsigned d = 0; d < dims; ++d) l ^= dst >> (d * (16 / dims));
  return l & 3;
}

/// collnoc_pkg::lane_mod: lane modulo count, count 1..4.
inline unsigned lane_mod(unsigned l, unsigned count) {
  switch (count) {
    case 1: return 0;
    case 2: return l & 1;
    case 3: return l == 3 ? 0 : l;
    default: return l;
  }
}

}  // namespace collnoc::model
