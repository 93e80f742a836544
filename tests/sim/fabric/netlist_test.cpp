// The gates that Yosys makes of a node drive the same values as the model on every pin in every cycle, under
// random traffic; and a wrong netlist is reported. The nightly run covers more hardware
// (netlist_nightly_test).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "sim/common/errors.hpp"
#include "sim/fabric/paths.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

constexpr auto worm = Switching::wormhole;
[[maybe_unused]] constexpr auto cut = Switching::cut_through, whole = Switching::store_and_forward;

#ifdef COLLNOC_NIGHTLY
constexpr std::uint64_t router_cycles = 60'000;
#else
constexpr std::uint64_t router_cycles = 20'000;
#endif

/// The default hardware. Nightly: all combinations of NIC, switching, virtual channels and hop, more cases
/// with small buffers, and wider and deeper ones.
std::vector<HardwareConfig> selection() {
#ifdef COLLNOC_NIGHTLY
  std::vector<HardwareConfig> all;
  for (const bool all_port : {false, true}) {
    for (const Switching switching : {worm, cut, whole}) {
      for (const unsigned vcs : {1u, 2u, 3u, 4u}) {
        for (const unsigned hop : {1u, 2u})
          all.push_back(lockstep_config(all_port, switching, vcs, 4, 64, hop));
      }
    }
    all.push_back(lockstep_config(all_port, worm, 2, 8, 128, 1));
    all.push_back(lockstep_config(all_port, cut, 2, 8, 256, 1));
  }
  for (const HardwareConfig& c :
       {lockstep_config(false, worm, 1, 2, 64, 2), lockstep_config(false, whole, 2, 2, 64, 2),
        lockstep_config(true, cut, 1, 2, 64, 1), lockstep_config(true, worm, 4, 2, 64, 2),
        lockstep_config(false, cut, 4, 2, 64, 1), lockstep_config(true, whole, 1, 2, 64, 2)}) {
    all.push_back(c);
  }
  return all;
#else
  return {lockstep_config(false, worm, 2, 4, 64, 1)};
#endif
}

std::string case_name(const ::testing::TestParamInfo<HardwareConfig>& info) {
  std::string name = describe(info.param);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

class Netlist : public ::testing::TestWithParam<HardwareConfig> {
 protected:
  void SetUp() override {
    if (!has_yosys()) GTEST_SKIP() << "no Yosys";
  }
};

TEST_P(Netlist, gates_and_model_never_differ) {
  for (const Topology& topology : {Topology::mesh(3, 5), Topology::torus(3, 5), Topology::torus(8, 8)}) {
    if (!legal(topology, GetParam())) continue;
    SCOPED_TRACE((topology.wraps(0) ? "torus " : "mesh ") + std::to_string(topology.size()));
    const LockstepOutcome outcome =
        run_lockstep(topology, GetParam(), router_cycles, 5, NodeKind::netlist_lockstep);
    EXPECT_EQ(outcome.wrong, "");
    EXPECT_GE(outcome.router_cycles, router_cycles);
    EXPECT_GT(outcome.messages, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(stress, Netlist, ::testing::ValuesIn(selection()), case_name);

#ifndef COLLNOC_NIGHTLY
TEST(NetlistMutant, is_reported) {
  if (!has_yosys()) GTEST_SKIP() << "no Yosys";
  const std::string out = (test_cache() / rtl_hash() / "mutant.so").string();
  const std::string command = "'" + (source_folder() / "scripts" / "verilate-node").string() +
                              "' --netlist --words --after tests/sim/fabric/mutant.ys '" + out + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto library = std::make_shared<VerilatedLibrary>(out);
  const Topology topology = Topology::torus(4, 4);
  LockstepLog log;
  StressOptions traffic;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(topology.size(), traffic);
  Fabric fabric(topology, {}, options, [&](Rank rank, const HardwareConfig& c, const model::Place& place) {
    return make_lockstep_node(library, c, place, rank, log);
  });
  Stress stress(fabric, traffic);
  try {
    fabric.step(2000);
    FAIL() << "not reported";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.kind(), "netlist and model differ");
    EXPECT_NE(std::string(mismatch.what()).find(": netlist 0x"), std::string::npos) << mismatch.what();
  }
  EXPECT_GT(log.link_cycles, 0u);
  EXPECT_GT(log.register_checks, 0u);
}
#endif

}  // namespace
}  // namespace collnoc::test
