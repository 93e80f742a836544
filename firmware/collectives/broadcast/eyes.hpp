// Broadcast `eyes`. Cang & Wu, Algorithm 1 (section 3); section 4 for more dimensions, section 5 for tori.
//
// The eyes of a mesh of side 2^k are the four nodes at e_k and 2^k-1-e_k, with e = 0, 1, 2, 5, 10, .. They
// are those eyes of its quarters that are nearest to the centre. When an eye informs the three other eyes,
// each quarter has one of its own eyes informed, at the minimum distance. So every informed node sends to
// eyes.
//
//   . . . . | . . . .
//   . . . . | . . . .
//   . . E . | . E . .    1: s -> upper right E
//   s . . . | . . . .    2: s -> lower left E, or E' if that is nearer;
//   - - - - + - - - -       upper right E -> lower right E
//   . . . . | . . . .    then the four quarters
//   . E'E . | . E . .
//   . . . . | . . . .
//
// The mesh is rotated by quarter turns until s is in the upper left quarter. So for a source in the upper
// right or lower left quarter, the first step is vertical. E' is the other eye of that quarter in the row of
// E.
//
// alpha = beta = 2k, the minimum. Port model: one-port. TCD (total communication distance): 3, 15, 69, 291
// from an eye (Eq. 10) and 3, 18, 79, 318 from a corner (Eq. 9), for k = 1 .. 4. Contrary to the paper's
// Theorem 2, this is not the minimum for every source: see eyes-optimal.
//
// In d dimensions, the paper covers sources that are eyes: alpha = beta = d·k and Eq. 12. For other sources
// (new in this project), dimensions are cut in ascending order. In the dimensions that are still whole, a
// partner is an eye of the whole cube; in the other dimensions, it is the nearer eye of the half.
#pragma once
#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"

namespace collnoc {

struct Eyes : HalvingTree<Eyes> {
  static constexpr const char* name = "eyes";
  static constexpr const char* summary =
      "from eye to eye in smaller and smaller squares (Cang & Wu, Algorithm 1); also d dimensions, tori";

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    if (is_cube(topology)) return nullptr;
    return "it needs lines or rings of one length, a power of two, at least 2";
  }

  static constexpr Halving halve(const Cut& cut) {
    Halving halving;
    while (!cut.is_whole(halving.dimension)) ++halving.dimension;
    const bool turned = cut.dims == 2 && cut.is_upper(0) != cut.is_upper(1);
    if (turned && cut.is_whole(1)) halving.dimension = 1;
    const std::uint32_t centre = eye(cut.k), other = eye(cut.k - 1);
    for (unsigned d = 0; d < cut.dims; ++d) {
      const bool other_is_nearer = 2 * cut.near(d, cut.holder[d]) < centre + other;  // other <= centre
      const std::uint32_t c = !cut.is_whole(d) && other_is_nearer ? other : centre;
      halving.partner[d] = d == halving.dimension ? cut.far(d, c) : cut.near(d, c);
    }
    return halving;
  }
};

}  // namespace collnoc
