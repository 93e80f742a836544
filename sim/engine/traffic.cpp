// Simulates one offered load of synthetic traffic: warm-up, measurement, drain.
#include <fmt/format.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/traffic_host.hpp"
#include "sim/engine/waves.hpp"

namespace collnoc {
namespace {

constexpr Cycle stall_timeout = 20'000;
constexpr Cycle stride = 64;

// Latencies in cycles of the packets created in the measured window. Signals can only be counted, so their
// mean is taken over all of them, and they have no percentiles.
void fill_latencies(TrafficResult& result, std::vector<Cycle>& latency) {
  if (latency.empty()) return;
  std::sort(latency.begin(), latency.end());
  std::uint64_t sum = 0;
  for (const Cycle l : latency) sum += l;
  result.latency_mean = static_cast<double>(sum) / static_cast<double>(latency.size());
  result.latency_p50 = latency[(latency.size() - 1) / 2];
  result.latency_p99 = latency[(latency.size() - 1) * 99 / 100];
  result.latency_max = latency.back();
}

}  // namespace

TrafficResult Simulator::traffic(const TrafficConfig& config, double load, const Progress& progress) {
  const Rank size = config.topology.size();
  const Cycle begin = config.warmup_cycles, end = begin + config.measure_cycles;
  const TrafficMemory layout(config.packet_flits, config.hardware.flit_bytes());
  Machine machine(config, static_cast<std::uint32_t>(layout.bytes(size) / 8 + 8));
  Fabric& fabric = machine.fabric();
  std::vector<std::unique_ptr<TrafficHost>> hosts;
  for (Rank r = 0; r < size; ++r) {
    hosts.push_back(std::make_unique<TrafficHost>(config, load, r, fabric.memory(r), end));
    fabric.set_host(r, hosts.back().get());
    if (config.packet_flits > 1) fabric.set_write_listener(r, hosts.back().get());
  }

  Watchdog watchdog(fabric, stall_timeout, config.max_cycles);
  bool drained = false;
  while (true) {
    const Cycle next = fabric.now() < end ? std::min(end, fabric.now() + stride) : fabric.now() + stride;
    fabric.step(next - fabric.now());
    if (progress && fabric.now() % (stride * 256) == 0) progress(fabric.now());
    if (fabric.now() >= end) {
      std::uint64_t created = 0, arrived = 0;
      for (const auto& h : hosts) {
        created += h->created;
        arrived += h->arrivals.size() + h->signals.size();
      }
      drained = created == arrived;
      if (drained || fabric.now() >= end + config.drain_cycles) break;
    }
    if (load > 0 && watchdog.stuck()) {
      if (fabric.quiet()) break;  // the load is so low that nothing was sent for a while
      watchdog.give_up();
    }
  }

  TrafficResult result;
  result.offered = load;
  std::uint64_t accepted = 0, created = 0, created_in_window = 0, creation_sum = 0, arrival_sum = 0;
  std::vector<Cycle> latency;
  for (const auto& h : hosts) {
    created += h->created;
    created_in_window += h->created_in_window;
    creation_sum += h->creation_sum;
    for (const TrafficHost::Arrival& a : h->arrivals) {
      if (a.arrived >= begin && a.arrived < end) ++accepted;
      if (a.created >= begin) latency.push_back(a.arrived - a.created);
    }
    for (const Cycle arrived : h->signals) {
      arrival_sum += arrived;
      if (arrived >= begin && arrived < end) ++accepted;
    }
  }
  result.packets = config.packet_flits > 1 ? latency.size() : created;
  fill_latencies(result, latency);
  if (config.packet_flits == 1 && drained && created > 0) {
    result.latency_mean = static_cast<double>(arrival_sum - creation_sum) / static_cast<double>(created);
  }
  result.accepted = static_cast<double>(accepted * config.packet_flits) /
                    (static_cast<double>(size) * static_cast<double>(config.measure_cycles));
  // The created traffic differs randomly from `load`, so saturation is relative to the created traffic.
  result.saturated =
      !drained || static_cast<double>(accepted) < 0.95 * static_cast<double>(created_in_window);
  result.stalls = read_counts(fabric).stalls;
  result.link_cycles_compared = machine.lockstep().link_cycles;
  return result;
}

}  // namespace collnoc
