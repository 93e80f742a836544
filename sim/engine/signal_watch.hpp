// Finds out which packets of one flit a node receives. The NIC only counts them, and reports an event for
// each; but it receives them in the order in which the router takes them from its input buffers, and every
// flit that leaves a buffer shows as a credit on the link that it came from.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/common/queue.hpp"
#include "sim/engine/traffic_packets.hpp"
#include "sim/fabric/host.hpp"

namespace collnoc {

/// Joins the signals that a node's NIC takes from its router, in their order, with the events that it
/// reports, each some cycles later.
class SignalLog {
 public:
  struct Signal {
    NodeAddress sender = 0;  ///< its address
    std::uint8_t traffic_class = 0;
    bool reply = false;
    Order order = Order::ascending;
  };
  /// What is kept of a signal.
  static std::uint32_t mark(const PacketLayout& layout, const model::Head& head) {
    return layout.sender(head, true) | layout.signal_class(head) << 20 |
           static_cast<std::uint32_t>(order_of(head)) << 24;
  }

  void left(std::uint32_t mark) { ejected_.push_back(mark); }
  /// The signal of the next event.
  Signal counted() {
    const std::uint32_t mark = ejected_.front();
    ejected_.pop_front();
    return {static_cast<NodeAddress>(mark & 0xf'ffff), static_cast<std::uint8_t>(mark >> 20 & 7),
            (mark >> 23 & 1) != 0, static_cast<Order>(mark >> 24 & 1)};
  }

 private:
  Queue<std::uint32_t> ejected_;
};

/// Fills the log of a node from its pins.
class SignalWatch {
 public:
  /// `address`: of this node.
  SignalWatch(NodeAddress address, const PacketLayout& layout, SignalLog& log)
      : address_(address), layout_(layout), log_(log) {}

  /// The pins of one cycle.
  [[gnu::always_inline]] void see(const model::NodeOut& out, const model::NodeIn& in) {
    for (std::uint32_t m = in.link_valid; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      const model::FlitRef& flit = in.link[l];
      const unsigned buffer = l * model::max_vcs + flit.vc;
      const unsigned ahead = flits_[buffer]++;
      if (flit.head && flit.tail && layout_.destination(flit) == address_)
        see_signal(buffer, ahead, layout_.head(flit));
    }
    for (std::uint32_t m = out.link_credit; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      for (std::uint32_t v = out.credit[l]; v != 0; v &= v - 1) {
        const unsigned buffer = l * model::max_vcs + static_cast<unsigned>(std::countr_zero(v));
        --flits_[buffer];
        if ((buffers_ >> buffer & 1) != 0) see_departure(buffer);
      }
    }
  }

 private:
  /// A signal for this node in an input buffer.
  struct Waiting {
    unsigned buffer, ahead;  ///< link * 4 + vc; flits before it
    std::uint32_t mark;
  };

  /// A signal for this node enters a buffer behind `ahead` flits.
  void see_signal(unsigned buffer, unsigned ahead, const model::Head& head) {
    waiting_.push_back({buffer, ahead, SignalLog::mark(layout_, head)});
    buffers_ |= 1u << buffer;
  }
  /// A flit leaves a buffer that holds a signal for this node.
  void see_departure(unsigned buffer) {
    bool more = false;
    std::size_t kept = 0;
    for (Waiting w : waiting_) {
      if (w.buffer == buffer && w.ahead-- == 0) {
        log_.left(w.mark);
        continue;
      }
      more |= w.buffer == buffer;
      waiting_[kept++] = w;
    }
    waiting_.resize(kept);
    if (!more) buffers_ &= ~(1u << buffer);
  }

  NodeAddress address_;
  const PacketLayout& layout_;
  SignalLog& log_;
  std::array<std::uint8_t, model::max_links * model::max_vcs> flits_{};  // in each buffer
  std::uint32_t buffers_ = 0;                                            // those of `waiting_`
  std::vector<Waiting> waiting_;                                         // in the order of their arrival
};

}  // namespace collnoc
