#include "sim/theory/total_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/theory/closed_forms.hpp"
#include "sim/theory/dimension.hpp"
#include "sim/theory/exchange.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::theory {
namespace {

constexpr const char* authors = "Dimakopoulos & Dimopoulos";

bool larger(const Fraction& a, const Fraction& b) { return a.number * b.over > b.number * a.over; }

/// Eq. 4 for a network that is no product of dimensions.
Fraction cut_bound(const Topology& topology) {
  const std::uint64_t nodes = topology.size();
  if (topology.symbols() == 0 && !has_links_across(topology)) {
    // One node and all others; larger parts may bound more.
    std::uint64_t fewest = topology.links();
    for (Rank rank = 0; rank < nodes; ++rank) {
      std::uint64_t links = 0;
      for (Link l = 0; l < topology.links(); ++l) links += topology.neighbour(rank, l) != no_rank ? 1 : 0;
      fewest = std::min(fewest, links);
    }
    return {nodes - 1, fewest};
  }
  if (const std::uint64_t symbols = topology.symbols(); symbols != 0) {
    // Any m of n symbols in one place: m(n-m)(n-1)!^2 pairs, and m(n-m)(n-2)! links.
    return {(symbols - 1) * nodes / symbols, 1};
  }
  // m tiles in a row and the opposite ones, m a quarter of all: four links of the ring are between the parts.
  const std::uint64_t half = nodes / 2, m = half / 2;
  return {2 * m * 2 * (half - m), 4};
}

bool all_equal(const std::vector<ExchangeFactor>& all) {
  return std::all_of(all.begin(), all.end(),
                     [&](const ExchangeFactor& factor) { return factor.text == all.front().text; });
}

ExchangeFactor factor_of(const Dimension& dimension, PortModel nic) {
  return {dimension.n, dimension.text(), dimension.exchange_bound(nic), dimension.exchange_steps(nic)};
}

ExchangeFactor factor_of(const Topology& factor, PortModel nic) {
  if (factor.has_coordinates()) return factor_of(dimensions(factor).front(), nic);
  const std::optional<Exchange> exchange = factor_exchange(factor, nic);
  return {factor.size(), to_text(factor), exchange_bound(factor, nic),
          exchange ? std::optional<std::uint64_t>(exchange->steps.size()) : std::nullopt};
}

std::string number(const Fraction& bound) {
  return bound.number % bound.over == 0 ? fmt::format("{}", bound.whole())
                                        : fmt::format("{:.2f}", bound.value());
}

/// "a line of 4 takes 7 steps, its average status is 5; ...".
std::string reasons(const std::vector<ExchangeFactor>& above, PortModel nic) {
  std::string text;
  for (const ExchangeFactor& factor : above) {
    text +=
        fmt::format("{}{} takes {} step{}, its {} is {}", text.empty() ? "" : "; ", factor.text,
                    *factor.steps, *factor.steps == 1 ? "" : "s",
                    nic == PortModel::one_port ? "average status" : "bound by a cut", number(factor.bound));
  }
  return text;
}

Statement bound_of(const Topology& topology, PortModel nic) {
  const ExchangeBound bound = sharpest_bound(topology, nic);
  const std::uint64_t steps = bound.steps.whole();
  return {bound.source,
          "steps",
          bound.steps.value(),
          {},
          fmt::format("a total exchange takes at least {} step{} if every message carries one block and "
                      "moves one hop per step: {}{}",
                      steps, steps == 1 ? "" : "s", bound.reason,
                      bound.steps.is(steps) ? "" : fmt::format(", {} rounded up", number(bound.steps)))};
}

/// Where A2 or A3 does not apply.
Statement without_algorithm(const Topology& topology, PortModel nic, double bound) {
  const std::vector<ExchangeFactor> all = exchange_factors(topology, nic);
  for (const ExchangeFactor& factor : all)
    if (!factor.steps)
      return {
          fmt::format("{}, section {}", authors, nic == PortModel::one_port ? "4" : "5"),
          "steps",
          bound,
          {},
          fmt::format("Algorithm A{} needs an exchange of each factor; for {} none is computed: it has more "
                      "than {} nodes",
                      nic == PortModel::one_port ? 2 : 3, factor.text, most_listed_nodes)};
  if (nic == PortModel::all_port)
    return {fmt::format("{}, section 5", authors),
            "steps",
            bound,
            {},
            topology.has_tables() && all.empty()
                ? "Algorithm A3 is applied to networks with coordinates and to product:A+B+.. only"
                : fmt::format("Algorithm A3 does not apply: it needs a product of 2^k equal {}",
                              topology.has_coordinates() ? "dimensions" : "factors")};
  std::string text = "Algorithm A2 is applied to networks with coordinates and to product:A+B+.. only";
  if (!topology.has_tables())
    text = fmt::format(
        "Algorithm A2 does not apply: it needs a product; an exchange in {} steps exists, because this "
        "network is a Cayley graph; collnoc synthesize --by product makes it",
        exchange_bound(topology, nic).whole());
  return {fmt::format("{}, section 4.1", authors), "steps", bound, {}, text};
}

}  // namespace

Fraction exchange_bound(const Topology& topology, PortModel nic) {
  const std::uint64_t nodes = topology.size();
  if (nic == PortModel::one_port) {
    // Switches pass on several messages at a time; a tile sends one.
    if (topology.nodes() != nodes) return {nodes - 1, 1};
    return {numbers_of(topology).total_distance, nodes};
  }
  const std::vector<ExchangeFactor> all = exchange_factors(topology, nic);
  if (all.empty()) return cut_bound(topology);
  Fraction most = topology.has_coordinates() ? Fraction{} : cut_bound(topology);
  for (const ExchangeFactor& factor : all) {
    Fraction bound = factor.bound;
    bound.number *= nodes / factor.nodes;
    if (larger(bound, most)) most = bound;
  }
  return most;
}

Fraction traffic_bound(const Topology& topology) {
  const NetworkNumbers numbers = numbers_of(topology);
  return {numbers.total_distance, std::max<std::uint64_t>(1, 2 * numbers.links)};
}

ExchangeBound sharpest_bound(const Topology& topology, PortModel nic) {
  const bool one_port = nic == PortModel::one_port;
  ExchangeBound best{exchange_bound(topology, nic),
                     fmt::format("{}, section 3, Eq. {}", authors, one_port ? 3 : 4),
                     one_port ? "the average status" : "what must cross a cut into two parts"};
  const bool switches = topology.nodes() != topology.size();
  if (one_port && switches) best = {best.steps, "this project", "what a tile must send"};
  const auto consider = [&](const Fraction& steps, const std::string& source, const char* reason) {
    if (steps.whole() > best.steps.whole()) best = {steps, source, reason};
  };
  if (one_port) {
    const std::vector<Dimension> all = dimensions(topology);
    const auto line = [&](const Dimension& dimension) {
      return dimension.kind == Factor::line && dimension.n == topology.size();
    };
    if (std::any_of(all.begin(), all.end(), line)) {
      const std::uint64_t n = topology.size();
      consider({(n * n + 1) / 2 - 1, 1}, "this project, docs/reference/algorithms/product.md",
               "what the middle node of the line must send");
    }
  }
  if (!one_port || switches) {
    consider(traffic_bound(topology), fmt::format("{}, section 3, as Eq. 3 for all links", authors),
             switches ? "all distances over all links" : "the average status over the links of a node");
    consider({numbers_of(topology).diameter, 1}, "this project", "the diameter");
  }
  return best;
}

std::vector<ExchangeFactor> exchange_factors(const Topology& topology, PortModel nic) {
  std::vector<ExchangeFactor> all;
  for (const Dimension& dimension : dimensions(topology)) all.push_back(factor_of(dimension, nic));
  if (!to_text(topology).starts_with("product:")) return all;
  for (const Topology& factor : factors(topology)) all.push_back(factor_of(factor, nic));
  return all;
}

std::optional<std::uint64_t> exchange_steps(const Topology& topology, PortModel nic) {
  const std::vector<ExchangeFactor> all = exchange_factors(topology, nic);
  if (all.empty() || std::any_of(all.begin(), all.end(), [](const ExchangeFactor& f) { return !f.steps; }))
    return std::nullopt;
  const std::uint64_t nodes = topology.size();
  if (nic == PortModel::all_port) {
    if (!all_equal(all) || !std::has_single_bit(all.size())) return std::nullopt;
    return nodes / all.front().nodes * *all.front().steps;
  }
  std::uint64_t steps = 0;
  for (const ExchangeFactor& factor : all) steps += nodes / factor.nodes * *factor.steps;
  return steps;
}

std::vector<ExchangeFactor> above_their_bound(const Topology& topology, PortModel nic) {
  std::vector<ExchangeFactor> above;
  for (const ExchangeFactor& factor : exchange_factors(topology, nic)) {
    const auto same = [&](const ExchangeFactor& other) { return other.text == factor.text; };
    if (!factor.bound.is(*factor.steps) && std::none_of(above.begin(), above.end(), same))
      above.push_back(factor);
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
  const Fraction bound = sharpest_bound(topology, nic).steps;
  const int theorem = one_port ? 3 : 5, corollary = one_port ? 2 : 3;
  const std::string name = one_port ? "Algorithm A2" : "Algorithm A3";
  const std::vector<ExchangeFactor> above = above_their_bound(topology, nic);
  const bool meets_bound = *steps == bound.whole();
  std::string text =
      fmt::format("{} takes {} step{} (Corollary {}): ", name, *steps, *steps == 1 ? "" : "s", corollary);
  if (above.empty()) {
    text += fmt::format("optimal by Theorem {}, since the exchange of every {} meets its bound", theorem,
                        topology.has_coordinates() ? "dimension" : "factor");
  } else if (meets_bound) {
    text += fmt::format("optimal, since this is the bound{}", bound.is(*steps) ? "" : ", rounded up");
  } else {
    text += fmt::format("{}, which may be out of reach; the condition of Theorem {} does not hold: {}",
                        excess(static_cast<double>(*steps), bound.value()), theorem, reasons(above, nic));
  }
  all.push_back({fmt::format("{}, Corollary {} and Theorem {}", authors, corollary, theorem), "steps",
                 bound.value(), Reached{name, static_cast<double>(*steps), meets_bound}, text});
  return all;
}

}  // namespace collnoc::theory
