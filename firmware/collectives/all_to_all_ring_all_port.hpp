// All-to-all broadcast `ring-all-port`: `ring` over all links at once. Every block is cut into one part per
// dimension. Part p visits the dimensions in the order p, p+1, .. (cyclic), so in every phase each dimension
// carries a different part. Within a dimension, blocks travel in both directions.
//
//   phase 1: part 0 along x, part 1 along y          <- o ->      ring: two copies of a block meet half-way
//   phase 2: part 0 along y, part 1 along x                       line: a block travels to both ends
//                                                                 complete graph: directly to all nodes
//
// A turn is one step. In turn t, a node forwards the blocks of the ranks at distance t. A dimension takes
// floor(n/2) turns on a ring (n even: in the last turn, half of the part comes from each side), n - 1 on a
// line, and 1 on a complete graph. A phase takes L turns, the maximum over the dimensions.
//
// alpha = d·L. With d equal extents, beta = (N-1)/(2d) on rings, (N-1)/d on lines, and (N-1)/(d(n-1)) on
// complete graphs. This is the minimum, because some rank receives N - 1 blocks over that many links. Port
// model: all-port. Free of contention; every message takes one hop. A message has one put for each block of
// which it carries a part. Puts to different neighbours are interleaved, because the queues of a NIC are
// short. The rotation of parts follows the bucket algorithms for tori (Jain and Sabharwal, ICS 2010).
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct AllToAllRingAllPort {
  static constexpr const char* name = "ring-all-port";
  static constexpr const char* summary =
      "one part of each block per dimension, round all dimensions in both directions at once";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (nic != PortModel::all_port) return "it needs an all-port NIC";
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (topology.extent(d) < 2) return "it needs extents of at least 2; leave out those of 1";
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.dims() * turns(job.topology); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    wait_for_last_step<AllToAllRingAllPort>(job, rank, step, topology.links(), out);
    const unsigned dims = topology.dims(), phase = step / turns(topology);
    const std::uint32_t turn = step % turns(topology);
    std::array<Message, max_links> messages{};
    unsigned count = 0;
    std::uint32_t longest = 0;
    for (unsigned part = 0; part < dims; ++part) {
      const unsigned d = (part + phase) % dims;
      if (turn >= turns(topology, d)) continue;
      std::uint32_t blocks = 1;
      for (unsigned i = 0; i < phase; ++i) blocks *= topology.extent((part + i) % dims);
      for (unsigned way = 0; way < ways(topology, d); ++way) {
        const Message message = sent(job, rank, d, way, turn, part, phase, blocks);
        if (message.range.empty()) continue;
        messages[count++] = message;
        if (blocks > longest) longest = blocks;
      }
    }
    for (std::uint32_t i = 0; i < longest; ++i) {
      for (unsigned m = 0; m < count; ++m) {
        if (i >= messages[m].blocks) continue;
        const Put put = part_of_block(job, messages[m], i, phase);
        if (i == 0) {
          out.send(put);
        } else {
          out.more(put);
        }
      }
    }
  }

  /// Counter 1 + the link that the sender uses, one arrival per put.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > topology.links()) return 0;
    const unsigned dims = topology.dims(), d = topology.dimension_of(counter - 1u);
    const unsigned way = (counter - 1u) % topology.links_per_dimension();
    if (way >= ways(topology, d)) return 0;
    std::uint32_t sum = 0;
    for (unsigned part = 0; part < dims; ++part) {
      const unsigned phase = (d + dims - part) % dims;
      const std::uint32_t first = phase * turns(topology);
      if (step <= first) continue;
      const std::uint32_t ended = step - first < turns(topology, d) ? step - first : turns(topology, d);
      std::uint32_t messages = ended;
      if (is_line(topology, d)) {  // no node is farther away than the end
        const std::uint32_t at = topology.coordinates(rank)[d];
        const std::uint32_t most = way == 0 ? at : topology.extent(d) - 1 - at;
        if (messages > most) messages = most;
      }
      std::uint32_t blocks = 1;
      for (unsigned i = 0; i < phase; ++i) blocks *= topology.extent((part + i) % dims);
      const bool halved = ended == turns(topology, d) && is_half(topology, d, ended - 1);
      const std::uint32_t whole = halved ? messages - 1 : messages;
      if (!carried(job, part, false, way).empty()) sum += whole * blocks;
      if (halved && !carried(job, part, true, way).empty()) sum += blocks;
    }
    return sum;
  }

  /// Turns of dimension d, and turns of a phase.
  static constexpr std::uint32_t turns(const Topology& topology, unsigned d) {
    if (topology.one_hop_dimensions()) return 1;
    return topology.wraps(d) ? topology.extent(d) / 2 : topology.extent(d) - 1;
  }
  static constexpr std::uint32_t turns(const Topology& topology) {
    std::uint32_t most = 0;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (turns(topology, d) > most) most = turns(topology, d);
    }
    return most;
  }
  /// Whether both neighbours hold the same blocks in this turn, so that each sends half.
  static constexpr bool is_half(const Topology& topology, unsigned d, std::uint32_t turn) {
    return topology.wraps(d) && 2 * (turn + 1) == topology.extent(d);
  }

 private:
  /// One part of the blocks of all ranks that the earlier phases have collected, for one neighbour.
  struct Message {
    Rank dst = 0;
    Rank origin = 0;  ///< of its first block
    std::uint32_t blocks = 0;
    unsigned part = 0;
    Range range;  ///< in each block; empty: nothing to send
    std::uint8_t counter = 0;
    Route route;
  };

  static constexpr bool is_line(const Topology& topology, unsigned d) {
    return !topology.one_hop_dimensions() && !topology.wraps(d);
  }
  /// Neighbours in dimension d: +1 and -1; on a complete graph, those at offsets 1, 2, ..
  static constexpr unsigned ways(const Topology& topology, unsigned d) {
    return topology.one_hop_dimensions() ? topology.extent(d) - 1 : 2;
  }
  static constexpr Range carried(const Job& job, unsigned part, bool half, unsigned way) {
    const std::uint32_t first = 2 * part + (half ? way : 0);
    return pieces(job, first, first + (half ? 1 : 2), 2 * job.topology.dims());
  }

  static constexpr Message sent(const Job& job, Rank rank, unsigned d, unsigned way, std::uint32_t turn,
                                unsigned part, unsigned phase, std::uint32_t blocks) {
    const Topology& topology = job.topology;
    const Coordinates at = topology.coordinates(rank);
    const std::uint32_t extent = topology.extent(d);
    const bool minus = !topology.one_hop_dimensions() && way == 1;
    if (is_line(topology, d)) {
      const std::uint32_t behind = minus ? extent - 1 - at[d] : at[d];
      if (turn > behind || behind == extent - 1) return {};  // no such block, or no neighbour
    }
    Message message;
    Coordinates c = at;
    c[d] = (at[d] + (minus ? extent - 1 : topology.one_hop_dimensions() ? way + 1 : 1)) % extent;
    message.dst = topology.rank(c);
    c[d] = (at[d] + (minus ? turn : extent - turn)) % extent;
    for (unsigned i = 0; i < phase; ++i) c[(part + i) % topology.dims()] = 0;
    message.origin = topology.rank(c);
    message.blocks = blocks;
    message.part = part;
    message.range = carried(job, part, is_half(topology, d, turn), way);
    message.counter = static_cast<std::uint8_t>(1 + d * topology.links_per_dimension() + way);
    if (topology.has_directions()) message.route.direction[d] = minus ? Direction::minus : Direction::plus;
    return message;
  }

  static constexpr Put part_of_block(const Job& job, const Message& message, std::uint32_t index,
                                     unsigned phase) {
    const Topology& topology = job.topology;
    Coordinates c{};
    for (unsigned i = 0; i < phase; ++i) {
      const unsigned e = (message.part + i) % topology.dims();
      c[e] = index % topology.extent(e);
      index /= topology.extent(e);
    }
    const std::uint32_t address = block_address(job, message.origin + topology.rank(c)) + message.range.begin;
    return {message.dst, address, address, message.range.bytes(), message.counter, false, message.route};
  }
};

}  // namespace collnoc
