// A set of ranks, as bits.
#pragma once
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc::schedule_file {

class RankSet {
 public:
  explicit RankSet(Rank size) : size_(size), words_((size + 63) / 64) {}
  RankSet(Rank size, const std::vector<Rank>& ranks) : RankSet(size) {
    for (const Rank rank : ranks) words_[rank / 64] |= std::uint64_t{1} << rank % 64;
  }
  Rank size() const { return size_; }  ///< of all ranks
  bool is_in(const RankSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    return true;
  }
  /// Takes out what it has of `other`, and takes in the rest of that.
  void exchange(const RankSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
  }
  Rank count() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return static_cast<Rank>(count);
  }
  std::optional<Rank> first() const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (words_[i] != 0)
        return static_cast<Rank>(64 * i + static_cast<unsigned>(std::countr_zero(words_[i])));
    return std::nullopt;
  }

 private:
  Rank size_;
  std::vector<std::uint64_t> words_;
};

}  // namespace collnoc::schedule_file
