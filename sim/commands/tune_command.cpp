// collnoc tune: measures the fastest algorithm of every case on the model and writes the table that `auto`
// reads.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sim/commands/command.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/output_file.hpp"
#include "sim/run/fastest.hpp"
#include "sim/run/left_out.hpp"
#include "sim/topology/topology_text.hpp"
#include "sim/tune/tuned_table.hpp"

namespace collnoc {
namespace {

constexpr const char* message_bytes = "8,64,512,4K,32K";
constexpr const char* block_bytes = "8,64,512";

class TuneCommand final : public Command {
 public:
  TuneCommand()
      : Command("tune", "measure which algorithm is the fastest, for --algorithm auto",
                {"collnoc tune --collective broadcast --topology mesh:8x8 --output tuned.json"},
                tune_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const std::string output = settings.text("tune.output");
    OutputFile file("--output", output);
    const std::vector<RunConfig> cases = read_cases(settings, context.catalogue);
    ProgressLine line(context.console, false);
    std::vector<TunedEntry> entries;
    LeftOut left_out;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const TunedEntry entry =
          fastest(cases[i], context, line.part(i, cases.size(), run_id(cases[i])), left_out);
      if (!entry.algorithm.empty()) entries.push_back(entry);
    }
    const TunedTable table(std::move(entries));
    file.write(table.text());
    file.commit();
    line.clear();
    if (!left_out.empty())
      tell(fmt::format(
               "left out {} schedules that do not apply to a case{}: {}", left_out.times(),
               cases.size() == table.entries().size()
                   ? ""
                   : fmt::format(", and {} cases without a schedule", cases.size() - table.entries().size()),
               left_out.numbers_by_reason()),
           context.console);
    conclude(context.console, fmt::format("# {} cases; {}\n", table.entries().size(), output),
             [&] { return nlohmann::ordered_json::parse(table.text()); });
    return ExitCode::good;
  }

 private:
  static std::vector<std::uint64_t> sizes(const Settings& settings, Collective collective) {
    if (!form_of(collective).has_data()) return {0};
    if (!settings.text("tune.bytes").empty()) return parse_sizes(settings.get("tune.bytes"));
    const bool message = form_of(collective).start.layout == Layout::block;
    return parse_sizes({message ? message_bytes : block_bytes, "--bytes"});
  }

  static Given given(const char* flag, const std::string& text) {
    return {text, std::string(flag) + " " + text};
  }

  /// Who performs the schedules, and the cycles of software in each send.
  static std::vector<std::pair<Executor, std::uint64_t>> executors(const Settings& settings) {
    std::vector<std::pair<Executor, std::uint64_t>> all;
    for (const std::string& name : parse_list(settings.get("tune.executor"))) {
      const Executor executor = parse_word<Executor>(given("--executor", name), "executor");
      if (executor == Executor::nic) {
        all.emplace_back(executor, 0);
        continue;
      }
      for (const std::string& startup : parse_list(settings.get("tune.startup_cycles")))
        all.emplace_back(executor, parse_count(given("--startup-cycles", startup), 0, 1'000'000'000));
    }
    return all;
  }

  /// A piece that begins with a digit belongs to the one before it: dragonfly:4,2.
  static std::vector<std::string> topologies(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream pieces(text);
    for (std::string piece; std::getline(pieces, piece, ',');) {
      if (!all.empty() && !piece.empty() && piece.front() >= '0' && piece.front() <= '9')
        all.back() += "," + piece;
      else
        all.push_back(piece);
    }
    for (auto at = all.begin(); at != all.end(); ++at) {
      if (std::find(all.begin(), at, *at) != at)
        throw UserError(fmt::format("--topology {}: {} is listed twice", text, *at));
    }
    return all;
  }

  /// Every combination; `algorithm` is not chosen yet.
  static std::vector<RunConfig> read_cases(const Settings& settings, const AlgorithmCatalogue& catalogue) {
    std::vector<RunConfig> cases;
    for (const std::string& name : parse_list(settings.get("tune.collective"))) {
      const Collective collective = parse_word<Collective>(given("--collective", name), "collective");
      for (const std::string& topology : topologies(settings.text("tune.topology")))
        for (const std::string& nic : parse_list(settings.get("tune.nic")))
          for (const auto& [executor, startup] : executors(settings)) {
            for (const std::uint64_t bytes : sizes(settings, collective)) {
              RunConfig config;
              config.collective = collective;
              config.topology = catalogue.topology(topology);
              config.topology_text = to_text(config.topology);
              require_hardware(given("--topology", topology), config.topology);
              config.hardware.fit(config.topology);
              config.hardware.vcs = config.hardware.default_vcs();
              config.hardware.all_port =
                  parse_word<PortModel>(given("--nic", nic), "NIC") == PortModel::all_port;
              config.executor = executor;
              config.hardware = with_executor(config.hardware, executor, collective);
              config.startup_cycles = startup;
              config.bytes = bytes;
              for (const std::string& word : parse_list(settings.get("tune.multicast"))) {
                config.hardware.multicast = parse_switch(given("--multicast", word));
                if (!config.hardware.multicast || multicasts(config, catalogue)) cases.push_back(config);
              }
            }
          }
    }
    return cases;
  }

  /// Whether a schedule of the collective uses the hardware's multicast there.
  static bool multicasts(const RunConfig& config, const AlgorithmCatalogue& catalogue) {
    HardwareConfig without = config.hardware;
    without.multicast = false;
    return std::ranges::any_of(catalogue.algorithms(), [&](const AlgorithmInfo& info) {
      const auto applies = [&](const HardwareConfig& hardware) {
        return !catalogue.why_not(config.collective, info.name, config.topology, hardware, config.bytes);
      };
      return info.collective == config.collective && applies(config.hardware) && !applies(without);
    });
  }

  /// The fastest algorithms; no name where none applies.
  static TunedEntry fastest(RunConfig config, Context& context, const Progress& progress, LeftOut& left_out) {
    TunedEntry best{{config.collective, config.topology_text, config.nic(), config.startup_cycles,
                     config.bytes, config.executor, config.hardware.multicast},
                    "",
                    0,
                    {}};
    Fastest all;
    for (const AlgorithmInfo& info : context.catalogue.algorithms()) {
      if (info.collective != config.collective) continue;
      if (const auto reason = context.catalogue.why_not(config.collective, info.name, config.topology,
                                                        config.hardware, config.bytes)) {
        left_out.add({info.name, *reason, "", 1});
        continue;
      }
      config.algorithm = info.name;
      const RunResult result = context.engine.collective(config, progress, {});
      if (result.bytes_wrong > 0)
        throw WrongData(fmt::format("{}: {} bytes wrong", run_id(config), result.bytes_wrong));
      all.add(info.name, result.cycles);
    }
    if (all.empty()) return best;
    best.algorithm = all.names().front();
    best.cycles = all.cycles();
    best.equal.assign(all.names().begin() + 1, all.names().end());
    return best;
  }
};

}  // namespace

std::unique_ptr<Command> make_tune_command() { return std::make_unique<TuneCommand>(); }

}  // namespace collnoc
