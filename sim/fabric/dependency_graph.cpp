#include "sim/fabric/dependency_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/router/multicast.hpp"
#include "collnoc/model/router/route_compute.hpp"
#include "sim/common/user_error.hpp"
#include "sim/topology/link_name.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

// Adjacency by channel number: (rank * links + link) * vcs + vc.
class ChannelGraph {
 public:
  ChannelGraph(const Topology& topology, const HardwareConfig& config)
      : topology_(topology),
        config_(config),
        copy_vcs_(config.multicast ? config.vcs / config.route_orders : 0),
        next_(std::size_t{topology.nodes()} * topology.links() * config.vcs),
        used_(next_.size()) {
    for (Rank r = 0; r < topology.nodes(); ++r) {
      place_.push_back(model::Place::of(topology, config, r, 1));
      if (config.multicast) copies_.emplace_back(config, place_.back());
    }
  }

  // Follows every route of every pair, with the VC hash of the pair's addresses.
  void add_all_routes() {
    for (Rank src = 0; src < topology_.size(); ++src) {
      for (Rank dst = 0; dst < topology_.size(); ++dst) {
        for (unsigned minus = 0; minus < (1u << topology_.dims()); ++minus) {
          if (!is_route(src, dst, minus)) continue;
          for (unsigned order = 0; order < config_.route_orders; ++order)
            follow(src, dst, head(dst, minus, order, topology_.address(src)));
          for (unsigned vc = 0; vc < copy_vcs_; ++vc)
            follow(src, dst, head(dst, minus, 0, topology_.address(src)), vc);
        }
      }
    }
  }

  // The same with all values of the VC hash. Two routes to one destination are the same from the first
  // channel on that they share, so the work is that of each pair, not of each hop of each pair.
  void add_all_routes_and_hashes() {
    already_.resize(next_.size());
    const unsigned hashes = config_.vcs == 3 ? 4 : config_.vcs;
    for (Rank dst = 0; dst < topology_.size(); ++dst) {
      for (unsigned minus = 0; minus < (1u << topology_.dims()); ++minus) {
        for (unsigned order = 0; order < config_.route_orders; ++order) {
          for (unsigned hash = 0; hash < hashes; ++hash) follow_all(dst, minus, order, hash, {});
        }
        for (unsigned vc = 0; vc < copy_vcs_; ++vc) {
          for (unsigned hash = 0; hash < hashes; ++hash) follow_all(dst, minus, 0, hash, vc);
        }
      }
    }
  }

  // A cycle as channel numbers, found by depth-first search; empty if there is none.
  std::vector<std::size_t> find_cycle() const {
    enum : std::uint8_t { fresh, open, closed };
    std::vector<std::uint8_t> state(next_.size(), fresh);
    for (std::size_t start = 0; start < next_.size(); ++start) {
      if (state[start] != fresh) continue;
      std::vector<std::pair<std::size_t, std::vector<std::size_t>::const_iterator>> path;
      path.emplace_back(start, next_[start].begin());
      state[start] = open;
      while (!path.empty()) {
        auto& [at, it] = path.back();
        if (it == next_[at].end()) {
          state[at] = closed;
          path.pop_back();
          continue;
        }
        const std::size_t to = *it++;
        if (state[to] == open) {
          std::vector<std::size_t> cycle;
          for (auto p = path.rbegin(); p != path.rend(); ++p) {
            cycle.push_back(p->first);
            if (p->first == to) break;
          }
          std::reverse(cycle.begin(), cycle.end());
          return cycle;
        }
        if (state[to] == fresh) {
          state[to] = open;
          path.emplace_back(to, next_[to].begin());
        }
      }
    }
    return {};
  }

  Channel channel(std::size_t number) const {
    const std::size_t link = number / config_.vcs;
    return {static_cast<Rank>(link / topology_.links()), static_cast<Link>(link % topology_.links()),
            static_cast<unsigned>(number % config_.vcs)};
  }
  std::size_t dependencies() const {
    std::size_t n = 0;
    for (const auto& s : next_) n += s.size();
    return n;
  }
  std::size_t channels() const {
    return static_cast<std::size_t>(std::count(used_.begin(), used_.end(), true));
  }

 private:
  bool is_route(Rank src, Rank dst, unsigned minus) const {
    return src != dst && topology_form(topology_.kind()).can_be_asked_for(topology_, src, dst, minus);
  }
  // `src` affects the VC hash only, by its two lowest bits.
  model::Head head(Rank dst, unsigned minus, unsigned order, std::uint32_t src) const {
    model::Head head;
    head.src = static_cast<std::uint16_t>(src & 3);
    head.dst = topology_.address(dst);
    head.route = static_cast<std::uint8_t>(minus | (order != 0 ? model::Head::descending : 0u));
    return head;
  }
  void follow_all(Rank dst, unsigned minus, unsigned order, unsigned hash, std::optional<unsigned> copy_vc) {
    ++destination_;
    const model::Head head = this->head(dst, minus, order, hash);
    for (Rank src = 0; src < topology_.size(); ++src) {
      if (is_route(src, dst, minus)) follow(src, dst, head, copy_vc);
    }
  }

  // `copy_vc`: follows a copy of a multicast packet that was injected on this virtual channel.
  void follow(Rank src, Rank dst, const model::Head& head, std::optional<unsigned> copy_vc = {}) {
    Rank at = src;
    unsigned port = topology_.links(), vc = copy_vc.value_or(0);  // from the injection channel
    std::size_t held = next_.size();
    while (at != dst) {
      model::Out out = model::route_compute(config_, place_[at], port, vc, head);
      if (copy_vc)
        out = copy(at, port, vc,
                   multicasts(config_.topology) == Multicasts::substars ? branch_towards(src, at, dst)
                                                                        : model::out_port(out));
      const std::size_t wanted =
          (std::size_t{at} * topology_.links() + model::out_port(out)) * config_.vcs + model::out_vc(out);
      used_[wanted] = true;
      if (held != next_.size() &&
          std::find(next_[held].begin(), next_[held].end(), wanted) == next_[held].end()) {
        next_[held].push_back(wanted);
      }
      if (!already_.empty() && std::exchange(already_[wanted], destination_) == destination_) return;
      held = wanted;
      port = topology_.opposite(at, model::out_port(out));
      at = topology_.neighbour(at, model::out_port(out));
      vc = model::out_vc(out);
    }
  }

  // The link from `at` to `dst` of a star graph's tree with root `src`: its paths are those to the root,
  // reversed.
  Link branch_towards(Rank src, Rank at, Rank dst) const {
    for (Rank up = dst;;) {
      const Link link = topology_.link_towards(0, up, src, false);
      up = topology_.neighbour(up, link);
      if (up == at) return topology_.opposite(up, link);
    }
  }

  // Where a copy goes that leaves through `output`.
  model::Out copy(Rank at, unsigned port, unsigned vc, unsigned output) const {
    const unsigned links = topology_.links(),
                   input = port < links || !config_.all_port ? port : links + output;
    const auto k = static_cast<unsigned>(std::countr_zero(copies_[at].compress(input, 1u << output)));
    return copies_[at].out(input, vc, k);
  }

  const Topology& topology_;
  HardwareConfig config_;
  unsigned copy_vcs_;  // virtual channels on which NICs inject multicasts: those of the ascending order
  std::vector<model::Place> place_;
  std::vector<model::Multicast> copies_;        // with multicast, by rank
  std::vector<std::vector<std::size_t>> next_;  // short lists: at most the channels of a node
  std::vector<bool> used_;
  std::vector<std::uint32_t> already_;  // the last `destination_` that was followed from a channel on
  std::uint32_t destination_ = 0;       // and the rest that is equal for several sources
};

constexpr Rank whole_network = 81;  // larger networks are examined in parts

}  // namespace

DependencyGraph dependency_graph(const Topology& topology, const HardwareConfig& config) {
  if (topology.tables() != nullptr && config.vcs < topology.tables()->classes)
    throw UserError(fmt::format("--vcs {} is too few for {}: {}", config.vcs, to_text(topology),
                                topology_form(topology.kind()).vcs_needed(topology, 1)));
  std::vector<Topology> parts;
  if (topology.size() > whole_network) parts = topology_form(topology.kind()).parts(topology);
  const bool whole = parts.empty();
  if (whole) parts.push_back(topology);
  DependencyGraph result;
  result.whole = whole;
  for (const Topology& part : parts) {
    ChannelGraph graph(part, config);
    if (whole)
      graph.add_all_routes();
    else
      graph.add_all_routes_and_hashes();
    result.channels += graph.channels();
    result.dependencies += graph.dependencies();
    for (const std::size_t number : graph.find_cycle()) {
      Channel c = graph.channel(number);
      c.rank = topology.rank(part.coordinates(c.rank));
      result.cycle.push_back(c);
    }
    if (!result.cycle.empty()) break;
  }
  return result;
}

std::string to_text(const Channel& channel, const Topology& topology) {
  const Coordinates c = topology.coordinates(channel.rank);
  std::string at;
  for (unsigned d = 0; d < topology.dims(); ++d) at += fmt::format("{}{}", d == 0 ? "" : ",", c[d]);
  return fmt::format("({})->{} vc {}", at, link_name(topology, channel.link), channel.vc);
}

std::string cycle_text(const DependencyGraph& graph, const Topology& topology) {
  std::string text;
  for (const Channel& c : graph.cycle) text += to_text(c, topology) + " waits for ";
  return graph.cycle.empty() ? text : text + to_text(graph.cycle.front(), topology);
}

}  // namespace collnoc
