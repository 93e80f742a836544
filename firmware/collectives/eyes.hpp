// Broadcast `eyes`. Cang & Wu, Algorithm 1 (section 3); section 4 in more dimensions, section 5 on a torus.
//
// The eyes of a mesh of side 2^k are the four nodes at e_k and 2^k-1-e_k, e = 0, 1, 2, 5, 10: those eyes of
// its quarters that are nearest to the centre. An eye that informs the three others leaves an eye of its
// quarter in every quarter, at the least distance. So whoever is informed sends to eyes.
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
// The mesh is turned by quarter turns until s is upper left: from the upper right or the lower left the
// first step is vertical. E' is the other eye of that quarter in the row of E.
//
// alpha = beta = 2k, the least. TCD 3, 15, 69, 291 from an eye (Eq. 10), 3, 18, 79, 318 from a corner
// (Eq. 9). Not the minimum for every source, as the paper's Theorem 2 says: eyes-optimal.
//
// In d dimensions the paper gives the source that is an eye: alpha = beta = d·k and Eq. 12. From other
// sources (ours) dimensions are cut in ascending order; a partner is an eye of the whole in the dimensions
// that are still whole, and the nearer eye of the half in the others.
#pragma once
#include "collnoc/firmware/collectives/halving_tree.hpp"

namespace collnoc {

struct Eyes : HalvingTree<Eyes> {
  static constexpr const char* name = "eyes";
  static constexpr const char* summary =
      "from eye to eye in ever smaller squares (Cang & Wu, Algorithm 1); d dimensions and tori too";

  static constexpr const char* refusal(const Topology& topology, Nic) {
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
