// Broadcast `eyes-fig2`: the broadcast that Cang & Wu's Fig. 2 shows. It is not Algorithm 1: 16 of the 64
// entries for 8x8 differ. The following dynamic programme reproduces all 144 entries of the figure:
//
// The square is rotated by quarter turns until the holder s is in the upper left quarter, as in Algorithm 1.
// The first step is then horizontal. N2, N3 and N4 are any nodes of the three other quarters:
//
//   s ---|--> N2      MD_k(s) = min of  d(s, N2) + d(s, N3) + d(N2, N4)
//   |    |    |                         + MD_k-1(s) + MD_k-1(N2) + MD_k-1(N3) + MD_k-1(N4)
//   - - -+- - -
//   v    |    v
//   N3   |   N4       `eyes-optimal` may also start vertically, and gains from it.
//
// The best N3 depends only on the column of s in its quarter, N4 only on the column of N2, and N2 only on the
// row of s. So each level needs two lists, which are computed at compile time. Squares of side up to 64.
//
// alpha = beta = 2k, the minimum. Port model: one-port. On a torus the root becomes an eye, as in `eyes`.
#pragma once
#include <limits>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"

namespace collnoc {

/// The lists for squares of side 2 to 2^max_order.
template <unsigned max_order>
class TurnedTable {
 public:
  /// The target, relative to its quarter, and its cost measured from the middle of the square.
  struct Meeting {
    std::uint16_t cost = std::numeric_limits<std::uint16_t>::max();
    std::uint8_t x = 0;
    std::uint8_t y = 0;
  };

  constexpr TurnedTable() {
    std::array<std::uint16_t, side * side> quarter{}, square{};  // MD_k-1 and MD_k, indexed by y, x
    for (unsigned k = 1; k <= max_order; ++k) {
      const std::uint32_t half = 1u << (k - 1);
      const auto cost = [&](std::uint32_t x, std::uint32_t y) -> std::uint32_t {
        return quarter[y * side + x];
      };
      Meeting* const below = &below_[half];
      Meeting* const right = &right_[half];
      for (std::uint32_t x = 0; x < half; ++x) {
        for (std::uint32_t y = 0; y < half; ++y) improve(below[x], y + cost(x, y), x, y);
      }
      spread(below, half);
      for (std::uint32_t y = 0; y < half; ++y) {
        for (std::uint32_t x = 0; x < half; ++x) {
          improve(right[y], x + cost(x, y) + half - y + below[x].cost, x, y);
        }
      }
      spread(right, half);
      if (k == max_order) break;
      for (std::uint32_t i = 0; i < half * half; ++i) {
        std::uint32_t x = i % half, y = i / half;
        const std::uint32_t all = cost(x, y) + half - x + right[y].cost + half - y + below[x].cost;
        for (unsigned turns = 0; turns < 4; ++turns) {
          square[y * side + x] = static_cast<std::uint16_t>(all);
          const std::uint32_t old = x;
          x = 2 * half - 1 - y;
          y = old;
        }
      }
      quarter = square;
    }
  }

  /// For a holder in row y of the upper left quarter: N2.
  constexpr const Meeting& right(unsigned k, std::uint32_t y) const { return right_[(1u << (k - 1)) + y]; }
  /// For a holder in column x of an upper quarter: N3 or N4.
  constexpr const Meeting& below(unsigned k, std::uint32_t x) const { return below_[(1u << (k - 1)) + x]; }

 private:
  static constexpr std::uint32_t side = 1u << (max_order - 1);

  static constexpr void improve(Meeting& meeting, std::uint32_t cost, std::uint32_t x, std::uint32_t y) {
    if (cost >= meeting.cost) return;
    meeting = {static_cast<std::uint16_t>(cost), static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
  }
  /// Lets every entry use the meetings of its neighbours, at the cost of the distance.
  static constexpr void spread(Meeting* list, std::uint32_t length) {
    for (std::uint32_t i = 1; i < length; ++i)
      improve(list[i], list[i - 1].cost + 1u, list[i - 1].x, list[i - 1].y);
    for (std::uint32_t i = length - 1; i-- > 0;) {
      improve(list[i], list[i + 1].cost + 1u, list[i + 1].x, list[i + 1].y);
    }
  }

  // The entries for side 2^k start at index 2^(k-1).
  std::array<Meeting, 2 * side> right_{}, below_{};
};

struct EyesFig2 : HalvingTree<EyesFig2> {
  static constexpr const char* name = "eyes-fig2";
  static constexpr const char* summary =
      "the broadcast of Cang & Wu's Fig. 2: any node of a quarter, horizontal step first";

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    if (topology.dims() != 2 || !is_cube(topology)) {
      return "it needs a square of two dimensions whose side is a power of two, at least 2";
    }
    if (order(topology) > max_order) return "its table ends at sides of 64";
    return nullptr;
  }

  static constexpr Halving halve(const Cut& cut) {
    const std::uint32_t half = cut.half();
    const unsigned turns = quarter_turns(cut);
    Point p{cut.holder[0], cut.holder[1]};
    for (unsigned i = 0; i < turns; ++i) p = turned(p, half);
    if (cut.is_whole(0) && cut.is_whole(1)) {
      const auto& n2 = table.right(cut.k, p.y);
      p = {half + n2.x, n2.y};
    } else {
      const auto& n = table.below(cut.k, p.x % half);
      p = {p.x / half * half + n.x, half + n.y};
    }
    for (unsigned i = turns; i < 4; ++i) p = turned(p, half);
    const bool horizontal = cut.whole == 1 || (cut.whole == 3 && turns % 2 == 0);
    return {horizontal ? 0u : 1u, {p.x, p.y}};
  }

 private:
  struct Point {
    std::uint32_t x, y;
  };
  /// A quarter turn: upper left to upper right.
  static constexpr Point turned(Point p, std::uint32_t half) { return {2 * half - 1 - p.y, p.x}; }

  /// Number of quarter turns that bring the first holder to the upper left. If the square is already cut, the
  /// second step goes down from both holders.
  static constexpr unsigned quarter_turns(const Cut& cut) {
    const bool right = cut.is_upper(0), low = cut.is_upper(1);
    if (cut.whole == 1) return right ? 3 : 1;
    if (cut.whole == 2) return low ? 2 : 0;
    return low ? (right ? 2 : 1) : (right ? 3 : 0);
  }

  static constexpr unsigned max_order = 6;
  static constexpr TurnedTable<max_order> table{};
};

}  // namespace collnoc
