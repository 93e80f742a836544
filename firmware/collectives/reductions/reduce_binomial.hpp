// Reduce `binomial`: the tree of gather `binomial`; every rank adds what it receives to its own vector, then
// sends the sum upwards.
//
//   N = 8, root 0:   1 -> 0   3 -> 2   5 -> 4   7 -> 6     2 -> 0   6 -> 4     4 -> 0
//
// alpha = ceil(log2 N), the minimum; beta = ceil(log2 N) vectors. Port model: one-port. Any network, any
// root. For short vectors. The vectors of each level of the tree arrive in separate memory.
#pragma once
#include "collnoc/firmware/collectives/common/segment.hpp"
#include "collnoc/firmware/collectives/reductions/reduction.hpp"

namespace collnoc {

struct ReduceBinomial {
  static constexpr const char* name = "binomial";
  static constexpr const char* summary = "a tree: each rank combines the vectors of its subtree and sends on";
  static constexpr Collective collective = Collective::reduce;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  /// Input, result, and one vector for every level.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return (2 + tree(job).levels()) * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return tree(job).levels() + 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t levels = tree(job).levels(), sum = reduction::result(job);
    const std::uint32_t level = levels - 1 - step, below = level + 1;  // the root's last step has no level
    if (levels == 0) reduction::copy(job.base, sum, job.bytes, out);
    if (step > 0 && tree(job).informs(rank, below)) {
      out.wait(counter(below), 1);
      const bool first = tree(job).children(rank, below + 1, levels) == 0;
      out.combine({sum, first ? job.base : sum, inbox(job, below), job.bytes});
    }
    if (step == levels || !tree(job).learns(rank, level)) return;
    const bool leaf = tree(job).children(rank, level, levels) == 0;
    out.send(Put{tree(job).subtree(rank, level).informed,
                 leaf ? job.base : sum,
                 inbox(job, level),
                 job.bytes,
                 counter(level),
                 false,
                 {}});
  }

  /// Counter 1 + l: the vector that arrives in level l.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    const std::uint32_t levels = tree(job).levels();
    if (c == 0 || c > levels || c - 1u + step < levels) return 0;
    return tree(job).informs(rank, c - 1u) ? 1 : 0;
  }

 private:
  static constexpr RankTree tree(const Job& job) { return {job.topology.size(), job.root}; }
  static constexpr std::uint8_t counter(std::uint32_t level) { return static_cast<std::uint8_t>(1 + level); }
  static constexpr std::uint32_t inbox(const Job& job, std::uint32_t level) {
    return block_address(job, 2 + level);
  }
};

}  // namespace collnoc
