#include "sim/engine/distributed_engine.hpp"

#include <fmt/format.h>

#include <iostream>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw UserError(
      fmt::format("{} needs the whole network in one process; start collnoc without mpirun", what));
}

void check(const Platform& p) {
  if (p.sanitize) refuse("--sanitize");
  if (p.record_file) refuse("--record");
  if (p.tools.gdb_port) refuse("--gdb");
  if (p.tools.instruction_trace_file) refuse("--trace-instructions");
  if (p.tools.profile) refuse("--profile");
  if (p.tools.flame_graph_file) refuse("--flame-graph");
  if (p.tools.timeline_file) refuse("--timeline");
}

}  // namespace

/// Failures of one part are agreed upon where they can happen. A part that meets any other error ends all.
template <class Work>
auto DistributedEngine::together(const Work& work) {
  parts_.begin();
  try {
    return work();
  } catch (const UserError&) {
    throw;
  } catch (const Failure&) {
    throw;
  } catch (const std::exception& error) {
    std::cerr << fmt::format("collnoc: error: process {}: {}", parts_.own(), error.what()) << std::endl;
    parts_.transport().abort(static_cast<int>(ExitCode::user_error));
    throw;  // not reached; g++ does not see that a virtual function never returns
  }
}

RunResult DistributedEngine::collective(const RunConfig& config, const Progress& progress,
                                        const ConsoleLine& console) {
  check(config);
  if (config.trace_file) refuse("--trace");
  if (config.timeline_file) refuse("--timeline");
  return together([&] { return simulator_.collective(config, progress, console); });
}

TileProgramResult DistributedEngine::tile_program(const TileProgramConfig& config, const Progress& progress,
                                                  const ConsoleLine& console) {
  check(config);
  if (config.trace_file) refuse("--trace");
  return together([&] { return simulator_.tile_program(config, progress, console); });
}

TrafficResult DistributedEngine::traffic(const TrafficConfig& config, double load, const Progress& progress) {
  check(config);
  return together([&] { return simulator_.traffic(config, load, progress); });
}

ReplayResult DistributedEngine::replay(const ReplayConfig&, const PartProgress&) { refuse("a replay"); }

}  // namespace collnoc
