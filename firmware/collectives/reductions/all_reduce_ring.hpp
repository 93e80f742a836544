// All-reduce `ring`: reduce-scatter around the rings of every dimension (ring_reduction.hpp), then all-gather
// around the same rings, as all-gather `ring` does it.
//
//   2 rings of 4:   slabs of half the vector, combined, along y; pieces along x; then pieces along x, slabs
//   along y
//
// alpha = 3 sum (n_d - 1) (the slabs of the first part travel as two halves), beta = 2 - 2/N vectors, the
// minimum. Port model: one-port. No link is shared. Any extents. For long vectors.
#pragma once
#include "collnoc/firmware/collectives/reductions/ring_reduction.hpp"

namespace collnoc {

struct AllReduceRing {
  static constexpr const char* name = "ring";
  static constexpr const char* summary =
      "reduce-scatter, then all-gather, around the rings of every dimension (Patarasuk & Yuan)";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ring;

  /// The result is the vector that is combined.
  struct Pieces {
    static constexpr std::uint32_t begin(const Job& job, Rank rank) {
      return pieces(job, 0, rank, job.topology.size()).end;
    }
    static constexpr std::uint32_t work(const Job& job) { return reduction::result(job); }
    static constexpr std::uint32_t ends_at(const Job& job, Rank) { return work(job); }
    static constexpr std::uint64_t scratch(const Job& job) { return 2 * padded(job.bytes); }
  };
  using Ring = RingReduction<Pieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Ring::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) {
    return job.topology.size() == 1 ? 1 : first_gather(job, job.topology.dims());
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step < Ring::steps(job)) return Ring::plan(job, rank, step, out);
    if (step == Ring::steps(job)) Ring::finish(job, rank, out);
    if (job.topology.size() == 1) return;
    unsigned d = 0;
    while (step >= first_gather(job, d + 1)) ++d;
    const std::uint32_t turn = step - first_gather(job, d);
    if (step > Ring::steps(job)) {  // what arrived in the step before
      unsigned before = d;
      if (turn == 0) do
          --before;
        while (Ring::turns(job, before) == 0);
      const std::uint32_t last = turn == 0 ? Ring::turns(job, before) - 1 : turn - 1;
      if (!received(job, rank, before, last).empty())
        out.wait(counter(job, before), arrived(job, rank, before, last + 1));
    }
    const Range range = sent(job, rank, d, turn);
    if (range.empty()) return;
    const Successor next = successor(job.topology, rank, d);
    const std::uint32_t address = reduction::result(job) + range.begin;
    out.send(Put{next.rank, address, address, range.bytes(), counter(job, d), false, next.route});
  }

  /// Those of the reduce-scatter. Counter 1 + dims + d: messages of the all-gather in dimension d.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    const unsigned dims = job.topology.dims();
    if (c <= dims) return Ring::arrivals(job, rank, c, step);
    if (c > 2 * dims) return 0;
    const unsigned d = c - 1u - dims;
    const std::uint32_t first = first_gather(job, d), turns = Ring::turns(job, d);
    if (step <= first) return 0;
    return arrived(job, rank, d, step - first < turns ? step - first : turns);
  }

 private:
  static constexpr std::uint8_t counter(const Job& job, unsigned d) {
    return static_cast<std::uint8_t>(1 + job.topology.dims() + d);
  }
  static constexpr std::uint32_t first_gather(const Job& job, unsigned dimension) {
    std::uint32_t step = Ring::steps(job);
    for (unsigned d = 0; d < dimension; ++d) step += Ring::turns(job, d);
    return step;
  }
  static constexpr Range sent(const Job& job, Rank rank, unsigned d, std::uint32_t turn) {
    const std::uint32_t n = job.topology.extent(d), c = job.topology.coordinates(rank)[d];
    return Ring::slab(job, rank, d, (c + n - turn % n) % n);
  }
  /// What the previous rank sends, the slab that the rank sends itself one turn later.
  static constexpr Range received(const Job& job, Rank rank, unsigned d, std::uint32_t turn) {
    return sent(job, rank, d, turn + 1);
  }
  static constexpr std::uint32_t arrived(const Job& job, Rank rank, unsigned d, std::uint32_t turns) {
    std::uint32_t count = 0;
    for (std::uint32_t turn = 0; turn < turns; ++turn) count += !received(job, rank, d, turn).empty();
    return count;
  }
};

}  // namespace collnoc
