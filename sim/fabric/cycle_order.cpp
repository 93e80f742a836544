#include "sim/fabric/cycle_order.hpp"

#include <algorithm>

namespace collnoc {
namespace {

using Groups = CycleOrder::Groups;
using Step = CycleOrder::Step;

/// The number of cycles that each group can be computed if the groups at a border can be computed for one.
std::vector<unsigned> reach_from(Groups border, unsigned cycles, const std::vector<Groups>& neighbours) {
  std::vector<unsigned> reach(neighbours.size(), cycles);
  for (const std::uint32_t g : border) reach[g] = 1;
  for (std::size_t k = 0; k < border.size(); ++k) {  // breadth first: the first to come is the nearest
    const unsigned beyond = reach[border[k]] + 1;
    for (const std::uint32_t n : neighbours[border[k]]) {
      if (reach[n] <= beyond) continue;
      reach[n] = beyond;
      border.push_back(n);
    }
  }
  return reach;
}

/// How far each group has been computed.
class Computed {
 public:
  explicit Computed(const std::vector<Groups>& neighbours)
      : neighbours_(neighbours), cycles_(neighbours.size(), 0) {}

  /// Adds to `steps` what is missing until `group` has been computed for `cycles` cycles.
  void until(unsigned cycles, std::uint32_t group, std::vector<Step>& steps) {
    if (cycles_[group] >= cycles) return;
    if (cycles > 1) {
      until(cycles - 1, group, steps);
      for (const std::uint32_t n : neighbours_[group]) until(cycles - 1, n, steps);
    }
    add({group, cycles - 1}, steps);
  }
  /// Adds a step unless it has been computed. Precondition: what it depends on has been.
  void add(const Step& step, std::vector<Step>& steps) {
    if (cycles_[step.group] > step.cycle) return;
    ++cycles_[step.group];
    steps.push_back(step);
  }

 private:
  const std::vector<Groups>& neighbours_;
  std::vector<unsigned> cycles_;
};

}  // namespace

CycleOrder::CycleOrder(unsigned cycles, const std::vector<Groups>& neighbours,
                       const std::vector<Groups>& begin)
    : cycles_(cycles), steps_(2, std::vector<std::vector<Step>>(begin.size())) {
  std::vector<unsigned> thread_of(neighbours.size());
  for (unsigned t = 0; t < begin.size(); ++t) {
    for (const std::uint32_t g : begin[t]) thread_of[g] = t;
  }
  Groups border;
  for (std::uint32_t g = 0; g < neighbours.size(); ++g) {
    const auto is_of_other = [&](std::uint32_t n) { return thread_of[n] != thread_of[g]; };
    if (std::any_of(neighbours[g].begin(), neighbours[g].end(), is_of_other)) border.push_back(g);
  }
  const std::vector<unsigned> reach = reach_from(border, cycles, neighbours);
  Computed computed(neighbours);
  for (unsigned t = 0; t < begin.size(); ++t) {
    for (const std::uint32_t g : begin[t]) computed.until(reach[g], g, steps_[0][t]);
  }

  // The remaining work consists of independent areas. The thread with the least work
  // computes the next one.
  std::vector<bool> seen(neighbours.size());
  for (const Groups& groups : begin) {
    for (const std::uint32_t first : groups) {
      if (reach[first] == cycles || seen[first]) continue;
      Groups area{first};
      seen[first] = true;
      for (std::size_t k = 0; k < area.size(); ++k) {
        for (const std::uint32_t n : neighbours[area[k]]) {
          if (reach[n] == cycles || seen[n]) continue;
          seen[n] = true;
          area.push_back(n);
        }
      }
      std::vector<Step>& steps = *std::min_element(steps_[1].begin(), steps_[1].end(),
                                                   [](auto& a, auto& b) { return a.size() < b.size(); });
      for (const std::uint32_t g : area) computed.until(cycles, g, steps);
    }
  }
}

CycleOrder::CycleOrder(unsigned cycles, const std::vector<Groups>& neighbours, const Groups& begin,
                       const Groups& at_cut)
    : cycles_(cycles), steps_(std::size_t{2} * cycles, std::vector<std::vector<Step>>(1)) {
  // Computed while messages travel, in equal pieces: first what depends on no message, then what depends on
  // the first k of them.
  std::vector<Step> meanwhile;
  std::vector<std::size_t> allowed;  // after message k
  const std::vector<unsigned> reach = reach_from(at_cut, cycles, neighbours);
  Computed in_time(neighbours);
  for (unsigned k = 0; k < cycles; ++k) {
    for (const std::uint32_t g : begin) in_time.until(std::min(cycles, reach[g] + k), g, meanwhile);
    allowed.push_back(meanwhile.size());
  }
  Computed computed(neighbours);
  std::size_t count = 0, next = 0;
  for (unsigned k = 0; k < cycles; ++k) {
    std::vector<Step>&before = steps_[2 * k][0], &after = steps_[2 * k + 1][0];
    for (const std::uint32_t g : at_cut) computed.until(k + 1, g, before);
    count += before.size();
    const std::size_t share = neighbours.size() * (k + 1);
    for (; next < allowed[k] && count + after.size() < share; ++next) computed.add(meanwhile[next], after);
    count += after.size();
  }
}

double CycleOrder::cost() const {
  std::size_t all = 0, slowest = 0;
  for (const auto& phase : steps_) {
    std::size_t most = 0;
    for (const std::vector<Step>& steps : phase) {
      all += steps.size();
      most = std::max(most, steps.size());
    }
    slowest += most;
  }
  return static_cast<double>(slowest) / static_cast<double>(all);
}

}  // namespace collnoc
