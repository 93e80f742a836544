// What the lists of registers share: the form in which a visitor gets them (model/registers.hpp).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace collnoc::model {

using Indices = std::initializer_list<unsigned>;

/// Value of a register with up to 128 bits, low word first.
struct Wide {
  std::uint64_t low = 0, high = 0;
  friend constexpr bool operator==(const Wide&, const Wide&) = default;
  template <class T>
  constexpr void take(T& field, unsigned width, unsigned& at) const {
    const std::uint64_t bits = at >= 64 ? high >> (at - 64) : at == 0 ? low : low >> at | high << (64 - at);
    field = static_cast<T>(bits & ((std::uint64_t{1} << width) - 1));
    at += width;
  }
  constexpr void put(std::uint64_t value, unsigned width, unsigned& at) {
    if (at < 64) low |= value << at;
    if (at + width > 64) high |= at >= 64 ? value << (at - 64) : value >> (64 - at);
    at += width;
  }
};

/// Passes one bit of a set under a name.
template <class Visitor, class Set>
void bit_register(Visitor&& v, const char* name, Set& set, unsigned at, Indices n) {
  const std::uint64_t was = (set >> at) & 1;
  std::uint64_t bit = was;
  v(name, bit, n);
  if constexpr (!std::is_const_v<Set>) {
    if (bit != was) set = static_cast<Set>(set ^ (Set{1} << at));
  }
}

}  // namespace collnoc::model
