// A network of nodes in slices (sim/sliced): arrays of nodes, their pins by name, and their links.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/fabric/host.hpp"
#include "sim/fabric/sliced_links.hpp"
#include "sim/fabric/sliced_nodes.hpp"

namespace collnoc {

// A cycle of an array: take(), the inputs from hosts and memories, clock_edge(), drive().
class SlicedNetwork {
 public:
  /// Resets all nodes.
  SlicedNetwork(const Topology& topology, const HardwareConfig& config, SlicedNodes& nodes);

  void reset_tile(Rank rank, bool low);

 protected:
  static constexpr unsigned most_words = 8;  // of 64 lanes, in an array
  using Words = std::array<std::uint64_t, most_words>;
  using Lanes = std::array<std::uint64_t, 64>;

  struct Array {
    Slices* slices = nullptr;
    std::size_t index = 0;    ///< among arrays
    std::size_t first = 0;    ///< word of the network
    unsigned nodes = 0;       ///< that exist
    bool quiet = true;        ///< all are quiescent and drive nothing
    bool drives[2] = {};      ///< [cycle % 2] some node drives a flit or a credit
    bool asked = false;       ///< a host or a memory drove a pin in the last cycle
    bool settles = false;     ///< a strap has changed
    std::uint32_t cycle = 0;  ///< in the planes of cycle_i
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
  /// What memories gave in this cycle to nodes of an array.
  struct Granted {
    std::vector<Words> reads;                          ///< [port] nodes
    std::vector<std::array<Lanes, most_words>> words;  ///< [port * words of a flit + word][word of the array]
  };

  std::uint64_t* plane(const Array& a, int place) const { return a.slices->plane(place); }
  bool bit(const Array& a, int place, unsigned k, unsigned lane) const {
    return (plane(a, place)[k] >> lane & 1) != 0;
  }
  std::uint64_t word(const Array& a, const int* places, unsigned bits, unsigned k, unsigned lane) const;
  std::uint64_t any_of(const Array& a, const SlicedPin& pin, unsigned k) const;
  /// Nodes that exist, in word `k`.
  static std::uint64_t nodes_in(const Array& a, unsigned k) {
    const unsigned before = 64 * k;
    if (a.nodes <= before) return 0;
    return a.nodes - before >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (a.nodes - before)) - 1;
  }
  /// A register access as `access` has it in planes.
  static std::uint64_t access_word(const model::RegisterAccess& a) {
    return (a.addr & 0x3ffu) | std::uint64_t{a.wdata} << 10 | std::uint64_t{a.write} << 42;
  }

  /// What a node drives on its links; `flits` gets the data.
  void show_links(const Array& a, unsigned k, unsigned lane, model::NodeOut& out, std::uint64_t* flits) const;
  /// All that a node drives; `flits` gets the data.
  void show_node(const Array& a, unsigned node, model::NodeOut& out, std::vector<std::uint64_t>& flits) const;

  /// What the neighbours drive becomes inputs, and hosts and memories drive nothing. `comes` gets the nodes
  /// to which a flit or a credit comes.
  template <unsigned n>
  void take(Array& a, unsigned parity, Words& comes) {
    for (unsigned l = 0; l < links_; ++l)
      wires_.take<n>(parity, l, a.first, in_.of[l].data(), plane(a, 0), comes.data());
    if (!std::exchange(a.asked, false)) return;
    for (const SlicedPin* pin : {&pins_.reg_valid, &pins_.rd_gnt, &pins_.wr_gnt}) {
      for (const int place : *pin)
        if (place > 1) std::fill_n(plane(a, place), n, 0);
    }
    for (Words& port : granted_.reads) port = {};
  }
  /// Addresses and data of the requests to memory of word `k`.
  void gather_requests(const Array& a, unsigned k);
  /// Accesses of these nodes of word `k` to registers.
  void write_accesses(Array& a, unsigned k, std::uint64_t nodes, const Lanes& access);
  /// At the end of cycle `now`.
  void clock_edge(Array& a, Cycle now);
  /// What the nodes drive in the next cycle. Returns how many flits these are.
  template <unsigned n>
  std::uint64_t drive(Array& a, unsigned parity);
  /// In the next cycle, the nodes drive nothing.
  template <unsigned n>
  void drive_nothing(Array& a, unsigned parity) {
    if (!std::exchange(a.drives[parity], false)) return;
    for (unsigned l = 0; l < links_; ++l) {
      std::fill_n(wires_.driven(parity, l, 0, a.first), n, 0);
      for (unsigned b = out_.credits; b < out_.count; ++b)
        std::fill_n(wires_.driven(parity, l, b, a.first), n, 0);
    }
  }

  SlicedNodes& nodes_;
  Pins pins_;
  LinkBits out_, in_;
  unsigned links_, vcs_, channels_, reads_, flit_words_;
  unsigned words_;  // of 64 lanes, in an array
  SlicedLinks wires_;
  std::vector<Array> arrays_;
  Granted granted_;
  std::vector<Lanes> rd_addr_, wr_addr_, wr_strb_, wr_data_;  // gather_requests(): by port; by word of a flit

 private:
  void pass_reads(Array& a);
  void write_cycle(Array& a, std::uint32_t cycle);
};

template <unsigned n>
std::uint64_t SlicedNetwork::drive(Array& a, unsigned parity) {
  std::uint64_t flits = 0, driven = 0, awake = 0;
  for (unsigned l = 0; l < links_; ++l) {
    const SlicedPin& places = out_.of[l];
    const auto copy = [&](unsigned bit) {
      const std::uint64_t* const from = plane(a, places[bit]);
      std::uint64_t* const to = wires_.driven(parity, l, bit, a.first);
      std::uint64_t any = 0;
      for (unsigned k = 0; k < n; ++k) any |= to[k] = from[k];
      return any;
    };
    const std::uint64_t valid = copy(0);
    driven |= valid;
    for (unsigned b = out_.credits; b < out_.count; ++b) driven |= copy(b);
    if (valid == 0) continue;
    for (unsigned b = 1; b < out_.credits; ++b) copy(b);
    for (unsigned k = 0; k < n; ++k) flits += static_cast<unsigned>(std::popcount(plane(a, places[0])[k]));
  }
  for (unsigned k = 0; k < n; ++k) awake |= ~plane(a, pins_.quiescent[0])[k];
  a.drives[parity] = driven != 0;
  a.quiet = (driven | awake) == 0;
  return flits;
}

}  // namespace collnoc
