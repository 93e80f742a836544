// All-to-all broadcast `ring`: blocks travel round every line as on a ring, one dimension after the other, x
// first. In each step, a rank forwards what it received in the step before to the next rank. In later
// dimensions a message contains all blocks that the earlier dimensions collected: one contiguous range.
//
//   x, one block per message      y, one row per message
//   o -> o -> o -> o              row 0 -> row 1 -> row 2 -> row 3
//   ^--------------+              ^---------------------------+
//
// alpha = sum of (n_d - 1). beta = N - 1 blocks, the minimum, because a rank receives N - 1 blocks. Port
// model: one-port. Free of contention: a ring is used in one direction; on a line (full-duplex links), the
// last rank sends back to the first, in the opposite direction to all others. Any extents. This is the ring
// all-gather of MPI libraries, one dimension at a time (the bucket algorithm).
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct AllToAllRing {
  static constexpr const char* name = "ring";
  static constexpr const char* summary = "blocks travel round every line, one dimension after the other";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ring;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return first_step(job, job.topology.dims()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    wait_for_last_step<AllToAllRing>(job, rank, step, topology.dims(), out);
    unsigned d = 0;
    while (step >= first_step(job, d + 1)) ++d;
    const std::uint32_t turn = step - first_step(job, d), extent = topology.extent(d);
    std::uint32_t count = 1;  // blocks that the dimensions before d have collected
    Coordinates origin = topology.coordinates(rank);
    for (unsigned e = 0; e < d; ++e) {
      count *= topology.extent(e);
      origin[e] = 0;
    }
    origin[d] = (origin[d] + extent - turn) % extent;
    const Successor next = successor(topology, rank, d);
    out.send(share_blocks(job, next.rank, topology.rank(origin), count, static_cast<std::uint8_t>(1 + d),
                          next.route));
  }

  /// Counter 1 + d: messages from the previous rank in dimension d, one per step.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    if (counter == 0 || counter > job.topology.dims()) return 0;
    const std::uint32_t first = first_step(job, counter - 1u), last = first_step(job, counter);
    return (step < last ? step : last) - (step < first ? step : first);
  }

 private:
  static constexpr std::uint32_t first_step(const Job& job, unsigned dimension) {
    std::uint32_t step = 0;
    for (unsigned d = 0; d < dimension; ++d) step += job.topology.extent(d) - 1;
    return step;
  }
};

}  // namespace collnoc
