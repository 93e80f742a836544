// Every schedule as a program on processors: all bytes arrive, RTL and model agree in every cycle, the
// barrier between steps works, the program sends what native software sends, and it can leave the schedule to
// the NIC.
//
// The ordinary run uses a covering array, in which every pair of algorithm, network, NIC and question occurs.
// The nightly run uses every combination, and larger networks.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/schedule_cases.hpp"
#include "tests/support/covering.hpp"

namespace collnoc::test {
namespace {

/// The question of a case; each question has its own test suite.
enum class Question : unsigned { equality, barrier, native, nic };

#ifdef NIGHTLY
constexpr const char* larger_mesh = "mesh:4x4";
#else
constexpr const char* larger_mesh = "mesh:4x2";
constexpr unsigned questions = 4;
#endif

/// The cases of all questions, network by network.
std::vector<ScheduleCase> all_cases() {
  std::vector<ScheduleCase> all =
      schedule_cases({"mesh:2x2", "torus:2x2", larger_mesh, "torus:4x4", "star:3"});
  // With many segments on a star graph, computing the plan takes longer than everything else.
  std::erase_if(all, [](const ScheduleCase& c) {
    const Job job{parse_topology(c.topology), 0, 100};
    return job.topology.kind() == TopologyKind::star && c.algorithm->steps(job) > 24;
  });
  return all;
}

#ifdef NIGHTLY
std::vector<ScheduleCase> cases(Question) {
  std::vector<ScheduleCase> all = all_cases();
  const std::vector<ScheduleCase> more =
      schedule_cases({"mesh:4x2", "mesh:5x3", "hypercube:3", "mesh:8x8", "torus:8x8", "star:3", "star:4"});
  std::erase_if(all,
                [](const ScheduleCase& c) { return c.topology == "star:3"; });  // all of them are in `more`
  all.insert(all.end(), more.begin(), more.end());
  return all;
}
#else
/// The covering array: cases with their questions.
std::vector<std::pair<ScheduleCase, Question> > chosen_cases() {
  const std::vector<ScheduleCase> all = all_cases();
  std::vector<std::string> networks;
  std::vector<Factors> factors;
  for (const ScheduleCase& c : all) {
    if (std::find(networks.begin(), networks.end(), c.topology) == networks.end())
      networks.push_back(c.topology);
    const auto algorithm =
        std::find(algorithms().begin(), algorithms().end(), c.algorithm) - algorithms().begin();
    const auto network = std::find(networks.begin(), networks.end(), c.topology) - networks.begin();
    for (unsigned q = 0; q < questions; ++q) {
      factors.push_back({static_cast<unsigned>(algorithm), static_cast<unsigned>(network),
                         static_cast<unsigned>(c.nic), q});
    }
  }
  std::vector<std::pair<ScheduleCase, Question> > chosen;
  for (const std::size_t c : covering(factors, 2))
    chosen.emplace_back(all[c / questions], static_cast<Question>(c % questions));
  return chosen;
}

std::vector<ScheduleCase> cases(Question question) {
  static const auto chosen = chosen_cases();
  std::vector<ScheduleCase> its;
  for (const auto& [c, of] : chosen)
    if (of == question) its.push_back(c);
  return its;
}
#endif

/// Lockstep compares RTL and model in every cycle. The RTL alone computes the same once more: nightly in
/// every case, else in one of each network and NIC.
bool runs_rtl_alone([[maybe_unused]] const ScheduleCase& it) {
#ifdef NIGHTLY
  return true;
#else
  const std::vector<ScheduleCase> all = cases(Question::equality);
  const auto first = std::find_if(all.begin(), all.end(), [&](const ScheduleCase& c) {
    return c.topology == it.topology && c.nic == it.nic;
  });
  return first->algorithm == it.algorithm;
#endif
}

class Rv32Schedules : public ::testing::TestWithParam<ScheduleCase> {
 protected:
  Rv32Schedules() {
    config = GetParam().config(100);
    config.firmware = Firmware::rv32;
  }
  RunConfig config;
};
class Rv32Equality : public Rv32Schedules {};
class Rv32Barrier : public Rv32Schedules {};
class Rv32Native : public Rv32Schedules {};
class Rv32Nic : public Rv32Schedules {};

TEST_P(Rv32Equality, DeliversEveryByteAndIsEqualInModelAndRtl) {
  const RunResult model = run_collective(config, {});
  EXPECT_EQ(model.bytes_wrong, 0u);
  const bool has_data = form_of(config.collective).has_data();
  EXPECT_EQ(model.bytes_checked > 0, has_data);
  ASSERT_TRUE(model.rv32);
  EXPECT_EQ(model.rv32->instructions_per_rank.size(), config.topology.size());
  const bool measured = has_data && !GetParam().algorithm->multicasts();
  ASSERT_TRUE(model.rv32->startup.has_value() || !measured) << "some rank sends; signals are not measured";
  if (measured) {
    EXPECT_GT(model.rv32->startup->minimum, 5u);
    EXPECT_LE(model.rv32->startup->median, 40u);
  }
  EXPECT_EQ(model.rv32->processor_cycles_compared, 0u);

  for (const Backend backend : {Backend::lockstep, Backend::rtl}) {
    if (backend == Backend::rtl && !runs_rtl_alone(GetParam())) continue;
    config.backend = backend;
    RunResult is;
    try {
      is = run_collective(config, {});
    } catch (const NotInstalled& reason) {
      GTEST_SKIP() << reason.what();
    }
    EXPECT_EQ(is.bytes_wrong, 0u);
    EXPECT_EQ(is.cycles, model.cycles);
    EXPECT_EQ(is.finish_cycle_per_rank, model.finish_cycle_per_rank);
    EXPECT_EQ(is.flit_hops, model.flit_hops);
    EXPECT_EQ(is.rv32->instructions_per_rank, model.rv32->instructions_per_rank);
    ASSERT_EQ(is.rv32->startup.has_value(), model.rv32->startup.has_value());
    if (measured) {
      EXPECT_EQ(is.rv32->startup->median, model.rv32->startup->median);
      EXPECT_EQ(is.rv32->startup->maximum, model.rv32->startup->maximum);
    }
    EXPECT_EQ(is.rv32->processor_cycles_compared > 0, backend == Backend::lockstep);
  }
}

TEST_P(Rv32Barrier, KeepsStepsApart) {
  config.step_barrier = true;
  EXPECT_EQ(run_collective(config, {}).bytes_wrong, 0u);
}

TEST_P(Rv32Native, SendsWhatItSendsNatively) {
  RunConfig native = config;
  native.firmware = Firmware::native;
  RunConfig slow = native;
  slow.startup_cycles = 24;  // as schedules assume of a processor: the length of pieces depends on it
  const RunResult is = run_collective(config, {});
  // A multicast's packets end where its address says, and here the data lies elsewhere.
  if (!GetParam().algorithm->multicasts()) EXPECT_EQ(is.flit_hops, run_collective(slow, {}).flit_hops);
  EXPECT_GT(is.cycles, run_collective(native, {}).cycles) << "software on a processor takes cycles";
}

/// What the NICs perform from plans of processors, and from plans of the host.
std::pair<RunResult, RunResult> both_by_the_nic(RunConfig config) {
  config.executor = Executor::nic;
  config.hardware = with_executor(config.hardware, config.executor, config.collective);
  config.firmware = Firmware::rv32;
  const RunResult is = run_collective(config, {});
  config.firmware = Firmware::native;
  return {is, run_collective(config, {})};
}
std::uint64_t most_cycles(const RunResult& native) {
  return std::max(native.cycles + 40, native.cycles * 103 / 100);
}

// The processor plans; then the NIC performs the plan in nearly the same time as natively.
TEST_P(Rv32Nic, LetsTheNicPerformWhatItPerformsNatively) {
  const auto [is, other] = both_by_the_nic(config);
  EXPECT_EQ(is.bytes_wrong, 0u);
  EXPECT_EQ(is.bytes_checked > 0, form_of(config.collective).has_data());
  if (!GetParam().algorithm->multicasts()) EXPECT_EQ(is.flit_hops, other.flit_hops);
  EXPECT_GT(is.cycles, other.cycles) << "to start and to wake up takes cycles";
  EXPECT_LE(is.cycles, most_cycles(other));
}

// While the NIC performs the plan and sends its last put, the processor sleeps or ends: it takes no bank from
// the NIC. So every rank is late by the same few cycles, however deep the tree.
TEST(Rv32NicMemory, ProcessorsTakeNoMemoryCyclesFromTheNic) {
  constexpr struct {
    Collective collective;
    const char* algorithm;
    PortModel nic;
  } cases[] = {{Collective::broadcast, "recursive-division", PortModel::one_port},
               {Collective::broadcast, "scatter-collect", PortModel::one_port},
               {Collective::broadcast, "pipelined-trees-all-port", PortModel::all_port},
               {Collective::total_exchange, "direct-timed", PortModel::one_port},
               {Collective::all_to_all_broadcast, "recursive-doubling", PortModel::one_port}};
  for (const auto& c : cases) {
    const auto runs = both_by_the_nic(collective(c.collective, c.algorithm, "torus:4x4", 1024, c.nic));
    const RunResult &is = runs.first, &other = runs.second;
    EXPECT_EQ(is.stalls, other.stalls) << c.algorithm;
    EXPECT_LE(is.cycles, other.cycles + 30) << c.algorithm;
    EXPECT_GT(is.cycles, other.cycles) << c.algorithm;
    for (Rank r = 0; r < is.finish_cycle_per_rank.size(); ++r) {
      EXPECT_LE(is.finish_cycle_per_rank[r], other.finish_cycle_per_rank[r] + 30)
          << c.algorithm << " rank " << r;
    }
  }
}

#ifdef NIGHTLY
/// The largest network, at several lengths.
class Rv32NicLengths : public Rv32Schedules {};

TEST_P(Rv32NicLengths, TakeNearlyAsLongAsNatively) {
  for (const std::uint64_t bytes : {8, 64, 256, 1024}) {
    config.bytes = bytes;
    const auto [is, other] = both_by_the_nic(config);
    EXPECT_EQ(is.bytes_wrong, 0u);
    // Where many short messages contend, the cycles depend on whom the routers' arbiters granted before the
    // start. Natively, with random puts before it, this schedule takes from 462 to 548 cycles.
    const bool chaotic = config.algorithm == "direct" && bytes == 8;
    EXPECT_LE(is.cycles, chaotic ? other.cycles * 6 / 5 : most_cycles(other)) << bytes;
  }
}

INSTANTIATE_TEST_SUITE_P(On, Rv32NicLengths, ::testing::ValuesIn(schedule_cases({"torus:8x8"})), name_of);
#endif

INSTANTIATE_TEST_SUITE_P(On, Rv32Equality, ::testing::ValuesIn(cases(Question::equality)), name_of);
INSTANTIATE_TEST_SUITE_P(On, Rv32Barrier, ::testing::ValuesIn(cases(Question::barrier)), name_of);
INSTANTIATE_TEST_SUITE_P(On, Rv32Native, ::testing::ValuesIn(cases(Question::native)), name_of);
INSTANTIATE_TEST_SUITE_P(On, Rv32Nic, ::testing::ValuesIn(cases(Question::nic)), name_of);

}  // namespace
}  // namespace collnoc::test
