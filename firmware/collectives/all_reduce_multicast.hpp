// All-reduce `multicast`, one-port, in hardware with multicast and NICs that accumulate: the ranks of each
// line add their vectors to that of its middle, in one dimension after the other; the middle of the network
// multicasts the result.
//
//   4x4:  every row in its column 2, then column 2 in its row 2, then one multicast from there
//
// alpha = sum (n_d - 1) + 1, beta the same in vectors. In a step, one rank of each line sends, so that nobody
// receives two messages; but nobody waits for others of its line before it sends. Port model: one-port. Free
// of contention within a step. The result takes the place of the input. Any mesh, torus, hypercube or
// generalized hypercube of two or more nodes. For short vectors. Counter 1 + d: the vectors of dimension d;
// 1 + the number of dimensions: the result.
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct AllReduceMulticast {
  static constexpr const char* name = "multicast";
  static constexpr const char* summary =
      "NICs add the vectors of each line in its middle, dimension by dimension; one multicast of the result";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool accumulates = true;
  static constexpr bool multicasts = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (nic != PortModel::one_port) return "it needs a one-port NIC";
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return first_step(job.topology, max_dims) + 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    const bool last = step + 1 == steps(job);
    unsigned d = 0;
    while (!last && step >= first_step(topology, d + 1)) ++d;
    if (last) d = topology.dims();
    Coordinates at = topology.coordinates(rank);
    // Who was not in the middle of an earlier dimension has sent its vector.
    for (unsigned e = 0; e < d; ++e) {
      if (at[e] != middle(topology, e)) return;
    }
    if (!last && sender(topology, d, step - first_step(topology, d)) != at[d]) return;
    for (unsigned e = 0; e < d; ++e) {
      if (topology.extent(e) > 1) out.wait(static_cast<std::uint8_t>(1 + e), topology.extent(e) - 1);
    }
    Put put = share(job, no_rank, {0, job.bytes}, static_cast<std::uint8_t>(1 + d), {});
    if (last) {
      out.multicast(put, Box::all(topology, rank));
      return;
    }
    at[d] = middle(topology, d);
    put.dst = topology.rank(at);
    put.operation = operation_of(job.op, job.element);
    out.send(put);
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    const unsigned dims = topology.dims();
    if (counter == 0 || counter > 1 + dims) return 0;
    const Coordinates at = topology.coordinates(rank);
    bool in_middle = true;
    for (unsigned e = 0; e < dims && e < counter; ++e) in_middle &= at[e] == middle(topology, e);
    if (counter == 1 + dims) return step == steps(job) && !in_middle;
    const std::uint32_t first = first_step(topology, counter - 1u), all = topology.extent(counter - 1u) - 1;
    if (!in_middle || step <= first) return 0;
    return step - first < all ? step - first : all;
  }

 private:
  static constexpr std::uint32_t middle(const Topology& topology, unsigned d) {
    return topology.extent(d) / 2;
  }
  /// The coordinate that sends in step `step` of dimension d: all but the middle, the farthest first.
  static constexpr std::uint32_t sender(const Topology& topology, unsigned d, std::uint32_t step) {
    const std::uint32_t n = topology.extent(d), below = n / 2, above = n - 1 - below;
    const std::uint32_t pairs = above;  // as many as have a counterpart below
    if (step < below - pairs) return step;
    const std::uint32_t pair = (step - (below - pairs)) / 2;
    return (step - (below - pairs)) % 2 == 0 ? below - pairs + pair : n - 1 - pair;
  }
  /// The first step of dimension d, or of what follows the last one.
  static constexpr std::uint32_t first_step(const Topology& topology, unsigned d) {
    std::uint32_t steps = 0;
    for (unsigned e = 0; e < d && e < topology.dims(); ++e) steps += topology.extent(e) - 1;
    return steps;
  }
};

}  // namespace collnoc
