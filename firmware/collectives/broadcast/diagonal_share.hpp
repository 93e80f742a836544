// Stage 2 of the all-port `recursion-based`. In a square of side 2^m, each node of the diagonal {x xor y = c}
// holds one of 2^m pieces. At the end, all nodes hold all pieces. Zhuang & Liberatore, section 8.1.
//
//   m odd:   three steps (all_port_exchange.hpp) distribute from the square to 16 sub-squares with loaded
//            diagonals
//   m even:  first V and H, as in one-port, distribute from the square to 4 sub-squares
//   then three steps to 16 again, until the squares have side 2; V and H finish these
//
// The alternative finish (`quarters`) is new in this project. V and H transfer a quarter of the message, then
// half. In the alternative, every node first sends its quarter to both neighbours at once. Then it sends to
// each neighbour half of what it received from the other one.
//
// A piece is two units. After r rounds, a node holds 4^r segments of the first round. They are not one range,
// so most messages have several puts: 1.5 on average on 8x8, 3.3 on 32x32.
#pragma once
#include "collnoc/firmware/collectives/broadcast/all_port_exchange.hpp"
#include "collnoc/firmware/collectives/broadcast/unit_set.hpp"

namespace collnoc {

struct DiagonalShare {
  unsigned order = 0;     ///< m; at most 8
  std::uint32_t c = 0;    ///< below 2^m
  bool quarters = false;  ///< use the alternative finish

  struct Node {
    std::uint32_t x, y;
    friend constexpr bool operator==(const Node&, const Node&) = default;
  };

  constexpr unsigned units() const { return 2u << order; }
  constexpr std::uint32_t steps() const { return order == 0 ? 0 : opening() + 3 * rounds() + 2; }

  /// The piece that the diagonal node of row y starts with: two units. Bit-reversed order lets messages
  /// consist of fewer ranges.
  constexpr UnitSet piece(std::uint32_t y) const {
    UnitSet set;
    set.insert(2 * reversed(y, order));
    set.insert(2 * reversed(y, order) + 1);
    return set;
  }

  /// Calls visit(target, set) for every message of `node` in `step`; set() returns its contents.
  template <class Visit>
  constexpr void sends(Node node, std::uint32_t step, Visit&& visit) const {
    if (step < opening()) {
      open(node, step, visit);
    } else if (step < opening() + 3 * rounds()) {
      exchange(node, (step - opening()) / 3, (step - opening()) % 3, visit);
    } else {
      finish(node, step - opening() - 3 * rounds(), visit);
    }
  }

  /// Calls visit(source) for every node that may have a message for `node` in `step`; at most once each.
  template <class Visit>
  constexpr void sources(Node node, std::uint32_t step, Visit&& visit) const {
    const std::uint32_t side = 1u << order;
    if (step < opening()) {
      visit(step == 0 ? Node{node.x, node.y ^ (side - 1)} : Node{node.x ^ side / 2, node.y});
    } else if (step < opening() + 3 * rounds()) {
      const Place to = place(node, (step - opening()) / 3);
      if (to.sub_square > 15) return;
      const ExchangePlan& plan = *to.plan;
      const unsigned s = (step - opening()) % 3;
      for (unsigned i = plan.first[s]; i < plan.first[s + 1]; ++i) {
        if (plan.moves[i].to == to.name()) visit(to.node(plan.moves[i].from, to.partner(plan.moves[i])));
      }
    } else {
      if (!quarters && step + 2 == steps()) return visit({node.x, node.y ^ 1});
      visit(Node{node.x ^ 1, node.y});
      if (quarters) visit(Node{node.x, node.y ^ 1});
    }
  }

 private:
  constexpr std::uint32_t opening() const { return order % 2 == 0 && order > 0 ? 2 : 0; }
  constexpr std::uint32_t rounds() const { return order == 0 ? 0 : (order - 1) / 2; }

  /// Position of a node in round r: its square of side 4q, its sub-square, and its diagonal there.
  struct Place {
    std::uint32_t x0, y0, q, low;  ///< corner of the square; low: x xor y on M of the sub-squares
    const ExchangePlan* plan;
    bool main_only;
    bool swapped;              ///< M and A exchanged
    std::uint32_t sub_square;  ///< 4i + j; 16: on no diagonal
    bool anti;
    std::uint32_t w;

    constexpr std::uint8_t name() const { return static_cast<std::uint8_t>(16 * anti + sub_square); }
    constexpr std::uint32_t partner(ExchangePlan::Move move) const { return move.flips() ? w ^ (q - 1) : w; }
    constexpr Node node(unsigned name, std::uint32_t row) const {
      const std::uint32_t across = row ^ low ^ (name / 16 != 0 ? q - 1 : 0);
      return {x0 + name % 4 * q + across, y0 + name / 4 % 4 * q + row};
    }
  };

  constexpr Place place(Node node, unsigned round) const {
    const unsigned k = order - opening() / 2 - 2 * round - 2;  // 2^k: side of the sub-squares
    const std::uint32_t q = 1u << k, u = node.x & (4 * q - 1), v = node.y & (4 * q - 1), t = c >> k & 3;
    Place p{node.x - u, node.y - v, q,     c & (q - 1), &exchange_of_main[t], round == 0 && order % 2 == 1,
            false,      16,         false, v & (q - 1)};
    if (!p.main_only) {
      p.swapped = t > 1;
      p.plan = &exchange_of_both[p.swapped ? 3 - t : t];
      if (p.swapped) p.low ^= q - 1;
    }
    const std::uint32_t across = (u & (q - 1)) ^ p.w ^ p.low;
    p.anti = across != 0;
    if (across == 0 || across == q - 1) p.sub_square = (v >> k) * 4 + (u >> k);
    return p;
  }

  /// Portion `p` of segment `s` in the round of `at`.
  constexpr UnitSet segment(const Place& at, unsigned round, unsigned s, std::uint32_t p) const {
    const std::uint32_t y = at.y0 + s % 4 * at.q + p;
    if (at.main_only) {
      UnitSet set;
      set.insert(2 * reversed(y, order) + s / 4);
      return set;
    }
    const std::uint32_t side = 4 * at.q, v = y - at.y0;
    const bool anti = (s >= 4) != at.swapped;
    return held({at.x0 + (v ^ (c & (side - 1)) ^ (anti ? side - 1 : 0)), y}, round);
  }

  constexpr UnitSet segments(const Place& at, unsigned round, unsigned mask) const {
    UnitSet set;
    for (unsigned s = 0; s < 8; ++s) {
      if ((mask >> s & 1) == 0) continue;
      const bool flip = at.plan->flipped[at.name()] >> s & 1;
      set |= segment(at, round, s, flip ? at.w ^ (at.q - 1) : at.w);
    }
    return set;
  }

  /// What a node holds after `round` exchanges. For odd orders and round 0: its own piece.
  constexpr UnitSet held(Node node, unsigned round) const {
    const std::uint32_t half = (1u << order) / 2, across = node.x ^ node.y ^ c;
    if (round == 0) {
      if (order % 2 == 1) return across == 0 ? piece(node.y) : UnitSet{};
      return piece((across & (half - 1)) == 0 ? node.y : node.y ^ (2 * half - 1));
    }
    const Place at = place(node, round - 1);
    const unsigned kept = at.plan->kept[at.sub_square];
    return segments(at, round - 1, at.anti ? ~kept & 255u : kept);
  }

  /// V and H of the whole square.
  template <class Visit>
  constexpr void open(Node node, std::uint32_t step, Visit&& visit) const {
    const std::uint32_t side = 1u << order, across = node.x ^ node.y ^ c;
    if (across == 0) {
      const Node to = step == 0 ? Node{node.x, node.y ^ (side - 1)} : Node{node.x ^ side / 2, node.y};
      visit(to, [&] { return piece(node.y); });
    } else if (across == side - 1 && step == 1) {
      visit(Node{node.x ^ side / 2, node.y}, [&] { return piece(node.y ^ (side - 1)); });
    }
  }

  template <class Visit>
  constexpr void exchange(Node node, unsigned round, unsigned step, Visit&& visit) const {
    const Place from = place(node, round);
    if (from.sub_square > 15) return;
    const ExchangePlan& plan = *from.plan;
    for (unsigned i = plan.first[step]; i < plan.first[step + 1]; ++i) {
      const ExchangePlan::Move& move = plan.moves[i];
      if (move.from != from.name()) continue;
      visit(from.node(move.to, from.partner(move)), [&] { return segments(from, round, move.segments); });
    }
  }

  template <class Visit>
  constexpr void finish(Node node, std::uint32_t step, Visit&& visit) const {
    const Node vertical{node.x, node.y ^ 1}, horizontal{node.x ^ 1, node.y};
    const auto own = [&](Node n) { return held(n, rounds()); };
    const bool loaded = order > 1 || (node.x ^ node.y ^ c) == 0;
    if (!quarters) {
      if (step == 1) {
        visit(horizontal, [&] {
          UnitSet set = own(node);
          return set |= own(vertical);
        });
      } else if (loaded) {
        visit(vertical, [&] { return own(node); });
      }
    } else if (order == 1) {  // each node of the diagonal has half of the message
      if (step == 0 && !loaded) return;
      visit(horizontal, [&] { return own(loaded ? node : vertical).half(step == 1); });
      visit(vertical, [&] { return own(loaded ? node : horizontal).half(step == 0); });
    } else if (step == 0) {
      visit(horizontal, [&] { return own(node); });
      visit(vertical, [&] { return own(node); });
    } else {
      visit(horizontal, [&] { return own(vertical).half(false); });
      visit(vertical, [&] { return own(horizontal).half(true); });
    }
  }
};

}  // namespace collnoc
