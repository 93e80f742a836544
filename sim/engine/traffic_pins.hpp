// What a tile under synthetic traffic sees, from the pins of its node.
#pragma once
#include "sim/engine/packet_pins.hpp"
#include "sim/engine/traffic_tile.hpp"

namespace collnoc {

class TrafficPins final : public PacketPins {
 public:
  /// `tile`: of this rank; it must outlive this object.
  TrafficPins(const TrafficConfig& config, TrafficTile& tile)
      : PacketPins(config.topology.links(), tile.address_, tile.layout_, tile,
                   tile.has_signals_ ? &tile.signals_ : nullptr),
        orders_(watches_credits(config) ? tile.orders_.get() : nullptr) {}
  /// Whether it must see pins, since the order of a packet's dimensions depends on credits.
  static bool watches_credits(const TrafficConfig& config) {
    return config.hardware.route_orders == 2 && config.orders == OrderChoice::credits;
  }

  void see(Cycle now, const model::NodeOut& out, const model::NodeIn& in) override {
    if (orders_ != nullptr) orders_->see(out, in);
    PacketPins::see(now, out, in);
  }

 private:
  OrderChooser* orders_;
};

/// Makes a tile a host of `fabric` that sees its packets.
inline void watch(Fabric& fabric, Rank rank, const TrafficConfig& config, TrafficTile& tile,
                  TrafficPins& pins) {
  fabric.set_host(rank, &tile);
  if (TrafficPins::watches_credits(config)) {
    fabric.set_pin_watcher(rank, &pins);
  } else {
    fabric.set_packet_watcher(rank, &tile, &pins);
  }
}

}  // namespace collnoc
