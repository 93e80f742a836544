// All-reduce `recursive-doubling`: in round k, ranks whose numbers differ in bit k exchange all that they
// have combined so far.
//
//   N = 8   round 0: 0 <-> 1  2 <-> 3  4 <-> 5  6 <-> 7     1: 0 <-> 2  1 <-> 3  ...     2: 0 <-> 4  1 <-> 5
//   ...
//
// alpha = log2 N, the minimum; beta = log2 N vectors. If N is no power of two, some ranks first give their
// vector to a neighbour and finally get the result from it: two steps more. Port model: one-port. Any
// network. For short vectors.
//
// Every round has its own memory, because a partner that is ahead may already send, and because the NIC may
// still read what a round has sent. The sum takes the place of what has arrived.
#pragma once
#include "collnoc/firmware/collectives/reductions/reduction.hpp"

namespace collnoc {

struct AllReduceRecursiveDoubling {
  static constexpr const char* name = "recursive-doubling";
  static constexpr const char* summary =
      "in round k ranks that differ in bit k exchange what they have combined";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  /// Input, result, one vector for the fold and one for every round.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return (3 + fold(job).rounds()) * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) {
    return 2 * fold(job).steps() + fold(job).rounds() + (fold(job).steps() == 0 ? 1 : 0);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const reduction::Fold f = fold(job);
    const std::uint32_t first = f.steps(), last = first + f.rounds();
    if (f.gives(rank)) {
      if (step == 0) send(job, rank + 1, job.base, inbox(job, 0), 1, out);
      return;
    }
    if (step < first) return;
    const std::uint32_t round = step - first;
    if (round == 0 && f.takes(rank)) {
      out.wait(1, 1);
      out.combine({inbox(job, 0), job.base, inbox(job, 0), job.bytes});
    }
    if (round > 0) {  // what has arrived in the round before
      out.wait(static_cast<std::uint8_t>(1 + round), 1);
      const std::uint32_t to = step == last ? reduction::result(job) : inbox(job, round);
      out.combine({to, have(job, rank, round - 1), inbox(job, round), job.bytes});
    }
    if (step < last) {
      const Rank partner = f.rank(f.number(rank) ^ (Rank{1} << round));
      send(job, partner, have(job, rank, round), inbox(job, round + 1), static_cast<std::uint8_t>(2 + round),
           out);
      return;
    }
    if (job.topology.size() == 1) reduction::copy(job.base, reduction::result(job), job.bytes, out);
    if (f.takes(rank)) send(job, rank - 1, reduction::result(job), reduction::result(job), 1, out);
  }

  /// Counter 1: the vector of the fold, or the result. Counter 2 + k: the message of round k.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const reduction::Fold f = fold(job);
    if (counter == 1) {
      if (f.takes(rank)) return step > 0 ? 1 : 0;
      return f.gives(rank) && step == steps(job) ? 1 : 0;
    }
    if (f.gives(rank) || counter < 2 || counter > 1 + f.rounds()) return 0;
    return step > f.steps() + counter - 2 ? 1 : 0;
  }

 private:
  static constexpr reduction::Fold fold(const Job& job) { return {job.topology.size()}; }
  /// Where the vector of the fold (0) or of round k - 1 arrives.
  static constexpr std::uint32_t inbox(const Job& job, std::uint32_t k) { return block_address(job, 2 + k); }
  /// What a rank has combined before `round`.
  static constexpr std::uint32_t have(const Job& job, Rank rank, std::uint32_t round) {
    return round == 0 && !fold(job).takes(rank) ? job.base : inbox(job, round);
  }
  template <class Out>
  static constexpr void send(const Job& job, Rank dst, std::uint32_t local, std::uint32_t remote,
                             std::uint8_t counter, Out& out) {
    out.send(Put{dst, local, remote, job.bytes, counter, false, {}});
  }
};

}  // namespace collnoc
