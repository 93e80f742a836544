// The interface between the program and the simulator: a checked configuration goes in, a result comes out.
// The commands and `collnoc regress` call it. Simulator (sim/engine/) implements it; tests of the commands
// use a fake.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/run_config.hpp"
#include "sim/run/run_result.hpp"

namespace collnoc {

/// Called at most a few times per second with the cycle reached. May be empty.
using Progress = std::function<void(std::uint64_t cycle)>;

/// Called like Progress with the cycle reached and the part of the work that is done, if it is known.
using PartProgress = std::function<void(std::uint64_t cycle, std::optional<double> part)>;

/// Called with each line that a tile's program prints, without its newline. May be empty.
using ConsoleLine = std::function<void(Rank rank, const std::string& line)>;

/// A verilated variant of the node, as `collnoc list nodes` shows it.
struct NodeVariant {
  std::string name;
  std::string parameters;
};

/// Its functions throw UserError, WrongData, Deadlock, NotFinished, TileProgramFailed, LockstepMismatch and
/// NotInstalled (sim/common/errors.hpp).
class Engine {
 public:
  virtual ~Engine() = default;
  /// Simulates one run of a collective and checks every byte. RV32 tiles print to `console`.
  virtual RunResult collective(const RunConfig& config, const Progress& progress,
                               const ConsoleLine& console) = 0;
  /// Whether the data of this collective, the plans of its sequencers and the processors' programs fit a
  /// tile's memory.
  virtual bool fits(const RunConfig&) { return true; }
  /// Runs a user's program on every tile until all have ended.
  virtual TileProgramResult tile_program(const TileProgramConfig& config, const Progress& progress,
                                         const ConsoleLine& console) = 0;
  /// Simulates synthetic traffic at one offered load.
  virtual TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) = 0;
  /// Replays a trace of messages.
  virtual ReplayResult replay(const ReplayConfig& config, const PartProgress& progress) = 0;
  /// The variants of the RTL node that were verilated when the program was built.
  virtual std::vector<NodeVariant> nodes() = 0;
};

}  // namespace collnoc
