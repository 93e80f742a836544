// One run of a collective: memories filled, executors on every tile, cycles until all are done, bytes
// checked.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "sim/common/errors.hpp"
#include "sim/engine/executor_host.hpp"
#include "sim/engine/platform.hpp"
#include "sim/engine/timeline.hpp"
#include "sim/engine/waves.hpp"
#include "sim/results/trace_digest.hpp"
#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/payload.hpp"

namespace collnoc {
namespace {

constexpr Cycle patience = 20'000;
constexpr Cycle stride = 64;  // cycles between looks at who has finished

class DigestObserver final : public FabricObserver {
 public:
  explicit DigestObserver(const Topology& topology) : topology_(topology), recorder_(topology.links()) {}
  void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) override {
    for (Rank r = 0; r < topology_.size(); ++r) {
      const std::uint32_t valid = out(r).link_valid;
      for (Link l = 0; valid >> l != 0; ++l) {
        if ((valid >> l) & 1) recorder_.flit(now, r, l);
      }
    }
  }
  TraceDigest finish() { return recorder_.finish(); }

 private:
  Topology topology_;
  TraceRecorder recorder_;
};

using Hosts = std::vector<std::unique_ptr<ExecutorHost>>;

void run_until_done(Fabric& fabric, Hosts& hosts, IdealBarrier* barrier, const RunConfig& config,
                    const Progress& progress) {
  const Cycle wait = patience + config.startup_cycles * 64;
  Watchdog watchdog(fabric, wait, config.max_cycles);
  const auto done = [](const auto& host) { return host->finished(); };
  while (!std::all_of(hosts.begin(), hosts.end(), done) || !fabric.quiet()) {
    fabric.step(barrier != nullptr ? 1 : stride);
    if (barrier != nullptr && barrier->release()) {
      for (auto& host : hosts) host->wake(fabric.now());
    }
    if (progress && fabric.now() % (1 << 14) == 0) progress(fabric.now());
    if (fabric.now() % stride == 0 && watchdog.stuck()) {
      std::string why = watchdog.why();
      unsigned n = 0;
      for (const auto& host : hosts) {
        if (const std::string waits = host->waits_for(); !waits.empty() && ++n <= 3) why += "; " + waits;
      }
      if (n > 3) why += fmt::format("; and {} more ranks wait", n - 3);
      throw Deadlock(why);
    }
  }
}

}  // namespace

RunResult run_collective(const RunConfig& config, const Progress& progress) {
  const Algorithm* algorithm = find_algorithm(config.collective, config.algorithm);
  if (algorithm == nullptr) throw UserError(fmt::format("no algorithm '{}'", config.algorithm));
  if (algorithm->needs_orders() && config.hardware.route_orders < 2)
    throw UserError(fmt::format("{} needs routes in both orders of dimensions", config.algorithm));
  const Job job{config.topology, config.root, static_cast<std::uint32_t>(config.bytes), 0};
  const Rank size = config.topology.size();
  const std::uint64_t needed = algorithm->bytes_needed(job);

  Machine machine(config, static_cast<std::uint32_t>((needed + 7) / 8));
  Fabric& fabric = machine.fabric();
  const Payload payload(config.collective, job, config.seed);
  std::unique_ptr<IdealBarrier> barrier;
  if (config.step_barrier) barrier = std::make_unique<IdealBarrier>(size);
  Hosts hosts;
  for (Rank r = 0; r < size; ++r) {
    payload.fill(r, {reinterpret_cast<std::byte*>(fabric.memory(r).bytes()),
                     fabric.memory(r).words() * std::size_t{8}});
    hosts.push_back(std::make_unique<ExecutorHost>(*algorithm, job, r, config.startup_cycles, barrier.get()));
    if (!config.timeline_file.empty()) hosts.back()->record_steps();
    fabric.set_host(r, hosts.back().get());
  }

  std::unique_ptr<DigestObserver> digest;
  if (config.record_digest) {
    digest = std::make_unique<DigestObserver>(config.topology);
    fabric.add_observer(digest.get());
  }
  {
    std::unique_ptr<FabricObserver> waves;
    if (!config.trace_file.empty()) {
      waves = make_waves(config.trace_file, config.topology, config.hardware);
      fabric.add_observer(waves.get());
    }
    run_until_done(fabric, hosts, barrier.get(), config, progress);
  }

  RunResult result;
  result.config = config;
  const Metrics metrics = measure(*algorithm, job);
  result.steps = metrics.steps;
  result.alpha = metrics.alpha;
  result.beta = metrics.beta;
  result.paper = paper_cost(*algorithm, job, config.nic());
  result.predicted_cycles = static_cast<std::uint64_t>(std::llround(
      metrics.time(static_cast<double>(config.startup_cycles), 1.0 / config.hardware.flit_bytes())));
  result.bound_cycles = lower_bound(config.collective, job, config.hardware).cycles;
  result.messages = metrics.messages;
  result.message_hops = metrics.message_hops;
  const Counts counts = read_counts(fabric);
  result.flit_hops = counts.flit_hops;
  result.peak_link_flits = counts.peak_link_flits;
  result.stalls = counts.stalls;
  for (Rank r = 0; r < size; ++r) {
    result.finish_cycle_per_rank.push_back(hosts[r]->finish_cycle());
    result.cycles = std::max<std::uint64_t>(result.cycles, hosts[r]->finish_cycle());
    const PayloadCheck check = payload.check(r, {reinterpret_cast<const std::byte*>(fabric.memory(r).bytes()),
                                                 fabric.memory(r).words() * std::size_t{8}});
    result.bytes_checked += check.bytes_checked;
    result.bytes_wrong += check.bytes_wrong;
  }
  result.link_cycles_compared = machine.lockstep().link_cycles;
  if (digest) result.trace = digest->finish();
  if (!config.timeline_file.empty()) {
    std::ofstream(config.timeline_file, std::ios::binary) << timeline_json(hosts, run_id(config));
  }
  return result;
}

}  // namespace collnoc
