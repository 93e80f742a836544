// Bad actions and bad starts: the sequencer stops, says where, and performs nothing of what is bad
// (docs/reference/sequencer.md, "Bad actions").
#include <gtest/gtest.h>

#include "tests/sim/fabric/sequencer_fixture.hpp"

namespace collnoc::test {
namespace {

class SequencerErrors : public SequencerFixture {};

TEST_P(SequencerErrors, refuses_a_start_while_it_runs) {
  load(middle, {{word(Kind::wait, 7, 1)}, put({}), {word(Kind::end)}}, channel_to(right));
  start(middle);
  start(middle);
  EXPECT_EQ(bench_.read(middle, nic::error), nic::error_action);
  EXPECT_EQ(bench_.read(middle, nic::seq_fault), 0u);
  EXPECT_TRUE(running(middle));
  bench_.put(left, 0, 0, 0, 7 | nic::ctrl_signal, middle);
  EXPECT_TRUE(bench_.settle());
  EXPECT_EQ(counter(right, 1), 1u);
}

TEST_P(SequencerErrors, stops_at_a_bad_action_and_sends_nothing_of_it) {
  const std::uint32_t end = fabric().memory(middle).words() * 8;
  const unsigned channel = channel_to(right);
  struct Bad {
    const char* what;
    std::vector<std::uint64_t> words;
    std::uint32_t more_errors = 0;
  };
  const auto with = [](std::vector<std::uint64_t> words, unsigned index, unsigned bit) {
    words[index] |= std::uint64_t{1} << bit;
    return words;
  };
  std::vector<Bad> all = {
      {"no action", {0}},
      {"kind 8", {8}},
      {"kind 15", {15}},
      {"wait for counter 0", {word(Kind::wait, 0, 0)}},
      {"consume of counter 0", {word(Kind::consume, 0, 0)}},
      {"until with a counter", {word(Kind::until, 1, 0)}},
      {"meet with a counter", {word(Kind::meet, 1, 0)}},
      {"meet with a value", {word(Kind::meet, 0, 1)}},
      {"end with a counter", {word(Kind::end, 1, 0)}},
      {"end with a value", {word(Kind::end, 0, 1u << 31)}},
      {"chain with a counter", {word(Kind::chain, 1, 0x1000)}},
      {"chain backwards", {word(Kind::chain, 0, 8)}},
      {"chain to itself", {word(Kind::chain, 0, plan_base + 8 * config_.channels() + 16)}},
      {"chain to no word", {word(Kind::chain, 0, 0x1004)}},
      {"chain to the end of the memory", {word(Kind::chain, 0, end)}},
      {"chain far outside", {word(Kind::chain, 0, 0x8000'1000)}},
      {"put to no node", put({.dst = right}), nic::error_node},
      {"put out of memory", put({.bytes = 16, .local = end - 8}), nic::error_memory},
      {"put into no memory", put({.bytes = 16, .remote = end - 8}), nic::error_memory},
      {"put with a reserved bit", with(put({.bytes = 8}), 1, 58), nic::error_counter},
      {"put of no bytes", put({.bytes = 8}), nic::error_zero},
      {"signal with a reserved bit", with(put({}), 1, 59), nic::error_counter},
      {"put with an operation that the hardware does not have", with(put({.bytes = 8}), 1, 62),
       nic::error_memory},
      {"put with both directions", put({}), nic::error_route},
  };
  all[20].words[1] &= ~(std::uint64_t{0xff} << 36);
  all[16].words[0] |= std::uint64_t{0xf} << 20;   // x = 15
  all.back().words[0] |= std::uint64_t{3} << 12;  // directions of x
  for (unsigned bit = 10; bit < 32; ++bit)
    all.push_back({"reserved bit", with({word(Kind::until, 0, 0)}, 0, bit)});
  if (config_.all_port) all.push_back({"put over another channel", put({.dst = left})});
  for (const Bad& bad : all) {
    SCOPED_TRACE(bad.what);
    const std::uint32_t before = counter(right, 4);
    const std::uint32_t begin =
        load(middle, {put({.counter = 4}), bad.words, put({.counter = 4}), {word(Kind::end)}}, channel);
    start(middle);
    event(middle);
    EXPECT_TRUE(bench_.settle());
    EXPECT_FALSE(running(middle));
    EXPECT_EQ(bench_.read(middle, nic::seq_fault), begin + 16);
    EXPECT_EQ(bench_.read(middle, nic::error), nic::error_action | bad.more_errors);
    EXPECT_EQ(counter(right, 4), before + 1);  // the put before the bad action
    EXPECT_EQ(counter(left, 1), 0u);
    bench_.write(middle, nic::error, ~0u);
    EXPECT_EQ(bench_.read(middle, nic::error), 0u);
  }
}

TEST_P(SequencerErrors, refuses_plans_outside_the_memory) {
  const std::uint32_t end = fabric().memory(middle).words() * 8;
  for (const std::uint32_t plan : {1u, 4u, 0x404u, end, end + 64, 0x20'0000u, 0x8000'0000u}) {
    bench_.write(middle, nic::seq_plan, plan);
    start(middle);
    if (!out(middle).event)
      event(middle);  // of the cycle after the write, or once the contexts have tried to fetch
    EXPECT_FALSE(running(middle));
    EXPECT_EQ(bench_.read(middle, nic::error), nic::error_action) << plan;
    EXPECT_EQ(bench_.read(middle, nic::seq_fault), plan) << plan;
    bench_.write(middle, nic::error, ~0u);
  }
}

TEST_P(SequencerErrors, does_not_run_over_the_end_of_the_memory) {
  const std::uint32_t end = fabric().memory(middle).words() * 8;
  // The memory ends after a put that is whole, and then within one.
  for (const bool half : {false, true}) {
    const auto words = put({.counter = 4});
    const unsigned channel = channel_to(right);
    for (unsigned c = 0; c < config_.channels(); ++c) poke(middle, plan_base + 8 * c, word(Kind::end));
    const std::uint32_t from = end - (half ? 24 : 16);
    poke(middle, plan_base + 8 * channel, word(Kind::chain, 0, from));
    for (std::uint32_t i = 0; from + 8 * i < end; ++i) poke(middle, from + 8 * i, words[i % 2]);
    const std::uint32_t before = counter(right, 4);
    bench_.write(middle, nic::seq_plan, plan_base);
    start(middle);
    event(middle);
    EXPECT_TRUE(bench_.settle());
    EXPECT_EQ(counter(right, 4), before + 1);
    EXPECT_EQ(bench_.read(middle, nic::seq_fault), half ? end - 8 : end);
    EXPECT_EQ(bench_.read(middle, nic::error), nic::error_action);
    bench_.write(middle, nic::error, ~0u);
  }
}

INSTANTIATE_TEST_SUITE_P(nics, SequencerErrors, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "all_port" : "one_port"; });

}  // namespace
}  // namespace collnoc::test
