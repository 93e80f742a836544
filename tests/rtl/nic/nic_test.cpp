// The NIC's puts, signals, counters and queues.
#include "tests/rtl/nic/nic_fixture.hpp"

namespace collnoc::test {
namespace {

class Nic : public NicTest {};

TEST_P(Nic, writes_exactly_the_bytes_of_every_length_at_every_alignment) {
  fill(here, 0, 512);
  for (std::uint32_t n = 1; n <= 200; ++n) {
    for (const std::uint32_t offset : {0u, 8u, 8 * (n % 8), 56u}) {
      const std::uint32_t to = 4096 + offset;
      std::memset(memory(there) + 4088, 0xa5, 400);
      bench.put(here, 8 * (n % 16), to, n, 1, there);
      ASSERT_TRUE(bench.settle());
      ASSERT_EQ(std::memcmp(memory(there) + to, memory(here) + 8 * (n % 16), n), 0)
          << n << " bytes at " << to;
      ASSERT_EQ(memory(there)[to - 1], 0xa5) << n;
      ASSERT_EQ(memory(there)[to + n], 0xa5) << n;
    }
  }
  EXPECT_EQ(counter(there, 1), 800u);
}

TEST_P(Nic, splits_long_messages_and_counts_them_once) {
  fill(here, 0, 3000);
  bench.put(here, 0, 4096, 3000, 7, 8);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(std::memcmp(memory(8) + 4096, memory(here), 3000), 0);
  EXPECT_EQ(counter(8, 7), 1u);
  EXPECT_EQ(injected(here), 375u + 13u);  // payload flits, and one head for every 31 of them
}

TEST_P(Nic, copies_a_put_to_itself) {
  fill(here, 0, 777);
  bench.put(here, 0, 4096, 777, 3, here);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(std::memcmp(memory(here) + 4096, memory(here), 777), 0);
  EXPECT_EQ(counter(here, 3), 1u);
}

TEST_P(Nic, signals_increment_and_write_nothing) {
  std::memset(memory(there), 0x5a, bytes);
  bench.put(here, 0, 64, 100, 9 | nic::ctrl_signal, there);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(counter(there, 9), 1u);
  EXPECT_EQ(injected(here), 1u);
  for (std::uint32_t b = 0; b < bytes; ++b) ASSERT_EQ(memory(there)[b], 0x5a);
}

TEST_P(Nic, counter_zero_counts_nothing_and_reports_nothing) {
  bench.put(here, 0, 64, 100, 0, there);
  for (unsigned n = 0; n < 100; ++n) {
    bench.fabric().step();
    ASSERT_FALSE(bench.fabric().out(there).event);
  }
  ASSERT_TRUE(bench.fabric().quiet());
  for (unsigned k = 0; k < 64; ++k) EXPECT_EQ(counter(there, k), 0u) << k;
}

TEST_P(Nic, keeps_put_registers_from_one_put_to_the_next) {
  fill(here, 0, 40);
  bench.put(here, 0, 4096, 40, 2, 0);
  const Topology& t = bench.fabric().topology();
  for (Rank r = 1; r < t.size(); ++r) bench.bus(here).write(nic::put_node, t.address(r));
  ASSERT_TRUE(bench.settle());
  for (Rank r = 0; r < t.size(); ++r) {
    EXPECT_EQ(counter(r, 2), 1u) << r;
    EXPECT_EQ(std::memcmp(memory(r) + 4096, memory(here), 40), 0) << r;
  }
}

TEST_P(Nic, loses_no_arrival_while_software_subtracts) {
  constexpr std::uint32_t messages = 300;
  bench.write(3, nic::put_ctrl, 4 | nic::ctrl_signal);
  bench.write(there, nic::put_ctrl, 4 | nic::ctrl_signal);
  for (std::uint32_t n = 0; n < messages; ++n) {
    bench.bus(3).write(nic::put_node, bench.fabric().topology().address(here));
    bench.bus(there).write(nic::put_node, bench.fabric().topology().address(here));
    bench.bus(here).write(nic::counter(4), 1);
  }
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(counter(here, 4), messages);  // twice as many arrived
}

TEST_P(Nic, holds_back_software_when_the_queue_is_full) {
  fill(here, 0, 2000);
  for (std::uint32_t n = 0; n < 12; ++n) bench.put(here, 0, 4096, 2000, 5, there);
  bool held = false;
  std::uint64_t most = 0;
  for (unsigned n = 0; n < 200; ++n) {
    bench.fabric().step();
    held = held || !bench.fabric().out(here).reg_ready;
    most = std::max<std::uint64_t>(most, bench.state(here).nic().tx(0).count_q);
  }
  EXPECT_TRUE(held);
  EXPECT_EQ(most, 4u);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(counter(there, 5), 12u);
  EXPECT_EQ(bench.read(here, nic::error), 0u);
}

TEST_P(Nic, reports_waiting_launches_and_queued_puts) {
  EXPECT_EQ(bench.read(here, nic::status), 0u);
  for (std::uint32_t n = 0; n < 5; ++n) bench.put(here, 0, 4096, 4000, 5, there);
  bench.fabric().step(40);
  // Four are queued, the fifth launch waits; reads continue meanwhile.
  ASSERT_FALSE(bench.fabric().out(here).reg_ready);
  EXPECT_EQ(bench.read(here, nic::status), nic::status_launching | nic::status_busy);
  EXPECT_EQ(bench.read(here, nic::queue(0)), 4u);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::status), 0u);
  EXPECT_EQ(bench.read(here, nic::queue(0)), 0u);
  EXPECT_EQ(counter(there, 5), 5u);
}

TEST_P(Nic, many_senders_to_one_receiver_lose_nothing) {
  const Topology& t = bench.fabric().topology();
  for (unsigned again = 0; again < 5; ++again) {
    for (Rank r = 0; r < t.size(); ++r) {
      if (again == 0) fill(r, 0, 500);
      bench.put(r, 0, 4096 + 400 * r, 400, 6, here);
    }
  }
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(counter(here, 6), 5 * t.size());
  for (Rank r = 0; r < t.size(); ++r) {
    EXPECT_EQ(std::memcmp(memory(here) + 4096 + 400 * r, memory(r), 400), 0) << r;
  }
}

class LargestMemory : public ::testing::TestWithParam<NodeKind> {};

TEST_P(LargestMemory, is_written_and_read_at_every_power_of_two) {
  Fabric::Options options;
  options.mem_words = 1u << 18;
  Bench bench(Topology::mesh(2, 1), {}, GetParam(), options);
  std::uint8_t* const source = bench.fabric().memory(0).bytes();
  std::uint8_t* const target = bench.fabric().memory(1).bytes();
  std::uint32_t puts = 0;
  for (std::uint32_t at = 8; at < 8u << 18; at *= 2) {
    for (const std::uint32_t b : {0u, 7u}) source[at + b] = static_cast<std::uint8_t>(++puts);
    bench.put(0, at, at, 8, 1, 1);
    ASSERT_TRUE(bench.settle());
    EXPECT_EQ(std::memcmp(target + at, source + at, 8), 0) << "at " << at;
  }
  EXPECT_EQ(bench.read(1, nic::counter(1)), 18u);
}

INSTANTIATE_TEST_SUITE_P(nodes, LargestMemory, ::testing::Values(NodeKind::model, NodeKind::rtl),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(nodes, Nic, ::testing::ValuesIn(nic_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::test
