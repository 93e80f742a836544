// The random numbers of traffic: splitmix64 (Steele, Lea & Flood, 2014), the same numbers on every machine.
#pragma once
#include <cmath>
#include <cstdint>

namespace collnoc {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  /// A number from 0 to n-1; n is below 2^32.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
  /// True with the probability that `threshold` stands for.
  bool chance(std::uint64_t threshold) { return next() >> 11 < threshold; }
  /// The threshold of a probability, 0 to 1.
  static std::uint64_t threshold(double probability) {
    return static_cast<std::uint64_t>(std::ldexp(probability < 1 ? probability : 1.0, 53));
  }

 private:
  std::uint64_t state_;
};

}  // namespace collnoc
