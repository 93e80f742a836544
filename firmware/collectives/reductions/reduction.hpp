// What the schedules of reduce, all-reduce and reduce-scatter share: the memory of a job, its pieces, and the
// fold by which algorithms for powers of two run on any number of ranks.
//
//   job.base   input: the vector, or a table of a block for every rank; it is never written
//              result: the vector, or the rank's block
//              scratch of the algorithm
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc::reduction {

/// Byte address of the result of a job whose input is one vector.
constexpr std::uint32_t result(const Job& job) {
  return job.base + static_cast<std::uint32_t>(padded(job.bytes));
}
/// Address of the result if the input is a table.
constexpr std::uint32_t table_result(const Job& job) { return block_address(job, job.topology.size()); }

/// The input becomes the result where there is nothing to combine.
template <class Out>
constexpr void copy(std::uint32_t from, std::uint32_t to, std::uint32_t bytes, Out& out) {
  out.combine(Combine{to, from, from, bytes});
}

/// The `count` ranks that take part, a power of two. The even ones among the first 2·extra ranks first send
/// their input to the next rank, and finally get their result from it, as in MPICH.
struct Fold {
  Rank size;
  constexpr unsigned rounds() const {
    const unsigned n = log2_ceil(size);
    return (Rank{1} << n) == size ? n : n - 1;
  }
  constexpr Rank count() const { return Rank{1} << rounds(); }
  constexpr Rank extra() const { return size - count(); }
  /// Steps before and after: 1 if there are ranks that do not take part, otherwise 0.
  constexpr std::uint32_t steps() const { return extra() != 0 ? 1 : 0; }
  constexpr bool folded(Rank rank) const { return rank < 2 * extra(); }
  /// Whether the rank hands its input over, or receives one.
  constexpr bool gives(Rank rank) const { return folded(rank) && rank % 2 == 0; }
  constexpr bool takes(Rank rank) const { return folded(rank) && rank % 2 == 1; }
  /// Number among the ranks that take part. A rank that does not has the number of its partner.
  constexpr Rank number(Rank rank) const { return folded(rank) ? rank / 2 : rank - extra(); }
  constexpr Rank rank(Rank number) const { return number < extra() ? 2 * number + 1 : number + extra(); }
};

}  // namespace collnoc::reduction
