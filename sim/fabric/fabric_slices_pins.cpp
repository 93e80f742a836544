// The pins of one node in slices.
#include <bit>

#include "sim/fabric/bits.hpp"
#include "sim/fabric/fabric_slices.hpp"

namespace collnoc {

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

}  // namespace collnoc
