// A one-sided put as software asks for it: the fields of the NIC's put registers.
#pragma once
#include <compare>
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Direction asked for in one dimension; values are those of PUT_CTRL.
enum class Direction : std::uint8_t { shortest = 0, plus = 1, minus = 2 };

/// Order in which a message corrects its dimensions; values are the bit in PUT_CTRL.
enum class Order : std::uint8_t {
  ascending = 0,  ///< x first
  descending = 1  ///< x last; only where the hardware is built with both (HardwareConfig::route_orders)
};

/// A direction for every dimension, and the order of dimensions: 16 bits as PUT_CTRL has them, so that a put
/// takes few cycles. PUT_CTRL has the directions of 4 dimensions; further ones are of complete graphs, which
/// have none. One that is asked for all the same stands at a reserved bit, so that the NIC refuses it.
class Directions {
 public:
  constexpr Direction operator[](unsigned d) const { return static_cast<Direction>(bits_ >> place(d) & 3); }

  /// To assign to.
  class Reference {
   public:
    constexpr Reference(Directions& all, unsigned d) : all_(all), d_(d) {}
    // NOLINTNEXTLINE(google-explicit-constructor): it reads as the Direction it stands for
    constexpr operator Direction() const { return static_cast<const Directions&>(all_)[d_]; }
    constexpr Reference& operator=(Direction direction) {
      all_.set(3u << place(d_), static_cast<unsigned>(direction) << place(d_));
      return *this;
    }

   private:
    Directions& all_;
    unsigned d_;
  };
  constexpr Reference operator[](unsigned d) { return {*this, d}; }

  constexpr Order order() const { return static_cast<Order>(bits_ >> order_place & 1); }
  constexpr void set_order(Order order) {
    set(1u << order_place, static_cast<unsigned>(order) << order_place);
  }

  /// As bits of PUT_CTRL.
  constexpr std::uint32_t control() const { return std::uint32_t{bits_} << control_place; }

  friend constexpr auto operator<=>(const Directions&, const Directions&) = default;

 private:
  static constexpr unsigned control_place = 8, order_place = 17 - control_place;
  static_assert(nic::ctrl_direction(0, 1) == 1u << control_place);
  static_assert(nic::ctrl_descending == 1u << (control_place + order_place));
  static constexpr unsigned place(unsigned d) { return d < 4 ? 2 * d : 2 * d + 2; }

  constexpr void set(unsigned mask, unsigned value) {
    bits_ = static_cast<std::uint16_t>((bits_ & ~mask) | value);
  }

  std::uint16_t bits_ = 0;
};

/// Route choice of one message: a direction per dimension, and which dimension comes first.
struct Route {
  Directions direction;
  constexpr Order order() const { return direction.order(); }
  constexpr void set_order(Order order) { direction.set_order(order); }
  friend constexpr auto operator<=>(const Route&, const Route&) = default;
};

/// Copy `bytes` from local byte address `local` to byte address `remote` of tile `dst`, then increment
/// `counter` there (0: none). Addresses are multiples of 8. `signal`: no data, only the increment.
struct Put {
  Rank dst = 0;
  std::uint32_t local = 0;
  std::uint32_t remote = 0;
  std::uint32_t bytes = 0;
  std::uint8_t counter = 0;
  bool signal = false;
  Route route{};

  /// The value of PUT_CTRL.
  constexpr std::uint32_t control() const {
    std::uint32_t control = counter | route.direction.control();
    if (signal) [[unlikely]]
      control |= nic::ctrl_signal;
    return control;
  }
  friend constexpr bool operator==(const Put&, const Put&) = default;
};

}  // namespace collnoc
