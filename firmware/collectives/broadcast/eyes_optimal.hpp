// Broadcast `eyes-optimal`: the minimum TCD (total communication distance) of all broadcasts that cut a cube
// in halves. It is below that of Cang & Wu's Algorithm 1.
//
// In `eyes`, partners are eyes. Here, a partner is any node of the other half, and the dimensions are cut in
// any order. Dynamic programme: let V_R(p) be the minimum remaining distance when p holds the message of a
// cube of side 2^k, and R is the set of dimensions that are still whole. V of the empty set is the cost of
// the quarter.
//
//   V_R(p) = min over i in R, q in the other half of dimension i of  V_R-i(p) + V_R-i(q) + distance(p, q)
//
//   18 16 16 18     4x4: four nodes need 16 where Algorithm 1 and Fig. 2 have 17. These are the true
//   16 15 15 16     minima of all broadcasts that double in every step, so Theorem 2 (Algorithm 1 is
//   16 15 15 16     minimal) is false. On 8x8 the mean is 72.06 instead of 73.00, and 12 nodes instead
//   18 16 16 18     of 4 reach the minimum, 69.
//
// The best q does not depend on the distance of p from the other half, only on the other coordinates of p. So
// a few arrays of d-1 dimensions per level are sufficient. They are computed at compile time, and they are
// the same for all ranks and roots. Sides up to 64 in one and two dimensions, 16 in three, 8 in four.
//
// alpha = beta = d·k, the minimum. Port model: one-port. On a torus the root becomes an eye, as in `eyes`.
#pragma once
#include <limits>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"

namespace collnoc {

/// The tables of the dynamic programme, for cubes of side 2 to 2^max_order. A point consists of a holder's
/// coordinates, measured from its end of the cube: first the dimensions that are still whole, then the
/// others. All costs are symmetric within each of these two groups.
template <unsigned dims, unsigned max_order>
class HalvingTable {
 public:
  using Point = std::array<std::uint8_t, dims>;
  /// The target, and its cost measured from the middle of the cube.
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

  /// Partner of a holder at `p` that cuts the last of its `whole` whole dimensions.
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
  /// Index of the first meeting of (k, whole).
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
  /// Index of p without the coordinate at `place`.
  static constexpr std::uint32_t without(const Point& p, unsigned place, unsigned k) {
    std::uint32_t i = 0;
    for (unsigned d = dims; d-- > 0;) {
      if (d != place) i = i << (k - 1) | p[d];
    }
    return i;
  }
  /// Index of point `i` in the cube of half the side, measured from the point's end of that cube.
  static constexpr std::uint32_t fold(std::uint32_t i, unsigned k) {
    Point p = point(i, k);
    const std::uint32_t last = (1u << (k - 1)) - 1;
    for (std::uint8_t& c : p) c = static_cast<std::uint8_t>(c > last / 2 ? last - c : c);
    return index(p, k - 1);
  }

  /// Finds the best partners: first the best node of every line of the other half, then those of neighbouring
  /// lines, one dimension after the other. `value`: the cost of a node once that dimension is cut.
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
    for (unsigned place = 0; place < whole; ++place) {
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

/// Largest order for which a table exists, by number of dimensions; 0: none.
constexpr unsigned halving_table_order(unsigned dims) {
  constexpr std::array<unsigned, max_dims + 1> orders{0, 6, 6, 4, 3, 0, 0};
  return orders[dims];
}

template <unsigned dims>
inline constexpr HalvingTable<dims, halving_table_order(dims)> halving_table{};

/// Cuts according to the table.
template <unsigned dims>
struct TabledHalving {
  static constexpr Halving halve(const Cut& cut) {
    Halving halving;
    least(cut, cut.whole, halving.dimension);
    const Places places = arrange(cut, cut.whole, halving.dimension);
    const auto& partner = halving_table<dims>.meeting(places.point, cut.k, places.whole).partner;
    for (unsigned i = 0; i < dims; ++i) {
      const unsigned d = places.dimension[i];
      halving.partner[d] = d == halving.dimension ? cut.far(d, partner[i]) : cut.near(d, partner[i]);
    }
    return halving;
  }

 private:
  /// The holder as a point of the table.
  struct Places {
    std::array<unsigned, dims> dimension{};
    typename HalvingTable<dims, halving_table_order(dims)>::Point point{};
    unsigned whole = 0;  ///< number of dimensions that are whole
  };

  /// For a holder whose dimensions `whole` are whole, when `next` is cut.
  static constexpr Places arrange(const Cut& cut, Dimensions whole, unsigned next) {
    Places places;
    unsigned count = 0;
    const auto take = [&](unsigned d) {
      places.point[count] = static_cast<std::uint8_t>(cut.near(d, cut.holder[d]));
      places.dimension[count++] = d;
    };
    for (unsigned d = 0; d < dims; ++d) {
      if ((whole >> d & 1) && d != next) take(d);
    }
    take(next);
    places.whole = count;
    for (unsigned d = 0; d < dims; ++d) {
      if (!(whole >> d & 1)) take(d);
    }
    return places;
  }

  /// Minimum cost that the dimensions `whole` add, without the part that is equal for every order. `first`:
  /// the dimension to cut first.
  static constexpr std::uint32_t least(const Cut& cut, Dimensions whole, unsigned& first) {
    if (whole == 0) return 0;
    std::uint32_t least_cost = std::numeric_limits<std::uint32_t>::max();
    for (unsigned d = 0; d < dims; ++d) {
      if (!(whole >> d & 1)) continue;
      const Places places = arrange(cut, whole, d);
      unsigned second = 0;
      const std::uint32_t cost = halving_table<dims>.meeting(places.point, cut.k, places.whole).cost +
                                 least(cut, whole & ~(1u << d), second);
      if (cost < least_cost) {
        least_cost = cost;
        first = d;
      }
    }
    return least_cost;
  }
};

struct EyesOptimal : HalvingTree<EyesOptimal> {
  static constexpr const char* name = "eyes-optimal";
  static constexpr const char* summary =
      "minimum message-hops of all halving broadcasts (below Cang & Wu's Algorithm 1); d dimensions, tori";

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    if (!is_cube(topology)) return "it needs lines or rings of one length, a power of two, at least 2";
    if (order(topology) > halving_table_order(topology.dims())) {
      return "its tables end at sides of 64 in one or two dimensions, 16 in three, 8 in four";
    }
    return nullptr;
  }

  static constexpr Halving halve(const Cut& cut) {
    switch (cut.dims) {
      case 1: return TabledHalving<1>::halve(cut);
      case 2: return TabledHalving<2>::halve(cut);
      case 3: return TabledHalving<3>::halve(cut);
      default: return TabledHalving<4>::halve(cut);
    }
  }
};

}  // namespace collnoc
