// Closed forms of Dimakopoulos & Dimopoulos.
#include <fmt/format.h>

#include "firmware/collectives/exchange_1d.hpp"
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

}  // namespace

std::optional<PaperCost> dimakopoulos_dimopoulos(std::string_view name, const Job& job, Nic) {
  if (name == "product") return product(job.topology);
  return std::nullopt;
}

}  // namespace collnoc::papers
