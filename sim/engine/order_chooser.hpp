// Chooses the order of dimensions of the packets that one node sends.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/route.hpp"
#include "collnoc/model/tile/pins.hpp"
#include "sim/traffic/order_choice.hpp"

namespace collnoc {

class OrderChooser {
 public:
  /// Nothing if all packets take the ascending order. `topology` must outlive the object.
  static std::unique_ptr<OrderChooser> make(OrderChoice choice, const HardwareConfig& hardware,
                                            const Topology& topology, Rank rank) {
    if (hardware.route_orders != 2 || choice == OrderChoice::ascending) return nullptr;
    return std::make_unique<OrderChooser>(choice, hardware, topology, rank);
  }
  OrderChooser(OrderChoice choice, const HardwareConfig& hardware, const Topology& topology, Rank rank)
      : choice_(choice),
        order_vcs_(hardware.vcs / 2),
        topology_(topology),
        from_(topology.coordinates(rank)) {
    free_.fill({hardware.vc_depth * order_vcs_, hardware.vc_depth * order_vcs_});
  }

  /// The order of the next packet to `dst`, another node.
  Order next(Rank dst) {
    switch (choice_) {
      case OrderChoice::hash: return hash(topology_.coordinates(dst));
      case OrderChoice::turns: return take_turn();
      case OrderChoice::credits: {
        const Coordinates to = topology_.coordinates(dst);
        const unsigned ascending = free(to, Order::ascending), descending = free(to, Order::descending);
        if (ascending == descending) return take_turn();
        return ascending > descending ? Order::ascending : Order::descending;
      }
      case OrderChoice::ascending: break;
    }
    return Order::ascending;
  }

  /// The pins of one cycle; only needed for OrderChoice::credits.
  void see(const model::NodeOut& out, const model::NodeIn& in) {
    for (std::uint32_t m = out.link_valid; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      --free_[l][out.link[l].vc < order_vcs_ ? 0 : 1];
    }
    for (std::uint32_t m = in.link_credit; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      const unsigned ascending = (1u << order_vcs_) - 1;
      free_[l][0] += static_cast<unsigned>(std::popcount(in.credit[l] & ascending));
      free_[l][1] += static_cast<unsigned>(std::popcount(in.credit[l] & ~ascending));
    }
  }

 private:
  /// The parity of the source's coordinates and of the halves of the destination's: a pattern that is a
  /// permutation of coordinates or bits uses both orders equally, and so does each row of its sources.
  Order hash(const Coordinates& to) const {
    unsigned sum = 0;
    for (unsigned d = 0; d < topology_.dims(); ++d) sum += from_[d] + to[d] / 2;
    return sum % 2 == 0 ? Order::ascending : Order::descending;
  }
  Order take_turn() {
    turn_ = turn_ == Order::ascending ? Order::descending : Order::ascending;
    return turn_;
  }
  unsigned free(const Coordinates& to, Order order) const {
    Route route;
    route.set_order(order);
    return free_[first_link(topology_, from_, to, route)][static_cast<unsigned>(order)];
  }

  OrderChoice choice_;
  unsigned order_vcs_;  ///< virtual channels of an order
  const Topology& topology_;
  Coordinates from_;
  Order turn_ = Order::descending;
  std::array<std::array<unsigned, 2>, model::max_links> free_{};  ///< [link][order]
};

}  // namespace collnoc
