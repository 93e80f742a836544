// When a node creates packets: Bernoulli, on-off or periodic processes (Dally & Towles, section 24.2.2).
#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "sim/traffic/random_stream.hpp"

namespace collnoc {

enum class Process { bernoulli, bursty, periodic };

/// A process with what the user chose for it.
struct ProcessChoice {
  Process kind = Process::bernoulli;
  std::string text = "bernoulli";  ///< as results print it
  double burst_cycles = 100;       ///< bursty: mean length of a burst
  double peak = 1;                 ///< bursty: load during a burst, in flits/node/cycle
  bool aligned = false;  ///< periodic: all nodes in the same cycle; otherwise each at a random offset
};

/// The cycles in which one node creates packets of one class.
///
/// bernoulli: in every cycle with the same probability. bursty: a Markov chain of two states; a burst ends in
/// every cycle with probability 1/burst_cycles, and begins so often that the mean load is right; in a burst,
/// packets are created as by a Bernoulli process of load `peak`. periodic: every 1/rate cycles, rounded down.
class Arrivals {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  /// `rate`: packets per cycle, 0 to 1. `mean_flits`: of a packet, to convert `peak`.
  Arrivals(const ProcessChoice& choice, double rate, double mean_flits, RandomStream& random);

  /// The first creation in the cycles from `from` to `until` - 1; never: none there. Calls must not overlap:
  /// each begins after the cycle that the one before returned, or at its `until`.
  std::uint64_t next(std::uint64_t from, std::uint64_t until, RandomStream& random);

 private:
  Process kind_;
  double interval_ = 0, offset_ = 0;  // periodic
  std::uint64_t count_ = 0;
  std::uint64_t create_, begin_ = 0, end_ = 0;  // thresholds
  bool on_ = true;
};

/// Whether a bursty process of this peak has this mean rate: rate x mean_flits is below the peak.
inline bool fits_peak(const ProcessChoice& choice, double rate, double mean_flits) {
  return choice.kind != Process::bursty || rate * mean_flits <= choice.peak;
}

}  // namespace collnoc
