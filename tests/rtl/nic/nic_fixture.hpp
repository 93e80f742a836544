// A 3x3 network of small tiles; a test drives their NICs through the registers.
#pragma once
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/bench.hpp"

namespace collnoc::test {

struct NicVariant {
  NodeKind kind;
  bool all_port;
};

class NicTest : public ::testing::TestWithParam<NicVariant> {
 protected:
  static constexpr std::uint32_t words = 1024, bytes = 8 * words;
  static constexpr Rank here = 4, there = 5;

  static HardwareConfig config() {
    HardwareConfig c;
    c.all_port = GetParam().all_port;
    return c;
  }
  static Fabric::Options options() {
    Fabric::Options o;
    o.mem_words = words;
    return o;
  }
  std::uint8_t* memory(Rank r) { return bench.fabric().memory(r).bytes(); }
  /// Byte b of the source pattern.
  static std::uint8_t pattern(std::uint32_t b) { return static_cast<std::uint8_t>(b * 37 + b / 251 + 1); }
  void fill(Rank r, std::uint32_t from, std::uint32_t n) {
    for (std::uint32_t b = 0; b < n; ++b) memory(r)[from + b] = pattern(b);
  }
  std::uint32_t counter(Rank r, unsigned k) { return bench.read(r, nic::counter(k)); }
  std::uint32_t injected(Rank r) {
    std::uint32_t n = 0;
    for (unsigned c = 0; c < config().channels(); ++c) n += bench.read(r, nic::channel_flits(c));
    return n;
  }

  Bench bench{Topology::mesh(3, 3), config(), GetParam().kind, options()};
};

inline std::vector<NicVariant> nic_variants() {
  std::vector<NicVariant> all;
  std::vector<NodeKind> backends{NodeKind::model, NodeKind::rtl, NodeKind::lockstep};
  if (has_yosys()) backends.push_back(NodeKind::netlist);
  for (const NodeKind b : backends) {
    for (const bool all_port : {false, true}) all.push_back({b, all_port});
  }
  return all;
}
inline std::string nic_variant_name(const ::testing::TestParamInfo<NicVariant>& info) {
  return name_of(info.param.kind) + (info.param.all_port ? "_all_port" : "_one_port");
}

}  // namespace collnoc::test
