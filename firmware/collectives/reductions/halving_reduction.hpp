// Recursive halving and doubling, the parts of Rabenseifner's algorithms: Rabenseifner, "Optimization of
// collective reduction operations" (2004); Thakur, Rabenseifner & Gropp, "Optimization of collective
// communication operations in MPICH" (2005).
//
// The vector has P pieces, one for each of the P ranks that take part (reduction.hpp), in the order of their
// positions. In round k of the halving, partners differ in one bit of the position; each keeps the half of
// its pieces in which its own position is, sends the other half, and combines. After log2 P rounds every rank
// has one piece, combined over all ranks. Doubling sends the pieces back the same way.
//
//   P = 4, pieces ABCD:   keep AB <-> keep CD      keep A <-> keep B     keep C <-> keep D
//
// `Pieces` says where they lie:
//   rank number <-> position    number(position), position(number): the same function both ways
//   begin(job, position)        byte offset of the piece from the beginning of the vector; P: the end
//   work(job)                   byte address of the combined vector
//   partner(job, rank, round)   optional: another partner, whose position has the round's bit inverted, as
//   all
//                               bits before it
//   longest(job, rounds)        the most bytes of a rank's pieces after `rounds` rounds, a multiple of 8
//   scratch(job)                bytes before the memory for what arrives
#pragma once
#include "collnoc/firmware/collectives/reductions/reduction.hpp"

namespace collnoc {

template <class Pieces>
struct HalvingReduction {
  using Fold = reduction::Fold;
  static constexpr Fold fold(const Job& job) { return {job.topology.size()}; }

  /// Bytes of memory in all.
  static constexpr std::uint64_t bytes_needed(const Job& job) { return scratch(job, fold(job).rounds() + 1); }

  /// Steps: the fold and the rounds. What arrives in the last round is combined by absorb() of the round
  /// after it.
  static constexpr std::uint32_t halving_steps(const Job& job) {
    return fold(job).steps() + fold(job).rounds();
  }
  template <class Out>
  static constexpr void halve(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Fold f = fold(job);
    if (f.gives(rank)) {
      if (step == 0) send(job, rank + 1, job.base, inbox(job, 0), {0, end(job)}, 1, out);
      return;
    }
    if (step < f.steps()) return;
    const std::uint32_t round = step - f.steps();
    absorb(job, rank, round, Pieces::work(job), out);
    const Range other = half(job, rank, round, false);
    send(job, partner(job, rank, round), have(job, rank, round) + other.begin, inbox(job, 1 + round), other,
         counter(round), out);
  }

  /// Combines what has arrived in the fold (round 0) or in round - 1; `to`: where the vector begins.
  template <class Out>
  static constexpr void absorb(const Job& job, Rank rank, std::uint32_t round, std::uint32_t to, Out& out) {
    if (round == 0) {
      if (!fold(job).takes(rank)) return;
      out.wait(1, 1);
      out.combine({inbox(job, 0), job.base, inbox(job, 0), end(job)});
      return;
    }
    const Range kept = half(job, rank, round - 1, true);
    if (kept.empty()) return;
    out.wait(counter(round - 1), 1);
    combine(job, rank, round, kept, to, out);
  }
  /// The same of a part of what has arrived in round - 1, without the wait.
  template <class Out>
  static constexpr void combine(const Job& job, Rank rank, std::uint32_t round, Range part, std::uint32_t to,
                                Out& out) {
    const std::uint32_t first = half(job, rank, round - 1, true).begin;
    out.combine({to + part.begin, have(job, rank, round - 1) + part.begin,
                 inbox(job, round) + (part.begin - first), part.bytes()});
  }

  /// Counter 1: what a rank that takes part receives in the fold. Counter 2 + k: the message of round k.
  static constexpr std::uint32_t halving_arrivals(const Job& job, Rank rank, std::uint8_t c,
                                                  std::uint32_t step) {
    const Fold f = fold(job);
    if (c == 1) return f.takes(rank) && step > 0 ? 1 : 0;
    if (f.gives(rank) || c < 2 || c > 1 + f.rounds() || step <= f.steps() + c - 2u) return 0;
    return half(job, rank, c - 2u, true).empty() ? 0 : 1;
  }

  static constexpr std::uint8_t counter(std::uint32_t round) { return static_cast<std::uint8_t>(2 + round); }
  static constexpr Rank partner(const Job& job, Rank rank, std::uint32_t round) {
    if constexpr (requires { Pieces::partner(job, rank, round); }) return Pieces::partner(job, rank, round);
    const Fold f = fold(job);
    return f.rank(Pieces::number(job, position(job, rank) ^ bit(job, round)));
  }
  /// Pieces that `rank` has after `rounds` rounds, as a range of bytes of the vector.
  static constexpr Range own(const Job& job, Rank rank, std::uint32_t rounds) {
    const Rank count = fold(job).count() >> rounds, first = position(job, rank) / count * count;
    return {Pieces::begin(job, first), Pieces::begin(job, first + count)};
  }
  /// The half of the pieces before `round` that the rank keeps, or the half that it sends.
  static constexpr Range half(const Job& job, Rank rank, std::uint32_t round, bool kept) {
    return own(job, kept ? rank : partner(job, rank, round), round + 1);
  }
  static constexpr Rank bit(const Job& job, std::uint32_t round) { return fold(job).count() >> (1 + round); }
  static constexpr Rank position(const Job& job, Rank rank) {
    return Pieces::position(job, fold(job).number(rank));
  }
  static constexpr std::uint32_t end(const Job& job) { return Pieces::begin(job, fold(job).count()); }

  template <class Out>
  static constexpr void send(const Job&, Rank dst, std::uint32_t local, std::uint32_t remote, Range range,
                             std::uint8_t counter, Out& out) {
    if (!range.empty()) out.send(Put{dst, local, remote, range.bytes(), counter, false, {}});
  }

 private:
  /// Where the vector of the fold (0) or the half of round k - 1 arrives. Halves differ in length; the
  /// longest one of a round is that of the first position.
  static constexpr std::uint32_t inbox(const Job& job, std::uint32_t k) {
    return job.base + static_cast<std::uint32_t>(scratch(job, k));
  }
  /// The same from job.base on.
  static constexpr std::uint64_t scratch(const Job& job, std::uint32_t k) {
    std::uint64_t at = Pieces::scratch(job);
    if (k > 0) at += fold(job).steps() * Pieces::longest(job, 0);
    for (std::uint32_t round = 0; round + 1 < k; ++round) at += Pieces::longest(job, round + 1);
    return at;
  }
  /// Where the vector begins, of which the rank has its pieces before `round`.
  static constexpr std::uint32_t have(const Job& job, Rank rank, std::uint32_t round) {
    if (round > 0) return Pieces::work(job);
    return fold(job).takes(rank) ? inbox(job, 0) : job.base;
  }
};

/// The pieces of one vector, in the order of reversed bits: the first round, with the longest messages, is
/// between neighbours in rank. The vector is combined where the result is.
struct VectorPieces {
  static constexpr Rank position(const Job& job, Rank number) {
    return reversed(number, reduction::Fold{job.topology.size()}.rounds());
  }
  static constexpr Rank number(const Job& job, Rank position) {
    return VectorPieces::position(job, position);
  }
  static constexpr std::uint32_t begin(const Job& job, Rank position) {
    return pieces(job, 0, position, reduction::Fold{job.topology.size()}.count()).end;
  }
  static constexpr std::uint32_t work(const Job& job) { return reduction::result(job); }
  static constexpr std::uint64_t scratch(const Job& job) { return 2 * padded(job.bytes); }
  static constexpr std::uint64_t longest(const Job& job, std::uint32_t rounds) {
    return (padded(job.bytes) / 8 / (std::uint64_t{1} << rounds) + 1) * 8;
  }
};

/// The blocks of a table in the order of ranks; a rank of the fold and its partner have one piece of two
/// blocks.
struct TablePieces {
  static constexpr Rank position(const Job&, Rank number) { return number; }
  static constexpr Rank number(const Job&, Rank position) { return position; }
  static constexpr std::uint32_t begin(const Job& job, Rank position) {
    const Rank extra = reduction::Fold{job.topology.size()}.extra();
    const Rank block = position < extra ? 2 * position : position + extra;
    return block * static_cast<std::uint32_t>(padded(job.bytes));
  }
  /// Behind input and result.
  static constexpr std::uint32_t work(const Job& job) { return block_address(job, job.topology.size() + 1); }
  static constexpr std::uint64_t scratch(const Job& job) {
    return (2 * std::uint64_t{job.topology.size()} + 1) * padded(job.bytes);
  }
  static constexpr std::uint64_t longest(const Job& job, std::uint32_t rounds) {
    const Rank count = reduction::Fold{job.topology.size()}.count() >> rounds;
    const Rank extra = reduction::Fold{job.topology.size()}.extra();
    return (count + (count < extra ? count : extra)) * padded(job.bytes);
  }
};

}  // namespace collnoc
