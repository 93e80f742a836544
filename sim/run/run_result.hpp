// Results of runs: integers that are equal on every machine, for any backend and any number of threads.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/energy_events.hpp"
#include "sim/run/profile.hpp"
#include "sim/run/run_config.hpp"
#include "sim/run/trace_digest.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/traffic/measurement.hpp"
#include "sim/traffic/message_window.hpp"

namespace collnoc {

/// Stall cycles per cause: cycles in which something was ready and could not proceed, summed over all outputs
/// and channels.
struct StallCycles {
  std::uint64_t credit = 0;
  std::uint64_t arbitration = 0;
  std::uint64_t bank = 0;
  std::uint64_t total() const { return credit + arbitration + bank; }
  StallCycles& operator+=(const StallCycles& more) {
    credit += more.credit;
    arbitration += more.arbitration;
    bank += more.bank;
    return *this;
  }
  StallCycles& operator-=(const StallCycles& less) {
    credit -= less.credit;
    arbitration -= less.arbitration;
    bank -= less.bank;
    return *this;
  }
  friend bool operator==(const StallCycles&, const StallCycles&) = default;
};

/// Where flits went and waited.
struct PlaceCounts {
  std::vector<std::uint64_t> link_flits;  ///< [rank * links + link]
  std::vector<StallCycles> link_stalls;   ///< [rank * links + link]
  std::vector<StallCycles> tile_stalls;   ///< [rank] between router, NIC and memory
};

/// Start-up costs measured over a run (sim/processor/startup_meter.hpp), in cycles.
struct StartupCycles {
  std::uint64_t minimum = 0, median = 0, maximum = 0;
  std::uint64_t messages = 0;  ///< number of measured messages
};

/// Results that only a run with processors has.
struct Rv32Result {
  std::vector<std::uint64_t> instructions_per_rank;  ///< of the collective
  std::optional<StartupCycles> startup;              ///< nothing when no message could be measured
  std::uint64_t processor_cycles_compared = 0;       ///< lockstep: summed over the processors
  std::optional<Profile> profile;                    ///< with ProcessorTools::profile
};

/// One run of a collective, as the JSON of a run has it.
struct RunResult {
  RunConfig config;
  std::uint64_t steps = 0;
  std::uint64_t alpha = 0;
  double beta = 0;
  std::optional<PaperCost> paper;      ///< where the paper has a closed form for this case
  std::uint64_t cycles = 0;            ///< from start to the last tile's completion
  std::uint64_t predicted_cycles = 0;  ///< T_s alpha + T_c beta L
  std::uint64_t bound_cycles = 0;      ///< physical lower bound
  std::uint64_t messages = 0;
  std::uint64_t message_hops = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t peak_link_flits = 0;
  StallCycles stalls;
  EnergyEvents energy_events;
  std::optional<PlaceCounts> places;  ///< with RunConfig::per_link
  std::vector<std::uint64_t> finish_cycle_per_rank;
  std::uint64_t bytes_checked = 0;
  std::uint64_t bytes_wrong = 0;
  std::uint64_t link_cycles_compared = 0;  ///< lockstep: link-cycles compared
  std::optional<Rv32Result> rv32;          ///< when RunConfig::firmware is rv32
  std::optional<TraceDigest> trace;        ///< when RunConfig::record_digest
};

/// The part of a program between `mark_begin` and `mark_end`.
struct MarkedPart {
  std::uint64_t cycles = 0;  ///< from the first begin on any tile to the last end on any tile
  /// Cycle of the first begin and the last end of each tile; nothing where the tile marks none.
  std::vector<std::optional<std::uint64_t>> begin_per_rank, end_per_rank;
  std::vector<std::uint64_t> instructions_per_rank;  ///< between them; 0 where one is missing
};

/// A run of a user's program.
struct TileProgramResult {
  TileProgramConfig config;
  std::uint64_t cycles = 0;  ///< until the last tile's program ended
  std::vector<std::uint32_t> exit_code_per_rank;
  std::vector<std::uint64_t> finish_cycle_per_rank, instructions_per_rank;
  std::uint64_t flit_hops = 0;
  EnergyEvents energy_events;         ///< until the last tile's program ended, and the network was quiet
  std::optional<PlaceCounts> places;  ///< with TileProgramConfig::per_link
  std::uint64_t link_cycles_compared = 0, processor_cycles_compared = 0;  ///< lockstep
  std::optional<MarkedPart> marked;  ///< when a tile has marked begin and end
  std::optional<Profile> profile;    ///< with ProcessorTools::profile
};

/// What one class of traffic got at one offered load.
struct TrafficClassResult {
  double offered = 0;   ///< what is created on average, with replies; like all loads in flits/node/cycle
  double created = 0;   ///< while measuring, with replies
  double accepted = 0;  ///< while measuring, with replies
  Latencies requests;   ///< of packets that are no replies
  Latencies replies;
  Distribution round_trip;
};

/// A node by what the network accepted from it, in flits/cycle.
struct ServedNode {
  Rank rank = 0;
  double accepted = 0;
};

struct TrafficPair {
  Rank src = 0, dst = 0;
  std::uint64_t packets = 0, latency_max = 0;
  double latency_mean = 0;
};

/// One offered load of synthetic traffic.
struct TrafficResult {
  double load = 0;      ///< as chosen; that of the classes without one of their own
  double offered = 0;   ///< in flits/node/cycle: what the tiles create on average, with replies
  double created = 0;   ///< in flits/node/cycle, by the tiles in the measured cycles, with replies
  double accepted = 0;  ///< in flits/node/cycle, arrived in the measured cycles
  /// Latency in cycles, from a packet's creation to its arrival; empty when no packet was measured.
  Latencies latency;
  /// Half the width of the 95 % confidence interval of the mean latency, in cycles; nothing if it is not
  /// known.
  std::optional<double> half_width;
  std::uint64_t warmup_cycles = 0, measured_cycles = 0;
  bool warmed_up = true;      ///< false: the end of the warm-up was to be detected, and was not
  std::uint64_t packets = 0;  ///< measured
  std::uint64_t lost = 0;     ///< packets to be measured that did not arrive before the end of the drain
  /// Growing also if packets were left when the drain ended.
  Stability stability = Stability::stable;
  bool saturated() const { return stability == Stability::growing; }
  bool steady() const { return warmed_up && stability == Stability::stable; }
  std::vector<TrafficClassResult> classes;
  std::optional<ServedNode> least, most;  ///< of the nodes that created packets
  std::vector<std::uint64_t> link_flits;  ///< [rank * links + link] in the measured cycles
  std::vector<TrafficPair> pairs;         ///< with TrafficConfig::per_pair, by source and destination
  StallCycles stalls;
  EnergyEvents energy_events;              ///< of all cycles
  std::vector<StallCycles> link_stalls;    ///< as link_flits, over all cycles; with per_link
  std::vector<StallCycles> tile_stalls;    ///< [rank] between router, NIC and memory; with per_link
  std::uint64_t link_cycles_compared = 0;  ///< lockstep
};

/// What a bisection found: the network accepts `load` and does not accept `above`. Without `above` it accepts
/// all that tiles can offer.
struct TrafficSaturation {
  double load = 0;      ///< as chosen (TrafficResult::load); 0: not even the smallest load that was tried
  double offered = 0;   ///< at `load`
  double accepted = 0;  ///< at `load`
  std::optional<double> above, above_offered;
};

struct ReplayPair {
  Rank src = 0, dst = 0;
  std::uint64_t messages = 0, bytes = 0, latency_max = 0;
  double latency_mean = 0;
};

/// The replay of a trace.
struct ReplayResult {
  std::uint64_t cycles = 0;  ///< until the last message has arrived
  std::uint64_t messages = 0, bytes = 0, flits = 0;
  double accepted = 0;  ///< in flits/node/cycle, over all cycles
  Latencies latency;    ///< in cycles, from the cycle in which a message may leave to its arrival
  std::uint64_t held_by_window = 0;       ///< messages that left later because of ReplayConfig::window
  std::optional<ServedNode> least, most;  ///< of the nodes that sent messages
  std::vector<std::uint64_t> link_flits;  ///< [rank * links + link]
  std::vector<ReplayPair> pairs;          ///< with ReplayConfig::per_pair, by source and destination
  MessageChain critical_path;
  std::vector<ChainLink> end_of_path;  ///< its last messages
  StallCycles stalls;
  EnergyEvents energy_events;              ///< of all cycles
  std::vector<StallCycles> link_stalls;    ///< as link_flits, over all cycles; with per_link
  std::vector<StallCycles> tile_stalls;    ///< [rank] between router, NIC and memory; with per_link
  std::uint64_t link_cycles_compared = 0;  ///< lockstep
};

}  // namespace collnoc
