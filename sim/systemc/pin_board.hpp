// The nodes of a fabric as SystemC modules with pins, and the software of each tile in an SC_THREAD.
//
// A clock cycle of the fabric is one of the kernel: while the clock is low, the fabric's thread asks it for
// what hosts and memories drive, and writes that to the pins of the nodes; hosts are called in the threads of
// their tiles. Then the clock rises. Links between nodes are signals, of which the fabric only knows what it
// reads from them.
#pragma once
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "collnoc/model/systemc/node_network.hpp"
#include "sim/fabric/kernel.hpp"
#include "sim/fabric/sliced_pins.hpp"
#include "sim/fabric/sliced_registers.hpp"
#include "sim/systemc/tile_process.hpp"

namespace collnoc::systemc {

class PinBoard final : public NodeNetwork, public NodeBoard {
 public:
  /// `mem_words`: of a tile. Throws what `nodes` throws.
  PinBoard(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config,
           std::uint32_t mem_words, const NodeFactory& nodes);
  ~PinBoard() override;

  /// To be called once, before all others. Throws what nodes throw.
  void reset();
  void cycle(std::span<const Rank> nodes, const Drive& drive) override;
  void read(Rank rank, model::NodeOut& out) override;
  AnyNode& node(Rank rank) override { return *nodes_[rank]; }
  void compare_registers() override;
  SoftwareProcess& software(Rank rank) override { return *software_[rank]; }

 private:
  class Tile;
  class Behind;
  void drive_pins();
  void run();
  void step_slices(std::uint32_t cycle);

  HardwareConfig config_;
  std::vector<std::unique_ptr<AnyNode>> nodes_;  ///< what is behind the pins
  std::optional<SlicedPins> slices_;             ///< of RTL in slices: all of them
  bool stepped_ = false;                         ///< slices_, in this cycle
  const RtlBeside* rtl_ = nullptr;               ///< in lockstep with RTL in slices
  std::optional<SlicedRegisters> registers_;     ///< then
  std::uint64_t cycles_ = 0, compared_ = 0;  ///< that RTL has computed; up to where registers were compared
  std::uint32_t cycle_ = 0;                  ///< the last one
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<std::unique_ptr<TileProcess>> software_;
  sc_core::sc_clock clock_;
  sc_core::sc_signal<bool> reset_{"reset"};
  std::span<const Rank> called_;  ///< in this cycle
  std::vector<Rank> driving_;     ///< tiles with an access on the pins
  const Drive* drive_ = nullptr;
  NodeFailed failed_{no_rank, nullptr};
};

}  // namespace collnoc::systemc
