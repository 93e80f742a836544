// Detects the end of the warm-up: the mean latencies of two successive windows differ by at most a part, and
// in the second as much arrives as is created. (BookSim2 compares latencies and throughputs of windows. In a
// saturated network these become alike too, because latencies grow by ever smaller parts.)
#pragma once
#include <cstdint>

namespace collnoc {

class WarmupDetector {
 public:
  static constexpr std::uint64_t window_cycles = 1'000;
  static constexpr std::uint64_t most_cycles = 100'000;  ///< then the network counts as not steady
  static constexpr double largest_change = 0.05;

  void created(unsigned flits) { now_.created += flits; }
  void arrived(std::uint64_t latency, unsigned flits);
  /// Closes a window; true if the warm-up is over.
  bool close_window();

 private:
  struct Window {
    std::uint64_t packets = 0, latency = 0, created = 0, arrived = 0;  ///< the last two in flits
  };
  Window now_, before_;
};

}  // namespace collnoc
