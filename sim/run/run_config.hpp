// What is simulated: one run of a collective, or one series of synthetic traffic. Plain values, already
// checked (sim/commands/ makes them from the user's words).
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "sim/run/names.hpp"
#include "sim/traffic/order_choice.hpp"
#include "sim/traffic/traffic_class.hpp"

namespace collnoc {

class OutputFile;
/// A file that a run writes; null: none.
using RunFile = std::shared_ptr<OutputFile>;

/// What looks at the processors of a run from outside; the run's cycles do not depend on it.
struct ProcessorTools {
  std::optional<std::uint16_t> gdb_port;  ///< wait there for gdb; 0: any free port
  std::optional<Rank> gdb_tile;           ///< the only tile that gdb sees; nothing: all
  RunFile instruction_trace_file;
  std::vector<Rank> traced_tiles;  ///< sorted; empty: all
  std::uint64_t trace_begin = 0,
                trace_end = std::numeric_limits<std::uint64_t>::max();  ///< cycles, inclusive
  // <run: fields-of-processortools>
  bool profile = false;  ///< processors: cycles of every function, and what they were used for
  // </run>
  RunFile flame_graph_file;  ///< folded stacks
  RunFile timeline_file;     ///< Perfetto timeline of functions and marks

  bool any() const {
    return gdb_port || instruction_trace_file || profile || flame_graph_file || timeline_file;
  }
};

/// What is simulated: a network of equal nodes.
struct NetworkConfig {
  std::string topology_text = "mesh:8x8";  ///< normalised, as results print it
  Topology topology = Topology::mesh(8, 8);
  HardwareConfig hardware;  ///< dims and all_port agree with topology and NIC

  PortModel nic() const { return nic_of(hardware); }
};

/// How it is simulated. Cycles do not depend on it, but for the limits.
struct MachineConfig {
  // <run: fields-of-machineconfig>
  Backend backend = Backend::model;       ///< what simulates the nodes
  KernelKind kernel = KernelKind::plain;  ///< whose clock it is. Results do not depend on it
  SystemcForm systemc =
      SystemcForm::fabric;    ///< kernel systemc: what is a module, the network or each node with its pins
  std::uint64_t seed = 1;     ///< seed of payload and traffic
  unsigned threads = 1;       ///< of the simulator, at most
  bool node_by_node = false;  ///< never in planes
  std::uint64_t max_cycles = 100'000'000;   ///< a longer run is reported as a deadlock
  std::uint64_t stall_timeout = 1'000'000;  ///< processors: a run is also reported as a deadlock when no flit
                                            ///< moves and no tile computes for this many cycles
  // </run>
  std::vector<Rank> rtl_nodes;  ///< only for backend mixed: the ranks that are RTL; sorted, unique
};

/// What looks at it. Cycles do not depend on it.
struct Instruments {
  // <run: fields-of-instruments>
  bool explain_speed = false;  ///< say on stderr how the network was computed, and why not faster
  bool energy = false;         ///< results show the energy; the hardware was measured
  bool sanitize = false;       ///< look for wrong communication; only on the model
  // </run>
  RunFile record_file;   ///< trace of the messages for a replay; only on the model
  ProcessorTools tools;  ///< RV32 tiles only
};

/// Common to collectives, tile programs, traffic and replays.
struct Platform : NetworkConfig, MachineConfig, Instruments {};

/// One run: one collective, one algorithm, one size, one root.
struct RunConfig : Platform {
  Collective collective = Collective::broadcast;
  std::string algorithm;
  std::uint64_t bytes = 1024;  ///< of the message or of a block
  Rank root = 0;               ///< where the collective has one
  Op op = Op::sum;             ///< of the collectives that combine
  Element element = Element::u32;
  Firmware firmware = Firmware::native;
  Executor executor = Executor::native;  ///< nic: hardware is that of with_executor()
  // <run: fields-of-runconfig>
  std::uint64_t startup_cycles = 0;  ///< software cost of one send, in cycles
  bool step_barrier = false;         ///< all ranks start each step together
  bool per_link = false;             ///< results have `places`
  // </run>
  RunFile trace_file;          ///< waves (FST)
  RunFile timeline_file;       ///< Perfetto timeline of steps
  bool record_digest = false;  ///< fill RunResult::trace
};

/// Bytes of tile memory that every program gets.
inline constexpr std::uint32_t least_tile_memory = 64 * 1024;

/// A user's program on every RV32 tile.
struct TileProgramConfig : Platform {
  std::string file;                ///< ELF
  std::uint32_t memory_bytes = 0;  ///< per tile; 0: what the program was linked for
  // <run: fields-of-tileprogramconfig>
  unsigned argument = 0;  ///< for the program's own use
  bool per_link = false;  ///< results have `places`
  // </run>
  RunFile trace_file;  ///< waves (FST)
};

/// Synthetic traffic at several offered loads.
struct TrafficConfig : Platform {
  std::vector<TrafficClass> classes{TrafficClass{}};  ///< 1 to max_classes
  // <run: fields-of-trafficconfig>
  OrderChoice orders = OrderChoice::hash;        ///< of packets, on hardware with both orders
  std::uint64_t measure_cycles = 10'000;         ///< cycles measured
  std::uint64_t max_measure_cycles = 1'000'000;  ///< with `confidence`
  std::uint64_t drain_cycles = 100'000;  ///< at most; a packet that has not arrived by then means saturation
  bool per_pair = false;                 ///< results have `pairs`
  bool per_link = false;                 ///< results show every link
  // </run>
  std::vector<double> loads;                           ///< offered, in flits/node/cycle, including head flits
  std::optional<std::uint64_t> warmup_cycles = 1'000;  ///< nothing: until the network is steady
  /// Measure until half of the 95 % confidence interval of the mean latency is at most this part of the mean;
  /// 0: measure_cycles.
  double confidence = 0;
};

/// The replay of a trace of messages (docs/reference/replay.md).
struct ReplayConfig : Platform {
  std::string trace;  ///< file
  // <run: fields-of-replayconfig>
  bool per_pair = false;             ///< results have `pairs`
  bool per_link = false;             ///< results show every link
  std::uint64_t window = 1'000'000;  ///< successive lines in memory, which may be in the network
  // </run>
};

/// `hardware` with what it needs at least so that `executor` performs the collective. NICs that accumulate
/// also add numbers of single precision if these are the elements.
HardwareConfig with_executor(HardwareConfig hardware, Executor executor, Collective collective,
                             Element element = Element::u32);

/// "broadcast/recursive-division/torus_8x8/all-port/1024", "/orders-2" on hardware with both orders of
/// dimensions, "/root-9" for a root other than 0, "/rv32" for firmware on processors,
/// and "/executor-nic" for plans that the NIC performs.
std::string run_id(const RunConfig& config);

}  // namespace collnoc
