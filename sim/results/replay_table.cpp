// The result of a replay as a text table.
#include <fmt/format.h>

#include "sim/common/version.hpp"
#include "sim/results/result_table.hpp"
#include "sim/results/table_parts.hpp"

namespace collnoc {

std::string replay_table(const ReplayConfig& config, const ReplayResult& result, const Palette& palette) {
  Table table;
  table.add_cells(replay_result_cells(result, config));
  const MessageChain& path = result.critical_path;
  std::string text =
      palette.note(
          fmt::format("# collnoc {}  replay  {}  {}", version, config.trace, platform_text(config))) +
      "\n" + palette.note("# accepted in flits/node/cycle, latencies in cycles, stalls in link-cycles") +
      "\n" + table.text(palette) +
      palette.note(
          fmt::format("# critical path: lines {} to {}, {} messages: starts in cycle {}, then delays {}, "
                      "queueing {}, network {}, serialization {} cycles",
                      path.first, path.last, path.messages, path.start, path.delay, path.queueing,
                      path.network, path.serialization)) +
      "\n";
  text += network_notes(config, result, palette);
  if (result.held_by_window != 0)
    text += palette.note(fmt::format("# {} messages left later because of --window {}", result.held_by_window,
                                     config.window)) +
            "\n";
  if (is_lockstep(config.backend))
    text += palette.note("# " + differences(config, result.link_cycles_compared)) + "\n";
  return text;
}

}  // namespace collnoc
