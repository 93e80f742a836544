// Total exchange `product-all-port`. Dimakopoulos & Dimopoulos, "A theory of total exchange in
// multidimensional interconnection networks", section 4, Algorithm A3 (multiport). Its formulas are missing
// in the text that was read. The rotation below has every property that the text states.
//
// G = H x H, with n nodes in H. Both dimensions run n exchanges at the same time. In exchange r < n of the
// second dimension, (i,j) gives (i,l), with p = l - j mod n, its message for (i + ((p-1) + (r-1)) mod (n-1) +
// 1, l). In exchange n, it gives its message for (i,l) itself. Exchange 1 of the first dimension handles
// messages within copy l. Exchange r + 1 forwards the messages that arrived in exchange r: n - 1 messages for
// n - 1 different nodes. H may be such a product again.
//
//   step         0 .. T-1     T .. 2T-1       2T .. 3T-1      ...
//   along x      own row      from exch. 1    from exch. 2
//   along y      exchange 1   exchange 2      exchange 3             all links of both are busy
//
// For d = 1, 2 or 4 equal dimensions: n^(d-1) · T steps, with T of one dimension from MultiportExchange. 4x4
// torus: 8, 8x8 torus: 64, 8x8 mesh: 128, hypercube 2^4: 8. A message is one block that moves one hop: alpha
// = beta = steps (beta in blocks). Port model: all-port. Free of contention.
//
// Memory. A block that must move on waits in a slot. The link on which it arrived and the step, modulo a
// window of three exchanges of H, identify the slot. The block leaves in the next exchange at the latest. The
// third exchange ensures that all neighbours know of this before the slot is reused. So tiles may drift apart
// without barriers.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/exchange_1d.hpp"

namespace collnoc {

/// A block that travels from node `origin` to node `target`, about to move one hop.
struct LinkMove {
  bool moves = false;
  std::uint32_t origin = 0;
  std::uint32_t target = 0;
  bool own = true;              ///< it starts here; otherwise it arrived
  Link came = 0;                ///< over this link of the sender
  std::uint32_t came_step = 0;  ///< in this step
};

/// Multiport total exchange on one dimension: one packet per link, direction and step.
///
/// Line: on every link, farthest destination first (exchange_1d.hpp, with packet k of a link in step k):
/// floor(n^2/4) steps, the load of the middle link. Complete graph: one step.
/// Ring of n: the directions are independent; minus is the mirror image of plus. Half-way packets of even
/// nodes use plus, those of odd nodes use minus. Links whose number has the parity of the step form one
/// track, the other links form the second track. A packet stays on its track. A track carries the packets of
/// every second node, one distance after the other. So the half-way packets of the even nodes fill one track
/// for m = n/2 steps, while the second track carries other distances. The remaining distances rotate on both
/// tracks.
///
///   n = 8:  track 0   3 3 3  3 3 3  2 2        n = 12:  track 0  6 6 6 6 6 6 |  1 .. 5 without 3
///           track 1   2 2  1  4 4 4 4  1                track 1  3 3 3 3 3 3 |
///
/// ceil(floor(n/2)·ceil(n/2)/2) steps, the minimum, because that is the load of the links.
struct MultiportExchange {
  std::uint32_t extent = 1;
  Factor factor = Factor::line;

  constexpr std::uint32_t steps() const {
    if (extent < 2) return 0;
    if (factor == Factor::complete) return 1;
    const std::uint32_t load = (extent / 2) * ((extent + 1) / 2);
    return factor == Factor::line ? load : (load + 1) / 2;
  }

  /// What node `at` sends over `link` in step `t` < steps().
  constexpr LinkMove sent(std::uint32_t at, Link link, std::uint32_t t) const {
    if (factor == Factor::complete) {
      if (link + 1 >= extent) return {};
      return {true, at, (at + link + 1) % extent, true, 0, 0};
    }
    LinkMove move = plus(link == 0 ? at : extent - 1 - at, t);
    if (link == 0 || !move.moves) return move;
    move.origin = extent - 1 - move.origin;
    move.target = extent - 1 - move.target;
    move.came = 1;
    return move;
  }

  /// How a packet reaches its target: `came` and `came_step`.
  constexpr LinkMove arrival(std::uint32_t origin, std::uint32_t target) const {
    if (factor == Factor::complete) {
      return {true, origin, target, false, (target + extent - origin) % extent - 1, 0};
    }
    const std::uint32_t ahead = (target + extent - origin) % extent;
    const bool minus = factor == Factor::line
                           ? target < origin
                           : 2 * ahead > extent || (2 * ahead == extent && origin % 2 == 1);
    const std::uint32_t from = minus ? extent - 1 - origin : origin,
                        to = minus ? extent - 1 - target : target;
    std::uint32_t step = 0;
    if (factor == Factor::line) {
      step = (extent - 1 - to) * to + to - 1 - from;
    } else {
      const std::uint32_t distance = minus ? extent - ahead : ahead;
      for (unsigned track = 0; track < 2; ++track) {
        walk(track, [&](std::uint32_t d, std::uint32_t start) {
          if (d == distance && on_track(from, start) == track) step = start + distance - 1;
          return false;
        });
      }
    }
    return {true, origin, target, false, minus ? 1u : 0u, step};
  }

  /// Number of packets that node `at` receives over `link` of the sending neighbour before step `t` <=
  /// steps().
  constexpr std::uint32_t received(std::uint32_t at, Link link, std::uint32_t t) const {
    if (factor == Factor::complete) return link + 1 < extent ? t : 0;
    const std::uint32_t here = link == 0 ? at : extent - 1 - at;
    if (factor == Factor::line) {
      const std::uint32_t load = here * (extent - here);
      return t < load ? t : load;
    }
    const std::uint32_t from = (here + extent - 1) % extent;
    std::uint32_t idle = 0;
    for (unsigned track = 0; track < 2; ++track) {
      const std::uint32_t at_rest = rest(track);
      if (at_rest < t && on_track(from, at_rest) == track) ++idle;
    }
    return t - idle;
  }

 private:
  static constexpr std::uint32_t never = ~std::uint32_t{0};

  constexpr LinkMove plus(std::uint32_t at, std::uint32_t t) const {
    if (factor == Factor::line) {
      if (at + 1 >= extent || t >= (at + 1) * (extent - 1 - at)) return {};
      const std::uint32_t origin = at - t % (at + 1), target = extent - 1 - t / (at + 1);
      const std::uint32_t came = origin == at ? 0 : (extent - 1 - target) * at + at - 1 - origin;
      return {true, origin, target, origin == at, 0, came};
    }
    LinkMove move;
    walk(on_track(at, t), [&](std::uint32_t distance, std::uint32_t start) {
      if (t < start || t >= start + distance) return false;
      const std::uint32_t origin = (at + extent - (t - start)) % extent;
      move = {true, origin, (origin + distance) % extent, t == start, 0, t - 1};
      return true;
    });
    return move;
  }

  /// Ring of even extent: the track of node `at`'s plus link in step t. An odd ring has one track.
  constexpr unsigned on_track(std::uint32_t at, std::uint32_t t) const {
    return extent % 2 == 1 ? 0 : (at + t) % 2;
  }

  /// Calls visit(distance, first step) for everything a track carries, in order, until it returns true.
  template <class Visit>
  constexpr void walk(unsigned track, Visit&& visit) const {
    const std::uint32_t m = extent / 2, half = m / 2;
    std::uint32_t start = 0;
    const auto next = [&](std::uint32_t distance) {
      const bool found = visit(distance, start);
      start += distance;
      return found;
    };
    // Distances that fill the other track beside the half-way packets, and do not rotate with the rest.
    std::uint32_t a = 0, b = 0, c = 0;
    if (extent % 2 == 0) {
      if (m % 2 == 1) {
        a = half % 2 == 1 ? half : half + 1;  // the odd one of (m-1)/2 and (m+1)/2
        b = m - a;
        if (track == 0 ? next(m) || (m > 1 && next(b)) : m > 1 && (next(a) || next(b) || next(a))) return;
        if (m > 1) start = m + half + 1;
      } else if (half % 2 == 1) {
        a = half;
        // NOLINTNEXTLINE(misc-redundant-expression): next() has a side effect
        if (track == 0 ? next(m) : next(a) || next(a)) return;
      } else if (m == 4) {
        a = 1, b = 2, c = 3;
        // NOLINTNEXTLINE(misc-redundant-expression): next() has a side effect
        if (track == 0 ? next(3) || next(3) || next(2) : next(2) || next(1) || next(4) || next(1)) return;
      } else {
        a = half + 1, b = half - 1, c = 1;
        if (track == 0 ? next(m) || next(a) : next(a) || next(b) || next(b) || next(1) || next(1)) return;
      }
    }
    for (std::uint32_t d = (extent - 1) / 2; d > 0; --d) {
      if (d != a && d != b && d != c && next(d)) return;
    }
  }

  /// The step in which a track is idle, or never.
  constexpr std::uint32_t rest(unsigned track) const {
    const std::uint32_t m = extent / 2;
    if (extent % 2 == 1 || m % 2 == 0) return never;
    if (m == 1) return track == 1 ? 0 : never;
    const bool even_is_shorter = m / 2 % 2 == 0;  // track 0 has the even one of (m-1)/2 and (m+1)/2
    return (track == 0) == even_is_shorter ? m + m / 2 : never;
  }
};

struct ProductAllPort {
  static constexpr const char* name = "product-all-port";
  static constexpr const char* summary =
      "exchanges within all dimensions at once (Dimakopoulos & Dimopoulos, Algorithm A3)";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (nic != PortModel::all_port) return "it needs an all-port NIC";
    bool equal = is_power_of_two(topology.dims()) && topology.extent(0) > 1;
    for (unsigned d = 1; d < topology.dims(); ++d) {
      equal &= topology.extent(d) == topology.extent(0) && topology.wraps(d) == topology.wraps(0);
    }
    return equal ? nullptr : "it needs 1, 2 or 4 equal dimensions";
  }

  /// Send and receive tables, and a window of slots per link.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    const Topology& topology = job.topology;
    return (2 * std::uint64_t{topology.size()} + std::uint64_t{topology.links()} * window(topology)) *
           padded(job.bytes);
  }

  static constexpr std::uint32_t steps(const Job& job) { return steps(job.topology, job.topology.dims()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    wait_for_last_step<ProductAllPort>(job, rank, step, topology.links(), out);
    for (Link link = 0; link < topology.links(); ++link) {
      const LinkMove move = sent(topology, topology.dims(), rank, link, step);
      if (!move.moves) continue;
      const Rank next = topology.neighbour(rank, link);
      const std::uint32_t from =
          move.own ? send_block(job, move.target) : slot(job, move.came, move.came_step);
      const std::uint32_t to = next == move.target ? receive_block(job, move.origin) : slot(job, link, step);
      Route route;
      if (topology.has_directions()) {
        route.direction[link / 2] = link % 2 == 0 ? Direction::plus : Direction::minus;
      }
      out.send(Put{next, from, to, job.bytes, static_cast<std::uint8_t>(1 + link), false, route});
    }
  }

  /// Counter 1 + l: messages that neighbours send over their link l.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > topology.links()) return 0;
    const MultiportExchange line = ProductAllPort::line(topology);
    const Link link = (counter - 1u) % topology.links_per_dimension();
    const std::uint32_t at = topology.coordinates(rank)[topology.dimension_of(counter - 1u)];
    const std::uint32_t length = line.steps();
    return step / length * line.received(at, link, length) + line.received(at, link, step % length);
  }

 private:
  static constexpr MultiportExchange line(const Topology& topology) {
    return {topology.extent(0), factor(topology, 0)};
  }
  /// Nodes and steps of `dims` of the dimensions.
  static constexpr std::uint32_t nodes(const Topology& topology, unsigned dims) {
    std::uint32_t n = 1;
    for (unsigned d = 0; d < dims; ++d) n *= topology.extent(0);
    return n;
  }
  static constexpr std::uint32_t steps(const Topology& topology, unsigned dims) {
    return nodes(topology, dims - 1) * line(topology).steps();
  }

  /// Slots of a link: two exchanges of H, during which a block waits, and time for its sender to learn that
  /// it left.
  static constexpr std::uint32_t window(const Topology& topology) {
    const std::uint32_t length = steps(topology, topology.dims() == 1 ? 1 : topology.dims() / 2);
    return 2 * length + (length < 4 ? 4 : length);
  }
  static constexpr std::uint32_t slot(const Job& job, Link link, std::uint32_t step) {
    const std::uint32_t size = window(job.topology);
    return block_address(job, 2 * job.topology.size() + link * size + step % size);
  }

  /// What `node` of a product of `dims` dimensions sends over `link` in step `t`.
  static constexpr LinkMove sent(const Topology& topology, unsigned dims, std::uint32_t node, Link link,
                                 std::uint32_t t) {
    if (dims == 1) return line(topology).sent(node, link, t);
    const unsigned half = dims / 2;
    const std::uint32_t n = nodes(topology, half), length = steps(topology, half);
    const std::uint32_t i = node % n, j = node / n, exchange = t / length;
    const Link first_link = half * topology.links_per_dimension();  // of the second factor
    if (link >= first_link) {
      LinkMove move = sent(topology, half, j, link - first_link, t % length);
      if (!move.moves) return move;
      const std::uint32_t p = (move.target + n - move.origin) % n;
      const std::uint32_t on = exchange + 1 == n ? 0 : (p - 1 + exchange) % (n - 1) + 1;
      move.origin = i + n * move.origin;
      move.target = (i + on) % n + n * move.target;
      move.came += first_link;
      move.came_step += exchange * length;
      return move;
    }
    LinkMove move = sent(topology, half, i, link, t % length);
    if (!move.moves) return move;
    move.came_step += exchange * length;
    std::uint32_t from = j;
    if (exchange > 0) {  // messages of exchange number `exchange` of the second factor, counted from 1
      const std::uint32_t q = (move.target + n - move.origin) % n;
      from = (j + n - ((q - 1 + n - 1 - (exchange - 1)) % (n - 1) + 1)) % n;
      if (move.own) {
        const LinkMove before = arrival(topology, half, from, j);
        move.own = false;
        move.came = before.came + first_link;
        move.came_step = before.came_step + (exchange - 1) * length;
      }
    }
    move.origin += n * from;
    move.target += n * j;
    return move;
  }

  /// How the message from `origin` to `target` of a product of `dims` dimensions arrives.
  static constexpr LinkMove arrival(const Topology& topology, unsigned dims, std::uint32_t origin,
                                    std::uint32_t target) {
    if (dims == 1) return line(topology).arrival(origin, target);
    const unsigned half = dims / 2;
    const std::uint32_t n = nodes(topology, half), length = steps(topology, half);
    const std::uint32_t p = (target / n + n - origin / n) % n, q = (target % n + n - origin % n) % n;
    if (q == 0) {
      LinkMove last = arrival(topology, half, origin / n, target / n);
      last.came += half * topology.links_per_dimension();
      last.came_step += (n - 1) * length;
      return last;
    }
    LinkMove last = arrival(topology, half, origin % n, target % n);
    if (p != 0) last.came_step += ((q - 1 + n - 1 - (p - 1)) % (n - 1) + 1) * length;
    return last;
  }
};

}  // namespace collnoc
