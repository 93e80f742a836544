// Prints the network that the NIC's registers describe.
#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

int main() {
  MmioTile tile;
  const Topology& t = tile.topology();
  if (t.kind() == TopologyKind::star) {
    rv32::print("star ", t.radix());
  } else if (t.kind() == TopologyKind::spidergon) {
    rv32::print("spidergon ", t.size());
  } else if (t.kind() == TopologyKind::graph) {
    rv32::print("graph ", t.size());
  } else {
    rv32::print(t.one_hop_dimensions() ? "complete" : "lines");
    for (unsigned d = 0; d < t.dims(); ++d) rv32::print(' ', t.extent(d), t.wraps(d) ? "w" : "");
  }
  rv32::print(" rank ", tile.rank(), '\n');
  return 0;
}
