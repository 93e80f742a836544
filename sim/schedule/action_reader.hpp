// The actions of a rank, one after the other.
#pragma once
#include <vector>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Algorithm::next evaluates the plan of a step for each of its actions. That needs no memory, but takes a
/// time that grows with the square of their number: after three actions of a step, the reader keeps
/// what is left of the step.
class ActionReader {
 public:
  explicit ActionReader(bool step_barrier = false) { cursor_.step_barrier = step_barrier; }

  /// Of the same algorithm, job and rank in every call. After the last action always `done`.
  Action next(const Algorithm& algorithm, const Job& job, Rank rank) {
    if (kept_.empty() && cursor_.stage == Cursor::Stage::items && cursor_.item == few) {
      algorithm.rest_of_step(job, rank, cursor_, kept_);
      at_ = 0;
    }
    if (at_ < kept_.size()) {
      ++cursor_.item;
      return kept_[at_++];
    }
    if (!kept_.empty()) std::vector<Action>().swap(kept_);
    return algorithm.next(job, rank, cursor_);
  }

 private:
  static constexpr std::uint32_t few = 3;
  Cursor cursor_;
  std::size_t at_ = 0;
  std::vector<Action> kept_;
};

}  // namespace collnoc
