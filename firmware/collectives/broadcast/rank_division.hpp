// Broadcast `rank-division`: recursive division of all ranks as if they were one line (segment.hpp), for
// graphs, whose nodes have no coordinates (and for short messages of programs on star graphs): each informed
// rank sends to its counterpart in the other half of its range.
//
//   N = 8, root 0:   0 -> 4     0 -> 2   4 -> 6     0 -> 1   2 -> 3   4 -> 5   6 -> 7
//
// alpha = beta = ceil(log2 N), the minimum of one-port schedules. Port model: one-port. Any N, any root.
// Messages of one step may share links: nothing is known of the network.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/common/segment.hpp"

namespace collnoc {

struct RankDivision {
  static constexpr const char* name = "rank-division";
  static constexpr const char* summary =
      "graphs: recursive division of the ranks, whatever the links between them";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.has_tables() ? nullptr : "it is for graphs; others have better ones";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return tree(job).levels(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (!tree(job).informs(rank, step)) return;
    if (rank != job.root) out.wait(1, 1);
    out.send(share(job, tree(job).subtree(rank, step).counterpart(), {0, job.bytes}, 1, {}));
  }

  /// Counter 1: the message.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    for (std::uint32_t level = 0; counter == 1 && level < step; ++level) {
      if (tree(job).learns(rank, level)) return 1;
    }
    return 0;
  }

 private:
  static constexpr RankTree tree(const Job& job) { return {job.topology.size(), job.root}; }
};

}  // namespace collnoc
