#include "sim/schedule/paper_cost.hpp"

#include "sim/schedule/papers/papers.hpp"

namespace collnoc {

std::optional<PaperCost> paper_cost(const Algorithm& algorithm, const Job& job, PortModel nic) {
  if (algorithm.why_not(job.topology, nic) || algorithm.multicasts()) return std::nullopt;
  if (algorithm.collective() == Collective::all_to_all_broadcast) {
    return papers::all_to_all_broadcast(algorithm.name(), job);
  }
  if (algorithm.collective() != Collective::broadcast &&
      algorithm.collective() != Collective::total_exchange) {
    return papers::trees(algorithm, job);
  }
  for (const auto paper : {papers::zhuang_liberatore, papers::zhuang_liberatore_all_port,
                           papers::dimakopoulos_dimopoulos, papers::cang_wu, papers::tseng_sheu}) {
    if (auto cost = paper(algorithm.name(), job, nic)) return cost;
  }
  return std::nullopt;
}

}  // namespace collnoc
