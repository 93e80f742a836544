// Broadcast `scatter-collect`: Scatter Collect (SC) as Zhuang & Liberatore describe it in section 1 (after
// their references 9 and 10) and compare with in section 4.3.
//
// The message is scattered over all nodes, half of what is left to the partner of recursive division each
// time; then every line collects its pieces by passing them round as on a ring, first along the last
// dimension, at the end along x. On a mesh the last node of a line sends back to the first, against all
// others.
//
//   scatter: 1/2, 1/4, .. 1/N     collect:  o -> o -> o -> o     every node passes on what it got,
//                                           ^--------------+     extent - 1 times
//
// 2^n square: alpha = 2n + 2(2^n - 1), beta = 2 - 2/2^(2n) (the paper's table misprints 2 - 1/2^(2n)).
// One-port, free of contention. 1 to 4 dimensions, extents that are powers of two, any root (by xor).
#pragma once
#include "firmware/collectives/schedule.hpp"

namespace collnoc {

struct ScatterCollect {
  static constexpr const char* name = "scatter-collect";
  static constexpr const char* summary =
      "scatter pieces, then pass them round every line (SC of Zhuang & Liberatore, 4.3)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, Nic) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!is_power_of_two(topology.extent(d))) {
        return "it needs extents that are powers of two";
      }
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  static constexpr std::uint32_t steps(const Job& job) {
    std::uint32_t steps = levels(job);
    for (unsigned d = 0; d < job.topology.dims(); ++d) steps += job.topology.extent(d) - 1;
    return steps;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<ScatterCollect>(job, rank, step, 1 + job.topology.dims(), out);
    const Topology& topology = job.topology;
    if (step < levels(job)) {
      const std::uint32_t distance = topology.size() >> (step + 1);
      const std::uint32_t me = position(job, rank);
      if (me % (2 * distance) != 0) return;
      const Range range = pieces(job, me + distance, me + 2 * distance, topology.size());
      if (range.empty()) return;
      const Rank dst = at_position(job, me + distance);
      out.send(share(job, dst, range, 1, without_wrap(topology, rank, dst)));
      return;
    }
    const Collect collect = collect_at(job, step);
    const unsigned d = collect.dimension;
    const Range range = carried(job, rank, collect);
    if (range.empty()) return;
    const Successor next = successor(topology, rank, d);
    out.send(share(job, next.rank, range, static_cast<std::uint8_t>(2 + d), next.route));
  }

  /// Counter 1: the scatter, one message; 2 + d: from the predecessor in dimension d.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > 1 + topology.dims()) return 0;
    if (counter == 1) {
      const std::uint32_t me = position(job, rank);
      if (me == 0) return 0;
      const std::uint32_t distance = me & (~me + 1);
      const std::uint32_t sent = log2_ceil(topology.size() / distance) - 1;
      return sent < step && !pieces(job, me, me + distance, topology.size()).empty();
    }
    const unsigned d = counter - 2u;
    Coordinates c = topology.coordinates(rank);
    c[d] = (c[d] + topology.extent(d) - 1) % topology.extent(d);
    const Rank predecessor = topology.rank(c);
    std::uint32_t count = 0;
    const std::uint32_t first = first_collect(job, d);
    if (padded(job.bytes) / 8 >= topology.size()) {  // no piece is empty
      const std::uint32_t turns = step > first ? step - first : 0;
      return turns < topology.extent(d) ? turns : topology.extent(d) - 1;
    }
    for (std::uint32_t i = 0; i + 1 < topology.extent(d) && first + i < step; ++i) {
      if (!carried(job, predecessor, {d, i}).empty()) ++count;
    }
    return count;
  }

 private:
  /// Turn `index` of passing round in `dimension`.
  struct Collect {
    unsigned dimension;
    std::uint32_t index;
  };

  static constexpr unsigned levels(const Job& job) { return log2_ceil(job.topology.size()); }

  /// Place of a rank in the order of pieces: coordinates relative to the root by xor, x most significant.
  static constexpr std::uint32_t position(const Job& job, Rank rank) {
    const Coordinates me = job.topology.coordinates(rank), root = job.topology.coordinates(job.root);
    std::uint32_t p = 0;
    for (unsigned d = 0; d < job.topology.dims(); ++d) p = p * job.topology.extent(d) + (me[d] ^ root[d]);
    return p;
  }
  static constexpr Rank at_position(const Job& job, std::uint32_t p) {
    Coordinates c = job.topology.coordinates(job.root);
    for (unsigned d = job.topology.dims(); d-- > 0; p /= job.topology.extent(d)) {
      c[d] ^= p % job.topology.extent(d);
    }
    return job.topology.rank(c);
  }

  static constexpr std::uint32_t first_collect(const Job& job, unsigned dimension) {
    std::uint32_t step = levels(job);
    for (unsigned d = job.topology.dims() - 1; d > dimension; --d) step += job.topology.extent(d) - 1;
    return step;
  }
  static constexpr Collect collect_at(const Job& job, std::uint32_t step) {
    unsigned d = job.topology.dims() - 1;
    while (step >= first_collect(job, d) + job.topology.extent(d) - 1) --d;
    return {d, step - first_collect(job, d)};
  }

  /// What `rank` passes on: the pieces its line's node `index` places before it started with.
  static constexpr Range carried(const Job& job, Rank rank, Collect collect) {
    const Topology& topology = job.topology;
    const unsigned d = collect.dimension;
    Coordinates c = topology.coordinates(rank);
    c[d] = (c[d] + topology.extent(d) - collect.index) % topology.extent(d);
    std::uint32_t below = 1;
    for (unsigned e = d + 1; e < topology.dims(); ++e) below *= topology.extent(e);
    const std::uint32_t first = position(job, topology.rank(c)) / below * below;
    return pieces(job, first, first + below, topology.size());
  }
};

}  // namespace collnoc
