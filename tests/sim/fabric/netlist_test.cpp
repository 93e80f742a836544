// What Yosys makes of a node drives the same values as the model on every pin in every cycle, under random
// traffic; and a wrong netlist is reported. The ordinary run stops before the gates and has one small node;
// the nightly run has gates and much hardware (netlist_nightly_test).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "sim/common/errors.hpp"
#include "sim/fabric/paths.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

#ifdef COLLNOC_NIGHTLY
constexpr auto worm = Switching::wormhole, cut = Switching::cut_through, whole = Switching::store_and_forward;
constexpr std::uint64_t router_cycles = 60'000;

/// All combinations of NIC, switching, virtual channels and hop, more cases with small buffers, and wider and
/// deeper ones.
std::vector<HardwareConfig> selection() {
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

#else

/// A line of small nodes of words, which Yosys makes in seconds; with the commands of a file.
class Words : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_yosys()) GTEST_SKIP() << "no Yosys";
    config_.fit(line_);
    config_.vcs = 1;
  }

  void run(const std::string& name, const std::string& options) {
    const std::string out = (test_cache() / rtl_hash() / (name + ".so")).string();
    const std::string command = "'" + (source_folder() / "scripts" / "verilate-node").string() +
                                "' --netlist --words " + options + " DIMS=1 VCS=1 '" + out + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto library = std::make_shared<VerilatedLibrary>(out);
    StressOptions traffic;
    Fabric::Options options_of_fabric;
    options_of_fabric.mem_words = Stress::mem_words(line_.size(), traffic);
    Fabric fabric(line_, config_, options_of_fabric,
                  [&](Rank rank, const HardwareConfig& c, const model::Place& place) {
                    return make_lockstep_node(library, c, place, rank, log_);
                  });
    Stress stress(fabric, traffic);
    fabric.step(8000);
    EXPECT_GT(stress.messages(), 0u);
  }

  const Topology line_{{{{6, false}}}, 1};
  HardwareConfig config_;
  LockstepLog log_;
};

TEST_F(Words, and_model_never_differ) {
  run("words", "");
  EXPECT_GT(log_.link_cycles, 6u * 8000);
  EXPECT_GT(log_.register_checks, 6u * 8000);
}

TEST_F(Words, of_a_mutant_are_reported) {
  try {
    run("mutant", "--after tests/sim/fabric/mutant.ys");
    FAIL() << "not reported";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.kind(), "netlist and model differ");
    EXPECT_NE(std::string(mismatch.what()).find(": netlist 0x"), std::string::npos) << mismatch.what();
  }
  EXPECT_GT(log_.link_cycles, 0u);
  EXPECT_GT(log_.register_checks, 0u);
}
#endif

}  // namespace
}  // namespace collnoc::test
