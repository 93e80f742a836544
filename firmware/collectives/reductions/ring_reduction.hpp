// Reduce-scatter around the rings of every dimension, the first part of the ring algorithms (the bucket
// algorithm; Patarasuk & Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009).
//
// The vector has a piece for every rank. In the last dimension, the pieces of a slab (a plane, a row; all
// ranks with one coordinate) travel together from rank to rank, and every rank adds its own. After extent - 1
// turns a rank has its own slab, combined along the dimension; it continues with its pieces in the next lower
// one.
//
//   slabs of a ring of 4, combined as they travel:   turn 0: r sends slab r-1     turn 1: slab r-2    turn 2:
//   slab r-3
//                                                     rank r ends with slab r, after 3 turns
//
// Every slab travels as two halves, in two steps of a turn: a rank combines one half while the other is on
// its way. No two messages of a step share a link; on a line, the last rank sends back against all others.
//
// `Pieces`:  begin(job, rank)   byte offset of the rank's piece from the beginning of the vector; N: the end
//            work(job)          byte address of the vector that is being combined
//            ends_at(job, rank) byte address of the vector to which the rank's piece is combined at last
//            scratch(job)       bytes before the memory for what arrives
#pragma once
#include "collnoc/firmware/collectives/reductions/reduction.hpp"

namespace collnoc {

template <class Pieces>
struct RingReduction {
  /// Bytes of memory in total: the slabs of every dimension arrive in separate memory.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return Pieces::scratch(job) + job.topology.dims() * vector_bytes(job);
  }
  static constexpr std::uint32_t steps(const Job& job) { return first_step(job, 0) + 2 * turns(job, 0); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    unsigned d = 0;
    while (step < first_step(job, d)) ++d;
    const std::uint32_t turn = (step - first_step(job, d)) / 2, half = step % 2;
    if (turn > 0) {
      absorb(job, rank, d, turn - 1, half, out);
    } else if (half == 0 && !is_first(job, d)) {
      unsigned before = d + 1;
      while (turns(job, before) == 0) ++before;
      finish(job, rank, before, out);
    }
    const Range range = sent(job, rank, d, turn, half);
    if (range.empty()) return;
    const Successor next = successor(job.topology, rank, d);
    const std::uint32_t from = turn == 0 ? mine(job, d) : Pieces::work(job);
    out.send(Put{next.rank, from + range.begin, inbox(job, d) + range.begin, range.bytes(), counter(d), false,
                 next.route});
  }

  /// After the last step: combines what arrived last. The rank then has its piece.
  template <class Out>
  static constexpr void finish(const Job& job, Rank rank, Out& out) {
    unsigned d = 0;
    while (d < job.topology.dims() && turns(job, d) == 0) ++d;
    if (d < job.topology.dims()) return finish(job, rank, d, out);
    reduction::copy(job.base + Pieces::begin(job, rank),
                    Pieces::ends_at(job, rank) + Pieces::begin(job, rank),
                    Pieces::begin(job, rank + 1) - Pieces::begin(job, rank), out);
  }

  /// Counter 1 + d: messages from the previous rank in dimension d.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    if (c == 0 || c > job.topology.dims()) return 0;
    const unsigned d = c - 1u;
    const std::uint32_t first = first_step(job, d);
    if (step <= first) return 0;
    const std::uint32_t steps = step - first;
    return arrived(job, rank, d, steps < 2 * turns(job, d) ? steps : 2 * turns(job, d));
  }

  static constexpr std::uint32_t turns(const Job& job, unsigned d) { return job.topology.extent(d) - 1; }
  /// Bytes of the pieces of all ranks whose coordinates above d are those of `rank`, and whose coordinate d
  /// is `index`.
  static constexpr Range slab(const Job& job, Rank rank, unsigned d, std::uint32_t index) {
    Coordinates at = job.topology.coordinates(rank);
    Rank count = 1;
    for (unsigned e = 0; e < d; ++e) {
      at[e] = 0;
      count *= job.topology.extent(e);
    }
    at[d] = index;
    const Rank first = job.topology.rank(at);
    return {Pieces::begin(job, first), Pieces::begin(job, first + count)};
  }

 private:
  /// The dimensions come in descending order.
  static constexpr std::uint32_t first_step(const Job& job, unsigned d) {
    std::uint32_t step = 0;
    for (unsigned e = d + 1; e < job.topology.dims(); ++e) step += 2 * turns(job, e);
    return step;
  }
  static constexpr bool is_first(const Job& job, unsigned d) { return first_step(job, d) == 0; }
  static constexpr std::uint8_t counter(unsigned d) { return static_cast<std::uint8_t>(1 + d); }
  static constexpr std::uint64_t vector_bytes(const Job& job) {
    return padded(Pieces::begin(job, job.topology.size()));
  }
  static constexpr std::uint32_t inbox(const Job& job, unsigned d) {
    return job.base + static_cast<std::uint32_t>(Pieces::scratch(job) + d * vector_bytes(job));
  }
  /// The vector to whose slabs a rank adds what arrives in dimension d.
  static constexpr std::uint32_t mine(const Job& job, unsigned d) {
    return is_first(job, d) ? job.base : Pieces::work(job);
  }
  /// What a rank sends in a turn and half.
  static constexpr Range sent(const Job& job, Rank rank, unsigned d, std::uint32_t turn, std::uint32_t half) {
    const std::uint32_t n = job.topology.extent(d), c = job.topology.coordinates(rank)[d];
    const Range whole = slab(job, rank, d, (c + n - turn % n + n - 1) % n);
    const std::uint32_t middle = whole.begin + (whole.bytes() + 8) / 16 * 8;
    return half == 0 ? Range{whole.begin, middle} : Range{middle, whole.end};
  }
  /// What it receives: what the previous rank sends, the slab that it sends itself one turn later.
  static constexpr Range received(const Job& job, Rank rank, unsigned d, std::uint32_t turn,
                                  std::uint32_t half) {
    return sent(job, rank, d, turn + 1, half);
  }
  /// Messages in the first `steps` steps of the dimension. Empty ones are not sent.
  static constexpr std::uint32_t arrived(const Job& job, Rank rank, unsigned d, std::uint32_t steps) {
    std::uint32_t count = 0;
    for (std::uint32_t s = 0; s < steps; ++s) count += !received(job, rank, d, s / 2, s % 2).empty();
    return count;
  }
  template <class Out>
  static constexpr void absorb(const Job& job, Rank rank, unsigned d, std::uint32_t turn, std::uint32_t half,
                               Out& out) {
    const Range range = received(job, rank, d, turn, half);
    if (range.empty()) return;
    out.wait(counter(d), arrived(job, rank, d, 2 * turn + half + 1));
    const bool last = turn + 1 == turns(job, d) && first_step(job, d) + 2 * turns(job, d) == steps(job);
    const std::uint32_t to = last ? Pieces::ends_at(job, rank) : Pieces::work(job);
    out.combine({to + range.begin, mine(job, d) + range.begin, inbox(job, d) + range.begin, range.bytes()});
  }
  template <class Out>
  static constexpr void finish(const Job& job, Rank rank, unsigned d, Out& out) {
    for (std::uint32_t half = 0; half < 2; ++half) absorb(job, rank, d, turns(job, d) - 1, half, out);
  }
};

}  // namespace collnoc
