#include "sim/program/processor_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "sim/program/values.hpp"

namespace collnoc {
namespace {

/// "FIRST:LAST", "FIRST:" or ":LAST".
void read_cycles(const Given& given, ProcessorTools& tools) {
  const std::size_t colon = given.text.find(':');
  if (colon == std::string::npos || given.text == ":")
    fail(given, "must be FIRST:LAST, FIRST: or :LAST, two numbers of cycles");
  const auto number = [&](const std::string& text, std::uint64_t least, std::uint64_t otherwise) {
    return text.empty() ? otherwise
                        : parse_count({text, given.quoted}, least, std::numeric_limits<std::uint64_t>::max());
  };
  tools.trace_begin = number(given.text.substr(0, colon), 0, tools.trace_begin);
  tools.trace_end = number(given.text.substr(colon + 1), tools.trace_begin, tools.trace_end);
}

}  // namespace

std::vector<Setting> processor_settings() {
  return {
      {"gdb", "gdb", "PORT", "",
       "processors: wait for gdb on this port of the loopback interface; 0 chooses a free one"},
      {"tile", "tile", "RANK", "",
       "with --gdb: the only tile that gdb sees; otherwise every tile is a thread"},
      {"trace-instructions", "output.trace_instructions", "FILE", "",
       "processors: every completed instruction, one line of tab-separated values each"},
      {"trace-tiles", "output.trace_tiles", "RANKS", "", "with --trace-instructions: only of these tiles"},
      {"trace-cycles", "output.trace_cycles", "FIRST:LAST", "",
       "with --trace-instructions: only in these cycles"},
      {"profile", "output.profile", "", "",
       "processors: cycles of every function, and what they were used for"},
      {"flame-graph", "output.flame_graph", "FILE", "",
       "processors: cycles of every chain of calls, as folded stacks for flame graphs and speedscope"}};
}

ProcessorTools read_processor_tools(const Settings& settings, const Platform& platform, bool processors,
                                    std::size_t runs) {
  for (const Setting& setting : processor_settings()) {
    if (!settings.given(setting.key)) continue;
    const Given given = settings.get(setting.key);
    if (!processors) fail(given, "applies to processors only: --firmware rv32, or the ELF file of a program");
    if (runs > 1 && setting.key != "output.profile")
      fail(given,
           fmt::format("looks at one run, but this command makes {}; give one algorithm, size and root",
                       runs));
  }
  const auto needs = [&](const std::string& key, const std::string& other, const std::string& option) {
    if (settings.given(key) && !settings.given(other))
      fail(settings.get(key), fmt::format("is for {}, which is not given", option));
  };
  needs("tile", "gdb", "--gdb PORT");
  needs("output.trace_tiles", "output.trace_instructions", "--trace-instructions FILE");
  needs("output.trace_cycles", "output.trace_instructions", "--trace-instructions FILE");

  ProcessorTools tools;
  if (settings.given("gdb"))
    tools.gdb_port = static_cast<std::uint16_t>(parse_count(settings.get("gdb"), 0, 65535));
  if (settings.given("tile"))
    tools.gdb_tile =
        static_cast<Rank>(parse_count(settings.get("tile"), 0, std::uint64_t{platform.topology.size()} - 1));
  if (settings.given("output.trace_tiles"))
    tools.traced_tiles = parse_ranks(settings.get("output.trace_tiles"), platform.topology);
  if (settings.given("output.trace_cycles")) read_cycles(settings.get("output.trace_cycles"), tools);
  tools.profile = settings.on("output.profile");
  return tools;
}

}  // namespace collnoc
