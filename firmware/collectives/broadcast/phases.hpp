// Broadcasts that are composed of phases.
//
// An algorithm lists its phases in order: Algorithm::phases(job, visit) calls visit(phase) for each one.
// Phased<Algorithm> makes a schedule of them (of a family with a parameter, such as np-rd:d, each member is a
// PhasedMember). A phase has the functions
//
//   steps()                              number of steps
//   send(job, rank, step, counter, out)  sends the message of `rank` in step `step` of the phase, if any
//   arrivals(job, rank, step)            puts that reach `rank` in steps < `step` of the phase
//
// Each phase has its own arrival counter, or, with visit(phase, true), the counter of the phase before. The
// latter is for phases that form one tree, so that a rank receives in only one of them. Counters are 1, 2, ..
// in the order of the phases. (Consecutive sends with the same counter save software a write to PUT_CTRL.)
//
// At the start of a step, a rank waits for the arrivals of the step before. This file has two kinds of phase:
// in Exchange, partners differ by a fixed xor mask; in Collect, nodes pass pieces round a ring.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Some pieces of the message, which is cut into `of` pieces: `count` runs of `width` adjacent pieces, at a
/// distance of `stride`. One put per run.
struct Parts {
  std::uint32_t first = 0, width = 1, of = 1, count = 0, stride = 0;

  constexpr Range range(const Job& job, std::uint32_t i) const {
    return pieces(job, first + i * stride, first + i * stride + width, of);
  }
  /// Number of puts: those that are not empty.
  constexpr std::uint32_t puts(const Job& job) const {
    if (padded(job.bytes) / 8 >= of) return count;
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < count; ++i) n += !range(job, i).empty();
    return n;
  }
};

/// Piece `index` of `of`.
constexpr Parts one_part(std::uint32_t index, std::uint32_t of) { return {index, 1, of, 1, 0}; }

template <class Out>
constexpr void send_parts(const Job& job, Rank dst, const Parts& parts, std::uint8_t counter, Route route,
                          Out& out) {
  bool begun = false;
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const Range range = parts.range(job, i);
    if (range.empty()) continue;
    const Put put = share(job, dst, range, counter, route);
    if (begun) {
      out.more(put);
    } else {
      out.send(put);
    }
    begun = true;
  }
}

/// Coordinates relative to the root, by xor.
constexpr Coordinates relative(const Job& job, Coordinates c) {
  const Coordinates root = job.topology.coordinates(job.root);
  for (unsigned d = 0; d < job.topology.dims(); ++d) c[d] ^= root[d];
  return c;
}

/// Every node that has something to send sends it to the node whose coordinates differ by `mask`. `sends(r)`
/// gives the parts sent from relative coordinates r; none if count is 0. It takes one step, or `turns` steps:
/// then the lowest bits of r[dimension] >> shift give a node's turn.
template <class Sends>
struct Exchange {
  Coordinates mask;
  bool may_wrap;  ///< takes the shorter path on a ring; otherwise never a wrap link
  Sends sends;
  std::uint32_t turns = 1;
  unsigned dimension = 0, shift = 0;

  constexpr std::uint32_t steps() const { return turns; }

  template <class Out>
  constexpr void send(const Job& job, Rank rank, std::uint32_t step, std::uint8_t counter, Out& out) const {
    Coordinates c = job.topology.coordinates(rank);
    const Coordinates r = relative(job, c);
    if (turn(r) != step) return;
    const Parts parts = sends(r);
    if (parts.count == 0) return;
    const Rank dst = job.topology.rank(moved(c));
    send_parts(job, dst, parts, counter, may_wrap ? Route{} : without_wrap(job.topology, rank, dst), out);
  }

  constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint32_t step) const {
    const Coordinates r = relative(job, job.topology.coordinates(rank));
    return turn(r) < step ? sends(moved(r)).puts(job) : 0;
  }

 private:
  constexpr std::uint32_t turn(const Coordinates& r) const { return (r[dimension] >> shift) & (turns - 1); }
  constexpr Coordinates moved(Coordinates c) const {
    for (unsigned d = 0; d < max_dims; ++d) c[d] ^= mask[d];
    return c;
  }
};

template <class Sends>
Exchange(Coordinates, bool, Sends) -> Exchange<Sends>;
template <class Sends>
Exchange(Coordinates, bool, Sends, std::uint32_t, unsigned, unsigned) -> Exchange<Sends>;

/// Nodes that differ in `bits` bits of one coordinate, from bit `shift` on, pass their pieces round, upwards
/// and from the last node back to the first, until all nodes have all pieces. `holds(r)` is the initial
/// content of the node at relative coordinates r; it is empty if the node's ring does not take part.
template <class Holds>
struct Collect {
  unsigned dimension, shift, bits;
  Holds holds;

  constexpr std::uint32_t steps() const { return (1u << bits) - 1; }

  template <class Out>
  constexpr void send(const Job& job, Rank rank, std::uint32_t step, std::uint8_t counter, Out& out) const {
    const Topology& topology = job.topology;
    const Coordinates c = topology.coordinates(rank);
    const Parts parts = holds(relative(job, before(c, step)));
    if (parts.count == 0) return;
    const Rank dst = topology.rank(before(c, steps()));
    Route route = without_wrap(topology, rank, dst);
    if (topology.wraps(dimension) && topology.extent(dimension) >> shift == steps() + 1) {
      route.direction[dimension] = Direction::plus;
    }
    send_parts(job, dst, parts, counter, route, out);
  }

  constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint32_t step) const {
    const Coordinates c = job.topology.coordinates(rank);
    const Parts parts = holds(relative(job, before(c, 1)));
    if (parts.count == 0) return 0;
    if (padded(job.bytes) / 8 >= parts.of) return step * parts.count;  // no piece is empty
    std::uint32_t n = 0;
    for (std::uint32_t i = 1; i <= step; ++i) n += holds(relative(job, before(c, i))).puts(job);
    return n;
  }

 private:
  /// The node `distance` positions before c in the ring.
  constexpr Coordinates before(Coordinates c, std::uint32_t distance) const {
    const std::uint32_t index = c[dimension] >> shift & steps();
    c[dimension] ^= (index ^ ((index - distance) & steps())) << shift;
    return c;
  }
};

template <class Holds>
Collect(unsigned, unsigned, unsigned, Holds) -> Collect<Holds>;

/// Derives steps, plan and arrivals of a schedule from its phases. `phases` of a family takes its parameter
/// as last argument.
template <class Algorithm, class... Parameter>
struct Phased {
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  static constexpr std::uint32_t steps(const Job& job, Parameter... parameter) {
    std::uint32_t steps = 0;
    Algorithm::phases(
        job, [&](const auto& phase, bool = false) { steps += phase.steps(); }, parameter...);
    return steps;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out,
                             Parameter... parameter) {
    std::uint32_t first = 0;
    std::uint8_t counter = 0;
    Algorithm::phases(
        job,
        [&](const auto& phase, bool same_counter = false) {
          if (!same_counter) ++counter;
          const std::uint32_t end = first + phase.steps();
          if (first < step && step <= end) {
            const std::uint32_t now = phase.arrivals(job, rank, step - first);
            if (now != 0 && now != phase.arrivals(job, rank, step - first - 1)) out.wait(counter, now);
          }
          if (first <= step && step < end) phase.send(job, rank, step - first, counter, out);
          first = end;
        },
        parameter...);
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step,
                                          Parameter... parameter) {
    std::uint32_t first = 0, n = 0;
    std::uint8_t at = 0;
    Algorithm::phases(
        job,
        [&](const auto& phase, bool same_counter = false) {
          if (!same_counter) ++at;
          if (at == counter && first < step) {
            n += phase.arrivals(job, rank, step - first < phase.steps() ? step - first : phase.steps());
          }
          first += phase.steps();
        },
        parameter...);
    return n;
  }
};

/// A member of a family. The parameter is a value to the family's phases, so that its members share one plan.
template <class Family, auto parameter>
struct PhasedMember {
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Family::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) { return Family::steps(job, parameter); }
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    Family::plan(job, rank, step, out, parameter);
  }
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return Family::arrivals(job, rank, counter, step, parameter);
  }
};

}  // namespace collnoc
