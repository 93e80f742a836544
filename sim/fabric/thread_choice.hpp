// Decides whether cycles are computed by all threads or by one, by what both have cost: on a busy machine,
// threads that wait for each other in every cycle can take a hundred times as long as one thread.
#pragma once
#include <chrono>
#include <cstdint>

namespace collnoc {

/// Tries both for some cycles, uses the faster one, and tries again later; increasingly rarely while one
/// thread is faster. Results do not depend on it.
class ThreadChoice {
 public:
  using Seconds = double;

  /// Whether all threads should compute the next cycles.
  bool all() const { return state_ == State::try_all || (state_ == State::keep && all_pay_); }
  /// Reports the last cycles: `seconds` for `work` in `cycles` cycles, by all threads or by one.
  void took(Seconds seconds, std::uint64_t work, std::uint64_t cycles = 1) {
    cycles_ += cycles;
    seconds_ += seconds;
    work_ += work;
    if (state_ == State::keep) {
      if (cycles_ >= keep_) begin(State::try_one);
    } else if (state_ == State::try_one) {
      if (cycles_ < trial) return;
      one_ = seconds_ / static_cast<double>(work_ + 1);
      begin(State::try_all);
    } else if (const std::uint64_t per_cycle = work_ / cycles_ + 1;
               cycles_ >= trial || seconds_ > 2 * trial * one_ * static_cast<double>(per_cycle)) {
      all_pay_ = seconds_ / static_cast<double>(work_ + 1) < one_;
      keep_ = all_pay_ ? least : keep_ < most ? 2 * keep_ : most;
      begin(State::keep);
    }
  }

 private:
  enum class State : std::uint8_t { try_one, try_all, keep };
  static constexpr std::uint64_t trial = 64, least = 4096, most = std::uint64_t{1} << 20;  // cycles

  void begin(State state) {
    state_ = state;
    cycles_ = work_ = 0;
    seconds_ = 0;
  }

  State state_ = State::try_one;
  bool all_pay_ = false;
  std::uint64_t cycles_ = 0, work_ = 0, keep_ = least;
  Seconds seconds_ = 0, one_ = 0;  ///< per work
};

}  // namespace collnoc
