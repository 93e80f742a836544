// A one-sided put as software asks for it: the fields of the NIC's put registers.
#pragma once
#include <array>
#include <compare>
#include <cstdint>

#include "firmware/hal/topology.hpp"

namespace collnoc {

/// Direction asked for in one dimension; values are those of PUT_CTRL.
enum class Direction : std::uint8_t { shortest = 0, plus = 1, minus = 2 };

/// Order in which a message corrects its dimensions; values are the bit in PUT_CTRL.
enum class Order : std::uint8_t {
  ascending = 0,  ///< x first
  descending = 1  ///< x last; only where the hardware is built with both (HardwareConfig::route_orders)
};

/// Route choice of one message: a direction per dimension, and which dimension comes first.
struct Route {
  std::array<Direction, max_dims> direction{};
  Order order = Order::ascending;
  friend constexpr auto operator<=>(const Route&, const Route&) = default;
  friend constexpr bool operator==(const Route&, const Route&) = default;
};

/// Copy `bytes` from local byte address `local` to byte address `remote` of tile `dst`, then bump
/// `counter` there (0: none). Addresses are multiples of 8. `signal`: no data, only the bump.
struct Put {
  Rank dst = 0;
  std::uint32_t local = 0;
  std::uint32_t remote = 0;
  std::uint32_t bytes = 0;
  std::uint8_t counter = 0;
  bool signal = false;
  Route route{};
  friend constexpr bool operator==(const Put&, const Put&) = default;
};

}  // namespace collnoc
