// A simulation of another project: two networks with clocks of their own, and software in processes that are
// made while it runs. With an argument, something is wrong, which elaboration reports:
//   own_simulation [unbound | hardware | topology | fabric]
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <algorithm>
#include <iostream>

#include "collnoc/systemc/fabric_module.hpp"
#include "collnoc/systemc/native_tile.hpp"
#include "collnoc/systemc/network_module.hpp"

namespace {

using namespace collnoc;

constexpr std::uint32_t bytes = 100;
const Topology mesh = Topology::mesh(3, 2);

/// A message from the first tile to the last one.
struct Message {
  /// Begins in a process of the running simulation.
  void begin(systemc::TileBus& from, systemc::TileBus& to) {
    sc_core::sc_spawn([this, &from, &to] {
      sc_core::wait(30, sc_core::SC_NS);
      sc_core::sc_spawn([this, &to] { receive(to); });
      std::fill_n(from.memory().begin(), bytes, std::byte{7});
      systemc::NativeTile tile(from, mesh, 0, 0);
      from.wait_until(20);
      tile.put({.dst = mesh.size() - 1, .local = 0, .remote = 400, .bytes = bytes, .counter = 1});
    });
  }
  void receive(systemc::TileBus& to) {
    systemc::NativeTile tile(to, mesh, mesh.size() - 1, 0);
    to.wait_until(20);
    tile.wait(1, 1);
    cycle = tile.cycle();
    right = std::count(tile.memory().begin(), tile.memory().end(), std::byte{7});
  }
  std::uint64_t cycle = 0;
  std::ptrdiff_t right = 0;
};

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string wrong = argc > 1 ? argv[1] : "";
  HardwareConfig config;
  if (wrong == "hardware") config.vcs = 5;
  sc_core::sc_clock slow("slow", 10, sc_core::SC_NS), fast("fast", 3, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule pins("pins", wrong == "topology" ? Topology::star(3) : mesh, config);
  systemc::FabricModule whole("whole", wrong == "fabric" ? Topology::star(3) : mesh, config);
  pins.clk_i(slow);
  if (wrong != "unbound") pins.rst_ni(rst_n);
  whole.clk_i(fast);
  Message on_pins, on_whole;
  on_pins.begin(pins.bus(0), pins.bus(mesh.size() - 1));
  on_whole.begin(whole.bus(0), whole.bus(mesh.size() - 1));
  sc_core::sc_start(15, sc_core::SC_NS);
  rst_n = true;
  sc_core::sc_start(2, sc_core::SC_US);
  std::cout << on_pins.right << " and " << on_whole.right << " bytes in cycles " << on_pins.cycle << " and "
            << on_whole.cycle << "\n";
  return on_pins.right == bytes && on_whole.right == bytes && on_pins.cycle == on_whole.cycle ? 0 : 1;
}
