#include "sim/systemc/native_tiles.hpp"

#include <string>
#include <utility>

namespace collnoc::systemc {

NativeTiles::NativeTiles(const sc_core::sc_module_name& name, const Topology& topology, const BusOf& bus,
                         Options options, Body body)
    : sc_module(name),
      topology_(topology),
      options_(options),
      body_(std::move(body)),
      running_(topology.size()),
      finished_(topology.size()) {
  sc_core::sc_spawn_options spawn;
  spawn.set_stack_size(options.stack_bytes);
  for (Rank r = 0; r < topology.size(); ++r) {
    TileBus* of_tile = &bus(r);
    sc_core::sc_spawn([this, of_tile, r] { run(*of_tile, r); }, ("tile_" + std::to_string(r)).c_str(),
                      &spawn);
  }
}

void NativeTiles::run(TileBus& bus, Rank rank) {
  bus.wait_until(options_.first_cycle);
  NativeTile tile(bus, topology_, rank, options_.startup_cycles);
  body_(tile);
  finished_[rank] = bus.cycle();
  if (--running_ == 0) all_done_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace collnoc::systemc
