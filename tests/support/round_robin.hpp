// The round-robin rule of docs/reference/hardware.md ("Arbitration"), without code of RTL or model.
#pragma once

namespace collnoc::test {

/// The requester whose turn it is comes first, then the others in circular order. A turn ends with a packet's
/// tail; a requester that pauses loses its turn to the one that is served.
struct RoundRobin {
  unsigned n = 1;
  unsigned first = 0;

  /// One-hot, or zero.
  unsigned grant(unsigned requests) const {
    for (unsigned k = 0; k < n; ++k)
      if (requests >> (first + k) % n & 1) return 1u << (first + k) % n;
    return 0;
  }
  /// The requester in `grant` was served; `tail`: its packet ends.
  void serve(unsigned grant, bool tail) {
    for (unsigned i = 0; i < n; ++i)
      if (grant == 1u << i) first = tail ? (i + 1) % n : i;
  }
};

}  // namespace collnoc::test
