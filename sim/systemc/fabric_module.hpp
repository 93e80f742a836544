// The network as one fast SystemC module: one SC_METHOD that steps a Fabric on every rising edge.
//
// It is in sim/, not in model/, because the fabric is: a SystemC processor can use verilated RTL or lockstep
// nodes as well as the model, with the fabric's threads and its skipping of quiescent nodes. It behaves as
// NetworkModule (model/systemc/network_module.hpp), which has pins, in every cycle.
//
// It costs one process switch per clock cycle in addition to the fabric, or less if it may run ahead of the
// simulation: run_ahead().
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
  /// In place of a binding of clk_i, before the simulation begins: cycle k lasts from k to k + 1 periods.
  /// Cycles are computed ahead of time where nothing outside can see it: up to the next event of the
  /// simulation, at most `cycles`. An end of sc_start() is no such event: between two calls, what is read may
  /// be that many cycles ahead, and what is done takes effect that much later. Let a process do it.
  void run_ahead(const sc_core::sc_time& period, std::uint64_t cycles = 1000);

  Fabric& fabric() { return fabric_; }
  /// The tile as its processor sees it.
  TileBus& bus(Rank rank);
  /// How often links have been compared, each once in each cycle. Only of a network of its own, in lockstep.
  std::uint64_t link_cycles() const;

 private:
  class Tile;
  struct Own;
  struct OwnClock;
  FabricModule(const sc_core::sc_module_name& name, std::shared_ptr<Own> own);
  void edge_of_clock();
  void edge_of_own_clock();
  void step(std::uint64_t cycles);
  bool seen_outside() const;
  void tell();
  void tell_made();

  std::shared_ptr<Own> own_;  ///< or nothing
  Fabric& fabric_;
  std::unique_ptr<OwnClock> own_clock_;  ///< or nothing
  bool failed_ = false;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<Tile*> waiting_;  // tiles with threads that wait for an event of the NIC
  std::vector<Tile*> watched_;  // tiles whose memory_written() somebody has asked for
  std::vector<Tile*> driving_;  // tiles with accesses that are not yet made
  std::vector<Tile*> made_;     // tiles whose last access has been made, until the next window
  // Sleeping threads: the cycle to wake in, and the tile; the earliest on top.
  using Sleeper = std::pair<std::uint64_t, Rank>;
  std::priority_queue<Sleeper, std::vector<Sleeper>, std::greater<>> sleeping_;
};

}  // namespace collnoc::systemc
