// Every rank prints hello and exits with its rank times the boot block's argument.
#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

int main() {
  MmioTile tile;
  rv32::print("hello from ", tile.rank(), " of ", tile.topology().size(), '\n');
  rv32::print("no newline");
  return static_cast<int>(tile.rank() * boot_block().argument);
}
