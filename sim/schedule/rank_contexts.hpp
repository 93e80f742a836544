// The actions of all ranks, made when they are needed, for those who perform them: a rank's software, or the
// contexts of its NIC's sequencer, one per channel.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/schedule/action_reader.hpp"

namespace collnoc {

class RankContexts {
 public:
  /// `channels`: of the NIC. `sequencer`: the NIC performs the schedule. All three must outlive this.
  RankContexts(const Algorithm& algorithm, const Job& job, unsigned channels, bool sequencer);

  /// Contexts of all ranks; those of a rank have successive numbers.
  std::size_t size() const { return contexts_.size(); }
  unsigned per_rank() const { return per_rank_; }
  Rank rank_of(std::size_t context) const { return static_cast<Rank>(context / per_rank_); }

  /// The context's current action: a wait, until, combine, put or multicast. nullptr: it has none any more.
  /// For a sequencer, a wait precedes what relies on it, a combination is puts of the tile to itself, and
  /// `count` of a put is the number of words that it takes in the plan (firmware/runtime/action_plan.hpp).
  const Action* current(std::size_t context);
  /// The context is done with its current action.
  void advance(std::size_t context) { ++contexts_[context].at; }
  /// Actions that were made, of all ranks.
  std::uint64_t made() const { return made_; }

 private:
  struct Context {
    std::vector<Action> actions;
    std::size_t at = 0;
    std::uint64_t pending = 0;  ///< bit c: its next action relies on counted[c] arrivals on counter c
    Action last{};              ///< put
  };
  struct RankState {
    ActionReader reader;
    bool ended = false;
    std::uint32_t combined = 0;
    std::array<std::uint32_t, 64> counted{};
  };

  void make(Rank rank);
  void take(Rank rank, const Action& action);
  void flush(Rank rank, Context& context);
  static std::uint32_t words(const Context& context, const Action& action);

  const Algorithm& algorithm_;
  const Job& job_;
  unsigned per_rank_;
  bool sequencer_, own_waits_;
  std::vector<Context> contexts_;
  std::vector<RankState> ranks_;
  std::uint64_t made_ = 0;
};

}  // namespace collnoc
