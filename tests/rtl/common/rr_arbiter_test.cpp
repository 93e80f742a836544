// rtl/common/rr_arbiter.sv and its model against the round-robin rule, and its guarantee: a requester is
// served within N grants.
#include "collnoc/model/common/rr_arbiter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "Vrr_arbiter_1.h"
#include "Vrr_arbiter_5.h"
#include "tests/support/round_robin.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

class RrArbiter : public ::testing::Test {
 protected:
  static constexpr unsigned n = 5;
  RrArbiter() { reset(top_); }
  unsigned grant(unsigned requests, bool update, bool last = true) {
    top_.req_i = static_cast<std::uint8_t>(requests);
    top_.update_i = update;
    top_.last_i = last;
    settle(top_);
    return top_.gnt_o;
  }
  Vrr_arbiter_5 top_;
  std::mt19937 random_{1};
};

TEST_F(RrArbiter, takes_turns_in_circular_order_as_its_model_does) {
  model::RrArbiter model;
  RoundRobin rule{n};
  for (unsigned t = 0; t < 20'000; ++t) {
    const unsigned requests = random_() % 32;
    const bool update = random_() % 3 != 0, last = random_() % 3 == 0;
    const unsigned expected = rule.grant(requests);
    ASSERT_EQ(grant(requests, update, last), expected) << "cycle " << t;
    if (requests != 0) {
      ASSERT_EQ(model.grant(requests), expected) << "model, cycle " << t;
      if (update) {
        rule.serve(expected, last);
        model.update(expected, n, last);
      }
    }
    edge(top_);
  }
}

TEST_F(RrArbiter, grants_one_of_the_requesters) {
  for (unsigned t = 0; t < 5'000; ++t) {
    const unsigned requests = random_() % 32, granted = grant(requests, true);
    ASSERT_EQ(granted & ~requests, 0u);
    ASSERT_EQ(std::popcount(granted), requests != 0 ? 1 : 0);
    edge(top_);
  }
}

TEST_F(RrArbiter, serves_a_continuous_requester_within_n_confirmed_grants) {
  for (unsigned who = 0; who < n; ++who) {
    unsigned waited = 0;
    for (unsigned t = 0; t < 5'000; ++t) {
      const bool update = random_() % 4 != 0;
      const unsigned granted = grant(1u << who | random_() % 32, update);
      if (update) waited = granted == 1u << who ? 0 : waited + 1;
      ASSERT_LT(waited, n) << "requester " << who;
      edge(top_);
    }
  }
}

TEST_F(RrArbiter, keeps_serving_a_requester_until_its_turn_ends) {
  for (unsigned t = 0; t < 3; ++t) {
    EXPECT_EQ(grant(0b01010, true, false), 0b00010u);
    edge(top_);
  }
  EXPECT_EQ(grant(0b01010, true, true), 0b00010u);
  edge(top_);
  EXPECT_EQ(grant(0b01010, true, false), 0b01000u);
}

TEST_F(RrArbiter, gives_the_turn_of_a_pausing_requester_to_the_next) {
  EXPECT_EQ(grant(0b00110, true, false), 0b00010u);
  edge(top_);
  EXPECT_EQ(grant(0b00100, true, false), 0b00100u);
  edge(top_);
  EXPECT_EQ(grant(0b00110, true, true), 0b00100u);
  edge(top_);
  EXPECT_EQ(grant(0b00110, true, true), 0b00010u);
}

TEST_F(RrArbiter, serves_a_continuous_requester_within_n_turns) {
  for (unsigned who = 0; who < n; ++who) {
    unsigned turns = 0, serving = n;
    for (unsigned t = 0; t < 5'000; ++t) {
      const bool last = random_() % 4 == 0;
      const unsigned granted =
          static_cast<unsigned>(std::countr_zero(grant(1u << who | random_() % 32, true, last)));
      if (granted != serving) ++turns;
      if (granted == who) turns = 0;
      serving = last ? n : granted;
      ASSERT_LT(turns, n) << "requester " << who;
      edge(top_);
    }
  }
}

TEST_F(RrArbiter, moves_on_only_when_the_grant_is_confirmed) {
  for (unsigned t = 0; t < 4; ++t) {
    EXPECT_EQ(grant(0b01010, false), 0b00010u);
    edge(top_);
  }
  grant(0b01010, true);
  edge(top_);
  EXPECT_EQ(grant(0b01010, false), 0b01000u);
}

TEST_F(RrArbiter, of_one_requester_is_a_wire) {
  Vrr_arbiter_1 single;
  reset(single);
  for (const std::uint8_t request : {0, 1, 1, 0, 1}) {
    single.req_i = request;
    settle(single);
    EXPECT_EQ(single.gnt_o, request);
    edge(single);
  }
}

}  // namespace
}  // namespace collnoc::test
