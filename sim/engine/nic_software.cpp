// Runs a collective without software in between: the NIC of every rank performs the rank's plan.
#include <algorithm>
#include <cstring>

#include "sim/common/errors.hpp"
#include "sim/engine/hosted_software.hpp"
#include "sim/engine/sequencer_host.hpp"

namespace collnoc {
namespace {

/// The collective starts in this cycle. By then every sequencer has fetched its first actions.
constexpr Cycle start_cycle = 64;

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

class NicSoftware final : public HostedSoftware<SequencerHost> {
 public:
  NicSoftware(Machine& machine, const RunConfig& config, std::vector<RankPlan> plans, const PlanPlace& place,
              std::uint32_t steps, StepText text)
      : HostedSoftware(machine, config), plans_(std::move(plans)) {
    for (const RankPlan& plan : plans_) last_time_ = std::max(last_time_, start_cycle + last_time(plan));
    for (Rank r = fabric_.first(); r < fabric_.last(); ++r) {
      const RankPlan& plan = plans_[r];
      std::memcpy(fabric_.memory(r).bytes() + place.base, plan.words.data(), 8 * plan.words.size());
      add(std::make_unique<SequencerHost>(plan, place, r, start_cycle, steps));
    }
    if (!config.sanitize) return;
    sanitize(0, [this, place, text = std::move(text)](const Site& site, const SentMessage* message) {
      return text(site.rank, plans_[site.rank].steps[(site.place - place.base) / 8], message);
    });
  }

 private:
  void stepped() override {
    for (const auto& host : hosts_) {
      if (host->fault() && host->finished()) throw WrongData(*host->fault());
    }
  }
  Cycle start() const override { return start_cycle; }
  bool sleeps() const override { return fabric_.now() < last_time_; }
  std::vector<std::string> waits() override {
    for (const auto& host : hosts_) host->inspect();
    fabric_.step(hosts_.front()->inspection_cycles());
    std::vector<std::string> waits;
    for (const auto& host : hosts_) waits.push_back(host->waits_for());
    return waits;
  }

  std::vector<RankPlan> plans_;
  Cycle last_time_ = 0;
};

}  // namespace

std::unique_ptr<Software> make_nic_software(Machine& machine, const RunConfig& config,
                                            std::vector<RankPlan> plans, const PlanPlace& place,
                                            std::uint32_t steps, StepText text) {
  return std::make_unique<NicSoftware>(machine, config, std::move(plans), place, steps, std::move(text));
}

}  // namespace collnoc
