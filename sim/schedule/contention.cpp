// Checks that messages of one step share no channel and no link.
#include <fmt/format.h>

#include <algorithm>

#include "sim/schedule/check.hpp"

namespace collnoc {
namespace {

/// Users of a set of resources within one step. A claim in a later step replaces them, so nothing is cleared.
class Users {
 public:
  explicit Users(std::size_t resources) : step_(resources, ~std::size_t{0}), user_(resources) {}
  /// The transfer that holds `resource` in `step`, or nullptr, in which case `t` holds it from now on.
  const Transfer* claim(std::size_t resource, std::size_t step, const Transfer& t) {
    if (step_[resource] == step) return user_[resource];
    step_[resource] = step;
    user_[resource] = &t;
    return nullptr;
  }

 private:
  std::vector<std::size_t> step_;
  std::vector<const Transfer*> user_;
};

}  // namespace

Verdict check_ports(const Schedule& s) {
  const std::string question = "port model";
  const Topology& topology = s.job.topology;
  const std::size_t channels = s.nic == PortModel::one_port ? 1 : topology.links();
  Users out(topology.size() * channels), in(topology.size() * channels);
  for (std::size_t step = 0; step < s.steps.size(); ++step) {
    for (const Transfer& t : s.steps[step]) {
      std::string clash;
      const auto claim = [&](Users& users, const char* does, Rank rank, Link link) {
        const Transfer* other = users.claim(rank * channels + link, step, t);
        if (other == nullptr || !clash.empty()) return;
        clash = fmt::format("step {}: rank {} {} twice{}: {} and {}", step, rank, does,
                            channels > 1 ? fmt::format(" on channel {}", link) : "", other->name(), t.name());
      };
      if (channels == 1) {
        claim(out, "sends", t.src, 0);
        for (const Rank dst : t.receivers(topology)) claim(in, "receives", dst, 0);
        if (!clash.empty()) return {question, Verdict::Outcome::bad, clash};
        continue;
      }
      bool sent = false;
      for_each_hop(topology, t, [&](Rank at, Link link) {
        if (!sent) claim(out, "sends", t.src, link);
        sent = true;
        const Rank next = topology.neighbour(at, link);
        if (t.goes_to(topology, next)) claim(in, "receives", next, topology.opposite(at, link));
      });
      if (!clash.empty()) return {question, Verdict::Outcome::bad, clash};
    }
  }
  return {question, Verdict::Outcome::good,
          fmt::format("{}: at most one message sent and one received per {} and step", to_text(s.nic),
                      channels > 1 ? "channel" : "node")};
}

Verdict check_links(const Schedule& s, bool claimed) {
  const std::string question = "shared links";
  const Topology& topology = s.job.topology;
  Users links(std::size_t{topology.nodes()} * topology.links());
  std::uint64_t hops = 0, shared = 0;
  std::string first;
  for (std::size_t step = 0; step < s.steps.size(); ++step) {
    for (const Transfer& t : s.steps[step]) {
      for_each_hop(topology, t, [&](Rank at, Link link) {
        ++hops;
        const Transfer* other = links.claim(std::size_t{at} * topology.links() + link, step, t);
        if (other == nullptr) return;
        if (shared++ == 0) {
          first = fmt::format("step {}: {} and {} share the link {} -> {}", step, other->name(), t.name(), at,
                              topology.neighbour(at, link));
        }
      });
    }
  }
  if (shared == 0) {
    return {question, Verdict::Outcome::good, fmt::format("no link is shared within a step; {} hops", hops)};
  }
  return {question, claimed ? Verdict::Outcome::bad : Verdict::Outcome::note,
          fmt::format("{}; {} of {} hops meet another message", first, shared, hops)};
}

}  // namespace collnoc
