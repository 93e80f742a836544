// Ring algorithms of NICs that accumulate: reduce-scatter, then all-gather, around the rings of every
// dimension, in the place of the input (ring_reduction.hpp has the same idea for software).
//
// The data has a piece for every rank. In a turn of dimension d, every rank sends a slab (the pieces of all
// ranks with one coordinate in d) to the next rank, where it is added to that rank's own:
//
//   ring of 4, turn 0: rank r sends slab r-1     turn 1: slab r-2, which it has just received and its own
//   turn 2: slab r-3, three ranks combined       then rank r has slab r of all
//
// Nothing is copied and nothing needs memory: a slab is added once and then sent once. The rank then
// continues with its slab in the next lower dimension. The all-gather replaces the slabs, in ascending order
// of dimensions. Every slab travels as two halves, in two steps: one is on its way while the other one is
// being sent.
//
// All-port: the data is cut into parts that do all this at the same time, each in dimensions and directions
// of its own. Part p starts with dimension p - 1, then p - 2, .. (cyclic). On rings there are parts for both
// directions. So in every turn, each link carries one message. Software adds nothing and waits for each
// message that it passes on; as a NIC's plan, a channel also waits for what the rank has waited for before.
//
//   Pieces:  all_port             whether there are several parts
//            gathers              whether the all-gather follows
//            begin(job, k, i)     in part k of `parts`, bytes before piece i; piece N: all
//            runs(job, view, part, range, visit)   calls visit(address, bytes, whether it is the last) for
//                         what lies in one place
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// The network as a part sees it: its dimensions from `first` on (cyclic), and mirrored if `back`.
struct TurnedNetwork {
  const Topology& topology;
  unsigned first = 0;
  bool back = false;

  constexpr unsigned dimension(unsigned d) const { return (d + first) % topology.dims(); }
  constexpr std::uint32_t extent(unsigned d) const { return topology.extent(dimension(d)); }
  constexpr std::uint32_t coordinate(const Coordinates& c, unsigned d) const {
    return back ? extent(d) - 1 - c[dimension(d)] : c[dimension(d)];
  }
  /// The rank's place among all, its first dimension fastest, and the inverse.
  constexpr Rank number(Rank rank) const {
    const Coordinates c = topology.coordinates(rank);
    Rank number = 0;
    for (unsigned d = topology.dims(); d-- > 0;) number = number * extent(d) + coordinate(c, d);
    return number;
  }
  constexpr Rank rank(Rank number) const {
    Coordinates c{};
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t at = number % extent(d);
      c[dimension(d)] = back ? extent(d) - 1 - at : at;
      number /= extent(d);
    }
    return topology.rank(c);
  }
  constexpr Successor next(Rank rank, unsigned d) const {
    const unsigned own = dimension(d);
    if (!back) return successor(topology, rank, own);
    Coordinates c = topology.coordinates(rank);
    c[own] = (c[own] + topology.extent(own) - 1) % topology.extent(own);
    Successor next{topology.rank(c), {}};
    next.route.direction[own] = Direction::minus;
    return next;
  }
};

template <class Pieces>
struct RingAccumulation {
  static constexpr std::uint32_t steps(const Job& job) {
    std::uint32_t steps = 0;
    for (unsigned phase = 0; phase < phases(job); ++phase) steps += 2 * turns(job, phase);
    return steps;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Place at = place(job, step);
    for (unsigned part = 0; part < parts(job); ++part) {
      const TurnedNetwork view = view_of(job, part);
      const unsigned d = dimension(job, at.phase);
      if (at.turn + 1 >= view.extent(d)) continue;
      wait_for(job, rank, part, at, out);  // even to send nothing: later phases rely on it
      const Range range = sent(job, rank, part, at, 0);
      if (range.empty()) continue;
      const Successor next = view.next(rank, d);
      const bool adds = at.phase < job.topology.dims();
      const std::uint8_t counter = counter_of(view, d);
      Put put{next.rank, 0,     0,          0,
              0,         false, next.route, adds ? operation_of(job.op, job.element) : Operation::replace};
      bool begun = false;
      Pieces::runs(job, view, part, range, [&](std::uint32_t address, std::uint32_t bytes, bool last) {
        put.local = put.remote = address;
        put.bytes = bytes;
        put.counter = last ? counter : 0;
        begun ? out.more(put) : out.send(put);
        begun = true;
      });
    }
  }

  /// Counter 1 + 2 d + way: messages from the previous rank in dimension d, forwards (0) or backwards.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > 2 * job.topology.dims()) return 0;
    std::uint32_t count = 0, first = 0;
    for (unsigned phase = 0; phase < phases(job) && first < step; ++phase) {
      for (unsigned part = 0; part < parts(job); ++part) {
        const TurnedNetwork view = view_of(job, part);
        if (counter_of(view, dimension(job, phase)) != counter) continue;
        for (std::uint32_t s = first; s < step && s < first + 2 * turns(job, phase); ++s)
          count += !sent(job, rank, part, {phase, (s - first) / 2, (s - first) % 2}, 1).empty();
      }
      first += 2 * turns(job, phase);
    }
    return count;
  }

  /// Parts of the data that travel at the same time.
  static constexpr unsigned parts(const Job& job) {
    if (!Pieces::all_port) return 1;
    return job.topology.dims() * ways(job.topology);
  }
  static constexpr TurnedNetwork view_of(const Job& job, unsigned part) {
    const unsigned both = ways(job.topology);
    return {job.topology, part / both, part % both == 1};
  }

 private:
  struct Place {
    unsigned phase;
    std::uint32_t turn, half;
  };

  /// Directions of a dimension that are used: both, if all are rings.
  static constexpr unsigned ways(const Topology& topology) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!topology.wraps(d) || !topology.has_directions()) return 1;
    }
    return 2;
  }
  static constexpr unsigned phases(const Job& job) { return job.topology.dims() * (Pieces::gathers ? 2 : 1); }
  /// As the parts count dimensions: descending, then ascending.
  static constexpr unsigned dimension(const Job& job, unsigned phase) {
    const unsigned dims = job.topology.dims();
    return phase < dims ? dims - 1 - phase : phase - dims;
  }
  /// The most of all parts.
  static constexpr std::uint32_t turns(const Job& job, unsigned phase) {
    std::uint32_t most = 0;
    for (unsigned part = 0; part < parts(job); ++part) {
      const std::uint32_t extent = view_of(job, part).extent(dimension(job, phase));
      if (extent - 1 > most) most = extent - 1;
    }
    return most;
  }
  static constexpr Place place(const Job& job, std::uint32_t step) {
    Place at{0, 0, step % 2};
    for (; step >= 2 * turns(job, at.phase); ++at.phase) step -= 2 * turns(job, at.phase);
    at.turn = step / 2;
    return at;
  }
  static constexpr std::uint32_t step_of(const Job& job, const Place& at) {
    std::uint32_t step = 2 * at.turn + at.half;
    for (unsigned phase = 0; phase < at.phase; ++phase) step += 2 * turns(job, phase);
    return step;
  }
  static constexpr std::uint8_t counter_of(const TurnedNetwork& view, unsigned d) {
    return static_cast<std::uint8_t>(1 + 2 * view.dimension(d) + (view.back ? 1 : 0));
  }

  /// Bytes of the part that the rank `behind` places before `rank` in the ring sends.
  static constexpr Range sent(const Job& job, Rank rank, unsigned part, const Place& at,
                              std::uint32_t behind) {
    const TurnedNetwork view = view_of(job, part);
    const unsigned d = dimension(job, at.phase);
    const std::uint32_t n = view.extent(d);
    if (at.turn + 1 >= n) return {};
    const std::uint32_t ahead = at.phase < job.topology.dims() ? 1 : 0;  // slab c-1 first, or the own one
    std::uint32_t below = 1;
    for (unsigned e = 0; e < d; ++e) below *= view.extent(e);
    const Rank own = view.number(rank) / below;  // of slabs
    const std::uint32_t c = own % n, slab = own - c + (c + 2 * n - at.turn - ahead - behind) % n;
    const Range whole{Pieces::begin(job, part, parts(job), slab * below),
                      Pieces::begin(job, part, parts(job), (slab + 1) * below)};
    const std::uint32_t middle = whole.begin + (whole.bytes() + 8) / 16 * 8;
    return at.half == 0 ? Range{whole.begin, middle} : Range{middle, whole.end};
  }

  /// Before a message: what it sends has arrived one turn before; in the first turn of a phase, in the last
  /// turn of the phase before, both halves.
  template <class Out>
  static constexpr void wait_for(const Job& job, Rank rank, unsigned part, const Place& at, Out& out) {
    Place last{at.phase, at.turn - 1, at.half};
    if (at.turn == 0) {
      std::uint32_t n = 1;
      for (; last.phase > 0 && n == 1;) n = view_of(job, part).extent(dimension(job, --last.phase));
      if (n == 1) return;
      last.turn = n - 2;
      last.half = 1;
    }
    const std::uint8_t counter = counter_of(view_of(job, part), dimension(job, last.phase));
    const std::uint32_t count = arrivals(job, rank, counter, step_of(job, last) + 1);
    if (count != 0) out.wait(counter, count);
  }
};

/// The pieces of a vector.
template <bool several_parts, bool then_gathers>
struct VectorShares {
  static constexpr bool all_port = several_parts, gathers = then_gathers;
  static constexpr std::uint32_t begin(const Job& job, unsigned part, unsigned parts, Rank piece) {
    const Rank n = job.topology.size();
    return pieces(job, 0, part * n + piece, parts * n).end;
  }
  template <class Visit>
  static constexpr void runs(const Job& job, const TurnedNetwork&, unsigned, Range range, Visit visit) {
    visit(job.base + range.begin, range.bytes(), true);
  }
};

/// The blocks of a table, of each the same part.
template <bool several_parts>
struct TableShares {
  static constexpr bool all_port = several_parts, gathers = false;
  using Rings = RingAccumulation<TableShares>;
  static constexpr std::uint32_t begin(const Job& job, unsigned part, unsigned parts, Rank piece) {
    return piece * share(job, part, parts).bytes();
  }
  template <class Visit>
  static constexpr void runs(const Job& job, const TurnedNetwork& view, unsigned part, Range range,
                             Visit visit) {
    if (!several_parts) return visit(job.base + range.begin, range.bytes(), true);
    const Range share = TableShares::share(job, part, Rings::parts(job));
    while (!range.empty()) {
      const std::uint32_t piece = range.begin / share.bytes(), within = range.begin % share.bytes();
      const std::uint32_t rest = share.bytes() - within, bytes = rest < range.bytes() ? rest : range.bytes();
      range.begin += bytes;
      visit(block_address(job, view.rank(piece)) + share.begin + within, bytes, range.empty());
    }
  }

 private:
  /// A part of a block with its padding.
  static constexpr Range share(Job job, unsigned part, unsigned parts) {
    job.bytes = static_cast<std::uint32_t>(padded(job.bytes));
    return pieces(job, part, part + 1, parts);
  }
};

/// What the schedules `ring-accumulate` and `ring-accumulate-all-port` share.
template <class Pieces>
struct RingAccumulate {
  using Rings = RingAccumulation<Pieces>;
  static constexpr bool all_ports = Pieces::all_port;
  static constexpr const char* name = all_ports ? "ring-accumulate-all-port" : "ring-accumulate";
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool accumulates = true;
  static constexpr Structure needs = all_ports ? Structure::dimensions : Structure::ring;

  static constexpr const char* refusal(const Topology&, PortModel nic) {
    return all_ports && nic != PortModel::all_port ? "it needs an all-port NIC" : nullptr;
  }
  static constexpr std::uint32_t steps(const Job& job) { return Rings::steps(job); }
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    Rings::plan(job, rank, step, out);
  }
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return Rings::arrivals(job, rank, counter, step);
  }
};

}  // namespace collnoc
