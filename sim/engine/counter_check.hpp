// Refuses a program whose own code names an arrival counter of the library calls that it makes
// (firmware/hal/counters.hpp). Both would count their messages on it, and the results would be wrong.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/firmware/native/counter_book.hpp"
#include "sim/distributed/parts.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/program_places.hpp"

namespace collnoc {

class CounterCheck {
 public:
  /// The arguments must outlive this object.
  CounterCheck(ProgramPlaces& places, const NetworkParts& parts) : places_(places), parts_(parts) {}

  /// What a tile of this part has used since the last call.
  void add(Rank rank, const std::vector<NamedCounter>& counters);
  /// Called by all parts together, between two cycles. Throws TileProgramFailed. Code without debug
  /// information is neither the program's nor the library's: nothing is found there.
  void check();

 private:
  struct Use {
    Cycle cycle = 0;
    Rank rank = 0;
    std::uint8_t counter = 0;
    CounterUse what = CounterUse::put;
    bool by_library = false;
    unsigned owner() const { return owner_of(counter); }  ///< in counter_owners
    bool comes_before(const Use& other) const {
      return cycle != other.cycle ? cycle < other.cycle : rank < other.rank;
    }
  };
  struct First {
    Use use;
    std::string text;
  };
  using FirstUses =
      std::array<std::array<std::optional<First>, 2>, counter_owners.size()>;  // [owner][library]

  static void keep(FirstUses& firsts, const First& first);
  std::string conflict() const;

  ProgramPlaces& places_;
  const NetworkParts& parts_;
  std::vector<First> new_;
  FirstUses own_, all_;  // of this part; of all parts, at the first one
};

}  // namespace collnoc
