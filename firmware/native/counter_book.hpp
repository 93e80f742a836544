// Finds a program whose own code and whose library calls use the same arrival counters (hal/counters.hpp):
// the same for tiles with processors and for tiles on the host.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "collnoc/firmware/hal/counters.hpp"
#include "collnoc/firmware/native/refusal.hpp"

namespace collnoc {

/// What software does with a counter. That a program reads one, to wait for it or to look at it, is no
/// conflict; that a library call waits for one shows that the call uses it.
enum class CounterUse : std::uint8_t { put, wait, consume };

/// A program names a counter that the library calls that it makes use, too. `owners`: bit n is set if they
/// have used counters of counter_owners[n]; `where`: the call, if it is known.
inline std::string counter_conflict_text(CounterUse use, unsigned counter, std::uint32_t owners,
                                         const std::string& where = {}) {
  const auto numbers = [](unsigned first, unsigned last) {
    return std::to_string(first) + (first == last ? "" : " to " + std::to_string(last));
  };
  const CounterOwner& owner = counter_owners[owner_of(counter)];
  std::string text = use == CounterUse::put ? "the put names" : "the program subtracts from";
  text += " counter " + std::to_string(counter) + ", but " + numbers(owner.first, owner.last);
  text += std::string(owner.first == owner.last ? " is that of " : " are those of ") + owner.who;
  text += ", which the program uses too" + (where.empty() ? "" : " (" + where + ")") + "; free: ";
  // Those of all tiles end with a barrier.
  if ((owners & (1u << owner_of(1) | 1u << owner_of(later_counter))) != 0)
    owners |= 1u << owner_of(barrier_counter);
  std::string free;
  unsigned from = 1;
  const auto add_free = [&](unsigned end) {
    if (from < end) free += (free.empty() ? "" : " and ") + numbers(from, end - 1);
  };
  for (unsigned n = 0; n < counter_owners.size(); ++n) {
    if ((owners >> n & 1) == 0) continue;
    add_free(counter_owners[n].first);
    from = counter_owners[n].last + 1u;
  }
  add_free(counter_count);
  return text + (free.empty() ? "none" : free);
}

/// Of one tile, or of tiles that share it, on the host.
class CounterBook {
 public:
  /// Returns what is wrong, as text; empty: nothing.
  std::string name(Rank rank, unsigned counter, CounterUse use, bool by_library) {
    Owned& owned = owned_[owner_of(counter)];
    if (by_library) owned.by_library = true;
    if (!by_library && use != CounterUse::wait && !owned.by_program)
      owned = {owned.by_library, true, use, static_cast<std::uint8_t>(counter), rank};
    if (!owned.by_library || !owned.by_program) return {};
    std::uint32_t owners = 0;
    for (unsigned n = 0; n < owned_.size(); ++n) owners |= std::uint32_t{owned_[n].by_library} << n;
    return tile_failed(owned.rank, counter_conflict_text(owned.use, owned.counter, owners));
  }

 private:
  /// Whether library calls have used the counters, and the program's first use.
  struct Owned {
    bool by_library = false, by_program = false;
    CounterUse use = CounterUse::put;
    std::uint8_t counter = 0;
    Rank rank = 0;
  };
  std::array<Owned, counter_owners.size()> owned_{};
};

/// While it exists, a library call uses the tile (in_library() of hal/tile.hpp).
class LibraryScope {
 public:
  explicit LibraryScope(unsigned& depth) : depth_(depth) { ++depth_; }
  ~LibraryScope() { --depth_; }
  LibraryScope(const LibraryScope&) = delete;
  LibraryScope& operator=(const LibraryScope&) = delete;

 private:
  unsigned& depth_;
};

}  // namespace collnoc
