// Closed forms of Tseng & Sheu and of the algorithms that they compare with.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "collnoc/firmware/collectives/broadcast/star_binomial.hpp"
#include "collnoc/firmware/collectives/broadcast/star_multi_tree.hpp"
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

/// p of "NAME:p", "NAME:p-all-port" and similar names; `best` if the name has no p.
double segments(std::string_view name, std::uint32_t best) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return best;
  unsigned number = 0;
  std::from_chars(name.data() + colon + 1, name.data() + name.size(), number);
  return number;
}

/// Eq. (5) for T_s = T_c: p = sqrt(2 m (h - 1) / (n - 1)), m in flits.
double unit_startup_segments(unsigned n, double height, const Job& job) {
  constexpr double flit_bytes = 8;
  return std::sqrt(2 * job.bytes / flit_bytes * (height - 1) / (n - 1));
}

/// Eq. (3): h + p - 1 slots of T_s + 2m/(p(n-1)) T_c. Theorem 1 is Eq. (3) with the p of Eq. (5).
PaperCost multi_tree(std::string_view name, const Job& job) {
  const unsigned n = job.topology.radix();
  const double h = tallest_rotated(n), p = segments(name, MultiTree<>::segments(job));
  const double slots = h + p - 1, length = 2 / (p * (n - 1));
  const double unit = unit_startup_segments(n, h, job);
  if (name.ends_with("-all-port")) {
    return {slots,
            slots * length,
            fmt::format("Tseng & Sheu, Eq. (3): h + p - 1, 2(h+p-1)/(p(n-1)), which takes every packet to be "
                        "full; h = {}, p = {}",
                        h, p),
            "",
            {},
            {},
            p,
            unit};
  }
  return {slots * (n - 1),
          slots * length * (n - 1),
          fmt::format("Tseng & Sheu, section 4.2: (n-1)(h + p - 1), 2(h+p-1)/p, which takes every step to be "
                      "used and every packet to be full; h = {}, p = {}",
                      h, p),
          "",
          {},
          {},
          p,
          unit};
}

/// Section 6.1: a tree of height D_n, with and without pipelining.
PaperCost greedy_tree(std::string_view name, const Job& job) {
  const double height = star::diameter(job.topology.radix());
  const double p = segments(name, GreedyTree<>::segments(job));
  return {height + p - 1,
          (height + p - 1) / p,
          fmt::format("Tseng & Sheu, section 6.1, as Eq. (3): D_n + p - 1, (D_n+p-1)/p; p = {}", p),
          p == 1 ? "alpha is the least: the diameter" : "",
          {},
          {},
          p};
}

PaperCost binomial(const Job& job) {
  const double steps = StarBinomial::steps(job.topology.radix());
  return {steps,
          steps,
          "Tseng & Sheu, section 6.1: sum over i = 2 .. n of ceil(log2 i)",
          "alpha is the least if a message moves one hop per step",
          {}};
}

}  // namespace

std::optional<PaperCost> tseng_sheu(std::string_view name, const Job& job, PortModel) {
  if (name.starts_with("multi-tree")) return multi_tree(name, job);
  if (name.starts_with("greedy-tree")) return greedy_tree(name, job);
  if (name == "binomial") return binomial(job);
  return std::nullopt;
}

std::optional<PaperCost> tseng_sheu_all_to_all(std::string_view name, const Job& job) {
  const double n = job.topology.radix(), others = job.topology.size() - 1;
  if (name == "multi-tree-all-port") {
    return PaperCost{static_cast<double>(star::diameter(job.topology.radix())),
                     others / (n - 1),
                     "Tseng & Sheu, Theorem 3: D_n, (n! - 1)/(n-1)",
                     "alpha and beta are the least: Lemma 2",
                     {}};
  }
  if (name == "multi-tree") {
    return PaperCost{(n - 1) * star::diameter(job.topology.radix()),
                     others,
                     "Tseng & Sheu, section 5.2: (n-1) D_n, n! - 1",
                     "beta is the least: Lemma 2",
                     {}};
  }
  if (name == "hamiltonian") {
    return PaperCost{others,
                     others,
                     "Tseng & Sheu, section 6.2 and Table 2: n! - 1, n! - 1",
                     "beta is the least: Lemma 2",
                     {}};
  }
  if (name == "hamiltonian-all-port") {
    const double path = star::factorial(job.topology.radix() - 1);
    return PaperCost{
        path + n - 2,
        others / (n - 1),
        "ours, a tree of paths: (n-1)! + n - 2, (n! - 1)/(n-1); Tseng & Sheu, section 6.2 and Table "
        "2, have about (n-1)!",
        "beta is the least: Lemma 2",
        {},
        PaperTerms{path, others / (n - 1)}};
  }
  return std::nullopt;
}

}  // namespace collnoc::papers
