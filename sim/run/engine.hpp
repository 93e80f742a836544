// The door between the program and the simulator: a checked configuration goes in, a result comes out.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "sim/run/run_config.hpp"
#include "sim/run/run_result.hpp"

namespace collnoc {

/// Called now and then (a few times a second at most) with the cycle reached. May be empty.
using Progress = std::function<void(std::uint64_t cycle)>;

/// A line that the program of a tile printed, without its newline.
using ConsoleLine = std::function<void(Rank rank, const std::string& line)>;

/// Simulates one run and checks every byte. `console` gets what RV32 tiles print.
/// Throws UserError, WrongData, Deadlock, ProgramFailed, LockstepMismatch, NotInstalled
/// (sim/common/errors.hpp).
RunResult run_collective(const RunConfig& config, const Progress& progress, const ConsoleLine& console = {});

/// Simulates one offered load. Throws as run_collective.
TrafficResult run_traffic(const TrafficConfig& config, double load, const Progress& progress);

/// Runs a program on every tile until all have ended. Throws as run_collective.
ProgramResult run_tile_program(const ProgramConfig& config, const Progress& progress,
                               const ConsoleLine& console);

/// A hardware variant of the node, as `collnoc list nodes` shows it.
struct NodeVariant {
  std::string name;
  std::string parameters;
};

/// Variants of the RTL node that were built ahead or are in the cache.
std::vector<NodeVariant> node_variants();

/// The same as an object, so that the program can be tested without a simulator.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual RunResult collective(const RunConfig& config, const Progress& progress,
                               const ConsoleLine& console) = 0;
  virtual ProgramResult program(const ProgramConfig& config, const Progress& progress,
                                const ConsoleLine& console) = 0;
  virtual TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) = 0;
  virtual std::vector<NodeVariant> nodes() = 0;
};

}  // namespace collnoc
