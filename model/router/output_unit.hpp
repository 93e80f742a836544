// Model counterpart of rtl/router/output_unit.sv, for all ports of a router together. Bit sets over (port,
// virtual channel) hold what may be sent, so one shift checks a front flit.
#pragma once
#include <array>
#include <bit>
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

class alignas(64) OutputUnits {
 public:
  std::array<std::uint8_t, max_ports * max_vcs> credit_q{};  ///< [port * 4 + vc]; ejection: vc 0 serves all
  std::uint64_t busy_q = 0;                                  ///< bit out: a packet holds it
  std::uint64_t body_ok = 0, head_ok = 0;                    ///< credits suffice for a body flit, for a head

  void init(unsigned port, unsigned vcs, unsigned depth, bool shared, unsigned head_needs) {
    if (shared) {
      shared_ |= 1u << port;
    } else {
      links_ = port + 1;
      heads_need_one_ = head_needs == 1;
    }
    vcs_ = vcs;
    head_needs_[port] = static_cast<std::uint8_t>(head_needs > 255 ? 255 : head_needs);
    for (unsigned q = 0; q < (shared ? 1 : vcs); ++q) set(port, q, depth);
  }

  void spend(Out out, bool tail) {
    const std::uint64_t bit = std::uint64_t{1} << out;
    busy_q = (busy_q & ~bit) | (std::uint64_t{!tail} << out);
    const unsigned port = out_port(out);
    if (is_shared(port)) {
      set(port, 0, credit_q[port * 4] - 1u);
      return;
    }
    const unsigned left = --credit_q[out];
    body_ok &= ~(std::uint64_t{left == 0} << out);
    head_ok &= ~(std::uint64_t{left < head_needs_[port]} << out);
  }
  void refund(unsigned port, unsigned q) {
    if (is_shared(port)) {
      set(port, q, credit_q[port * 4 + q] + 1u);
      return;
    }
    const unsigned out = port * 4 + q, now = ++credit_q[out];
    body_ok |= std::uint64_t{1} << out;
    head_ok |= std::uint64_t{now >= head_needs_[port]} << out;
  }
  /// A credit for each bit: byte p holds the virtual channels of link p. Without branches, since half of them
  /// would be mispredicted.
  void refund_links(std::uint64_t credits) {
    if (!heads_need_one_) {
      for (; credits != 0; credits &= credits - 1) {
        const unsigned bit = static_cast<unsigned>(std::countr_zero(credits));
        refund(bit / 8, bit % 8);
      }
      return;
    }
    for (unsigned l = 0; l < links_; l += 2) {  // two links are eight counts
      const std::uint64_t pair = (credits >> (8 * l) & 15) | (credits >> (8 * l + 8) & 15) << 32;
      std::uint64_t counts = 0;
      std::memcpy(&counts, &credit_q[4 * l], sizeof counts);
      counts += (pair * 0x204081u) & 0x0101010101010101u;  // bit v to byte v
      std::memcpy(&credit_q[4 * l], &counts, sizeof counts);
    }
    std::uint64_t bits = credits & 0x0f0f0f0f0f0f0f0fu;  // four bits of every byte side by side
    bits = (bits | bits >> 4) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits >> 8) & 0x0000ffff0000ffffu;
    bits = (bits | bits >> 16) & 0xffffffffu;
    body_ok |= bits;
    head_ok |= bits;
  }
  bool is_shared(unsigned port) const { return (shared_ >> port) & 1; }
  /// Writes credit_q and the values derived from it.
  void set(unsigned port, unsigned q, unsigned credits) {
    credit_q[port * 4 + q] = static_cast<std::uint8_t>(credits);
    const std::uint64_t bits =
        is_shared(port) ? ((std::uint64_t{1} << vcs_) - 1) << (port * 4) : std::uint64_t{1} << (port * 4 + q);
    body_ok = credits != 0 ? body_ok | bits : body_ok & ~bits;
    head_ok = credits >= head_needs_[port] ? head_ok | bits : head_ok & ~bits;
  }

 private:
  std::uint32_t shared_ = 0;
  unsigned vcs_ = 1, links_ = 0;
  bool heads_need_one_ = true;
  std::array<std::uint8_t, max_ports> head_needs_{};
};

}  // namespace collnoc::model
