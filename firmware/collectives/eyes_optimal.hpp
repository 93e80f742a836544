// Broadcasts `eyes-optimal` and `eyes-fig2`: the least TCD of all that cut a cube in halves, and what Cang &
// Wu's Fig. 2 really shows.
//
// `eyes` sends to eyes. Here a partner is any node of the other half, and the order of dimensions any
// (`eyes-optimal`) or x first (`eyes-fig2`). The dynamic programme: let V_R(p) be the least distance still
// to go when p holds the message of a cube of side 2^k, R being the dimensions that are still whole, V of
// no dimension what the quarter costs. Then
//
//   V_R(p) = min over i in R, q in the other half of dimension i of  V_R-i(p) + V_R-i(q) + distance(p, q)
//
//   18 16 16 18     4x4: four nodes do with 16 where Algorithm 1 and Fig. 2 have 17; these are the true
//   16 15 15 16     minima of all broadcasts that double every step. On 8x8 the mean is 72.06 instead of
//   16 15 15 16     73.00, and the least, 69, is reached from 12 nodes.
//   18 16 16 18
//
// What the choice of q adds depends on p's other coordinates alone, because a message leaves the half of p
// anyway: a table of (d-1)-dimensional arrays says it all, worked out at compile time and the same for all
// ranks and roots. Sides up to 64 in one and two dimensions, 16 in three, 8 in four.
//
// alpha = beta = d·k. eyes-fig2: squares.
#pragma once
#include <limits>

#include "firmware/collectives/halving_tree.hpp"

namespace collnoc {

/// The tables of the dynamic programme, for cubes of side 2 to 2^max_order. Coordinates are a holder's, told
/// from the near end (Cut), but in places: first the dimensions that are still whole, the one to cut last
/// among them, then the others. In each of these groups order matters only if it is fixed.
template <unsigned dims, unsigned max_order, bool any_order>
class HalvingTable {
 public:
  using Point = std::array<std::uint8_t, dims>;
  /// Where to send, and what that costs from the middle of the cube on.
  struct Meeting {
    std::uint16_t cost = 0;
    Point partner{};
  };

  constexpr HalvingTable() {
    std::array<std::uint16_t, max_nodes> least{};  // of a cube of side 2^(k-1), from its near corner
    for (unsigned k = 1; k <= max_order; ++k) {
      std::array<std::uint16_t, max_nodes> value{}, next{};
      for (std::uint32_t i = 0; i < nodes(k); ++i) value[i] = k > 1 ? least[fold(i, k)] : std::uint16_t{0};
      for (unsigned whole = 1; whole <= dims; ++whole) {
        find_meetings(k, whole, value);
        for (std::uint32_t i = 0; i < nodes(k); ++i) next[i] = cheapest(point(i, k), k, whole, value);
        value = next;
      }
      least = value;
    }
  }

  /// The partner of a holder at `p` that cuts the dimension in place `whole` - 1.
  constexpr const Meeting& meeting(const Point& p, unsigned k, unsigned whole) const {
    return meetings_[first(k, whole) + without(p, whole - 1, k)];
  }

 private:
  static constexpr std::uint32_t power(std::uint32_t base, unsigned exponent) {
    std::uint32_t result = 1;
    for (unsigned i = 0; i < exponent; ++i) result *= base;
    return result;
  }
  static constexpr std::uint32_t nodes(unsigned k) { return power(1u << (k - 1), dims); }
  static constexpr std::uint32_t max_nodes = nodes(max_order);
  /// Where the meetings of (k, whole) begin.
  static constexpr std::uint32_t first(unsigned k, unsigned whole) {
    std::uint32_t begin = 0;
    for (unsigned j = 1; j < k; ++j) begin += dims * power(1u << (j - 1), dims - 1);
    return begin + (whole - 1) * power(1u << (k - 1), dims - 1);
  }

  static constexpr std::uint32_t index(const Point& p, unsigned k) {
    std::uint32_t i = 0;
    for (unsigned d = dims; d-- > 0;) i = i << (k - 1) | p[d];
    return i;
  }
  static constexpr Point point(std::uint32_t i, unsigned k) {
    Point p{};
    for (unsigned d = 0; d < dims; ++d, i >>= k - 1)
      p[d] = static_cast<std::uint8_t>(i & ((1u << (k - 1)) - 1));
    return p;
  }
  /// Index of p among all points of the other places.
  static constexpr std::uint32_t without(const Point& p, unsigned place, unsigned k) {
    std::uint32_t i = 0;
    for (unsigned d = dims; d-- > 0;) {
      if (d != place) i = i << (k - 1) | p[d];
    }
    return i;
  }
  /// Index in the cube of half the side of the point with index `i`, told from its nearer ends.
  static constexpr std::uint32_t fold(std::uint32_t i, unsigned k) {
    Point p = point(i, k);
    const std::uint32_t last = (1u << (k - 1)) - 1;
    for (std::uint8_t& c : p) c = static_cast<std::uint8_t>(c > last / 2 ? last - c : c);
    return index(p, k - 1);
  }

  /// The best partner for every holder, by the coordinates in the other places: the nodes of the other half,
  /// with the distance to them spread one place after the other.
  constexpr void find_meetings(unsigned k, unsigned whole,
                               const std::array<std::uint16_t, max_nodes>& value) {
    const std::uint32_t half = 1u << (k - 1), count = nodes(k) / half;
    Meeting* const best = &meetings_[first(k, whole)];
    for (std::uint32_t i = 0; i < count; ++i) best[i].cost = std::numeric_limits<std::uint16_t>::max();
    for (std::uint32_t i = 0; i < nodes(k); ++i) {
      const Point q = point(i, k);
      const auto cost = static_cast<std::uint16_t>(value[i] + (half - 1 - q[whole - 1]));
      Meeting& meeting = best[without(q, whole - 1, k)];
      if (cost < meeting.cost) meeting = {cost, q};
    }
    for (std::uint32_t stride = 1; stride < count; stride *= half) {
      for (std::uint32_t i = 0; i < count; ++i) {
        if (i / stride % half != 0) nearer(best[i], best[i - stride]);
      }
      for (std::uint32_t i = count; i-- > 0;) {
        if (i / stride % half != half - 1) nearer(best[i], best[i + stride]);
      }
    }
  }
  static constexpr void nearer(Meeting& mine, const Meeting& neighbours) {
    if (neighbours.cost + 1 < mine.cost) {
      mine = {static_cast<std::uint16_t>(neighbours.cost + 1), neighbours.partner};
    }
  }

  constexpr std::uint16_t cheapest(const Point& p, unsigned k, unsigned whole,
                                   const std::array<std::uint16_t, max_nodes>& value) const {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (unsigned place = any_order ? 0 : whole - 1; place < whole; ++place) {
      Point q = p;
      q[place] = p[whole - 1];
      q[whole - 1] = p[place];
      const std::uint32_t cost = value[index(q, k)] + (1u << (k - 1)) - p[place] + meeting(q, k, whole).cost;
      if (cost < least) least = cost;
    }
    return static_cast<std::uint16_t>(least);
  }

  std::array<Meeting, first(max_order + 1, 1)> meetings_{};
};

/// Largest order of a cube that has a table, by dimensions; 0: none.
constexpr unsigned halving_table_order(unsigned dims) {
  constexpr std::array<unsigned, max_dims + 1> orders{0, 6, 6, 4, 3, 0, 0};
  return orders[dims];
}

template <unsigned dims, bool any_order>
inline constexpr HalvingTable<dims, halving_table_order(dims), any_order> halving_table{};

/// Cuts by the table.
template <unsigned dims, bool any_order>
struct TabledHalving {
  using Table = HalvingTable<dims, halving_table_order(dims), any_order>;

  static constexpr Halving halve(const Cut& cut) {
    unsigned dimension = 0;
    best(cut, cut.whole, dimension);
    const Places places = arrange(cut, cut.whole, dimension);
    const auto& meeting = halving_table<dims, any_order>.meeting(places.point, cut.k, places.whole);
    Halving halving{dimension, {}};
    for (unsigned i = 0; i < dims; ++i) halving.partner[places.dimension[i]] = meeting.partner[i];
    return halving;
  }

 private:
  struct Places {
    std::array<unsigned, dims> dimension{};
    typename Table::Point point{};
    unsigned whole = 0;  ///< number of dimensions that are still whole
  };

  /// The holder in places, when the dimensions `whole` are still whole and `cut_next` is cut.
  static constexpr Places arrange(const Cut& cut, Dimensions whole, unsigned cut_next) {
    Places places;
    unsigned count = 0;
    const auto take = [&](unsigned d) {
      places.point[count] = static_cast<std::uint8_t>(cut.holder[d]);
      places.dimension[count++] = d;
    };
    for (unsigned d = dims; d-- > 0;) {
      if ((whole >> d & 1) && d != cut_next) take(d);
    }
    take(cut_next);
    places.whole = count;
    for (unsigned d = dims; d-- > 0;) {
      if (!(whole >> d & 1)) take(d);
    }
    return places;
  }

  /// The least that the choices for the dimensions `whole` add, and the dimension to cut first.
  static constexpr std::uint32_t best(const Cut& cut, Dimensions whole, unsigned& dimension) {
    if (whole == 0) return 0;
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (unsigned d = 0; d < dims; ++d) {
      if (!(whole >> d & 1)) continue;
      const Places places = arrange(cut, whole, d);
      unsigned later = 0;
      const std::uint32_t cost =
          halving_table<dims, any_order>.meeting(places.point, cut.k, places.whole).cost +
          best(cut, whole & ~(1u << d), later);
      if (cost < least) {
        least = cost;
        dimension = d;
      }
      if (!any_order) break;
    }
    return least;
  }
};

struct EyesOptimal : HalvingTree<EyesOptimal> {
  static constexpr const char* name = "eyes-optimal";
  static constexpr const char* summary =
      "the least message-hops of all that cut in halves: Cang & Wu's programme, any node, any dimension "
      "first";

  static constexpr const char* refusal(const Topology& topology, Nic) {
    if (!is_cube(topology)) return "it needs lines or rings of one length, a power of two, at least 2";
    if (order(topology) > halving_table_order(topology.dims())) {
      return "its tables end at sides of 64 in one or two dimensions, 16 in three, 8 in four";
    }
    return nullptr;
  }

  static constexpr Halving halve(const Cut& cut) {
    switch (cut.dims) {
      case 1: return TabledHalving<1, true>::halve(cut);
      case 2: return TabledHalving<2, true>::halve(cut);
      case 3: return TabledHalving<3, true>::halve(cut);
      default: return TabledHalving<4, true>::halve(cut);
    }
  }
};

struct EyesFig2 : HalvingTree<EyesFig2> {
  static constexpr const char* name = "eyes-fig2";
  static constexpr const char* summary =
      "the programme behind Cang & Wu's Fig. 2: any node, horizontally first";

  static constexpr const char* refusal(const Topology& topology, Nic) {
    if (topology.dims() != 2 || !is_cube(topology)) {
      return "it needs a square of two dimensions whose side is a power of two, at least 2";
    }
    if (order(topology) > halving_table_order(2)) return "its table ends at sides of 64";
    return nullptr;
  }

  static constexpr Halving halve(const Cut& cut) { return TabledHalving<2, false>::halve(cut); }
};

}  // namespace collnoc
