// Broadcast `recursion-based` on all-port hardware, squares. Zhuang & Liberatore, section 8.
//
// Stage 1 scatters the message over the source's diagonal {(x_s^z, y_s^z)}: every holder cuts its part of the
// diagonal (line_split.hpp) and sends chunks over all its links at once. Stage 2 shares: three steps
// distribute from a square to 16 sub-squares with loaded diagonals, and this repeats; V and H finish
// (diagonal_share.hpp).
//
//   s . . .      XY: row of s, column of t       1 . . . . . . 2
//   | .   .      YX: column of s, row of t       . 1 . . . . 2 .      3 steps: the same in
//   |   . .      A row or column has one node    . . 3 . . 4 . .      each of 16 sub-squares
//   +-----t      of the diagonal, so messages    . . . 3 4 . . .
//                meet only at its two links      (upper half of a side of 8, both diagonals loaded)
//
// Stage 1: if x xor y of the source has equal bits, a holder reaches the diagonal nodes above it (and to its
// right) over its +x and +y links, and those below over -x and -y. On a ring, a rotation of the ring ensures
// this. Otherwise +y and -y serve one side each, and one x link serves the longer side. Maximum load of a
// link, in pieces of 1/2^n: load = ceil(2^(n-1) / 2) from the middle, ceil((2^n - 1) / 2) from a corner. Each
// step reduces the load to (load - 1)/5, or (load - 1)/4 with three links, rounded up, until it is 0.
//
//   alpha = 3, 7, 11 for n = 1, 3, 5 from any root (n even: 5 or 6, 9 or 10)
//   beta  = load/2^n + rounds + 3/4;  rounds, n odd: 3/2^n + sum of 5/2^(k+1), k = n-2, n-4 .. 3
//   8x8: (7, 11/8) from the middle and on a torus, (7, 13/8) from a corner
//
// The paper's beta, 17/12 + 1/(3·2^(n+1)) as far as it is legible, assumes 1/4 + 1/2^(n+1) for stage 1. That
// is more than necessary from the middle. It is less than the two links of a corner allow (1/2), although
// section 8 is written for a corner. `recursion-based-quarters` uses the alternative finish of
// diagonal_share.hpp, which costs 3/8 less.
//
// `np-d:d`: a stand-in for the improved NP-D of section 8.3. Scatter over the diagonal of the source's block
// of side 2^d, then `ternary` from every diagonal node over its counterparts in the other blocks, then stage
// 2 in each block. The paper gives only the costs of NP-D; `check` shows them beside those of this algorithm.
#pragma once
#include "collnoc/firmware/collectives/broadcast/diagonal_share.hpp"
#include "collnoc/firmware/collectives/broadcast/line_split.hpp"
#include "collnoc/firmware/collectives/broadcast/shifted.hpp"

namespace collnoc {

/// Broadcast over the diagonals of blocks of side 2^d. d = 0: the whole square is one block.
template <unsigned d, bool quarters>
struct DiagonalBroadcast {
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool needs_orders = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    const std::uint32_t side = topology.extent(0);
    if (topology.dims() != 2 || side != topology.extent(1) || !is_power_of_two(side) || side >> d < 2 ||
        side > largest_side) {
      return d == 0   ? "it needs a square of two dimensions whose side is a power of two, 2 to 256"
             : d == 1 ? "it needs a square of two dimensions whose side is a power of two, 4 to 256"
             : d == 2 ? "it needs a square of two dimensions whose side is a power of two, 8 to 256"
                      : "it needs a square of two dimensions whose side is a power of two, 16 to 256";
    }
    return nic == PortModel::all_port ? nullptr : "it needs an all-port NIC";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) {
    const Parts parts(job);
    return parts.first_share + parts.share.steps();
  }

  /// A rank begins a step when everything of the step before has arrived. One counter per step.
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Parts parts(job);
    if (step != 0) {
      const std::uint32_t last = received(job, parts, rank, step - 1);
      if (last != 0) out.wait(static_cast<std::uint8_t>(step), last);
    }
    const Coordinates me = parts.frame.coordinates(rank);
    sends(parts, me, step, [&](const Coordinates& to, Order order, auto&& set) {
      send_units(job, parts.frame.rank(to), set(), parts.share.units(), static_cast<std::uint8_t>(step + 1),
                 parts.frame.route(me, to, order), out);
    });
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > step) return 0;
    const Parts parts(job);
    return received(job, parts, rank, counter - 1u);
  }

 private:
  static constexpr std::uint32_t largest_side = UnitSet::capacity / 2;
  using Node = DiagonalShare::Node;

  /// Everything that follows from the job alone.
  struct Parts {
    std::uint32_t side, h;  ///< of the network, of a block
    Shifted frame;
    Node root;
    LineSplit scatter, row, column;  ///< over the rows of the block's diagonal; over blocks
    DiagonalShare share;
    std::uint32_t first_row, first_column, first_share;  ///< steps

    explicit constexpr Parts(const Job& job)
        : side(job.topology.extent(0)),
          h(d == 0 ? side : 1u << d),
          frame(job, {middle(side, h), middle(side, h)}),
          root(node(frame.coordinates(job.root))),
          scatter{h, root.y % h, 2, straight() ? 2u : 1u},
          row{side / h, root.x / h},
          column{side / h, root.y / h},
          share{log2_ceil(h), (root.x ^ root.y) & (h - 1), quarters},
          first_row(scatter.steps()),
          first_column(first_row + row.steps()),
          first_share(first_column + column.steps()) {}

    static constexpr Node node(const Coordinates& c) { return {c[0], c[1]}; }
    /// The middle of the block in the middle.
    static constexpr std::uint32_t middle(std::uint32_t side, std::uint32_t h) {
      return side / h / 2 * h + h / 2;
    }
    constexpr bool straight() const {
      const std::uint32_t c = (root.x ^ root.y) & (h - 1);
      return c == 0 || c == h - 1;
    }
    constexpr bool on_diagonal(Node n) const { return ((n.x ^ n.y) & (h - 1)) == share.c; }
    constexpr bool in_block_of_root(Node n) const { return n.x / h == root.x / h && n.y / h == root.y / h; }

    constexpr UnitSet rows(const LineSplit::Part& part) const {
      UnitSet set;
      for (std::uint32_t y = part.begin; y < part.end; ++y) set |= share.piece(y);
      return set;
    }
  };

  /// Calls visit(to, order, set) for every message of `me` in `step`; set() returns its contents.
  template <class Visit>
  static constexpr void sends(const Parts& parts, const Coordinates& me, std::uint32_t step, Visit&& visit) {
    const Node node = Parts::node(me);
    const std::uint32_t h = parts.h, x = node.x % h, y = node.y % h;
    if (step >= parts.first_share) {
      parts.share.sends({x, y}, step - parts.first_share, [&](Node to, auto&& set) {
        visit(Coordinates{node.x - x + to.x, node.y - y + to.y}, Order::ascending, set);
      });
    } else if (!parts.on_diagonal(node)) {
      return;
    } else if (step < parts.first_row) {
      if (!parts.in_block_of_root(node)) return;
      parts.scatter.sends(y, step, [&](const LineSplit::Part& part, bool second) {
        visit(Coordinates{node.x - x + (part.holder ^ parts.share.c), node.y - y + part.holder},
              second ? Order::ascending : Order::descending, [&] { return parts.rows(part); });
      });
    } else if (step < parts.first_column) {
      if (node.y / h != parts.root.y / h) return;
      parts.row.sends(node.x / h, step - parts.first_row, [&](const LineSplit::Part& part, bool) {
        visit(Coordinates{part.holder * h + x, node.y}, Order::ascending,
              [&] { return parts.share.piece(y); });
      });
    } else {
      parts.column.sends(node.y / h, step - parts.first_column, [&](const LineSplit::Part& part, bool) {
        visit(Coordinates{node.x, part.holder * h + y}, Order::ascending,
              [&] { return parts.share.piece(y); });
      });
    }
  }

  /// Number of non-empty messages that reach `rank` in `step`.
  static constexpr std::uint32_t received(const Job& job, const Parts& parts, Rank rank, std::uint32_t step) {
    const Node node = Parts::node(parts.frame.coordinates(rank));
    const std::uint32_t h = parts.h, x = node.x % h, y = node.y % h;
    const bool full = padded(job.bytes) / 8 >= parts.share.units();  // no unit is empty
    const auto counts = [&](auto&& set) { return full || has_bytes(job, set(), parts.share.units()); };
    if (step >= parts.first_share) {
      const std::uint32_t s = step - parts.first_share;
      if (s >= parts.share.steps()) return 0;
      std::uint32_t count = 0;
      parts.share.sources({x, y}, s, [&](Node from) {
        parts.share.sends(from, s, [&](Node to, auto&& set) { count += to == Node{x, y} && counts(set); });
      });
      return count;
    }
    if (!parts.on_diagonal(node)) return 0;
    LineSplit::Part part{};
    if (step < parts.first_row) {
      return parts.in_block_of_root(node) && parts.scatter.receives(y, step, part) &&
             counts([&] { return parts.rows(part); });
    }
    const auto piece = [&] { return parts.share.piece(y); };
    if (step < parts.first_column) {
      return node.y / h == parts.root.y / h && parts.row.receives(node.x / h, step - parts.first_row, part) &&
             counts(piece);
    }
    return parts.column.receives(node.y / h, step - parts.first_column, part) && counts(piece);
  }
};

struct RecursionBasedAllPort : DiagonalBroadcast<0, false> {
  static constexpr const char* name = "recursion-based-all-port";
  static constexpr const char* summary =
      "scatter over a diagonal on all links, then share 16-fold in three steps (Zhuang & Liberatore, 8)";
};

struct RecursionBasedQuarters : DiagonalBroadcast<0, true> {
  static constexpr const char* name = "recursion-based-quarters";
  static constexpr const char* summary =
      "recursion-based-all-port; the final 2x2 exchange quarters, then halves of quarters (ours)";
};

template <unsigned d>
struct NpD : DiagonalBroadcast<d, true> {
  static_assert(d >= 1 && d <= 3);
  static constexpr char name[] = {'n', 'p', '-', 'd', ':', '0' + d, 0};
  static constexpr const char* summary =
      "stand-in for NP-D: blocks of side 2^d, ternary between them (Zhuang & Liberatore, 8.3)";
};

}  // namespace collnoc
