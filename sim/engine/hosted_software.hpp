// Software that consists of one host per rank of this part of the network, which drives the tile's register
// bus. A Host has finished(), finish_cycle(), steps(), activities() and record_steps().
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/common/output_file.hpp"
#include "sim/engine/run_sanitizer.hpp"
#include "sim/engine/software.hpp"
#include "sim/engine/timeline.hpp"

namespace collnoc {

template <class Host>
class HostedSoftware : public Software {
 public:
  HostedSoftware(Machine& machine, const RunConfig& config) : fabric_(machine.fabric()), config_(config) {}

  void run(const Progress& progress, const ConsoleLine&) final {
    if (config_.timeline_file) {
      fabric_.add_observer(&links_.emplace(fabric_.topology()));
      if (config_.backend == Backend::model && !config_.sanitize && !config_.record_file)
        messages_.emplace(fabric_);
    }
    Watchdog watchdog(fabric_, timeout(), config_.max_cycles);
    while (!all_finished() || !fabric_.quiet()) {
      fabric_.step(stride_);
      fabric_.parts().agree([this] { stepped(); });
      if (progress && fabric_.now() % (1 << 14) == 0) progress(fabric_.now());
      if (fabric_.now() % check_stride == 0 && watchdog.stuck(fabric_.parts().any(sleeps())))
        watchdog.give_up(waits());
    }
  }
  Cycle finish_cycle(Rank rank) const final { return hosts_[rank - fabric_.first()]->finish_cycle(); }
  void report(RunResult&) const final {
    if (!config_.timeline_file) return;
    std::vector<RankSteps> ranks;
    for (const auto& host : hosts_)
      ranks.push_back({host->steps(), host->finish_cycle(), host->activities()});
    config_.timeline_file->write(
        timeline_json(ranks, messages_ ? messages_->messages() : std::vector<TimedMessage>{}, run_id(config_),
                      LinkTracks{fabric_.topology(), links_->spans(), start()}));
  }

 protected:
  /// The host of the next rank.
  void add(std::unique_ptr<Host> host) {
    if (config_.timeline_file) host->record_steps();
    fabric_.set_host(fabric_.first() + static_cast<Rank>(hosts_.size()), host.get());
    hosts_.push_back(std::move(host));
  }
  MessageSanitizer* sanitizer() final { return sanitizer_ ? &sanitizer_->messages() : nullptr; }
  /// Watches all tiles, which have their hosts.
  void sanitize(std::uint32_t base, MessageSanitizer::PlaceText places) {
    sanitizer_ = std::make_unique<RunSanitizer>(fabric_, base, std::move(places));
    for (const auto& host : hosts_) sanitizer_->watch([&host] { return host->site(); });
  }
  /// Cycles between calls of stepped(); a divisor of 64.
  void set_stride(Cycle stride) { stride_ = stride; }

  /// The cycle in which the collective starts.
  virtual Cycle start() const { return 0; }
  /// Cycles without a flit after which the run is a deadlock.
  virtual Cycle timeout() const { return native_stall_timeout; }
  virtual void stepped() {}
  /// Whether some rank of this part waits for a future time: then no flit needs to move.
  virtual bool sleeps() const = 0;
  /// What every rank waits for, in a deadlock.
  virtual std::vector<std::string> waits() = 0;

  Fabric& fabric_;
  const RunConfig& config_;
  std::vector<std::unique_ptr<Host>> hosts_;
  std::unique_ptr<RunSanitizer> sanitizer_;

 private:
  bool all_finished() const {
    return fabric_.parts().all(
        std::all_of(hosts_.begin(), hosts_.end(), [](const auto& host) { return host->finished(); }));
  }

  static constexpr Cycle check_stride = 64;
  // For the timeline.
  std::optional<MessageTimes> messages_;  ///< of nodes that can be watched
  std::optional<LinkTimes> links_;
  Cycle stride_ = check_stride;
};

}  // namespace collnoc
