// Misbehaves as the boot block's argument says.
#include <cassert>
#include <cstdlib>

#include "firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

MmioTile this_tile;

volatile std::uint32_t* nowhere(std::uint32_t address) {
  asm("" : "+r"(address));  // the compiler does not see that it cannot be
  return reinterpret_cast<volatile std::uint32_t*>(address);
}

std::uint32_t deep(std::uint32_t n) {
  volatile std::uint32_t frame[16] = {n};
  return n == 0 ? frame[0] : deep(n - 1) + frame[n % 16];
}

extern "C" [[gnu::noinline]] void put_to(Rank rank, std::uint32_t local, std::uint32_t bytes) {
  this_tile.put({rank, local, 0x2000, bytes, 1, false, {}});
}

}  // namespace

int main() {
  switch (boot_block().argument) {
    case 0: asm volatile(".globl bad_word\nbad_word: .word 0"); break;
    case 1: *nowhere(0x5000'0000) = 1; break;
    case 2: return static_cast<int>(*nowhere(0x4000'0001));
    case 3: return static_cast<int>(deep(100'000));
    case 4: *nowhere(0) = 1; break;
    case 5: reinterpret_cast<void (*)()>(0x0010'0000)(); break;
    case 6: put_to(64, 0x2000, 8); break;
    case 7: put_to(300, 0x2000, 8); break;
    case 8:
      put_to(1, 0x2004, 8);
      this_tile.wait(1, 1);
      break;
    case 9: put_to(1, 0x2000, 0); return 0;
    case 10: abort();
    case 11: assert(this_tile.rank() == 1000); break;
    default: rv32::exit(7);
  }
  return 0;
}
