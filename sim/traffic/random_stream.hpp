// The random numbers of traffic: splitmix64 (Steele, Lea & Flood, 2014), the same numbers on every machine.
#pragma once
#include <cmath>
#include <cstdint>

namespace collnoc {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    const std::uint64_t x = mixed(state_ += step);
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
    for (std::uint64_t n = 0; n < most; ++n) {
      const std::uint64_t x = mixed(state_ += step);
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
  /// All but the last step of the numbers.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    return (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  }

  std::uint64_t state_;
};

}  // namespace collnoc
