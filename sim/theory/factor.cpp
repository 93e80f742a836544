#include "sim/theory/factor.hpp"

#include <fmt/format.h>

namespace collnoc::theory {

std::uint64_t Factor::links() const {
  if (kind == FactorKind::complete) return n * (n - 1) / 2;
  return kind == FactorKind::ring && n > 1 ? n : n - 1;
}

std::uint64_t Factor::diameter() const {
  if (kind == FactorKind::complete) return n > 1 ? 1 : 0;
  return kind == FactorKind::ring ? n / 2 : n - 1;
}

std::uint64_t Factor::status(std::uint64_t at) const {
  if (kind != FactorKind::line) return most_status();
  return at * (at + 1) / 2 + (n - 1 - at) * (n - at) / 2;
}

std::uint64_t Factor::least_status() const { return kind == FactorKind::line ? n * n / 4 : most_status(); }

std::uint64_t Factor::most_status() const {
  if (kind == FactorKind::complete) return n - 1;
  return kind == FactorKind::ring ? n * n / 4 : n * (n - 1) / 2;
}

std::uint64_t Factor::total_distance() const {
  return kind == FactorKind::line ? (n - 1) * n * (n + 1) / 3 : n * most_status();
}

std::uint64_t Factor::exchange_steps(PortModel nic) const {
  if (n == 1) return 0;
  const std::uint64_t across = (n / 2) * ((n + 1) / 2);  // over the middle of a line, in each direction
  switch (kind) {
    case FactorKind::line: return nic == PortModel::one_port ? (n * n + 1) / 2 - 1 : across;
    case FactorKind::ring: return nic == PortModel::one_port ? n * n / 4 : (across + 1) / 2;
    case FactorKind::complete: break;
  }
  return nic == PortModel::one_port ? n - 1 : 1;
}

Fraction Factor::exchange_bound(PortModel nic) const {
  if (nic == PortModel::one_port) return {total_distance(), n};
  if (n == 1) return {0, 1};
  const std::uint64_t pairs = (n / 2) * ((n + 1) / 2);
  return {pairs, kind == FactorKind::complete ? pairs : kind == FactorKind::ring ? 2u : 1u};
}

std::string Factor::text() const {
  constexpr const char* names[] = {"line", "ring", "complete graph"};
  return fmt::format("a {} of {}", names[static_cast<std::size_t>(kind)], n);
}

std::vector<Factor> factors(const Topology& topology) {
  std::vector<Factor> all;
  if (!topology.has_coordinates()) return all;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const FactorKind kind = topology.one_hop_dimensions() ? FactorKind::complete
                            : topology.wraps(d)           ? FactorKind::ring
                                                          : FactorKind::line;
    all.push_back({kind, topology.extent(d)});
  }
  return all;
}

}  // namespace collnoc::theory
