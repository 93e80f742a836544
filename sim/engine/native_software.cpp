// Runs a collective without processors: the executor of every rank drives its tile's register bus.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "sim/common/errors.hpp"
#include "sim/engine/executor_host.hpp"
#include "sim/engine/software.hpp"
#include "sim/engine/timeline.hpp"

namespace collnoc {
namespace {

constexpr Cycle stride = 64;  // cycles between checks for completion

using Hosts = std::vector<std::unique_ptr<ExecutorHost>>;

/// Cycles in which all tiles may combine while no flit moves.
Cycle arithmetic(const RunConfig& config) {
  return form_of(config.collective).combines ? config.bytes * config.topology.size() : 0;
}

void run_until_done(Fabric& fabric, Hosts& hosts, IdealBarrier* barrier, const RunConfig& config,
                    const Progress& progress) {
  const Cycle timeout = native_stall_timeout + config.startup_cycles * 64 + arithmetic(config);
  Watchdog watchdog(fabric, timeout, config.max_cycles);
  const auto done = [](const auto& host) { return host->finished(); };
  while (!std::all_of(hosts.begin(), hosts.end(), done) || !fabric.quiet()) {
    fabric.step(barrier != nullptr ? 1 : stride);
    if (barrier != nullptr && barrier->release()) {
      for (auto& host : hosts) host->wake(fabric.now());
    }
    if (progress && fabric.now() % (1 << 14) == 0) progress(fabric.now());
    const auto sleeps = [&](const auto& host) { return host->sleeps_until().value_or(0) > fabric.now(); };
    if (fabric.now() % stride == 0 && watchdog.stuck(std::any_of(hosts.begin(), hosts.end(), sleeps))) {
      std::vector<std::string> waits;
      for (const auto& host : hosts) waits.push_back(host->waits_for());
      throw Deadlock(watchdog.why(waits));
    }
  }
}

class NativeSoftware final : public Software {
 public:
  NativeSoftware(Machine& machine, const RunConfig& config, const Algorithm& algorithm, const Job& job)
      : fabric_(machine.fabric()), config_(config) {
    const Rank size = config.topology.size();
    if (config.step_barrier) barrier_ = std::make_unique<IdealBarrier>(size);
    for (Rank r = 0; r < size; ++r) {
      hosts_.push_back(
          std::make_unique<ExecutorHost>(algorithm, job, r, config.startup_cycles, barrier_.get(),
                                         reinterpret_cast<std::byte*>(fabric_.memory(r).bytes())));
      if (!config.timeline_file.empty()) hosts_.back()->record_steps();
      fabric_.set_host(r, hosts_.back().get());
    }
  }
  void run(const Progress& progress, const ConsoleLine&) override {
    run_until_done(fabric_, hosts_, barrier_.get(), config_, progress);
  }
  Cycle finish_cycle(Rank rank) const override { return hosts_[rank]->finish_cycle(); }
  void report(RunResult&) const override {
    if (config_.timeline_file.empty()) return;
    std::vector<RankSteps> ranks;
    for (const auto& host : hosts_) ranks.push_back({host->steps(), host->finish_cycle()});
    std::ofstream(config_.timeline_file, std::ios::binary) << timeline_json(ranks, run_id(config_));
  }

 private:
  Fabric& fabric_;
  const RunConfig& config_;
  std::unique_ptr<IdealBarrier> barrier_;
  Hosts hosts_;
};

}  // namespace

std::unique_ptr<Software> make_native_software(Machine& machine, const RunConfig& config,
                                               const Algorithm& algorithm, const Job& job) {
  return std::make_unique<NativeSoftware>(machine, config, algorithm, job);
}

}  // namespace collnoc
