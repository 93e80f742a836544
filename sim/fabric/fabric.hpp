// The network, cycle by cycle: nodes of any kind connected by a topology, each with its memory and its host.
//
// Links are Moore: in a cycle every node reads what its neighbours drive in this cycle and drives its own
// links for the next. So results depend neither on the order of evaluation nor on the number of threads; a
// node may even be a cycle ahead of its neighbours, while step() computes several (cycle_order.hpp). A
// quiescent node without input is not accessed; its neighbours wake it.
//
// A network may be cut into parts, one per process (sim/distributed). Then a fabric has the nodes of its
// part, and functions that answer for the whole network are called by all parts together.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/tile/tile_memory.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/awake.hpp"
#include "sim/fabric/cut.hpp"
#include "sim/fabric/cycle_order.hpp"
#include "sim/fabric/host.hpp"
#include "sim/fabric/kernel.hpp"
#include "sim/fabric/link_wires.hpp"
#include "sim/fabric/thread_choice.hpp"
#include "sim/fabric/timed_links.hpp"

namespace collnoc {

/// Sees the flits on links; attached for measurements only.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  /// In cycle `now`, `node` drives this flit on a link. Its data are there if it is a head. Called by node,
  /// then link, by one thread. In several parts: of the nodes of this part.
  virtual void flit(Cycle now, Rank node, Link link, const model::FlitRef& flit) = 0;
};

/// Sees all that nodes drive in every cycle; attached for waveforms only.
class FabricObserver {
 public:
  virtual ~FabricObserver() = default;
  /// `out(rank)`: what that node drives in cycle `now`. In several parts: of the nodes of this part.
  virtual void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) = 0;
};

// Hosts, write listeners and pin watchers of different tiles may be called at the same time, and for cycles
// up to 16 apart: shared state must not depend on their order.

/// Sees what the NIC of one tile writes to memory; used for measurements.
class WriteListener {
 public:
  virtual ~WriteListener() = default;
  /// In cycle `now`, the channels in `granted` write what `node` drives on their write ports.
  virtual void written(Cycle now, const model::NodeOut& node, std::uint32_t granted) = 0;
};

/// Sees the pins of a tile's node in every cycle in which a flit or a credit is on a link, the memory grants
/// anything, or the NIC reports an event.
class PinWatcher {
 public:
  virtual ~PinWatcher() = default;
  /// In cycle `now`: what the node drives, and its inputs.
  virtual void see(Cycle now, const model::NodeOut& out, const model::NodeIn& in) = 0;
};

/// Sees the packets of one tile.
class PacketWatcher {
 public:
  virtual ~PacketWatcher() = default;
  /// In cycle `now`, the head of one of the tile's own packets is on its first link.
  virtual void head_left(Cycle now, const std::uint64_t* head) = 0;
  /// A packet of one flit leaves the router for the tile's NIC. Such packets are counted in this order.
  virtual void signal_left(const std::uint64_t* head) = 0;
  /// In cycle `now`, the NIC reports an event.
  virtual void counted(Cycle now) = 0;
  /// In cycle `now`, the NIC writes the first or the last payload flit of a packet to memory, at `addr`
  /// (8-byte words).
  virtual void payload_written(Cycle now, std::uint32_t addr, const std::uint64_t* data) = 0;

  // Nodes in slices show no packets, but bits of pins of all nodes.
  /// False if neither signal_left() nor counted() need to be called.
  virtual bool expects_signals() const { return true; }
  /// Whether a head with the low bits of this tile's address is that of one of its own packets.
  virtual bool is_own(const model::FlitRef&) const { return true; }
};

/// Sees every cycle of a tile in which its node is evaluated; used by the sanitizer, recordings and
/// timelines.
class NodeWatcher {
 public:
  virtual ~NodeWatcher() = default;
  /// Before the clock edge that ends cycle `now`: the node, what it drives, and its inputs.
  virtual void before(Cycle now, AnyNode& node, const model::NodeOut& out, const model::NodeIn& in) = 0;
  /// After it; `next`: what the node drives in the next cycle.
  virtual void after(Cycle now, AnyNode& node, const model::NodeOut& next) = 0;
};

class Workers;

class Fabric {
 public:
  struct Options {
    std::uint32_t mem_words = 8192;  ///< 8-byte words per tile
    unsigned threads = 1;
    bool skip_quiescent = true;
    /// Least work of a thread, in evaluations of a node between two synchronizations. All threads compute if
    /// the last cycles had this much work for each of them, and if this was faster (ThreadChoice); otherwise
    /// one does, because starting and awaiting a thread takes as long as 10 to 20 nodes. 0: always all
    /// threads.
    std::uint64_t work_for_a_thread = 24;
    bool planes = true;                      ///< if this is possible
    Kernel* kernel = nullptr;                ///< that gives the clock; must outlive the fabric
    const NetworkParts* parts = &undivided;  ///< must outlive the fabric
  };

  Fabric(const Topology& topology, const HardwareConfig& config, const Options& options,
         const NodeFactory& make);
  ~Fabric();
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  /// `host` must outlive the fabric's last step. Without a host, the tile only receives.
  void set_host(Rank rank, Host* host);
  void set_write_listener(Rank rank, WriteListener* listener);
  void set_pin_watcher(Rank rank, PinWatcher* watcher) {
    leave_planes("the pins of a node are watched");
    site(rank).pin_watcher = watcher;
  }
  /// `watcher` is called for what packets do. `pins` finds out the same from a tile's pins; it is used in
  /// networks in which they are computed, instead of that. Only before the first step().
  void set_packet_watcher(Rank rank, PacketWatcher* watcher, PinWatcher* pins) {
    site(rank).packet_watcher = watcher;
    site(rank).packet_pins = pins;
  }
  /// From now on, one thread steps all nodes cycle by cycle, because watchers of different tiles may share
  /// data.
  void set_watcher(Rank rank, NodeWatcher* watcher);
  /// Holds a tile's `tile_rst_ni` low, from the next cycle that step() simulates, or releases it. Its memory
  /// keeps its contents. Its host is called as before, so it must know, and nothing that it writes to
  /// registers lasts while `out(rank).held`. From now on, as for a watcher, one thread steps all nodes cycle
  /// by cycle.
  void reset_tile(Rank rank, bool low);
  void add_observer(FabricObserver* observer) {
    leave_planes("the outputs of all nodes are observed");
    observers_.push_back(observer);
  }
  void remove_observer(FabricObserver* observer) { std::erase(observers_, observer); }
  void add_observer(LinkObserver* observer) { link_observers_.push_back(observer); }

  /// Simulates `cycles` cycles. Throws what hosts, watchers, listeners or nodes in lockstep throw. If several
  /// fail, throws the failure of the earliest cycle, and in that cycle the one of the lowest rank. With
  /// several parts, all of them throw it. After a failure, nodes are in different cycles, and step() must not
  /// be called again.
  /// With a kernel, it is the kernel's time that passes.
  void step(Cycle cycles = 1);

  Cycle now() const { return now_; }
  const Topology& topology() const { return topology_; }
  const HardwareConfig& config() const { return config_; }
  const NetworkParts& parts() const { return *options_.parts; }
  /// The nodes of this part: tiles from first() to last(), then switches to end(). All functions with a rank
  /// accept only these.
  Rank first() const { return first_; }
  Rank last() const { return std::max(first_, std::min(end(), topology_.size())); }
  Rank end() const { return first_ + static_cast<Rank>(sites_.size()); }
  model::TileMemory& memory(Rank rank);
  const model::NodeOut& out(Rank rank) const;
  /// The same where only the pins for a host are wanted: reg_ready, reg_rdata and event. Nodes in planes have
  /// no others before somebody asks.
  const model::NodeOut& host_pins(Rank rank) const;
  /// A node, with its registers of this cycle until the next step().
  AnyNode& node(Rank rank);

  /// In lockstep in slices, not all registers are compared in every cycle: compares all. Throws
  /// LockstepMismatch.
  void compare_registers();

  /// True when every node is quiescent and no wire is active: nothing will happen until a host acts.
  bool quiet() const;
  /// Flits seen on links since the start.
  std::uint64_t link_flits() const;
  /// Whether some NIC is writing to its tile's memory: messages of a tile to itself use no link.
  bool writes_memory() const;
  /// Whether routers are computed in planes (model/planes).
  bool computes_planes() const { return planes_ != nullptr; }
  /// Whether nodes are RTL in slices (sim/sliced).
  bool computes_slices() const { return slices_ != nullptr; }
  /// How nodes were computed since the first step(), as text, and why not in planes.
  std::string how_computed() const;
  /// The most cycles that are computed in one order (sim/fabric/cycle_order.hpp); 1: each alone.
  unsigned cycles_in_order() const { return order_ ? order_->cycles() : 1; }
  /// Evaluations of nodes since the start.
  std::uint64_t evaluations() const;

 private:
  struct alignas(64) Site {
    Site(const HardwareConfig& config, std::uint32_t mem_words) : out(config), memory(config, mem_words) {}
    /// Calls the host; for software, in its process, if there is one.
    model::RegisterAccess drive(Cycle now) {
      if (process != nullptr && host->runs_software(now, out)) return process->drive(*host, now, out);
      return host->drive(now, out);
    }

    model::Node* model = nullptr;  ///< of a node that is just the model: called directly
    Host* host = nullptr;
    SoftwareProcess* process = nullptr;  ///< of a kernel
    PinWatcher* pin_watcher = nullptr;
    NodeWatcher* watcher = nullptr;
    PacketWatcher* packet_watcher = nullptr;
    PinWatcher* packet_pins = nullptr;
    const std::uint64_t* rd_data = nullptr;  ///< of reads granted in the last cycle
    mutable model::NodeOut out;              ///< in planes, out() completes it
    model::TileMemory memory;
    WriteListener* listener = nullptr;
    std::unique_ptr<AnyNode> node;
    bool tile_reset = false;
  };
  struct Failure {
    std::exception_ptr error;
    Cycle cycle = never;
    Rank node = 0;  ///< a group of nodes
    bool precedes(Cycle other_cycle, Rank other) const {
      return cycle < other_cycle || (cycle == other_cycle && node < other);
    }
  };
  struct alignas(64) Partition {                               // of one thread
    Rank first = 0, last = 0;                                  ///< its nodes, cycle by cycle
    std::uint64_t link_flits = 0, evaluations = 0, calls = 0;  ///< calls: of hosts
    std::uint64_t words = 0;                                   ///< that are computed in planes
    Failure failure;
  };
  /// Of nodes on a board, in a cycle.
  struct OnBoard {
    struct Call {
      bool awake = false, due = false;
    };
    std::vector<Rank> nodes, computed;
    std::vector<Call> calls;        ///< [node]
    std::vector<model::NodeIn> in;  ///< [node]
  };
  class Planes;
  class Sliced;
  class Lockstep;

  /// From now on, nodes are computed one by one, cycle by cycle, by one thread, because of `why`. Several
  /// parts leave planes together, in the next step().
  void step_singly(const char* why);
  void end_groups();
  void leave_planes(const char* why) {
    if (planes_) step_singly(why);
  }
  Site& site(Rank rank) { return sites_[rank - first_]; }
  void make_order();
  void step_now(Cycle cycles);  ///< without the kernel
  void step_board();
  const model::NodeIn* drive_pins(Rank node, Partition& partition);
  void step_all();
  void step_in_order(Cycle cycles);
  void step_phase(unsigned phase, unsigned thread, Cycle cycles);
  void step_parts(Cycle cycles);
  void step_part_in_planes();
  void step_parts_in_order(Cycle cycles);
  void exchange(Cycle cycle);
  void deliver_timed() {
    if (timed_) timed_->deliver(now_ + 1, wires_[(now_ + 1) % 2], awake_[(now_ + 1) % 2]);
  }
  template <class Work>
  void by_threads(Cycle cycles, unsigned phases, Work&& work);
  template <class Work>
  void each_phase(unsigned phases, bool all, Work&& work);
  template <class Compute>
  Cycle choose_threads(Cycle cycles, unsigned phases, Compute&& compute);
  Cycle step_planes(Cycle cycles);
  std::uint64_t work_per_cycle();
  Failure take_failure();
  void share_failure();
  bool observed() const { return !observers_.empty() || !link_observers_.empty(); }
  void observe() const;
  void observe(Rank node, Link link, const model::FlitRef& flit) const {
    for (LinkObserver* o : link_observers_) o->flit(now_, node, link, flit);
  }
  std::uint64_t sum_of(std::uint64_t Partition::*value) const;
  LinkWires::End far_end(Rank rank, Link link) const;
  void step_partition(Partition& partition);
  // Nodes are numbered from the first of this part on.
  void step_group(Rank first, Cycle now, Partition& partition);
  void step_site(Cycle now, Rank node, bool awake, bool due, Partition& partition);
  [[gnu::always_inline]] bool prepare(Cycle now, Site& site, bool awake, bool due, model::NodeIn& in,
                                      Partition& partition);
  [[gnu::always_inline]] void drive_links(Cycle next, Rank node, const model::NodeOut& out,
                                          Partition& partition);

  Topology topology_;
  HardwareConfig config_;
  Options options_;
  unsigned links_;
  Cycle now_ = 0;
  Rank first_ = 0;
  std::vector<Site> sites_;
  std::unique_ptr<Cut> cut_;              // only in several parts
  std::vector<LinkWires::End> far_ends_;  // [node * links + link]: the other end of a link
  std::unique_ptr<TimedLinks> timed_;     // only if there are such links
  std::unique_ptr<Planes> planes_;        // of all nodes, or nothing
  std::unique_ptr<Sliced> slices_;        // of all nodes, or nothing
  std::unique_ptr<Lockstep> lockstep_;    // RTL of all nodes beside the model, or nothing
  NodeBoard* board_ = nullptr;            // of all nodes, or nothing
  OnBoard on_board_;
  const char* not_in_planes_ = nullptr;  // why
  std::optional<CycleOrder> order_;      // of all nodes, if cycles are computed together
  bool begun_ = false;                   // planes or order have been made
  bool singly_ = false;
  // The state of a cycle, [cycle % 2].
  LinkWires wires_[2];
  AwakeNodes awake_[2];
  WakeTimes wake_times_;
  std::vector<Partition> partitions_;
  std::vector<Partition> at_cut_;  // nodes that are computed first, since other parts wait for them
  std::vector<FabricObserver*> observers_;
  std::vector<LinkObserver*> link_observers_;
  std::unique_ptr<Workers> workers_;
  std::uint64_t work_before_ = 0;  ///< of all threads, before the last cycles
  Cycle last_cycles_ = 1;          ///< number of the last cycles
  ThreadChoice choice_;
};

}  // namespace collnoc
