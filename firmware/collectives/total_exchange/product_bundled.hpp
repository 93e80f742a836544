// Total exchange `product-bundled`: `product` for wormhole hardware. The repeated exchanges of one dimension
// are merged, and every message goes directly to its partner: each pair of nodes of a line, ring or complete
// graph exchanges one long message per dimension. After Dimakopoulos & Dimopoulos, "A theory of total
// exchange in multidimensional interconnection networks", section 4, Algorithm A2. The bundles and phases are
// new in this project.
//
//   y: (i,j) -> (i,l)   all blocks it has for row l:          n_x blocks, from (i,j)
//   x: (i,l) -> (i',l)  all blocks column i has for (i',l):   n_y blocks, from (i,0) .. (i,n_y-1)
//
// The last dimension comes first, x comes last. Within a dimension, the phases of contention_free_phases.hpp
// apply: one-port, no link is shared. A rank sends sum of (n_d - 1) messages, where `direct` sends N - 1.
// Every block moves in each dimension in which its origin and target differ. alpha = sum of P_d, beta = N ·
// sum of P_d/n_d blocks. For even n, P is n^2/4 on a line, n^2/8 on a ring (n = 4: 4; n/2 odd:
// (n/2)(n/2+1)/2), and n - 1 on a complete graph.
//
// Memory. As in `product`, each dimension after the first has a table of N blocks that must move on. Blocks
// are ordered by their target in the dimensions to come (fastest), then by their origin in the dimensions
// that are done. So a message of the first dimension is one run; later, a message has one run per origin in
// the dimensions that are done. A block that reaches its target goes to the receive table, which splits its
// run. When blocks are padded (bytes is not a multiple of 8), each block is its own put.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/bundle.hpp"
#include "collnoc/firmware/collectives/total_exchange/contention_free_phases.hpp"

namespace collnoc {

struct ProductBundled {
  static constexpr const char* name = "product-bundled";
  static constexpr const char* summary =
      "one long message per pair of nodes of a line, one dimension after the other (after Algorithm A2)";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = true;
  static constexpr bool gathers = true;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  /// Send and receive tables, and one table per further dimension.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return (std::uint64_t{1} + job.topology.dims()) * job.topology.size() * padded(job.bytes);
  }

  static constexpr std::uint32_t steps(const Job& job) {
    std::uint32_t steps = 0;
    for (unsigned d = 0; d < job.topology.dims(); ++d) steps += Phases::count(line(job, d));
    return steps;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    unsigned d = topology.dims() - 1;
    for (; step >= Phases::count(line(job, d)); --d) {
      step -= Phases::count(line(job, d));
      if (step == 0 && topology.extent(d) > 1) out.wait(counter_of(d), topology.extent(d) - 1);
    }
    const Coordinates me = topology.coordinates(rank);
    const PhaseMessage mine = Phases::message(line(job, d), me[d], step);
    if (!mine.any) return;
    Coordinates next = me;
    next[d] = mine.to;
    Route route;
    route.direction[d] = mine.route.direction[0];
    Bundle<Out> message(job, topology.rank(next), counter_of(d), route, out);

    // A run has blocks for all targets in the dimensions before d. One of them, `arrived`, ends here.
    std::uint32_t run = 1, arrived = 0, origins = 1;
    for (unsigned e = 0; e < d; ++e) {
      arrived += run * me[e];
      run *= topology.extent(e);
    }
    for (unsigned e = d + 1; e < topology.dims(); ++e) origins *= topology.extent(e);
    for (std::uint32_t o = 0; o < origins; ++o) {
      Coordinates entry{};
      std::uint32_t rest = o;
      for (unsigned e = d + 1; e < topology.dims(); ++e) {
        entry[e] = rest % topology.extent(e);
        rest /= topology.extent(e);
      }
      entry[d] = mine.to;
      const std::uint32_t from = resting_table(job, me, entry, d) + topology.rank(entry);
      entry[d] = me[d];
      const std::uint32_t to = topology.rank(entry), table = table_of(job, d);
      message.add(from, table + to, arrived);
      message.add(from + arrived, topology.size() + to + arrived, 1);
      message.add(from + arrived + 1, table + to + arrived + 1, run - arrived - 1);
    }
    message.end();
  }

  /// Counter 1 + d counts the messages of dimension d. A rank waits for it only when all of them must be
  /// there.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > topology.dims()) return 0;
    const unsigned d = counter - 1u;
    for (unsigned e = topology.dims() - 1; e > d; --e) {
      const std::uint32_t before = Phases::count(line(job, e));
      if (step <= before) return 0;
      step -= before;
    }
    const std::uint32_t phases = Phases::count(line(job, d));
    return Phases::arrivals(line(job, d), topology.coordinates(rank)[d], step < phases ? step : phases);
  }

 private:
  static constexpr std::uint8_t counter_of(unsigned d) { return static_cast<std::uint8_t>(1 + d); }
  /// Dimension d as a separate network.
  static constexpr Topology line(const Job& job, unsigned d) {
    const std::uint32_t extent = job.topology.extent(d);
    if (job.topology.one_hop_dimensions()) return Topology::complete({extent}, 1);
    return Topology({{{extent, job.topology.wraps(d)}}}, 1);
  }
  /// First block of the table for what dimension d delivered and a later one moves on. Dimension 0 has none.
  static constexpr std::uint32_t table_of(const Job& job, unsigned d) {
    return (1 + d) * job.topology.size();
  }
  /// Table of a block that starts dimension d at `me`: the last dimension in which it moved has put it there.
  static constexpr std::uint32_t resting_table(const Job& job, const Coordinates& me,
                                               const Coordinates& entry, unsigned d) {
    for (unsigned e = d + 1; e < job.topology.dims(); ++e) {
      if (entry[e] != me[e]) return table_of(job, e);
    }
    return 0;
  }
};

}  // namespace collnoc
