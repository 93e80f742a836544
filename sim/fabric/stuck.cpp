#include "sim/fabric/stuck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

// A queue of an input port, in which a packet waits.
struct Queue {
  Rank rank;
  unsigned port, vc;
  friend auto operator<=>(const Queue&, const Queue&) = default;
};
constexpr Queue nobody{no_rank, 0, 0};

struct Wait {
  Queue target;
  std::string reason;
};

class Picture {
 public:
  explicit Picture(Fabric& fabric) : fabric_(fabric), config_(fabric.config()) {
    std::vector<Placed> flits;
    for (Rank r = fabric.first(); r < fabric.end(); ++r) {
      for (const WaitingFlit& f : fabric.node(r).waiting()) flits.push_back({r, f});
    }
    flits = fabric.parts().gather(std::move(flits));
    for (auto at = flits.begin(); at != flits.end();) {
      const auto end = std::find_if(at, flits.end(), [&](const Placed& f) { return f.rank != at->rank; });
      add_node({&*at, static_cast<std::size_t>(end - at)});
      at = end;
    }
  }

  std::string text() const {
    if (waits_.empty()) return {};
    for (const auto& [start, wait] : waits_) {
      std::vector<Queue> path;
      std::set<Queue> seen;
      Queue at = start;
      while (waits_.contains(at) && seen.insert(at).second) {
        path.push_back(at);
        at = waits_.at(at).target;
      }
      if (!seen.contains(at)) continue;
      std::string cycle = "packets wait in a cycle: ";
      bool inside = false;
      for (const Queue& q : path) {
        inside |= q == at;
        if (inside) cycle += fmt::format("{} waits for {}, ", name(q), waits_.at(q).reason);
      }
      return cycle + "and back to the first";
    }
    std::string list = "waiting packets: ";
    unsigned n = 0;
    for (const auto& [q, wait] : waits_) {
      if (++n > 4) break;
      list += fmt::format("{}{} for {}", n > 1 ? "; " : "", name(q), wait.reason);
    }
    return waits_.size() > 4 ? list + fmt::format("; and {} more", waits_.size() - 4) : list;
  }

 private:
  struct Placed {
    Rank rank;
    WaitingFlit flit;
  };

  void add_node(std::span<const Placed> fronts) {
    // The queue whose packet holds an output's virtual channel: (output, vc) to queue.
    std::map<std::pair<unsigned, unsigned>, Queue> holder;
    for (const auto& [rank, f] : fronts) {
      if (!f.head) holder[{f.output, f.output_vc}] = {rank, f.input, f.vc};
    }
    for (const auto& [rank, f] : fronts) {
      if (auto wait = wait_of(f, rank, holder)) waits_[{rank, f.input, f.vc}] = *wait;
    }
  }

  // Nothing when the flit can move.
  std::optional<Wait> wait_of(const WaitingFlit& f, Rank rank,
                              const std::map<std::pair<unsigned, unsigned>, Queue>& holder) const {
    const bool link = f.output < config_.links();
    if (f.head && f.output_held) {
      const std::string output =
          link ? fmt::format("output {} vc {}", side(f.output), f.output_vc) : "ejection";
      const auto h = holder.find({f.output, f.output_vc});
      if (h == holder.end()) {
        return Wait{nobody, fmt::format("{} held by a packet whose flits are still to come", output)};
      }
      return Wait{h->second, fmt::format("{} held by {}", output, name(h->second))};
    }
    const bool needs_whole_buffer = f.head && link && config_.switching != Switching::wormhole;
    if (f.credits != 0 && !needs_whole_buffer) return std::nullopt;
    if (!link) return Wait{nobody, "space in the NIC"};
    const Queue next{fabric_.topology().neighbour(rank, f.output),
                     fabric_.topology().opposite(rank, f.output), f.output_vc};
    return Wait{next, fmt::format("space in {}", name(next))};
  }

  std::string name(const Queue& q) const {
    if (q.rank == no_rank) return "nobody";
    const Coordinates c = fabric_.topology().coordinates(q.rank);
    std::string at;
    for (unsigned d = 0; d < fabric_.topology().dims(); ++d)
      at += fmt::format("{}{}", d == 0 ? "" : ",", c[d]);
    const std::string port = q.port < config_.links() ? fmt::format("{} input", side(q.port))
                                                      : fmt::format("injection {}", q.port - config_.links());
    return fmt::format("({}) {} vc {}", at, port, q.vc);
  }
  std::string side(Link link) const { return link_name(config_.topology, config_.radix, link); }

  Fabric& fabric_;
  HardwareConfig config_;
  std::map<Queue, Wait> waits_;
};

}  // namespace

std::string who_waits_for_whom(Fabric& fabric) { return Picture(fabric).text(); }

}  // namespace collnoc
