// Phases of a one-port total exchange with one message per pair of nodes. No two messages of a phase share a
// link. `direct-phased` uses these phases on the whole network; `product-bundled` uses them in one dimension
// after the other. Ring patterns and their products after Hinrichs, Kosak, O'Hallaron, Stricker & Take, "An
// architecture for optimal all-to-all personalized communication" (SPAA 1994). New in this project: lines,
// extents that are not multiples of 4, and products of more than two dimensions.
//
// One dimension of 2h nodes: nodes i and i + h form a class. Two classes i < j form a pattern of four
// messages. A pattern uses every link of a ring once, or every link of a line once in each direction:
//
//   cw    i -> j -> i+h -> j+h -> i          ccw   the reverse
//   one class alone: i <-> i+h (half-way), or both stay; even classes in cw, odd classes in ccw
//
// A round pairs all classes, as in a round-robin tournament. In h rounds, each run cw and ccw, every node
// sends to every other node once. The patterns of a round are its groups; there are at most M =
// floor((h+1)/2). More dimensions: a phase selects a round and a direction in each dimension, and a number r
// < M. A node sends when the numbers of its groups add up to r modulo M. A target is in the same groups as
// its source. All group numbers but one determine the last one, so every row and every column has one
// pattern. If all dimensions are rings and M > 1, the opposite directions run at the same time, with r + 1 in
// place of r. An odd extent is treated as the next even one, with one node missing. Generalized hypercubes:
// in phase v, each node sends to the node at offset v, and all messages use different links.
#pragma once
#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Who sends to whom in one dimension, for each round.
struct PhasedDimension {
  std::uint32_t extent = 1;

  /// A round and its direction.
  struct Turn {
    std::uint32_t round;
    bool clockwise;
  };

  constexpr std::uint32_t half() const { return (extent + 1) / 2; }
  constexpr std::uint32_t rounds() const { return half(); }
  constexpr std::uint32_t groups() const { return (half() + 1) / 2; }

  /// Number of the group of node `at` in a round.
  constexpr std::uint32_t group(std::uint32_t at, std::uint32_t round) const {
    const std::uint32_t c = at % half();
    if (round == circle()) return c / 2;  // every class is alone
    if (c == circle()) return 0;
    const std::uint32_t ahead = (c + circle() - round) % circle();
    return ahead < circle() - ahead ? ahead : circle() - ahead == circle() ? 0 : circle() - ahead;
  }

  /// Target of node `at` in a turn: `at` itself, another node, or `extent` when the target is the missing
  /// node.
  constexpr std::uint32_t target(std::uint32_t at, Turn turn) const {
    const std::uint32_t c = at % half(), p = partner(c, turn.round);
    const bool cross = p == c ? (c % 2 == 0) == turn.clockwise : (c < p) != turn.clockwise;
    return p + (cross == (at < half()) ? half() : 0);
  }

  /// The turn in which `from` sends to `to`.
  constexpr Turn turn(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t a = from % half(), b = to % half();
    std::uint32_t round = 0;
    if (half() % 2 == 0 && a == b) {
      round = circle();
    } else if (a == circle() || b == circle()) {
      round = a == circle() ? b : a;
    } else {
      round = (a + b) * ((circle() + 1) / 2) % circle();
    }
    return {round, target(from, {round, true}) == to};
  }

 private:
  /// Number of classes that rotate in the tournament: all, or all but the last one, which stays fixed.
  constexpr std::uint32_t circle() const { return half() - (half() + 1) % 2; }
  constexpr std::uint32_t partner(std::uint32_t c, std::uint32_t round) const {
    if (round == circle()) return c;
    if (c == circle()) return round;
    if (c == round) return half() % 2 == 0 ? circle() : c;
    return (2 * round + circle() - c) % circle();
  }
};

/// What a node sends in a phase.
struct PhaseMessage {
  bool any = false;
  Rank to = 0;
  Route route{};
};

/// The phases of a network.
struct Phases {
  static constexpr std::uint32_t count(const Topology& topology) {
    if (topology.one_hop_dimensions()) return topology.size() - 1;
    std::uint32_t phases = groups(topology);
    bool pairs = true;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      phases *= turns(topology, d);
      pairs &= topology.extent(d) <= 2;
    }
    return pairs ? phases - 1 : phases;  // with pairs only, no node sends in the last phase
  }

  /// Number of ways: 2 if opposite directions run at the same time, otherwise 1.
  static constexpr unsigned ways(const Topology& topology) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (topology.extent(d) > 1 && !topology.wraps(d)) return 1;
    }
    return groups(topology) > 1 ? 2 : 1;
  }

  static constexpr PhaseMessage message(const Topology& topology, Rank rank, std::uint32_t phase) {
    const Coordinates me = topology.coordinates(rank);
    if (topology.one_hop_dimensions()) {
      Coordinates to = topology.coordinates(phase + 1);
      for (unsigned d = 0; d < topology.dims(); ++d) to[d] = (to[d] + me[d]) % topology.extent(d);
      return {true, topology.rank(to), {}};
    }
    const std::uint32_t combination = phase / groups(topology), r = phase % groups(topology);
    for (unsigned way = 0; way < ways(topology); ++way) {
      if (round_of(topology, me, combination, way) != r) continue;
      Coordinates to{};
      Route route;
      bool there = true;
      std::uint32_t rest = combination;
      for (unsigned d = 0; d < topology.dims(); ++d) {
        const PhasedDimension dimension{topology.extent(d)};
        const PhasedDimension::Turn turn = this_turn(topology, d, rest % turns(topology, d), way);
        rest /= turns(topology, d);
        to[d] = topology.extent(d) == 1 ? 0 : dimension.target(me[d], turn);
        there &= to[d] < topology.extent(d);
        const bool plus = topology.wraps(d) ? turn.clockwise : me[d] < to[d];
        if (me[d] != to[d]) route.direction[d] = plus ? Direction::plus : Direction::minus;
      }
      if (there && topology.rank(to) != rank) return {true, topology.rank(to), route};
    }
    return {};
  }

  /// Messages that reach `rank` in the phases before `phase`.
  static constexpr std::uint32_t arrivals(const Topology& topology, Rank rank, std::uint32_t phase) {
    if (topology.one_hop_dimensions()) return phase;
    const Coordinates me = topology.coordinates(rank);
    const std::uint32_t combination = phase / groups(topology), r = phase % groups(topology);
    std::uint32_t count = 0;
    for (unsigned way = 0; way < ways(topology); ++way) {
      // Combinations that have a source: those before this one, and this one if the rank's turn is over.
      const bool been = r > round_of(topology, me, combination, way);
      const std::uint32_t end = combination + (been ? 1 : 0);
      count += sources(topology, me, end, way);
      if (stays(topology, me, end, way)) --count;
    }
    return count;
  }

 private:
  /// M, the largest number of groups in a dimension.
  static constexpr std::uint32_t groups(const Topology& topology) {
    std::uint32_t most = 1;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t here = PhasedDimension{topology.extent(d)}.groups();
      if (here > most) most = here;
    }
    return most;
  }
  /// With two ways: the dimension whose direction is determined by the way.
  static constexpr unsigned leader(const Topology& topology) {
    unsigned d = 0;
    while (topology.extent(d) == 1) ++d;
    return d;
  }
  /// Turns of dimension d, in the order of the phases. Each way has its own turns.
  static constexpr std::uint32_t turns(const Topology& topology, unsigned d) {
    if (topology.extent(d) == 1) return 1;
    const bool led = ways(topology) == 2 && d == leader(topology);
    return PhasedDimension{topology.extent(d)}.rounds() * (led ? 1 : 2);
  }
  static constexpr PhasedDimension::Turn this_turn(const Topology& topology, unsigned d, std::uint32_t number,
                                                   unsigned way) {
    if (ways(topology) == 2 && d == leader(topology)) return {number, way == 0};
    return {number / 2, number % 2 == way};
  }
  /// Inverse of this_turn, or turns() when the turn belongs to the other way.
  static constexpr std::uint32_t number_of(const Topology& topology, unsigned d, PhasedDimension::Turn turn,
                                           unsigned way) {
    const bool first = turn.clockwise == (way == 0);
    if (ways(topology) == 2 && d == leader(topology)) return first ? turn.round : turns(topology, d);
    return 2 * turn.round + (first ? 0 : 1);
  }

  /// The r for which a node sends in a combination of turns.
  static constexpr std::uint32_t round_of(const Topology& topology, const Coordinates& me,
                                          std::uint32_t combination, unsigned way) {
    const std::uint32_t most = groups(topology);
    std::uint32_t sum = most - way;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const PhasedDimension::Turn turn = this_turn(topology, d, combination % turns(topology, d), way);
      combination /= turns(topology, d);
      if (topology.extent(d) > 1) sum += PhasedDimension{topology.extent(d)}.group(me[d], turn.round);
    }
    return sum % most;
  }

  /// In how many of the combinations before `end` some node, possibly `me` itself, sends to `me`.
  static constexpr std::uint32_t sources(const Topology& topology, const Coordinates& me, std::uint32_t end,
                                         unsigned way) {
    // From the highest dimension down, turn by turn: below a smaller turn, all lower turns are free. The turn
    // in which the missing node of an odd extent would send does not count.
    std::uint32_t count = 0, lower = 1;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t all = turns(topology, d), number = end % all;
      std::uint32_t missing = all;
      if (topology.extent(d) % 2 == 1 && topology.extent(d) > 1) {
        const PhasedDimension dimension{topology.extent(d)};
        missing = number_of(topology, d, dimension.turn(topology.extent(d), me[d]), way);
      }
      end /= all;
      count = (number == missing ? 0 : count) + (number - (missing < number ? 1 : 0)) * lower;
      lower *= all - (missing < all ? 1 : 0);
    }
    return count + end * lower;
  }

  /// Whether `me` sends to itself in one of the combinations before `end`.
  static constexpr bool stays(const Topology& topology, const Coordinates& me, std::uint32_t end,
                              unsigned way) {
    std::uint32_t combination = 0, weight = 1;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t all = turns(topology, d);
      if (topology.extent(d) > 1) {
        const PhasedDimension dimension{topology.extent(d)};
        const std::uint32_t number = number_of(topology, d, dimension.turn(me[d], me[d]), way);
        if (number == all) return false;
        combination += number * weight;
      }
      weight *= all;
    }
    return combination < end;
  }
};

}  // namespace collnoc
