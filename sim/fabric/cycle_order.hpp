// In which order groups of nodes are computed for several cycles.
//
// A cycle of a group can be computed once the group and its neighbours have completed the previous cycle.
// Cycle by cycle, a group is computed again only after all the others, when a large network has displaced it
// from the caches. In this order it is computed again as soon as its neighbours allow, so memory is read once
// for several cycles.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace collnoc {

class CycleOrder {
 public:
  struct Step {
    std::uint32_t group : 27;
    std::uint32_t cycle : 5;  ///< counts from 0
  };
  using Groups = std::vector<std::uint32_t>;
  static constexpr unsigned most_cycles = 16;

  // 1 <= cycles <= most_cycles. `neighbours`: of each group, both of the other.

  /// For several threads; `begin`: the groups of each, in the order in which it begins with them. They wait
  /// for each other once: in phase 0 each computes what depends on no other; then they divide the rest.
  CycleOrder(unsigned cycles, const std::vector<Groups>& neighbours, const std::vector<Groups>& begin);
  /// For a part of a network, with one thread. Groups `at_cut` have neighbours in other parts, to which the
  /// part sends what they drive in cycle k after phase 2k. Phase 2k + 2 needs the messages of the others.
  CycleOrder(unsigned cycles, const std::vector<Groups>& neighbours, const Groups& begin,
             const Groups& at_cut);

  unsigned cycles() const { return cycles_; }
  unsigned phases() const { return static_cast<unsigned>(steps_.size()); }
  /// The steps of a thread, in order, after all threads have completed the previous phase. All steps together
  /// contain each group in each cycle. Before a step, the neighbours of its group have been computed for as
  /// many cycles as the group, or for one more.
  std::span<const Step> steps(unsigned phase, unsigned thread) const { return steps_[phase][thread]; }
  /// Steps of the slowest thread, summed over the phases, in parts of all steps: 1 / threads if none waits.
  double cost() const;

 private:
  unsigned cycles_;
  std::vector<std::vector<std::vector<Step>>> steps_;  // [phase][thread]
};

}  // namespace collnoc
