// Model counterpart of collnoc_pkg::descriptor_t and of rtl/nic/nic_launch.sv: one checked put with its
// route.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/operation.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/router/multicast_route.hpp"
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {

struct Descriptor {
  // <arch: descriptor>
  std::uint32_t corner =
      0;  ///< of a multicast: the box's other corner; `dst` is the first, in a star graph the sender
  bool self = false;              ///< source and destination are the same tile
  bool signal = false;            ///< no payload, only the counter is incremented
  std::uint8_t operation = 0;     ///< as in the head flit
  std::uint8_t counter = 0;       ///< as in the head flit
  std::uint8_t route = 0;         ///< as in the head flit
  std::uint32_t dst = 0;          ///< destination address
  std::uint32_t local_addr = 0;   ///< in 8-byte words
  std::uint32_t remote_addr = 0;  ///< in 8-byte words
  std::uint32_t last_byte = 0;    ///< length - 1

  /// Calls f(value, width) for every field as the RTL packs them, lowest first.
  template <class F>
  void fields(F&& f) const {
    f(last_byte, 21u);
    f(remote_addr, 18u);
    f(local_addr, 18u);
    f(dst, 20u);
    f(route, 5u);
    f(counter, 6u);
    f(operation, 4u);
    f(signal, 1u);
    f(self, 1u);
    f(corner, 20u);
  }
  template <class F>
  void fields(F&& f) {
    f(last_byte, 21u);
    f(remote_addr, 18u);
    f(local_addr, 18u);
    f(dst, 20u);
    f(route, 5u);
    f(counter, 6u);
    f(operation, 4u);
    f(signal, 1u);
    f(self, 1u);
    f(corner, 20u);
  }
  // </arch>
  std::uint8_t vc = 0;  ///< not a field of the descriptor; NicTx queues it with the descriptor
};

/// The put registers (docs/reference/hardware.md).
struct PutRegisters {
  std::uint32_t put_src_q = 0, put_addr_q = 0, put_bytes_q = 0, put_ctrl_q = 0, put_node_q = 0;
  bool multicast_q = false;    ///< with MULTICAST: to the box from put_node_q to corner_q
  std::uint32_t corner_q = 0;  ///< bit ADDRESS_W: it is no node, since a bit from there on was set

  /// A write to any register of the NIC. True if it launches a put.
  bool write(const HardwareConfig& config, std::uint32_t reg, std::uint32_t value) {
    switch (reg) {
      case nic::put_src: put_src_q = value; return false;
      case nic::put_addr: put_addr_q = value; return false;
      case nic::put_bytes: put_bytes_q = value; return false;
      case nic::put_ctrl: put_ctrl_q = value; return false;
      case nic::put_node: put_node_q = value; return true;
      case nic::put_corner:
        multicast_q = true;
        corner_q = (value & ((1u << config.address_bits) - 1)) |
                   std::uint32_t{(value >> config.address_bits) != 0} << config.address_bits;
        return false;
      case nic::put_go:
        put_ctrl_q = nic::control_of_go(value, config.go_node_bits());
        put_node_q = nic::node_of_go(value, config.go_node_bits());
        return true;
      default: return false;
    }
  }
};

struct Launch {
  Descriptor descriptor;
  unsigned channel = 0;
  std::uint8_t errors = 0;  ///< bits of the register ERROR
};

/// The links with which a multicast's tree begins. In a star graph none if `from` is not, as it must be, the
/// sender, or on an all-port NIC its neighbour in the set.
inline std::uint32_t first_links(const HardwareConfig& config, const Place& at, const MulticastBox& box) {
  if (multicasts(config.topology) != Multicasts::substars)
    return multicast_route(config, at, config.links(), box);
  const unsigned symbols = config.radix;
  const star::Permutation own = star::label(symbols, at.coord);
  const std::uint32_t all = star::tree_links(symbols, own, own, star::label(symbols, box.to & 0xffff));
  std::uint32_t first = 0;
  for (unsigned l = 0; l < config.links(); ++l) {
    if (config.all_port ? star::address(symbols, own.along(l + 1)) == box.from : at.coord == box.from)
      first |= 1u << l;
  }
  return first & all;
}

/// Model of rtl/nic/multicast_launch.sv: whether the other corner is no node, the box is reversed, or it has
/// no node but the sender. `first`: links with which the tree begins; on an all-port NIC, at most one.
inline bool is_bad_box(const HardwareConfig& config, const Place& at, std::uint32_t from, std::uint32_t to,
                       std::uint32_t first) {
  if (multicasts(config.topology) == Multicasts::substars)
    return to >> 16 != 0 || !star::is_address(config.radix, to) || first == 0;
  bool bad = (to >> at.dims * at.bits) != 0 || (from == at.coord && to == at.coord) ||
             (config.all_port && std::popcount(first) > 1);
  for (unsigned d = 0; d < at.dims; ++d) {
    const bool ring = has_directions(config.topology) && ((at.wrap >> d) & 1) != 0;
    bad |= at.field(to, d) > at.field(at.extent, d) || (at.field(from, d) > at.field(to, d) && !ring);
  }
  return bad;
}

inline Launch nic_launch(const HardwareConfig& config, const Place& at, const PutRegisters& put) {
  Launch out;
  const bool signal = (put.put_ctrl_q & nic::ctrl_signal) != 0, both_orders = config.route_orders == 2;
  const bool descending = both_orders && (put.put_ctrl_q & nic::ctrl_descending) != 0;
  bool directions = false;
  const Start start = visit_topology(config.topology, [&](auto t) {
    directions = decltype(t)::has_directions;
    return Rules<decltype(t)>::launch({config, at, put.put_node_q, put.put_ctrl_q, descending});
  });
  const unsigned used_bits = at.dims * at.bits;
  const std::uint32_t code = config.accumulate ? nic::bytes_operation.of(put.put_bytes_q) : 0;
  const std::uint32_t length = config.accumulate ? nic::bytes_length.of(put.put_bytes_q) : put.put_bytes_q;
  constexpr auto sum_f32 = static_cast<std::uint32_t>(Operation::sum_f32);
  const bool multicast = config.multicast && put.multicast_q;
  const std::uint32_t from = put.put_node_q & ((1u << config.address_bits) - 1);
  const std::uint32_t first = multicast ? first_links(config, at, {from, put.corner_q, start.minus}) : 0;
  if (multicast && is_bad_box(config, at, from, put.corner_q, first)) out.errors |= nic::error_node;
  if (start.outside || (put.put_node_q >> used_bits) != 0) out.errors |= nic::error_node;
  if (!signal) {
    const std::uint64_t memory_end = std::uint64_t{at.mem_words} << 3;
    if (length == 0) out.errors |= nic::error_zero;
    if (((put.put_src_q | put.put_addr_q) & 7) != 0) out.errors |= nic::error_align;
    if (std::uint64_t{std::max(put.put_src_q, put.put_addr_q)} + length > memory_end)
      out.errors |= nic::error_memory;
  }
  if (start.bad_route || (multicast && descending)) out.errors |= nic::error_route;
  // Bits that this hardware does not use are reserved.
  if ((put.put_ctrl_q & 0xc0) != 0 || (put.put_ctrl_q >> (both_orders ? 18 : 17)) != 0 ||
      ((put.put_ctrl_q & 0xffff) >> (8 + (directions ? 2 * at.dims : 0))) != 0) {
    out.errors |= nic::error_counter;
  }
  if (code != 0) {
    const bool known = is_operation(code) && (config.float_sums || code != sum_f32);
    if (signal || multicast || !known || length % element_bytes(static_cast<Operation>(code)) != 0)
      out.errors |= nic::error_operation;
  }
  if (config.all_port) {
    out.channel = !multicast   ? (start.differs ? start.link : 0)
                  : first == 0 ? 0
                               : static_cast<unsigned>(std::countr_zero(first));
  }
  Descriptor& x = out.descriptor;
  x.self = !start.differs && !multicast;
  x.signal = signal;
  x.operation = static_cast<std::uint8_t>(code);
  x.counter = put.put_ctrl_q & 0x3f;
  x.route = static_cast<std::uint8_t>((descending ? Head::descending : 0) | start.minus);
  if (multicast) {
    x.route |= multicast_route_bit;
    x.corner = put.corner_q & ((1u << config.address_bits) - 1);
  }
  // The tree of a star graph's multicast has its root in the head flit.
  x.dst = multicast && multicasts(config.topology) == Multicasts::substars ? at.coord : from;
  x.local_addr = (put.put_src_q >> 3) & 0x3ffff;
  x.remote_addr = (put.put_addr_q >> 3) & 0x3ffff;
  x.last_byte = (length - 1) & 0x1fffff;
  return out;
}

}  // namespace collnoc::model
