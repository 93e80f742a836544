// When the messages of an exchange on an 8x8 torus start, so that they follow each other on every link almost
// without a gap.
//
//   link 0   |head .. tail of A|head .. tail of C|     C comes to link 1 while B, which started behind A's
//   link 1         |head .. tail of B||..........|     path, is still on it: C waits, at most 2 cycles
//
// The messages are those of contention_free_phases.hpp: 64 phases, and in each of them every link carries one
// message. A message of F flits is on link k of its path k hops after its start. Where it is link number k of
// one message and link number j < k of the next, a gap of k - j cycles opens. So two things matter: the order
// of the phases, which the table has, and that each message starts as early as its own path allows. A head
// flit may reach a link up to `allowed_wait` cycles before the link is free. It waits in the buffer in front
// of the link. The flits behind it follow into that buffer: with 4 flits and credits that return in 2 cycles,
// the previous link carries flits for 2 more cycles. The buffer is free when the message's last flit has left
// it. The last packet of the message in front must have begun by then; otherwise the waiting message would
// pass between its packets. So if that packet has only 2 flits, the allowed wait is 1.
//
// Ranks whose coordinates are equal modulo 4 do the same in all phases: 16 classes. The starts are computed
// at compile time, from the paths alone. The order was found by simulated annealing of the time of the last
// message. It ends after 64 (F + 1) cycles; with all ranks at once, phase after phase, the gaps alone add up
// to 212 cycles.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/contention_free_phases.hpp"

namespace collnoc {

class TorusTimes {
 public:
  static constexpr std::uint32_t side = 8, classes = 4, phases = 64;
  static constexpr std::uint32_t most_wait = 2;
  /// Shortest message in flits for which the starts are computed; they also suit longer ones.
  static constexpr std::uint32_t flits = 9;
  static constexpr std::array<std::uint8_t, phases> order{
      52, 37, 55, 38, 8,  47, 61, 62, 44, 14, 31, 12, 15, 63, 60, 45, 46, 1,  39, 53, 36, 54,
      5,  6,  22, 21, 33, 48, 35, 50, 49, 25, 11, 41, 56, 32, 13, 30, 29, 43, 58, 40, 57, 42,
      59, 19, 16, 24, 26, 17, 18, 9,  4,  7,  20, 23, 27, 28, 10, 3,  34, 51, 2,  0};

  static constexpr bool suits(const Topology& t) {
    return t.has_directions() && t.dims() == 2 && t.wraps(0) && t.wraps(1) && t.extent(0) == side &&
           t.extent(1) == side;
  }
  /// Hops by which a rank starts its message of step `step` later than `step` messages after the beginning.
  static constexpr std::uint32_t gap(const Coordinates& at, std::uint32_t step, std::uint32_t allowed) {
    const Starts& starts = allowed == 0 ? at_once : allowed == 1 ? after_1 : after_2;
    return starts[step][number(at)];
  }
  /// Cycles that a message may wait: as the hardware allows, and as the last packet of the one before it
  /// does, which has this many flits.
  static constexpr std::uint32_t allowed_wait(const Timing& timing, std::uint32_t last_packet) {
    const std::uint32_t most = last_packet > most_wait ? most_wait : 1;
    return timing.head_wait < most ? timing.head_wait : most;
  }

 private:
  /// Injection channels, links and ejection channels of all classes. A path: the channels and links that a
  /// message occupies, one hop after the other.
  static constexpr std::uint32_t links = 4, nodes = classes * classes, channels = nodes * (links + 2);
  struct Path {
    std::uint8_t length = 0;  ///< 0: no message
    std::array<std::uint8_t, side + 2> channel{};
  };
  using Paths = std::array<Path, nodes>;
  using Starts = std::array<std::array<std::uint8_t, nodes>, phases>;

  static constexpr std::uint32_t number(const Coordinates& at) {
    return at[0] % classes + classes * (at[1] % classes);
  }
  static constexpr Path path(const Topology& torus, Rank rank, std::uint32_t phase) {
    const PhaseMessage message = Phases::message(torus, rank, phase);
    Path path;
    if (!message.any) return path;
    Coordinates at = torus.coordinates(rank);
    const Coordinates to = torus.coordinates(message.to);
    const auto use = [&](std::uint32_t channel) {
      path.channel[path.length++] = static_cast<std::uint8_t>(channel);
    };
    use(nodes * links + number(at));
    for (unsigned d = 0; d < 2; ++d) {
      const bool plus = message.route.direction[d] == Direction::plus;
      for (; at[d] != to[d]; at[d] = (at[d] + (plus ? 1 : side - 1)) % side)
        use(number(at) * links + 2 * d + (plus ? 0 : 1));
    }
    use(nodes * (links + 1) + number(at));
    return path;
  }
  static constexpr Paths paths(std::uint32_t phase) {
    const Topology torus = Topology::torus(side, side);
    Paths paths{};
    for (Rank rank = 0; rank < nodes; ++rank)
      paths[rank] = path(torus, rank % classes + side * (rank / classes), phase);
    return paths;
  }

  /// The cycles from which a channel, and the buffer behind it, are free.
  struct Free {
    std::array<std::int32_t, channels> channel{}, buffer{};
  };
  /// Places a message that starts in cycle `start` or later. Returns its start.
  static constexpr std::int32_t place(const Path& path, std::int32_t start, std::int32_t allowed,
                                      Free& free) {
    std::array<std::int32_t, side + 2> at{};
    for (std::uint32_t k = 0; k < path.length; ++k) {
      const std::int32_t arrival = k == 0 ? start : at[k - 1] + 1;
      std::int32_t earliest = free.channel[path.channel[k]];
      if (k != 0 && earliest < free.buffer[path.channel[k - 1]]) earliest = free.buffer[path.channel[k - 1]];
      const std::int32_t wait = earliest - arrival, most = k == 0 ? 0 : allowed;
      if (wait > most) return place(path, start + wait - most, allowed, free);
      at[k] = wait > 0 ? earliest : arrival;
    }
    for (std::uint32_t k = 0; k < path.length; ++k) {
      free.channel[path.channel[k]] = at[k] + static_cast<std::int32_t>(flits);
      if (k + 1 < path.length) free.buffer[path.channel[k]] = at[k + 1] + static_cast<std::int32_t>(flits);
    }
    return start;
  }
  /// The starts of a quarter of the phases. (Compilers limit the work for one constant.)
  template <std::uint32_t quarter>
  struct Part {
    static constexpr std::uint32_t first = quarter * (phases / 4);
    static constexpr std::array<Paths, phases / 4> paths_of_phases() {
      std::array<Paths, phases / 4> all{};
      for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = paths(order[first + i]);
      return all;
    }
    static constexpr auto value = paths_of_phases();
  };
  static constexpr Starts compute(std::int32_t allowed) {
    Starts starts{};
    Free free;
    compute(Part<0>::value, 0, allowed, starts, free);
    compute(Part<1>::value, 1, allowed, starts, free);
    compute(Part<2>::value, 2, allowed, starts, free);
    compute(Part<3>::value, 3, allowed, starts, free);
    return starts;
  }
  static constexpr void compute(const std::array<Paths, phases / 4>& part, std::uint32_t quarter,
                                std::int32_t allowed, Starts& starts, Free& free) {
    for (std::uint32_t i = 0; i < part.size(); ++i) {
      const std::uint32_t step = quarter * (phases / 4) + i;
      const auto begin = static_cast<std::int32_t>(step * flits);
      for (std::uint32_t n = 0; n < nodes; ++n) {
        if (part[i][n].length == 0) continue;
        starts[step][n] = static_cast<std::uint8_t>(place(part[i][n], begin, allowed, free) - begin);
      }
    }
  }
  static const Starts at_once, after_1, after_2;  ///< by the allowed wait
};

inline constexpr TorusTimes::Starts TorusTimes::at_once = compute(0);
inline constexpr TorusTimes::Starts TorusTimes::after_1 = compute(1);
inline constexpr TorusTimes::Starts TorusTimes::after_2 = compute(2);

}  // namespace collnoc
