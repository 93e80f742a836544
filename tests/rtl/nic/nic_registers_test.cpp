// One register map for RTL, model and firmware: arch/nic_registers.hpp, docs/reference/hardware.md
// and the responses of the nodes agree.
#include <fstream>
#include <map>
#include <regex>

#include "tests/rtl/nic/nic_fixture.hpp"

namespace collnoc::testing {
namespace {

/// Offset and access of each row of the page's table, by name.
std::map<std::string, std::pair<std::uint32_t, std::string>> documented() {
  std::map<std::string, std::pair<std::uint32_t, std::string>> rows;
  std::ifstream page("docs/reference/hardware.md");
  const std::regex row(R"(\| ([0-9a-f]{3})(?:\+\S+)? \| ([A-Za-z_ ]+) \| ([^|]+) \|.*)");
  std::smatch m;
  for (std::string line; std::getline(page, line);) {
    if (std::regex_match(line, m, row))
      rows[m[2]] = {static_cast<std::uint32_t>(std::stoul(m[1], nullptr, 16)), m[3]};
  }
  return rows;
}

TEST(NicRegisterMap, of_the_header_is_the_documented_one) {
  const std::map<std::string, std::uint32_t> header = {{"PUT_SRC", nic::put_src},
                                                       {"PUT_ADDR", nic::put_addr},
                                                       {"PUT_BYTES", nic::put_bytes},
                                                       {"PUT_CTRL", nic::put_ctrl},
                                                       {"PUT_NODE", nic::put_node},
                                                       {"STATUS", nic::status},
                                                       {"ERROR", nic::error},
                                                       {"CYCLE", nic::cycle},
                                                       {"NODE", nic::node},
                                                       {"EXTENT", nic::extent},
                                                       {"SHAPE", nic::shape},
                                                       {"MEMORY", nic::memory},
                                                       {"QUEUE", nic::queue(0)},
                                                       {"COUNTER k", nic::counter(0)},
                                                       {"router output o", nic::output_flits(0)},
                                                       {"channel c", nic::channel_flits(0)}};
  const auto page = documented();
  EXPECT_EQ(page.size(), header.size());
  for (const auto& [name, offset] : header) {
    ASSERT_TRUE(page.contains(name)) << name;
    EXPECT_EQ(page.at(name).first, offset) << name;
  }
}

class NicRegisters : public NicTest {};

TEST_P(NicRegisters, tell_what_and_where_the_node_is) {
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
  for (const auto& [name, row] : documented()) {
    if (row.second != "rw") continue;
    bench.write(here, row.first, 0x80001234 + row.first);
    EXPECT_EQ(bench.read(here, row.first), 0x80001234 + row.first) << name;
  }
}

TEST_P(NicRegisters, that_are_documented_as_read_only_ignore_writes) {
  for (const auto& [name, row] : documented()) {
    if (row.second != "r" || row.first == nic::cycle) continue;
    const std::uint32_t before = bench.read(here, row.first);
    bench.write(here, row.first, ~before);
    EXPECT_EQ(bench.read(here, row.first), before) << name;
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
  for (const std::uint32_t a : {0x030u, 0x03cu, 0x060u, 0x080u, 0x0fcu, 0x20cu, 0x2f0u, 0x3f0u}) {
    EXPECT_EQ(bench.read(here, a), 0u) << a;
  }
}

INSTANTIATE_TEST_SUITE_P(nodes, NicRegisters, ::testing::ValuesIn(nic_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::testing
