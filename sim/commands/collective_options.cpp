#include "sim/commands/collective_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "sim/commands/algorithm_choice.hpp"
#include "sim/commands/command.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/roots.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/errors.hpp"
#include "sim/schedule/rank_plan.hpp"

namespace collnoc {
namespace {

Collective read_collective(const Settings& settings) {
  const Given given = settings.get("collective");
  if (given.text.empty())
    throw UserError(fmt::format("no collective given; {}", suggestion("", words_of<Collective>())));
  return parse_word<Collective>(given, "collective");
}

}  // namespace

std::vector<RunConfig> plan_collectives(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                        const Platform& platform, Executor executor, LeftOut& left_out,
                                        const Fits& fits, const Best& best) {
  const auto known = [&catalogue](const RunConfig& c, const std::vector<std::string>& applicable) {
    return catalogue.best(c.collective, c.topology, c.hardware, c.bytes, c.executor, c.startup_cycles,
                          applicable);
  };
  RunConfig config;
  static_cast<Platform&>(config) = platform;
  config.collective = read_collective(settings);
  const Given bytes = settings.get("bytes"), algorithm = settings.get("algorithm");
  const bool has_data = form_of(config.collective).has_data();
  if (!has_data && settings.given("bytes"))
    fail(bytes, fmt::format("{} has no bytes", word_of(config.collective)));
  const std::vector<std::uint64_t> sizes = has_data ? parse_sizes(bytes) : std::vector<std::uint64_t>{0};
  if (settings.given("root") && !form_of(config.collective).rooted())
    fail(settings.get("root"), fmt::format("{} has no root", word_of(config.collective)));
  if (form_of(config.collective).combines) {
    config.op = parse_word<Op>(settings.get("op"), "operation");
    config.element = parse_word<Element>(settings.get("type"), "type");
    if (!has_operation(config.element, config.op))
      fail(settings.get("op"), fmt::format("{} has sums only, --op sum", word_of(config.element)));
    for (const std::uint64_t size : sizes)
      if (size % bytes_of(config.element) != 0)
        fail(bytes, fmt::format("{} bytes are no whole number of elements: an {} has {} bytes", size,
                                word_of(config.element), bytes_of(config.element)));
  } else {
    for (const char* key : {"op", "type"})
      if (settings.given(key))
        fail(settings.get(key), fmt::format("{} combines nothing", word_of(config.collective)));
  }
  config.executor = executor;
  config.hardware = with_executor(config.hardware, executor, config.collective, config.element);
  if (settings.given("hardware.sequencer") && config.hardware.sequencer != platform.hardware.sequencer)
    fail(settings.get("hardware.sequencer"), "--executor nic needs the sequencer");
  if (settings.given("hardware.accumulate") && config.hardware.accumulate != platform.hardware.accumulate)
    fail(settings.get("hardware.accumulate"),
         fmt::format("--executor nic needs NICs that accumulate for {}", word_of(config.collective)));
  if (settings.given("hardware.float_sums") && config.hardware.float_sums != platform.hardware.float_sums)
    fail(settings.get("hardware.float_sums"),
         fmt::format("NICs that accumulate need it for elements of {}", word_of(config.element)));
  const std::vector<Rank> roots = choose_roots(settings.get("root"), platform.topology);

  read_values(settings, config);

  // Plans of sequencers and programs of processors take a part of the memory.
  const bool native = executor == Executor::native &&
                      (!settings.given("firmware") || settings.text("firmware") == word_of(Firmware::native));
  SizeLimit limit{form_of(config.collective).combines ? bytes_of(config.element) : 1u, native, {}, {}};
  if (executor == Executor::native || platform.topology.size() <= most_ranks_planned_again)
    limit.fits = fits;
  else
    limit.unknown = not_planned_again();
  if (roots.size() > 1 && settings.given("auto") && settings.text("auto") == "measure")
    fail(settings.get("auto"), fmt::format("measures for one root, and {} are given", roots.size()));
  std::vector<RunConfig> plan;
  for (const std::uint64_t size : sizes) {
    config.bytes = size;
    config.root = roots.front();
    for (const std::string& name :
         choose_algorithms(algorithm, bytes, catalogue, config, limit, best ? best : known, left_out)) {
      config.algorithm = name;
      const std::optional<Rank> only = catalogue.only_root(config.collective, name);
      for (const Rank root : only && !settings.given("root") ? std::vector<Rank>{*only} : roots) {
        if (only && root != *only)
          fail(settings.get("root"), fmt::format("the root of {} is {}", name, *only));
        config.root = root;
        plan.push_back(config);
      }
    }
  }
  return plan;
}

void tell_choices(const LeftOut& left_out, const Settings& settings, const Topology& topology,
                  Console& console) {
  if (settings.on("output.quiet")) return;
  if (const std::string root = chosen_root(settings.get("root"), topology); !root.empty())
    tell(root, console);
  if (left_out.empty() || console.results) return;  // the document has them
  tell(fmt::format("{}: left out: {}", settings.get("algorithm").quoted, left_out.names_by_reason()),
       console);
}

Executor read_executor(const Settings& settings) {
  return parse_word<Executor>(settings.get("executor"), "executor");
}

bool is_program(const Settings& settings) {
  const Given given = settings.get("firmware");
  if (from_text<Firmware>(given.text)) return false;
  std::error_code none;
  if (given.text.find_first_of("./") != std::string::npos ||
      std::filesystem::is_regular_file(given.text, none)) {
    return true;
  }
  fail(given, fmt::format("unknown firmware '{}'; {}, or a program's ELF file", given.text,
                          suggestion(given.text, words_of<Firmware>())));
}

TileProgramConfig read_tile_program(const Settings& settings, const Platform& platform) {
  const Given file = settings.get("firmware");
  settings.refuse(for_collectives, fmt::format("; {} is a program of your own", file.text));
  TileProgramConfig config;
  static_cast<Platform&>(config) = platform;
  config.file = file.text;
  read_values(settings, config);
  if (settings.on("energy") && config.hardware.sequencer)
    fail(settings.get("energy"),
         "counts the puts of a program's software; with --sequencer on, the NIC makes further ones that "
         "nothing counts");
  check_outputs(config);
  if (!settings.given("memory")) return config;
  const Given memory = settings.get("memory");
  const std::vector<std::uint64_t> bytes = parse_sizes(memory);
  if (bytes.size() != 1 || bytes[0] < least_tile_memory || bytes[0] > addressable_bytes ||
      !std::has_single_bit(bytes[0]))
    fail(memory, fmt::format("must be a power of two from {}K to {}M", least_tile_memory >> 10,
                             addressable_bytes >> 20));
  config.memory_bytes = static_cast<std::uint32_t>(bytes[0]);
  return config;
}

void read_run(const Settings& settings, std::vector<RunConfig>& plan) {
  const Given firmware = settings.get("firmware");
  const Firmware kind = parse_word<Firmware>(firmware, "firmware");
  if (kind == Firmware::rv32 && settings.given("startup_cycles"))
    fail(settings.get("startup_cycles"),
         fmt::format("applies to native firmware only; with {} the processors' own start-up counts",
                     firmware.quoted));
  const Executor executor = read_executor(settings);
  if (executor == Executor::nic) {
    if (settings.given("startup_cycles"))
      fail(settings.get("startup_cycles"),
           "applies to the native executor only: with --executor nic no software runs between sends");
  }
  settings.refuse(for_programs);
  if (kind == Firmware::native) settings.refuse(for_processors);
  for (const std::string key : {"output.trace", "output.timeline", "output.record"})
    if (settings.given(key) && plan.size() > 1)
      fail(settings.get(key), fmt::format("records one run, but this command makes {}; give one algorithm, "
                                          "size and root",
                                          plan.size()));
  for (RunConfig& config : plan) {
    config.firmware = kind;
    config.executor = executor;
    check_outputs(config);
  }
}

}  // namespace collnoc
