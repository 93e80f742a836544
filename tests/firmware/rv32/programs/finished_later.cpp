// Calls that are finished later, and total exchanges of different lengths, with every result checked. Exit
// code 1: a result is wrong.
#include "collnoc/firmware/program.hpp"
#include "tests/firmware/runtime/exchange_calls.hpp"
#include "tests/firmware/runtime/later_calls.hpp"

namespace {
template <collnoc::Tile T>
int program(T& tile, const collnoc::BootBlock& boot) {
  unsigned wrong = collnoc::test::wrong_laters(tile, boot.base, 6);
  collnoc::barrier(tile);  // a tile that is ahead writes to this one's memory
  wrong += collnoc::test::wrong_exchanges(tile, boot.base);
  return wrong == 0 ? 0 : 1;
}
}  // namespace

COLLNOC_PROGRAM(program)
