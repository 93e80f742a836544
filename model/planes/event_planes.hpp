// Counts of the events of 64 nodes, such as flits on their links, in planes.
#pragma once
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "collnoc/model/planes/plane.hpp"

namespace collnoc::model {

/// Events of up to 1,024 cycles, counted for 64 nodes: in each cycle a plane per counter, in four rows. Sums
/// are kept by powers of two, so that a cycle adds to two of them on average.
class EventPlanes {
 public:
  static constexpr unsigned levels = 10, rows = 4;
  explicit EventPlanes(unsigned width)
      : counters_(rows * width), sums_(std::size_t{2 * levels + 1} * counters_), now_(counters_) {}
  Plane& operator[](unsigned counter) { return now_[counter]; }
  /// Adds what this cycle has. True if they are full.
  template <class Ports>
  [[gnu::always_inline]] bool add() {
    constexpr unsigned width = sizeof(typename Ports::Vec) / sizeof(Plane);
    typename Ports::Vec now[rows];
    for (unsigned r = 0; r < rows; ++r) now[r] = Ports::load(&now_[r * width]);
    for (unsigned l = 0;; ++l) {
      if (l == levels || (cycles_ >> l & 1) == 0) {
        Plane* const to = l == levels ? overflow() : waiting(l);
        for (unsigned r = 0; r < rows; ++r) Ports::store(to + r * width, now[r]);
        break;
      }
      for (unsigned r = 0; r < rows; ++r) {
        const auto kept = Ports::load(sum(l) + r * width), wait = Ports::load(waiting(l) + r * width),
                   both = kept ^ wait;
        Ports::store(sum(l) + r * width, both ^ now[r]);
        now[r] = (kept & wait) | (both & now[r]);
      }
    }
    return ++cycles_ == 1u << levels;
  }
  /// Calls f(counter, node, events) for what was counted, which is 0 from now on.
  template <class F>
  void take(F&& f);

 private:
  Plane* waiting(unsigned level) { return &sums_[std::size_t{level} * counters_]; }
  Plane* sum(unsigned level) { return &sums_[std::size_t{levels + level} * counters_]; }
  Plane* overflow() { return &sums_[std::size_t{2 * levels} * counters_]; }
  unsigned counters_, cycles_ = 0;
  std::vector<Plane> sums_, now_;
};

template <class F>
void EventPlanes::take(F&& f) {
  const auto of = [&](Plane* planes, unsigned events) {
    for (unsigned c = 0; c < counters_; ++c) {
      for (Plane m = std::exchange(planes[c], Plane{0}); m != 0; m &= m - 1)
        f(c, static_cast<unsigned>(std::countr_zero(m)), events);
    }
  };
  for (unsigned l = 0; l < levels; ++l) {
    of(sum(l), 1u << l);
    if ((cycles_ >> l & 1) != 0) of(waiting(l), 1u << l);
  }
  of(overflow(), 1u << levels);
  cycles_ = 0;
}

}  // namespace collnoc::model
