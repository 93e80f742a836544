// What a tile under synthetic traffic sees, from the pins of its node.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "sim/engine/traffic_tile.hpp"

namespace collnoc {

/// Flits on each of up to eight links.
class LinkFlits {
 public:
  /// In a cycle; one bit per link.
  void see(std::uint32_t valid) {
    const std::uint64_t low = (valid & 15) * 0x204081u & 0x01010101u,
                        high = (valid >> 4) * 0x204081u & 0x01010101u;
    seen_ += low | high << 32;
    if (++cycles_ == 255) add();
  }
  std::uint64_t operator[](unsigned link) const { return before_[link] + (seen_ >> (8 * link) & 255); }

 private:
  void add() {
    for (unsigned l = 0; l < before_.size(); ++l) before_[l] += seen_ >> (8 * l) & 255;
    seen_ = cycles_ = 0;
  }
  std::uint64_t seen_ = 0;    // in `cycles_` cycles; link l in byte l
  std::uint64_t cycles_ = 0;  // less than 255
  std::array<std::uint64_t, model::max_links> before_{};
};

class TrafficPins final : public PinWatcher {
 public:
  /// `tile`: of this rank; it must outlive this object.
  TrafficPins(const TrafficConfig& config, TrafficTile& tile)
      : links_(config.topology.links()),
        tile_(tile),
        sees_credits_(watches_credits(config)),
        signals_(tile.has_signals_ ? std::make_unique<SignalWatch>(tile.address_, tile.layout_, tile.signals_)
                                   : nullptr) {}
  /// Whether it must see pins, since the order of a packet's dimensions depends on credits.
  static bool watches_credits(const TrafficConfig& config) {
    return config.hardware.route_orders == 2 && config.orders == OrderChoice::credits;
  }

  void see(Cycle now, const model::NodeOut& out, const model::NodeIn& in) override {
    if (out.link_valid != 0) see_departures(now, out);
    if (sees_credits_) tile_.orders_->see(out, in);
    for (std::uint32_t m = in.wr_gnt; m != 0; m &= m - 1) {
      const auto c = static_cast<unsigned>(std::countr_zero(m));
      tile_.payload_written(now, out.wr_addr[c], out.wr_data[c]);
    }
    if (!signals_) return;
    signals_->see(out, in);
    if (out.event) tile_.counted(now);
  }

  LinkFlits link_flits;  ///< sent since the start

 private:
  /// Counts flits, and notes when the heads of the tile's own packets leave.
  [[gnu::always_inline]] void see_departures(Cycle now, const model::NodeOut& out) {
    link_flits.see(out.link_valid);
    if (tile_.launched_.empty()) return;
    std::uint32_t heads = 0;  // without branches, since whether a link has one is random
    for (unsigned l = 0; l < links_; ++l)
      heads |= (out.link_valid >> l & std::uint32_t{out.link[l].head}) << l;
    for (; heads != 0; heads &= heads - 1) {
      const model::FlitRef& flit = out.link[static_cast<unsigned>(std::countr_zero(heads))];
      const model::Head head = tile_.layout_.head(flit);
      if (head.src == (tile_.address_ & 0xfff) && tile_.layout_.sender(head, flit.tail) == tile_.address_)
        tile_.head_left(now, flit.data);
    }
  }

  unsigned links_;
  TrafficTile& tile_;
  bool sees_credits_;
  std::unique_ptr<SignalWatch> signals_;
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
