#include "sim/commands/processor_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"

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

ProcessorTools read_processor_tools(const Settings& settings, const Platform& platform, bool processors,
                                    std::size_t runs) {
  if (!processors) settings.refuse(for_processors);
  for (const Setting& setting : processor_settings())
    if (runs > 1 && settings.given(setting.key) && setting.key != "output.profile")
      fail(settings.get(setting.key),
           fmt::format("looks at one run, but this command makes {}; give one algorithm, size and root",
                       runs));
  settings.refuse_alone();

  ProcessorTools tools;
  if (settings.given("gdb"))
    tools.gdb_port = static_cast<std::uint16_t>(parse_count(settings.get("gdb"), 0, 65535));
  if (settings.given("tile"))
    tools.gdb_tile =
        static_cast<Rank>(parse_count(settings.get("tile"), 0, std::uint64_t{platform.topology.size()} - 1));
  if (settings.given("output.trace_tiles"))
    tools.traced_tiles = parse_ranks(settings.get("output.trace_tiles"), platform.topology);
  if (settings.given("output.trace_cycles")) read_cycles(settings.get("output.trace_cycles"), tools);
  read_values(settings, tools);
  return tools;
}

}  // namespace collnoc
