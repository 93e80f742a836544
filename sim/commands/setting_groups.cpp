// Written by sim/run/generate from sim/run/settings.toml: the options of commands, and their simple values.
#include "sim/commands/setting_groups.hpp"

#include <limits>

#include "sim/commands/setting_texts.hpp"
#include "sim/commands/values.hpp"

namespace collnoc {
namespace {

std::vector<Setting> joined(std::initializer_list<std::vector<Setting>> groups) {
  std::vector<Setting> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace

std::vector<Setting> collective_settings() {
  std::vector<Setting> all{
      {"COLLECTIVE", "collective", "", "", collective_names(), true, for_collectives},
      {"algorithm", "algorithm", "NAMES", "auto",
       "comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule "
       "from a file",
       false, for_collectives},
      {"bytes", "bytes", "SIZES", "1K", fmt::format("1024, 1K, 64,4K, 64:64K:4x; {}", data_units()), false,
       for_collectives},
      {"root", "root", "RANK", "0",
       "rank, coordinates 3,5, all, or best: the least total distance to all others", false, for_collectives},
      {"op", "op", alternatives<Op>(), "sum", "of reduce, all-reduce, reduce-scatter", false,
       for_collectives},
      {"type", "type", alternatives<Element>(), "u32", "of their elements", false, for_collectives}};
  for (Setting& setting : all) setting.title = "Collective";
  return all;
}

std::vector<Setting> network_settings() {
  std::vector<Setting> all{
      {"topology", "topology", "KIND:SIZES", "mesh:8x8", "network; see `collnoc list topologies`"},
      {"nic", "nic", alternatives<PortModel>(), "one-port",
       "one channel between NIC and router, or one for each link"}};
  for (Setting& setting : all) setting.title = "Network";
  return all;
}

std::vector<Setting> hardware_settings() {
  std::vector<Setting> all{{"hardware", "hardware.name", hardware_names(), "default",
                            "named hardware; other options override its parameters"}};
  add_node_parameters(all);
  for (Setting& setting : all) setting.title = "Hardware";
  return all;
}

std::vector<Setting> machine_settings() {
  std::vector<Setting> all{
      {"backend", "backend", alternatives<Backend>(), "model",
       "what simulates the nodes; lockstep: both, compared; netlist: gates"},
      {"rtl-nodes", "rtl_nodes", "RANKS", "checkerboard", "backend mixed: RTL nodes, 0-7,12 or checkerboard",
       false, for_mixed},
      {"kernel", "kernel", alternatives<KernelKind>(), "plain",
       "whose clock it is. Results do not depend on it"},
      {"systemc", "systemc", alternatives<SystemcForm>(), "fabric",
       "kernel systemc: what is a module, the network or each node with its pins", false, "", "kernel"},
      {"seed", "seed", "N", "1", "seed of payload and traffic"},
      {"threads", "threads", "N", "1",
       "threads of the simulator, at most; one where that is faster. Results do not depend on it"},
      {"node-by-node", "node_by_node", "", "",
       "the model computes each node by itself, never 64 together. Results do not depend on it"},
      {"explain-speed", "explain_speed", "", "",
       "say on stderr how the network was computed, and why not faster"},
      {"max-cycles", "max_cycles", "N", "100000000", "give up after this many cycles"}};
  for (Setting& setting : all) setting.title = "Simulation";
  return all;
}

std::vector<Setting> energy_settings() {
  std::vector<Setting> all{{"energy", "energy", "", "", "energy of the network, by event"}};
  for (Setting& setting : all) setting.title = "Output";
  return all;
}

std::vector<Setting> run_settings() {
  std::vector<Setting> all{
      {"firmware", "firmware", "native|rv32|FILE.elf", "native",
       "native, rv32 (a processor on every tile), or the ELF file of a program for every tile (then without "
       "COLLECTIVE)"},
      {"executor", "executor", alternatives<Executor>(), "native",
       "who performs the schedule: native, software action by action; nic, the NIC's sequencer (hardware "
       "with --sequencer on, to combine also --accumulate on, with --type f32 --float-sums on)",
       false, for_collectives},
      {"auto", "auto", "predict|measure", "predict",
       "what --algorithm auto goes by: predicted cycles, or those of every schedule, measured on the model",
       false, for_collectives},
      {"tuned", "tuned", "FILE", "",
       "measured cases that --algorithm auto takes first, of collnoc tune; --auto measure adds to it what it "
       "lacks",
       false, for_collectives},
      {"startup-cycles", "startup_cycles", "N", "0", "native: cycles of software per send", false,
       for_collectives},
      {"step-barrier", "step_barrier", "", "", "all ranks start each step together", false, for_collectives},
      {"memory", "memory", "BYTES", "",
       "programs: bytes of memory per tile, 64K to 2M (default: what the program was linked for)", false,
       for_programs},
      {"argument", "argument", "N", "0", "programs: a number that the program can read from its boot block",
       false, for_programs},
      {"stall-timeout", "stall_timeout", "N", "1000000",
       "processors: stop after N cycles in which no flit moves and no tile computes", false, for_processors},
      {"sanitize", "sanitize", "", "", "look for wrong communication: memory used before a wait, and so on"}};
  for (Setting& setting : all) setting.title = "Software";
  return all;
}

std::vector<Setting> files_settings() {
  std::vector<Setting> all{
      {"per-link", "per_link", "", "", "flits and stalls of every link and tile, in the JSON"},
      {"trace", "output.trace", "FILE.fst", "", "waves of the run"},
      {"timeline", "output.timeline", "FILE.json", "",
       "steps and messages of the run over time, for Perfetto and `collnoc report`"},
      {"record", "output.record", "FILE", "", "the messages of the run, for `collnoc replay`"}};
  for (Setting& setting : all) setting.title = "Output";
  return all;
}

std::vector<Setting> processor_settings() {
  std::vector<Setting> all{
      {"gdb", "gdb", "PORT", "",
       "processors: wait for gdb on this port of the loopback interface; 0 chooses a free one", false,
       for_processors},
      {"tile", "tile", "RANK", "",
       "with --gdb: the only tile that gdb sees; otherwise every tile is a thread", false, for_processors,
       "gdb"},
      {"trace-instructions", "output.trace_instructions", "FILE", "",
       "processors: every completed instruction, one line of tab-separated values each", false,
       for_processors},
      {"trace-tiles", "output.trace_tiles", "RANKS", "", "with --trace-instructions: only of these tiles",
       false, for_processors, "output.trace_instructions"},
      {"trace-cycles", "output.trace_cycles", "FIRST:LAST", "",
       "with --trace-instructions: only in these cycles", false, for_processors, "output.trace_instructions"},
      {"profile", "output.profile", "", "",
       "processors: cycles of every function, and what they were used for", false, for_processors},
      {"flame-graph", "output.flame_graph", "FILE", "",
       "processors: cycles of every chain of calls, as folded stacks for flame graphs and speedscope", false,
       for_processors}};
  for (Setting& setting : all) setting.title = "Processors";
  return all;
}

std::vector<Setting> traffic_settings() {
  std::vector<Setting> all{
      {"pattern", "traffic.pattern", alternatives<Pattern>(), "uniform", "see `collnoc list patterns`"},
      {"process", "traffic.process", "bernoulli|bursty[:CYCLES[:PEAK]]|periodic[:aligned]", "bernoulli",
       "when packets are created; a burst has CYCLES (100) on average, and the load PEAK (1)"},
      {"load", "traffic.load", "LOADS", "0.1", "offered load in flits/node/cycle: 0.1,0.2 or 0.05:0.5:0.05"},
      {"packet-flits", "traffic.packet_flits", "FLITS", "",
       "flits of every packet, head included (default: 8)"},
      {"lengths", "traffic.lengths", "LIST", "",
       "packets of several lengths: 1,9 or with weights 1:0.8,9:0.2"},
      {"reply-lengths", "traffic.reply_lengths", "LIST", "",
       "every packet is a request, and its destination replies with packets of these lengths"},
      {"outstanding", "traffic.outstanding", "N", "",
       "most requests of a node without a reply (default: any number)"},
      {"service", "traffic.service", "CYCLES", "", "from a request's arrival to its reply (default: 0)"},
      {"list", "traffic.list", "FILE", "",
       "single packets, each with its cycle, on a line of CYCLE SRC DST [FLITS]"},
      {"classes", "traffic.classes", "CLASSES", "",
       "several classes: \"name=a lengths=1 weight=3; name=b pattern=tornado load=0.05\""},
      {"orders", "traffic.orders", alternatives<OrderChoice>(), "hash",
       "with --route-orders 2, how a packet's order is chosen; turns and credits mix those of a pair of "
       "nodes"}};
  for (Setting& setting : all) setting.title = "Traffic";
  return all;
}

std::vector<Setting> measurement_settings() {
  std::vector<Setting> all{
      {"warmup", "traffic.warmup", "CYCLES|auto", "1000",
       "cycles before measuring; auto: until the network is steady"},
      {"measure", "traffic.measure", "CYCLES", "10000", "cycles measured"},
      {"confidence", "traffic.confidence", "PERCENT", "",
       "measure until the 95 % confidence interval of the mean latency is within ± PERCENT"},
      {"max-measure", "traffic.max_measure", "CYCLES", "1000000", "most cycles measured with --confidence",
       false, "", "traffic.confidence"},
      {"drain", "traffic.drain", "CYCLES", "100000", "most cycles to wait for the last packet"},
      {"saturation", "traffic.saturation", "", "", "instead of --load: find the saturation by bisection"}};
  for (Setting& setting : all) setting.title = "Measurement";
  return all;
}

std::vector<Setting> places_settings() {
  std::vector<Setting> all{
      {"per-pair", "traffic.per_pair", "", "", "latency of every pair of nodes, in the JSON"},
      {"per-link", "traffic.per_link", "", "", "use of every link, in the JSON"}};
  for (Setting& setting : all) setting.title = "Output";
  return all;
}

std::vector<Setting> replay_settings() {
  std::vector<Setting> all{{"TRACE", "replay.trace", "", "", "messages, one JSON object per line", true},
                           {"window", "replay.window", "LINES", "1000000",
                            "successive lines that are in memory, and may be in the network"}};
  for (Setting& setting : all) setting.title = "Trace";
  return all;
}

std::vector<Setting> output_settings() {
  std::vector<Setting> all{
      {"json", "output.json", "FILE", "", "write results as JSON; - is standard output"},
      {"quiet", "output.quiet", "", "", "no table"},
      {"progress", "output.progress", "", "", "progress on stderr even when it is no terminal"}};
  for (Setting& setting : all) setting.title = "Output";
  return all;
}

std::vector<Setting> drawing_settings() {
  std::vector<Setting> all{
      {"plan", "schedule.plan", "FILE.hpp", "",
       "write the plans of all ranks for the NICs' sequencers as a C++ header FILE.hpp"},
      {"draw", "schedule.draw", "[FILE.svg]", "",
       "draw the network with the steps in which nodes receive; with FILE.svg: every step, as pictures"}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> listing_settings() {
  std::vector<Setting> all{
      {"WHAT", "list.what", "algorithms|topologies|patterns|hardware|nodes|network", "",
       "algorithms, topologies, patterns, hardware, nodes, network", true},
      {"verilog", "list.verilog", "FILE", "",
       "of a graph: a SystemVerilog module of its tiles, switches and links, named as the file", false,
       for_networks},
      {"routes", "list.routes", "FILE", "", "of a graph: what software writes to its routing tables", false,
       for_networks},
      {"anynet", "list.anynet", "FILE", "", "the network for BookSim2's anynet", false, for_networks}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> synthesis_settings() {
  std::vector<Setting> all{
      {"COLLECTIVE", "synthesize.collective", "", "", "any but barrier", true, "", "", "", false, true},
      {"topology", "synthesize.topology", "KIND:SIZES", "mesh:8x8", "the network"},
      {"bytes", "synthesize.bytes", "SIZE", "1024", "of a message or block"},
      {"root", "synthesize.root", "RANK", "0",
       "where the collective has one: rank, coordinates 3,5, or best"},
      {"by", "synthesize.by", "search|product", "search",
       "search, or product: a total exchange by Algorithm A2 (one-port) or A3 (all-port) of Dimakopoulos & "
       "Dimopoulos, one message per pair and one hop per step"},
      {"nic", "synthesize.nic", "one-port|all-port", "all-port",
       "that performs it: with one port, a node sends one piece and gets one at a time"},
      {"pieces", "synthesize.pieces", "N", "",
       "into which a block is cut, each with its own way [broadcast, reduce: four per link of a node; 1]"},
      {"tries", "synthesize.tries", "N", "16", "searches, of which the shortest schedule is kept"},
      {"seed", "synthesize.seed", "N", "1", "of the first search"},
      {"output", "synthesize.output", "FILE", "", "the schedule, for --algorithm file:FILE", false, "", "",
       "o", false, true}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> regression_settings() {
  std::vector<Setting> all{
      {"update", "regress.update", "", "", "make the numbers of this build the baseline"},
      {"only", "regress.only", "GLOB", "", "run only the cases whose id matches"},
      {"backend", "regress.backend", "NAMES", "model,rtl",
       "comma list of model, rtl, lockstep, netlist, netlist-lockstep"},
      {"baselines", "regress.baselines", "DIR", "tests/baselines", "folder of matrix.toml and *.jsonl"},
      {"junit", "regress.junit", "FILE", "", "write JUnit XML"},
      {"markdown", "regress.markdown", "FILE", "", "write a Markdown summary"},
      {"benchmark", "regress.benchmark", "FILE", "",
       "write the cycles as JSON for github-action-benchmark (customSmallerIsBetter)"},
      {"json", "regress.json", "FILE", "", "write the results of all runs, for `collnoc report`"}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> tuning_settings() {
  std::vector<Setting> all{
      {"collective", "tune.collective", "NAMES", every_collective(), "comma list"},
      {"topology", "tune.topology", "NAMES",
       "mesh:4x4,mesh:8x8,torus:4x4,torus:8x8,torus:4x4x4,hypercube:6,ghc:4x4,star:4", "comma list"},
      {"nic", "tune.nic", "NAMES", "one-port,all-port", "comma list"},
      {"bytes", "tune.bytes", "SIZES", "", "sizes [messages 8,64,512,4K,32K, blocks 8,64,512]"},
      {"startup-cycles", "tune.startup_cycles", "LIST", "0,100,1000", "of the executor native, comma list"},
      {"executor", "tune.executor", "NAMES", "native,nic", "comma list"},
      {"multicast", "tune.multicast", "WORDS", "off,on", "hardware without and with it, comma list"},
      {"output", "tune.output", "FILE", "sim/tune/tuned.json",
       "the table; the program is built with sim/tune/tuned.json"}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> sweeping_settings() {
  std::vector<Setting> all{
      {"FILE", "sweep.file", "", "", "TOML: command, [options] of every point, [grid] of lists", true, "", "",
       "", false, true},
      {"output", "sweep.output", "DIR", "sweep-results", "folder of results.jsonl and results.csv"},
      {"jobs", "sweep.jobs", "N", "", "points at the same time (default: processors)"},
      {"shard", "sweep.shard", "I/N", "", "only every N-th point, from the I-th on"},
      {"merge", "sweep.merge", "DIRS", "", "run nothing; collect the points of these folders"},
      {"progress", "sweep.progress", "", "", "progress on stderr even when it is no terminal"}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> reporting_settings() {
  std::vector<Setting> all{
      {"FILE", "report.file", "FILE", "",
       "JSON of run, traffic, replay, schedule, tune; timelines; folders of sweeps", true, "", "", "", true,
       true},
      {"output", "report.output", "FILE", "report.html", "the page", false, "", "", "o"},
      {"title", "report.title", "TEXT", "", "of the page (default: names of the files)"}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> completion_settings() {
  std::vector<Setting> all{{"SHELL", "completion.shell", "bash|zsh|fish", "", "bash, zsh or fish", true}};
  for (Setting& setting : all) setting.title = "Options";
  return all;
}

std::vector<Setting> run_command_settings() {
  return joined({collective_settings(), network_settings(), hardware_settings(), run_settings(),
                 processor_settings(), machine_settings(), energy_settings(), files_settings(),
                 output_settings()});
}

std::vector<Setting> traffic_command_settings() {
  return joined({network_settings(), hardware_settings(), traffic_settings(), measurement_settings(),
                 machine_settings(), energy_settings(), places_settings(), output_settings()});
}

std::vector<Setting> replay_command_settings() {
  return joined({replay_settings(), network_settings(), hardware_settings(), machine_settings(),
                 energy_settings(), places_settings(), output_settings()});
}

std::vector<Setting> schedule_command_settings() {
  return joined({collective_settings(), network_settings(), hardware_settings(), output_settings(),
                 drawing_settings()});
}

std::vector<Setting> check_command_settings() {
  return joined({collective_settings(), network_settings(), hardware_settings(), output_settings()});
}

std::vector<Setting> network_command_settings() {
  return joined({network_settings(), hardware_settings(), machine_settings()});
}

std::vector<Setting> synthesize_command_settings() { return joined({synthesis_settings()}); }

std::vector<Setting> regress_command_settings() { return joined({regression_settings()}); }

std::vector<Setting> tune_command_settings() { return joined({tuning_settings()}); }

std::vector<Setting> sweep_command_settings() { return joined({sweeping_settings()}); }

std::vector<Setting> report_command_settings() { return joined({reporting_settings()}); }

std::vector<Setting> completion_command_settings() { return joined({completion_settings()}); }

std::vector<std::string> all_setting_keys() {
  std::vector<std::string> keys;
  for (const Setting& setting :
       joined({collective_settings(), network_settings(), hardware_settings(), machine_settings(),
               energy_settings(), run_settings(), files_settings(), processor_settings(), traffic_settings(),
               measurement_settings(), places_settings(), replay_settings(), output_settings(),
               drawing_settings(), listing_settings()}))
    keys.push_back(setting.key);
  return keys;
}

void read_values(const Settings& settings, Instruments& config) {
  if (settings.has("explain_speed")) config.explain_speed = settings.on("explain_speed");
  if (settings.has("energy")) config.energy = settings.on("energy");
  if (settings.has("sanitize")) config.sanitize = settings.on("sanitize");
}

void read_values(const Settings& settings, MachineConfig& config) {
  if (settings.has("backend")) config.backend = parse_word<Backend>(settings.get("backend"), "backend");
  if (settings.has("kernel")) config.kernel = parse_word<KernelKind>(settings.get("kernel"), "kernel");
  if (settings.has("systemc")) config.systemc = parse_word<SystemcForm>(settings.get("systemc"), "form");
  if (settings.has("seed"))
    config.seed = parse_count(settings.get("seed"), 0, std::numeric_limits<std::uint64_t>::max());
  if (settings.has("threads"))
    config.threads = static_cast<unsigned>(parse_count(settings.get("threads"), 1, 1024));
  if (settings.has("node_by_node")) config.node_by_node = settings.on("node_by_node");
  if (settings.has("max_cycles"))
    config.max_cycles = parse_count(settings.get("max_cycles"), 1, std::numeric_limits<std::uint64_t>::max());
  if (settings.has("stall_timeout"))
    config.stall_timeout =
        parse_count(settings.get("stall_timeout"), 1, std::numeric_limits<std::uint64_t>::max());
}

void read_values(const Settings& settings, ProcessorTools& config) {
  if (settings.has("output.profile")) config.profile = settings.on("output.profile");
}

void read_values(const Settings& settings, ReplayConfig& config) {
  if (settings.has("traffic.per_pair")) config.per_pair = settings.on("traffic.per_pair");
  if (settings.has("traffic.per_link")) config.per_link = settings.on("traffic.per_link");
  if (settings.has("replay.window"))
    config.window = parse_count(settings.get("replay.window"), 1, 1000000000);
}

void read_values(const Settings& settings, RunConfig& config) {
  if (settings.has("startup_cycles"))
    config.startup_cycles = parse_count(settings.get("startup_cycles"), 0, 1000000000);
  if (settings.has("step_barrier")) config.step_barrier = settings.on("step_barrier");
  if (settings.has("per_link")) config.per_link = settings.on("per_link");
}

void read_values(const Settings& settings, TileProgramConfig& config) {
  if (settings.has("argument"))
    config.argument = static_cast<unsigned>(parse_count(settings.get("argument"), 0, 4294967295));
  if (settings.has("per_link")) config.per_link = settings.on("per_link");
}

void read_values(const Settings& settings, TrafficConfig& config) {
  if (settings.has("traffic.orders"))
    config.orders = parse_word<OrderChoice>(settings.get("traffic.orders"), "choice of orders");
  if (settings.has("traffic.measure"))
    config.measure_cycles = parse_count(settings.get("traffic.measure"), 1, 1000000000000);
  if (settings.has("traffic.max_measure"))
    config.max_measure_cycles = parse_count(settings.get("traffic.max_measure"), 1, 1000000000000);
  if (settings.has("traffic.drain"))
    config.drain_cycles = parse_count(settings.get("traffic.drain"), 0, 1000000000000);
  if (settings.has("traffic.per_pair")) config.per_pair = settings.on("traffic.per_pair");
  if (settings.has("traffic.per_link")) config.per_link = settings.on("traffic.per_link");
}

}  // namespace collnoc
