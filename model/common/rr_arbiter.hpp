// Model counterpart of rtl/common/rr_arbiter.sv.
#pragma once
#include <cstdint>

namespace collnoc::model {

/// Round-robin arbiter over up to 32 requesters, state in one mask register.
struct RrArbiter {
  std::uint32_t mask_q = 0;  ///< requesters with priority: from the one whose turn it is upwards

  /// One-hot grant for a non-zero `req`.
  std::uint32_t grant(std::uint32_t req) const {
    const std::uint32_t preferred = req & mask_q;
    const std::uint32_t pool = preferred != 0 ? preferred : req;
    return pool & (~pool + 1);
  }
  /// Confirm `gnt` of `n` requesters; `last`: it ends that requester's turn.
  void update(std::uint32_t gnt, unsigned n, bool last = true) {
    if (n > 1) mask_q = ~(last ? gnt | (gnt - 1) : gnt - 1) & (~std::uint32_t{0} >> (32 - n));
  }
};

}  // namespace collnoc::model
