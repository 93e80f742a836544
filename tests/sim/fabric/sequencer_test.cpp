// The sequencer keeps its contract (docs/reference/sequencer.md): what each action does, and when. The
// expected values come from the page and from the latency formula alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/fabric/sequencer_fixture.hpp"

namespace collnoc::test {
namespace {

class Sequencer : public SequencerFixture {};

TEST_P(Sequencer, says_that_it_is_there) {
  EXPECT_EQ(bench_.read(middle, nic::seq_state), nic::seq_present);
  for (const nic::Register& r : nic::registers) {
    if (std::string(r.access) != "rw" || r.offset < nic::seq_plan || r.offset >= nic::counter(0)) continue;
    bench_.write(middle, r.offset, 0x80001234 + r.offset);
    EXPECT_EQ(bench_.read(middle, r.offset), 0x80001234 + r.offset) << r.name;
  }
  EXPECT_EQ(bench_.read(middle, nic::seq_action(0)), 0u);
}

TEST_P(Sequencer, sends_a_put_three_cycles_after_the_increment_it_waits_for) {
  for (const std::uint32_t bytes : {0u, 8u, 240u}) {
    load(middle,
         {put({.bytes = bytes, .counter = 2, .gate = 1, .count = 1}),
          {word(Kind::consume, 1, 1)},
          {word(Kind::end)}},
         channel_to(right));
    start(middle);
    fabric().step(100);
    EXPECT_TRUE(out(middle).quiescent);
    bench_.put(left, 0, 0, 0, 1 | nic::ctrl_signal, middle);
    const Cycle increment = event(middle) - 1;  // event_o follows the increment by one cycle
    const unsigned flits = 1 + bytes / 8;
    EXPECT_EQ(event(right), increment + 3 - write_to_head + software_latency(flits)) << bytes;
    EXPECT_TRUE(bench_.settle());
    EXPECT_FALSE(running(middle));
    EXPECT_EQ(counter(middle, 1), 0u);
  }
}

TEST_P(Sequencer, sends_puts_that_wait_for_nothing_every_two_cycles) {
  Actions actions;
  for (unsigned i = 0; i < 20; ++i) actions.push_back(put({.counter = 3}));
  actions.push_back({word(Kind::end)});
  load(middle, actions, channel_to(right));
  start(middle);
  Cycle last = event(right);
  for (unsigned i = 1; i < 20; ++i) {
    const Cycle next = event(right);
    if (i > 2) EXPECT_EQ(next - last, 2u) << i;  // before, the other contexts fetch, too
    last = next;
  }
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 3), 20u);
}

TEST_P(Sequencer, sends_messages_of_data_without_a_gap) {
  // Three messages of 1 + 30 flits: the tails, hence the events, are 31 cycles apart.
  load(middle, {put({.bytes = 240}), put({.bytes = 240}), put({.bytes = 240}), {word(Kind::end)}},
       channel_to(right));
  start(middle);
  const Cycle first = event(right);
  EXPECT_EQ(event(right) - first, 31u);
  EXPECT_EQ(event(right) - first, 62u);
}

TEST_P(Sequencer, performs_until_at_its_time) {
  constexpr std::uint32_t time = 150;
  load(middle, {{word(Kind::until, 0, time)}, put({}), {word(Kind::end)}}, channel_to(right));
  const Cycle begin = start(middle);
  EXPECT_EQ(event(right), begin + time + 5 - write_to_head + software_latency(1));
}

TEST_P(Sequencer, starts_at_the_cycle_that_was_asked_for) {
  for (const Cycle ahead : {50u, 1u}) {
    load(middle, {{word(Kind::until, 0, 40)}, put({}), {word(Kind::end)}}, channel_to(right));
    const auto at = static_cast<std::uint32_t>(now() + ahead);
    bench_.write(middle, nic::seq_at, at);
    bench_.write(middle, nic::seq_control, nic::seq_start | nic::seq_timed);
    fabric().step();
    EXPECT_EQ(bench_.read(middle, nic::seq_state) & nic::seq_armed, ahead > 10 ? nic::seq_armed : 0u);
    EXPECT_EQ(event(right), at + 40 + 5 - write_to_head + software_latency(1));
    EXPECT_TRUE(bench_.settle());
  }
}

TEST_P(Sequencer, does_nothing_before_its_start) {
  load(middle, {put({}), {word(Kind::end)}}, channel_to(right));
  const auto at = static_cast<std::uint32_t>(now() + 100);
  bench_.write(middle, nic::seq_at, at);
  bench_.write(middle, nic::seq_control, nic::seq_start | nic::seq_timed);
  // Fetched and checked before, the put is accepted in the first cycle: two cycles before its head.
  EXPECT_EQ(event(right), at + 2 - write_to_head + software_latency(1));
}

TEST_P(Sequencer, sends_pieces_as_the_counter_grows) {
  for (unsigned w = 0; w < 25; ++w) poke(middle, data_base + 8 * w, 1000 + w);
  // 25 words less 3 bytes in pieces of 10 words: 10, 10 and 5.
  load(middle, {put({.bytes = 197, .counter = 2, .gate = 1, .count = 2, .piece = 10}), {word(Kind::end)}},
       channel_to(right));
  start(middle);
  const auto signal = [&] {
    bench_.put(left, 0, 0, 0, 1 | nic::ctrl_signal, middle);
    EXPECT_TRUE(bench_.settle());
  };
  EXPECT_TRUE(bench_.settle());
  signal();
  EXPECT_EQ(counter(right, 2), 0u);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_TRUE(running(middle));
    signal();
    EXPECT_EQ(counter(right, 2), i + 1);
    for (unsigned w = 0; w < 25; ++w) {
      const bool there = w < 10 * (i + 1);
      const std::uint64_t want = !there ? 0 : w == 24 ? (1000 + w) & 0xff'ffff'ffff : 1000 + w;
      EXPECT_EQ(peek(right, target_base + 8 * w), want) << "after piece " << i << ", word " << w;
    }
  }
  EXPECT_FALSE(running(middle));
}

TEST_P(Sequencer, waits_until_a_counter_is_large_enough) {
  const std::uint32_t begin =
      load(middle, {{word(Kind::wait, 7, 3)}, put({}), {word(Kind::end)}}, channel_to(right));
  start(middle);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_TRUE(bench_.settle());
    EXPECT_EQ(bench_.read(middle, nic::seq_action(channel_to(right))), begin);
    EXPECT_EQ(counter(right, 1), 0u);
    bench_.put(left, 0, 0, 0, 7 | nic::ctrl_signal, middle);
  }
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 1), 1u);
  EXPECT_EQ(counter(middle, 7), 3u);
}

TEST_P(Sequencer, compares_anew_after_a_subtraction) {
  load(middle, {{word(Kind::wait, 7, 2)}, {word(Kind::end)}}, 0);
  start(middle);
  const auto signal = [&] {
    bench_.put(left, 0, 0, 0, 7 | nic::ctrl_signal, middle);
    EXPECT_TRUE(bench_.settle());
  };
  signal();
  bench_.write(middle, nic::counter(7), 1);
  signal();
  EXPECT_TRUE(running(middle));  // 1 - 1 + 1
  signal();
  EXPECT_FALSE(running(middle));
}

TEST_P(Sequencer, consumes) {
  for (unsigned i = 0; i < 5; ++i) bench_.put(left, 0, 0, 0, 9 | nic::ctrl_signal, middle);
  EXPECT_TRUE(bench_.settle());
  load(middle, {{word(Kind::consume, 9, 3)}, {word(Kind::end)}}, 0);
  start(middle);
  event(middle);  // the end of the plan
  EXPECT_FALSE(running(middle));
  EXPECT_EQ(counter(middle, 9), 2u);
}

TEST_P(Sequencer, raises_the_event_once_when_the_plan_ends) {
  load(middle, {{word(Kind::until, 0, 60)}, {word(Kind::end)}}, 0);
  start(middle);
  unsigned events = 0;
  for (unsigned i = 0; i < 120; ++i) {
    fabric().step();
    events += out(middle).event;
  }
  EXPECT_EQ(events, 1u);
  EXPECT_EQ(bench_.read(middle, nic::error), 0u);
}

TEST_P(Sequencer, contexts_wait_for_each_other_only_at_a_meeting) {
  if (!GetParam()) GTEST_SKIP() << "one context";
  const unsigned to_right = channel_to(right), to_left = channel_to(left);
  std::vector<Actions> all(4, {{word(Kind::end)}});
  all[to_right] = {{word(Kind::wait, 5, 1)}, {word(Kind::meet)}, put({.dst = right}), {word(Kind::end)}};
  all[to_left] = {put({.dst = left, .counter = 2}),
                  {word(Kind::meet)},
                  put({.dst = left, .counter = 3}),
                  {word(Kind::end)}};
  load_all(middle, all);
  start(middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(left, 2), 1u);
  EXPECT_EQ(counter(left, 3), 0u);
  EXPECT_EQ(counter(right, 1), 0u);
  bench_.put(1, 0, 0, 0, 5 | nic::ctrl_signal, middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(left, 3), 1u);
  EXPECT_EQ(counter(right, 1), 1u);
  EXPECT_FALSE(running(middle));
}

TEST_P(Sequencer, stops_in_the_middle_of_a_put) {
  load(middle, {put({.bytes = 80, .gate = 1, .piece = 1}), put({}), {word(Kind::end)}}, channel_to(right));
  start(middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 1), 1u);
  bench_.write(middle, nic::seq_control, nic::seq_stop);
  EXPECT_FALSE(running(middle));
  bench_.put(left, 0, 0, 0, 1 | nic::ctrl_signal, middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 1), 1u);
  EXPECT_EQ(bench_.read(middle, nic::error), 0u);
  // It can start again.
  load(middle, {put({}), {word(Kind::end)}}, channel_to(right));
  start(middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 1), 2u);
}

TEST_P(Sequencer, shares_the_channel_with_software) {
  // Both have puts all the time; each message takes 11 flits, so the channel is what they share.
  Actions actions;
  for (unsigned i = 0; i < 60; ++i) actions.push_back(put({.bytes = 80, .counter = 2}));
  actions.push_back({word(Kind::end)});
  load(middle, actions, channel_to(right));
  bench_.bus(middle).write(nic::seq_control, nic::seq_start);
  bench_.put(middle, data_base, target_base, 80, 3, right);
  for (unsigned i = 1; i < 60; ++i) bench_.bus(middle).write(nic::put_node, topology_.address(right));
  fabric().step(600);
  const std::uint32_t of_plan = counter(right, 2), of_software = counter(right, 3);
  EXPECT_GT(of_plan, 20u);
  EXPECT_LE(of_plan > of_software ? of_plan - of_software : of_software - of_plan, 6u);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 2), 60u);
  EXPECT_EQ(counter(right, 3), 60u);
}

TEST_P(Sequencer, reads_counters_that_software_reads_too) {
  load(middle, {{word(Kind::wait, 7, 40)}, put({}), {word(Kind::end)}}, channel_to(right));
  start(middle);
  bench_.put(left, 0, 0, 0, 7 | nic::ctrl_signal, middle);
  for (unsigned i = 1; i < 40; ++i) bench_.bus(left).write(nic::put_node, topology_.address(middle));
  for (unsigned i = 0; i < 300; ++i) bench_.bus(middle).read(nic::counter(7));
  EXPECT_TRUE(bench_.settle());
  const auto& values = bench_.bus(middle).values;
  EXPECT_EQ(values.back(), 40u);
  EXPECT_TRUE(std::is_sorted(values.end() - 300, values.end()));
  EXPECT_EQ(counter(right, 1), 1u);
}

INSTANTIATE_TEST_SUITE_P(nics, Sequencer, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "all_port" : "one_port"; });

TEST(NoSequencer, has_registers_that_read_zero) {
  Bench bench(Topology::mesh(2, 1), {}, NodeKind::lockstep);
  for (std::uint32_t at = nic::seq_plan; at < nic::counter(0); at += 4) {
    bench.write(0, at, ~0u);
    EXPECT_EQ(bench.read(0, at), 0u) << at;
  }
  EXPECT_EQ(bench.read(0, nic::error), 0u);
  EXPECT_TRUE(bench.settle());
}

}  // namespace
}  // namespace collnoc::test
