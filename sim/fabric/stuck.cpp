#include "sim/fabric/stuck.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <set>

#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

// A queue of an input port: where a packet waits.
struct Queue {
  Rank rank;
  unsigned port, vc;
  friend auto operator<=>(const Queue&, const Queue&) = default;
};

struct Wait {
  Queue target;
  std::string reason;
};

class Picture {
 public:
  explicit Picture(Fabric& fabric) : fabric_(fabric), config_(fabric.config()) {
    const unsigned ports = config_.links() + config_.channels();
    port_w_ = static_cast<unsigned>(std::bit_width(ports - 1));
    vc_w_ = config_.vcs > 1 ? static_cast<unsigned>(std::bit_width(config_.vcs - 1)) : 1;
    for (Rank r = 0; r < fabric.topology().size(); ++r) add_node(r, ports);
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
      std::string ring = "packets wait in a ring: ";
      bool inside = false;
      for (const Queue& q : path) {
        inside |= q == at;
        if (inside) ring += fmt::format("{} waits for {}, ", name(q), waits_.at(q).reason);
      }
      return ring + "and so round";
    }
    std::string list = "packets that wait: ";
    unsigned n = 0;
    for (const auto& [q, wait] : waits_) {
      if (++n > 4) break;
      list += fmt::format("{}{} for {}", n > 1 ? "; " : "", name(q), wait.reason);
    }
    return waits_.size() > 4 ? list + fmt::format("; and {} more", waits_.size() - 4) : list;
  }

 private:
  void add_node(Rank rank, unsigned ports) {
    const auto registers = fabric_.node(rank).registers();
    const auto read = [&](const std::string& name) { return registers.at("i_router." + name); };
    std::map<std::pair<unsigned, unsigned>, Queue>
        holder;  // output (port, vc): the queue whose packet is under way
    struct Front {
      Queue queue;
      bool head;
      unsigned port, vc;
    };
    std::vector<Front> fronts;
    for (unsigned i = 0; i < ports; ++i) {
      const unsigned depth = i < config_.links() ? config_.vc_depth : std::max(config_.vc_depth, 4u);
      for (unsigned v = 0; v < config_.vcs; ++v) {
        const unsigned groups = config_.vcs == 4 ? 2 : 1, group_vcs = config_.vcs / groups, k = v % group_vcs;
        const std::string queue =
            fmt::format("gen_input[{}].gen_group[{}].i_input_buffer.", i, v / group_vcs);
        if (read(fmt::format("{}gen_vc[{}].count_q", queue, k)) == 0) continue;
        const auto at = k * depth + read(fmt::format("{}gen_vc[{}].rd_ptr_q", queue, k));
        const std::uint64_t tag = read(fmt::format("{}tag_q[{}]", queue, at));
        const unsigned vc = tag & ((1u << vc_w_) - 1);
        const unsigned port = (tag >> vc_w_) & ((1u << port_w_) - 1);
        const bool head = (tag >> (vc_w_ + port_w_ + 1)) & 1;
        fronts.push_back({{rank, i, v}, head, port, vc});
        if (!head) holder[{port, vc}] = {rank, i, v};
      }
    }
    for (const Front& f : fronts) {
      const std::string out = fmt::format("gen_output[{}].i_output_unit.", f.port);
      const bool busy = f.head && read(fmt::format("{}gen_vc[{}].busy_q", out, f.vc)) != 0;
      const bool link = f.port < config_.links();
      const auto credits = read(fmt::format("{}gen_credit[{}].credit_q", out, link ? f.vc : 0));
      const std::string output = link ? fmt::format("output {} vc {}", side(f.port), f.vc) : "ejection";
      if (busy) {
        const auto h = holder.find({f.port, f.vc});
        if (h != holder.end()) {
          waits_[f.queue] = {h->second, fmt::format("{} held by {}", output, name(h->second))};
        } else {
          waits_[f.queue] = {f.queue,
                             fmt::format("{} held by a packet whose flits are still to come", output)};
          waits_[f.queue].target = {no_rank, 0, 0};
        }
      } else if (credits == 0 || (f.head && link && config_.switching != Switching::wormhole)) {
        Queue target{no_rank, 0, 0};
        if (link)
          target = {fabric_.topology().neighbour(rank, f.port), fabric_.topology().opposite(f.port), f.vc};
        waits_[f.queue] = {target, link ? fmt::format("room in {}", name(target)) : "room in the NIC"};
      }
    }
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
  unsigned port_w_ = 0, vc_w_ = 0;
  std::map<Queue, Wait> waits_;
};

}  // namespace

std::string who_waits_for_whom(Fabric& fabric) { return Picture(fabric).text(); }

}  // namespace collnoc
