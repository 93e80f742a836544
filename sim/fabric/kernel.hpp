// What gives a fabric its clock when the simulation kernel of another system does; sim/systemc implements it
// in a library of its own.
#pragma once
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/host.hpp"

namespace collnoc {

using NodeFactory = std::function<std::unique_ptr<AnyNode>(Rank, const HardwareConfig&, const model::Place&)>;

/// A process of a kernel, in which the software of a tile runs.
class SoftwareProcess {
 public:
  virtual ~SoftwareProcess() = default;
  /// Calls host.drive(now, node) in this process, from another one that waits for it. Throws what it throws.
  virtual model::RegisterAccess drive(Host& host, Cycle now, const model::NodeOut& node) = 0;
};

/// One for each tile.
class TileProcesses {
 public:
  virtual ~TileProcesses() = default;
  virtual SoftwareProcess& software(Rank rank) = 0;
};

/// A kernel that steps a whole fabric.
class Kernel : public TileProcesses {
 public:
  /// Lets the kernel's time pass by this many clock cycles, in which a process of the kernel calls step().
  /// Throws what it throws.
  virtual void run(Cycle cycles, const std::function<void()>& step) = 0;
};

/// What a node threw.
struct NodeFailed {
  Rank node;
  std::exception_ptr error;
};

/// All nodes of a fabric with the links between them, as modules of a kernel.
class NodeBoard : public TileProcesses {
 public:
  /// What is at the other pins of a node in this cycle: what its host, memory and reset drive. nullptr: the
  /// node need not be computed. It does not throw.
  using Drive = std::function<const model::NodeIn*(Rank)>;

  /// One clock cycle: before its edge, calls `drive` for each of `nodes` in a process. Throws NodeFailed if
  /// nodes throw, for the lowest rank.
  virtual void cycle(std::span<const Rank> nodes, const Drive& drive) = 0;
  /// Reads what a node drives from its pins. What `out` points to stays readable for one further cycle.
  virtual void read(Rank rank, model::NodeOut& out) = 0;
  /// What is behind the pins.
  virtual AnyNode& node(Rank rank) = 0;
  virtual void compare_registers() = 0;  ///< Fabric::compare_registers()
};

/// Nodes for a fabric that are on this board.
NodeFactory nodes_on(std::shared_ptr<NodeBoard> board);

/// What a library with a kernel exports under `kernel_symbol`.
struct KernelApi {
  unsigned version;  ///< kernel_version
  std::unique_ptr<Kernel> (*make_kernel)(const Topology& topology);
  /// `mem_words`: of a tile. Nodes have been reset. Throws what `nodes` throws.
  std::shared_ptr<NodeBoard> (*make_board)(const Topology& topology, const HardwareConfig& config,
                                           std::uint32_t mem_words, const NodeFactory& nodes);
};
inline constexpr unsigned kernel_version = 2;
inline constexpr const char* kernel_symbol = "collnoc_kernel";

}  // namespace collnoc
