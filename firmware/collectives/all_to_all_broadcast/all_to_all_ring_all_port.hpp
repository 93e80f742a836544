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
// No link is ever idle if the NIC performs the schedule (own_waits): a put waits for what it sends, and for
// nothing else. In the first phase, a message has one block. It travels in pieces, so that the next node
// forwards the first one while the last one arrives. A later message has many blocks, in the order in which
// they have arrived: the own one, then those at distance 1, 2, .. Software that takes time for every wait and
// put (job.timing) waits for the whole last step instead, and sends no pieces.
//
// alpha = d·L. With d equal extents, beta = (N-1)/(2d) on rings, (N-1)/d on lines, and (N-1)/(d(n-1)) on
// generalized hypercubes. This is the minimum, because some rank receives N - 1 blocks over that many links.
// Port model: all-port. Free of contention; every message takes one hop. A message has one put for each block
// of which it carries a part, or for each piece. Puts to different neighbours are interleaved, because the
// queues of a NIC are short. The rotation of parts follows the bucket algorithms for tori (Jain and
// Sabharwal, ICS 2010).
#pragma once
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct AllToAllRingAllPort {
  static constexpr const char* name = "ring-all-port";
  static constexpr const char* summary =
      "one part of each block per dimension, round all dimensions in both directions at once";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool own_waits = true;

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
    const unsigned dims = topology.dims(), phase = step / turns(topology);
    const std::uint32_t turn = step % turns(topology), piece = phase == 0 ? piece_bytes(job) : job.bytes;
    if (is_slow(job)) wait_for_last_step<AllToAllRingAllPort>(job, rank, step, topology.links(), out);
    std::array<Message, max_links> messages{};
    unsigned count = 0;
    std::uint32_t most = 0;
    for (unsigned part = 0; part < dims; ++part) {
      const unsigned d = (part + phase) % dims;
      if (turn >= turns(topology, d)) continue;
      for (unsigned way = 0; way < ways(topology, d); ++way) {
        const Message message = sent(job, rank, way, turn, part, phase);
        if (message.puts == 0) continue;
        messages[count++] = message;
        if (message.puts > most) most = message.puts;
      }
    }
    for (std::uint32_t i = 0; i < most; ++i) {
      for (unsigned m = 0; m < count; ++m) {
        if (i >= messages[m].puts) continue;
        const Put put = part_of_block(job, rank, messages[m], i, piece, out);
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
      const bool halved = ended == turns(topology, d) && is_half(topology, d, ended - 1);
      const std::uint32_t whole = halved ? messages - 1 : messages;
      sum += whole * puts(job, part, phase, carried(job, part, false, way));
      if (halved) sum += puts(job, part, phase, carried(job, part, true, way));
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

  /// Length of a piece in the first phase. It is the shortest for which a turn takes the fewest cycles: all
  /// flits of a part, or those of a piece and its relay. A piece is at most one packet, and has at least as
  /// many flits as the node has links, because a NIC increments one counter per cycle. Nothing is relayed in
  /// a phase of one turn.
  static constexpr std::uint32_t piece_bytes(const Job& job) {
    const std::uint32_t dims = job.topology.dims();
    const std::uint32_t part = static_cast<std::uint32_t>(padded(job.bytes) / 8 + dims - 1) / dims * 8;
    std::uint32_t best = part, least = ~std::uint32_t{0};
    const std::uint32_t packet = (job.timing.packet_flits - 1) * job.timing.flit_bytes;
    if (turns(job.topology) == 1 || is_slow(job)) return part;
    for (std::uint32_t piece = 8; piece <= part && piece <= packet; piece += 8) {
      const std::uint32_t flits = message_flits(job.timing, piece), last = part % piece;
      const std::uint32_t rest = last == 0 ? 0 : message_flits(job.timing, last);
      const std::uint32_t fewest = last == 0 ? flits : rest;
      if (fewest < job.topology.links() && piece < part) continue;
      const std::uint32_t all = part / piece * flits + rest, relay = relay_cycles(job.timing, 1, flits);
      const std::uint32_t cycles = all < relay ? relay : all;
      if (cycles >= least) continue;
      least = cycles;
      best = piece;
    }
    return best;
  }

 private:
  static constexpr bool is_slow(const Job& job) { return job.timing.software_cycles != 0; }

  /// One part of the blocks of all ranks that the earlier phases have collected, for one neighbour.
  struct Message {
    Rank dst = 0;
    std::uint32_t puts = 0;  ///< 0: nothing to send
    unsigned part = 0, phase = 0;
    std::uint32_t origin = 0;  ///< in the message's dimension, of all its blocks
    std::uint32_t turn = 0;
    Range range;  ///< in each block
    std::uint8_t counter = 0;
    Route route;
  };
  /// A node in a dimension, in the order in which the blocks of these nodes arrive.
  struct Near {
    std::uint32_t coordinate = 0;
    std::uint32_t distance = 0;  ///< 0: the node itself
    unsigned way = 0;            ///< by which its block arrives; of two halves, that of the first
    bool halves = false;         ///< half of it arrives by each way
  };
  static constexpr Near nth(const Topology& topology, unsigned d, std::uint32_t at, std::uint32_t i) {
    const std::uint32_t n = topology.extent(d);
    if (i == 0) return {at, 0, 0, false};
    if (topology.one_hop_dimensions()) return {(at + n - i) % n, 1, i - 1, false};
    std::uint32_t distance = (i + 1) / 2;
    unsigned way = 1 - i % 2;
    if (is_line(topology, d)) {
      const std::uint32_t behind = at, ahead = n - 1 - at, both = behind < ahead ? behind : ahead;
      if (distance > both) {
        distance = i - both;
        way = behind < ahead ? 1 : 0;
      }
    }
    const bool halves = topology.wraps(d) && 2 * distance == n;
    return {(way == 0 ? at + n - distance : at + distance) % n, distance, halves ? 0 : way, halves};
  }

  static constexpr bool is_line(const Topology& topology, unsigned d) {
    return !topology.one_hop_dimensions() && !topology.wraps(d);
  }
  /// Neighbours in dimension d: +1 and -1; on a complete graph, those at offsets 1, 2, ..
  static constexpr unsigned ways(const Topology& topology, unsigned d) {
    return topology.one_hop_dimensions() ? topology.extent(d) - 1 : 2;
  }
  static constexpr unsigned dimension(const Topology& topology, unsigned part, unsigned phase) {
    return (part + phase) % topology.dims();
  }
  static constexpr std::uint8_t counter_of(const Topology& topology, unsigned d, unsigned way) {
    return static_cast<std::uint8_t>(1 + d * topology.links_per_dimension() + way);
  }
  static constexpr Range carried(const Job& job, unsigned part, bool half, unsigned way) {
    const std::uint32_t first = 2 * part + (half ? way : 0);
    return pieces(job, first, first + (half ? 1 : 2), 2 * job.topology.dims());
  }
  /// Number of puts of a message with `range` of each block.
  static constexpr std::uint32_t puts(const Job& job, unsigned part, unsigned phase, Range range) {
    if (range.empty()) return 0;
    if (phase == 0) return (range.bytes() - 1) / piece_bytes(job) + 1;
    std::uint32_t blocks = 1;
    for (unsigned i = 0; i < phase; ++i) blocks *= job.topology.extent(dimension(job.topology, part, i));
    return blocks;
  }

  static constexpr Message sent(const Job& job, Rank rank, unsigned way, std::uint32_t turn, unsigned part,
                                unsigned phase) {
    const Topology& topology = job.topology;
    const unsigned d = dimension(topology, part, phase);
    Coordinates c = topology.coordinates(rank);
    const std::uint32_t extent = topology.extent(d), at = c[d];
    const bool minus = !topology.one_hop_dimensions() && way == 1;
    if (is_line(topology, d)) {
      const std::uint32_t behind = minus ? extent - 1 - at : at;
      if (turn > behind || behind == extent - 1) return {};  // no such block, or no neighbour
    }
    Message message;
    c[d] = (at + (minus ? extent - 1 : topology.one_hop_dimensions() ? way + 1 : 1)) % extent;
    message.dst = topology.rank(c);
    message.origin = (at + (minus ? turn : extent - turn)) % extent;
    message.part = part;
    message.phase = phase;
    message.turn = turn;
    message.range = carried(job, part, is_half(topology, d, turn), way);
    message.puts = puts(job, part, phase, message.range);
    message.counter = counter_of(topology, d, way);
    if (topology.has_directions()) message.route.direction[d] = minus ? Direction::minus : Direction::plus;
    return message;
  }

  /// A put of a message, after the wait for what it sends.
  template <class Out>
  static constexpr Put part_of_block(const Job& job, Rank rank, const Message& message, std::uint32_t index,
                                     std::uint32_t piece, Out& out) {
    const Topology& topology = job.topology;
    Coordinates c = topology.coordinates(rank);
    Range range = message.range;
    if (message.phase == 0) {
      range.begin += index * piece;
      if (range.end - range.begin > piece) range.end = range.begin + piece;
    }
    Near last;  // in the last dimension in which the block was sent to this rank
    unsigned phase = 0;
    std::uint32_t within = 0, blocks = 1, rest = index;  // place in the message that contained it
    for (unsigned i = 0; i < message.phase; ++i) {
      const unsigned d = dimension(topology, message.part, i);
      const Near near = nth(topology, d, c[d], rest % topology.extent(d));
      if (near.distance != 0) {
        last = near;
        phase = i;
        within = index % blocks;
      }
      c[d] = near.coordinate;
      blocks *= topology.extent(d);
      rest /= topology.extent(d);
    }
    const unsigned own = dimension(topology, message.part, message.phase);
    c[own] = message.origin;
    if (message.turn != 0) {
      const unsigned way = (message.counter - 1u) % topology.links_per_dimension();
      last = {message.origin, message.turn, way, false};
      phase = message.phase;
      within = index;
    }
    if (is_slow(job)) last.distance = 0;
    const unsigned from = dimension(topology, message.part, phase);
    for (unsigned half = 0; half < (last.halves ? 2u : 1u) && last.distance != 0; ++half) {
      const unsigned way = last.way + half;
      const Range come = carried(job, message.part, last.halves, way);
      if (come.empty() || come.begin >= range.end || range.begin >= come.end) continue;
      const std::uint8_t counter = counter_of(topology, from, way);
      const std::uint32_t before = arrivals(job, rank, counter, phase * turns(topology) + last.distance - 1);
      const std::uint32_t end = range.end < come.end ? range.end : come.end;
      out.wait(counter, before + (phase == 0 ? (end - come.begin - 1) / piece_bytes(job) : within) + 1);
    }
    const std::uint32_t address = block_address(job, topology.rank(c)) + range.begin;
    return {message.dst, address, address, range.bytes(), message.counter, false, message.route};
  }
};

}  // namespace collnoc
