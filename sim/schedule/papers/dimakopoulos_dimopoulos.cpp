// Closed forms of Dimakopoulos & Dimopoulos and of the other total exchanges.
#include <fmt/format.h>

#include <bit>

#include "collnoc/firmware/collectives/total_exchange/exchange_1d.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

PaperCost product(const Topology& topology) {
  std::uint64_t steps = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const Exchange1d exchange{topology.extent(d), factor(topology, d)};
    steps += std::uint64_t{topology.size()} / exchange.extent * exchange.steps();
  }
  const std::uint64_t bound = status_bound(topology);
  return {static_cast<double>(steps),
          static_cast<double>(steps),
          "Dimakopoulos & Dimopoulos, Theorem 2: N · sum of T_d / n_d; lines ceil(n^2/2) - 1, rings "
          "floor(n^2/4), "
          "complete graphs n - 1",
          steps == bound ? "steps are the least: the average status bound"
                         : fmt::format("each dimension's exchange is optimal; the status bound is {}", bound),
          {}};
}

/// The multiport bound of section 3: the maximum of |V1||V2| / c(V1,V2) over the middle cuts, rounded up.
std::uint64_t cut_bound(const Topology& topology) {
  std::uint64_t bound = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint64_t n = topology.extent(d), low = n / 2, high = n - low;
    if (n < 2) continue;
    const std::uint64_t links = topology.one_hop_dimensions() ? low * high : topology.wraps(d) ? 2 : 1;
    const std::uint64_t steps = (topology.size() / n * low * high + links - 1) / links;
    if (steps > bound) bound = steps;
  }
  return bound;
}

/// Algorithm A3: n^(d-1) exchanges per dimension.
PaperCost product_all_port(const Topology& topology) {
  const std::uint64_t n = topology.extent(0), load = (n / 2) * ((n + 1) / 2);
  std::uint64_t steps = 1;
  if (!topology.one_hop_dimensions()) steps = topology.wraps(0) ? (load + 1) / 2 : load;
  steps *= topology.size() / n;
  const std::uint64_t bound = cut_bound(topology);
  return {
      static_cast<double>(steps),
      static_cast<double>(steps),
      "Dimakopoulos & Dimopoulos, Algorithm A3: N/n · T; lines floor(n^2/4), rings half of it rounded up, "
      "complete graphs 1",
      steps == bound
          ? "steps are the least: the bound of the middle cut"
          : fmt::format("each dimension's exchange is optimal; the middle cut's bound is {}", bound),
      {}};
}

/// Phases of contention_free_phases.hpp in one dimension; nothing on a line or ring of odd extent above 1.
std::optional<std::uint64_t> phases(const Topology& topology, unsigned d) {
  const std::uint64_t n = topology.extent(d), h = n / 2;
  if (topology.one_hop_dimensions() || n <= 2) return n - 1;
  if (n % 2 == 1) return std::nullopt;
  if (!topology.wraps(d)) return h * h;
  return n == 4 ? 4 : h * (h + h % 2) / 2;
}

/// New in this project, after Algorithm A2: each message in dimension d carries N/n_d blocks.
std::optional<PaperCost> product_bundled(const Topology& topology) {
  std::uint64_t alpha = 0, beta = 0, fewest = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const auto here = phases(topology, d);
    if (!here) return std::nullopt;
    alpha += *here;
    beta += *here * (topology.size() / topology.extent(d));
    fewest += topology.extent(d) - 1;
  }
  return PaperCost{static_cast<double>(alpha),
                   static_cast<double>(beta),
                   "sum of P_d, N · sum of P_d / n_d; even lines n^2/4, rings n/2·ceil(n/4) (4: 4), complete "
                   "graphs n - 1",
                   fmt::format("messages per node: {}, one for each partner", fewest),
                   {}};
}

/// New in this project, after Hinrichs et al.: the load of the links in the middle of the longest dimension.
std::optional<PaperCost> direct_phased(const Topology& topology) {
  std::uint64_t longest = 1;
  bool fits = true, wraps = true;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint32_t n = topology.extent(d);
    if (n > longest) longest = n;
    fits &= n == 1 || n % 4 == 0;
    wraps &= n == 1 || topology.wraps(d);
  }
  const double nodes = topology.size();
  if (topology.one_hop_dimensions() || topology.size() == 1) {
    return PaperCost{nodes - 1, nodes - 1, "N - 1", "the least: what a node must send", {}};
  }
  if (!fits) return std::nullopt;
  if (wraps && longest == 4)
    return PaperCost{nodes, nodes, "rings of 4: N", "one more than a node must send", {}};
  const double links = nodes * static_cast<double>(longest) / (wraps ? 8 : 4);
  bool all_lines = !wraps;
  for (unsigned d = 0; d < topology.dims(); ++d)
    all_lines &= topology.extent(d) < longest || !topology.wraps(d);
  return PaperCost{links,
                   links,
                   wraps ? "torus: N·n/8, n the longest extent; Hinrichs et al. for squares"
                         : "mesh: N·n/4, n the longest extent",
                   wraps || all_lines ? "the least: what the links of the middle must carry" : "",
                   {}};
}

/// Bruck, Ho, Kipnis, Upfal & Weathersby, "Efficient algorithms for all-to-all communications in multiport
/// message-passing systems": the index operation with radix 2.
PaperCost bruck(const Topology& topology) {
  double beta = 0;
  for (Rank j = 1; j < topology.size(); ++j) beta += std::popcount(j);
  return {static_cast<double>(log2_ceil(topology.size())),
          beta,
          "Bruck et al. (1997), index operation: ceil(log2 N), bits set in 1 .. N-1 (N/2 · log2 N)",
          "alpha is the least: the number of ranks whose data reach a rank at most doubles per round",
          {}};
}

}  // namespace

std::optional<PaperCost> dimakopoulos_dimopoulos(std::string_view name, const Job& job, PortModel) {
  if (name == "product") return product(job.topology);
  if (name == "product-all-port") return product_all_port(job.topology);
  if (name == "product-bundled") return product_bundled(job.topology);
  if (name == "bruck") return bruck(job.topology);
  if (name == "direct-phased") return direct_phased(job.topology);
  return std::nullopt;
}

}  // namespace collnoc::papers
