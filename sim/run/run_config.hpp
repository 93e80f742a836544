// What is simulated: one run of a collective, or one series of synthetic traffic. Plain values, already
// checked (sim/program/ makes them from the user's words).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "sim/run/names.hpp"

namespace collnoc {

/// The network and how it is simulated; common to collectives, tile programs and traffic.
struct Platform {
  std::string topology_text = "mesh:8x8";  ///< normalised, as results print it
  Topology topology = Topology::mesh(8, 8);
  HardwareConfig hardware;  ///< dims and all_port agree with topology and NIC
  Backend backend = Backend::model;
  std::vector<Rank> rtl_nodes;  ///< only for backend mixed: the ranks that are RTL; sorted, unique
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::uint64_t max_cycles = 100'000'000;  ///< a longer run is reported as a deadlock
  /// RV32 tiles: a run is also reported as a deadlock when no flit moves and no program writes a tile
  /// register for this many cycles.
  std::uint64_t stall_timeout = 1'000'000;

  PortModel nic() const { return nic_of(hardware); }
};

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
  std::uint64_t startup_cycles = 0;      ///< software cost of one send, in cycles
  bool step_barrier = false;             ///< all ranks start each step together
  std::string trace_file;                ///< waves (FST); empty: none
  std::string timeline_file;             ///< Perfetto timeline; empty: none
  bool record_digest = false;            ///< fill RunResult::trace
};

/// A user's program on every RV32 tile.
struct TileProgramConfig : Platform {
  std::string file;                        ///< ELF
  std::uint32_t memory_bytes = 64 * 1024;  ///< per tile, at least
  std::uint32_t argument = 0;              ///< for the program's own use
  std::string trace_file;                  ///< waves (FST); empty: none
};

/// Synthetic traffic at several offered loads.
struct TrafficConfig : Platform {
  Pattern pattern = Pattern::uniform;
  std::vector<double> loads;  ///< offered, in flits/node/cycle, including head flits
  unsigned packet_flits = 8;  ///< head flit included
  std::uint64_t warmup_cycles = 1'000;
  std::uint64_t measure_cycles = 10'000;
  std::uint64_t drain_cycles = 100'000;  ///< at most; a packet that has not arrived by then means saturation
};

/// `hardware` with what it needs at least so that `executor` performs the collective.
HardwareConfig with_executor(HardwareConfig hardware, Executor executor, Collective collective);

/// "broadcast/recursive-division/torus_8x8/all-port/1024", "/orders-2" on hardware with both orders of
/// dimensions, "/root-9" for a root other than 0, "/rv32" for firmware on processors,
/// and "/executor-nic" for plans that the NIC performs.
std::string run_id(const RunConfig& config);

}  // namespace collnoc
