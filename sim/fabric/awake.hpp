// The nodes and hosts that must be computed in a cycle: nodes that are awake and hosts that are due, sixteen
// at a time.
#pragma once
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "sim/fabric/host.hpp"

namespace collnoc {

/// Ranks are processed in groups of this size; a thread computes whole groups.
inline constexpr Rank awake_group = 16;

/// One byte per node: it must be evaluated in this cycle. Any thread may wake a node.
class AwakeNodes {
 public:
  void resize(Rank size) { awake_.assign((size + awake_group - 1) / awake_group * awake_group, 0); }
  void wake(Rank rank) { std::atomic_ref<std::uint8_t>(awake_[rank]).store(1, std::memory_order_relaxed); }
  /// One bit per node of the group that begins with `first`; they all sleep afterwards.
  std::uint32_t take(Rank first) {
    std::uint64_t bytes[2];
    std::memcpy(bytes, &awake_[first], sizeof bytes);
    if ((bytes[0] | bytes[1]) == 0) return 0;
    std::memset(&awake_[first], 0, sizeof bytes);
    const auto bits = [](std::uint64_t b) {  // bit 8n to bit n
      return static_cast<std::uint32_t>(b * 0x0102040810204080u >> 56);
    };
    return bits(bytes[0]) | bits(bytes[1]) << 8;
  }
  bool take_one(Rank rank) { return std::exchange(awake_[rank], std::uint8_t{0}) != 0; }

 private:
  static_assert(std::endian::native == std::endian::little);
  std::vector<std::uint8_t> awake_;
};

/// The wake_at() of all hosts, side by side.
class WakeTimes {
 public:
  void resize(Rank size) {
    size_ = (size + awake_group - 1) / awake_group * awake_group;
    at_ = std::shared_ptr<Cycle[]>(new Cycle[size_]);
    std::fill_n(at_.get(), size_, never);
  }
  std::shared_ptr<Cycle> place(Rank rank) { return {at_, &at_[rank]}; }
  void clear(Rank rank) { at_[rank] = never; }
  /// The first cycle in which one of `n` hosts from `first` on is to be called.
  Cycle first(Rank first, Rank n) const { return *std::min_element(&at_[first], &at_[first] + n); }
  /// One bit per host of the group that begins with `first` that is to be called at `now`.
  std::uint32_t due(Rank first, Cycle now) const {
    const Cycle* at = &at_[first];
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return wide_due(at, now);
#endif
    std::uint32_t due = 0;
    for (unsigned n = 0; n < awake_group; ++n) due |= std::uint32_t{at[n] <= now} << n;
    return due;
  }

 private:
#if defined(__x86_64__)
  [[gnu::target("avx2")]] static std::uint32_t wide_due(const Cycle* at, Cycle now) {
    const __m256i high = _mm256_set1_epi64x(std::numeric_limits<long long>::min()),
                  last = _mm256_xor_si256(_mm256_set1_epi64x(static_cast<long long>(now)), high);
    std::uint32_t later = 0;
    for (unsigned n = 0; n < awake_group; n += 4) {  // the comparison is one of signed numbers
      const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + n)),
                    greater = _mm256_cmpgt_epi64(_mm256_xor_si256(four, high), last);
      later |= static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(greater))) << n;
    }
    return later ^ 0xffff;
  }
#endif

  std::size_t size_ = 0;
  std::shared_ptr<Cycle[]> at_;
};

}  // namespace collnoc
