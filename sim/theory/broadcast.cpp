#include "sim/theory/broadcast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"
#include "sim/theory/closed_forms.hpp"

namespace collnoc::theory {
namespace {

/// Adds "; NAME has V", and how far this is from the bound.
void compare(Statement& statement, const std::string& name, double value) {
  constexpr double rounding = 1e-9;  // of sums of lengths
  const bool meets_bound = std::abs(value - statement.bound) <= rounding;
  statement.reached = Reached{name, value, meets_bound};
  statement.text += fmt::format("; {} has {:.6g}, ", name, value);
  statement.text += meets_bound               ? "which meets the bound"
                    : value < statement.bound ? "which is less"
                                              : excess(value, statement.bound);
}

/// The side of a mesh or torus of d >= 2 equal dimensions 2^k, as k >= 1; otherwise 0.
unsigned order(const Topology& topology) {
  if (!topology.has_directions() || topology.dims() < 2) return 0;
  const std::uint32_t side = topology.extent(0);
  for (unsigned d = 1; d < topology.dims(); ++d)
    if (topology.extent(d) != side || topology.wraps(d) != topology.wraps(0)) return 0;
  return is_power_of_two(side) ? log2_ceil(side) : 0;
}

/// Steps in which one-port messages of one hop inform all nodes, if each has `links` links: a node sends over
/// each of them once at most, and not over that on which its message came.
std::uint64_t steps_by_links(std::uint64_t nodes, unsigned links) {
  std::vector<std::uint64_t> informed{1};  // of each step: those that are informed in it; first the root
  for (std::uint64_t all = 1; all < nodes; all += informed.back()) {
    const std::size_t step = informed.size();
    std::uint64_t senders = step <= links ? 1 : 0;
    for (std::size_t before = 1; before < step; ++before)
      if (step - before < links) senders += informed[before];
    informed.push_back(senders);
  }
  return informed.size() - 1;
}

/// Lemma 1 with one block, Lemma 2 with all blocks that a node must receive.
std::vector<Statement> star(const Topology& topology, PortModel nic, const char* lemma, std::uint64_t blocks,
                            const std::optional<ScheduleCosts>& schedule) {
  const bool one_port = nic == PortModel::one_port;
  const std::uint64_t diameter = numbers_of(topology).diameter;
  const std::uint64_t lemma_startups =
      one_port ? std::max<std::uint64_t>(diameter, log2_ceil(topology.size())) : diameter;
  const std::uint64_t startups =
      one_port ? std::max(lemma_startups, steps_by_links(topology.size(), topology.links())) : diameter;
  const std::uint64_t ports = one_port ? 1 : topology.links();
  const std::string source = fmt::format("Tseng & Sheu, {}", lemma);
  Statement alpha{
      source,
      "alpha",
      static_cast<double>(startups),
      {},
      fmt::format("without multicast, alpha is at least {} if a message moves one hop per step{}", startups,
                  startups > lemma_startups
                      ? fmt::format(" (the lemma: {}), as a node sends over all of its {} links but one",
                                    lemma_startups, topology.links())
                  : one_port ? ": the diameter, or log2 n! rounded up"
                             : ": the diameter")};
  Statement beta{
      source,
      "beta",
      static_cast<double>(blocks) / static_cast<double>(ports),
      {},
      fmt::format("without multicast, beta is at least {:.6g}: {} block{} over {} link{} of a node",
                  static_cast<double>(blocks) / static_cast<double>(ports), blocks, blocks == 1 ? "" : "s",
                  ports, ports == 1 ? "" : "s")};
  if (schedule) {
    if (schedule->one_hop) compare(alpha, schedule->name, static_cast<double>(schedule->alpha));
    compare(beta, schedule->name, schedule->beta);
  }
  return {alpha, beta};
}

/// Propositions 1 to 3: with a schedule, for its number of blocks k.
std::vector<Statement> one_port(const Topology& topology, const std::optional<ScheduleCosts>& schedule) {
  const std::string source = "Zhuang & Liberatore, section 9, ";
  const unsigned steps = log2_ceil(topology.size());
  Statement alpha{source + "Propositions 1 and 2", "alpha", static_cast<double>(steps), {}, {}};
  Statement beta{source + "Proposition 3", "beta", 1, {}, "without multicast, beta is at least 1"};
  alpha.text = fmt::format("without multicast, alpha is at least {}, log2 N rounded up", steps);
  if (topology.size() > 2) {  // with two nodes every put of the root is a block of its own
    alpha.text += fmt::format(", and {} + k - 1 if the root sends the message in k blocks", steps);
    beta.text += fmt::format(", and 2 if the root sends the message in fewer than {} blocks", steps);
  }
  if (schedule) {
    const std::uint64_t k = schedule->root_blocks;
    alpha.source = fmt::format("{}Proposition {}", source, k == 1 ? "1" : fmt::format("2 with k = {}", k));
    alpha.bound = static_cast<double>(steps + k - 1);
    if (k < steps) beta.bound = 2;
    beta.source = fmt::format("{}Proposition 3 with k = {}", source, k);
    if (k > 1) alpha.text += fmt::format(", here {} with k = {}", steps + k - 1, k);
    if (topology.size() > 2) beta.text += fmt::format(", here {} with k = {}", beta.bound, k);
    compare(alpha, schedule->name, static_cast<double>(schedule->alpha));
    compare(beta, schedule->name, schedule->beta);
  }
  return {alpha, beta};
}

Statement least_hops(const Topology& topology, std::optional<Rank> root, std::uint64_t hops,
                     const std::optional<ScheduleCosts>& schedule) {
  const unsigned dims = topology.dims(), steps = dims * order(topology);
  Statement statement{
      fmt::format("Cang & Wu, Corollary 1, {}{}", dims == 2 ? "Eq. 10" : "section 4, Eq. 13",
                  topology.wraps(0) ? "; tori: section 5" : ""),
      "message-hops",
      static_cast<double>(hops),
      {},
      fmt::format("Cang & Wu state that a broadcast in {} steps has at least {} message-hops from any root; "
                  "an eye reaches it",
                  steps, hops)};
  if (root)
    statement.text += fmt::format("; root {} is {} eye", *root, is_eye(topology, *root) ? "an" : "not an");
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
  const std::uint32_t last = topology.extent(0) - 1, lower = eye(order(topology));
  const Coordinates at = topology.coordinates(root);
  for (unsigned d = 0; d < topology.dims(); ++d)
    if (!topology.wraps(d) && at[d] != lower && at[d] != last - lower) return false;
  return true;
}

std::vector<Statement> broadcast(const Topology& topology, PortModel nic, std::optional<Rank> root,
                                 const std::optional<ScheduleCosts>& schedule) {
  if (topology.size() < 2) return {};
  std::vector<Statement> all;
  if (nic == PortModel::one_port) all = one_port(topology, schedule);
  if (topology.symbols() != 0) {
    for (Statement& statement : star(topology, nic, "Lemma 1", 1, schedule)) all.push_back(statement);
  }
  const auto hops = hops_from_an_eye(topology);
  if (hops && nic == PortModel::one_port) all.push_back(least_hops(topology, root, *hops, schedule));
  return all;
}

std::vector<Statement> all_to_all_broadcast(const Topology& topology, PortModel nic,
                                            const std::optional<ScheduleCosts>& schedule) {
  if (topology.symbols() == 0) return {};
  return star(topology, nic, "Lemma 2", topology.size() - 1, schedule);
}

}  // namespace collnoc::theory
