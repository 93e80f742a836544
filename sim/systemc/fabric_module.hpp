// The network as one fast SystemC module: one SC_METHOD that steps a Fabric on every rising edge.
//
// It stands in sim/, not in model/: the fabric is here, and with it whatever its nodes are made of, so that a
// SystemC processor sits on verilated RTL or on lockstep nodes as well as on the model, with the fabric's
// threads and its skipping of quiescent nodes. What it shows is equal in every cycle to NetworkModule
// (model/systemc/network_module.hpp), which has pins.
//
// Costs one process switch a clock beside the fabric itself.
#pragma once
#include <functional>
#include <memory>
#include <queue>
#include <systemc>
#include <utility>
#include <vector>

#include "collnoc/model/systemc/tile_bus.hpp"
#include "sim/fabric/fabric.hpp"

namespace collnoc::systemc {

class FabricModule : public sc_core::sc_module {
 public:
  /// Takes the register bus of every tile; `fabric` outlives this, and nobody else steps it.
  FabricModule(const sc_core::sc_module_name& name, Fabric& fabric);
  ~FabricModule() override;

  sc_core::sc_in<bool> clk_i{"clk_i"};

  Fabric& fabric() { return fabric_; }
  /// The tile as a processor sees it.
  TileBus& bus(Rank rank);

 private:
  class Tile;
  void rising_edge();

  Fabric& fabric_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<Tile*> waiting_;  // threads wait for the NIC's event of these
  // Threads that sleep: until which cycle, on which tile; the earliest on top.
  std::priority_queue<std::pair<Cycle, Rank>, std::vector<std::pair<Cycle, Rank>>, std::greater<>> sleeping_;
};

}  // namespace collnoc::systemc
