// Twin of collnoc_pkg::descriptor_t and of rtl/nic/nic_launch.sv: one put, checked and steered.
#pragma once
#include <cstdint>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/hardware_config.hpp"
#include "collnoc/model/topology/rules.hpp"

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

inline Launch nic_launch(const HardwareConfig& config, const Place& at, const PutRegisters& put) {
  Launch out;
  const bool signal = (put.put_ctrl_q >> 16) & 1, both_orders = config.route_orders == 2;
  const bool descending = both_orders && ((put.put_ctrl_q >> 17) & 1) != 0;
  const Start start = visit_topology(config.topology, [&](auto t) {
    return Rules<decltype(t)>::launch({config, at, put.put_node_q, put.put_ctrl_q, descending});
  });
  const bool directions = visit_topology(config.topology, [](auto t) { return decltype(t)::has_directions; });
  const std::uint64_t memory_end = std::uint64_t{at.mem_words} << 3;
  const unsigned used_bits = at.dims * (16 / at.dims);
  const bool data = !signal;
  if (start.outside || (put.put_node_q >> used_bits) != 0) out.errors |= 1;
  if (data && put.put_bytes_q == 0) out.errors |= 2;
  if (data && ((put.put_src_q | put.put_addr_q) & 7) != 0) out.errors |= 4;
  if (data && (std::uint64_t{put.put_src_q} + put.put_bytes_q > memory_end ||
               std::uint64_t{put.put_addr_q} + put.put_bytes_q > memory_end)) {
    out.errors |= 8;
  }
  if (start.bad_route) out.errors |= 16;
  // Bits that this hardware has no use for are reserved.
  if ((put.put_ctrl_q & 0xc0) != 0 || (put.put_ctrl_q >> (both_orders ? 18 : 17)) != 0 ||
      ((put.put_ctrl_q & 0xffff) >> (8 + (directions ? 2 * at.dims : 0))) != 0) {
    out.errors |= 32;
  }
  out.channel = config.all_port && start.differs ? start.link : 0;
  Descriptor& x = out.descriptor;
  x.self = !start.differs;
  x.signal = signal;
  x.counter = put.put_ctrl_q & 0x3f;
  x.route = static_cast<std::uint8_t>((descending ? Head::descending : 0) | start.minus);
  x.dst = static_cast<std::uint16_t>(put.put_node_q);
  x.local_addr = (put.put_src_q >> 3) & 0x3ffff;
  x.remote_addr = (put.put_addr_q >> 3) & 0x3ffff;
  x.last_byte = (put.put_bytes_q - 1) & 0x1fffff;
  return out;
}

}  // namespace collnoc::model
