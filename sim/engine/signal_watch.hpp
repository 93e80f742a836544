// Finds out which packets of one flit a node receives. The NIC only counts them, and reports an event for
// each; but it receives them in the order in which the router takes them from its input buffers, and every
// flit that leaves a buffer shows as a credit on the link that it came from.
#pragma once
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/engine/traffic_packets.hpp"
#include "sim/fabric/host.hpp"

namespace collnoc {

class SignalWatch {
 public:
  struct Signal {
    std::uint16_t sender = 0;  ///< its address
    std::uint8_t traffic_class = 0;
    bool reply = false;
    Cycle counted = 0;  ///< the cycle of the event
  };

  /// `address`: of this node.
  SignalWatch(unsigned links, unsigned vcs, std::uint16_t address, const PacketLayout& layout)
      : vcs_(vcs), address_(address), layout_(layout), buffers_(links * vcs) {}

  /// The pins of one cycle.
  void see(Cycle now, const model::NodeOut& out, const model::NodeIn& in) {
    for (std::uint32_t m = in.link_valid; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      buffers_[l * vcs_ + in.link[l].vc].push_back(mark_of(in.link[l]));
    }
    for (std::uint32_t m = out.link_credit; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      for (std::uint32_t v = out.credit[l]; v != 0; v &= v - 1) {
        std::deque<std::uint32_t>& buffer = buffers_[l * vcs_ + static_cast<unsigned>(std::countr_zero(v))];
        if (buffer.front() != nothing) ejected_.push_back(buffer.front());
        buffer.pop_front();
      }
    }
    if (out.event) events_.push_back(now);
  }

  /// The next signal that has been counted and is known.
  std::optional<Signal> take() {
    if (ejected_.empty() || events_.empty()) return std::nullopt;
    const std::uint32_t mark = ejected_.front();
    const Signal signal{static_cast<std::uint16_t>(mark), static_cast<std::uint8_t>(mark >> 16 & 7),
                        (mark >> 19 & 1) != 0, events_.front()};
    ejected_.pop_front();
    events_.pop_front();
    return signal;
  }

 private:
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};

  /// A signal for this node as a number; `nothing` for every other flit.
  std::uint32_t mark_of(const model::FlitRef& flit) const {
    if (!flit.head || !flit.tail) return nothing;
    const model::Head head = model::Head::from_word(flit.data[0]);
    if (head.dst != address_) return nothing;
    return layout_.sender(head, true) | (head.addr >> 4 & 0xf) << 16;
  }

  unsigned vcs_;
  std::uint16_t address_;
  const PacketLayout& layout_;
  std::vector<std::deque<std::uint32_t>> buffers_;  // [link * vcs + vc], marks of the flits in it
  std::deque<std::uint32_t> ejected_;
  std::deque<Cycle> events_;
};

}  // namespace collnoc
