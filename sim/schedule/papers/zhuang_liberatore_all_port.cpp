// Closed forms of Zhuang & Liberatore, section 8 (all-port), and of the related algorithms of this project.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

/// Numbers of nodes of a line on the two sides of the root, the smaller first. On a ring the root counts as
/// the middle.
std::pair<std::uint32_t, std::uint32_t> sides(const Topology& topology, Rank root, unsigned d) {
  const std::uint32_t extent = topology.extent(d);
  const std::uint32_t below = topology.wraps(d) ? extent / 2 : topology.coordinates(root)[d];
  return std::minmax({below, extent - 1 - below});
}

/// Least k with value <= (base^k - 1)/(base - 1): the steps in which `value` nodes are served over each of
/// base - 1 links.
unsigned steps_for(std::uint64_t value, unsigned base) {
  unsigned k = 0;
  for (std::uint64_t reach = 0; reach < value; reach = base * reach + 1) ++k;
  return k;
}

PaperCost ternary(const Job& job) {
  unsigned steps = 0;
  for (unsigned d = 0; d < job.topology.dims(); ++d)
    steps += steps_for(sides(job.topology, job.root, d).second, 3);
  const double cost = steps;
  return {cost,
          cost,
          "ours: sum over dimensions of the least k with max(sides of the root) <= (3^k - 1)/2",
          "",
          {}};
}

/// Beta is damaged in the text that was read ("17/12 + 37/3/(n+1)"). This is the smaller of two sums that fit
/// its parts (docs/reference/algorithms/recursion-based-all-port.md).
std::optional<PaperCost> recursion_based(unsigned n) {
  if (n % 2 == 0) return std::nullopt;
  return PaperCost{std::ceil((n + 1) * std::log(2) / std::log(5)) + 1.5 * (n - 1) + 2,
                   17.0 / 12 + 1 / (3 * std::exp2(n + 1)),
                   "Zhuang & Liberatore, section 8.2, n odd: ceil((n+1) log5 2) + 1.5(n-1) + 2, "
                   "17/12 + 1/(3·2^(n+1)) (its last term is unreadable in the text that was read)",
                   "",
                   {}};
}

/// Scatter over the diagonal, then rounds of three steps, then an exchange of quarters.
PaperCost recursion_based_quarters(const Job& job, unsigned n) {
  const Topology& topology = job.topology;
  const Coordinates root = topology.coordinates(job.root);
  const bool ring_x = topology.wraps(0), ring_y = topology.wraps(1);
  const std::uint32_t half = topology.extent(0) / 2;
  const std::uint32_t c = (ring_x ? half : root[0]) ^ (ring_y ? half : root[1]);
  const bool straight = c == 0 || c == 2 * half - 1;
  const auto [fewer, more] = sides(topology, job.root, 1);
  const std::uint32_t load = straight ? (more + 1) / 2 : std::max((more + 1) / 2, fewer);

  unsigned alpha = steps_for(load, straight ? 5 : 4) + (n - 1) / 2 * 3 + 2;
  double beta = load / std::exp2(n);
  if (n % 2 == 0) {
    alpha += 2;
    beta += 2 / std::exp2(n);
  } else if (n > 1) {
    beta += 3 / std::exp2(n);
  }
  for (unsigned k = n % 2 == 0 ? n - 1 : n - 2; k + 1 > 3; k -= 2) beta += 5 / std::exp2(k + 1);
  return {static_cast<double>(alpha),
          beta + (n == 1 ? 0.5 : 0.375),
          "ours: load/2^n + first round (3/2^n, n even 2/2^n) + sum of 5/2^(k+1) + 3/8 (n = 1: 1/2)",
          "",
          {}};
}

/// Improved NP-D, with the printed costs.
PaperCost np_d(unsigned n, unsigned d) {
  const double thirds = std::ceil((d + 1) * std::log(2) / std::log(3));
  const double fifths = std::ceil(d * std::log(2) / std::log(5));
  return {n - d + std::exp2(d) + 3 + thirds + fifths,
          1.25 + (n - d + 2 + thirds) / std::exp2(d),
          "Zhuang & Liberatore, section 8.3: NP-D, n-d+2^d+3+ceil((d+1) log3 2)+ceil(d log5 2), "
          "1.25+(n-d+2+ceil((d+1) log3 2))/2^d; ours is a stand-in",
          "",
          {}};
}

}  // namespace

std::optional<PaperCost> zhuang_liberatore_all_port(std::string_view name, const Job& job, PortModel) {
  if (name == "ternary") return ternary(job);
  const unsigned n = cube_order(job.topology).value_or(0);
  if (name == "recursion-based-all-port") return recursion_based(n);
  if (name == "recursion-based-quarters") return recursion_based_quarters(job, n);
  if (name == "d-node") {
    return PaperCost{
        n + 2.0, n + 2.0, "Zhuang & Liberatore, section 8.3: D-node, n + 2; ours is a stand-in", "", {}};
  }
  if (name.starts_with("np-d:")) return np_d(n, static_cast<unsigned>(name[5] - '0'));
  return std::nullopt;
}

}  // namespace collnoc::papers
