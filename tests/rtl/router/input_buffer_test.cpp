// rtl/router/input_buffer.sv against its model counterpart model/router/input_buffer.hpp: packets on
// interleaved virtual channels.
#include "collnoc/model/router/input_buffer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "Vinput_buffer_any.h"
#include "Vinput_buffer_whole.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::testing {
namespace {

constexpr unsigned vcs = 2, depth = 3;

/// The model's buffer with its own memory.
struct Twin {
  std::array<model::Tag, vcs * depth> tags{};
  std::array<std::uint64_t, vcs * depth> data{};
  model::InputBuffer buffer;
  Twin() {
    buffer.depth = depth;
    buffer.tag_q = tags.data();
    buffer.data_q = data.data();
  }
};

/// Random packets of up to `longest` flits; `offered` says what the front of a queue must show.
template <class Top>
void random_packets(unsigned longest, bool whole) {
  Top top;
  Twin twin;
  std::mt19937_64 random(longest);
  top.valid_i = top.pop_i = 0;
  reset(top);
  std::array<unsigned, vcs> left{};  // flits of the packet that is arriving
  for (unsigned t = 0; t < 20'000; ++t) {
    model::InputBuffer& b = twin.buffer;
    ASSERT_EQ(top.empty_o, b.filled == 0);
    unsigned offered = 0;
    for (unsigned v = 0; v < vcs; ++v) {
      const bool filled = b.count_q[v] != 0;
      const bool shown = filled && (!whole || !b.front(v).head() || b.tails_q[v] != 0);
      ASSERT_EQ(bits(top.front_valid_o, v, 1) != 0, shown) << "cycle " << t;
      if (!shown) continue;
      offered |= 1u << v;
      ASSERT_EQ(bits(top.front_head_o, v, 1) != 0, b.front(v).head());
      ASSERT_EQ(bits(top.front_tail_o, v, 1) != 0, b.front(v).tail());
      ASSERT_EQ(bits(top.front_port_o, v * 3, 3), model::out_port(b.front(v).out()));
      ASSERT_EQ(bits(top.front_vc_o, v, 1), model::out_vc(b.front(v).out()));
      top.read_vc_i = static_cast<std::uint8_t>(v);
      settle(top);
      ASSERT_EQ(top.read_data_o, b.front_data(v)[0]);
    }
    const unsigned v = random() % vcs, from = random() % vcs;
    const bool push = b.count_q[v] < depth && random() % 3 != 0;
    const bool pop = ((offered >> from) & 1) != 0 && random() % 2 != 0;
    const bool head = left[v] == 0;
    const unsigned length = head ? 1 + random() % longest : left[v];
    const std::uint64_t data = random();
    const auto out = static_cast<model::Out>((random() % 5) << 2 | random() % vcs);
    top.valid_i = push;
    top.head_i = head;
    top.tail_i = length == 1;
    top.vc_i = static_cast<std::uint8_t>(v);
    top.data_i = data;
    top.port_i = static_cast<std::uint8_t>(model::out_port(out));
    top.out_vc_i = static_cast<std::uint8_t>(model::out_vc(out));
    top.read_vc_i = static_cast<std::uint8_t>(from);
    top.pop_i = pop;
    if (pop) b.pop(from, b.front(from).tail());
    if (push) {
      b.push({&data, static_cast<std::uint8_t>(v), head, length == 1}, out);
      left[v] = length - 1;
    }
    edge(top);
  }
}

TEST(InputBuffer, equals_the_model) { random_packets<Vinput_buffer_any>(9, false); }
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
}  // namespace collnoc::testing
