// Tables of star graphs, whose size depends on the number of symbols. In programs of a tile's processor they
// are constants; the simulator makes those that it needs.
#pragma once
#include <type_traits>

#include "collnoc/arch/topology/star.hpp"
#if __STDC_HOSTED__
#include <memory>
#endif

namespace collnoc {

/// Calls f(std::integral_constant<unsigned, n>).
template <class F>
constexpr auto for_star(unsigned n, F&& f) {
  switch (n) {
    case 3: return f(std::integral_constant<unsigned, 3>{});
    case 4: return f(std::integral_constant<unsigned, 4>{});
    case 5: return f(std::integral_constant<unsigned, 5>{});
#if __STDC_HOSTED__
    case 7: return f(std::integral_constant<unsigned, 7>{});
#endif
    case 6: return f(std::integral_constant<unsigned, 6>{});
    default: __builtin_unreachable();
  }
}

/// A table that is made once: for a tile's processor by the compiler, for the simulator when it is first
/// needed.
#if __STDC_HOSTED__
template <class Table>
const Table& star_table() {
  static const auto table = std::make_unique<const Table>();
  return *table;
}
#else
template <class Table>
inline constexpr Table made_star_table{};
template <class Table>
constexpr const Table& star_table() {
  return made_star_table<Table>;
}
#endif

}  // namespace collnoc
