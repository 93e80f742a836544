// Broadcast `recursive-division`: Recursive Division (RD) as Zhuang & Liberatore describe it in section 1
// (after their references 9 and 10); they compare with it in section 4.3.
//
// Every line that holds an informed node is cut in halves. The informed node sends the whole message to its
// counterpart in the other half. Then both continue in their own half. First along x, then y, and so on.
//
//   s . . . | . . . .      s . | . . | s . | . .      s|s|s|s|s|s|s|s
//   1: s ------> .         2: s -> .   s -> .         3: neighbours
//
// alpha = beta = sum over dimensions of ceil(log2 extent): 2n on a 2^n square. Port model: one-port. Free of
// contention, because messages of one step stay in disjoint segments of lines. Any extents. In a segment of
// odd length, the lower half is longer, and its last node takes the nearest counterpart.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/common/segment.hpp"

namespace collnoc {

struct RecursiveDivision {
  static constexpr const char* name = "recursive-division";
  static constexpr const char* summary =
      "halve every line, send the whole message across (RD; Zhuang & Liberatore, 4.3)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  static constexpr std::uint32_t steps(const Job& job) { return first_step(job, job.topology.dims()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    const unsigned d = dimension_of(job, step);
    const Coordinates me = topology.coordinates(rank), root = topology.coordinates(job.root);
    for (unsigned e = d + 1; e < topology.dims(); ++e) {
      if (me[e] != root[e]) return;
    }
    const Segment s = Segment::after(topology.extent(d), root[d], me[d], step - first_step(job, d));
    if (s.informed != me[d] || s.length < 2) return;
    if (rank != job.root) out.wait(1, 1);
    Coordinates partner = me;
    partner[d] = s.counterpart();
    const Rank dst = topology.rank(partner);
    out.send(share(job, dst, {0, job.bytes}, 1, without_wrap(topology, rank, dst)));
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 && rank != job.root && informed_after(job, rank) <= step ? 1 : 0;
  }

 private:
  static constexpr std::uint32_t first_step(const Job& job, unsigned dimension) {
    std::uint32_t steps = 0;
    for (unsigned d = 0; d < dimension; ++d) steps += log2_ceil(job.topology.extent(d));
    return steps;
  }
  static constexpr unsigned dimension_of(const Job& job, std::uint32_t step) {
    unsigned d = 0;
    while (step >= first_step(job, d + 1)) ++d;
    return d;
  }

  /// Number of steps after which `rank` has the message.
  static constexpr std::uint32_t informed_after(const Job& job, Rank rank) {
    const Coordinates me = job.topology.coordinates(rank), root = job.topology.coordinates(job.root);
    for (unsigned d = job.topology.dims(); d-- > 0;) {
      if (me[d] == root[d]) continue;
      std::uint32_t levels = 0;
      while (Segment::after(job.topology.extent(d), root[d], me[d], levels).informed != me[d]) ++levels;
      return first_step(job, d) + levels;
    }
    return 0;
  }
};

}  // namespace collnoc
