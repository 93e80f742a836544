// The streams of the C library: standard output and standard error are the tile's console. Standard input is
// at its end.
#include <cstdio>

#include "collnoc/firmware/rv32/console.hpp"

namespace {

int to_console(char c, FILE*) {
  collnoc::rv32::print(c);
  return static_cast<unsigned char>(c);
}
int at_end(FILE*) { return EOF; }

FILE console = FDEV_SETUP_STREAM(to_console, at_end, nullptr, _FDEV_SETUP_RW);

}  // namespace

FILE* const stdin = &console;
FILE* const stdout = &console;
FILE* const stderr = &console;
