// rtl/network/link.sv: the same in every cycle as the model, with as many flits as the sender has credits
// for; and its cycles, order and rate, which are counted here without the model.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "Vlink_16_8.h"
#include "Vlink_1_2.h"
#include "Vlink_2_4.h"
#include "Vlink_5_1.h"
#include "collnoc/model/network/timed_link.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

struct Flit {
  bool head = false, tail = false;
  unsigned vc = 0;
  std::array<std::uint64_t, 8> data{};
  friend bool operator==(const Flit&, const Flit&) = default;
};

template <class Module, unsigned delay, unsigned interval, unsigned vc_count, unsigned depth, unsigned width>
struct Link {
  using Top = Module;
  static constexpr LinkTiming timing{delay, interval};
  static constexpr unsigned vcs = vc_count, vc_depth = depth, flit_bits = width;

  static HardwareConfig config() {
    HardwareConfig c;
    c.vcs = vcs;
    c.vc_depth = vc_depth;
    c.flit_bits = flit_bits;
    return c;
  }
  static void drive(Top& top, const std::optional<Flit>& flit, unsigned credits) {
    top.in_valid_i = flit.has_value();
    top.in_credit_i = static_cast<std::uint8_t>(credits);
    if (!flit) return;
    top.in_head_i = flit->head;
    top.in_tail_i = flit->tail;
    top.in_vc_i = static_cast<std::uint8_t>(flit->vc);
    for (unsigned w = 0; w < flit_bits / 64; ++w) put_bits(top.in_data_i, 64 * w, 64, flit->data[w]);
  }
  static std::optional<Flit> arrived(const Top& top) {
    if (!top.out_valid_o) return {};
    Flit flit{top.out_head_o != 0, top.out_tail_o != 0, top.out_vc_o};
    for (unsigned w = 0; w < flit_bits / 64; ++w) flit.data[w] = bits(top.out_data_o, 64 * w, 64);
    return flit;
  }
};

template <class Of>
class LinkTest : public ::testing::Test {};

using Links = ::testing::Types<Link<Vlink_5_1, 5, 1, 2, 4, 64>, Link<Vlink_1_2, 1, 2, 1, 2, 64>,
                               Link<Vlink_16_8, 16, 8, 4, 8, 128>, Link<Vlink_2_4, 2, 4, 3, 3, 512>>;
TYPED_TEST_SUITE(LinkTest, Links);

TYPED_TEST(LinkTest, is_the_model_in_every_cycle) {
  using Of = TypeParam;
  typename Of::Top top;
  Of::drive(top, {}, 0);
  reset(top);
  model::TimedLink model(Of::config(), Of::timing);
  std::mt19937_64 random(1);
  std::vector<unsigned> credits(Of::vcs, Of::vc_depth);
  std::vector<unsigned> to_return;  // virtual channels of flits at the receiver
  unsigned flits = 0;
  for (std::uint64_t now = 0; now < 30'000; ++now) {
    const bool busy = now / 500 % 2 == 0;
    std::optional<Flit> flit;
    const auto vc = static_cast<unsigned>(random() % Of::vcs);
    if (credits[vc] != 0 && (busy || random() % 8 == 0)) {
      flit = Flit{random() % 2 != 0, random() % 2 != 0, vc};
      for (unsigned w = 0; w < Of::flit_bits / 64; ++w) flit->data[w] = random();
      --credits[vc];
      ++flits;
    }
    const auto returned = static_cast<unsigned>(random() % (1u << Of::vcs));
    Of::drive(top, flit, returned);
    settle(top);
    if (flit)
      model.drive_flit(now, {flit->data.data(), static_cast<std::uint8_t>(vc), flit->head, flit->tail});
    if (returned != 0) model.drive_credits(now, static_cast<std::uint8_t>(returned));
    edge(top);
    std::optional<Flit> expected;
    unsigned expected_credits = 0;
    model.take(now + 1, [&](const model::FlitRef* arrives, std::uint8_t credit) {
      expected_credits = credit;
      if (arrives == nullptr) return;
      expected = Flit{arrives->head, arrives->tail, arrives->vc};
      std::copy_n(arrives->data, Of::flit_bits / 64, expected->data.begin());
    });
    Of::drive(top, {}, 0);
    settle(top);
    const std::optional<Flit> arrived = Of::arrived(top);
    ASSERT_EQ(arrived.has_value(), expected.has_value()) << "cycle " << now + 1;
    if (arrived) {
      ASSERT_TRUE(*arrived == *expected) << "cycle " << now + 1;
      to_return.push_back(arrived->vc);
    }
    ASSERT_EQ(top.out_credit_o, expected_credits) << "cycle " << now + 1;
    if (!to_return.empty() && random() % 2 == 0) {
      ++credits[to_return.front()];
      to_return.erase(to_return.begin());
    }
  }
  EXPECT_GT(flits, 1000u);
}

// Counted here: what arrives is what was sent, in order; after how many cycles; and one in each interval.
TYPED_TEST(LinkTest, keeps_order_delay_and_rate) {
  using Of = TypeParam;
  typename Of::Top top;
  Of::drive(top, {}, 0);
  reset(top);
  constexpr unsigned all = Of::vcs * Of::vc_depth;  // in successive cycles
  constexpr unsigned delay = Of::timing.delay, interval = Of::timing.interval;
  std::deque<Flit> sent;
  std::vector<unsigned> arrivals;
  unsigned credit_cycle = 0;
  for (unsigned now = 0; now < all + 64 + all * interval; ++now) {
    std::optional<Flit> flit;
    if (now < all) {
      flit = Flit{now == 0, now + 1 == all, now % Of::vcs};
      for (unsigned w = 0; w < Of::flit_bits / 64; ++w) flit->data[w] = (now + 1) * 0x9e3779b97f4a7c15u + w;
      sent.push_back(*flit);
    }
    Of::drive(top, flit, now == 0 ? 1 : 0);
    settle(top);
    if (top.out_credit_o != 0) credit_cycle = now;
    if (const std::optional<Flit> arrived = Of::arrived(top)) {
      ASSERT_FALSE(sent.empty());
      EXPECT_TRUE(*arrived == sent.front());
      sent.pop_front();
      arrivals.push_back(now);
    }
    edge(top);
  }
  ASSERT_EQ(arrivals.size(), all);
  EXPECT_TRUE(sent.empty());
  EXPECT_EQ(arrivals.front(), interval == 1 ? delay - 1 : delay + interval - 1);
  for (std::size_t n = 1; n < arrivals.size(); ++n) EXPECT_EQ(arrivals[n] - arrivals[n - 1], interval);
  EXPECT_EQ(credit_cycle, interval == 1 ? delay - 1 : delay);
}

}  // namespace
}  // namespace collnoc::test
