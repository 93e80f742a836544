// collnoc synthesize: makes a schedule for one network, as a file.
#include <fmt/format.h>

#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/roots.hpp"
#include "sim/program/values.hpp"
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
  explicit SynthesizeCommand(CLI::App& program)
      : Command(program, "synthesize", "make a schedule for one network, as a file",
                {"collnoc synthesize total-exchange --topology torus:4x4 --bytes 4K --output exchange.json",
                 "collnoc synthesize total-exchange --topology product:star:3+mesh:4 --by product --nic "
                 "one-port --output exchange.json"}) {
    app().add_option("COLLECTIVE", collective_, "any but barrier")->required();
    option("--topology", topology_, "the network", "KIND:SIZES");
    option("--bytes", bytes_, "of a message or block", "SIZE");
    option("--root", root_, "where the collective has one: rank, coordinates 3,5, or best", "RANK");
    option(
        "--by", by_,
        "search, or product: a total exchange by Algorithm A2 (one-port) or A3 (all-port) of Dimakopoulos & "
        "Dimopoulos, one message per pair and one hop per step",
        "search|product");
    option("--nic", nic_, "that performs it: with one port, a node sends one piece and gets one at a time",
           "one-port|all-port");
    app()
        .add_option("--pieces", pieces_,
                    "into which a block is cut, each with its own way [broadcast, reduce: four per link of a "
                    "node; 1]")
        ->type_name("N");
    option("--tries", tries_, "searches, of which the shortest schedule is kept", "N");
    option("--seed", seed_, "of the first search", "N");
    app()
        .add_option("-o,--output", output_, "the schedule, for --algorithm file:FILE")
        ->type_name("FILE")
        ->required();
  }

  ExitCode execute(Context& context) override {
    ScheduleRequest request;
    request.collective = parse_word<Collective>({collective_, collective_}, "collective");
    const std::string name(word_of(request.collective));
    if (!form_of(request.collective).has_data())
      throw UserError(fmt::format("synthesize {}: schedules in files move data, and it has none", name));
    request.topology = context.catalogue.topology(topology_);
    request.topology_text = to_text(request.topology);
    if (request.topology.size() < 2)
      throw UserError(fmt::format("--topology {}: one node has nobody to send to", topology_));
    if (request.topology.nodes() != request.topology.size())
      throw UserError(
          fmt::format("--topology {}: blocks cannot stay at its switches, which a schedule of "
                      "this kind needs: rank to rank, link by link",
                      topology_));
    request.hardware.fit(request.topology);
    request.hardware.vcs = request.hardware.default_vcs();
    request.nic = parse_word<PortModel>({nic_, "--nic " + nic_}, "NIC");
    request.hardware.all_port = request.nic == PortModel::all_port;
    read_method(request);
    const std::vector<std::uint64_t> sizes = parse_sizes({bytes_, "--bytes " + bytes_});
    if (sizes.size() > 1)
      throw UserError(
          fmt::format("--bytes {}: a schedule is made for one size, and runs with others", bytes_));
    request.bytes = sizes.front();
    const Given root{root_, "--root " + root_};
    const std::vector<Rank> roots = choose_roots(root, request.topology);
    if (roots.size() > 1) fail(root, "a schedule is made for one root");
    if (root.text == "best" && !form_of(request.collective).rooted())
      fail(root, fmt::format("{} has no root", name));
    request.root = roots.front();
    const Job job{request.topology, request.root, static_cast<std::uint32_t>(request.bytes), 0};
    const SynthesisOptions options = read_options(request);

    request.algorithm = "file:" + output_;
    const std::uint64_t table = form_of(request.collective).blocks(request.topology.size());
    if (request.bytes > addressable_bytes / table)
      throw UserError(fmt::format("--bytes {}: {} blocks exceed a tile's memory of {} bytes", bytes_, table,
                                  addressable_bytes));

    if (const std::string chosen = chosen_root(root, request.topology); !chosen.empty())
      tell(chosen, context.console);
    OutputFile file("--output", output_);
    ProgressLine progress(context.console, false);
    progress.watch("search for " + name);
    const Schedule schedule = make(request, job, options);
    file.write(to_json(schedule).dump(1) + "\n");
    file.commit();
    for (const CheckLine& line : context.catalogue.check(request))
      if (line.claimed && !line.good)
        throw WrongData(fmt::format("{}: {}: {}", output_, line.question, line.answer));
    if (const auto reason = context.catalogue.why_not(request.collective, request.algorithm, request.topology,
                                                      request.hardware, request.bytes))
      tell(fmt::format("{} runs with smaller sizes: {}", output_, *reason), context.console);
    progress.clear();
    if (by_ == "product") {
      context.console.out << fmt::format("# {} on {}, {}: {} steps of one message and hop; proved; {}\n",
                                         name, request.topology_text, word_of(request.nic),
                                         schedule.steps.size(), output_);
      return ExitCode::good;
    }
    const std::uint64_t least = least_steps(request.collective, job, options);
    context.console.out << fmt::format(
        "# {} on {}, {} piece{} per block: {} steps of one piece per {}, no such schedule has fewer than "
        "{}; "
        "proved; {}\n",
        name, request.topology_text, options.pieces, options.pieces == 1 ? "" : "s", step_count(schedule),
        request.hardware.all_port ? "link" : "node", least, output_);
    return ExitCode::good;
  }

 private:
  /// Refuses --by and --nic that do not fit together, or the collective.
  void read_method(const ScheduleRequest& request) const {
    const Given by{by_, "--by " + by_};
    if (by_ == "search") return;
    if (by_ != "product") fail(by, "must be search or product");
    if (request.collective != Collective::total_exchange) fail(by, "is for total-exchange only");
    if (!pieces_.empty()) fail({pieces_, "--pieces " + pieces_}, "--by product moves whole blocks");
  }

  Schedule make(const ScheduleRequest& request, const Job& job, const SynthesisOptions& options) const {
    if (by_ == "search") return synthesize(request.collective, job, options);
    const std::optional<Schedule> schedule = exchange_of_product(job, request.nic);
    if (!schedule)
      fail({by_, "--by " + by_},
           fmt::format("does not apply to {}: it needs {}a total exchange of each factor, which a factor of "
                       "more than {} nodes has only if it is a line or a Cayley graph by its links",
                       request.topology_text,
                       request.nic == PortModel::all_port ? "on all ports 2^k equal factors, and " : "",
                       theory::most_listed_nodes));
    return *schedule;
  }

  void option(const std::string& flag, std::string& text, const std::string& help, const std::string& type) {
    app().add_option(flag, text, fmt::format("{} [{}]", help, text))->type_name(type);
  }

  SynthesisOptions read_options(const ScheduleRequest& request) const {
    const CollectiveForm& form = form_of(request.collective);
    // One block for all, or from all: without pieces, links wait for it.
    const bool single =
        form.rooted() && form.start.layout == Layout::block && form.result.layout == Layout::block;
    const bool shares = request.collective == Collective::all_reduce;
    const std::uint64_t ranks = request.topology.size(), words = request.bytes / 8 / (shares ? ranks : 1);
    if (shares && words == 0)
      fail({bytes_, "--bytes " + bytes_},
           fmt::format(
               "each of the {} ranks combines a part of the vector, of 8 bytes or more: at least {} bytes",
               ranks, 8 * ranks));
    SynthesisOptions options;
    const std::uint64_t most = std::max<std::uint64_t>(1, words);
    options.pieces =
        single ? static_cast<unsigned>(std::min<std::uint64_t>(most, 4 * request.topology.links())) : 1;
    if (!pieces_.empty())
      options.pieces = static_cast<unsigned>(
          parse_count({pieces_, "--pieces " + pieces_}, 1, std::min<std::uint64_t>(most, 4096)));
    const std::uint64_t blocks = single                                                ? 1
                                 : form.personal() && !form.combines && !form.rooted() ? ranks * ranks
                                                                                       : ranks;
    if (blocks * options.pieces > most_pieces)
      throw UserError(fmt::format("synthesize: {} pieces on {} are {}, at most {} are searched",
                                  options.pieces, request.topology_text, blocks * options.pieces,
                                  most_pieces));
    options.tries = static_cast<unsigned>(parse_count({tries_, "--tries " + tries_}, 1, 10'000));
    options.nic = request.nic;
    options.seed = parse_count({seed_, "--seed " + seed_}, 0, 1'000'000'000);
    return options;
  }

  std::string collective_;
  std::string topology_ = "mesh:8x8";
  std::string bytes_ = "1024";
  std::string root_ = "0";
  std::string by_ = "search";
  std::string nic_ = "all-port";
  std::string pieces_;
  std::string tries_ = "16";
  std::string seed_ = "1";
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> make_synthesize_command(CLI::App& program) {
  return std::make_unique<SynthesizeCommand>(program);
}

}  // namespace collnoc
