// Runs a collective without processors: the executor of every rank drives its tile's register bus.
#include <algorithm>

#include "sim/engine/executor_host.hpp"
#include "sim/engine/hosted_software.hpp"

namespace collnoc {
namespace {

/// Cycles in which all tiles may combine while no flit moves.
Cycle arithmetic(const RunConfig& config) {
  return form_of(config.collective).combines ? config.bytes * config.topology.size() : 0;
}

class NativeSoftware final : public HostedSoftware<ExecutorHost> {
 public:
  NativeSoftware(Machine& machine, const RunConfig& config, const Algorithm& algorithm, const Job& job)
      : HostedSoftware(machine, config), job_(job) {
    if (config.step_barrier) {
      barrier_ =
          std::make_unique<IdealBarrier>(fabric_.last() - fabric_.first(), fabric_.first(), fabric_.parts());
      set_stride(1);
    }
    for (Rank r = fabric_.first(); r < fabric_.last(); ++r) {
      add(std::make_unique<ExecutorHost>(algorithm, job_, r, config.startup_cycles, barrier_.get(),
                                         reinterpret_cast<std::byte*>(fabric_.memory(r).bytes())));
    }
    if (!config.sanitize) return;
    sanitize(job.base, [text = step_text(algorithm, job)](const Site& site, const SentMessage* message) {
      return text(site.rank, site.place, message);
    });
    for (auto& host : hosts_) host->sanitize(sanitizer());
  }

 private:
  Cycle timeout() const override {
    return native_stall_timeout + config_.startup_cycles * 64 + arithmetic(config_);
  }
  void stepped() override {
    if (barrier_ == nullptr || !barrier_->release()) return;
    if (sanitizer() != nullptr) sanitizer()->all_learn();
    for (auto& host : hosts_) host->wake(fabric_.now());
  }
  bool sleeps() const override {
    return std::any_of(hosts_.begin(), hosts_.end(),
                       [this](const auto& host) { return host->sleeps_until().value_or(0) > fabric_.now(); });
  }
  std::vector<std::string> waits() override {
    std::vector<std::string> waits;
    for (const auto& host : hosts_) waits.push_back(host->waits_for());
    return waits;
  }

  Job job_;  // of every host
  std::unique_ptr<IdealBarrier> barrier_;
};

}  // namespace

std::unique_ptr<Software> make_native_software(Machine& machine, const RunConfig& config,
                                               const Algorithm& algorithm, const Job& job) {
  return std::make_unique<NativeSoftware>(machine, config, algorithm, job);
}

}  // namespace collnoc
