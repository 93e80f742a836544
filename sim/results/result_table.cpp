#include "sim/results/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/common/version.hpp"
#include "sim/results/profile_table.hpp"
#include "sim/results/table_parts.hpp"

namespace collnoc {
namespace {

bool many_roots(const std::vector<RunResult>& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](const RunResult& run) { return run.config.root != runs.front().config.root; });
}

std::string run_heading(const std::vector<RunResult>& runs) {
  const RunConfig& config = runs.front().config;
  std::string text =
      fmt::format("# collnoc {}  {}  {}", version, word_of(config.collective), platform_text(config));
  if (form_of(config.collective).rooted() && !many_roots(runs)) text += fmt::format("  root={}", config.root);
  if (form_of(config.collective).combines)
    text += fmt::format("  op={} type={}", word_of(config.op), word_of(config.element));
  if (config.firmware == Firmware::rv32)
    text += "  firmware=rv32";
  else if (config.executor == Executor::native)
    text += fmt::format("  startup={}", config.startup_cycles);
  if (config.executor == Executor::nic) text += "  executor=nic";
  if (config.step_barrier) text += "  step-barrier";
  return text;
}

std::string closing(std::uint64_t wrong, const Platform& platform, std::uint64_t link_cycles,
                    std::uint64_t processor_cycles, const Palette& palette) {
  const std::string bytes = fmt::format("# bytes wrong: {}", grouped(wrong));
  std::string text = wrong > 0 ? palette.alarm(bytes) : palette.note(bytes);
  if (is_lockstep(platform.backend)) {
    std::string line = "    " + differences(platform, link_cycles);
    if (processor_cycles > 0) line += fmt::format(" and of {} processor-cycles", grouped(processor_cycles));
    text += palette.note(line);
  }
  return text + "\n";
}

}  // namespace

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.1f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string spread_text(std::vector<std::uint64_t> values) {
  if (values.empty()) return "-";
  std::sort(values.begin(), values.end());
  return fmt::format("{}/{}/{}", values.front(), values[values.size() / 2], values.back());
}

std::string startup_text(const RunResult& run) {
  if (!run.rv32 || !run.rv32->startup) return "-";
  return fmt::format("{}/{}/{}", run.rv32->startup->minimum, run.rv32->startup->median,
                     run.rv32->startup->maximum);
}

std::size_t failed(const TileProgramResult& result) {
  return static_cast<std::size_t>(std::count_if(result.exit_code_per_rank.begin(),
                                                result.exit_code_per_rank.end(),
                                                [](std::uint32_t code) { return code != 0; }));
}

std::string platform_text(const Platform& platform) {
  const HardwareConfig& hardware = platform.hardware;
  std::string text = fmt::format("{}  {}  backend={} ", platform.topology_text, word_of(platform.nic()),
                                 word_of(platform.backend));
  if (platform.kernel == KernelKind::systemc)
    text += fmt::format(" kernel={} ({})", word_of(platform.kernel), word_of(platform.systemc));
  for (const NodeParameter& p : node_parameters) {
    const unsigned value = p.get(hardware);
    const bool always = p.field == "flit_bits" || p.field == "vcs" || p.field == "vc_depth";
    if (!p.option.empty() && (always || value != p.fallback))
      text += fmt::format(" {}={}", p.option, p.text(value));
  }
  return text;
}

namespace {

/// Output pins of a node as ports of its SystemC module (docs/reference/systemc.md).
unsigned output_pins(const HardwareConfig& h) {
  const unsigned words = h.flit_bits / 64;
  return h.links() * (5 + words)        // valid, head, tail, vc, data and credit of each link
         + 5                            // reg_ready, reg_rdata, event, quiescent, held
         + 2 * h.reads()                // rd_req, rd_addr
         + h.channels() * (3 + words);  // wr_req, wr_addr, wr_strb, wr_data
}

}  // namespace

std::string differences(const Platform& platform, std::uint64_t link_cycles) {
  std::string text =
      fmt::format("{} and model differ: 0 of {} link-cycles",
                  platform.backend == Backend::netlist_lockstep ? "netlist" : "RTL", grouped(link_cycles));
  if (platform.kernel == KernelKind::systemc && platform.systemc == SystemcForm::pins) {
    const std::uint64_t node_cycles = link_cycles / (2 * platform.hardware.links());
    text += fmt::format(", {} pins", grouped(node_cycles * output_pins(platform.hardware)));
  }
  return text;
}

std::string result_table(const std::vector<RunResult>& runs, const Palette& palette) {
  std::vector<std::string_view> without;
  if (!many_roots(runs)) without.push_back("root");
  if (runs.front().config.firmware != Firmware::rv32) without.insert(without.end(), {"instructions", "T_s"});
  Table table;
  std::uint64_t wrong = 0, compared = 0, processor_cycles = 0;
  for (const RunResult& run : runs) {
    table.add_cells(run_cells(run, run.config), without);
    processor_cycles += run.rv32 ? run.rv32->processor_cycles_compared : 0;
    wrong += run.bytes_wrong;
    compared += run.link_cycles_compared;
  }
  std::string text = palette.note(run_heading(runs)) + "\n" + table.text(palette) +
                     closing(wrong, runs.front().config, compared, processor_cycles, palette);
  for (const RunResult& run : runs) {
    const std::string notes = network_notes(run.config, run, palette);
    if (!notes.empty() && runs.size() > 1) text += palette.note("# " + run_id(run.config)) + "\n";
    text += notes;
  }
  for (const RunResult& run : runs) {
    if (!run.rv32 || !run.rv32->profile) continue;
    if (runs.size() > 1) text += palette.note("# profile of " + run_id(run.config)) + "\n";
    text += profile_table(*run.rv32->profile, palette);
  }
  return text;
}

std::string tile_program_table(const TileProgramResult& result, const Palette& palette) {
  const TileProgramConfig& config = result.config;
  Table table;
  table.add_cells(program_cells(result, config));
  std::string text = palette.note(fmt::format("# collnoc {}  {}  {}", version,
                                              std::filesystem::path(config.file).filename().string(),
                                              platform_text(config))) +
                     "\n" + table.text(palette);
  if (is_lockstep(config.backend))
    text += palette.note(fmt::format("# {} and of {} processor-cycles",
                                     differences(config, result.link_cycles_compared),
                                     grouped(result.processor_cycles_compared))) +
            "\n";
  text += network_notes(config, result, palette);
  if (result.profile) text += profile_table(*result.profile, palette);
  return text;
}

}  // namespace collnoc
