// Total exchange `product` on meshes, tori and generalized hypercubes. Dimakopoulos & Dimopoulos, "A theory
// of total exchange in multidimensional interconnection networks", section 4, Algorithm A2 (one-port).
//
// G = A x B. First, every copy of B runs |A| total exchanges: in exchange r, (i,j) gives (i,l) its message
// for (r,l). Then every copy of A runs |B| total exchanges: in exchange k, (i,l) gives (i',l) the message
// from origin (i,k). With more dimensions, A is a product again: the last dimension comes first, x comes
// last.
//
//   (0,0) has a message for (1,2):   up its column in exchange 1:  (0,0) -> (0,1) -> (0,2)
//                                    along the row in exchange 0:  (0,2) -> (1,2)
//
// N · sum over d of T_d/extent_d steps, with T_d from exchange_1d.hpp. One message is one block that moves
// one hop. 8x8 torus: 256, hypercube of 6 dimensions: 192; both are optimal. 8x8 mesh: 496, the minimum for
// this algorithm. alpha = beta = steps (beta in blocks). Port model: one-port. Free of contention.
//
// Memory. A block that must move in a later dimension waits in that dimension's table of N entries, which is
// written once. A block in transit within a dimension uses a transit slot. Slots are reused two exchanges
// later. By then, every neighbour has received a message that this node sent after it read the slot, because
// each exchange moves packets in both directions over every link of the line, and each step waits for the
// arrivals of the step before. So tiles may drift apart without barriers.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/exchange_1d.hpp"

namespace collnoc {

struct Product {
  static constexpr const char* name = "product";
  static constexpr const char* summary =
      "exchanges within one dimension after the other (Dimakopoulos & Dimopoulos, Algorithm A2)";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }

  /// Send and receive tables, one table per further dimension, and two sets of transit slots.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return (first_transit(job, 0) + std::uint64_t{2} * exchange(job, 0).transit_slots()) * padded(job.bytes);
  }

  static constexpr std::uint32_t steps(const Job& job) { return first_step(job, 0) + phase_steps(job, 0); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<Product>(job, rank, step, job.topology.links(), out);
    const Topology& topology = job.topology;
    const Place place = locate(job, step);
    const unsigned d = place.dimension;
    const Coordinates me = topology.coordinates(rank);
    const Hop hop = exchange(job, d).sent(me[d], place.step);
    if (!hop.moves) return;

    // Coordinates that name the block in a table: its target in the dimensions to come, its origin in the
    // dimensions that are done.
    Coordinates entry = others(job, d, place.exchange);
    entry[d] = hop.target;
    const std::uint32_t from = hop.origin == me[d] ? resting_address(job, me, entry, d)
                                                   : transit_address(job, d, place.exchange, hop.held);
    Coordinates next = me;
    next[d] = exchange(job, d).neighbour(me[d], hop.link);
    std::uint32_t to = 0;
    if (next[d] == hop.target) {
      entry[d] = hop.origin;
      to = arrival_address(job, next, entry, d);
    } else {
      to = transit_address(job, d, place.exchange, hop.slot);
    }
    Route route;
    if (topology.has_directions()) route.direction[d] = hop.link == 0 ? Direction::plus : Direction::minus;
    const auto counter = static_cast<std::uint8_t>(1 + d * topology.links_per_dimension() + hop.link);
    out.send(Put{topology.rank(next), from, to, job.bytes, counter, false, route});
  }

  /// Counter 1 + l: messages that neighbours send over their link l.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > job.topology.links()) return 0;
    const unsigned d = job.topology.dimension_of(counter - 1u);
    const Exchange1d exchange = Product::exchange(job, d);
    const std::uint32_t first = first_step(job, d), length = exchange.steps();
    if (length == 0 || step <= first) return 0;
    const std::uint32_t at = job.topology.coordinates(rank)[d];
    const std::uint32_t link = (counter - 1u) % job.topology.links_per_dimension();
    const std::uint32_t repetitions = job.topology.size() / exchange.extent;
    const std::uint32_t done = step - first < phase_steps(job, d) ? (step - first) / length : repetitions;
    const std::uint32_t rest = done == repetitions ? 0 : (step - first) % length;
    return done * exchange.received(at, link, length) + exchange.received(at, link, rest);
  }

 private:
  /// Position of a schedule step: dimension, number of the exchange within it, step of that exchange.
  struct Place {
    unsigned dimension;
    std::uint32_t exchange;
    std::uint32_t step;
  };

  static constexpr Exchange1d exchange(const Job& job, unsigned d) {
    return {job.topology.extent(d), factor(job.topology, d)};
  }
  static constexpr std::uint32_t phase_steps(const Job& job, unsigned d) {
    return job.topology.size() / job.topology.extent(d) * exchange(job, d).steps();
  }
  static constexpr std::uint32_t first_step(const Job& job, unsigned d) {
    std::uint32_t steps = 0;
    for (unsigned e = job.topology.dims() - 1; e > d; --e) steps += phase_steps(job, e);
    return steps;
  }
  static constexpr Place locate(const Job& job, std::uint32_t step) {
    unsigned d = job.topology.dims() - 1;
    for (; step >= phase_steps(job, d); --d) step -= phase_steps(job, d);
    const std::uint32_t length = exchange(job, d).steps();
    return {d, step / length, step % length};
  }

  /// The coordinates other than d to which exchange number `index` of dimension d belongs.
  static constexpr Coordinates others(const Job& job, unsigned d, std::uint32_t index) {
    Coordinates c{};
    for (unsigned e = 0; e < job.topology.dims(); ++e) {
      if (e == d) continue;
      c[e] = index % job.topology.extent(e);
      index /= job.topology.extent(e);
    }
    return c;
  }

  /// Table (in blocks) for blocks that dimension d delivered and a later one moves on. Dimension 0 has none.
  static constexpr std::uint32_t table(const Job& job, unsigned d) { return (1 + d) * job.topology.size(); }
  static constexpr std::uint64_t first_transit(const Job& job, unsigned d) {
    std::uint64_t block = (1 + job.topology.dims()) * job.topology.size();
    for (unsigned e = job.topology.dims() - 1; e > d; --e) block += 2 * exchange(job, e).transit_slots();
    return block;
  }
  static constexpr std::uint32_t transit_address(const Job& job, unsigned d, std::uint32_t index,
                                                 std::uint32_t slot) {
    const std::uint64_t first = first_transit(job, d) + index % 2 * exchange(job, d).transit_slots();
    return block_address(job, static_cast<std::uint32_t>(first) + slot);
  }

  /// Address of a block that starts dimension d at `me`: where the last dimension in which it moved has put
  /// it.
  static constexpr std::uint32_t resting_address(const Job& job, const Coordinates& me,
                                                 const Coordinates& entry, unsigned d) {
    for (unsigned e = d + 1; e < job.topology.dims(); ++e) {
      if (entry[e] != me[e]) return block_address(job, table(job, e) + job.topology.rank(entry));
    }
    return send_block(job, job.topology.rank(entry));
  }

  /// Address of a block that ends dimension d at `node`: the receive table if `node` is its target.
  static constexpr std::uint32_t arrival_address(const Job& job, const Coordinates& node,
                                                 const Coordinates& entry, unsigned d) {
    for (unsigned e = 0; e < d; ++e) {
      if (entry[e] == node[e]) continue;
      return block_address(job, table(job, d) + job.topology.rank(entry));
    }
    return receive_block(job, job.topology.rank(entry));
  }
};

}  // namespace collnoc
