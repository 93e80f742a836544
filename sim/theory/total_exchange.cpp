#include "sim/theory/total_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/theory/closed_forms.hpp"

namespace collnoc::theory {
namespace {

constexpr const char* authors = "Dimakopoulos & Dimopoulos";

bool larger(const Fraction& a, const Fraction& b) { return a.number * b.over > b.number * a.over; }

/// Eq. 4 for a network that is no product of dimensions.
Fraction cut_bound(const Topology& topology) {
  const std::uint64_t nodes = topology.size();
  if (topology.kind() == TopologyKind::star) {
    // Any m of n symbols in one place: m(n-m)(n-1)!^2 pairs, and m(n-m)(n-2)! links.
    return {(topology.radix() - 1) * nodes / topology.radix(), 1};
  }
  // m tiles in a row and the opposite ones, m a quarter of all: four links of the ring are between the parts.
  const std::uint64_t half = nodes / 2, m = half / 2;
  return {2 * m * 2 * (half - m), 4};
}

bool homogeneous(const std::vector<Factor>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Factor& factor) { return factor == all.front(); });
}

std::string number(const Fraction& bound) {
  return bound.number % bound.over == 0 ? fmt::format("{}", bound.whole())
                                        : fmt::format("{:.2f}", bound.value());
}

/// "a line of 4 takes 7 steps, its bound is 5; ...".
std::string reasons(const std::vector<Factor>& above, PortModel nic) {
  std::string text;
  for (const Factor& factor : above) {
    const std::uint64_t steps = factor.exchange_steps(nic);
    text += fmt::format("{}{} takes {} step{}, its bound is {}", text.empty() ? "" : "; ", factor.text(),
                        steps, steps == 1 ? "" : "s", number(factor.exchange_bound(nic)));
  }
  return text;
}

Statement bound_of(const Topology& topology, PortModel nic) {
  Fraction bound = exchange_bound(topology, nic);
  std::string what =
      nic == PortModel::one_port ? "the average status" : "what must cross a cut into two parts";
  std::string source = fmt::format("{}, section 3, Eq. {}", authors, nic == PortModel::one_port ? 3 : 4);
  if (nic == PortModel::all_port && larger(traffic_bound(topology), bound)) {
    bound = traffic_bound(topology);
    what = "the average status over the links of a node";
    source = fmt::format("{}, section 3, as Eq. 3 for all links", authors);
  }
  return {source,
          "steps",
          bound.value(),
          {},
          fmt::format("a total exchange takes at least {} step{} of one hop: {}{}", bound.whole(),
                      bound.whole() == 1 ? "" : "s", what,
                      bound.number % bound.over == 0 ? "" : fmt::format(", {}", number(bound)))};
}

/// Where A2 or A3 does not apply.
Statement without_algorithm(const Topology& topology, PortModel nic, double bound) {
  if (nic == PortModel::all_port)
    return {fmt::format("{}, section 5", authors),
            "steps",
            bound,
            {},
            "Algorithm A3 does not apply: it needs a product of 2^k equal dimensions"};
  return {
      fmt::format("{}, section 4.1", authors),
      "steps",
      bound,
      {},
      fmt::format("Algorithm A2 does not apply: it needs a product; an exchange in {} steps exists, because "
                  "this network is a Cayley graph",
                  exchange_bound(topology, nic).whole())};
}

}  // namespace

Fraction exchange_bound(const Topology& topology, PortModel nic) {
  const std::uint64_t nodes = topology.size();
  if (nic == PortModel::one_port) return {numbers_of(topology).total_distance, nodes};
  if (!topology.has_coordinates()) return cut_bound(topology);
  Fraction most;
  for (const Factor& factor : factors(topology)) {
    Fraction bound = factor.exchange_bound(nic);
    if (factor.kind == FactorKind::complete) bound = {bound.whole(), 1};
    bound.number *= nodes / factor.n;
    if (larger(bound, most)) most = bound;
  }
  return most;
}

Fraction traffic_bound(const Topology& topology) {
  const NetworkNumbers numbers = numbers_of(topology);
  return {numbers.total_distance, std::max<std::uint64_t>(1, 2 * numbers.links)};
}

std::optional<std::uint64_t> exchange_steps(const Topology& topology, PortModel nic) {
  const std::vector<Factor> all = factors(topology);
  if (all.empty()) return std::nullopt;
  const std::uint64_t nodes = topology.size();
  if (nic == PortModel::all_port) {
    if (!homogeneous(all) || !std::has_single_bit(all.size())) return std::nullopt;
    return nodes / all.front().n * all.front().exchange_steps(nic);
  }
  std::uint64_t steps = 0;
  for (const Factor& factor : all) steps += nodes / factor.n * factor.exchange_steps(nic);
  return steps;
}

std::vector<Factor> above_their_bound(const Topology& topology, PortModel nic) {
  std::vector<Factor> above;
  for (const Factor& factor : factors(topology)) {
    if (factor.exchange_bound(nic).is(factor.exchange_steps(nic))) continue;
    if (std::find(above.begin(), above.end(), factor) == above.end()) above.push_back(factor);
  }
  return above;
}

std::vector<Statement> total_exchange(const Topology& topology, PortModel nic) {
  std::vector<Statement> all{bound_of(topology, nic)};
  const std::optional<std::uint64_t> steps = exchange_steps(topology, nic);
  if (!steps) {
    all.push_back(without_algorithm(topology, nic, all.front().bound));
    return all;
  }
  const bool one_port = nic == PortModel::one_port;
  const Fraction bound = exchange_bound(topology, nic);
  const int theorem = one_port ? 3 : 5, corollary = one_port ? 2 : 3;
  const std::string name = one_port ? "Algorithm A2" : "Algorithm A3";
  const std::vector<Factor> above = above_their_bound(topology, nic);
  const bool least = *steps == bound.whole();
  std::string text =
      fmt::format("{} takes {} step{} (Corollary {}): ", name, *steps, *steps == 1 ? "" : "s", corollary);
  if (above.empty()) {
    text +=
        fmt::format("optimal by Theorem {}, since the exchange of every dimension meets its bound", theorem);
  } else if (least) {
    text += "optimal, since the bound is rounded up to whole steps";
  } else {
    text += fmt::format(
        "{} above the bound ({:.2f} times), because the condition of Theorem {} does not hold: {}",
        *steps - bound.whole(), static_cast<double>(*steps) / bound.value(), theorem, reasons(above, nic));
  }
  all.push_back({fmt::format("{}, Corollary {} and Theorem {}", authors, corollary, theorem), "steps",
                 bound.value(), Reached{name, static_cast<double>(*steps), least}, text});
  return all;
}

}  // namespace collnoc::theory
