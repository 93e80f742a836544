#include "sim/schedule/expanded_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace collnoc {
namespace {

/// The latest message of `src` that `put` continues, or nullptr.
Transfer* begun(Step& transfers, Rank src, const Put& put) {
  for (auto t = transfers.rbegin(); t != transfers.rend() && t->src == src; ++t) {
    if (!t->box && t->dst == put.dst && t->route() == put.route) return &*t;
  }
  return nullptr;
}

}  // namespace

std::vector<Rank> Transfer::receivers(const Topology& topology) const {
  if (!box) return {dst};
  std::vector<Rank> ranks;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    if (goes_to(topology, rank)) ranks.push_back(rank);
  }
  return ranks;
}

std::vector<Rank> path_to(const Topology& topology, const Transfer& t, Rank dst) {
  if (!t.box) return path(topology, t.src, t.dst, t.route());
  std::vector<Rank> from(topology.nodes(), no_rank);
  for_each_hop(topology, t, [&](Rank at, Link link) { from[topology.neighbour(at, link)] = at; });
  std::vector<Rank> ranks;
  for (Rank at = dst; at != no_rank; at = from[at]) ranks.push_back(at);
  std::ranges::reverse(ranks);
  return ranks;
}

std::string Transfer::name() const {
  return box ? fmt::format("{} -> box {} to {}", src, box->from, box->to) : fmt::format("{} -> {}", src, dst);
}

bool StepWalker::next(Step& transfers) {
  transfers.clear();
  combinings_.clear();
  if (step_ == algorithm_.steps(job_)) return false;
  for (Rank r = 0; r < readers_.size(); ++r) {
    Action& action = pending_[r];
    for (; action.kind != Action::Kind::done && action.step == step_;
         action = readers_[r].next(algorithm_, job_, r)) {
      if (action.kind == Action::Kind::until) until_[r] = action.count;
      if (action.kind == Action::Kind::combine) combinings_.push_back({r, transfers.size(), action.combine});
      if (action.kind == Action::Kind::multicast) {
        transfers.push_back({r, action.box.from, {action.put}, until_[r], {}, action.box});
      }
      if (action.kind != Action::Kind::put) continue;
      Transfer* message = action.continues ? begun(transfers, r, action.put) : nullptr;
      if (message == nullptr)
        message = &transfers.emplace_back(Transfer{r, action.put.dst, {}, until_[r], {}, {}});
      message->puts.push_back(action.put);
    }
  }
  ++step_;
  return true;
}

Schedule heading_of(const Algorithm& algorithm, const Job& job, PortModel nic) {
  return {
      std::string(algorithm.name()), algorithm.collective(), nic, job, algorithm.bytes_needed(job), {}, {},
      algorithm.accumulates()};
}

Schedule spell_out(const Algorithm& algorithm, const Job& job, PortModel nic) {
  Schedule schedule = heading_of(algorithm, job, nic);
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step);) {
    schedule.steps.push_back(std::move(step));
    schedule.combinings.push_back(walker.combinings());
  }
  return schedule;
}

}  // namespace collnoc
