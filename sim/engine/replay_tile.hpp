// A tile that sends the messages of a trace, and watches what its node sends and receives. It knows only its
// own node; ReplayTiles gives it messages between cycles and collects what it saw.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "sim/engine/signal_watch.hpp"
#include "sim/engine/traffic_packets.hpp"
#include "sim/fabric/awake.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/traffic/message_window.hpp"

namespace collnoc {

/// How messages look in the tiles' memories. A message is a put, or several if it is longer than `piece`;
/// since a piece consists of full packets, its packets are those of a single put. All payload flits of a node
/// are equal: they carry its rank. The last flit of a message also has a mark: it is at the end of the memory
/// that messages are sent from. Messages of a pair of nodes arrive in the order in which they were sent, so
/// this identifies them.
class MessageLayout {
 public:
  MessageLayout(const Topology& topology, const HardwareConfig& hardware);

  static constexpr std::uint64_t last_mark = std::uint64_t{1} << 32;
  std::uint32_t piece() const { return piece_; }  ///< bytes
  /// Behind the last flit that messages are sent from.
  std::uint32_t source_end() const { return packets_.source(0, 0) + piece_ + flit_bytes_; }
  std::uint32_t flit_bytes() const { return flit_bytes_; }
  std::uint64_t payload_flits(std::uint64_t bytes) const { return (bytes + flit_bytes_ - 1) / flit_bytes_; }
  std::uint64_t packets(std::uint64_t bytes) const;
  /// With head flits.
  std::uint64_t flits(std::uint64_t bytes) const { return payload_flits(bytes) + packets(bytes); }
  const PacketLayout& slots() const { return packets_; }
  /// The put of the next piece of a message of which `left` bytes are not sent, from the node at `address`;
  /// 0: a signal.
  Put put(NodeAddress address, Rank dst, std::uint64_t left) const;

 private:
  std::uint32_t flit_bytes_, payload_of_packet_, piece_;
  PacketLayout packets_;
};

/// What a tile saw since the log was last collected.
struct ReplayLog {
  struct Injection {
    std::uint64_t line;
    Cycle cycle;
  };
  struct Arrival {
    Rank src;
    bool signal;
    Cycle accepted, arrived;
  };
  std::vector<std::uint64_t> launched;  ///< lines that are given to the NIC
  std::vector<Injection> injected;
  std::vector<Arrival> arrived;
};

class ReplayTile final : public Host, public PacketWatcher {
 public:
  /// `seen`: where the tile reports that its log is not empty. All references must outlive this object.
  ReplayTile(const Topology& topology, const MessageLayout& layout, Rank rank, model::TileMemory& memory,
             AwakeNodes& seen);

  /// A message of this node, between cycles.
  void add(const MessageWindow::Released& message);
  /// The next cycle in which it must be called; never: it has nothing to send.
  Cycle wakes_at() const { return wake_at_; }
  /// What it waits to send, as text; empty if there is nothing.
  std::string waits_for() const;

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  bool runs_software(Cycle, const model::NodeOut&) const override { return false; }
  bool uses_memory() const override { return false; }  // what is sent from stays as it is
  void head_left(Cycle now, const std::uint64_t* head) override;
  void signal_left(const std::uint64_t* head) override;
  void counted(Cycle now) override;
  void payload_written(Cycle now, std::uint32_t addr, const std::uint64_t* data) override;

  ReplayLog log;
  SignalLog signals;

 private:
  using Released = MessageWindow::Released;
  struct Later {
    bool operator()(const Released& a, const Released& b) const {
      return a.leave != b.leave ? a.leave > b.leave : a.line > b.line;
    }
  };
  struct Launched {  ///< not all of its heads have been seen on a link
    std::uint64_t line;
    NodeAddress address;
    std::uint64_t packets;
    bool seen = false;
  };
  struct Begun {  ///< from this source, a payload flit is in memory, and the last of its message is not
    Rank src;
    Cycle accepted;
  };

  void begin_put();
  /// Writes what flits carry into the last `bytes` bytes of the memory that is sent from.
  void fill(std::uint32_t bytes);
  void arrive(const ReplayLog::Arrival& arrival);

  const Topology& topology_;
  const MessageLayout& layout_;
  Rank rank_;
  NodeAddress address_;
  model::TileMemory& memory_;
  AwakeNodes& seen_;
  std::priority_queue<Released, std::vector<Released>, Later> waiting_;
  std::optional<Released> current_;  ///< is being given to the NIC
  std::uint64_t left_ = 0;           ///< its bytes that are not given yet
  std::uint32_t filled_ = 0;
  PutWriter writer_;
  std::vector<Launched> launched_;
  std::vector<Begun> begun_;
};

}  // namespace collnoc
