// Runs a collective without software in between: the NIC of every rank performs the rank's plan.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "sim/common/errors.hpp"
#include "sim/engine/sequencer_host.hpp"
#include "sim/engine/software.hpp"
#include "sim/engine/timeline.hpp"

namespace collnoc {
namespace {

constexpr Cycle stride = 64;  // cycles between checks for completion
/// The collective starts in this cycle. By then every sequencer has fetched its first actions.
constexpr Cycle start = 64;

/// The latest time for which a plan waits, in cycles after the start.
Cycle last_time(const RankPlan& plan) {
  Cycle last = 0;
  for (std::size_t i = 0; i < plan.words.size(); ++i) {
    const auto action = action::ActionWord::from_word(plan.words[i]);
    if (action.kind == static_cast<std::uint8_t>(action::Kind::put)) ++i;  // its second word is no action
    if (action.kind == static_cast<std::uint8_t>(action::Kind::until))
      last = std::max<Cycle>(last, action.value);
  }
  return last;
}

class NicSoftware final : public Software {
 public:
  NicSoftware(Machine& machine, const RunConfig& config, std::vector<RankPlan> plans, const PlanPlace& place,
              std::uint32_t steps)
      : fabric_(machine.fabric()), config_(config), plans_(std::move(plans)) {
    for (Rank r = 0; r < config.topology.size(); ++r) {
      const RankPlan& plan = plans_[r];
      std::memcpy(fabric_.memory(r).bytes() + place.base, plan.words.data(), 8 * plan.words.size());
      hosts_.push_back(std::make_unique<SequencerHost>(plan, place, r, start, steps));
      if (!config.timeline_file.empty()) hosts_.back()->record_steps();
      fabric_.set_host(r, hosts_.back().get());
      last_time_ = std::max(last_time_, start + last_time(plan));
    }
  }

  void run(const Progress& progress, const ConsoleLine&) override {
    Watchdog watchdog(fabric_, native_stall_timeout, config_.max_cycles);
    const auto done = [](const auto& host) { return host->finished(); };
    while (!std::all_of(hosts_.begin(), hosts_.end(), done) || !fabric_.quiet()) {
      fabric_.step(stride);
      for (const auto& host : hosts_) {
        if (host->fault() && host->finished()) throw WrongData(*host->fault());
      }
      if (progress && fabric_.now() % (1 << 14) == 0) progress(fabric_.now());
      if (watchdog.stuck(fabric_.now() < last_time_)) throw Deadlock(watchdog.why(waits()));
    }
  }
  Cycle finish_cycle(Rank rank) const override { return hosts_[rank]->finish_cycle(); }
  void report(RunResult&) const override {
    if (config_.timeline_file.empty()) return;
    std::vector<RankSteps> ranks;
    for (const auto& host : hosts_) ranks.push_back({host->steps(), host->finish_cycle()});
    std::ofstream(config_.timeline_file, std::ios::binary) << timeline_json(ranks, run_id(config_));
  }

 private:
  /// What every rank waits for.
  std::vector<std::string> waits() {
    for (const auto& host : hosts_) host->inspect();
    fabric_.step(hosts_.front()->inspection_cycles());
    std::vector<std::string> waits;
    for (const auto& host : hosts_) waits.push_back(host->waits_for());
    return waits;
  }

  Fabric& fabric_;
  const RunConfig& config_;
  std::vector<RankPlan> plans_;
  std::vector<std::unique_ptr<SequencerHost>> hosts_;
  Cycle last_time_ = 0;
};

}  // namespace

std::unique_ptr<Software> make_nic_software(Machine& machine, const RunConfig& config,
                                            std::vector<RankPlan> plans, const PlanPlace& place,
                                            std::uint32_t steps) {
  return std::make_unique<NicSoftware>(machine, config, std::move(plans), place, steps);
}

}  // namespace collnoc
