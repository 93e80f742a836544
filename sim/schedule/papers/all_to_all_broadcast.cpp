// Closed forms of the all-to-all broadcasts, in blocks. They assume that blocks divide into equal pieces.
#include <algorithm>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_ring_all_port.hpp"
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

constexpr const char* least_beta = "beta is the least: a rank receives N - 1 blocks over one channel";

bool equal_dimensions(const Topology& topology) {
  for (unsigned d = 1; d < topology.dims(); ++d) {
    if (topology.extent(d) != topology.extent(0) || topology.wraps(d) != topology.wraps(0)) return false;
  }
  return true;
}

PaperCost ring_all_port(const Topology& topology) {
  const unsigned dims = topology.dims();
  const std::uint32_t turns = AllToAllRingAllPort::turns(topology);
  PaperCost cost{static_cast<double>(dims) * turns, 0, "", "", {}};
  if (equal_dimensions(topology)) {
    const double others = topology.size() - 1, n = topology.extent(0);
    if (topology.one_hop_dimensions()) {
      cost.beta = others / (dims * (n - 1));
      cost.source = "d, (N - 1)/(d(n - 1))";
    } else if (topology.wraps(0)) {
      cost.beta = others / (2 * dims);
      cost.source = "d·floor(n/2), (N - 1)/(2d)";
    } else {
      cost.beta = others / dims;
      cost.source = "d·(n - 1), (N - 1)/d";
    }
    cost.optimality = "beta is the least: a rank with the fewest links receives N - 1 blocks over them";
    return cost;
  }
  for (unsigned phase = 0; phase < dims; ++phase) {
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
      double longest = 0;
      for (unsigned part = 0; part < dims; ++part) {
        const unsigned d = (part + phase) % dims;
        if (turn >= AllToAllRingAllPort::turns(topology, d)) continue;
        double blocks = AllToAllRingAllPort::is_half(topology, d, turn) ? 0.5 : 1;
        for (unsigned i = 0; i < phase; ++i) blocks *= topology.extent((part + i) % dims);
        longest = std::max(longest, blocks / dims);
      }
      cost.beta += longest;
    }
  }
  cost.source = "d·L, L the most turns of a dimension; the longest part of every turn, summed";
  return cost;
}

}  // namespace

std::optional<PaperCost> all_to_all_broadcast(std::string_view name, const Job& job) {
  if (auto cost = tseng_sheu_all_to_all(name, job)) return cost;
  const Topology& topology = job.topology;
  const double others = topology.size() - 1;
  if (name == "direct") return PaperCost{others, others, "N - 1, N - 1", least_beta, {}};
  if (name == "ring") {
    double turns = 0;
    for (unsigned d = 0; d < topology.dims(); ++d) turns += topology.extent(d) - 1;
    return PaperCost{turns, others, "sum over dimensions of (n_d - 1), N - 1", least_beta, {}};
  }
  if (name == "recursive-doubling") {
    return PaperCost{static_cast<double>(log2_ceil(topology.size())),
                     others,
                     "log2 N, N - 1",
                     "alpha and beta are the least for one port",
                     {}};
  }
  if (name == "ring-all-port") return ring_all_port(topology);
  return std::nullopt;
}

}  // namespace collnoc::papers
