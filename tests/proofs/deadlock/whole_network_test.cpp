// Deadlock freedom, from the dependency graph of whole networks: every possible route, channel by channel,
// not one dimension at a time as sim/fabric/dependency_graph does for large networks, and all VC hashes for
// every pair.
#include <gtest/gtest.h>

#include <vector>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/router/route_compute.hpp"
#include "sim/fabric/dependency_graph.hpp"

namespace collnoc {
namespace {

/// Which channel may follow which. A channel leads to one node, so the channels that follow it are channels
/// of that node.
class WholeGraph {
 public:
  WholeGraph(const Topology& topology, const HardwareConfig& config)
      : topology_(topology),
        config_(config),
        width_(topology.links() * config.vcs),
        next_(std::size_t{topology.size()} * width_, 0),
        visited_(next_.size(), 0) {
    for (Rank r = 0; r < topology.size(); ++r) place_.push_back(model::Place::of(topology, r, 1));
    for (Rank dst = 0; dst < topology.size(); ++dst) {
      for (unsigned minus = 0; minus < (1u << topology.dims()); ++minus) {
        for (unsigned order = 0; order < config.route_orders; ++order) {
          for (unsigned hash = 0; hash < 4; ++hash) add_routes_to(dst, minus, order != 0, hash);
        }
      }
    }
  }

  /// To higher dimensions in ascending order, to lower ones in descending order; each order on its own
  /// virtual channels. In generalized hypercubes no packet continues in the same dimension.
  bool only_turns_to_later_dimensions() const {
    const std::size_t each = config_.vcs / config_.route_orders;
    for (std::size_t c = 0; c < next_.size(); ++c) {
      const Link link = static_cast<Link>(c % width_ / config_.vcs);
      const std::size_t order = c % config_.vcs / each;
      for (std::size_t to = 0; to < width_; ++to) {
        if ((next_[c] >> to & 1) == 0) continue;
        const Link out = static_cast<Link>(to / config_.vcs);
        if (to % config_.vcs / each != order) return false;
        const unsigned before = topology_.dimension_of(link), after = topology_.dimension_of(out);
        const bool later = order == 0 ? after > before : after < before;
        if (!later && (out != link || topology_.one_hop_dimensions())) return false;
      }
    }
    return true;
  }

  /// Removes channels that no channel waits for until none is left (Kahn, 1962).
  bool acyclic() const {
    std::vector<unsigned> before(next_.size(), 0);
    for_each([&](std::size_t, std::size_t to) { ++before[to]; });
    std::vector<std::size_t> free;
    for (std::size_t c = 0; c < next_.size(); ++c) {
      if (before[c] == 0) free.push_back(c);
    }
    std::size_t removed = 0;
    while (!free.empty()) {
      const std::size_t c = free.back();
      free.pop_back();
      ++removed;
      for_each_after(c, [&](std::size_t to) {
        if (--before[to] == 0) free.push_back(to);
      });
    }
    return removed == next_.size();
  }

 private:
  template <class F>
  void for_each_after(std::size_t c, F f) const {
    if (next_[c] == 0) return;
    const std::size_t there =
        topology_.neighbour(static_cast<Rank>(c / width_), static_cast<Link>(c % width_ / config_.vcs));
    for (std::size_t to = 0; to < width_; ++to) {
      if (next_[c] >> to & 1) f(there * width_ + to);
    }
  }
  template <class F>
  void for_each(F f) const {
    for (std::size_t c = 0; c < next_.size(); ++c) for_each_after(c, [&](std::size_t to) { f(c, to); });
  }

  // Routes to one node with the same header differ only at their start: each one is followed until it joins
  // an earlier one.
  void add_routes_to(Rank dst, unsigned minus, bool descending, unsigned hash) {
    ++stamp_;
    model::Head head;
    head.dst = topology_.address(dst);
    head.src = static_cast<std::uint16_t>(hash);  // only the hash depends on it
    head.route = static_cast<std::uint8_t>(minus);
    if (descending) head.route |= model::Head::descending;
    for (Rank src = 0; src < topology_.size(); ++src) {
      if (src == dst || !can_be_asked_for(src, dst, minus)) continue;
      Rank at = src;
      unsigned port = topology_.links(), vc = 0;
      std::size_t held = next_.size();
      while (at != dst) {
        const model::Out out = model::route_compute(config_, place_[at], port, vc, head);
        const std::size_t to = model::out_port(out) * config_.vcs + model::out_vc(out);
        if (held != next_.size()) next_[held] |= std::uint64_t{1} << to;
        held = std::size_t{at} * width_ + to;
        if (visited_[held] == stamp_) break;
        visited_[held] = stamp_;
        port = topology_.opposite(at, model::out_port(out));
        at = topology_.neighbour(at, model::out_port(out));
        vc = model::out_vc(out);
      }
    }
  }

  bool can_be_asked_for(Rank src, Rank dst, unsigned minus) const {
    if (!topology_.has_directions()) return minus == 0;
    const Coordinates a = topology_.coordinates(src), b = topology_.coordinates(dst);
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      const bool m = (minus >> d) & 1;
      if (a[d] == b[d] ? m : !topology_.wraps(d) && m != (b[d] < a[d])) return false;
    }
    return true;
  }

  const Topology& topology_;
  HardwareConfig config_;
  std::size_t width_;                // number of channels that a node drives
  std::vector<std::uint64_t> next_;  // of every channel: one bit for each channel that may follow it
  std::vector<std::uint32_t> visited_;
  std::uint32_t stamp_ = 0;
  std::vector<model::Place> place_;
};

HardwareConfig hardware(unsigned dims, unsigned vcs, bool all_port = false) {
  HardwareConfig config;
  config.dims = dims;
  config.vcs = vcs;
  config.all_port = all_port;
  return config;
}

Topology network(unsigned dims, std::uint32_t extent, unsigned wraps) {
  std::array<Dimension, max_dims> dimensions{};
  for (unsigned d = 0; d < dims; ++d) dimensions[d] = {extent, (wraps >> d & 1) != 0};
  return {dimensions, dims};
}

/// Every mixture of lines and rings, every number of virtual channels.
void expect_only_rings_of_one_virtual_channel_lock_up(unsigned dims, std::uint32_t extent) {
  for (unsigned wraps = 0; wraps < (1u << dims); ++wraps) {
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      for (unsigned orders = 1; orders <= (vcs % 2 == 0 ? 2u : 1u); ++orders) {
        for (const bool all_port : {false, true}) {
          const Topology topology = network(dims, extent, wraps);
          HardwareConfig config = hardware(dims, vcs, all_port);
          config.route_orders = orders;
          const WholeGraph graph(topology, config);
          EXPECT_EQ(graph.acyclic(), vcs / orders > 1 || wraps == 0)
              << dims << " dimensions of " << extent << ", wraps " << wraps << ", vcs " << vcs << ", orders "
              << orders;
          EXPECT_TRUE(graph.only_turns_to_later_dimensions());
          EXPECT_EQ(dependency_graph(topology, config).cycle.empty(), graph.acyclic());
        }
      }
    }
  }
}

// All extents of up to `dims` dimensions that 8 links allow.
void expect_complete_graphs_never_lock_up(std::array<std::uint32_t, max_dims> extents, unsigned dims) {
  const Topology topology = Topology::complete(extents, dims);
  if (topology.links() > max_links) return;
  for (unsigned vcs = 1; vcs <= 4; ++vcs) {
    for (unsigned orders = 1; orders <= (vcs % 2 == 0 ? 2u : 1u); ++orders) {
      HardwareConfig config = hardware(dims, vcs);
      config.fit(topology);
      config.route_orders = orders;
      const WholeGraph graph(topology, config);
      EXPECT_TRUE(graph.acyclic()) << topology.size() << " nodes, " << dims << " dimensions, vcs " << vcs;
      EXPECT_TRUE(graph.only_turns_to_later_dimensions());
      EXPECT_TRUE(dependency_graph(topology, config).cycle.empty());
    }
  }
  if (dims == max_dims) return;
  for (std::uint32_t k = 2; k <= 9; ++k) {
    extents[dims] = k;
    expect_complete_graphs_never_lock_up(extents, dims + 1);
  }
}
TEST(Deadlock, EveryProductOfCompleteGraphs) {
  for (std::uint32_t k = 2; k <= 9; ++k) expect_complete_graphs_never_lock_up({k}, 1);
}

TEST(Deadlock, WholeNetworksOfOneDimension) { expect_only_rings_of_one_virtual_channel_lock_up(1, 64); }
TEST(Deadlock, WholeNetworksOfTwoDimensions) { expect_only_rings_of_one_virtual_channel_lock_up(2, 12); }
TEST(Deadlock, WholeNetworksOfThreeDimensions) { expect_only_rings_of_one_virtual_channel_lock_up(3, 4); }
TEST(Deadlock, WholeNetworksOfFourDimensions) { expect_only_rings_of_one_virtual_channel_lock_up(4, 3); }

// The largest networks that an address can name, checked one dimension at a time.
TEST(Deadlock, LargestNetworksOneDimensionAtATime) {
  for (unsigned dims = 2; dims <= 4; ++dims) {
    const Topology rings = network(dims, 1u << (16 / dims), (1u << dims) - 1);
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      EXPECT_TRUE(dependency_graph(network(dims, 1u << (16 / dims), 0), hardware(dims, vcs)).cycle.empty());
      const DependencyGraph graph = dependency_graph(rings, hardware(dims, vcs));
      EXPECT_EQ(graph.cycle.empty(), vcs > 1) << cycle_text(graph, rings);
    }
  }
}

TEST(DeadlockNightly, TwoDimensionsOf48) { expect_only_rings_of_one_virtual_channel_lock_up(2, 48); }
TEST(DeadlockNightly, ThreeDimensionsOf12) { expect_only_rings_of_one_virtual_channel_lock_up(3, 12); }
TEST(DeadlockNightly, FourDimensionsOf6) { expect_only_rings_of_one_virtual_channel_lock_up(4, 6); }
}  // namespace
}  // namespace collnoc
