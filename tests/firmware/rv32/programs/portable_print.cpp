// Prints from a program that runs on tiles and natively.
#include "collnoc/firmware/program.hpp"

template <collnoc::Tile T>
int program(T& tile, const collnoc::BootBlock& boot) {
  print(tile, "rank ", tile.rank(), " at ", collnoc::Hex{boot.base & 0xf}, ' ', -1, ' ', true, '\n');
  print(tile, "unfinished");
  return 0;
}

COLLNOC_PROGRAM(program)
