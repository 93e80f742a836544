// A network of tiles with pins: every node is its own module, every wire of every link is a signal.
//
// Use it to observe, trace or replace a node at its pins. sim/systemc/fabric_module.hpp is faster and equal
// in every cycle. It is not in this folder because it steps the fabric of sim/, and the model does not depend
// on sim/.
#pragma once
#include <memory>
#include <systemc>
#include <vector>

#include "collnoc/model/systemc/tile_module.hpp"

namespace collnoc::systemc {

class NetworkModule : public sc_core::sc_module {
 public:
  /// `config.dims` must match the topology, otherwise throws std::invalid_argument. `mem_words` of 8 bytes
  /// per tile.
  NetworkModule(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config,
                std::uint32_t mem_words = 8192);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  const Topology& topology() const { return topology_; }
  TileModule& tile(Rank rank) { return *tiles_[rank]; }
  /// The tile as a processor sees it.
  TileBus& bus(Rank rank) { return tiles_[rank]->bus; }
  /// Cycles since reset, modulo 2^32.
  std::uint32_t cycle() const { return cycle_.read().to_uint(); }

 private:
  void count();
  void bind_link(NodeModule& node, Link link, TileModule& neighbour);
  void close_link(NodeModule& node, Link link);

  Topology topology_;
  sc_core::sc_signal<sc_dt::sc_uint<32>> cycle_{"cycle"};
  // Inputs of links that are not connected.
  sc_core::sc_signal<bool> low_{"low"};
  sc_core::sc_signal<sc_dt::sc_uint<2>> no_vc_{"no_vc"};
  sc_core::sc_signal<sc_dt::sc_uint<4>> no_credit_{"no_credit"};
  sc_core::sc_signal<std::uint64_t> no_data_{"no_data"};
  std::vector<std::unique_ptr<TileModule>> tiles_;
};

}  // namespace collnoc::systemc
