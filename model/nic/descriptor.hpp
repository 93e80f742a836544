// Twin of collnoc_pkg::descriptor_t and of rtl/nic/nic_launch.sv: one put, checked and steered.
#pragma once
#include <cstdint>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/hardware_config.hpp"

namespace collnoc::model {

struct Descriptor {
  bool self = false;    ///< source and destination are one tile
  bool signal = false;  ///< no payload, only the bump
  std::uint8_t counter = 0;
  std::uint8_t route = 0;  ///< as in the head flit
  std::uint8_t vc = 0;     ///< not of the descriptor: NicTx queues it with it
  std::uint16_t dst = 0;
  std::uint32_t local_addr = 0;   ///< 8-byte words
  std::uint32_t remote_addr = 0;  ///< 8-byte words
  std::uint32_t last_byte = 0;    ///< length - 1
};

/// The put registers (docs/reference/hardware.md).
struct PutRegisters {
  std::uint32_t put_src_q = 0, put_addr_q = 0, put_bytes_q = 0, put_ctrl_q = 0, put_node_q = 0;
};

struct Launch {
  Descriptor descriptor;
  unsigned channel = 0;
  std::uint8_t errors = 0;  ///< bits of the register ERROR
};

/// The first of the links of dimension d.
inline unsigned first_link(const HardwareConfig& config, unsigned d) {
  return d * config.links_per_dimension();
}

inline Launch nic_launch(const HardwareConfig& config, const Place& at, const PutRegisters& put) {
  Launch out;
  const bool signal = (put.put_ctrl_q >> 16) & 1;
  const bool star = config.symbols != 0, complete = config.complete != 0,
             both_orders = config.route_orders == 2;
  const bool directions = !star && !complete;
  const bool descending = both_orders && ((put.put_ctrl_q >> 17) & 1) != 0;
  bool outside = false, bad_route = false, differs_any = false;
  std::uint8_t route = descending ? Head::descending : std::uint8_t{0};
  unsigned channel = 0;
  for (unsigned d = at.dims; d-- > 0;) {
    const std::uint32_t own = at.field(at.coord, d), dst = at.field(put.put_node_q, d);
    const std::uint32_t extent = at.field(at.extent, d);
    const bool wrap = (at.wrap >> d) & 1;
    const unsigned choice = (put.put_ctrl_q >> (8 + 2 * d)) & 3;
    outside |= star ? !is_star_label(dst, config.symbols) : dst > extent;
    bad_route |=
        directions && (choice == 3 || (!wrap && ((choice == 1 && dst < own) || (choice == 2 && dst > own))));
    if (own == dst) continue;
    const bool first = !differs_any || !descending;  // of those seen so far
    differs_any = true;
    if (star) {
      channel = star_link(at.coord, static_cast<std::uint16_t>(dst), config.symbols);
      continue;
    }
    if (complete) {
      if (first) channel = first_link(config, d) + (dst > own ? dst - own - 1 : dst + extent - own);
      continue;
    }
    const std::uint32_t mask = (1u << (16 / at.dims + 2)) - 1;
    const std::uint32_t ring = extent + 1;
    const std::uint32_t forward = (dst >= own ? dst - own : dst - own + ring) & mask;
    const std::uint32_t twice = (forward << 1) & mask;
    const bool minus = choice != 0 ? (choice & 2) != 0
                       : !wrap     ? dst < own
                                   : (twice == ring ? (own & 1) != 0 : twice > ring);
    if (minus) route |= static_cast<std::uint8_t>(1u << d);
    if (first) channel = first_link(config, d) + (minus ? 1 : 0);
  }
  const std::uint64_t memory_end = std::uint64_t{at.mem_words} << 3;
  const unsigned used_bits = at.dims * (16 / at.dims);
  const bool data = !signal;
  if (outside || (put.put_node_q >> used_bits) != 0) out.errors |= 1;
  if (data && put.put_bytes_q == 0) out.errors |= 2;
  if (data && ((put.put_src_q | put.put_addr_q) & 7) != 0) out.errors |= 4;
  if (data && (std::uint64_t{put.put_src_q} + put.put_bytes_q > memory_end ||
               std::uint64_t{put.put_addr_q} + put.put_bytes_q > memory_end)) {
    out.errors |= 8;
  }
  if (bad_route) out.errors |= 16;
  // Bits that this hardware has no use for are reserved.
  if ((put.put_ctrl_q & 0xc0) != 0 || (put.put_ctrl_q >> (both_orders ? 18 : 17)) != 0 ||
      ((put.put_ctrl_q & 0xffff) >> (8 + (directions ? 2 * at.dims : 0))) != 0) {
    out.errors |= 32;
  }
  out.channel = config.all_port && differs_any ? channel : 0;
  Descriptor& x = out.descriptor;
  x.self = !differs_any;
  x.signal = signal;
  x.counter = put.put_ctrl_q & 0x3f;
  x.route = route;
  x.dst = static_cast<std::uint16_t>(put.put_node_q);
  x.local_addr = (put.put_src_q >> 3) & 0x3ffff;
  x.remote_addr = (put.put_addr_q >> 3) & 0x3ffff;
  x.last_byte = (put.put_bytes_q - 1) & 0x1fffff;
  return out;
}

}  // namespace collnoc::model
