#include "sim/schedule/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "firmware/collectives/exchange_1d.hpp"
#include "sim/schedule/path.hpp"
#include "sim/schedule/schedule.hpp"

namespace collnoc {
namespace {

/// n when the topology is dims-dimensional with every extent 2^n.
std::optional<unsigned> cube_order(const Topology& topology) {
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (topology.extent(d) != topology.extent(0)) return std::nullopt;
  }
  if (!is_power_of_two(topology.extent(0))) return std::nullopt;
  return log2_ceil(topology.extent(0));
}

PaperCost recursive_division(const Topology& topology) {
  double levels = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) levels += log2_ceil(topology.extent(d));
  PaperCost cost{levels, levels, "sum over dimensions of ceil(log2 extent), after Barnett et al.", ""};
  if (cube_order(topology)) {
    cost.optimality = "alpha is the least: informed nodes at most double in a step";
    if (topology.dims() == 2) cost.source = "Zhuang & Liberatore, Table 1: RD, (2n, 2n)";
    if (topology.dims() == 3) cost.source = "Zhuang & Liberatore, section 7.2: RD, (3n, 3n)";
  }
  return cost;
}

std::optional<PaperCost> scatter_collect(const Topology& topology) {
  const auto n = cube_order(topology);
  if (!n) return std::nullopt;
  const double side = topology.extent(0), nodes = topology.size(), dims = topology.dims();
  PaperCost cost{dims * *n + dims * (side - 1), 2 - 2 / nodes, "", ""};
  if (topology.dims() == 2) {
    cost.source = "Zhuang & Liberatore, Table 1: SC, 2n + 2^(n+1) - 2, 2 - 2/2^(2n) (printed 2 - 1/2^(2n))";
  } else if (topology.dims() == 3) {
    cost.source = "Zhuang & Liberatore, section 7.2: SC, 3n + 3·2^n - 3, 2 - 2/2^(3n)";
  } else {
    cost.source = "d·n + d·(2^n - 1), 2 - 2/N, after Barnett et al.";
  }
  return cost;
}

PaperCost product(const Topology& topology) {
  std::uint64_t steps = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const Exchange1d exchange{topology.extent(d), topology.wraps(d)};
    steps += std::uint64_t{topology.size()} / exchange.extent * exchange.steps();
  }
  const std::uint64_t bound = status_bound(topology);
  return {static_cast<double>(steps), static_cast<double>(steps),
          "Dimakopoulos & Dimopoulos, Theorem 2: N · sum of T_d / n_d; lines ceil(n^2/2) - 1, rings floor(n^2/4)",
          steps == bound ? "steps are the least: the average status bound"
                         : fmt::format("each dimension's exchange is optimal; the status bound is {}", bound)};
}

}  // namespace

Metrics measure(const Algorithm& algorithm, const Job& job) {
  Metrics m;
  const Topology& topology = job.topology;
  std::vector<std::uint64_t> link_bytes(std::size_t{topology.size()} * topology.links());
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step); ++m.steps) {
    std::uint64_t longest = 0;
    for (const Transfer& t : step) {
      const std::uint64_t bytes = t.bytes();
      longest = std::max(longest, bytes);
      ++m.messages;
      for_each_link(topology, t.src, t.dst, t.route(), [&](Rank at, Link link) {
        ++m.message_hops;
        m.byte_hops += bytes;
        link_bytes[std::size_t{at} * topology.links() + link] += bytes;
      });
    }
    m.alpha += !step.empty();
    m.beta_bytes += longest;
  }
  m.beta = static_cast<double>(m.beta_bytes) / job.bytes;
  if (!link_bytes.empty()) m.peak_link_bytes = *std::max_element(link_bytes.begin(), link_bytes.end());
  return m;
}

std::optional<PaperCost> paper_cost(const Algorithm& algorithm, const Topology& topology) {
  if (algorithm.why_not(topology, Nic::one_port) && algorithm.why_not(topology, Nic::all_port)) {
    return std::nullopt;
  }
  const std::string_view name = algorithm.name();
  if (name == "recursive-division") return recursive_division(topology);
  if (name == "scatter-collect") return scatter_collect(topology);
  if (name == "recursion-based") {
    const double n = log2_ceil(topology.extent(0));
    return PaperCost{3 * n, 2.5 - std::exp2(1 - n), "Zhuang & Liberatore, section 4.2: 3n, 2.5 - 1/2^(n-1)", ""};
  }
  if (name == "product") return product(topology);
  return std::nullopt;
}

std::uint64_t status_bound(const Topology& topology) {
  // Distances add up over dimensions, so twice the average status is a sum over dimensions too.
  std::uint64_t numerator = 0;  // of N · status, summed
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint64_t n = topology.extent(d);
    std::uint64_t sum = 0;
    for (std::uint64_t distance = 1; distance < n; ++distance) {
      sum += 2 * (n - distance) * (topology.wraps(d) ? std::min(distance, n - distance) : distance);
    }
    const std::uint64_t copies = topology.size() / n;
    numerator += copies * copies * sum;
  }
  return (numerator + topology.size() - 1) / topology.size();
}

}  // namespace collnoc
