// collnoc tune: measures the fastest algorithm of every case on the model and writes the table that `auto`
// reads.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/values.hpp"
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
  explicit TuneCommand(CLI::App& program)
      : Command(program, "tune", "measure which algorithm is the fastest, for --algorithm auto",
                {"collnoc tune --collective broadcast --topology mesh:8x8 --output tuned.json"}) {
    option("--collective", collectives_, "comma list", "NAMES");
    option("--topology", topologies_, "comma list", "NAMES");
    option("--nic", nics_, "comma list", "NAMES");
    app()
        .add_option("--bytes", bytes_,
                    fmt::format("sizes [messages {}, blocks {}]", message_bytes, block_bytes))
        ->type_name("SIZES");
    option("--startup-cycles", startups_, "of the executor native, comma list", "LIST");
    option("--executor", executors_, "comma list", "NAMES");
    option("--multicast", multicasts_, "hardware without and with it, comma list", "WORDS");
    option("--output", output_, "the table; the program is built with sim/tune/tuned.json", "FILE");
  }

  ExitCode execute(Context& context) override {
    OutputFile file("--output", output_);
    const std::vector<RunConfig> cases = read_cases(context.catalogue);
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
    context.console.out << fmt::format("# {} cases; {}\n", table.entries().size(), output_) << std::flush;
    return ExitCode::good;
  }

 private:
  void option(const std::string& flag, std::string& text, const std::string& help, const std::string& type) {
    app().add_option(flag, text, fmt::format("{} [{}]", help, text))->type_name(type);
  }

  static std::string all_collectives() {
    std::string names;
    for (const CollectiveForm& form : collective_forms)
      names += std::string(names.empty() ? "" : ",") + form.name;
    return names;
  }

  std::vector<std::uint64_t> sizes(Collective collective) const {
    if (!form_of(collective).has_data()) return {0};
    if (!bytes_.empty()) return parse_sizes({bytes_, "--bytes " + bytes_});
    const bool message = form_of(collective).start.layout == Layout::block;
    return parse_sizes({message ? message_bytes : block_bytes, "--bytes"});
  }

  static Given given(const char* flag, const std::string& text) {
    return {text, std::string(flag) + " " + text};
  }

  /// Who performs the schedules, and the cycles of software in each send.
  std::vector<std::pair<Executor, std::uint64_t>> executors() const {
    std::vector<std::pair<Executor, std::uint64_t>> all;
    for (const std::string& name : parse_list(given("--executor", executors_))) {
      const Executor executor = parse_word<Executor>(given("--executor", name), "executor");
      if (executor == Executor::nic) {
        all.emplace_back(executor, 0);
        continue;
      }
      for (const std::string& startup : parse_list(given("--startup-cycles", startups_)))
        all.emplace_back(executor, parse_count(given("--startup-cycles", startup), 0, 1'000'000'000));
    }
    return all;
  }

  /// A piece that begins with a digit belongs to the one before it: dragonfly:4,2.
  std::vector<std::string> topologies() const {
    std::vector<std::string> all;
    std::istringstream pieces(topologies_);
    for (std::string piece; std::getline(pieces, piece, ',');) {
      if (!all.empty() && !piece.empty() && piece.front() >= '0' && piece.front() <= '9')
        all.back() += "," + piece;
      else
        all.push_back(piece);
    }
    for (auto at = all.begin(); at != all.end(); ++at) {
      if (std::find(all.begin(), at, *at) != at)
        throw UserError(fmt::format("--topology {}: {} is listed twice", topologies_, *at));
    }
    return all;
  }

  /// Every combination; `algorithm` is not chosen yet.
  std::vector<RunConfig> read_cases(const AlgorithmCatalogue& catalogue) const {
    std::vector<RunConfig> cases;
    for (const std::string& name : parse_list(given("--collective", collectives_))) {
      const Collective collective = parse_word<Collective>(given("--collective", name), "collective");
      for (const std::string& topology : topologies())
        for (const std::string& nic : parse_list(given("--nic", nics_)))
          for (const auto& [executor, startup] : executors()) {
            for (const std::uint64_t bytes : sizes(collective)) {
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
              for (const std::string& word : parse_list(given("--multicast", multicasts_))) {
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

  std::string collectives_ = all_collectives();
  std::string topologies_ = "mesh:4x4,mesh:8x8,torus:4x4,torus:8x8,torus:4x4x4,hypercube:6,ghc:4x4,star:4";
  std::string nics_ = "one-port,all-port";
  std::string bytes_;
  std::string startups_ = "0,100,1000";
  std::string executors_ = "native,nic";
  std::string multicasts_ = "off,on";
  std::string output_ = "sim/tune/tuned.json";
};

}  // namespace

std::unique_ptr<Command> make_tune_command(CLI::App& program) {
  return std::make_unique<TuneCommand>(program);
}

}  // namespace collnoc
