// rtl/router/reservations.sv on its own, against the rules of the contract (docs/reference/hardware.md,
// "Arbitration").
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "Vreservations_two_groups.h"
#include "Vreservations_two_vcs.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

/// A packet's head at the front of a queue, with its history.
struct Head {
  unsigned channel;
  bool old = false;
  bool could_leave = false;  ///< it was old and ready in the last cycle, and stayed
};

/// The rules, without the hardware's registers.
class Rules {
 public:
  explicit Rules(unsigned queues) : front(queues), reserved(queues) {}
  std::vector<std::optional<Head>> front;  ///< by queue
  std::vector<bool> reserved;              ///< by channel

  /// The end of a cycle with flits: the queues' heads that leave, of those that are ready.
  void end_cycle(const std::vector<bool>& ready, const std::vector<bool>& leaves) {
    const bool tick = ++cycles_ % 32 == 0;
    std::vector<bool> next(reserved.size());
    for (unsigned q = 0; q < front.size(); ++q) {
      if (!front[q]) continue;
      if (leaves[q]) {
        front[q].reset();
        continue;
      }
      front[q]->could_leave = ready[q] && front[q]->old;
      if (front[q]->old) next[front[q]->channel] = true;
      if (tick && !reserved[front[q]->channel]) front[q]->old = true;
    }
    reserved = next;
  }

 private:
  unsigned cycles_ = 0;
};

template <class Top>
void follows_the_rules(unsigned vcs, unsigned vcs_of_input, unsigned seed) {
  constexpr unsigned ports = 5;
  const unsigned queues = ports * vcs;
  Top top;
  top.active_i = 0;
  reset(top);
  Rules rules(queues);
  std::mt19937 random(seed);
  const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
  std::vector<bool> start(queues, true);  // by channel: a head may start there
  unsigned waited = 0, stood_back = 0, several = 0;
  for (unsigned cycle = 0; cycle < 40'000; ++cycle) {
    const unsigned hurry = cycle / 1000 % 2 == 0 ? 4 : 40;  // percent of the ready heads that leave
    const bool active = !chance(3);
    // A queue whose front is a body flit has no head to show.
    for (unsigned q = 0; q < queues && active; ++q) {
      if (rules.front[q] || !chance(30)) continue;
      unsigned out;
      do out = random() % ports;
      while (out == q / vcs ||
             (q / vcs < 4 && out < 4 && out / 2 < q / vcs / 2));  // no turn to a lower dimension
      rules.front[q] = Head{out * vcs + static_cast<unsigned>(random() % vcs)};
    }
    std::vector<bool> ready(queues), leaves(queues);
    unsigned long old_heads = 0;
    for (unsigned q = 0; q < queues; ++q) {
      const auto& head = rules.front[q];
      ready[q] = head && chance(50);
      leaves[q] = active && ready[q] && chance(hurry);
      old_heads += head && head->old;
      put_bits(top.head_i, q, 1, head.has_value());
      const unsigned channel = head ? head->channel : static_cast<unsigned>(random() % queues);
      for (unsigned c = 0; c < queues; ++c) put_bits(top.channel_i, q * queues + c, 1, c == channel);
      const bool changes = chance(30);
      put_bits(top.start_i, q, 1, start[q]);
      start[q] = changes ? chance(50) : start[q];
      put_bits(top.changes_i, q, 1, changes);
      put_bits(top.next_start_i, q, 1, start[q]);
      put_bits(top.ready_i, q, 1, ready[q]);
      put_bits(top.leaves_i, q, 1, leaves[q]);
    }
    top.active_i = active;
    settle(top);
    for (unsigned q = 0; q < queues; ++q) {
      ASSERT_EQ(bits(top.young_start_o, q, 1), bits(top.start_i, q, 1) != 0 && !rules.reserved[q])
          << "channel " << q << " in cycle " << cycle;
      const auto& head = rules.front[q];
      if (!head) continue;
      bool urgent = false;
      for (unsigned p = q / vcs_of_input * vcs_of_input; p < (q / vcs_of_input + 1) * vcs_of_input; ++p)
        urgent |= rules.front[p] && rules.front[p]->could_leave;
      ASSERT_EQ(bits(top.old_o, q, 1), head->old) << "queue " << q << " in cycle " << cycle;
      ASSERT_EQ(bits(top.hurried_o, q, 1), !head->old && urgent) << "queue " << q << " in cycle " << cycle;
      waited += !head->old && rules.reserved[head->channel];
      stood_back += !head->old && urgent;
    }
    several += old_heads > 2;
    if (active) rules.end_cycle(ready, leaves);
    edge(top);
  }
  EXPECT_GT(waited, 10'000u);
  EXPECT_GT(stood_back, 1'000u);
  EXPECT_GT(several, 1'000u);
}

TEST(Reservations, FollowTheRules) { follows_the_rules<Vreservations_two_vcs>(2, 2, 1); }
TEST(Reservations, FollowTheRulesWithTwoInputsPerPort) {
  follows_the_rules<Vreservations_two_groups>(4, 2, 2);
}

}  // namespace
}  // namespace collnoc::test
