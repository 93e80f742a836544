#include "sim/fabric/fabric_lockstep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/fabric/bits.hpp"
#include "sim/fabric/fabric_planes.hpp"
#include "sim/fabric/pin_comparison.hpp"

namespace collnoc {

Fabric::Lockstep::Lockstep(Fabric& fabric, const RtlBeside& rtl)
    : SlicedNetwork(fabric.topology_, fabric.config_, rtl.nodes),
      fabric_(fabric),
      rtl_(rtl),
      model_(arrays_.size() * words_),
      changed_(arrays_.size(), true) {
  rtl_.log.link_cycles.fetch_add(std::uint64_t{nodes_.size()} * 2 * links_,
                                 std::memory_order_relaxed);  // reset
  for (Word& w : model_) {
    w.flits.resize(std::size_t{links_} * flit_words_);
    w.rd_addr.resize(reads_);
    w.rd_data.resize(std::size_t{reads_} * flit_words_);
    w.wr_addr.resize(channels_);
    w.wr_strb.resize(channels_);
    w.wr_data.resize(std::size_t{channels_} * flit_words_);
  }
}

std::string Fabric::Lockstep::how_computed() const {
  return fmt::format(", in lockstep with RTL in slices of {}", nodes_.lanes());
}

void Fabric::Lockstep::begin(Planes* planes) {
  if (planes != nullptr) {
    routers_ = &planes->beside(*this);
    std::map<std::string, const sliced::Signal*> signals;
    for (const sliced::Signal& s : nodes_.registers()) signals[s.name] = &s;
    for (const model::RouterPlanes::RegisterPlane& r : routers_->register_planes()) {
      const auto found = signals.find(r.name);
      if (found == signals.end())
        throw std::logic_error(fmt::format("the node in slices has no register {}", r.name));
      if (r.bit >= found->second->width) continue;
      if (const int place = found->second->planes[r.bit]; place >= 0)  // else synthesis dropped it
        register_planes_.push_back({place, r.plane, fmt::format("register {}[{}]", r.name, r.bit)});
    }
  }
  registers_.emplace(rtl_, *fabric_.sites_.front().model, planes != nullptr);
}

// What the model does.

void Fabric::Lockstep::driven(const model::RouterPlanes& routers, const model::NicPlanes& nics) {
  for (std::size_t w = 0; w < routers.words(); ++w) {
    Word& of = model_[w];
    routers.link_pins(w, of.link, [&](unsigned link, Rank node, const std::uint64_t* data) {
      for (unsigned k = 0; k < flit_words_; ++k) of.flits[link * flit_words_ + k][node % 64] = data[k];
    });
    see_nics(w);
    of.quiescent = ~(routers.filled(w) | nics.awake(w));
  }
}

void Fabric::Lockstep::driven() {
  routers_ = nullptr;
  for (std::size_t w = 0; w < model_.size(); ++w) {
    Word& of = model_[w];
    std::fill_n(of.link, links_, model::RouterPlanes::LinkPins{});
    const std::size_t first = w * 64, last = std::min(first + 64, fabric_.sites_.size());
    for (std::size_t n = first; n < last; ++n) {
      const model::NodeOut& out = fabric_.sites_[n].out;
      const auto lane = static_cast<unsigned>(n - first);
      each_bit(out.link_credit, [&](unsigned l) {
        for (unsigned v = 0; v < vcs_; ++v)
          of.link[l].credits[v] |= std::uint64_t{out.credit[l] >> v & 1u} << lane;
      });
      each_bit(out.link_valid, [&](unsigned l) {
        const model::FlitRef& flit = out.link[l];
        model::RouterPlanes::LinkPins& pins = of.link[l];
        pins.valid |= std::uint64_t{1} << lane;
        pins.heads |= std::uint64_t{flit.head} << lane;
        pins.tails |= std::uint64_t{flit.tail} << lane;
        for (unsigned b = 0; b < 2; ++b) pins.vc[b] |= std::uint64_t{flit.vc >> b & 1u} << lane;
        for (unsigned k = 0; k < flit_words_; ++k) of.flits[l * flit_words_ + k][lane] = flit.data[k];
      });
    }
    see_nics(w);
  }
}

void Fabric::Lockstep::see_nics(std::size_t w) {
  Word& of = model_[w];
  of.active = of.event = of.ready = of.held = of.quiescent = 0;
  for (unsigned l = 0; l < links_; ++l) of.active |= of.link[l].any();
  const std::size_t first = w * 64, last = std::min(first + 64, fabric_.sites_.size());
  for (std::size_t n = first; n < last; ++n) {
    const model::NodeOut& out = fabric_.sites_[n].out;
    of.event |= std::uint64_t{out.event} << (n - first);
    of.ready |= std::uint64_t{out.reg_ready} << (n - first);
    of.held |= std::uint64_t{out.held} << (n - first);
    of.quiescent |= std::uint64_t{out.quiescent} << (n - first);
    of.rdata[n - first] = out.reg_rdata;
  }
}

void Fabric::Lockstep::access(Rank rank, const model::RegisterAccess& access) {
  Word& of = word_of(rank);
  of.accesses |= bit_of(rank);
  of.active |= bit_of(rank);
  of.access[rank % 64] = access_word(access);
}

void Fabric::Lockstep::read(Rank rank, std::uint32_t addr, const std::uint64_t* flit) {
  Word& of = word_of(rank);
  of.rd_req[0] |= bit_of(rank);
  of.rd_gnt[0] |= bit_of(rank);
  of.active |= bit_of(rank);
  of.rd_addr[0][rank % 64] = addr;
  for (unsigned k = 0; k < flit_words_; ++k) of.rd_data[k][rank % 64] = flit[k];
}

void Fabric::Lockstep::write(Rank rank, std::uint32_t addr, const std::uint64_t* flit,
                             std::uint64_t strobes) {
  Word& of = word_of(rank);
  of.wr_req[0] |= bit_of(rank);
  of.wr_gnt[0] |= bit_of(rank);
  of.active |= bit_of(rank);
  of.wr_addr[0][rank % 64] = addr;
  of.wr_strb[0][rank % 64] = strobes;
  for (unsigned k = 0; k < flit_words_; ++k) of.wr_data[k][rank % 64] = flit[k];
}

void Fabric::Lockstep::asks(Rank rank, const model::NodeOut& out, const model::NodeIn& in,
                            const std::uint64_t* rd_data) {
  if (in.access.valid) access(rank, in.access);
  if ((out.rd_req | out.wr_req) == 0) return;
  Word& of = word_of(rank);
  const unsigned lane = rank % 64;
  of.active |= bit_of(rank);
  each_bit(out.rd_req, [&](unsigned r) {
    of.rd_req[r] |= bit_of(rank);
    of.rd_addr[r][lane] = out.rd_addr[r];
  });
  each_bit(out.wr_req, [&](unsigned c) {
    of.wr_req[c] |= bit_of(rank);
    of.wr_addr[c][lane] = out.wr_addr[c];
    of.wr_strb[c][lane] = out.wr_strb[c];
    for (unsigned k = 0; k < flit_words_; ++k) of.wr_data[c * flit_words_ + k][lane] = out.wr_data[c][k];
  });
  each_bit(in.rd_gnt, [&](unsigned r) {
    of.rd_gnt[r] |= bit_of(rank);
    for (unsigned k = 0; k < flit_words_; ++k)
      of.rd_data[r * flit_words_ + k][lane] = rd_data[r * flit_words_ + k];
  });
  each_bit(in.wr_gnt, [&](unsigned c) { of.wr_gnt[c] |= bit_of(rank); });
}

// What the RTL does.

void Fabric::Lockstep::step(Cycle now) {
  now_ = now;
  nodes_.changed();
  for (Array& a : arrays_) {
    switch (words_) {
      case 1: step_words<1>(a, now); break;
      case 2: step_words<2>(a, now); break;
      case 4: step_words<4>(a, now); break;
      default: step_words<8>(a, now);
    }
  }
  if ((now + 1) % RtlBeside::register_period != 0) return;
  for (const Array& a : arrays_)
    if (changed_[a.index]) compare_array(a);
}

void Fabric::Lockstep::compare_registers() {
  for (const Array& a : arrays_) compare_array(a);
}

template <unsigned n>
void Fabric::Lockstep::step_words(Array& a, Cycle now) {
  Words comes{};
  take<n>(a, now % 2, comes);
  std::uint64_t active = !a.quiet, evaluated = 0;
  for (unsigned k = 0; k < n; ++k) {
    const Word& of = model_[a.first + k];
    active |= comes[k] | of.active | flags_differ(a, k);
    // As many as node by node.
    evaluated += static_cast<unsigned>(
        std::popcount((comes[k] | of.accesses | ~plane(a, pins_.quiescent[0])[k]) & nodes_in(a, k)));
  }
  const unsigned next = (now + 1) % 2;
  if (active == 0) return drive_nothing<n>(a, next);
  changed_[a.index] = true;
  bool differs = false;
  for (unsigned k = 0; k < n; ++k) differs |= pins_differ(a, k);
  if (differs) [[unlikely]]
    report_pins(a, now);
  for (unsigned k = 0; k < n; ++k) answer(a, k);
  clock_edge(a, now);
  drive<n>(a, next);
  std::uint64_t registers = 0;
  for (unsigned k = 0; k < n; ++k) registers |= register_planes_differ(a, k);
  if (registers != 0) [[unlikely]]
    report_registers(a);
  rtl_.log.link_cycles.fetch_add(evaluated * 2 * links_, std::memory_order_relaxed);
  rtl_.log.register_checks.fetch_add(a.nodes * register_planes_.size(), std::memory_order_relaxed);
}

/// Whether the flits of any of these nodes differ, which begin at bit `first` of `pin`.
bool Fabric::Lockstep::flits_differ(const Array& a, unsigned k, const SlicedPin& pin, unsigned first,
                                    std::uint64_t nodes, const Lanes* expected) {
  Lanes values;
  std::uint64_t differs = 0;
  for (unsigned w = 0; w < flit_words_; ++w) {
    a.slices->gather(&pin[first + 64 * w], 64, k, nodes, values.data());
    each_bit(nodes, [&](unsigned l) { differs |= values[l] ^ expected[w][l]; });
  }
  return differs != 0;
}

/// Where pins differ that a node drives in every cycle.
std::uint64_t Fabric::Lockstep::flags_differ(const Array& a, unsigned k) const {
  const Word& of = model_[a.first + k];
  const auto rtl = [&](const SlicedPin& pin) { return plane(a, pin[0])[k]; };
  return ((rtl(pins_.event) ^ of.event) | (rtl(pins_.reg_ready) ^ of.ready) | (rtl(pins_.held) ^ of.held) |
          (rtl(pins_.quiescent) ^ of.quiescent)) &
         nodes_in(a, k);
}

bool Fabric::Lockstep::pins_differ(const Array& a, unsigned k) {
  const Word& of = model_[a.first + k];
  const std::uint64_t exist = nodes_in(a, k);
  const auto rtl = [&](int place) { return plane(a, place)[k]; };
  std::uint64_t differs = flags_differ(a, k);
  bool data = false;
  for (unsigned l = 0; l < links_; ++l) {
    const SlicedPin& places = out_.of[l];
    const model::RouterPlanes::LinkPins& pins = of.link[l];
    differs |= rtl(places[0]) ^ pins.valid;
    for (unsigned v = 0; v < vcs_; ++v) differs |= rtl(places[out_.credits + v]) ^ pins.credits[v];
    if (pins.valid == 0) continue;
    differs |= ((rtl(places[1]) ^ pins.heads) | (rtl(places[2]) ^ pins.tails)) & pins.valid;
    for (unsigned b = 0; b < out_.vc_w; ++b) differs |= (rtl(places[3 + b]) ^ pins.vc[b]) & pins.valid;
    data |= flits_differ(a, k, places, out_.data, pins.valid, &of.flits[l * flit_words_]);
  }
  for (unsigned r = 0; r < reads_; ++r) differs |= rtl(pins_.rd_req[r]) ^ of.rd_req[r];
  for (unsigned c = 0; c < channels_; ++c) differs |= rtl(pins_.wr_req[c]) ^ of.wr_req[c];
  if ((differs & exist) != 0 || data) return true;
  gather_requests(a, k);
  differs = 0;  // from here on, bits of values
  for (unsigned r = 0; r < reads_; ++r)
    each_bit(of.rd_req[r], [&](unsigned l) { differs |= rd_addr_[r][l] ^ of.rd_addr[r][l]; });
  for (unsigned c = 0; c < channels_; ++c) {
    each_bit(of.wr_req[c], [&](unsigned l) {
      differs |= (wr_addr_[c][l] ^ of.wr_addr[c][l]) | (wr_strb_[c][l] ^ of.wr_strb[c][l]);
      for (unsigned w = c * flit_words_; w < (c + 1) * flit_words_; ++w)
        differs |= wr_data_[w][l] ^ of.wr_data[w][l];
    });
  }
  Lanes rdata;
  a.slices->gather(pins_.reg_rdata.data(), 32, k, exist, rdata.data());
  each_bit(exist, [&](unsigned l) { differs |= rdata[l] ^ of.rdata[l]; });
  return differs != 0;
}

/// What hosts and memories of word `k` answered in the model.
void Fabric::Lockstep::answer(Array& a, unsigned k) {
  Word& of = model_[a.first + k];
  if (of.accesses != 0) write_accesses(a, k, of.accesses, of.access);
  for (unsigned r = 0; r < reads_; ++r) {
    if (of.rd_gnt[r] == 0) continue;
    a.asked = true;
    plane(a, pins_.rd_gnt[r])[k] = of.rd_gnt[r];
    granted_.reads[r][k] = of.rd_gnt[r];
    for (unsigned w = r * flit_words_; w < (r + 1) * flit_words_; ++w) granted_.words[w][k] = of.rd_data[w];
  }
  for (unsigned c = 0; c < channels_; ++c) {
    if (of.wr_gnt[c] == 0) continue;
    a.asked = true;
    plane(a, pins_.wr_gnt[c])[k] = of.wr_gnt[c];
  }
  of.accesses = 0;
  std::fill_n(of.rd_req, reads_, 0);
  std::fill_n(of.rd_gnt, reads_, 0);
  std::fill_n(of.wr_req, channels_, 0);
  std::fill_n(of.wr_gnt, channels_, 0);
}

std::uint64_t Fabric::Lockstep::register_planes_differ(const Array& a, unsigned k) const {
  if (routers_ == nullptr || a.first + k >= routers_->words()) return 0;
  std::uint64_t differs = 0;
  for (const RegisterPlane& r : register_planes_)
    differs |= plane(a, r.place)[k] ^ routers_->register_plane(a.first + k, r.plane);
  return differs & nodes_in(a, k);
}

const model::NodeOut& Fabric::Lockstep::rtl_out(Rank rank) {
  shown_rtl_.resize(nodes_.size());
  Shown& shown = shown_rtl_[rank];
  show_node(arrays_[rank / nodes_.lanes()], rank % nodes_.lanes(), shown.out, shown.flits);
  return shown.out;
}

// Reports.

/// What the model drove in this cycle.
void Fabric::Lockstep::show_model(Rank rank, model::NodeOut& out) {
  Word& of = word_of(rank);
  const unsigned lane = rank % 64;
  const auto has = [&](std::uint64_t nodes) { return nodes >> lane & 1; };
  std::vector<std::uint64_t>& flits = shown_;
  flits.resize(std::size_t{links_ + channels_} * flit_words_);
  out.link_valid = out.link_credit = out.rd_req = out.wr_req = 0;
  for (unsigned l = 0; l < links_; ++l) {
    const model::RouterPlanes::LinkPins& pins = of.link[l];
    out.credit[l] = 0;
    for (unsigned v = 0; v < vcs_; ++v) out.credit[l] |= static_cast<std::uint8_t>(has(pins.credits[v]) << v);
    out.link_credit |= std::uint32_t{out.credit[l] != 0} << l;
    if (has(pins.valid) == 0) continue;
    out.link_valid |= 1u << l;
    std::uint64_t* const flit = &flits[l * flit_words_];
    for (unsigned w = 0; w < flit_words_; ++w) flit[w] = of.flits[l * flit_words_ + w][lane];
    out.link[l] = {flit, static_cast<std::uint8_t>(has(pins.vc[0]) | has(pins.vc[1]) << 1),
                   has(pins.heads) != 0, has(pins.tails) != 0};
  }
  out.event = has(of.event) != 0;
  out.quiescent = has(of.quiescent) != 0;
  out.reg_ready = has(of.ready) != 0;
  out.held = has(of.held) != 0;
  out.reg_rdata = static_cast<std::uint32_t>(of.rdata[lane]);
  for (unsigned r = 0; r < reads_; ++r) {
    out.rd_req |= static_cast<std::uint32_t>(has(of.rd_req[r]) << r);
    out.rd_addr[r] = static_cast<std::uint32_t>(of.rd_addr[r][lane]);
  }
  for (unsigned c = 0; c < channels_; ++c) {
    out.wr_req |= static_cast<std::uint32_t>(has(of.wr_req[c]) << c);
    out.wr_addr[c] = static_cast<std::uint32_t>(of.wr_addr[c][lane]);
    out.wr_strb[c] = of.wr_strb[c][lane];
    std::uint64_t* const flit = &flits[(links_ + c) * flit_words_];
    for (unsigned w = 0; w < flit_words_; ++w) flit[w] = of.wr_data[c * flit_words_ + w][lane];
    out.wr_data[c] = flit;
  }
}

/// The first difference of the lowest rank.
void Fabric::Lockstep::report_pins(const Array& a, Cycle now) {
  model::NodeOut rtl(fabric_.config_), own(fabric_.config_);
  std::vector<std::uint64_t> flits;
  for (unsigned n = 0; n < a.nodes; ++n) {
    const auto rank = static_cast<Rank>(a.first * 64 + n);
    show_node(a, n, rtl, flits);
    show_model(rank, own);
    compare_pins(
        fabric_.config_, rtl, own,
        [&](const std::string& where, std::uint64_t expected, std::uint64_t actual) {
          // Of the cycle whose end made it, as node by node.
          throw LockstepMismatch(Mismatch{std::max<Cycle>(now, 1) - 1, rank, where,
                                          fmt::format("{:#x}", expected), fmt::format("{:#x}", actual)}
                                     .text());
        });
  }
  throw std::logic_error("pins differ in planes, but not in any node");
}

/// Registers of routers that differ in planes.
void Fabric::Lockstep::report_registers(const Array& a) {
  compare_array(a);  // throws with the whole register, unless synthesis dropped another bit of it
  for (unsigned n = 0; n < a.nodes; ++n) {
    for (const RegisterPlane& r : register_planes_) {
      const std::uint64_t rtl = plane(a, r.place)[n / 64] >> n % 64 & 1,
                          own = routers_->register_plane(a.first + n / 64, r.plane) >> n % 64 & 1;
      if (rtl == own) continue;
      throw LockstepMismatch(Mismatch{now_, static_cast<Rank>(a.first * 64 + n), r.name,
                                      fmt::format("{:#x}", rtl), fmt::format("{:#x}", own)}
                                 .text());
    }
  }
  throw std::logic_error("registers differ in planes, but not in any node");
}

void Fabric::Lockstep::compare_array(const Array& a) {
  changed_[a.index] = false;
  registers_->read(a.index);
  for (unsigned n = 0; n < a.nodes; ++n) {
    const auto rank = static_cast<Rank>(a.first * 64 + n);
    if (fabric_.planes_) fabric_.planes_->save(rank);
    registers_->compare(rank, *fabric_.sites_[rank].model, now_);
  }
}

}  // namespace collnoc
