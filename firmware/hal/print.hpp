// Output of a program that runs on tiles and natively: characters, strings and numbers, with the tile's rank
// in front of every line. A line appears when it is complete.
//
//   print(tile, "step ", step, " took ", cycles, " cycles at ", Hex{address}, '\n');
//
// A tile has console(c) for this, which takes a character. Freestanding: no heap, no exceptions, no hosted
// library.
#pragma once
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace collnoc {

/// A number that is printed as 8 hexadecimal digits.
struct Hex {
  std::uint32_t value;
};

template <class T>
concept HasConsole = requires(T& tile, char c) {
  tile.console(c);
};

// One value to anything with console(c).
template <HasConsole T>
void print_value(T& to, char c) {
  to.console(c);
}
template <HasConsole T>
void print_value(T& to, const char* text) {
  while (*text != '\0') to.console(*text++);
}
template <HasConsole T>
void print_value(T& to, Hex number) {
  for (int shift = 28; shift >= 0; shift -= 4) to.console("0123456789abcdef"[number.value >> shift & 15]);
}
template <HasConsole T>
void print_value(T& to, bool value) {
  print_value(to, value ? "true" : "false");
}
/// Decimal, for all integer types except char and bool.
template <HasConsole T, std::integral N>
requires(!std::same_as<N, bool> && !std::same_as<N, char>) void print_value(T& to, N number) {
  char digits[20];  // enough for 2^64
  unsigned n = 0;
  using Wide = std::conditional_t<sizeof(N) == 8, std::uint64_t, std::uint32_t>;
  Wide rest = static_cast<Wide>(number);
  if (number < 0) {
    to.console('-');
    rest = 0 - rest;
  }
  do {
    digits[n++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  while (n != 0) to.console(digits[--n]);
}

/// Prints the values one after the other, on the console of this tile.
template <HasConsole T, class... Values>
void print(T& tile, const Values&... values) {
  (print_value(tile, values), ...);
}

}  // namespace collnoc
