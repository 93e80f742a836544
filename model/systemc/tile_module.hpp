// A tile with pins: node, memory and a master on the register bus, connected by signals.
//
//          links                     A link's outputs are this tile's signals; its inputs are pins
//       +----^v-----+  mem  +------+ of `node` that the network binds to the neighbour's signals.
//       |   node    |=======|memory|
//       +-----|-----+       +------+
//      register bus             |
//       +-----|---------------------+
//       |           bus             |  TileBus: for threads and for TileSocket
//       +---------------------------+
#pragma once
#include "collnoc/model/systemc/memory_module.hpp"
#include "collnoc/model/systemc/register_master.hpp"
#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

class TileModule : public WiredNode {
 public:
  /// `mem_words` of 8 bytes, rounded up as in model::TileMemory.
  TileModule(const sc_core::sc_module_name& name, const HardwareConfig& config, const Topology& topology,
             Rank rank, std::uint32_t mem_words, const NodeInside& inside = make_model);

  MemoryModule memory;
  RegisterMaster bus;
};

}  // namespace collnoc::systemc
