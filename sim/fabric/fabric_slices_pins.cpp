// The pins of one node in slices.
#include <bit>

#include "sim/fabric/bits.hpp"
#include "sim/fabric/fabric_slices.hpp"

namespace collnoc {

std::uint64_t Fabric::Sliced::word(const Array& a, const int* places, unsigned bits, unsigned k,
                                   unsigned lane) const {
  std::uint64_t value = 0;
  for (unsigned b = 0; b < bits; ++b) value |= std::uint64_t{bit(a, places[b], k, lane)} << b;
  return value;
}

/// `flits`: gets the data.
void Fabric::Sliced::show_links(const Array& a, unsigned k, unsigned lane, model::NodeOut& out,
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

void Fabric::Sliced::show_arrivals(const Array& a, unsigned k, unsigned lane, model::NodeIn& in) {
  in.link = arrived_.data();
  for (unsigned l = 0; l < links_; ++l) {
    const int* const places = in_.of[l].data();
    if (const auto credit = static_cast<std::uint8_t>(word(a, places + in_.credits, vcs_, k, lane));
        credit != 0) {
      in.link_credit |= 1u << l;
      in.credit[l] = credit;
    }
    if (!bit(a, places[0], k, lane)) continue;
    in.link_valid |= 1u << l;
    std::uint64_t* const flit = &arrived_flits_[l * flit_words_];
    for (unsigned w = 0; w < flit_words_; ++w) flit[w] = word(a, places + in_.data + 64 * w, 64, k, lane);
    arrived_[l] = {flit, static_cast<std::uint8_t>(word(a, places + 3, in_.vc_w, k, lane)),
                   bit(a, places[1], k, lane), bit(a, places[2], k, lane)};
  }
}

void Fabric::Sliced::show(Rank rank) {
  const Array& a = arrays_[rank / nodes_.lanes()];
  const unsigned k = rank % nodes_.lanes() / 64, lane = rank % 64;
  model::NodeOut& out = fabric_.sites_[rank].out;
  shown_[rank].resize(std::size_t{links_ + channels_} * flit_words_);
  show_links(a, k, lane, out, &shown_[rank][channels_ * flit_words_]);
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
      shown_[rank][c * flit_words_ + w] = word(a, &pins_.wr_data[(c * flit_words_ + w) * 64], 64, k, lane);
    out.wr_data[c] = &shown_[rank][c * flit_words_];
  });
}

}  // namespace collnoc
