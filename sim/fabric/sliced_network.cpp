#include "sim/fabric/sliced_network.hpp"

#include <stdexcept>
#include <utility>

#include "sim/fabric/bits.hpp"

namespace collnoc {

SlicedNetwork::Pins::Pins(const SlicedNodes& nodes)
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

SlicedNetwork::LinkBits::LinkBits(const SlicedNodes& nodes, const HardwareConfig& config, bool driven)
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

SlicedNetwork::SlicedNetwork(const Topology& topology, const HardwareConfig& config, SlicedNodes& nodes)
    : nodes_(nodes),
      pins_(nodes),
      out_(nodes, config, true),
      in_(nodes, config, false),
      links_(topology.links()),
      vcs_(config.vcs),
      channels_(config.channels()),
      reads_(config.reads()),
      flit_words_(config.flit_bits / 64),
      words_(nodes.lanes() / 64),
      wires_(topology, out_.count, out_.credits, nodes.arrays().size() * words_),
      arrays_(nodes.arrays().size()),
      granted_{std::vector<Words>(reads_),
               std::vector<std::array<Lanes, most_words>>(std::size_t{reads_} * flit_words_)},
      rd_addr_(reads_),
      wr_addr_(channels_),
      wr_strb_(channels_),
      wr_data_(std::size_t{channels_} * flit_words_) {
  if (words_ > most_words) throw std::logic_error("too many lanes");
  nodes.reset();
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    Array& a = arrays_[i];
    a.slices = &nodes.arrays()[i];
    a.index = i;
    a.first = i * words_;
    a.nodes = std::min<unsigned>(nodes.lanes(), nodes.size() - static_cast<Rank>(i * nodes.lanes()));
  }
}

std::uint64_t SlicedNetwork::word(const Array& a, const int* places, unsigned bits, unsigned k,
                                  unsigned lane) const {
  std::uint64_t value = 0;
  for (unsigned b = 0; b < bits; ++b) value |= std::uint64_t{bit(a, places[b], k, lane)} << b;
  return value;
}

std::uint64_t SlicedNetwork::any_of(const Array& a, const SlicedPin& pin, unsigned k) const {
  std::uint64_t any = 0;
  for (const int place : pin) any |= plane(a, place)[k];
  return any;
}

void SlicedNetwork::reset_tile(Rank rank, bool low) {
  Array& a = arrays_[rank / nodes_.lanes()];
  std::uint64_t& lanes = plane(a, pins_.tile_rst[0])[rank % nodes_.lanes() / 64];
  lanes = (lanes & ~(std::uint64_t{1} << rank % 64)) | std::uint64_t{!low} << rank % 64;
  a.settles = true;
  a.quiet = false;
}

void SlicedNetwork::show_links(const Array& a, unsigned k, unsigned lane, model::NodeOut& out,
                               std::uint64_t* flits) const {
  out.link_valid = out.link_credit = 0;
  for (unsigned l = 0; l < links_; ++l) {
    const int* const places = out_.of[l].data();
    if (const auto credit = static_cast<std::uint8_t>(word(a, places + out_.credits, vcs_, k, lane));
        credit != 0) {
      out.link_credit |= 1u << l;
      out.credit[l] = credit;
    }
    if (!bit(a, places[0], k, lane)) continue;
    out.link_valid |= 1u << l;
    std::uint64_t* const flit = flits + l * flit_words_;
    for (unsigned w = 0; w < flit_words_; ++w) flit[w] = word(a, places + out_.data + 64 * w, 64, k, lane);
    out.link[l] = {flit, static_cast<std::uint8_t>(word(a, places + 3, out_.vc_w, k, lane)),
                   bit(a, places[1], k, lane), bit(a, places[2], k, lane)};
  }
}

void SlicedNetwork::show_node(const Array& a, unsigned node, model::NodeOut& out,
                              std::vector<std::uint64_t>& flits) const {
  const unsigned k = node / 64, lane = node % 64;
  flits.resize(std::size_t{links_ + channels_} * flit_words_);
  show_links(a, k, lane, out, &flits[channels_ * flit_words_]);
  out.reg_ready = bit(a, pins_.reg_ready[0], k, lane);
  out.held = bit(a, pins_.held[0], k, lane);
  out.event = bit(a, pins_.event[0], k, lane);
  out.quiescent = bit(a, pins_.quiescent[0], k, lane);
  out.reg_rdata = static_cast<std::uint32_t>(word(a, pins_.reg_rdata.data(), 32, k, lane));
  out.rd_req = static_cast<std::uint32_t>(word(a, pins_.rd_req.data(), reads_, k, lane));
  out.wr_req = static_cast<std::uint32_t>(word(a, pins_.wr_req.data(), channels_, k, lane));
  each_bit(out.rd_req, [&](unsigned r) {
    out.rd_addr[r] =
        static_cast<std::uint32_t>(word(a, &pins_.rd_addr[r * model::addr_w], model::addr_w, k, lane));
  });
  each_bit(out.wr_req, [&](unsigned c) {
    out.wr_addr[c] =
        static_cast<std::uint32_t>(word(a, &pins_.wr_addr[c * model::addr_w], model::addr_w, k, lane));
    out.wr_strb[c] = word(a, &pins_.wr_strb[c * flit_words_ * 8], flit_words_ * 8, k, lane);
    for (unsigned w = 0; w < flit_words_; ++w)
      flits[c * flit_words_ + w] = word(a, &pins_.wr_data[(c * flit_words_ + w) * 64], 64, k, lane);
    out.wr_data[c] = &flits[c * flit_words_];
  });
}

void SlicedNetwork::gather_requests(const Array& a, unsigned k) {
  const auto gather = [&](const SlicedPin& pin, unsigned first, unsigned bits, std::uint64_t lanes,
                          Lanes& values) { a.slices->gather(&pin[first], bits, k, lanes, values.data()); };
  for (unsigned r = 0; r < reads_; ++r) {
    if (const std::uint64_t lanes = plane(a, pins_.rd_req[r])[k]; lanes != 0)
      gather(pins_.rd_addr, r * model::addr_w, model::addr_w, lanes, rd_addr_[r]);
  }
  for (unsigned c = 0; c < channels_; ++c) {
    const std::uint64_t lanes = plane(a, pins_.wr_req[c])[k];
    if (lanes == 0) continue;
    gather(pins_.wr_addr, c * model::addr_w, model::addr_w, lanes, wr_addr_[c]);
    gather(pins_.wr_strb, c * flit_words_ * 8, flit_words_ * 8, lanes, wr_strb_[c]);
    for (unsigned w = 0; w < flit_words_; ++w)
      gather(pins_.wr_data, (c * flit_words_ + w) * 64, 64, lanes, wr_data_[c * flit_words_ + w]);
  }
}

void SlicedNetwork::write_accesses(Array& a, unsigned k, std::uint64_t nodes, const Lanes& access) {
  a.asked = true;
  plane(a, pins_.reg_valid[0])[k] = nodes;
  a.slices->scatter(pins_.access.data(), static_cast<unsigned>(pins_.access.size()), k, nodes, access.data());
}

void SlicedNetwork::clock_edge(Array& a, Cycle now) {
  write_cycle(a, static_cast<std::uint32_t>(now));
  if (std::exchange(a.settles, false)) a.slices->settle();
  a.slices->step();
  if (a.asked) pass_reads(a);
  a.slices->settle();
}

/// Data of the granted reads are inputs of the next cycle.
void SlicedNetwork::pass_reads(Array& a) {
  for (unsigned r = 0; r < reads_; ++r) {
    for (unsigned k = 0; k < words_; ++k) {
      if (granted_.reads[r][k] == 0) continue;
      for (unsigned w = 0; w < flit_words_; ++w)
        a.slices->scatter(&pins_.rd_data[(r * flit_words_ + w) * 64], 64, k, granted_.reads[r][k],
                          granted_.words[r * flit_words_ + w][k].data());
    }
  }
}

void SlicedNetwork::write_cycle(Array& a, std::uint32_t cycle) {
  for (std::uint32_t m = cycle ^ a.cycle; m != 0; m &= m - 1) {
    const auto b = static_cast<unsigned>(std::countr_zero(m));
    if (pins_.cycle[b] > 1)
      std::fill_n(plane(a, pins_.cycle[b]), words_, std::uint64_t{0} - (cycle >> b & 1));
  }
  a.cycle = cycle;
}

}  // namespace collnoc
