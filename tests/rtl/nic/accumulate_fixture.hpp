// A 3x3 network of small tiles whose puts combine with the destination's memory.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/rtl/nic/nic_fixture.hpp"

namespace collnoc::test {

class AccumulateFixture : public ::testing::TestWithParam<NicVariant> {
 protected:
  static constexpr Rank here = 4, there = 5;
  explicit AccumulateFixture(const HardwareConfig& config)
      : bench(Topology::mesh(3, 3), config, GetParam().kind, options()) {}
  static HardwareConfig accumulating() {
    HardwareConfig c;
    c.all_port = GetParam().all_port;
    c.accumulate = true;
    return c;
  }
  static Fabric::Options options() {
    Fabric::Options o;
    o.mem_words = 1024;
    return o;
  }
  std::uint8_t* memory(Rank r) { return bench.fabric().memory(r).bytes(); }
  template <class Integer>
  void poke(Rank r, std::uint32_t at, Integer value) {
    std::memcpy(memory(r) + at, &value, sizeof value);
  }
  template <class Integer>
  Integer peek(Rank r, std::uint32_t at) {
    Integer value{};
    std::memcpy(&value, memory(r) + at, sizeof value);
    return value;
  }
  std::uint32_t counter(Rank r, unsigned k) { return bench.read(r, nic::counter(k)); }
  /// From the launching write to the event at the destination.
  Cycle latency(std::uint32_t bytes_register) {
    bench.put(here, 0, 4096, bytes_register, 1, there);
    for (unsigned n = 0; n < 5000; ++n) {
      bench.fabric().step();
      if (bench.fabric().out(there).event) {
        const Cycle at = bench.fabric().now();
        EXPECT_TRUE(bench.settle());
        return at - bench.bus(here).last_write;
      }
    }
    ADD_FAILURE() << "no event";
    return 0;
  }
  std::uint32_t injected(Rank r) {
    std::uint32_t n = 0;
    for (unsigned c = 0; c < bench.fabric().config().channels(); ++c)
      n += bench.read(r, nic::channel_flits(c));
    return n;
  }

  Bench bench;
};

inline std::vector<NicVariant> accumulate_variants() {
  return {{NodeKind::model, false}, {NodeKind::model, true},     {NodeKind::rtl, false},
          {NodeKind::rtl, true},    {NodeKind::lockstep, false}, {NodeKind::lockstep, true}};
}

}  // namespace collnoc::test
