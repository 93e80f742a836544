// Closed forms of Zhuang & Liberatore and of the algorithms that they compare with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collnoc/firmware/collectives/broadcast/line.hpp"
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

PaperCost recursion_based(const Topology& topology) {
  const unsigned a = log2_ceil(topology.extent(0)), b = log2_ceil(topology.extent(1));
  const double n = std::max(a, b), m = std::min(a, b), k = n - m;
  if (topology.dims() == 4) return {5 * n + 2, 19.0 / 8 - std::exp2(-n), "5n + 2, 19/8 - 1/2^n", "", {}};
  if (topology.dims() == 3) {
    return {4 * n + 1,
            2.5 - std::exp2(-n) - std::exp2(-(n + 1)),
            "Zhuang & Liberatore, section 7.1: 4n + 1, 2.5 - 1/2^n - 1/2^(n+1)",
            "",
            {}};
  }
  if (k > 0) {
    return {3 * m + k + std::exp2(k) - 1,
            2.5 + (k - 2) / std::exp2(m + 1) - std::exp2(-n),
            "Zhuang & Liberatore, section 6: 3m + k + 2^k - 1, 2.5 + (k-2)/2^(m+1) - 1/2^n",
            "",
            {}};
  }
  return {3 * n, 2.5 - std::exp2(1 - n), "Zhuang & Liberatore, section 4.2: 3n, 2.5 - 1/2^(n-1)", "", {}};
}

PaperCost np_rd(const Topology& topology, double d) {
  const double n = log2_ceil(topology.extent(0)), h = std::exp2(d);
  if (topology.dims() == 3) {
    return {3 * n + h - 1,
            2 + (3 * n - d - 2) / h,
            "Zhuang & Liberatore, section 7.2: NP-RD, 3n + 2^d - 1, 2 + (3n-d-2)/2^d",
            "",
            {}};
  }
  return {2 * n + h - 1,
          2 + (2 * n - d - 2) / h,
          "Zhuang & Liberatore, Table 2: NP-RD, 2n + 2^d - 1, 2 + (2n-d-2)/2^d",
          "",
          {}};
}

PaperCost np_sc(const Topology& topology, double d) {
  const double n = log2_ceil(topology.extent(0)), h = std::exp2(d);
  if (topology.dims() == 3) {
    return {3 * n + 3 * std::exp2(n - d) + h - 4,
            2 + 2 * d / h - 2 / std::exp2(3 * n - 2 * d),
            "Zhuang & Liberatore, section 7.2: NP-SC, 3n + 3·2^(n-d) + 2^d - 4, 2 + 2d/2^d - 2/2^(3n-2d)",
            "",
            {}};
  }
  return {2 * n + std::exp2(n - d + 1) + h - 3,
          2 + d / h - 2 / std::exp2(2 * n - d),
          "Zhuang & Liberatore, Table 2: NP-SC, 2n + 2^(n-d+1) + 2^d - 3, 2 + d/2^d - 2/2^(2n-d)",
          "",
          {}};
}

/// New in this project. The scatter takes d steps with beta 1 - 1/2^d in total. The broadcast between blocks
/// takes 2(n-d) steps with beta 1/2^d each. Stage 2 of order d takes 2d steps with beta 3/2 - 1/2^d in total.
PaperCost np_rb(const Topology& topology, double d) {
  const double n = log2_ceil(topology.extent(0));
  return {2 * n + d,
          2.5 + (2 * (n - d) - 2) / std::exp2(d),
          "after Zhuang & Liberatore, Table 2 and section 4.2: 2n + d, 2.5 + (2(n-d)-2)/2^d",
          "",
          {}};
}

PaperCost line(const Job& job) {
  const double nodes = job.topology.size(), pieces = Line::count(job);
  if (nodes == 1) return {0, 0, "a single node", "", {}};
  return {nodes + pieces - 2,
          (nodes + pieces - 2) / pieces,
          fmt::format("Zhuang & Liberatore, Theorem 3: N + M - 2, (N+M-2)/M; M = {}", pieces),
          "",
          {}};
}

/// d of "np-rd:d" and similar names.
std::optional<double> parameter(std::string_view name, std::string_view family) {
  if (!name.starts_with(family)) return std::nullopt;
  return name.back() - '0';
}

}  // namespace

std::optional<PaperCost> zhuang_liberatore(std::string_view name, const Job& job, PortModel) {
  const Topology& topology = job.topology;
  if (name == "recursive-division") return recursive_division(topology);
  if (name == "scatter-collect") return scatter_collect(topology);
  if (name == "recursion-based") return recursion_based(topology);
  if (name == "line") return line(job);
  if (const auto d = parameter(name, "np-rd:")) return np_rd(topology, *d);
  if (const auto d = parameter(name, "np-sc:")) return np_sc(topology, *d);
  if (const auto d = parameter(name, "np-rb:")) return np_rb(topology, *d);
  return std::nullopt;
}

}  // namespace collnoc::papers
