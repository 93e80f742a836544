// Every rank says hello; where FAIL is 1 ranks of odd number end with their number.
#include "firmware/rv32/console.hpp"
#include "firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

int main() {
  rv32::MmioTile tile;
  rv32::print("hello from ", tile.rank(), " of ", tile.topology().size(), '\n');
  rv32::print("no newline");
  return FAIL && tile.rank() % 2 == 1 ? static_cast<int>(tile.rank()) : 0;
}
