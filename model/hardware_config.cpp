// The defaults of the hardware, apart from the header, so that a changed one compiles little.
#include "collnoc/arch/hardware_config.hpp"

namespace collnoc {

HardwareConfig::HardwareConfig() {
  // <arch: hardware-defaults>
  dims = 2;
  address_bits = 16;
  all_port = false;
  vcs = 2;
  vc_depth = 4;
  flit_bits = 64;
  max_packet_flits = 32;
  hop_cycles = 1;
  switching = Switching::wormhole;
  route_orders = 1;
  topology = TopologyKind::grid;
  radix = 0;
  routes = 0;
  sequencer = false;
  accumulate = false;
  float_sums = false;
  multicast = false;
  vc_reads = false;
  // </arch>
}

}  // namespace collnoc
