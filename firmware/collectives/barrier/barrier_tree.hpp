// Barrier `tree`: signals up the tree of recursive division (segment.hpp) to rank 0, then down again.
//
//   N = 8   up:    1 -> 0   3 -> 2   5 -> 4   7 -> 6     2 -> 0   6 -> 4     4 -> 0
//           down:  0 -> 4     0 -> 2   4 -> 6     0 -> 1   2 -> 3   4 -> 5   6 -> 7
//
// alpha = 2 ceil(log2 N), beta = 0. It sends 2 (N - 1) signals, where dissemination sends N ceil(log2 N), and
// no two of a step meet if all extents are powers of two. Port model: one-port. Any network, any N.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/common/segment.hpp"

namespace collnoc {

struct BarrierTree {
  static constexpr const char* name = "tree";
  static constexpr const char* summary = "signals up a binomial tree, then down again; fewest signals";
  static constexpr Collective collective = Collective::barrier;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job&) { return 0; }
  static constexpr std::uint32_t steps(const Job& job) { return 2 * tree(job).levels(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t levels = tree(job).levels();
    const bool up = step < levels;
    const std::uint32_t level = up ? levels - 1 - step : step - levels;
    if (!(up ? tree(job).learns(rank, level) : tree(job).informs(rank, level))) return;
    if (const std::uint32_t below = arrivals(job, rank, 1, step); below != 0) out.wait(1, below);
    if (!up && rank != 0) out.wait(2, 1);
    const Segment whole = tree(job).subtree(rank, level);
    out.send(up ? signal(whole.informed, 1) : signal(whole.counterpart(), 2));
  }

  /// Counter 1: the signals of the ranks below; a rank waits for it only when all must have arrived. Counter
  /// 2: the signal from above.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const std::uint32_t levels = tree(job).levels();
    if (counter == 1) return tree(job).children(rank, step < levels ? levels - step : 0, levels);
    for (std::uint32_t level = 0; counter == 2 && level + levels < step; ++level) {
      if (tree(job).learns(rank, level)) return 1;
    }
    return 0;
  }

 private:
  static constexpr RankTree tree(const Job& job) { return {job.topology.size(), 0}; }
};

}  // namespace collnoc
