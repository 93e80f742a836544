// Twin of collnoc_pkg::descriptor_t and of rtl/nic/nic_launch.sv: one put, checked and steered.
#pragma once
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"

namespace collnoc::model {

struct Descriptor {
  // <arch: descriptor>
  bool self = false;              ///< source and destination are the same tile
  bool signal = false;            ///< no payload, only the counter is incremented
  std::uint8_t counter = 0;       ///< as in the head flit
  std::uint8_t route = 0;         ///< as in the head flit
  std::uint16_t dst = 0;          ///< destination address
  std::uint32_t local_addr = 0;   ///< in 8-byte words
  std::uint32_t remote_addr = 0;  ///< in 8-byte words
  std::uint32_t last_byte = 0;    ///< length - 1

  /// Calls f(value, width) for every field as the RTL packs them, lowest first.
  template <class F>
  void fields(F&& f) const {
    f(last_byte, 21u);
    f(remote_addr, 18u);
    f(local_addr, 18u);
    f(dst, 16u);
    f(route, 5u);
    f(counter, 6u);
    f(signal, 1u);
    f(self, 1u);
  }
  // </arch>
  std::uint8_t vc = 0;  ///< no field: NicTx queues it with the descriptor
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
  const bool signal = (put.put_ctrl_q & nic::ctrl_signal) != 0;
  const bool star = config.symbols != 0, complete = config.complete != 0,
             both_orders = config.route_orders == 2;
  const bool directions = !star && !complete;
  const bool descending = both_orders && (put.put_ctrl_q & nic::ctrl_descending) != 0;
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
  if (outside || (put.put_node_q >> used_bits) != 0) out.errors |= nic::error_node;
  if (data && put.put_bytes_q == 0) out.errors |= nic::error_zero;
  if (data && ((put.put_src_q | put.put_addr_q) & 7) != 0) out.errors |= nic::error_align;
  if (data && (std::uint64_t{put.put_src_q} + put.put_bytes_q > memory_end ||
               std::uint64_t{put.put_addr_q} + put.put_bytes_q > memory_end)) {
    out.errors |= nic::error_memory;
  }
  if (bad_route) out.errors |= nic::error_route;
  // Bits that this hardware has no use for are reserved.
  if ((put.put_ctrl_q & 0xc0) != 0 || (put.put_ctrl_q >> (both_orders ? 18 : 17)) != 0 ||
      ((put.put_ctrl_q & 0xffff) >> (8 + (directions ? 2 * at.dims : 0))) != 0) {
    out.errors |= nic::error_counter;
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
