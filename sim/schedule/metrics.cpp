#include "sim/schedule/metrics.hpp"

#include <algorithm>
#include <vector>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

Metrics measure(const Algorithm& algorithm, const Job& job) {
  Metrics m;
  const Topology& topology = job.topology;
  std::vector<std::uint64_t> link_bytes(std::size_t{topology.nodes()} * topology.links());
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step); ++m.steps) {
    std::uint64_t longest = 0;
    for (const Transfer& t : step) {
      const std::uint64_t bytes = t.bytes();
      longest = std::max(longest, bytes);
      ++m.messages;
      for_each_hop(topology, t, [&](Rank at, Link link) {
        ++m.message_hops;
        m.byte_hops += bytes;
        link_bytes[std::size_t{at} * topology.links() + link] += bytes;
      });
    }
    m.alpha += !step.empty();
    m.beta_bytes += longest;
  }
  if (job.bytes != 0) m.beta = static_cast<double>(m.beta_bytes) / job.bytes;
  if (!link_bytes.empty()) m.peak_link_bytes = *std::max_element(link_bytes.begin(), link_bytes.end());
  return m;
}

std::uint64_t status_bound(const Topology& topology) {
  if (topology.tables() != nullptr) {
    std::uint64_t sum = 0;
    for (Rank from = 0; from < topology.size(); ++from)
      for (Rank to = 0; to < topology.size(); ++to) sum += distance(topology, from, to);
    return (sum + topology.size() - 1) / topology.size();
  }
  if (!topology.has_coordinates()) {  // all nodes are equivalent
    std::uint64_t status = 0;
    for (Rank rank = 1; rank < topology.size(); ++rank) status += distance(topology, 0, rank);
    return status;
  }
  // A distance is a sum over dimensions, so the sum over all ordered pairs of nodes is one too.
  std::uint64_t numerator = 0;  // N times the average status
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint64_t n = topology.extent(d);
    std::uint64_t sum = 0;
    for (std::uint64_t distance = 1; distance < n; ++distance) {
      const std::uint64_t hops = topology.one_hop_dimensions() ? 1
                                 : topology.wraps(d)           ? std::min(distance, n - distance)
                                                               : distance;
      sum += 2 * (n - distance) * hops;
    }
    const std::uint64_t copies = topology.size() / n;
    numerator += copies * copies * sum;
  }
  return (numerator + topology.size() - 1) / topology.size();
}

}  // namespace collnoc
