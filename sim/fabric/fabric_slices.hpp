// A fabric whose nodes are RTL in slices (sim/sliced).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/sliced_links.hpp"
#include "sim/fabric/sliced_nodes.hpp"

namespace collnoc {

// A cycle of an array of nodes: what the neighbours drive becomes inputs; hosts, memories and watchers of the
// nodes that need them are called, with words that are gathered from the planes of pins; then the clock edge.
class Fabric::Sliced {
 public:
  /// Resets all nodes.
  Sliced(Fabric& fabric, SlicedNodes& nodes);

  std::string how_computed() const;
  /// Before cycles are stepped.
  void begin();
  /// Up to `cycles` cycles from `now` on. Returns how many they were. A failure is noted.
  Cycle step(Cycle now, Cycle cycles);
  void reset_tile(Rank rank, bool low);
  /// Completes what a node drives in this cycle.
  void show(Rank rank);
  bool quiet() const;
  bool writes_memory() const;

 private:
  static constexpr unsigned most_words = 8;  // of 64 lanes, in an array
  using Words = std::array<std::uint64_t, most_words>;
  using Lanes = std::array<std::uint64_t, 64>;

  struct Array {
    Slices* slices = nullptr;
    std::size_t first = 0;         ///< word of the network
    unsigned nodes = 0;            ///< that exist
    bool quiet = true;             ///< all are quiescent and drive nothing
    bool drives[2] = {};           ///< [cycle % 2] some node drives a flit or a credit
    bool asked = false;            ///< a host or a memory drove a pin in the last cycle
    bool settles = false;          ///< a strap has changed
    std::uint32_t cycle = 0;       ///< in the planes of cycle_i
    Words read{};                  ///< nodes whose registers were read in the last cycle
    Words pins{}, packets{};       ///< nodes with a watcher of pins, of packets
    Words simple{};                ///< nodes whose memory grants every access, and nobody watches it
    std::array<Words, 12> source;  ///< low bits of the nodes' addresses
  };
  /// The nodes of a word that need something in a cycle.
  struct Calls {
    std::uint64_t due = 0, event = 0, pins = 0, heads = 0, lanes = 0;  ///< lanes: all that need anything
  };
  /// Places of the pins.
  struct Pins {
    explicit Pins(const SlicedNodes& nodes);
    SlicedPin held, reg_ready, reg_rdata, event, rd_req, rd_addr, wr_req, wr_addr, wr_data, wr_strb,
        quiescent;
    SlicedPin tile_rst, cycle, reg_valid, rd_gnt, rd_data, wr_gnt;
    SlicedPin access;  ///< reg_addr_i, reg_wdata_i, reg_write_i
  };
  /// Bits of a link, in the order of SlicedLinks: flit, head, tail, virtual channel, data, credits.
  struct LinkBits {
    LinkBits(const SlicedNodes& nodes, const HardwareConfig& config, bool driven);
    unsigned vc_w, data, credits, count;  ///< first bits, and how many
    std::vector<SlicedPin> of;            ///< [link]
  };

  std::uint64_t* plane(const Array& a, int place) const { return a.slices->plane(place); }
  bool bit(const Array& a, int place, unsigned k, unsigned lane) const {
    return (plane(a, place)[k] >> lane & 1) != 0;
  }
  std::uint64_t word(const Array& a, const int* places, unsigned bits, unsigned k, unsigned lane) const;
  std::uint64_t any_of(const Array& a, const SlicedPin& pin, unsigned k) const;
  void step_array(Array& a, Cycle now, Partition& partition);
  template <unsigned n>
  void step_words(Array& a, Cycle now, Partition& partition);
  template <unsigned n>
  void take(Array& a, unsigned parity, Words& comes);
  template <unsigned n>
  void drive(Array& a, unsigned parity, Partition& partition);
  Calls calls_of(const Array& a, unsigned k, std::uint64_t comes, Cycle now);
  std::uint64_t own_heads(const Array& a, unsigned k);
  bool call(Array& a, unsigned k, const Calls& calls, std::uint64_t comes, Cycle now, Partition& partition);
  void gather_requests(const Array& a, unsigned k);
  void show_links(const Array& a, unsigned k, unsigned lane, model::NodeOut& out, std::uint64_t* flits) const;
  void show_arrivals(const Array& a, unsigned k, unsigned lane, model::NodeIn& in);
  /// Accesses of the NIC's only channel to memory, where nothing else happens in the cycle.
  void move_flits(Array& a, unsigned k, std::uint64_t lanes, Cycle now);
  void show_head(const Array& a, unsigned k, unsigned lane, Cycle now, PacketWatcher& watcher);
  void pass_reads(Array& a);
  void write_cycle(Array& a, std::uint32_t cycle);

  Fabric& fabric_;
  SlicedNodes& nodes_;
  Pins pins_;
  LinkBits out_, in_;
  unsigned links_, vcs_, channels_, reads_, flit_words_;
  unsigned words_;  // of 64 lanes, in an array
  SlicedLinks wires_;
  std::vector<Array> arrays_;
  std::size_t distance_ = 1;  // arrays between cycles that are computed together
  Cycle in_order_ = 1;        // cycles that are computed together
  // Of the word that is being visited.
  std::array<std::uint64_t, model::max_links> heads_{};       // [link] own heads
  std::vector<Lanes> rd_addr_, wr_addr_, wr_strb_, wr_data_;  // by port; by word of a flit
  // Reads that were granted in this cycle: nodes [port], data [port * words of a flit + word][word of the
  // array].
  std::vector<Words> granted_;
  std::vector<std::array<Lanes, most_words>> data_;
  std::vector<std::uint64_t> flits_, arrived_flits_;  // of one node
  std::array<model::FlitRef, model::max_links> arrived_{};
  std::vector<std::vector<std::uint64_t>> shown_;  // [rank] flits of what show() has completed
};

}  // namespace collnoc
