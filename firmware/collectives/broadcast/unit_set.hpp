// The parts of a broadcast message that a node holds or sends, when they are not one range.
//
// The message is cut into at most 512 equal units. A set of units travels as one message, with one put per
// run of adjacent units. Only the last put increments the counter: puts of one source and route keep their
// order.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

class UnitSet {
 public:
  static constexpr unsigned capacity = 512;

  constexpr void insert(unsigned unit) { words_[unit / 64] |= std::uint64_t{1} << unit % 64; }
  constexpr bool contains(unsigned unit) const { return words_[unit / 64] >> unit % 64 & 1; }
  constexpr UnitSet& operator|=(const UnitSet& other) {
    for (unsigned i = 0; i < capacity / 64; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr unsigned count() const {
    unsigned n = 0;
    for (std::uint64_t word : words_) {
      for (; word != 0; word &= word - 1) ++n;
    }
    return n;
  }

  /// The lower or the upper half of the units. Precondition: an even number of units.
  constexpr UnitSet half(bool upper) const {
    UnitSet set;
    const unsigned middle = count() / 2;
    for (unsigned unit = 0, seen = 0; unit < capacity; ++unit) {
      if (contains(unit) && (seen++ >= middle) == upper) set.insert(unit);
    }
    return set;
  }

  /// Calls visit(first, last + 1) for every run of adjacent units among the first `units`, in ascending
  /// order.
  template <class Visit>
  constexpr void for_each_run(unsigned units, Visit&& visit) const {
    for (unsigned unit = 0; unit < units; ++unit) {
      if (unit % 64 == 0 && words_[unit / 64] == 0) unit += 63;
      if (!contains(unit)) continue;
      const unsigned begin = unit;
      while (unit < units && contains(unit)) ++unit;
      visit(begin, unit);
    }
  }

 private:
  std::array<std::uint64_t, capacity / 64> words_{};
};

/// Whether any unit of the set has bytes, when the message is cut into `units`.
constexpr bool has_bytes(const Job& job, const UnitSet& set, unsigned units) {
  bool any = false;
  set.for_each_run(units,
                   [&](unsigned begin, unsigned end) { any |= !pieces(job, begin, end, units).empty(); });
  return any;
}

/// Sends one message with the units of `set`; sends nothing when they have no bytes.
template <class Out>
constexpr void send_units(const Job& job, Rank dst, const UnitSet& set, unsigned units, std::uint8_t counter,
                          Route route, Out& out) {
  unsigned puts = 0;
  Put last;
  const auto emit = [&](std::uint8_t its_counter) {
    last.counter = its_counter;
    if (puts == 1) out.send(last);
    if (puts > 1) out.more(last);
  };
  set.for_each_run(units, [&](unsigned begin, unsigned end) {
    const Range range = pieces(job, begin, end, units);
    if (range.empty()) return;
    emit(0);
    last = share(job, dst, range, 0, route);
    ++puts;
  });
  emit(counter);
}

}  // namespace collnoc
