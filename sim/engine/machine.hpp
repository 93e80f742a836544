// Builds the fabric of a checked configuration, reads its counts, and watches that it makes progress.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/lockstep_node.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// A fabric with the kind of nodes that `platform.backend` selects.
class Machine {
 public:
  /// `mem_words`: 8-byte words of memory per tile. `parts` must outlive this object. Throws UserError for
  /// illegal hardware and for a cyclic channel dependency graph, NotInstalled when RTL or netlist is needed
  /// and cannot be built, or SystemC is not there.
  Machine(const Platform& platform, std::uint32_t mem_words, const NetworkParts& parts = undivided);
  /// With `platform.explain_speed`, says on stderr how the network was computed.
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Fabric& fabric() { return *fabric_; }
  /// Lockstep: link-cycles compared, of all parts.
  std::uint64_t link_cycles() const { return fabric_->parts().sum(log_.link_cycles); }

 private:
  bool explains_;
  LockstepLog log_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Fabric> fabric_;
};

/// Counts of all nodes: flits per link, and stall cycles per cause, summed over all outputs and channels.
struct Counts {
  Rank nodes = 0;                           ///< of the whole network
  std::vector<std::uint64_t> link_flits;    ///< node by node; links at the edge of a mesh count 0
  std::vector<StallCycles> link_stalls;     ///< as link_flits, with `each`
  std::vector<StallCycles> tile_stalls;     ///< node by node, between router, NIC and memory; with `each`
  StallCycles stalls;                       ///< of all
  std::uint64_t injected = 0, ejected = 0;  ///< flits from NICs to routers, and back

  std::uint64_t flit_hops() const;
  std::uint64_t peak_link_flits() const;
  /// Subtracts an earlier reading, which may be empty.
  Counts& operator-=(const Counts& before);
  /// `cycles`: of which they are; `messages`: that were launched in them.
  void report(NetworkResult& result, std::uint64_t cycles, std::uint64_t messages) const;
  /// Those of each place, with `each`. Nothing else may be asked afterwards.
  PlaceCounts places() && { return {std::move(link_flits), std::move(link_stalls), std::move(tile_stalls)}; }
};
/// Called by all parts together; the first one gets the counts of all. `each`: also the stalls of each place.
Counts read_counts(Fabric& fabric, bool each = true);
/// Appends what the switches of this part have sent, link by link, to that of its tiles.
void add_switch_flits(Fabric& fabric, std::vector<std::uint64_t>& link_flits);

/// A collective without processors is stuck if no flit moves for this many cycles.
inline constexpr Cycle native_stall_timeout = 20'000;

/// Detects a network that has stopped: no flit on any link for `stall_timeout` cycles.
class Watchdog {
 public:
  Watchdog(Fabric& fabric, Cycle stall_timeout, Cycle max_cycles);
  /// True when the run must end. `sleeping`: a tile waits for a future time, so it is no sign of a deadlock
  /// that no flit moves.
  bool stuck(bool sleeping = false);
  /// Throws Deadlock or NotFinished with the reason and what the first ranks wait for. `waits` has a text for
  /// every rank of this part, empty if it does not wait. Precondition: it is stuck.
  [[noreturn]] void give_up(const std::vector<std::string>& waits = {}) const;

 private:
  Fabric& fabric_;
  Cycle stall_timeout_, max_cycles_;
  std::uint64_t seen_ = 0;
  Cycle since_ = 0;
  bool late_ = false;  // at the limit of cycles
  std::string why_;
};

}  // namespace collnoc
