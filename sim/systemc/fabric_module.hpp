// The network as one fast SystemC module: one SC_METHOD that steps a Fabric on every rising edge.
//
// It is in sim/, not in model/, because the fabric is: a SystemC processor can use verilated RTL or lockstep
// nodes as well as the model, with the fabric's threads and its skipping of quiescent nodes. It behaves as
// NetworkModule (model/systemc/network_module.hpp), which has pins, in every cycle.
//
// It costs one process switch per clock cycle in addition to the fabric.
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
  /// Drives the register bus of every tile. `fabric` must outlive this object, and nothing else may step it.
  FabricModule(const sc_core::sc_module_name& name, Fabric& fabric);
  ~FabricModule() override;

  sc_core::sc_in<bool> clk_i{"clk_i"};

  Fabric& fabric() { return fabric_; }
  /// The tile as its processor sees it.
  TileBus& bus(Rank rank);

 private:
  class Tile;
  void rising_edge();

  Fabric& fabric_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<Tile*> waiting_;  // tiles with threads that wait for an event of the NIC
  std::vector<Tile*> watched_;  // tiles whose memory_written() somebody has asked for
  // Sleeping threads: the cycle to wake in, and the tile; the earliest on top.
  std::priority_queue<std::pair<Cycle, Rank>, std::vector<std::pair<Cycle, Rank>>, std::greater<>> sleeping_;
};

}  // namespace collnoc::systemc
