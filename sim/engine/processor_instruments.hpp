// Tools that observe the processors of a run (ProcessorTools): debugger, instruction trace, profile.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "sim/debug/instruction_trace.hpp"
#include "sim/debug/profiler.hpp"
#include "sim/debug/tile_debugger.hpp"
#include "sim/engine/link_times.hpp"

namespace collnoc {

class ProcessorInstruments {
 public:
  using Hosts = std::vector<std::unique_ptr<ProcessorHost>>;

  /// Attaches what `tools` asks for; waits for the debugger. The arguments must outlive this object.
  ProcessorInstruments(Fabric& fabric, const TileProgram& program, ProgramPlaces& places, const Hosts& hosts,
                       const ProcessorTools& tools);

  /// To be called before the first cycle. May throw NotFinished, as advance().
  void start();
  /// Simulates `cycles` cycles; the debugger can hold the tiles after each of them.
  void advance(Cycle cycles);
  /// The run is over, with an exit code or a failure: completes the files.
  void exited(unsigned code);
  void failed(const std::string& why);
  /// After the end, with ProcessorTools::profile.
  std::optional<Profile> profile() const;

 private:
  void finish();
  std::string timeline() const;

  Fabric& fabric_;
  const Hosts& hosts_;
  const ProcessorTools& tools_;
  std::optional<InstructionTrace> trace_;
  std::optional<Profiler> profiler_;
  std::optional<LinkTimes> links_;
  std::optional<TileDebugger> debugger_;
};

}  // namespace collnoc
