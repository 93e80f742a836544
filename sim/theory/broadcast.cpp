#include "sim/theory/broadcast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/theory/closed_forms.hpp"

namespace collnoc::theory {
namespace {

/// ceil(log2 N) of the nodes.
std::uint64_t doublings(const Topology& topology) { return std::bit_width(topology.size() - 1); }

/// Adds "; NAME has V" and whether this is the least.
void compare(Statement& statement, const std::string& name, double value) {
  constexpr double rounding = 1e-9;  // of sums of lengths
  if (value < statement.bound - rounding) return;
  const bool least = value <= statement.bound + rounding;
  statement.reached = Reached{name, value, least};
  statement.text +=
      fmt::format("; {} has {:.6g}, {}", name, value,
                  least ? "the least" : fmt::format("{:.2f} times the bound", value / statement.bound));
}

/// The side of a mesh or torus of d >= 2 equal dimensions 2^k, as k >= 1; otherwise 0.
unsigned order(const Topology& topology) {
  if (topology.kind() != TopologyKind::grid || topology.dims() < 2) return 0;
  const std::uint32_t side = topology.extent(0);
  for (unsigned d = 1; d < topology.dims(); ++d)
    if (topology.extent(d) != side || topology.wraps(d) != topology.wraps(0)) return 0;
  return std::has_single_bit(side) ? std::bit_width(side) - 1 : 0;
}

/// Lemma 1 with one block, Lemma 2 with all blocks that a node must receive.
std::vector<Statement> star(const Topology& topology, PortModel nic, const char* lemma, std::uint64_t blocks,
                            const std::optional<ScheduleCosts>& schedule) {
  const bool one_port = nic == PortModel::one_port;
  const std::uint64_t diameter = numbers_of(topology).diameter;
  const std::uint64_t startups = one_port ? std::max(diameter, doublings(topology)) : diameter;
  const std::uint64_t ports = one_port ? 1 : topology.links();
  const std::string source = fmt::format("Tseng & Sheu, {}", lemma);
  Statement alpha{source,
                  "alpha",
                  static_cast<double>(startups),
                  {},
                  fmt::format("alpha is at least {} if a message moves one hop per step: the diameter{}",
                              startups, one_port ? ", or log2 n! rounded up" : "")};
  Statement beta{source,
                 "beta",
                 static_cast<double>(blocks) / static_cast<double>(ports),
                 {},
                 fmt::format("beta is at least {:.6g}: {} block{} over {} link{} of a node",
                             static_cast<double>(blocks) / static_cast<double>(ports), blocks,
                             blocks == 1 ? "" : "s", ports, ports == 1 ? "" : "s")};
  if (schedule) {
    compare(alpha, schedule->name, static_cast<double>(schedule->alpha));
    compare(beta, schedule->name, schedule->beta);
  }
  return {alpha, beta};
}

/// Propositions 1 to 3.
std::vector<Statement> one_port(const Topology& topology, const std::optional<ScheduleCosts>& schedule) {
  const std::uint64_t steps = doublings(topology);
  Statement alpha{
      "Zhuang & Liberatore, section 9, Propositions 1 and 2",
      "alpha",
      static_cast<double>(steps),
      {},
      fmt::format("alpha is at least {0}, log2 N rounded up, and {0} + k - 1 if the root sends the "
                  "message in k blocks",
                  steps)};
  Statement beta{
      "Zhuang & Liberatore, section 9, Proposition 3",
      "beta",
      1,
      {},
      fmt::format("beta is at least 1, and 2 if the root sends the message in fewer than {} blocks", steps)};
  if (schedule) {
    compare(alpha, schedule->name, static_cast<double>(schedule->alpha));
    compare(beta, schedule->name, schedule->beta);
  }
  return {alpha, beta};
}

Statement least_hops(const Topology& topology, Rank root, std::uint64_t hops,
                     const std::optional<ScheduleCosts>& schedule) {
  const unsigned dims = topology.dims(), steps = dims * order(topology);
  Statement statement{
      fmt::format("Cang & Wu, {}", dims == 2 ? "Corollary 1 and Eq. 10" : "section 4, Eq. 13"),
      "message-hops",
      static_cast<double>(hops),
      {},
      fmt::format("a broadcast in {} steps has at least {} message-hops, from an eye; root {} is {}", steps,
                  hops, root, is_eye(topology, root) ? "one" : "not one")};
  if (schedule && schedule->alpha == steps)
    compare(statement, schedule->name, static_cast<double>(schedule->message_hops));
  return statement;
}

}  // namespace

std::optional<std::uint64_t> hops_from_an_eye(const Topology& topology) {
  const unsigned k = order(topology), d = topology.dims();
  if (k == 0) return std::nullopt;
  const auto power = [](unsigned exponent) { return std::int64_t{1} << exponent; };
  const std::int64_t sign = k % 2 == 0 ? 1 : -1;
  const std::int64_t bracket =
      3 * power(d * (k + 1) - 1) - sign * (power(d - 1) - 1) - power(k) * (power(d) + 1);
  return static_cast<std::uint64_t>((power(d) - 1) * bracket / (3 * (power(d) + 1) * (power(d - 1) - 1)));
}

bool is_eye(const Topology& topology, Rank root) {
  const unsigned k = order(topology);
  const std::int64_t side = std::int64_t{1} << k, square = (side - (k % 2 == 0 ? 1 : -1)) / 3;  // Eq. 2
  const Coordinates at = topology.coordinates(root);
  for (unsigned d = 0; d < topology.dims(); ++d) {
    // An eye is (side - 1 - square)/2 from one of the two borders.
    const std::int64_t off_middle = 2 * std::int64_t{at[d]} - (side - 1);
    if (!topology.wraps(d) && off_middle != square && off_middle != -square) return false;
  }
  return true;
}

std::vector<Statement> broadcast(const Topology& topology, PortModel nic, Rank root,
                                 const std::optional<ScheduleCosts>& schedule) {
  if (topology.size() < 2) return {};
  std::vector<Statement> all;
  if (nic == PortModel::one_port) all = one_port(topology, schedule);
  if (topology.kind() == TopologyKind::star) {
    for (Statement& statement : star(topology, nic, "Lemma 1", 1, schedule)) all.push_back(statement);
  }
  const auto hops = hops_from_an_eye(topology);
  if (hops && nic == PortModel::one_port) all.push_back(least_hops(topology, root, *hops, schedule));
  return all;
}

std::vector<Statement> all_to_all_broadcast(const Topology& topology, PortModel nic,
                                            const std::optional<ScheduleCosts>& schedule) {
  if (topology.kind() != TopologyKind::star) return {};
  return star(topology, nic, "Lemma 2", topology.size() - 1, schedule);
}

}  // namespace collnoc::theory
