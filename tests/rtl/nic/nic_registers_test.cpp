// The register map: offsets that programs are compiled with, and what the nodes answer.
#include <map>
#include <string>

#include "tests/rtl/nic/nic_fixture.hpp"

namespace collnoc::test {
namespace {

TEST(NicRegisterMap, keeps_the_offsets_that_programs_are_compiled_with) {
  const std::map<std::string, std::uint32_t> contract = {{"PUT_SRC", 0x000},
                                                         {"PUT_ADDR", 0x004},
                                                         {"PUT_BYTES", 0x008},
                                                         {"PUT_CTRL", 0x00c},
                                                         {"PUT_NODE", 0x010},
                                                         {"STATUS", 0x014},
                                                         {"ERROR", 0x018},
                                                         {"CYCLE", 0x01c},
                                                         {"NODE", 0x020},
                                                         {"EXTENT", 0x024},
                                                         {"SHAPE", 0x028},
                                                         {"MEMORY", 0x02c},
                                                         {"PUT_GO", 0x030},
                                                         {"QUEUE", 0x040},
                                                         {"COUNTER", 0x100},
                                                         {"OUTPUT_FLITS", 0x200},
                                                         {"OUTPUT_CREDIT_STALLS", 0x204},
                                                         {"CHANNEL_FLITS", 0x300},
                                                         {"OUTPUT_ARBITRATION_STALLS", 0x208},
                                                         {"CHANNEL_CREDIT_STALLS", 0x304},
                                                         {"CHANNEL_READ_STALLS", 0x308},
                                                         {"CHANNEL_WRITE_STALLS", 0x30c}};
  for (const auto& [name, offset] : contract) {
    bool found = false;
    for (const nic::Register& r : nic::registers) found |= r.name == name && r.offset == offset;
    EXPECT_TRUE(found) << name;
  }
}

class NicRegisters : public NicTest {};

TEST_P(NicRegisters, report_the_hardware_and_position_of_the_node) {
  EXPECT_EQ(bench.read(here, nic::node), 0x0101u);
  EXPECT_EQ(bench.read(here, nic::extent), 0x0202u);
  EXPECT_EQ(bench.read(here, nic::memory), words);
  EXPECT_EQ(bench.read(here, nic::shape), 64u << 16 | 2u << 12 | config().channels() << 8 | 2u << 4);
}

TEST_P(NicRegisters, count_cycles) {
  const auto now = static_cast<std::uint32_t>(bench.fabric().now());
  bench.bus(here).read(nic::cycle);
  for (unsigned n = 0; n < 99; ++n) bench.bus(here).read(nic::node);
  bench.bus(here).read(nic::cycle);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.bus(here).values.front(), now);
  EXPECT_EQ(bench.bus(here).values.back(), now + 100);
}

TEST_P(NicRegisters, that_are_documented_as_writable_keep_what_is_written) {
  for (const nic::Register& r : nic::registers) {
    if (std::string(r.access) != "rw" || std::string(r.name).starts_with("SEQ_"))
      continue;  // sequencer_test.cpp
    bench.write(here, r.offset, 0x80001234 + r.offset);
    EXPECT_EQ(bench.read(here, r.offset), 0x80001234 + r.offset) << r.name;
  }
}

TEST_P(NicRegisters, put_go_sets_control_and_node) {
  // {PUT_GO, PUT_CTRL, PUT_NODE}: counter, signal, descending, directions, node
  const std::uint32_t cases[][3] = {{0x0000'003f, 0x0'003f, 0x0000}, {0x0000'0040, 0x1'0000, 0x0000},
                                    {0x0000'0080, 0x2'0000, 0x0000}, {0x0000'ff00, 0x0'ff00, 0x0000},
                                    {0xffff'0000, 0x0'0000, 0xffff}, {0x1234'9565, 0x1'9525, 0x1234},
                                    {0xffff'ffff, 0x3'ff3f, 0xffff}, {0x0000'0000, 0x0'0000, 0x0000}};
  for (const auto& [go, ctrl, node] : cases) {
    bench.write(here, nic::put_go, go);
    EXPECT_EQ(bench.read(here, nic::put_ctrl), ctrl) << go;
    EXPECT_EQ(bench.read(here, nic::put_node), node) << go;
    EXPECT_EQ(bench.read(here, nic::put_go), 0u) << go;
    EXPECT_EQ(nic::control_of_go(go), ctrl) << go;
  }
}

TEST_P(NicRegisters, put_go_launches_and_waits_like_put_node) {
  fill(here, 64, 2000);
  const Bus& bus = bench.bus(here);
  const std::uint32_t go = 0x0102'0003;  // counter 3 of (2, 1)
  bench.bus(here).write(nic::put_src, 64);
  bench.bus(here).write(nic::put_addr, 4096);
  bench.bus(here).write(nic::put_bytes, 2000);
  for (unsigned n = 0; n < 7; ++n) bench.bus(here).write(nic::put_go, go);
  // The queue has four places and one message is being sent, so the last write waits for a message.
  ASSERT_TRUE(bench.settle());
  EXPECT_GT(bus.last_write, 2 * 258u);
  EXPECT_EQ(counter(there, 3), 7u);
  EXPECT_EQ(bench.read(here, nic::error), 0u);
  for (std::uint32_t b = 0; b < 2000; ++b) ASSERT_EQ(memory(there)[4096 + b], pattern(b)) << b;
}

TEST_P(NicRegisters, that_are_documented_as_read_only_ignore_writes) {
  for (const nic::Register& r : nic::registers) {
    if (std::string(r.access) != "r" || r.offset == nic::cycle) continue;
    const std::uint32_t before = bench.read(here, r.offset);
    bench.write(here, r.offset, ~before);
    EXPECT_EQ(bench.read(here, r.offset), before) << r.name;
  }
}

TEST_P(NicRegisters, subtract_what_is_written_to_a_counter) {
  for (unsigned k = 1; k < 64; ++k) {
    bench.write(here, nic::counter(k), 0u - 3 * k);
    EXPECT_EQ(counter(here, k), 3 * k);
    bench.write(here, nic::counter(k), k);
    EXPECT_EQ(counter(here, k), 2 * k);
  }
}

TEST_P(NicRegisters, count_flits_where_they_pass) {
  bench.put(here, 0, 4096, 80, 1, there);  // a head and ten payload flits to +x
  ASSERT_TRUE(bench.settle());
  const unsigned channels = config().channels();
  const unsigned arrives_by = config().all_port ? 1 : 0;  // from -x
  EXPECT_EQ(bench.read(here, nic::channel_flits(0)), 11u);
  EXPECT_EQ(bench.read(here, nic::output_flits(0)), 11u);
  for (unsigned o = 1; o < 4 + channels; ++o) EXPECT_EQ(bench.read(here, nic::output_flits(o)), 0u) << o;
  EXPECT_EQ(bench.read(there, nic::output_flits(4 + arrives_by)), 11u);
  for (const Rank r : {here, there}) {
    for (unsigned c = 0; c < channels; ++c) {
      EXPECT_EQ(bench.read(r, nic::channel_credit_stalls(c)), 0u);
      EXPECT_EQ(bench.read(r, nic::channel_read_stalls(c)), 0u);
      EXPECT_EQ(bench.read(r, nic::channel_write_stalls(c)), 0u);
    }
  }
}

TEST_P(NicRegisters, count_stalls_of_a_contended_output) {
  bench.put(3, 0, 0, 2000, 1, there);  // through `here` to +x
  bench.put(here, 0, 4096, 2000, 1, there);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::output_flits(0)), 2 * 259u);
  EXPECT_GT(bench.read(here, nic::output_arbitration_stalls(0)), 200u);
}

TEST_P(NicRegisters, that_do_not_exist_read_as_zero) {
  for (const std::uint32_t a : {0x030u, 0x034u, 0x03cu, 0x060u, 0x080u, 0x0fcu, 0x20cu, 0x2f0u, 0x3f0u}) {
    EXPECT_EQ(bench.read(here, a), 0u) << a;
  }
}

INSTANTIATE_TEST_SUITE_P(nodes, NicRegisters, ::testing::ValuesIn(nic_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::test
