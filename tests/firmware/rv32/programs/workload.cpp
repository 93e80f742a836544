// The mixed load on a tile: MARK 1 and 2 enclose each of its parts; the CRC is printed.
#include "tests/firmware/rv32/programs/workload.hpp"

#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

int main() {
  const std::uint32_t crc = workload::run(boot_block().argument, [](auto work) {
    rv32::memory_barrier();
    rv32::mark(tile::mark_begin);
    work();
    rv32::mark(tile::mark_end);
    rv32::memory_barrier();
  });
  rv32::print(crc, '\n');
  return 0;
}
