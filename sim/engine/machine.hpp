// From a checked configuration to a fabric that can run, and from a finished fabric to its counts.
#pragma once
#include <memory>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/lockstep_node.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// A fabric of the nodes that `platform.backend` asks for.
class Machine {
 public:
  /// Refuses hardware with a cyclic channel dependency graph (UserError with the cycle). `mem_words`: 8-byte
  /// words a tile. Throws NotInstalled when RTL is asked for and cannot be built.
  Machine(const Platform& platform, std::uint32_t mem_words);

  Fabric& fabric() { return *fabric_; }
  const LockstepLog& lockstep() const { return log_; }

 private:
  LockstepLog log_;
  std::unique_ptr<Fabric> fabric_;
};

/// What the link monitors counted: flits by link, and stall cycles by cause over all ports and channels.
struct Counts {
  std::vector<std::uint64_t> link_flits;  ///< of every link that there is or could be, node by node
  StallCycles stalls;

  std::uint64_t flit_hops() const;
  std::uint64_t peak_link_flits() const;
  /// What was counted since `before`.
  Counts since(const Counts& before) const;
};
Counts read_counts(Fabric& fabric);

/// Watches for a network that has stopped: no flit on any link for `patience` cycles.
class Watchdog {
 public:
  Watchdog(Fabric& fabric, Cycle patience, Cycle max_cycles);
  /// True when the run must end; why() then tells.
  bool stuck();
  const std::string& why() const { return why_; }

 private:
  Fabric& fabric_;
  Cycle patience_, max_cycles_;
  std::uint64_t seen_ = 0;
  Cycle since_ = 0;
  std::string why_;
};

}  // namespace collnoc
