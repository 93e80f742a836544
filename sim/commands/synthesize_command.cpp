// collnoc synthesize: makes a schedule for one network, as a file.
#include <fmt/format.h>

#include "sim/commands/command.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/roots.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/output_file.hpp"
#include "sim/schedule/schedule_json.hpp"
#include "sim/synthesis/product_exchange.hpp"
#include "sim/synthesis/synthesis.hpp"
#include "sim/theory/exchange.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// More blocks than this take minutes.
constexpr std::uint64_t most_pieces = 100'000;

class SynthesizeCommand final : public Command {
 public:
  SynthesizeCommand()
      : Command("synthesize", "make a schedule for one network, as a file",
                {"collnoc synthesize total-exchange --topology torus:4x4 --bytes 4K --output exchange.json",
                 "collnoc synthesize total-exchange --topology product:star:3+mesh:4 --by product --nic "
                 "one-port --output exchange.json"},
                synthesize_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const std::string topology = settings.text("synthesize.topology"),
                      output = settings.text("synthesize.output");
    ScheduleRequest request;
    request.collective = parse_word<Collective>(settings.get("synthesize.collective"), "collective");
    const std::string name(word_of(request.collective));
    if (!form_of(request.collective).has_data())
      throw UserError(fmt::format("synthesize {}: schedules in files move data, and it has none", name));
    request.topology = context.catalogue.topology(topology);
    request.topology_text = to_text(request.topology);
    if (request.topology.size() < 2)
      throw UserError(fmt::format("--topology {}: one node has nobody to send to", topology));
    if (request.topology.nodes() != request.topology.size())
      throw UserError(
          fmt::format("--topology {}: blocks cannot stay at its switches, which a schedule of "
                      "this kind needs: rank to rank, link by link",
                      topology));
    request.hardware.fit(request.topology);
    request.hardware.vcs = request.hardware.default_vcs();
    request.nic = parse_word<PortModel>(settings.get("synthesize.nic"), "NIC");
    request.hardware.all_port = request.nic == PortModel::all_port;
    read_method(settings, request);
    const std::vector<std::uint64_t> sizes = parse_sizes(settings.get("synthesize.bytes"));
    if (sizes.size() > 1)
      throw UserError(fmt::format("--bytes {}: a schedule is made for one size, and runs with others",
                                  settings.text("synthesize.bytes")));
    request.bytes = sizes.front();
    const Given root = settings.get("synthesize.root");
    const std::vector<Rank> roots = choose_roots(root, request.topology);
    if (roots.size() > 1) fail(root, "a schedule is made for one root");
    if (root.text == "best" && !form_of(request.collective).rooted())
      fail(root, fmt::format("{} has no root", name));
    request.root = roots.front();
    const Job job{request.topology, request.root, static_cast<std::uint32_t>(request.bytes), 0};
    const SynthesisOptions options = read_options(settings, request);

    request.algorithm = "file:" + output;
    const std::uint64_t table = form_of(request.collective).blocks(request.topology.size());
    if (request.bytes > addressable_bytes / table)
      throw UserError(fmt::format("--bytes {}: {} blocks exceed a tile's memory of {} bytes",
                                  settings.text("synthesize.bytes"), table, addressable_bytes));

    if (const std::string chosen = chosen_root(root, request.topology); !chosen.empty())
      tell(chosen, context.console);
    OutputFile file("--output", output);
    ProgressLine progress(context.console, false);
    progress.watch("search for " + name);
    const Schedule schedule = make(settings, request, job, options);
    file.write(to_json(schedule).dump(1) + "\n");
    file.commit();
    for (const CheckLine& line : context.catalogue.check(request))
      if (line.claimed && !line.good)
        throw WrongData(fmt::format("{}: {}: {}", output, line.question, line.answer));
    if (const auto reason = context.catalogue.why_not(request.collective, request.algorithm, request.topology,
                                                      request.hardware, request.bytes))
      tell(fmt::format("{} runs with smaller sizes: {}", output, *reason), context.console);
    progress.clear();
    const auto document = [&] { return to_json(schedule); };
    if (settings.text("synthesize.by") == "product") {
      conclude(context.console,
               fmt::format("# {} on {}, {}: {} steps of one message and hop; proved; {}\n", name,
                           request.topology_text, word_of(request.nic), schedule.steps.size(), output),
               document);
      return ExitCode::good;
    }
    const std::uint64_t least = least_steps(request.collective, job, options);
    conclude(context.console,
             fmt::format("# {} on {}, {} piece{} per block: {} steps of one piece per {}, no such schedule "
                         "has fewer than "
                         "{}; "
                         "proved; {}\n",
                         name, request.topology_text, options.pieces, options.pieces == 1 ? "" : "s",
                         step_count(schedule), request.hardware.all_port ? "link" : "node", least, output),
             document);
    return ExitCode::good;
  }

 private:
  /// Refuses what does not go with the method.
  static void read_method(const Settings& settings, const ScheduleRequest& request) {
    const Given by = settings.get("synthesize.by");
    if (by.text == "search") return;
    if (by.text != "product") fail(by, "must be search or product");
    if (request.collective != Collective::total_exchange) fail(by, "is for total-exchange only");
    if (!settings.text("synthesize.pieces").empty())
      fail(settings.get("synthesize.pieces"), "--by product moves whole blocks");
  }

  static Schedule make(const Settings& settings, const ScheduleRequest& request, const Job& job,
                       const SynthesisOptions& options) {
    if (settings.text("synthesize.by") == "search") return synthesize(request.collective, job, options);
    const std::optional<Schedule> schedule = exchange_of_product(job, request.nic);
    if (!schedule)
      fail(settings.get("synthesize.by"),
           fmt::format("does not apply to {}: it needs {}a total exchange of each factor, which a factor of "
                       "more than {} nodes has only if it is a line or a Cayley graph by its links",
                       request.topology_text,
                       request.nic == PortModel::all_port ? "on all ports 2^k equal factors, and " : "",
                       theory::most_listed_nodes));
    return *schedule;
  }

  static SynthesisOptions read_options(const Settings& settings, const ScheduleRequest& request) {
    const CollectiveForm& form = form_of(request.collective);
    // One block for all, or from all: without pieces, links wait for it.
    const bool single =
        form.rooted() && form.start.layout == Layout::block && form.result.layout == Layout::block;
    const bool shares = request.collective == Collective::all_reduce;
    const std::uint64_t ranks = request.topology.size(), words = request.bytes / 8 / (shares ? ranks : 1);
    if (shares && words == 0)
      fail(settings.get("synthesize.bytes"),
           fmt::format(
               "each of the {} ranks combines a part of the vector, of 8 bytes or more: at least {} bytes",
               ranks, 8 * ranks));
    SynthesisOptions options;
    const std::uint64_t most = std::max<std::uint64_t>(1, words);
    options.pieces =
        single ? static_cast<unsigned>(std::min<std::uint64_t>(most, 4 * request.topology.links())) : 1;
    if (!settings.text("synthesize.pieces").empty())
      options.pieces = static_cast<unsigned>(
          parse_count(settings.get("synthesize.pieces"), 1, std::min<std::uint64_t>(most, 4096)));
    const std::uint64_t blocks = single                                                ? 1
                                 : form.personal() && !form.combines && !form.rooted() ? ranks * ranks
                                                                                       : ranks;
    if (blocks * options.pieces > most_pieces)
      throw UserError(fmt::format("synthesize: {} pieces on {} are {}, at most {} are searched",
                                  options.pieces, request.topology_text, blocks * options.pieces,
                                  most_pieces));
    options.tries = static_cast<unsigned>(parse_count(settings.get("synthesize.tries"), 1, 10'000));
    options.seed = parse_count(settings.get("synthesize.seed"), 0, 1'000'000'000);
    options.nic = request.nic;
    return options;
  }
};

}  // namespace

std::unique_ptr<Command> make_synthesize_command() { return std::make_unique<SynthesizeCommand>(); }

}  // namespace collnoc
