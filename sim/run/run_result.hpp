// Results of runs: integers that are equal on every machine, for any backend and any number of threads. What
// results print is described in results.toml.
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
  // <run: startup>
  std::uint64_t minimum = 0;   ///< minimum
  std::uint64_t median = 0;    ///< median
  std::uint64_t maximum = 0;   ///< maximum
  std::uint64_t messages = 0;  ///< number of measured messages
  // </run>
};

/// Results that only a run with processors has.
struct Rv32Result {
  // <run: rv32>
  /// Instructions of each tile from its first MARK 1 to its last MARK 2.
  std::vector<std::uint64_t> instructions_per_rank;
  /// T_s: cycles from the call of put to the head flit on a link, for messages that found the NIC idle; null
  /// if there was none.
  std::optional<StartupCycles> startup;
  /// Lockstep: number of cycles compared, summed over processors; otherwise 0.
  std::uint64_t processor_cycles_compared = 0;
  /// Only with --profile: for each rank, its functions, those with the most cycles first; cycles without
  /// callees.
  std::optional<std::vector<std::vector<FunctionProfile>>> profile;
  // </run>
};

/// What a run of any command tells of the network.
struct NetworkResult {
  /// Of all cycles; of a program, until its last tile ended and the network was quiet.
  EnergyEvents energy_events;
};

/// One run of a collective, as the JSON of a run has it.
struct RunResult : NetworkResult {
  RunConfig config;
  // <run: run>
  std::uint64_t steps = 0;             ///< steps of the schedule
  std::uint64_t alpha = 0;             ///< start-ups on the critical path
  double beta = 0;                     ///< message lengths on the critical path, in units of the message
  std::optional<PaperCost> paper;      ///< closed form of the paper for this case; null if there is none
  std::uint64_t cycles = 0;            ///< cycles from the start until the last tile has completed
  std::uint64_t predicted_cycles = 0;  ///< T_s alpha + T_c beta L
  std::uint64_t bound_cycles = 0;      ///< lower bound that the hardware sets for every schedule
  std::uint64_t messages = 0;          ///< messages sent
  std::uint64_t message_hops = 0;      ///< number of links passed, summed over all messages
  std::uint64_t flit_hops = 0;         ///< number of links passed, summed over all flits
  std::uint64_t peak_link_flits = 0;   ///< flits over the busiest link
  /// Cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels.
  StallCycles stalls;
  std::vector<std::uint64_t> finish_cycle_per_rank;  ///< cycle in which each rank completed
  std::uint64_t bytes_checked = 0;                   ///< bytes checked at all destinations
  std::uint64_t bytes_wrong = 0;                     ///< checked bytes that are wrong
  std::uint64_t link_cycles_compared = 0;  ///< lockstep: number of link-cycles compared; otherwise 0
  std::optional<Rv32Result> rv32;          ///< present only with firmware rv32
  // </run>
  std::optional<PlaceCounts> places;  ///< with RunConfig::per_link
  std::optional<TraceDigest> trace;   ///< when RunConfig::record_digest
};

/// The part of a program between `mark_begin` and `mark_end`.
struct MarkedPart {
  // <run: marked>
  std::uint64_t cycles = 0;  ///< from the first begin on any rank to the last end on any rank
  /// Cycle of the first mark_begin of each rank; null if there is none.
  std::vector<std::optional<std::uint64_t>> begin_per_rank;
  /// Cycle of the last mark_end of each rank; null if there is none.
  std::vector<std::optional<std::uint64_t>> end_per_rank;
  std::vector<std::uint64_t> instructions_per_rank;  ///< instructions between the marks; 0 if one is missing
  // </run>
};

/// A run of a user's program.
struct TileProgramResult : NetworkResult {
  TileProgramConfig config;
  // <run: program>
  std::uint64_t cycles = 0;                          ///< cycles until the program of the last tile ended
  std::uint64_t flit_hops = 0;                       ///< number of links passed, summed over all flits
  std::vector<std::uint32_t> exit_code_per_rank;     ///< of each rank's program; 0 is success
  std::vector<std::uint64_t> finish_cycle_per_rank;  ///< cycle in which the program of each rank ended
  std::vector<std::uint64_t> instructions_per_rank;  ///< instructions of each rank since reset
  /// The part between mark_begin and mark_end; null if no tile marks both.
  std::optional<MarkedPart> marked;
  std::uint64_t link_cycles_compared = 0;  ///< lockstep: number of link-cycles compared; otherwise 0
  /// Lockstep: number of cycles compared, summed over processors; otherwise 0.
  std::uint64_t processor_cycles_compared = 0;
  /// Only with --profile: for each rank, its functions, those with the most cycles first; cycles without
  /// callees.
  std::optional<std::vector<std::vector<FunctionProfile>>> profile;
  // </run>
  std::optional<PlaceCounts> places;  ///< with TileProgramConfig::per_link
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
  // <run: served_node>
  Rank rank = 0;        ///< the node
  double accepted = 0;  ///< flits/cycle of this source that arrived
  // </run>
};

struct TrafficPair {
  // <run: pair>
  Rank src = 0;                   ///< source
  Rank dst = 0;                   ///< destination
  std::uint64_t packets = 0;      ///< measured
  double latency_mean = 0;        ///< in cycles
  std::uint64_t latency_max = 0;  ///< in cycles
  // </run>
};

/// One offered load of synthetic traffic.
struct TrafficResult : NetworkResult {
  // <run: traffic_load>
  /// As chosen by --load, for the classes without a load of their own; of --list, as offered.
  double load = 0;
  /// Flits/node/cycle that the tiles create on average, with replies; less than chosen where a packet's
  /// destination would be its source, or a matrix says so; of --list: its flits over the cycles until its
  /// last packet is created.
  double offered = 0;
  double created = 0;   ///< flits/node/cycle created in the measured cycles, with replies
  double accepted = 0;  ///< flits/node/cycle, arrived in the measured cycles
  /// Half of the 95 % confidence interval of latency_mean; null unless stability is stable, all packets have
  /// arrived and they are at least 100.
  std::optional<double> half_width;
  std::uint64_t packets = 0;  ///< packets measured
  /// Packets created in the measured cycles that had not arrived when the drain ended.
  std::uint64_t lost = 0;
  /// The flits that wait at the sources; growing: ever more, or packets were left at the end of the drain
  /// (unless drain_cycles is 0); unknown: the measurement is too short to tell.
  Stability stability = Stability::stable;
  std::uint64_t warmup_cycles = 0;  ///< cycles before the measurement
  /// Cycles of the measurement; of --list, until the last packet has arrived.
  std::uint64_t measured_cycles = 0;
  Latencies latency;  ///< of the measured packets, in cycles; without values when no packet was measured
  std::optional<ServedNode> least;  ///< of the nodes that created packets
  std::optional<ServedNode> most;   ///< of the nodes that created packets
  std::vector<TrafficPair> pairs;   ///< with --per-pair: every pair with packets, by source and destination
  /// Cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels.
  StallCycles stalls;
  std::uint64_t link_cycles_compared = 0;  ///< lockstep: number of link-cycles compared; otherwise 0
  // </run>
  bool warmed_up = true;  ///< false: the end of the warm-up was to be detected, and was not
  bool saturated() const { return stability == Stability::growing; }
  bool steady() const { return warmed_up && stability == Stability::stable; }
  std::vector<TrafficClassResult> classes;
  std::vector<std::uint64_t> link_flits;  ///< [rank * links + link] in the measured cycles
  std::vector<StallCycles> link_stalls;   ///< as link_flits, over all cycles; with per_link
  std::vector<StallCycles> tile_stalls;   ///< [rank] between router, NIC and memory; with per_link
};

/// What a bisection found: the network accepts `load` and does not accept `above`. Without `above` it accepts
/// all that tiles can offer.
struct TrafficSaturation {
  // <run: saturation>
  /// Largest load that was not saturated, as for --load; 0: not even the smallest that was tried.
  double load = 0;
  std::optional<double> above;          ///< smallest load that was, as for --load; null: none was
  double offered = 0;                   ///< offered at `load`
  std::optional<double> above_offered;  ///< offered at `above`
  double accepted = 0;                  ///< accepted at `load`
  // </run>
};

struct ReplayPair {
  // <run: replay_pair>
  Rank src = 0;                   ///< source
  Rank dst = 0;                   ///< destination
  std::uint64_t messages = 0;     ///< from source to destination
  std::uint64_t bytes = 0;        ///< of these messages
  double latency_mean = 0;        ///< in cycles
  std::uint64_t latency_max = 0;  ///< in cycles
  // </run>
};

/// The replay of a trace.
struct ReplayResult : NetworkResult {
  // <run: replay_result>
  std::uint64_t cycles = 0;    ///< until the last message has arrived
  std::uint64_t messages = 0;  ///< in the trace
  std::uint64_t bytes = 0;     ///< of all messages
  std::uint64_t flits = 0;     ///< of all messages, including head flits
  double accepted = 0;         ///< in flits/node/cycle, over all cycles
  /// Messages that left later than they could have, because they were not in the window yet.
  std::uint64_t held_by_window = 0;
  Latencies latency;                ///< in cycles, from the cycle in which a message may leave to its arrival
  std::optional<ServedNode> least;  ///< of the nodes that sent messages
  std::optional<ServedNode> most;   ///< of the nodes that sent messages
  /// Cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels.
  StallCycles stalls;
  /// With --per-pair: every pair of nodes with messages, by source and destination.
  std::vector<ReplayPair> pairs;
  // </run>
  MessageChain critical_path;  ///< of messages, each of which left because its predecessor had arrived
  std::vector<ChainLink> end_of_path;      ///< its last messages
  std::vector<std::uint64_t> link_flits;   ///< [rank * links + link]
  std::vector<StallCycles> link_stalls;    ///< as link_flits, over all cycles; with per_link
  std::vector<StallCycles> tile_stalls;    ///< [rank] between router, NIC and memory; with per_link
  std::uint64_t link_cycles_compared = 0;  ///< lockstep
};

}  // namespace collnoc
