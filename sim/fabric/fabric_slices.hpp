// A fabric whose nodes are RTL in slices (sim/sliced).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/sliced_network.hpp"

namespace collnoc {

// A cycle of an array of nodes: what the neighbours drive becomes inputs; hosts, memories and watchers of the
// nodes that need them are called, with words that are gathered from the planes of pins; then the clock edge.
class Fabric::Sliced : private SlicedNetwork {
 public:
  /// Resets all nodes.
  Sliced(Fabric& fabric, SlicedNodes& nodes);

  std::string how_computed() const;
  /// Before cycles are stepped.
  void begin();
  /// Up to `cycles` cycles from `now` on. Returns how many they were. A failure is noted.
  Cycle step(Cycle now, Cycle cycles);
  using SlicedNetwork::reset_tile;
  /// Completes what a node drives in this cycle.
  void show(Rank rank) {
    show_node(arrays_[rank / nodes_.lanes()], rank % nodes_.lanes(), fabric_.sites_[rank].out, shown_[rank]);
  }
  bool quiet() const;
  bool writes_memory() const;

 private:
  /// What hosts and watchers need of the nodes of an array.
  struct Hosted {
    Words read{};                    ///< nodes whose registers were read in the last cycle
    Words pins{}, packets{};         ///< nodes with a watcher of pins, of packets
    Words simple{};                  ///< nodes whose memory grants every access, and nobody watches it
    std::array<Words, 12> source{};  ///< low bits of the nodes' addresses
  };
  /// The nodes of a word that need something in a cycle.
  struct Calls {
    std::uint64_t due = 0, event = 0, pins = 0, heads = 0, lanes = 0;  ///< lanes: all that need anything
  };

  void step_array(Array& a, Cycle now, Partition& partition);
  template <unsigned n>
  void step_words(Array& a, Cycle now, Partition& partition);
  Calls calls_of(const Array& a, unsigned k, std::uint64_t comes, Cycle now);
  std::uint64_t own_heads(const Array& a, unsigned k);
  bool call(Array& a, unsigned k, const Calls& calls, std::uint64_t comes, Cycle now, Partition& partition);
  void show_arrivals(const Array& a, unsigned k, unsigned lane, model::NodeIn& in);
  /// Accesses of the NIC's only channel to memory, where nothing else happens in the cycle.
  void move_flits(Array& a, unsigned k, std::uint64_t lanes, Cycle now);
  void show_head(const Array& a, unsigned k, unsigned lane, Cycle now, PacketWatcher& watcher);

  Fabric& fabric_;
  std::vector<Hosted> hosted_;  // by array
  std::size_t distance_ = 1;    // arrays between cycles that are computed together
  Cycle in_order_ = 1;          // cycles that are computed together
  // Of the word that is being visited.
  std::array<std::uint64_t, model::max_links> heads_{};  // [link] own heads
  std::vector<std::uint64_t> flits_, arrived_flits_;     // of one node
  std::array<model::FlitRef, model::max_links> arrived_{};
  std::vector<std::vector<std::uint64_t>> shown_;  // [rank] flits of what show() has completed
};

}  // namespace collnoc
