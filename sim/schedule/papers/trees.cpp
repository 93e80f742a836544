// Closed forms of scatter, gather, barrier and the collectives that combine, in blocks or vectors. Those of
// trees and of halving assume that N is a power of two, those of rings that pieces divide evenly.
#include "collnoc/firmware/collectives/reductions/reduction.hpp"
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

std::optional<PaperCost> reductions(const Algorithm& algorithm, const Job& job) {
  const Collective collective = algorithm.collective();
  const double n = job.topology.size();
  const reduction::Fold fold{job.topology.size()};
  const double rounds = fold.rounds(), folds = fold.steps(), pieces = fold.count();
  // Turns of the rings, and steps: a slab of one word is not cut in halves.
  const double words = static_cast<double>(padded(job.bytes)) / 8;
  double turns = 0, steps = 0, slab = collective == Collective::reduce_scatter ? words : words / n;
  for (unsigned d = 0; d < job.topology.dims(); ++d) {
    const std::uint32_t extent = job.topology.extent(d);
    turns += extent - 1;
    steps += (slab > 1 ? 2 : 1) * (extent - 1);
    slab *= extent;
  }
  if (algorithm.name() == "ring") {
    if (collective == Collective::reduce_scatter)
      return PaperCost{steps, n - 1, "2 sum of (n_d - 1), N - 1", "beta is the least for one port", {}};
    if (collective == Collective::reduce)
      return PaperCost{
          steps + log2_ceil(job.topology.size()), 2 - 2 / n, "2 sum of (n_d - 1) + log2 N, 2 - 2/N", "", {}};
    return PaperCost{steps + turns,
                     2 - 2 / n,
                     "Patarasuk & Yuan, in every dimension: 3 sum of (n_d - 1), 2 - 2/N",
                     "beta is the least for one port",
                     {}};
  }
  if (algorithm.name() == "recursive-doubling")
    return PaperCost{rounds + 2 * folds, rounds + 2 * folds, "log2 N, log2 N", "alpha is the least", {}};
  if (algorithm.name() == "recursive-halving")
    return PaperCost{rounds + 2 * folds,
                     n - 1 + folds * (n + 1),
                     "Rabenseifner: log2 N, N - 1",
                     "alpha and beta are the least for one port",
                     {}};
  if (algorithm.name() == "binomial") {
    const double levels = log2_ceil(job.topology.size());
    return PaperCost{levels, levels, "log2 N, log2 N", "alpha is the least", {}};
  }
  if (algorithm.name() != "rabenseifner" && algorithm.name() != "swing") return std::nullopt;
  const double last = collective == Collective::reduce ? fold.gives(job.root) : folds;
  return PaperCost{2 * rounds + folds + last, 2 - 2 / pieces + folds + last, "2 log2 N, 2 - 2/N", "", {}};
}

}  // namespace

std::optional<PaperCost> trees(const Algorithm& algorithm, const Job& job) {
  const double others = job.topology.size() - 1;
  const double levels = log2_ceil(job.topology.size());
  const std::string_view name = algorithm.name();
  if (algorithm.collective() == Collective::barrier) {
    if (name == "dissemination")
      return PaperCost{levels, 0, "Hensgen, Finkel & Manber: log2 N", "alpha is the least for one port", {}};
    return PaperCost{2 * levels, 0, "2 log2 N", "the fewest signals: 2 (N - 1)", {}};
  }
  if (form_of(algorithm.collective()).combines) return reductions(algorithm, job);
  if (algorithm.collective() != Collective::scatter && algorithm.collective() != Collective::gather)
    return std::nullopt;
  constexpr const char* least_at_root = "beta is the least: N - 1 blocks pass the root's channel";
  if (name == "direct") return PaperCost{others, others, "N - 1, N - 1", least_at_root, {}};
  if (name == "binomial")
    return PaperCost{levels, others, "log2 N, N - 1", "alpha and beta are the least for one port", {}};
  return std::nullopt;
}

}  // namespace collnoc::papers
