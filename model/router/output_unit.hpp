// Model counterpart of rtl/router/output_unit.sv, for all ports of a router together. Bit sets over (port,
// virtual channel) hold what may be sent, so one shift checks a front flit.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

/// Flit in an output register of a port (hops of more than one cycle). Two copies of the data alternate,
/// because a neighbour may still read the old one while the new one is written.
struct OutputRegister {
  bool valid_q = false, head_q = false, tail_q = false;
  std::uint8_t vc_q = 0;
  std::uint8_t which = 0;
  std::array<std::array<std::uint64_t, max_flit_words>, 2> data_q{};

  /// Takes the flit of the preceding register.
  void take(const OutputRegister& before) {
    valid_q = before.valid_q;
    if (!valid_q) return;
    head_q = before.head_q;
    tail_q = before.tail_q;
    vc_q = before.vc_q;
    which ^= 1;
    data_q[which] = before.data_q[before.which];
  }
};

/// Links have a credit count per virtual channel; an ejection channel has one for all.
class OutputUnits {
 public:
  std::uint64_t busy_q = 0;   ///< bit out: a packet holds it
  std::uint64_t body_ok = 0;  ///< credits suffice for a body flit

 private:
  std::uint64_t head_ok_ = 0;  // if a head needs more than one
  unsigned vcs_ = 1, links_ = 0;
  unsigned head_needs_ = 1;  // credits of a link

 public:
  std::uint8_t* credit_q = nullptr;  ///< [port * 4 + vc]; ejection: vc 0 serves all

  /// Size of credit_q: links are processed in pairs.
  static std::size_t counts(unsigned ports) { return std::size_t{ports + ports % 2} * max_vcs; }
  void keep_counts_at(std::uint8_t* counts) { credit_q = counts; }

  void init(unsigned port, unsigned vcs, unsigned depth, bool shared, unsigned head_needs) {
    if (!shared) {
      links_ = port + 1;
      head_needs_ = std::min(head_needs, 256u);
    }
    vcs_ = vcs;
    for (unsigned q = 0; q < (shared ? 1 : vcs); ++q) set(port, q, depth);
  }

  /// Credits suffice for a head.
  std::uint64_t head_ok() const { return head_needs_ == 1 ? body_ok : head_ok_; }

  void spend(Out out, bool tail) {
    const std::uint64_t bit = std::uint64_t{1} << out;
    busy_q = (busy_q & ~bit) | (std::uint64_t{!tail} << out);
    const bool link = out < 4 * links_;
    const unsigned count = link ? out : out & ~3u, left = --credit_q[count];
    const std::uint64_t served = link ? bit : all_vcs(vcs_) << count;
    body_ok &= left == 0 ? ~served : ~std::uint64_t{0};
    if (head_needs_ != 1) head_ok_ &= left < needs(link) ? ~served : ~std::uint64_t{0};
  }
  void refund(unsigned port, unsigned q) { set(port, q, credit_q[port * 4 + q] + 1u); }
  /// A credit for each bit: byte p holds the virtual channels of link p. Without branches, since half of them
  /// would be mispredicted.
  void refund_links(std::uint64_t credits) {
    if (head_needs_ != 1) {
      for (; credits != 0; credits &= credits - 1) {
        const unsigned bit = static_cast<unsigned>(std::countr_zero(credits));
        refund(bit / 8, bit % 8);
      }
      return;
    }
    for (unsigned l = 0; l < links_; l += 2) {  // two links are eight counts
      const std::uint64_t pair = (credits >> (8 * l) & 15) | (credits >> (8 * l) & 15u << 8) << 24;
      std::uint64_t counts = 0;
      std::memcpy(&counts, &credit_q[4 * l], sizeof counts);
      counts += (pair * 0x204081u) & 0x0101010101010101u;  // bit v to byte v
      std::memcpy(&credit_q[4 * l], &counts, sizeof counts);
    }
    std::uint64_t bits = credits & 0x0f0f0f0f0f0f0f0fu;  // four bits of every byte side by side
    bits = (bits | bits >> 4) & 0x00ff00ff00ff00ffu;
    bits |= bits >> 8;
    if (links_ > 4) bits = (bits & 0x0000ffff0000ffffu) | (bits & 0x0000ffff0000ffffu) >> 16;
    body_ok |= bits & (links_ > 4 ? 0xffffffffu : 0xffffu);
  }
  /// Writes credit_q and the values derived from it.
  void set(unsigned port, unsigned q, unsigned credits) {
    credit_q[port * 4 + q] = static_cast<std::uint8_t>(credits);
    const bool link = port < links_;
    const std::uint64_t bits = link ? std::uint64_t{1} << (port * 4 + q) : all_vcs(vcs_) << (port * 4);
    body_ok = credits != 0 ? body_ok | bits : body_ok & ~bits;
    head_ok_ = credits >= needs(link) ? head_ok_ | bits : head_ok_ & ~bits;
  }

 private:
  static std::uint64_t all_vcs(unsigned vcs) { return (std::uint64_t{1} << vcs) - 1; }
  unsigned needs(bool link) const { return link ? head_needs_ : 1; }
};

}  // namespace collnoc::model
