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

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/systemc/tile_bus.hpp"
#include "collnoc/sim/fabric/node_kind.hpp"

namespace collnoc {
class Fabric;
}

namespace collnoc::systemc {

class FabricModule : public sc_core::sc_module {
 public:
  /// A network of its own, of nodes of one kind, with `mem_words` of 8 bytes per tile. In lockstep, the first
  /// difference is reported by SC_REPORT_ERROR, type lockstep_report, and the network stands still after it.
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal for the topology. Throws
  /// std::runtime_error without Verilator, or Yosys for gates.
  FabricModule(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config,
               NodeKind kind = NodeKind::model, std::uint32_t mem_words = 8192);
  /// Drives the register bus of every tile. `fabric` must outlive this object, and nothing else may step it.
  FabricModule(const sc_core::sc_module_name& name, Fabric& fabric);
  ~FabricModule() override;

  sc_core::sc_in<bool> clk_i{"clk_i"};

  Fabric& fabric() { return fabric_; }
  /// The tile as its processor sees it.
  TileBus& bus(Rank rank);
  /// How often links have been compared, each once in each cycle. Only of a network of its own, in lockstep.
  std::uint64_t link_cycles() const;

 private:
  class Tile;
  struct Own;
  FabricModule(const sc_core::sc_module_name& name, std::shared_ptr<Own> own);
  void rising_edge();

  std::shared_ptr<Own> own_;  ///< or nothing
  Fabric& fabric_;
  bool failed_ = false;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<Tile*> waiting_;  // tiles with threads that wait for an event of the NIC
  std::vector<Tile*> watched_;  // tiles whose memory_written() somebody has asked for
  // Sleeping threads: the cycle to wake in, and the tile; the earliest on top.
  using Sleeper = std::pair<std::uint64_t, Rank>;
  std::priority_queue<Sleeper, std::vector<Sleeper>, std::greater<>> sleeping_;
};

}  // namespace collnoc::systemc
