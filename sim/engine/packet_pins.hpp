// What a PacketWatcher sees, from the pins of its tile's node, and how many flits the node sent.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine/signal_watch.hpp"
#include "sim/engine/traffic_packets.hpp"
#include "sim/fabric/fabric.hpp"

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

/// Calls payload_written() for every payload flit, not only the first and the last of a packet.
class PacketPins : public PinWatcher {
 public:
  /// `address`: of the tile's node; `signals`: the log that the watcher fills, null if it expects no signal.
  PacketPins(unsigned links, NodeAddress address, const PacketLayout& layout, PacketWatcher& watcher,
             SignalLog* signals)
      : links_(links),
        address_(address),
        layout_(layout),
        watcher_(watcher),
        signals_(signals != nullptr ? std::make_unique<SignalWatch>(address, layout, *signals) : nullptr) {}

  void see(Cycle now, const model::NodeOut& out, const model::NodeIn& in) override {
    if (out.link_valid != 0) see_departures(now, out);
    for (std::uint32_t m = in.wr_gnt; m != 0; m &= m - 1) {
      const auto c = static_cast<unsigned>(std::countr_zero(m));
      watcher_.payload_written(now, out.wr_addr[c], out.wr_data[c]);
    }
    if (!signals_) return;
    signals_->see(out, in);
    if (out.event) watcher_.counted(now);
  }

  /// Flits that the node `rank` of `fabric` has sent on each link. Where pins are not computed, or not seen
  /// in every cycle, its router has counted them, before its registers of the links (HOP_CYCLES).
  std::vector<std::uint64_t> link_flits(Fabric& fabric, Rank rank) const {
    std::vector<std::uint64_t> flits;
    if (fabric.computes_planes() || (fabric.computes_slices() && fabric.config().hop_cycles == 1)) {
      AnyNode& node = fabric.node(rank);
      const NodeCounts counts = node.counts();
      for (unsigned l = 0; l < links_; ++l) {
        flits.push_back(counts.outputs[l].flits);
        if (node.model() != nullptr) flits.back() -= node.model()->router().in_registers(l);
      }
    } else {
      for (unsigned l = 0; l < links_; ++l) flits.push_back(sent_[l]);
    }
    return flits;
  }

 private:
  /// Counts flits, and notes when the heads of the tile's own packets leave.
  [[gnu::always_inline]] void see_departures(Cycle now, const model::NodeOut& out) {
    sent_.see(out.link_valid);
    std::uint32_t heads = 0;  // without branches, since whether a link has one is random
    for (unsigned l = 0; l < links_; ++l)
      heads |= (out.link_valid >> l & std::uint32_t{out.link[l].head}) << l;
    for (; heads != 0; heads &= heads - 1) {
      const model::FlitRef& flit = out.link[static_cast<unsigned>(std::countr_zero(heads))];
      const model::Head head = layout_.head(flit);
      if (head.src == (address_ & 0xfff) && layout_.sender(head, flit.tail) == address_)
        watcher_.head_left(now, flit.data);
    }
  }

  unsigned links_;
  NodeAddress address_;
  const PacketLayout& layout_;
  PacketWatcher& watcher_;
  std::unique_ptr<SignalWatch> signals_;
  LinkFlits sent_;
};

}  // namespace collnoc
