// Closed forms of scatter, gather and barrier, in blocks. Those of the trees assume that N is a power of two.
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {

std::optional<PaperCost> trees(const Algorithm& algorithm, const Job& job) {
  const double others = job.topology.size() - 1;
  const double levels = log2_ceil(job.topology.size());
  const std::string_view name = algorithm.name();
  if (algorithm.collective() == Collective::barrier) {
    if (name == "dissemination")
      return PaperCost{levels, 0, "Hensgen, Finkel & Manber: log2 N", "alpha is the least for one port", {}};
    return PaperCost{2 * levels, 0, "2 log2 N", "the fewest signals: 2 (N - 1)", {}};
  }
  constexpr const char* least_beta = "beta is the least: N - 1 blocks pass the root's channel";
  if (name == "direct") return PaperCost{others, others, "N - 1, N - 1", least_beta, {}};
  if (name == "binomial")
    return PaperCost{levels, others, "log2 N, N - 1", "alpha and beta are the least for one port", {}};
  return std::nullopt;
}

}  // namespace collnoc::papers
