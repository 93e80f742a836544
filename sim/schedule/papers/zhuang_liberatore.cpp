// Closed forms of Zhuang & Liberatore, and of what they compare with.
#include <cmath>

#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {

std::optional<unsigned> cube_order(const Topology& topology) {
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (topology.extent(d) != topology.extent(0)) return std::nullopt;
  }
  if (!is_power_of_two(topology.extent(0))) return std::nullopt;
  return log2_ceil(topology.extent(0));
}

namespace {

PaperCost recursive_division(const Topology& topology) {
  double levels = 0;
  for (unsigned d = 0; d < topology.dims(); ++d) levels += log2_ceil(topology.extent(d));
  PaperCost cost{levels, levels, "sum over dimensions of ceil(log2 extent)", "", {}};
  if (cube_order(topology)) {
    cost.optimality = "alpha is the least: informed nodes at most double in a step";
    if (topology.dims() == 2) cost.source = "Zhuang & Liberatore, Table 2: RD, (2n, 2n)";
    if (topology.dims() == 3) cost.source = "Zhuang & Liberatore, section 7.2: RD, (3n, 3n)";
  }
  return cost;
}

std::optional<PaperCost> scatter_collect(const Topology& topology) {
  const auto n = cube_order(topology);
  if (!n) return std::nullopt;
  const double side = topology.extent(0), nodes = topology.size(), dims = topology.dims();
  PaperCost cost{dims * *n + dims * (side - 1), 2 - 2 / nodes, "", "", {}};
  if (topology.dims() == 2) {
    cost.source = "Zhuang & Liberatore, Table 2: SC, 2n + 2^(n+1) - 2, 2 - 2/2^(2n) (printed 2 - 1/2^(2n))";
  } else if (topology.dims() == 3) {
    cost.source = "Zhuang & Liberatore, section 7.2: SC, 3n + 3·2^n - 3, 2 - 2/2^(3n)";
  } else {
    cost.source = "d·n + d·(2^n - 1), 2 - 2/N";
  }
  return cost;
}

}  // namespace

std::optional<PaperCost> zhuang_liberatore(std::string_view name, const Job& job, Nic) {
  const Topology& topology = job.topology;
  if (name == "recursive-division") return recursive_division(topology);
  if (name == "scatter-collect") return scatter_collect(topology);
  if (name == "recursion-based") {
    const double n = log2_ceil(topology.extent(0));
    return PaperCost{
        3 * n, 2.5 - std::exp2(1 - n), "Zhuang & Liberatore, section 4.2: 3n, 2.5 - 1/2^(n-1)", "", {}};
  }
  return std::nullopt;
}

}  // namespace collnoc::papers
