// A tile under synthetic traffic: creates packets, answers requests, and watches what its node sends and
// receives. It knows only its own node; sim/engine/traffic.cpp collects what it saw.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "sim/common/queue.hpp"
#include "sim/engine/order_chooser.hpp"
#include "sim/engine/signal_watch.hpp"
#include "sim/engine/traffic_packets.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/run/run_config.hpp"
#include "sim/traffic/destinations.hpp"
#include "sim/traffic/ledger.hpp"

namespace collnoc {

/// What a tile saw since the log was last collected, each list in the order of cycles.
struct TrafficLog {
  struct Injection {
    std::uint64_t number;
    Cycle cycle;
    Order order;
  };
  struct RoundTrip {
    std::uint8_t traffic_class;
    Cycle created, arrived;
  };
  std::vector<CreatedPacket> created;
  std::vector<Injection> injected;
  std::vector<ArrivedPacket> arrived;
  std::vector<RoundTrip> round_trips;

  void clear() {
    created.clear();
    injected.clear();
    arrived.clear();
    round_trips.clear();
  }
};

/// Packets wait in queues without limit before the NIC: one queue for the requests of a class and one for its
/// replies, served in turn, so that requests that wait for replies do not delay others.
class TrafficTile final : public Host, public PacketWatcher {
 public:
  /// `loads`: of each class, in flits/node/cycle. `config` and `layout` must outlive this object.
  TrafficTile(const TrafficConfig& config, const std::vector<double>& loads, const PacketLayout& layout,
              Rank rank, model::TileMemory& memory);

  /// No packet is created from this cycle on, except replies.
  void stop_at(Cycle cycle);
  bool has_created() const { return created_ != 0; }
  /// Some request that has arrived is not answered yet.
  bool has_requests() const;

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  bool runs_software(Cycle, const model::NodeOut&) const override { return false; }
  bool uses_memory() const override { return false; }  // PacketLayout::ring
  void head_left(Cycle now, const std::uint64_t* head) override;
  void signal_left(const std::uint64_t* head) override;
  void counted(Cycle now) override;
  void payload_written(Cycle now, std::uint32_t addr, const std::uint64_t* data) override;
  bool expects_signals() const override { return has_signals_; }
  bool is_own(const model::FlitRef& head) const override {
    return layout_.sender(layout_.head(head), head.tail) == address_;
  }

  TrafficLog log;

 private:
  struct Waiting {
    std::uint64_t number;
    Rank dst;
    std::uint16_t flits;
  };
  struct Request {  ///< sent, and not answered
    Rank dst;
    Cycle created;
  };
  struct Answer {
    Cycle when;
    Rank dst;
  };
  struct Replies {  ///< of a class whose packets are requests
    Queue<Waiting> waiting;
    Queue<Cycle> request_created;  ///< of the requests that wait
    Queue<Request> unanswered;
    Queue<Answer> service;  ///< replies to come, in the order of their cycles
  };
  struct Source {  ///< of the packets of a class
    const TrafficClass* of;
    RandomStream random;
    Destinations destinations;
    Arrivals arrivals;
    Cycle looked_until = 0;  ///< the next creation was looked for up to here
    Cycle next = never;      ///< cycle of the next creation
    Rank next_dst = 0;
    std::size_t listed = 0;    ///< packets of the list that have been created
    Queue<Waiting> waiting{};  ///< all but replies
    std::unique_ptr<Replies> replies{};

    bool has_service() const { return replies && !replies->service.empty(); }
  };
  /// How far ahead of the cycle creations are computed.
  static constexpr Cycle look_ahead = 1 << 16;

  void find_next(Source& source, Cycle from);
  void create(std::size_t traffic_class, Cycle now, Rank dst, bool reply);
  /// Creates what is to be created until now.
  void create_due(Cycle now);
  /// Chooses the queue whose turn it is, and begins its put. False if no packet may leave.
  bool launch();
  void begin_put(std::size_t traffic_class, bool reply);
  void arrive(const ArrivedPacket& packet);
  /// The first cycle for create_due().
  Cycle next_creation() const;

  struct Launched {  ///< its head has not been seen on a link
    std::uint64_t number;
    NodeAddress address;
    Order order;
  };
  friend class TrafficPins;
  // Data that is read in every cycle comes first.
  std::vector<Launched> launched_;
  const PacketLayout& layout_;
  NodeAddress address_;
  bool has_signals_;  // there are packets of one flit
  SignalLog signals_;
  const TrafficConfig& config_;
  Rank rank_;
  model::TileMemory& memory_;
  unsigned flit_words_;
  std::unique_ptr<OrderChooser> orders_;  // if packets take both orders of dimensions
  std::vector<Source> sources_;
  Cycle stop_at_ = never;
  PutWriter writer_;
  Cycle create_at_ = 0;         ///< next_creation()
  std::uint64_t created_ = 0;   ///< number of the next packet
  std::uint32_t queued_ = 0;    ///< one bit per queue: packets wait in it
  unsigned turn_ = 0;           ///< the queue that is served next
  std::vector<unsigned> slot_;  ///< [channel] the next slot of its ring
  struct Begun {                ///< a packet whose first payload flit is in memory, and its last is not
    std::uint64_t tag;
    Cycle accepted;
  };
  std::vector<Begun> begun_;
};

}  // namespace collnoc
