// Broadcast `multicast-all-port`: the quarters A, B, C and D of a message over four trees that share no link,
// in pieces, in hardware with multicast.
//
//   A   +x along the root's row, then +y along the columns     C   +y along the root's column, then +x
//   B   -x                            -y                       D   -y                                -x
//
// The root multicasts A and B to all nodes but its column's (routers visit x first), and C and D to its
// column, whose nodes multicast them to their rows. Then a node of the column gets A and B from the end of
// its row, and a node of the row gets C and D from the end of its column, over links that no tree has used.
//
// P pieces of a quarter: alpha = P + 2, beta = (1 + 2/P) / 4. Port model: all-port. Free of contention. Tori
// of two dimensions with extents of 3 or more, any root. The length of a piece is that for which the last one
// arrives soonest. Counters 1 .. 4: the pieces of A .. D, in order: a node receives a quarter from one node.
#pragma once
#include "collnoc/firmware/collectives/pipeline.hpp"
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct MulticastAllPort {
  static constexpr const char* name = "multicast-all-port";
  static constexpr const char* summary = "quarters over four multicast trees that share no link, in pieces";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool own_waits = true;
  static constexpr bool multicasts = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (nic != PortModel::all_port) return "it needs an all-port NIC";
    const bool torus = topology.has_directions() && topology.dims() == 2 && topology.wraps(0) &&
                       topology.wraps(1) && topology.extent(0) > 2 && topology.extent(1) > 2;
    return torus ? nullptr : "it needs a torus of two dimensions with extents of 3 or more";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return Quarters(job).pieces(0) + 2; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Quarters quarters(job);
    const std::uint32_t columns = job.topology.extent(0), rows = job.topology.extent(1);
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      const Tree tree(job, quarter);
      const Coordinates at = tree.place(rank);
      const std::uint32_t depth = tree.depth(at);
      if (step < depth || step - depth >= quarters.pieces(quarter)) continue;
      const bool from_column = tree.by_column() && at[0] == 0;
      const bool to_row = tree.by_column() && at[0] != 0 && at[1] == rows - 1;
      const bool to_column = !tree.by_column() && at[0] == columns - 1 && at[1] != 0;
      if (depth != 0 && !from_column && !to_row && !to_column) continue;
      const auto counter = static_cast<std::uint8_t>(1 + quarter);
      if (depth != 0) out.wait(counter, step - depth + 1);
      Put put = share(job, no_rank, quarters.piece(quarter, step - depth), counter, tree.route());
      if (depth == 0) {
        out.multicast(put, tree.by_column() ? tree.box({0, 1}, {0, rows - 1})
                                            : tree.box({1, 0}, {columns - 1, rows - 1}));
      } else if (from_column) {
        out.multicast(put, tree.box({1, at[1]}, {columns - 1, at[1]}));
      } else {
        put.dst = tree.rank(to_row ? Coordinates{at[0], 0} : Coordinates{0, at[1]});
        out.send(put);
      }
    }
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > 4 || rank == job.root) return 0;
    const Tree tree(job, counter - 1u);
    const std::uint32_t depth = tree.depth(tree.place(rank)), all = Quarters(job).pieces(counter - 1u);
    if (step < depth) return 0;
    return step - depth + 1 < all ? step - depth + 1 : all;
  }

 private:
  /// Where the nodes are in the tree of a quarter.
  class Tree {
   public:
    constexpr Tree(const Job& job, unsigned quarter)
        : topology_(job.topology),
          root_(job.topology.coordinates(job.root)),
          minus_(quarter % 2 != 0),
          by_column_(quarter >= 2) {}
    /// C and D, which visit y first.
    constexpr bool by_column() const { return by_column_; }
    constexpr Route route() const {
      Route route;
      for (unsigned d = 0; d < 2; ++d) route.direction[d] = minus_ ? Direction::minus : Direction::plus;
      return route;
    }
    /// Hops from the root in the tree's direction, in both dimensions.
    constexpr Coordinates place(Rank rank) const {
      const Coordinates at = topology_.coordinates(rank);
      return {hops(0, at[0]), hops(1, at[1])};
    }
    constexpr Rank rank(const Coordinates& place) const {
      return topology_.rank({coordinate(0, place[0]), coordinate(1, place[1])});
    }
    /// All places from `first` to `last`.
    constexpr Box box(const Coordinates& first, const Coordinates& last) const {
      return minus_ ? Box{rank(last), rank(first)} : Box{rank(first), rank(last)};
    }
    /// Messages from the root to a place.
    constexpr std::uint32_t depth(const Coordinates& place) const {
      if (place[0] == 0 && place[1] == 0) return 0;
      if (!by_column_) return place[0] != 0 ? 1 : 2;
      return place[0] == 0 ? 1 : place[1] != 0 ? 2 : 3;
    }

   private:
    constexpr std::uint32_t hops(unsigned d, std::uint32_t coordinate) const {
      const std::uint32_t n = topology_.extent(d), plus = (coordinate + n - root_[d]) % n;
      return minus_ ? (n - plus) % n : plus;
    }
    constexpr std::uint32_t coordinate(unsigned d, std::uint32_t hops) const {
      const std::uint32_t n = topology_.extent(d);
      return (root_[d] + (minus_ ? n - hops : hops)) % n;
    }
    const Topology& topology_;
    Coordinates root_;
    bool minus_, by_column_;
  };

  /// Quarters of the message, which begin where packets of a multicast end if it is long enough.
  class Quarters : public PiecesOfParts {
   public:
    constexpr explicit Quarters(const Job& job) : PiecesOfParts(job, 4) {
      constexpr std::uint32_t relays = 2, aligned = 16;
      fixed_ = most_words();
      if (fixed_ >= 2 * aligned) fixed_ = (fixed_ + aligned - 1) / aligned * aligned;
      const std::uint32_t quarter = fixed_;
      std::uint64_t least = ~std::uint64_t{0};
      const std::uint32_t far = job.topology.extent(0) + job.topology.extent(1),
                          software = job.timing.software_cycles;
      for (std::uint32_t piece = 1; piece <= quarter && piece <= 8 * aligned; ++piece) {
        const std::uint32_t flits = multicast_flits(job.timing, 0, piece * 8);
        const std::uint64_t slot = flits < software ? software : flits;
        const std::uint64_t all =
            relays * (relay_cycles(job.timing, far / 2, flits) + std::uint64_t{software}) +
            (quarter + piece - 1) / piece * slot;
        if (all >= least) continue;
        least = all;
        piece_ = piece;
      }
    }
  };
};

}  // namespace collnoc
