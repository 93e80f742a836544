// Checks that messages of one step share no channel and no link.
#include <fmt/format.h>

#include "sim/schedule/step_checks.hpp"

namespace collnoc {

PortCheck::PortCheck(const Topology& topology, PortModel nic)
    : topology_(topology),
      nic_(nic),
      channels_(nic == PortModel::one_port ? 1 : topology.links()),
      out_(topology.size() * channels_),
      in_(topology.size() * channels_) {}

void PortCheck::step(const Step& transfers) {
  for (const Transfer& t : transfers) {
    if (!first_.empty()) return;
    first_ = clash(t);
  }
  ++steps_;
}

/// The first message with which this one shares a channel, as text; empty if there is none.
std::string PortCheck::clash(const Transfer& t) {
  std::string found;
  const auto claim = [&](StepUsers& users, const char* does, Rank rank, Link link) {
    const Transfer* other = users.claim(rank * channels_ + link, steps_, t);
    if (other == nullptr || !found.empty()) return;
    found = fmt::format("step {}: rank {} {} twice{}: {} and {}", steps_, rank, does,
                        channels_ > 1 ? fmt::format(" on channel {}", link) : "", other->name(), t.name());
  };
  if (channels_ == 1) {
    claim(out_, "sends", t.src, 0);
    for (const Rank dst : t.receivers(topology_)) claim(in_, "receives", dst, 0);
    return found;
  }
  bool sent = false;
  for_each_hop(topology_, t, [&](Rank at, Link link) {
    if (!sent) claim(out_, "sends", t.src, link);
    sent = true;
    const Rank next = topology_.neighbour(at, link);
    if (t.goes_to(topology_, next)) claim(in_, "receives", next, topology_.opposite(at, link));
  });
  return found;
}

Verdict PortCheck::end() const {
  const std::string question = "port model";
  if (!first_.empty()) return {question, Verdict::Outcome::bad, first_};
  return {question, Verdict::Outcome::good,
          fmt::format("{}: at most one message sent and one received per {} and step", to_text(nic_),
                      channels_ > 1 ? "channel" : "node")};
}

LinkCheck::LinkCheck(const Topology& topology, bool claimed)
    : topology_(topology), claimed_(claimed), links_(std::size_t{topology.nodes()} * topology.links()) {}

void LinkCheck::step(const Step& transfers) {
  for (const Transfer& t : transfers) {
    for_each_hop(topology_, t, [&](Rank at, Link link) {
      ++hops_;
      const Transfer* other = links_.claim(std::size_t{at} * topology_.links() + link, steps_, t);
      if (other == nullptr) return;
      if (shared_++ == 0) {
        first_ = fmt::format("step {}: {} and {} share the link {} -> {}", steps_, other->name(), t.name(),
                             at, topology_.neighbour(at, link));
      }
    });
  }
  ++steps_;
}

Verdict LinkCheck::end() const {
  const std::string question = "shared links";
  if (shared_ == 0) {
    return {question, Verdict::Outcome::good, fmt::format("no link is shared within a step; {} hops", hops_)};
  }
  return {question, claimed_ ? Verdict::Outcome::bad : Verdict::Outcome::note,
          fmt::format("{}; {} of {} hops meet another message", first_, shared_, hops_)};
}

Verdict check_ports(const Schedule& s) {
  PortCheck check(s.job.topology, s.nic);
  for (const Step& step : s.steps) check.step(step);
  return check.end();
}

Verdict check_links(const Schedule& s, bool claimed) {
  LinkCheck check(s.job.topology, claimed);
  for (const Step& step : s.steps) check.step(step);
  return check.end();
}

}  // namespace collnoc
