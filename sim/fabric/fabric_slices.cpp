#include "sim/fabric/fabric_slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "sim/fabric/fabric_cycle.hpp"

namespace collnoc {

Fabric::Sliced::Pins::Pins(const SlicedNodes& nodes)
    : held(nodes.output("held_o")),
      reg_ready(nodes.output("reg_ready_o")),
      reg_rdata(nodes.output("reg_rdata_o")),
      event(nodes.output("event_o")),
      rd_req(nodes.output("rd_req_o")),
      rd_addr(nodes.output("rd_addr_o")),
      wr_req(nodes.output("wr_req_o")),
      wr_addr(nodes.output("wr_addr_o")),
      wr_data(nodes.output("wr_data_o")),
      wr_strb(nodes.output("wr_strb_o")),
      quiescent(nodes.output("quiescent_o")),
      tile_rst(nodes.input("tile_rst_ni")),
      cycle(nodes.input("cycle_i")),
      reg_valid(nodes.input("reg_valid_i")),
      rd_gnt(nodes.input("rd_gnt_i")),
      rd_data(nodes.input("rd_data_i")),
      wr_gnt(nodes.input("wr_gnt_i")),
      access(nodes.input("reg_addr_i")) {
  for (const char* name : {"reg_wdata_i", "reg_write_i"}) {
    const SlicedPin pin = nodes.input(name);
    access.insert(access.end(), pin.begin(), pin.end());
  }
}

Fabric::Sliced::LinkBits::LinkBits(const SlicedNodes& nodes, const HardwareConfig& config, bool driven)
    : vc_w(config.vcs > 2 ? 2 : 1),
      data(3 + vc_w),
      credits(data + config.flit_bits),
      count(credits + config.vcs) {
  const auto pin = [&](const char* out, const char* in) {
    return driven ? nodes.output(out) : nodes.input(in);
  };
  const std::pair<SlicedPin, unsigned> pins[] = {{pin("out_valid_o", "in_valid_i"), 1},
                                                 {pin("out_head_o", "in_head_i"), 1},
                                                 {pin("out_tail_o", "in_tail_i"), 1},
                                                 {pin("out_vc_o", "in_vc_i"), vc_w},
                                                 {pin("out_data_o", "in_data_i"), config.flit_bits},
                                                 {pin("in_credit_o", "out_credit_i"), config.vcs}};
  of.resize(config.links());
  for (unsigned l = 0; l < of.size(); ++l) {
    for (const auto& [places, width] : pins)
      of[l].insert(of[l].end(), places.begin() + l * width, places.begin() + (l + 1) * width);
  }
}

Fabric::Sliced::Sliced(Fabric& fabric, SlicedNodes& nodes)
    : fabric_(fabric),
      nodes_(nodes),
      pins_(nodes),
      out_(nodes, fabric.config_, true),
      in_(nodes, fabric.config_, false),
      links_(fabric.links_),
      vcs_(fabric.config_.vcs),
      channels_(fabric.config_.channels()),
      reads_(fabric.config_.reads()),
      flit_words_(fabric.config_.flit_bits / 64),
      words_(nodes.lanes() / 64),
      wires_(fabric.topology_, out_.count, out_.credits, nodes.arrays().size() * words_),
      arrays_(nodes.arrays().size()),
      rd_addr_(reads_),
      wr_addr_(channels_),
      wr_strb_(channels_),
      wr_data_(std::size_t{channels_} * flit_words_),
      granted_(reads_),
      data_(std::size_t{reads_} * flit_words_),
      flits_(std::size_t{links_ + channels_} * flit_words_),
      arrived_flits_(std::size_t{links_} * flit_words_),
      shown_(nodes.size()) {
  if (words_ > most_words) throw std::logic_error("too many lanes");
  nodes.reset();
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    Array& a = arrays_[i];
    a.slices = &nodes.arrays()[i];
    a.first = i * words_;
    a.nodes = std::min<unsigned>(nodes.lanes(), nodes.size() - static_cast<Rank>(i * nodes.lanes()));
    for (unsigned n = 0; n < a.nodes; ++n) {
      const NodeAddress address = fabric.topology_.address(static_cast<Rank>(a.first * 64 + n));
      for (unsigned b = 0; b < a.source.size(); ++b) {
        if (n == 0) a.source[b] = {};
        a.source[b][n / 64] |= std::uint64_t{address >> b & 1} << n % 64;
      }
    }
  }
  distance_ = std::clamp<std::size_t>((wires_.reach() + words_ - 1) / words_, 1, arrays_.size());
  in_order_ = arrays_.size() > 2 * distance_ ? 8 : 64;
}

std::string Fabric::Sliced::how_computed() const {
  return fmt::format("RTL in slices of {} nodes{}", nodes_.lanes(),
                     arrays_.size() > 2 * distance_ ? fmt::format(", {} cycles in one pass", in_order_) : "");
}

void Fabric::Sliced::begin() {
  for (Array& a : arrays_) {
    a.pins = a.packets = a.simple = {};
    for (unsigned n = 0; n < a.nodes; ++n) {
      Site& s = fabric_.sites_[a.first * 64 + n];
      // Without the pins of all cycles, flits on links are those that routers have counted (PacketPins),
      // unless links have registers.
      const bool pins = s.packet_watcher != nullptr &&
                        (s.packet_watcher->expects_signals() || fabric_.config_.hop_cycles != 1);
      if (pins) s.pin_watcher = s.packet_pins;
      a.pins[n / 64] |= std::uint64_t{s.pin_watcher != nullptr} << n % 64;
      a.packets[n / 64] |= std::uint64_t{s.packet_watcher != nullptr && !pins} << n % 64;
      const bool simple = channels_ == 1 && reads_ == 1 && s.listener == nullptr &&
                          (s.host == nullptr || !s.host->uses_memory_port());
      a.simple[n / 64] |= std::uint64_t{simple} << n % 64;
    }
  }
}

// In a large network, cycles are computed together, so that an array stays in a cache: in one pass over the
// arrays, each cycle follows the one before it at the distance of the farthest neighbours.
Cycle Fabric::Sliced::step(Cycle now, Cycle cycles) {
  Partition& partition = fabric_.partitions_.front();
  nodes_.changed();
  cycles = std::min(cycles, in_order_);
  for (std::size_t at = 0; at < arrays_.size() + distance_ * (cycles - 1); ++at) {
    for (Cycle c = 0; c < cycles && distance_ * c <= at; ++c) {
      const std::size_t i = at - distance_ * c;
      if (i < arrays_.size()) step_array(arrays_[i], now + c, partition);
    }
  }
  return cycles;
}

/// Notes a failure; does nothing after an earlier one.
void Fabric::Sliced::step_array(Array& a, Cycle now, Partition& partition) {
  const auto first = static_cast<Rank>(a.first * 64);
  if (partition.failure.precedes(now, first)) [[unlikely]]
    return;
  try {
    switch (words_) {
      case 1: return step_words<1>(a, now, partition);
      case 2: return step_words<2>(a, now, partition);
      case 4: return step_words<4>(a, now, partition);
      default: return step_words<8>(a, now, partition);
    }
  } catch (...) {
    partition.failure = {std::current_exception(), now, first};
  }
}

template <unsigned n>
void Fabric::Sliced::step_words(Array& a, Cycle now, Partition& partition) {
  Words comes{};
  take<n>(a, now % 2, comes);
  if (std::exchange(a.asked, false)) {
    for (const SlicedPin* pin : {&pins_.reg_valid, &pins_.rd_gnt, &pins_.wr_gnt}) {
      for (const int place : *pin)
        if (place > 1) std::fill_n(plane(a, place), n, 0);
    }
    for (Words& port : granted_) port = {};
  }
  const std::uint64_t evaluations = partition.evaluations;
  std::uint64_t active = a.quiet ? 0 : 1;
  for (unsigned k = 0; k < n; ++k) {
    active |= comes[k];
    const Calls calls = calls_of(a, k, comes[k], now);
    if ((calls.lanes | a.read[k]) != 0 && call(a, k, calls, comes[k], now, partition)) active = 1;
  }
  const unsigned next = (now + 1) % 2;
  if (active == 0) {
    if (!std::exchange(a.drives[next], false)) return;
    for (unsigned l = 0; l < links_; ++l) {
      std::fill_n(wires_.driven(next, l, 0, a.first), n, 0);
      for (unsigned b = out_.credits; b < out_.count; ++b)
        std::fill_n(wires_.driven(next, l, b, a.first), n, 0);
    }
    return;
  }
  partition.evaluations = evaluations + a.nodes;
  if (std::exchange(a.settles, false)) a.slices->settle();
  a.slices->step();
  if (a.asked) pass_reads(a);
  a.slices->settle();
  drive<n>(a, next, partition);
}

/// What the neighbours drive becomes inputs. `comes` gets the nodes to which a flit or a credit comes.
template <unsigned n>
void Fabric::Sliced::take(Array& a, unsigned parity, Words& comes) {
  for (unsigned l = 0; l < links_; ++l)
    wires_.take<n>(parity, l, a.first, in_.of[l].data(), plane(a, 0), comes.data());
}

/// What the nodes drive in the next cycle.
template <unsigned n>
void Fabric::Sliced::drive(Array& a, unsigned parity, Partition& partition) {
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
  partition.link_flits += flits;
}

void Fabric::Sliced::reset_tile(Rank rank, bool low) {
  Array& a = arrays_[rank / nodes_.lanes()];
  std::uint64_t& lanes = plane(a, pins_.tile_rst[0])[rank % nodes_.lanes() / 64];
  lanes = (lanes & ~(std::uint64_t{1} << rank % 64)) | std::uint64_t{!low} << rank % 64;
  a.settles = true;
  a.quiet = false;
}

bool Fabric::Sliced::quiet() const {
  return std::all_of(arrays_.begin(), arrays_.end(), [](const Array& a) { return a.quiet; });
}

bool Fabric::Sliced::writes_memory() const {
  return std::any_of(arrays_.begin(), arrays_.end(), [&](const Array& a) {
    for (unsigned k = 0; k < words_; ++k)
      if (any_of(a, pins_.wr_req, k) != 0) return true;
    return false;
  });
}

}  // namespace collnoc
