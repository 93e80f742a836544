#include "sim/theory/dimension.hpp"

#include <fmt/format.h>

namespace collnoc::theory {

std::uint64_t Dimension::links() const {
  if (kind == Factor::complete) return n * (n - 1) / 2;
  return kind == Factor::ring && n > 1 ? n : n - 1;
}

std::uint64_t Dimension::diameter() const {
  if (kind == Factor::complete) return n > 1 ? 1 : 0;
  return kind == Factor::ring ? n / 2 : n - 1;
}

std::uint64_t Dimension::status(std::uint64_t at) const {
  if (kind != Factor::line) return most_status();
  return at * (at + 1) / 2 + (n - 1 - at) * (n - at) / 2;
}

std::uint64_t Dimension::least_status() const { return kind == Factor::line ? n * n / 4 : most_status(); }

std::uint64_t Dimension::most_status() const {
  if (kind == Factor::complete) return n - 1;
  return kind == Factor::ring ? n * n / 4 : n * (n - 1) / 2;
}

std::uint64_t Dimension::total_distance() const {
  return kind == Factor::line ? (n - 1) * n * (n + 1) / 3 : n * most_status();
}

std::uint64_t Dimension::exchange_steps(PortModel nic) const {
  if (n == 1) return 0;
  // One-port: as Exchange1d::steps(), whose 32 bits are too few for long lines.
  const std::uint64_t across = (n / 2) * ((n + 1) / 2);  // over the middle of a line, in each direction
  switch (kind) {
    case Factor::line: return nic == PortModel::one_port ? (n * n + 1) / 2 - 1 : across;
    case Factor::ring: return nic == PortModel::one_port ? n * n / 4 : (across + 1) / 2;
    case Factor::complete: break;
  }
  return nic == PortModel::one_port ? n - 1 : 1;
}

Fraction Dimension::exchange_bound(PortModel nic) const {
  if (nic == PortModel::one_port) return {total_distance(), n};
  if (n == 1) return {0, 1};
  const std::uint64_t pairs = (n / 2) * ((n + 1) / 2);
  return {pairs, kind == Factor::complete ? pairs : kind == Factor::ring ? 2u : 1u};
}

std::string Dimension::text() const {
  constexpr const char* names[] = {"line", "ring", "complete graph"};
  return fmt::format("a {} of {}", names[static_cast<std::size_t>(kind)], n);
}

std::vector<Dimension> dimensions(const Topology& topology) {
  std::vector<Dimension> all;
  if (!topology.has_coordinates()) return all;
  for (unsigned d = 0; d < topology.dims(); ++d) all.push_back({factor(topology, d), topology.extent(d)});
  return all;
}

}  // namespace collnoc::theory
