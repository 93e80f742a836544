// Results of runs: integers that are equal on every machine, for any backend and any number of threads.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/profile.hpp"
#include "sim/run/run_config.hpp"
#include "sim/run/trace_digest.hpp"
#include "sim/schedule/paper_cost.hpp"

namespace collnoc {

/// Stall cycles per cause: cycles in which something was ready and could not proceed, summed over all outputs
/// and channels.
struct StallCycles {
  std::uint64_t credit = 0;
  std::uint64_t arbitration = 0;
  std::uint64_t bank = 0;
  std::uint64_t total() const { return credit + arbitration + bank; }
  friend bool operator==(const StallCycles&, const StallCycles&) = default;
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
  std::uint64_t link_cycles_compared = 0, processor_cycles_compared = 0;  ///< lockstep
  std::optional<MarkedPart> marked;  ///< when a tile has marked begin and end
  std::optional<Profile> profile;    ///< with ProcessorTools::profile
};

/// One offered load of synthetic traffic.
struct TrafficResult {
  double offered = 0;   ///< in flits/node/cycle
  double accepted = 0;  ///< in flits/node/cycle, ejected in the measured cycles
  // Latency in cycles, from a packet's creation to its tail flit in memory; nothing when it is unknown.
  // Packets of one flit can only be counted, so only their mean is known, and only when all have arrived.
  std::optional<double> latency_mean;
  std::optional<std::uint64_t> latency_p50, latency_p99, latency_max;
  std::uint64_t packets = 0;  ///< measured
  bool saturated = false;     ///< the network accepted less than was offered, or did not drain
  StallCycles stalls;
  std::uint64_t link_cycles_compared = 0;  ///< lockstep
};

}  // namespace collnoc
