// Terminal output: characters, strings and numbers. The simulator or host that runs the tile prefixes every
// line with the tile's rank and shows a line when it is complete.
//
//   print("step ", step, " took ", cycles, " cycles at ", Hex{address}, '\n');
#pragma once
#include <concepts>
#include <cstdint>

#include "collnoc/firmware/rv32/registers.hpp"

namespace collnoc::rv32 {

/// A number that is printed as 8 hexadecimal digits.
struct Hex {
  std::uint32_t value;
};

inline void print(char c) { tile_register(tile::console) = static_cast<unsigned char>(c); }

inline void print(const char* text) {
  while (*text != '\0') print(*text++);
}

inline void print(Hex number) {
  for (int shift = 28; shift >= 0; shift -= 4) print("0123456789abcdef"[number.value >> shift & 15]);
}

/// Decimal, for all integer types except char and bool.
template <std::integral T>
requires(!std::same_as<T, bool>) void print(T number) {
  char digits[20];  // enough for 2^64
  unsigned n = 0;
  using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  Wide rest = static_cast<Wide>(number);
  if (number < 0) {
    print('-');
    rest = 0 - rest;
  }
  do {
    digits[n++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  while (n != 0) print(digits[--n]);
}

inline void print(bool value) { print(value ? "true" : "false"); }

template <class First, class Second, class... Rest>
void print(const First& first, const Second& second, const Rest&... rest) {
  print(first);
  print(second);
  (print(rest), ...);
}

}  // namespace collnoc::rv32
