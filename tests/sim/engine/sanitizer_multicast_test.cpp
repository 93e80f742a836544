// --sanitize with multicasts: each node of a box gets its own message, for which it must wait.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <span>

#include "collnoc/firmware/runtime/action_plan.hpp"
#include "sim/common/errors.hpp"
#include "sim/engine/run_sanitizer.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint32_t plan_at = 0x400, plan_words = 256, source = 0, target = 0x1000, back = 0x1200,
                        bytes = 200;
constexpr Rank root = 0;

/// Runs the plans that `write` makes of all ranks; what the sanitizer reports, or nothing.
std::string report(bool all_port, const std::function<void(Rank, ActionPlan&)>& write) {
  const Topology t = Topology::mesh(4, 3);
  HardwareConfig config;
  config.fit(t);
  config.multicast = config.sequencer = true;
  config.all_port = all_port;
  Bench bench(t, config, NodeKind::model);
  RunSanitizer sanitizer(bench.fabric(), 0, [](const Site& site, const SentMessage*) {
    return fmt::format("context {}", site.thread);
  });
  for (Rank r = 0; r < t.size(); ++r) {
    sanitizer.watch([r] { return Site{r, 0, 0}; });
    sanitizer.messages().loaded(r, source, source + bytes);
    auto* words = reinterpret_cast<std::uint64_t*>(bench.fabric().memory(r).bytes() + plan_at);
    ActionPlan plan(t, r, config.channels(), {words, plan_words}, plan_at);
    write(r, plan);
    plan.finish();
    EXPECT_TRUE(plan.fits());
    bench.bus(r).write(nic::seq_plan, plan_at);
    bench.bus(r).write(nic::seq_control, nic::seq_start);
  }
  try {
    EXPECT_TRUE(bench.settle());
  } catch (const MessageError& error) {
    return error.what();
  }
  for (Rank r = 0; r < t.size(); ++r) EXPECT_EQ(bench.read(r, nic::error), 0u);
  EXPECT_GE(sanitizer.messages().messages(), t.size() - 1);
  return {};
}

const Topology network = Topology::mesh(4, 3);
void to_all(ActionPlan& plan) {
  plan.multicast({0, source, target, bytes, 1}, Box::all(network, plan.rank()));
}
Put answer(Rank from) { return {root, target, back + 256 * from, bytes, 2}; }

class MulticastSanitizer : public ::testing::TestWithParam<bool> {};

TEST_P(MulticastSanitizer, finds_nothing_if_every_node_waits) {
  EXPECT_EQ(report(GetParam(),
                   [](Rank r, ActionPlan& plan) {
                     if (r == root) {
                       to_all(plan);
                       plan.wait(2, network.size() - 1);
                       to_all(plan);
                     } else {
                       plan.wait(1, 1);
                       plan.send(answer(r));
                       plan.wait(1, 2);
                     }
                   }),
            "");
}

TEST_P(MulticastSanitizer, finds_a_node_that_does_not_wait) {
  EXPECT_THAT(report(GetParam(),
                     [](Rank r, ActionPlan& plan) {
                       if (r == root) to_all(plan);
                       if (r != root && r != 7) plan.wait(1, 1);
                       plan.wait(3, r == 7 ? 1 : 0);  // a signal from its neighbour, which has its copy
                       if (r == 6) plan.send(signal(7, 3));
                       if (r == 7) plan.send(answer(r));
                     }),
              AllOf(HasSubstr("rank 7"), HasSubstr("has not waited for the message to it"),
                    HasSubstr("of rank 0 to 0x1000 of rank 7, counter 1")));
}

TEST_P(MulticastSanitizer, finds_a_second_one_before_all_have_answered) {
  EXPECT_THAT(report(GetParam(),
                     [](Rank r, ActionPlan& plan) {
                       if (r == root) {
                         to_all(plan);
                         plan.wait(2, network.size() - 2);
                         to_all(plan);
                       } else {
                         plan.wait(1, 1);
                         if (r != 9) plan.send(answer(r));
                       }
                     }),
              AllOf(HasSubstr("rank 0"), HasSubstr("of rank 9, to which another message is in flight")));
}

INSTANTIATE_TEST_SUITE_P(nics, MulticastSanitizer, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "all_port" : "one_port"; });

}  // namespace
}  // namespace collnoc::test
