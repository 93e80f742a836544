// A program for tests of debugger, trace and profile: every tile calls a function three times, sends the sum
// to the next tile, and sleeps until that of the tile before has arrived. Tile 0 takes longer.
#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

std::uint32_t rounds = 0;
alignas(8) std::uint64_t outbox = 0, inbox = 0;

[[gnu::noinline]] unsigned square(unsigned value) {
  const unsigned result = value * value;
  rounds = rounds + 1;
  return result;
}

template <class T>
std::uint32_t nic_address(T& object) {
  return reinterpret_cast<std::uint32_t>(&object) - tile::memory_base;
}

int main() {
  static MmioTile tile;
  rv32::mark(tile::mark_begin);
  unsigned sum = 0;
  for (unsigned i = 1; i <= 3; ++i) sum += square(tile.rank() + i);
  if (tile.rank() == 0) {
    for (unsigned i = 0; i < 200; ++i) asm volatile("");
  }
  outbox = sum;
  rv32::memory_barrier();
  const Rank next = (tile.rank() + 1) % tile.topology().size();
  tile.put(Put{next, nic_address(outbox), nic_address(inbox), 8, 1, false, {}});
  tile.wait(1, 1);
  rv32::mark(tile::mark_end);
  rv32::print("sum ", sum, ", arrived ", inbox, '\n');
  return boot_block().argument == 1 ? *reinterpret_cast<volatile int*>(0x7000'0000) : 0;
}
