// Nodes of one, three and four dimensions, RTL and model in lockstep with random traffic. The lockstep tests
// of tests/sim/fabric cover two dimensions.
#include <gtest/gtest.h>

#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

struct Case {
  std::string name;
  unsigned dims;
  bool all_port;
  unsigned vcs;
  unsigned flit_bits;
  std::array<Dimension, max_dims> dimensions;
};

class Dimensions : public ::testing::TestWithParam<Case> {};

TEST_P(Dimensions, rtl_and_model_never_differ) {
  HardwareConfig config;
  config.dims = GetParam().dims;
  config.all_port = GetParam().all_port;
  config.vcs = GetParam().vcs;
  config.flit_bits = GetParam().flit_bits;
  const Topology topology(GetParam().dimensions, config.dims);
  const LockstepOutcome outcome = run_lockstep(topology, config, 60'000, 1);
  EXPECT_EQ(outcome.wrong, "");
  EXPECT_GT(outcome.messages, 0u);
}

// With four virtual channels, a port is two inputs of the switch allocator. The last case is the largest
// possible router, for the nightly run.
INSTANTIATE_TEST_SUITE_P(
    networks, Dimensions,
    ::testing::Values(
        Case{"line_one_port", 1, false, 2, 512, {{{5, false}}}},
        Case{"ring_all_port", 1, true, 2, 64, {{{5, true}}}},
        Case{"torus3_one_port", 3, false, 4, 64, {{{3, true}, {4, true}, {3, true}}}},
        Case{"mesh3_all_port", 3, true, 2, 64, {{{3, false}, {4, false}, {3, false}}}},
        Case{"mixed4_one_port", 4, false, 2, 64, {{{3, true}, {3, false}, {3, true}, {3, true}}}},
        Case{"mixed4_all_port", 4, true, 4, 64, {{{3, false}, {3, true}, {3, false}, {3, false}}}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace collnoc::test
