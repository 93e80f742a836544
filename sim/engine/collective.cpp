// Runs a collective: fills memories, runs software on every tile until all are done, and checks every byte.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "sim/common/errors.hpp"
#include "sim/engine/run_recorder.hpp"
#include "sim/engine/run_sanitizer.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/software.hpp"
#include "sim/engine/waves.hpp"
#include "sim/run/trace_digest.hpp"
#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/payload.hpp"
#include "sim/schedule/portions.hpp"
#include "sim/schedule/rank_actions.hpp"
#include "sim/schedulefile/schedule_file.hpp"

namespace collnoc {
namespace {

class DigestObserver final : public LinkObserver {
 public:
  explicit DigestObserver(const Topology& topology) : recorder_(topology.links()) {}
  void flit(Cycle now, Rank node, Link link, const model::FlitRef&) override {
    recorder_.flit(now, node, link);
  }
  TraceDigest finish() { return recorder_.finish(); }

 private:
  TraceRecorder recorder_;
};

/// Cycles of a put and the wait before it on a processor (docs/user/firmware.md, "What things cost").
constexpr std::uint32_t processor_cycles = 24;

Timing timing_of(const RunConfig& config) {
  Timing timing = timing_of(config.hardware);
  if (config.executor == Executor::nic) return timing;
  timing.software_cycles = config.firmware == Firmware::rv32
                               ? processor_cycles
                               : static_cast<std::uint32_t>(config.startup_cycles);
  return timing;
}

/// `base`: of the collective's data. On processors, the program's own memory comes before it.
Job job_of(const RunConfig& config, std::uint32_t base) {
  return {config.topology, config.root,   static_cast<std::uint32_t>(config.bytes), base, timing_of(config),
          config.op,       config.element};
}

/// Plans follow the collective's data.
PlanPlace place_of(const RunConfig& config, const Algorithm& algorithm, const Job& job) {
  return {static_cast<std::uint32_t>(padded(job.base + algorithm.bytes_needed(job))),
          config.hardware.channels(), config.step_barrier};
}

/// Whether processors perform what the loader has written, because their program does not know the schedule.
bool is_loaded(const RunConfig& config) {
  return config.firmware == Firmware::rv32 && names_schedule_file(config.algorithm);
}
/// For processors that cannot compute the schedule: what they perform, behind the collective's data. The
/// words begin 12 bytes behind a multiple of 16, as those of programs that do (ActionStore).
ProcessorPlan loaded_actions(const RunConfig& config, const Algorithm& algorithm, const Job& job) {
  ProcessorPlan plan{(place_of(config, algorithm, job).base + 15) / 16 * 16 + 12, {}, false};
  for (Rank rank = 0; rank < config.topology.size(); ++rank) {
    const std::vector<PreparedPut> actions = rank_actions(algorithm, job, rank, config.step_barrier);
    const auto bytes = std::as_bytes(std::span(actions));
    plan.loaded.emplace_back(bytes.begin(), bytes.end());
  }
  return plan;
}
ProcessorPlan loaded_plans(const PlanPlace& place, const std::vector<RankPlan>& plans) {
  ProcessorPlan loaded{place.base};
  for (const RankPlan& plan : plans) {
    const auto bytes = std::as_bytes(std::span(plan.words));
    loaded.loaded.emplace_back(bytes.begin(), bytes.end());
  }
  return loaded;
}
std::uint64_t end_of(const ProcessorPlan& plan) {
  std::uint64_t end = plan.base;
  for (const std::vector<std::byte>& bytes : plan.loaded)
    end = std::max<std::uint64_t>(end, plan.base + bytes.size());
  return end;
}

}  // namespace

bool Simulator::fits(const RunConfig& config) {
  const Algorithm& algorithm = *algorithm_named(config.collective, config.algorithm);
  std::uint32_t base = 0;
  if (config.firmware == Firmware::rv32)
    base = TileProgram(schedule_program(config.collective, config.algorithm)).end();
  const Job job = job_of(config, base);
  if (config.executor == Executor::nic) return plans_fit(algorithm, job, place_of(config, algorithm, job));
  if (job.base + algorithm.bytes_needed(job) > addressable_bytes) return false;
  return !is_loaded(config) || end_of(loaded_actions(config, algorithm, job)) <= addressable_bytes;
}

RunResult Simulator::collective(const RunConfig& config, const Progress& progress,
                                const ConsoleLine& console) {
  const Algorithm* algorithm = algorithm_named(config.collective, config.algorithm);
  if (algorithm == nullptr) throw UserError(fmt::format("no algorithm '{}'", config.algorithm));
  if (const auto missing = lacks(*algorithm, config.hardware, config.element))
    throw UserError(fmt::format("{}: {}", config.algorithm, *missing));
  check_sanitize_backend(config);
  check_record(config);
  const bool rv32 = config.firmware == Firmware::rv32;
  std::optional<TileProgram> program;
  if (rv32) {
    check_rv32(config);
    program.emplace(schedule_program(config.collective, config.algorithm));
  }
  const Job job = job_of(config, rv32 ? program->end() : 0);
  const bool nic = config.executor == Executor::nic;
  const PlanPlace place = place_of(config, *algorithm, job);
  const auto most = [&] {
    return nic ? most_bytes_with_plans(*algorithm, job, place)
               : most_bytes_in(addressable_bytes, *algorithm, job);
  };
  if (const auto reason =
          rv32 ? why_not(*algorithm, job, config.nic(), addressable_bytes, most) : std::nullopt)
    throw UserError(*reason);
  std::uint64_t needed = job.base + algorithm->bytes_needed(job);
  std::vector<RankPlan> plans;
  if (nic) {
    try {
      plans = rank_plans(*algorithm, job, place);
    } catch (const UserError& error) {
      const std::string limit = limit_with_plans(*algorithm, job, place);
      throw UserError(limit.empty() ? error.what() : fmt::format("{}; {}", error.what(), limit));
    }
    for (const RankPlan& plan : plans)
      needed = std::max<std::uint64_t>(needed, place.base + 8 * plan.words.size());
  }
  std::optional<ProcessorPlan> processor_plan;
  if (is_loaded(config)) {
    processor_plan = nic ? loaded_plans(place, plans) : loaded_actions(config, *algorithm, job);
    needed = std::max(needed, end_of(*processor_plan));
    if (needed > addressable_bytes)
      throw UserError(
          fmt::format("{}: {} bytes for the program, the collective's data and the actions of a rank "
                      "exceed the {} that a tile's NIC can address",
                      config.algorithm, needed, addressable_bytes));
  } else if (nic) {
    processor_plan = ProcessorPlan{place.base};
  }

  Machine machine(config, static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (needed + 7) / 8)), parts_);
  Fabric& fabric = machine.fabric();
  const Payload payload(config.collective, job, config.seed, algorithm->accumulates());
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    payload.fill(r, {reinterpret_cast<std::byte*>(fabric.memory(r).bytes()),
                     fabric.memory(r).words() * std::size_t{8}});
  }
  const std::unique_ptr<Software> software =
      rv32  ? make_rv32_software(machine, config, *program, job, processor_plan)
      : nic ? make_nic_software(machine, config, std::move(plans), place, algorithm->steps(job),
                                step_text(*algorithm, job))
            : make_native_software(machine, config, *algorithm, job);

  if (MessageSanitizer* const sanitizer = software->sanitizer(); sanitizer != nullptr) {
    for (Rank r = fabric.first(); r < fabric.last(); ++r) {
      for_each_start(config.collective, job, r,
                     [&](const Portion& at) { sanitizer->loaded(r, at.address, at.address + job.bytes); });
    }
  }

  std::optional<RunRecorder> recorder;
  if (config.record_file)
    recorder.emplace(fabric, *config.record_file, [&software](Rank r) { return software->begun(r); });
  std::unique_ptr<DigestObserver> digest;
  if (config.record_digest) {
    digest = std::make_unique<DigestObserver>(config.topology);
    fabric.add_observer(digest.get());
  }
  {
    const RecordedWaves waves(config.trace_file, fabric, config.backend);
    software->run(progress, console);
  }

  RunResult result;
  result.config = config;
  software->report(result);
  Counts counts = read_counts(fabric, config.per_link);
  counts -= software->counts_before();
  std::vector<std::uint64_t> finished;
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    finished.push_back(software->finish_cycle(r));
    const PayloadCheck check = payload.check(r, {reinterpret_cast<const std::byte*>(fabric.memory(r).bytes()),
                                                 fabric.memory(r).words() * std::size_t{8}});
    result.bytes_checked += check.bytes_checked;
    result.bytes_wrong += check.bytes_wrong;
  }
  for (const std::uint64_t cycle : finished) result.cycles = std::max(result.cycles, cycle);
  result.cycles = parts_.maximum(result.cycles);  // all processes know it
  result.finish_cycle_per_rank = parts_.gather(std::move(finished));
  result.bytes_checked = parts_.sum(result.bytes_checked);
  result.bytes_wrong = parts_.sum(result.bytes_wrong);
  result.link_cycles_compared = machine.link_cycles();
  if (!parts_.first()) return result;
  result.flit_hops = counts.flit_hops();
  result.peak_link_flits = counts.peak_link_flits();
  result.stalls = counts.stalls;
  const Metrics metrics = measure(*algorithm, job);
  result.steps = metrics.steps;
  result.alpha = metrics.alpha;
  result.beta = metrics.beta;
  result.paper = paper_cost(*algorithm, job, config.nic());
  const std::uint64_t startup =
      result.rv32 && result.rv32->startup ? result.rv32->startup->median : config.startup_cycles;
  result.predicted_cycles = static_cast<std::uint64_t>(
      std::llround(metrics.time(static_cast<double>(startup), 1.0 / config.hardware.flit_bytes())));
  result.bound_cycles = lower_bound(config.collective, job, config.hardware).cycles;
  if (result.cycles < result.bound_cycles) {
    throw WrongData(fmt::format("{}: {} cycles, fewer than the lower bound of {}", run_id(config),
                                result.cycles, result.bound_cycles));
  }
  result.messages = metrics.messages;
  result.message_hops = metrics.message_hops;
  counts.report(result, result.cycles, metrics.messages);
  if (config.per_link) result.places = std::move(counts).places();
  if (digest) result.trace = digest->finish();
  return result;
}

}  // namespace collnoc
