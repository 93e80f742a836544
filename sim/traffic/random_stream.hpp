// The random numbers of traffic: splitmix64 (Steele, Lea & Flood, 2014), the same numbers on every machine.
#pragma once
#include <cmath>
#include <cstdint>

namespace collnoc {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += step;
    mix(x);
    return x ^ (x >> 31);
  }
  /// A number from 0 to n-1; n is below 2^32.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
  /// True with the probability that `threshold` stands for.
  bool chance(std::uint64_t threshold) { return next() >> 11 < threshold; }
  /// As many draws of chance(threshold) as end with the first that is true, at most `most`: the number of
  /// those before it.
  std::uint64_t failures(std::uint64_t threshold, std::uint64_t most) {
    // The last step of next() leaves the upper 31 bits: nearly all draws fail by them.
    const std::uint64_t may_be_below = threshold >> 22;
    std::uint64_t n = may_be_below < seldom ? skip(may_be_below, most) : 0;
    for (; n < most; ++n) {
      std::uint64_t x = state_ += step;
      mix(x);
      if (x >> 33 <= may_be_below && (x ^ (x >> 31)) >> 11 < threshold) return n;
    }
    return most;
  }
  /// The threshold of a probability, 0 to 1.
  static std::uint64_t threshold(double probability) {
    return static_cast<std::uint64_t>(std::ldexp(probability < 1 ? probability : 1.0, 53));
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  /// Below this, eight draws most often fail.
  static constexpr std::uint64_t seldom = (std::uint64_t{1} << 31) / 16;
  /// All but the last step of a number, or of several.
  template <class Word>
  [[gnu::always_inline]] static void mix(Word& x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  }
  /// Omits draws whose upper 31 bits are above `below`: as many as are quickly known to be. Returns their
  /// number, at most `most`.
  std::uint64_t skip(std::uint64_t below, std::uint64_t most) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return skip_eights(below, most);
#endif
    return 0;
  }
  std::uint64_t skip_eights(std::uint64_t below, std::uint64_t most);

  std::uint64_t state_;
};

}  // namespace collnoc
