// Observes the NIC of one tile and reports its messages: puts of software and of the sequencer, arrivals,
// counters that are read and consumed. For model nodes.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "collnoc/model/nic/descriptor.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/sanitize/message_events.hpp"

namespace collnoc {

/// What the watches of all tiles share.
struct WatchedNetwork {
  WatchedNetwork(const Topology& topology, MessageEvents& events);

  Topology topology;
  MessageEvents& events;
  std::unordered_map<NodeAddress, Rank> rank_of;  // by node address
  std::vector<std::uint16_t> source_of;           // of each rank: the bits of its address in head flits
  std::vector<std::vector<MessageId>> in_flight;  // to each rank
};

class NodeWatch final : public NodeWatcher {
 public:
  /// `software`: where the tile's software is. What it learns by reading arrival counters, it reports itself.
  NodeWatch(WatchedNetwork& network, const HardwareConfig& config, const model::Place& place, Rank rank,
            std::function<Site()> software);

  void before(Cycle now, AnyNode& node, const model::NodeOut& out, const model::NodeIn& in) override;
  void after(Cycle now, AnyNode& node, const model::NodeOut& next) override;

 private:
  /// A packet that the receiver takes.
  struct Stream {
    std::uint16_t source = 0;
    std::uint64_t box = 0;  ///< as part of SentMessage::route; 0: of a unicast
    std::uint32_t addr = 0, words = 0;
    std::uint8_t counter = 0;
  };
  /// The front flit of a receiver before a clock edge, if there is one.
  struct Front {
    bool there = false, loop = false, head = false, tail = false;
    std::uint8_t pointer = 0, stream = 0;
    std::uint64_t word = 0, second = 0;  ///< the first words of the flit; a flit of 64 bits has one
  };
  /// What a context of the sequencer does before a clock edge.
  struct Doing {
    std::uint32_t front_at = 0;
    bool next = false;  ///< the front word is the next action
    std::uint64_t word = 0;
  };

  void write_register(Cycle now, const model::RegisterAccess& access, bool ready);
  void read_register(const model::RegisterAccess& access);
  void before_sequencer(Cycle now, const model::NicSequencer& sequencer);
  void after_sequencer(Cycle now, const model::NicSequencer& sequencer);
  void launch(Cycle now, const Site& site, const model::Descriptor& put, unsigned channel);
  void take(Cycle now, const Front& flit, unsigned channel);
  /// The message in flight to this tile that the stream's packet, now complete, ends; 0 if it does not end
  /// one.
  MessageId ended(const Stream& stream, bool signal);

  WatchedNetwork& network_;
  const HardwareConfig& config_;
  model::Place place_;
  Rank rank_;
  std::function<Site()> software_;
  model::PutRegisters put_;
  std::array<std::array<Stream, model::max_vcs + 1>, model::max_channels> streams_{};
  std::array<Front, model::max_channels> fronts_{};
  std::array<std::vector<MessageId>, model::max_channels>
      uncounted_;  // arrived, their counters not yet incremented
  std::uint32_t increments_ = 0;
  model::RegisterAccess reading_;  ///< software's read of this cycle
  Site reader_;
  std::array<Doing, model::max_channels> doing_{};
  bool contexts_run_ = false;
};

}  // namespace collnoc
