// What hosts, memories and watchers of nodes in slices see and do.
#include <bit>

#include "sim/fabric/bits.hpp"
#include "sim/fabric/fabric_cycle.hpp"
#include "sim/fabric/fabric_slices.hpp"

namespace collnoc {

Fabric::Sliced::Calls Fabric::Sliced::calls_of(const Array& a, unsigned k, std::uint64_t comes, Cycle now) {
  const Hosted& hosted = hosted_[a.index];
  Calls calls;
  const std::size_t first = (a.first + k) * 64;
  for (std::size_t n = 0; n < 64 && first + n < fabric_.sites_.size(); n += awake_group)
    calls.due |= std::uint64_t{fabric_.wake_times_.due(static_cast<Rank>(first + n), now)} << n;
  calls.lanes = calls.due;
  calls.event = plane(a, pins_.event[0])[k];
  if (a.quiet && comes == 0) return calls;
  const std::uint64_t requests = any_of(a, pins_.rd_req, k) | any_of(a, pins_.wr_req, k);
  if (hosted.pins[k] != 0) {
    std::uint64_t driven = 0;
    for (unsigned l = 0; l < links_; ++l) {
      driven |= plane(a, out_.of[l][0])[k];
      for (unsigned b = out_.credits; b < out_.count; ++b) driven |= plane(a, out_.of[l][b])[k];
    }
    calls.pins = hosted.pins[k] & (driven | comes | requests | calls.event);
  }
  if (hosted.packets[k] != 0) calls.heads = own_heads(a, k);
  const std::uint64_t awake = comes | ~plane(a, pins_.quiescent[0])[k];
  calls.lanes |= (calls.event & awake) | requests | calls.pins | calls.heads;
  return calls;
}

/// The nodes that drive a head with the low bits of their own address. Those on each link are kept.
std::uint64_t Fabric::Sliced::own_heads(const Array& a, unsigned k) {
  const Hosted& hosted = hosted_[a.index];
  constexpr unsigned source_bit = 16;  // of Head::src in a head flit
  std::uint64_t all = 0;
  for (unsigned l = 0; l < links_; ++l) {
    const SlicedPin& places = out_.of[l];
    std::uint64_t own = plane(a, places[0])[k] & plane(a, places[1])[k] & hosted.packets[k];
    for (unsigned b = 0; b < hosted.source.size() && own != 0; ++b)
      own &= ~(plane(a, places[out_.data + source_bit + b])[k] ^ hosted.source[b][k]);
    heads_[l] = own;
    all |= own;
  }
  return all;
}

/// Hosts, memories and watchers of a word. True if a host accesses a register.
bool Fabric::Sliced::call(Array& a, unsigned k, const Calls& calls, std::uint64_t comes, Cycle now,
                          Partition& partition) {
  Hosted& hosted = hosted_[a.index];
  Lanes access;
  const std::size_t first = (a.first + k) * 64;
  if (const std::uint64_t read = std::exchange(hosted.read[k], 0); read != 0) {
    a.slices->gather(pins_.reg_rdata.data(), 32, k, read, access.data());
    each_bit(read, [&](unsigned l) {
      fabric_.sites_[first + l].out.reg_rdata = static_cast<std::uint32_t>(access[l]);
    });
  }
  gather_requests(a, k);
  const std::uint64_t ready = plane(a, pins_.reg_ready[0])[k], held = plane(a, pins_.held[0])[k],
                      awake = comes | ~plane(a, pins_.quiescent[0])[k];
  std::uint64_t accesses = 0;
  const std::uint64_t simple = hosted.simple[k] & ~(calls.due | calls.event | calls.pins);
  each_bit(calls.heads & simple,
           [&](unsigned l) { show_head(a, k, l, now, *fabric_.sites_[first + l].packet_watcher); });
  move_flits(a, k, simple, now);
  each_bit(calls.lanes & ~simple, [&](unsigned l) {
    Site& s = fabric_.sites_[first + l];
    const std::uint64_t lane = std::uint64_t{1} << l;
    s.out.reg_ready = (ready & lane) != 0;
    s.out.held = (held & lane) != 0;
    s.out.event = (calls.event & lane) != 0;
    s.out.rd_req = s.out.wr_req = 0;
    for (unsigned r = 0; r < reads_; ++r) {
      if (!bit(a, pins_.rd_req[r], k, l)) continue;
      s.out.rd_req |= 1u << r;
      s.out.rd_addr[r] = static_cast<std::uint32_t>(rd_addr_[r][l]);
    }
    for (unsigned c = 0; c < channels_; ++c) {
      if (!bit(a, pins_.wr_req[c], k, l)) continue;
      s.out.wr_req |= 1u << c;
      s.out.wr_addr[c] = static_cast<std::uint32_t>(wr_addr_[c][l]);
      s.out.wr_strb[c] = wr_strb_[c][l];
      for (unsigned w = 0; w < flit_words_; ++w)
        flits_[c * flit_words_ + w] = wr_data_[c * flit_words_ + w][l];
      s.out.wr_data[c] = &flits_[c * flit_words_];
    }
    model::NodeIn in;
    in.tile_reset = s.tile_reset;
    if ((calls.pins & lane) != 0) {
      s.out.quiescent = bit(a, pins_.quiescent[0], k, l);
      show_links(a, k, l, s.out, &flits_[channels_ * flit_words_]);
      show_arrivals(a, k, l, in);
    } else {
      s.out.link_valid = s.out.link_credit = 0;
    }
    fabric_.prepare(now, s, (awake & lane) != 0, (calls.due & lane) != 0, in, partition);
    if ((calls.heads & lane) != 0) show_head(a, k, l, now, *s.packet_watcher);
    for (std::uint32_t m = (hosted.packets[k] & lane) != 0 ? in.wr_gnt : 0; m != 0; m &= m - 1) {
      const auto c = static_cast<unsigned>(std::countr_zero(m));
      s.packet_watcher->payload_written(now, s.out.wr_addr[c], s.out.wr_data[c]);
    }
    if (in.access.valid) {
      accesses |= lane;
      access[l] = access_word(in.access);
      if (!in.access.write) hosted.read[k] |= lane;
    }
    for (std::uint32_t m = in.rd_gnt; m != 0; m &= m - 1) {
      const auto r = static_cast<unsigned>(std::countr_zero(m));
      granted_.reads[r][k] |= lane;
      for (unsigned w = 0; w < flit_words_; ++w)
        granted_.words[r * flit_words_ + w][k][l] = s.rd_data[r * flit_words_ + w];
    }
    for (std::uint32_t m = in.wr_gnt; m != 0; m &= m - 1)
      plane(a, pins_.wr_gnt[static_cast<unsigned>(std::countr_zero(m))])[k] |= lane;
    a.asked |= (in.rd_gnt | in.wr_gnt) != 0;
  });
  for (unsigned r = 0; r < reads_; ++r)
    if (granted_.reads[r][k] != 0) plane(a, pins_.rd_gnt[r])[k] = granted_.reads[r][k];
  if (accesses == 0) return false;
  write_accesses(a, k, accesses, access);
  return true;
}

/// The watcher of a node that drives heads with the low bits of its own address.
void Fabric::Sliced::show_head(const Array& a, unsigned k, unsigned lane, Cycle now, PacketWatcher& watcher) {
  for (unsigned l = 0; l < links_; ++l) {
    if ((heads_[l] >> lane & 1) == 0) continue;
    const SlicedPin& places = out_.of[l];
    std::uint64_t* const flit = &flits_[channels_ * flit_words_];
    for (unsigned w = 0; w < flit_words_; ++w) flit[w] = word(a, &places[out_.data + w * 64], 64, k, lane);
    if (watcher.is_own({flit, 0, true, bit(a, places[2], k, lane)})) watcher.head_left(now, flit);
  }
}

void Fabric::Sliced::move_flits(Array& a, unsigned k, std::uint64_t lanes, Cycle now) {
  const Hosted& hosted = hosted_[a.index];
  Site* const sites = &fabric_.sites_[(a.first + k) * 64];
  const std::uint64_t reads = plane(a, pins_.rd_req[0])[k] & lanes,
                      writes = plane(a, pins_.wr_req[0])[k] & lanes;
  if ((reads | writes) == 0) return;
  a.asked = true;
  granted_.reads[0][k] |= reads;
  plane(a, pins_.wr_gnt[0])[k] |= writes;
  each_bit(reads, [&](unsigned l) {
    sites[l].memory.read_flits(static_cast<std::uint32_t>(rd_addr_[0][l]), flits_.data(), 1);
    for (unsigned w = 0; w < flit_words_; ++w) granted_.words[w][k][l] = flits_[w];
  });
  each_bit(writes, [&](unsigned l) {
    for (unsigned w = 0; w < flit_words_; ++w) flits_[w] = wr_data_[w][l];
    const auto addr = static_cast<std::uint32_t>(wr_addr_[0][l]);
    sites[l].memory.write_flit(addr, flits_.data(), wr_strb_[0][l]);
    if ((hosted.packets[k] >> l & 1) != 0) sites[l].packet_watcher->payload_written(now, addr, flits_.data());
  });
}

}  // namespace collnoc
