// A program for tiles with global variables, and with the mistake that the environment variable MISTAKE
// names.
#include <cstdlib>
#include <cstring>

#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace {

unsigned calls = 0;  // each tile has its own
std::uint32_t greatest_rank = 0;

template <collnoc::Tile T>
int program(T& tile, const collnoc::BootBlock& boot) {
  const collnoc::Rank me = tile.rank();
  ++calls;
  greatest_rank = me > greatest_rank ? me : greatest_rank;
  collnoc::barrier(tile);
  if (calls != 1 || greatest_rank != me) return 1;
#ifndef __riscv
  const char* mistake = std::getenv("MISTAKE");
  const auto is = [&](const char* name) {
    return mistake != nullptr && me == 1 && std::strcmp(mistake, name) == 0;
  };
  if (is("misaligned")) tile.put({0, boot.base + 4, boot.base, 8, 1, false, {}});
  if (is("empty")) tile.put({0, boot.base, boot.base, 0, 1, false, {}});
  if (is("outside")) tile.put({0, boot.base, 0xfff8, 64, 1, false, {}});
  if (is("rank")) tile.put({collnoc::size(tile), boot.base, boot.base, 8, 1, false, {}});
  if (is("counter")) tile.put({0, boot.base, boot.base, 8, 77, false, {}});
  if (is("wait")) tile.wait(5, 1);
  if (is("crash")) std::abort();
  if (is("code")) return 9;
  if (is("argument")) return static_cast<int>(boot.argument);
#else
  (void)boot;
#endif
  return 0;
}

}  // namespace

COLLNOC_PROGRAM(program)
