// What the schedules `direct` and `binomial` of the collectives with a table share: they run on any network,
// treat the ranks as a line, and need no memory but the table.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/common/segment.hpp"

namespace collnoc {

/// On any network, in the table alone.
struct InTable {
  static constexpr Structure needs = Structure::ranks;
  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
};

/// In round i, a block moves between ranks that are i apart.
struct DirectInTable : InTable {
  static constexpr const char* name = "direct";
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

 protected:
  /// The rank that is `step` + 1 behind.
  static constexpr Rank partner(const Job& job, Rank rank, std::uint32_t step) {
    return (rank + step + 1) % job.topology.size();
  }
};

/// Along the tree of all ranks (segment.hpp), whose subtrees are ranges of blocks.
struct BinomialInTable : InTable {
  static constexpr const char* name = "binomial";
  static constexpr bool contention_free = false;
  static constexpr std::uint32_t steps(const Job& job) { return tree(job).levels(); }

 protected:
  static constexpr RankTree tree(const Job& job) { return {job.topology.size(), job.root}; }
};

}  // namespace collnoc
