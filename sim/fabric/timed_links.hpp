// The links of a fabric that are longer or narrower than a hop.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "collnoc/model/network/timed_link.hpp"
#include "sim/fabric/awake.hpp"
#include "sim/fabric/link_wires.hpp"

namespace collnoc {

/// Between the nodes that drive such links and the wires at their other ends.
class TimedLinks {
 public:
  /// Of the nodes of a part, from `first` on. `far_ends`: [node * links + link], the nodes numbered from 0.
  TimedLinks(const Topology& topology, const HardwareConfig& config, Rank first,
             const std::vector<LinkWires::End>& far_ends)
      : number_(far_ends.size(), none) {
    for (std::size_t at = 0; at < far_ends.size(); ++at) {
      const LinkTiming timing = topology.timing(first + static_cast<Rank>(at / topology.links()),
                                                static_cast<Link>(at % topology.links()));
      if (far_ends[at].node == no_rank || timing == LinkTiming{}) continue;
      number_[at] = static_cast<std::uint32_t>(links_.size());
      links_.push_back({far_ends[at], model::TimedLink(config, timing), {}});
    }
  }

  /// Whether the link at this place is one; then what is driven in cycle `now` is noted. `follow`: with a
  /// head, how many flits of its packet follow, for arrive() of deliver().
  bool drive(Cycle now, std::size_t at, bool valid, const model::FlitRef& flit, std::uint8_t credit,
             unsigned follow = 0) {
    if (number_[at] == none) return false;
    Timed& timed = links_[number_[at]];
    if (valid) timed.link.drive_flit(now, flit);
    if (valid && flit.head && follow != 0) timed.follow.push_back(follow);
    if (credit != 0) timed.link.drive_credits(now, credit);
    return true;
  }
  /// Drives what arrives in cycle `now`. Before any node drives anything in that cycle.
  void deliver(Cycle now, LinkWires& wires, AwakeNodes& awake) {
    delivers_ = false;
    deliver(now, [&](const LinkWires::End& to, std::uint8_t credit, const model::FlitRef* flit, unsigned) {
      delivers_ = true;
      wires.drive(to, flit != nullptr, flit != nullptr ? *flit : model::FlitRef{}, credit);
      awake.wake(to.node);
    });
  }
  /// Calls arrive(far end, credits, flit or nullptr, follow) for what arrives in cycle `now`.
  template <class Arrive>
  void deliver(Cycle now, Arrive&& arrive) {
    for (Timed& t : links_) {
      t.link.take(now, [&](const model::FlitRef* flit, std::uint8_t credit) {
        unsigned follow = 0;
        if (flit != nullptr && flit->head && !flit->tail && !t.follow.empty()) {
          follow = t.follow.front();
          t.follow.erase(t.follow.begin());
        }
        arrive(t.to, credit, flit, follow);
      });
    }
  }
  /// Whether nothing is under way.
  bool empty() const {
    return std::all_of(links_.begin(), links_.end(), [](const Timed& t) { return t.link.empty(); });
  }
  /// Whether anything arrives in the cycle of the last deliver() to wires.
  bool delivers() const { return delivers_; }

 private:
  struct Timed {
    LinkWires::End to;
    model::TimedLink link;
    std::vector<unsigned> follow;  ///< of the heads that are under way, but for those that are tails, too
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> number_;  // [node * links + link]: in links_, or none
  std::vector<Timed> links_;
  bool delivers_ = false;
};

}  // namespace collnoc
