// Twin of rtl/common/rr_arbiter.sv.
#pragma once
#include <cstdint>

namespace collnoc::model {

/// Round-robin arbiter over up to 16 requesters, state in one mask register.
struct RrArbiter {
  std::uint16_t mask_q = 0;  ///< requesters that come before the others: those above the last granted one

  /// One-hot grant for a non-zero `req`.
  std::uint32_t grant(std::uint32_t req) const {
    const std::uint32_t preferred = req & mask_q;
    const std::uint32_t pool = preferred != 0 ? preferred : req;
    return pool & (~pool + 1);
  }
  /// Confirm `gnt` of `n` requesters.
  void update(std::uint32_t gnt, unsigned n) {
    if (n > 1) mask_q = static_cast<std::uint16_t>(~(gnt | (gnt - 1)) & ((1u << n) - 1));
  }
};

}  // namespace collnoc::model
