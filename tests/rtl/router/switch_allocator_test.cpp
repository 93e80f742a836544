// rtl/router/switch_allocator.sv on its own: each of its two stages against the round-robin rule of the
// contract (docs/reference/hardware.md, "Arbitration"), and its guarantees.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "Vallocator_one_port.h"
#include "Vallocator_two_groups.h"
#include "tests/support/round_robin.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

// Which outputs an input port of a 2-D router may request: rtl/pkg/collnoc_pkg.sv, turn_allowed.
bool turn_allowed(unsigned in, unsigned out, bool all_port) {
  if (in < 4)
    return out < 4 ? (in / 2 == out / 2 ? in != out : out / 2 > in / 2) : !all_port || out - 4 == in;
  return out < 4 && (!all_port || in - 4 == out);
}

template <class Top>
struct Allocator {
  Allocator(unsigned port_count, unsigned group_count, unsigned vc_count, bool is_all_port)
      : ports(port_count),
        groups(group_count),
        vcs(vc_count),
        inputs(port_count * group_count),
        all_port(is_all_port),
        random(port_count) {
    reset(top);
  }

  // Random front flits; those of input `always` are ready in every cycle.
  void offer(unsigned chance, unsigned always = ~0u) {
    ready = tail = 0;
    for (unsigned q = 0; q < inputs * vcs; ++q) {
      const unsigned in = q / vcs / groups;
      do port[q] = random() % ports;
      while (!turn_allowed(in, port[q], all_port));
      if (random() % 100 < chance || q / vcs == always) ready |= std::uint64_t{1} << q;
      if (random() % 4 == 0) tail |= std::uint64_t{1} << q;
      put_bits(top.ports_i, q * ports, ports, 1u << port[q]);
    }
    put_bits(top.ready_i, 0, inputs * vcs, ready);
    put_bits(top.tail_i, 0, inputs * vcs, tail);
    settle(top);
  }

  unsigned granted_to(unsigned output) const {
    return static_cast<unsigned>(bits(top.grant_o, output * inputs, inputs));
  }
  unsigned picked(unsigned input) const { return static_cast<unsigned>(bits(top.vc_o, input * vc_w, vc_w)); }
  bool pops(unsigned input) const { return bits(top.pop_o, input, 1) != 0; }
  bool is_ready(unsigned input) const { return ((ready >> (input * vcs)) & ((1u << vcs) - 1)) != 0; }

  static constexpr unsigned vc_w = 1;
  Top top;
  unsigned ports, groups, vcs, inputs;
  bool all_port;
  std::mt19937 random;
  std::uint64_t ready = 0, tail = 0;
  unsigned port[64] = {};
};

template <class Top>
void picks_in_turn(Allocator<Top> a) {
  std::vector<RoundRobin> vc_turn(a.inputs, {a.vcs}), output_turn(a.ports, {a.inputs});
  for (unsigned cycle = 0; cycle < 20'000; ++cycle) {
    a.offer(10 + cycle / 250);
    std::vector<unsigned> request(a.ports, 0), pick(a.inputs, 0);
    for (unsigned n = 0; n < a.inputs; ++n) {
      if (!a.is_ready(n)) continue;
      const unsigned ready = static_cast<unsigned>(a.ready >> (n * a.vcs)) & ((1u << a.vcs) - 1);
      pick[n] = static_cast<unsigned>(std::countr_zero(vc_turn[n].grant(ready)));
      request[a.port[n * a.vcs + pick[n]]] |= 1u << n;
    }
    for (unsigned o = 0; o < a.ports; ++o) {
      const unsigned grant = output_turn[o].grant(request[o]);
      ASSERT_EQ(a.granted_to(o), grant) << "cycle " << cycle << " output " << o;
      if (grant == 0) continue;
      const unsigned n = static_cast<unsigned>(std::countr_zero(grant));
      ASSERT_EQ(a.picked(n), pick[n]) << "cycle " << cycle << " input " << n;
      ASSERT_TRUE(a.pops(n));
      const bool last = (a.tail >> (n * a.vcs + pick[n])) & 1;
      vc_turn[n].serve(1u << pick[n], last);
      output_turn[o].serve(grant, last);
    }
    edge(a.top);
  }
}

TEST(SwitchAllocator, picks_virtual_channels_and_inputs_in_turn) {
  picks_in_turn(Allocator<Vallocator_one_port>(5, 1, 2, false));
}
TEST(SwitchAllocator, picks_in_turn_with_two_inputs_per_port) {
  picks_in_turn(Allocator<Vallocator_two_groups>(8, 2, 2, true));
}

TEST(SwitchAllocator, grants_an_output_to_at_most_one_input_that_requests_it) {
  Allocator<Vallocator_one_port> a(5, 1, 2, false);
  for (unsigned cycle = 0; cycle < 5'000; ++cycle) {
    a.offer(40);
    for (unsigned o = 0; o < a.ports; ++o) {
      const unsigned grant = a.granted_to(o);
      ASSERT_LE(std::popcount(grant), 1);
      if (grant == 0) continue;
      const unsigned q = static_cast<unsigned>(std::countr_zero(grant)) * a.vcs +
                         a.picked(static_cast<unsigned>(std::countr_zero(grant)));
      ASSERT_TRUE((a.ready >> q) & 1);
      ASSERT_EQ(a.port[q], o);
    }
    edge(a.top);
  }
}

TEST(SwitchAllocator, leaves_no_output_idle_that_an_input_picked) {
  Allocator<Vallocator_one_port> a(5, 1, 2, false);
  for (unsigned cycle = 0; cycle < 5'000; ++cycle) {
    a.offer(30);
    for (unsigned n = 0; n < a.inputs; ++n) {
      if (a.is_ready(n)) ASSERT_NE(a.granted_to(a.port[n * a.vcs + a.picked(n)]), 0u) << "cycle " << cycle;
    }
    edge(a.top);
  }
}

TEST(SwitchAllocator, starves_no_requester) {
  Allocator<Vallocator_one_port> a(5, 1, 2, false);
  for (unsigned who = 0; who < a.inputs; ++who) {
    unsigned waited = 0;
    for (unsigned cycle = 0; cycle < 4'000; ++cycle) {
      a.offer(90, who);
      waited = a.pops(who) ? 0 : waited + 1;
      ASSERT_LT(waited, 200u) << "input " << who;
      edge(a.top);
    }
  }
}

}  // namespace
}  // namespace collnoc::test
