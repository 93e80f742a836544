// rtl/router/input_buffer.sv and model/router/input_buffer.hpp: a first-in-first-out queue per virtual
// channel, whose flits keep the route of their packet's head. Packets arrive on interleaved virtual channels.
#include "collnoc/model/router/input_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>

#include "Vinput_buffer_any.h"
#include "Vinput_buffer_whole.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

constexpr unsigned vcs = 2, depth = 3;

/// The model's buffer with memory of its own.
struct Model {
  std::array<model::Tag, vcs> fronts{};
  std::array<model::Tag, vcs * depth> tags{};
  std::array<std::uint64_t, vcs * depth> data{};
  model::InputBuffer buffer;
  Model() {
    buffer.depth = depth;
    buffer.front_q = fronts.data();
    buffer.tag_q = tags.data();
    buffer.data_q = data.data();
  }
};

struct Flit {
  bool head, tail;
  unsigned port, out_vc;  ///< where its packet goes
  std::uint64_t data;
};

/// Random packets of up to `longest` flits. `whole`: store-and-forward, a head is offered only after its tail
/// has arrived.
template <class Top>
void random_packets(unsigned longest, bool whole) {
  Top top;
  Model model;
  model::InputBuffer& b = model.buffer;
  std::array<std::deque<Flit>, vcs> queue;
  std::mt19937_64 random(longest);
  top.valid_i = top.pop_i = 0;
  reset(top);
  std::array<unsigned, vcs> left{};  // flits of the packet that is arriving
  std::array<Flit, vcs> arriving{};  // its head
  for (unsigned t = 0; t < 20'000; ++t) {
    ASSERT_EQ(top.empty_o, queue[0].empty() && queue[1].empty());
    unsigned offered = 0;
    for (unsigned v = 0; v < vcs; ++v) {
      ASSERT_EQ(b.count_q[v], queue[v].size()) << "model, cycle " << t;
      const auto tails =
          std::count_if(queue[v].begin(), queue[v].end(), [](const Flit& f) { return f.tail; });
      ASSERT_EQ(b.tails_q[v], tails) << "model, cycle " << t;
      const bool shown = !queue[v].empty() && (!whole || !queue[v].front().head || tails != 0);
      ASSERT_EQ(bits(top.front_valid_o, v, 1) != 0, shown) << "cycle " << t;
      if (!shown) continue;
      offered |= 1u << v;
      const Flit& front = queue[v].front();
      ASSERT_EQ(bits(top.front_head_o, v, 1) != 0, front.head);
      ASSERT_EQ(bits(top.front_tail_o, v, 1) != 0, front.tail);
      ASSERT_EQ(bits(top.front_channel_o, v * 5 * vcs, 5 * vcs), 1u << (front.port * vcs + front.out_vc));
      ASSERT_EQ(bits(top.front_vc_o, v, 1), front.out_vc);
      top.read_vc_i = static_cast<std::uint8_t>(v);
      settle(top);
      ASSERT_EQ(top.read_data_o, front.data);
      ASSERT_EQ(b.front(v).head(), front.head);
      ASSERT_EQ(b.front(v).tail(), front.tail);
      ASSERT_EQ(model::out_port(b.front(v).out()), front.port);
      ASSERT_EQ(model::out_vc(b.front(v).out()), front.out_vc);
      ASSERT_EQ(b.front_data(v)[0], front.data);
    }
    const unsigned v = random() % vcs, from = random() % vcs;
    const bool push = queue[v].size() < depth && random() % 3 != 0;
    const bool pop = ((offered >> from) & 1) != 0 && random() % 2 != 0;
    const bool head = left[v] == 0;
    const unsigned length = head ? 1 + random() % longest : left[v];
    // The route on the pins is ignored for a body flit.
    Flit flit{head, length == 1, static_cast<unsigned>(random() % 5), static_cast<unsigned>(random() % vcs),
              random()};
    top.valid_i = push;
    top.head_i = flit.head;
    top.tail_i = flit.tail;
    top.vc_i = static_cast<std::uint8_t>(v);
    top.data_i = flit.data;
    top.copies_i = static_cast<std::uint8_t>(1u << flit.port);
    top.out_vc_i = static_cast<std::uint8_t>(flit.out_vc);
    top.read_vc_i = static_cast<std::uint8_t>(from);
    top.pop_i = static_cast<std::uint8_t>(pop ? 1u << from : 0u);
    if (pop) {
      b.pop(from, queue[from].front().tail);
      queue[from].pop_front();
    }
    if (push) {
      b.push({&flit.data, static_cast<std::uint8_t>(v), flit.head, flit.tail}, flit.head,
             static_cast<model::Out>(flit.port << 2 | flit.out_vc));
      if (head) arriving[v] = flit;
      flit.port = arriving[v].port;
      flit.out_vc = arriving[v].out_vc;
      queue[v].push_back(flit);
      left[v] = length - 1;
    }
    edge(top);
  }
}

TEST(InputBuffer, keeps_flits_in_order_with_the_route_of_their_head) {
  random_packets<Vinput_buffer_any>(9, false);
}
TEST(InputBuffer, of_store_and_forward_offers_whole_packets_only) {
  random_packets<Vinput_buffer_whole>(depth, true);
}

TEST(InputBuffer, of_store_and_forward_holds_a_head_until_its_tail_is_in) {
  Vinput_buffer_whole top;
  top.valid_i = top.pop_i = 0;
  reset(top);
  top.vc_i = 1;
  for (unsigned flit = 0; flit < 3; ++flit) {
    EXPECT_EQ(top.front_valid_o, 0) << flit;
    top.valid_i = 1;
    top.head_i = flit == 0;
    top.tail_i = flit == 2;
    edge(top);
  }
  EXPECT_EQ(top.front_valid_o, 2);
}

}  // namespace
}  // namespace collnoc::test
