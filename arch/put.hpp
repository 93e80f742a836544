// A one-sided put as software requests it: the fields of the NIC's put registers.
#pragma once
#include <compare>
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/operation.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Requested direction in one dimension. The values are those in PUT_CTRL.
enum class Direction : std::uint8_t { shortest = 0, plus = 1, minus = 2 };

/// Order in which a message traverses the dimensions. The values are those of the bit in PUT_CTRL.
enum class Order : std::uint8_t {
  ascending = 0,  ///< x first
  descending = 1  ///< x last; only in hardware with both orders (HardwareConfig::route_orders)
};

/// A direction for every dimension, and the order of dimensions: 16 bits in the format of PUT_CTRL, so that a
/// put takes few cycles. PUT_CTRL has fields for the directions of 4 dimensions. Only generalized hypercubes
/// have more dimensions, and they have no directions. A direction that is set there nevertheless sets a
/// reserved bit, so the NIC rejects the put.
class Directions {
 public:
  constexpr Direction operator[](unsigned d) const { return static_cast<Direction>(bits_ >> place(d) & 3); }

  /// For assignments to one direction.
  class Reference {
   public:
    constexpr Reference(Directions& all, unsigned d) : all_(all), d_(d) {}
    // NOLINTNEXTLINE(google-explicit-constructor): it is used like the Direction that it refers to
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
  /// Those of a value of PUT_CTRL.
  static constexpr Directions of_control(std::uint32_t control) {
    Directions all;
    all.bits_ = static_cast<std::uint16_t>((control & ~nic::ctrl_signal) >> control_place);
    return all;
  }

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

/// Route of one message: a direction per dimension, and the order of dimensions.
struct Route {
  Directions direction;
  constexpr Order order() const { return direction.order(); }
  constexpr void set_order(Order order) { direction.set_order(order); }
  friend constexpr auto operator<=>(const Route&, const Route&) = default;
};

/// Copy `bytes` from local byte address `local` to byte address `remote` of tile `dst`, then increment
/// `counter` there (0: none). Addresses are multiples of 8. `signal`: no data, only the increment.
/// `operation`: combines the bytes with those that are there, element by element.
struct Put {
  Rank dst = 0;
  std::uint32_t local = 0;
  std::uint32_t remote = 0;
  std::uint32_t bytes = 0;
  std::uint8_t counter = 0;
  bool signal = false;
  Route route{};
  Operation operation = Operation::replace;  ///< others: only in hardware with HardwareConfig::accumulate

  /// The value of PUT_BYTES.
  constexpr std::uint32_t length() const {
    return bytes | nic::bytes_operation.at(static_cast<std::uint32_t>(operation));
  }
  /// The value of PUT_CTRL.
  constexpr std::uint32_t control() const {
    std::uint32_t control = counter | route.direction.control();
    if (signal) [[unlikely]]
      control |= nic::ctrl_signal;
    return control;
  }
  friend constexpr bool operator==(const Put&, const Put&) = default;
};

/// The value of PUT_GO for a put with this PUT_CTRL to the node at `address`. `node_bits`: that of the
/// network (Topology::go_node_bits). What PUT_GO has no bits for (a counter above 63, a direction in the
/// fifth dimension) becomes directions that do not exist, so the NIC still refuses the put.
constexpr std::uint32_t go_of(std::uint32_t control, NodeAddress address, unsigned node_bits = 0) {
  const std::uint32_t go = nic::go_of_control(control, address);
  return nic::control_of_go(go, node_bits) == control ? go : go | nic::go_directions.at(0xff);
}

/// A put whose words are computed before it starts: the values of PUT_SRC, PUT_ADDR, PUT_BYTES and PUT_GO. To
/// start it takes four stores.
class PreparedPut {
 public:
  constexpr PreparedPut() = default;
  /// `put` to the node at `address`; `node_bits` as for go_of.
  constexpr PreparedPut(const Put& put, NodeAddress address, unsigned node_bits = 0)
      : local(put.local),
        remote(put.remote),
        bytes(put.length()),
        go(go_of(put.control(), address, node_bits)) {}
  /// Precondition: put.dst is a rank of `topology`.
  constexpr PreparedPut(const Put& put, const Topology& topology)
      : PreparedPut(put, topology.address(put.dst), topology.go_node_bits()) {}

  /// The portable form again, if the NIC does not refuse it.
  constexpr Put put(const Topology& topology) const {
    Put put{topology.rank_at(static_cast<NodeAddress>(nic::node_of_go(go, topology.go_node_bits()))), local,
            remote, nic::bytes_length.of(bytes)};
    put.operation = static_cast<Operation>(nic::bytes_operation.of(bytes));
    put.counter = static_cast<std::uint8_t>(nic::go_counter.of(go));
    put.signal = (go & nic::go_signal) != 0;
    put.route.direction = Directions::of_control(nic::control_of_go(go, topology.go_node_bits()));
    return put;
  }
  friend constexpr bool operator==(const PreparedPut&, const PreparedPut&) = default;

  std::uint32_t local = 0, remote = 0, bytes = 0, go = 0;
};

}  // namespace collnoc
