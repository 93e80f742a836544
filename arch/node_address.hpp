// Node addresses, and how the register PUT_GO holds them (docs/reference/hardware.md). Freestanding.
#pragma once
#include <cstdint>
#include <type_traits>

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc {

/// Whether this program can name nodes of networks whose addresses have 20 bits. Programs of a tile's
/// processor cannot: they count the cycles of every instruction.
inline constexpr bool has_wide_addresses = __STDC_HOSTED__ != 0;

/// 16 bits, or 20 in networks with a long extent (Shape::wide).
using NodeAddress = std::conditional_t<has_wide_addresses, std::uint32_t, std::uint16_t>;

namespace nic {

/// With addresses of 20 bits, the highest bits of PUT_GO's directions hold bits of the node from 16 on: how
/// many.
constexpr unsigned go_node_bits(bool wide, unsigned dims) { return !wide ? 0 : dims <= 2 ? 4 : 2; }

/// The value of PUT_CTRL that a write to PUT_GO sets. `node_bits`: go_node_bits() of the network.
constexpr std::uint32_t control_of_go(std::uint32_t go, unsigned node_bits = 0) {
  return ctrl_counter.at(go_counter.of(go)) | ctrl_directions.at(go_directions.of(go) & 0xffu >> node_bits) |
         ((go & go_signal) != 0 ? ctrl_signal : 0) | ((go & go_descending) != 0 ? ctrl_descending : 0);
}
/// The value of PUT_NODE that it sets.
constexpr std::uint32_t node_of_go(std::uint32_t go, unsigned node_bits = 0) {
  const std::uint32_t low = go_node.of(go);
  if (node_bits == 0) return low;
  return low | (go >> 14 & 3) << 16 | (node_bits == 4 ? (go >> 12 & 3) << 18 : 0);
}
/// The value of PUT_GO that launches a put with this PUT_CTRL to the node at `address`. Bits of `control`
/// that PUT_GO does not have are left out.
constexpr std::uint32_t go_of_control(std::uint32_t control, NodeAddress address) {
  std::uint32_t high = 0;
  if constexpr (has_wide_addresses) high = (address >> 16 & 3) << 14 | (address >> 18 & 3) << 12;
  return go_node.at(address) | high | go_directions.at(ctrl_directions.of(control)) |
         go_counter.at(ctrl_counter.of(control)) | ((control & ctrl_signal) != 0 ? go_signal : 0) |
         ((control & ctrl_descending) != 0 ? go_descending : 0);
}

}  // namespace nic
}  // namespace collnoc
