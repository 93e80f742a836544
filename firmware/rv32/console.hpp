// Terminal output of a program that runs on processors only: characters, strings and numbers. The simulator
// or host that runs the tile prefixes every line with the tile's rank and shows a line when it is complete.
// Portable programs call print(tile, ...) of firmware/hal/print.hpp, which prints the same.
//
//   print("step ", step, " took ", cycles, " cycles at ", Hex{address}, '\n');
#pragma once
#include "collnoc/firmware/hal/print.hpp"
#include "collnoc/firmware/rv32/registers.hpp"

namespace collnoc::rv32 {

using collnoc::Hex;

struct Console {
  static void console(char c) { tile_register(tile::console) = static_cast<unsigned char>(c); }
};

template <class... Values>
void print(const Values&... values) {
  Console console;
  (print_value(console, values), ...);
}

}  // namespace collnoc::rv32
