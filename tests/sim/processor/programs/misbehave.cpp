// Does what no program may, in the way that the boot block's argument says
// (tests/sim/processor/tile_programs_test.cpp); rank 1 does it, the others end well.
#include <cassert>
#include <cstdlib>

#include "firmware/rv32/console.hpp"
#include "firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

volatile std::uint32_t zero = 0;

volatile std::uint32_t& word(std::uint32_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address + zero);
}

std::uint32_t descend(std::uint32_t depth) {
  volatile std::uint32_t frame[16] = {depth};
  return descend(depth + 1) + frame[depth % 16];
}

extern "C" [[gnu::noinline]] int misbehave(MmioTile& tile) {
  switch (boot_block().argument) {
    case 0: word(0x7000'0000) = 1; break;
    case 1: zero = word(0x4100'0000); break;
    case 2: word(0x40) = 1; break;
    case 3: word(0x4000'1002) = 1; break;
    case 4: asm volatile(".word 0xffffffff"); break;
    case 5: reinterpret_cast<void (*)()>(0x2000'0000 + zero)(); break;
    case 6: zero = descend(zero); break;
    case 7: tile.put({99, 0x2000, 0x2000, 8, 1, false, {}}); break;
    case 8: tile.put({0, 0x2001, 0x2000, 8, 1, false, {}}); break;
    case 9: assert(zero == 1); break;
    case 10: std::abort();
    case 11:
      while (zero == 0) {
      }
      break;
    case 12: tile.wait(7, 1); break;
    case 13:
      while (zero == 0) rv32::print('x');
      break;
    default: return 7;
  }
  return 0;
}

}  // namespace

int main() {
  MmioTile tile;
  return tile.rank() == 1 ? misbehave(tile) : 0;
}
