// Which calls of an executor run software of the tile: under a kernel that has a process for each tile, the
// schedule is computed in these only, and there are no more than needed.
#include <gtest/gtest.h>

#include <algorithm>

#include "collnoc/arch/nic_registers.hpp"
#include "sim/engine/executor_host.hpp"
#include "sim/fabric/node_factory.hpp"

namespace collnoc::test {
namespace {

/// A schedule that counts how often it is asked for the next action.
class Counted final : public Algorithm {
 public:
  explicit Counted(const Algorithm& same) : same_(same) {}
  std::string_view name() const override { return same_.name(); }
  std::string_view summary() const override { return same_.summary(); }
  Collective collective() const override { return same_.collective(); }
  bool contention_free() const override { return same_.contention_free(); }
  std::optional<std::string> why_not(const Topology& t, PortModel nic) const override {
    return same_.why_not(t, nic);
  }
  std::uint64_t bytes_needed(const Job& job) const override { return same_.bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return same_.steps(job); }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    const Action action = same_.next(job, rank, cursor);
    ++actions;
    puts += action.kind == Action::Kind::put;
    return action;
  }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return same_.arrivals(job, rank, counter, step);
  }

  mutable unsigned actions = 0, puts = 0;

 private:
  const Algorithm& same_;
};

/// A kernel whose processes are function calls.
class Calls final : public Kernel, public SoftwareProcess {
 public:
  explicit Calls(const Counted& algorithm) : algorithm_(algorithm) {}
  void run(Cycle, const std::function<void()>& step) override { step(); }
  SoftwareProcess& software(Rank) override { return *this; }
  model::RegisterAccess drive(Host& host, Cycle now, const model::NodeOut& node) override {
    ++calls;
    const unsigned before = algorithm_.actions;
    const model::RegisterAccess access = host.drive(now, node);
    actions += algorithm_.actions - before;
    return access;
  }

  unsigned calls = 0, actions = 0;  ///< of processes, and in them

 private:
  const Counted& algorithm_;
};

TEST(SoftwareProcess, ExecutorsEnterItOncePerAction) {
  const struct {
    Collective collective;
    const char* algorithm;
    std::uint64_t startup_cycles;
  } cases[] = {{Collective::total_exchange, "direct", 0},
               {Collective::total_exchange, "direct", 25},
               {Collective::broadcast, "recursive-division", 0},
               {Collective::all_reduce, "ring", 0}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.algorithm);
    const Job job{Topology::mesh(4, 4), 0, 256, 0};
    const Counted algorithm(*find_algorithm(c.collective, c.algorithm));
    Calls kernel(algorithm);
    LockstepLog log;
    Fabric::Options options;
    options.kernel = &kernel;
    options.mem_words = static_cast<std::uint32_t>(algorithm.bytes_needed(job) / 8 + 64);
    Fabric fabric(job.topology, {}, options, make_node_factory(NodeKind::model, {}, log));
    std::vector<std::unique_ptr<ExecutorHost>> hosts;
    for (Rank r = 0; r < job.topology.size(); ++r) {
      hosts.push_back(std::make_unique<ExecutorHost>(algorithm, job, r, c.startup_cycles, nullptr,
                                                     reinterpret_cast<std::byte*>(fabric.memory(r).bytes())));
      fabric.set_host(r, hosts.back().get());
    }
    const unsigned begun = algorithm.actions;
    const auto finished = [](const auto& host) { return host->finished(); };
    while (!std::all_of(hosts.begin(), hosts.end(), finished)) {
      fabric.step(64);
      ASSERT_LT(fabric.now(), 20'000u);
    }
    EXPECT_GT(algorithm.puts, 0u);
    EXPECT_EQ(kernel.actions, algorithm.actions - begun);
    // One for each action, and a second after a start-up; some actions take no time.
    EXPECT_LE(kernel.calls, algorithm.actions + (c.startup_cycles != 0 ? algorithm.puts : 0));
  }
}

}  // namespace
}  // namespace collnoc::test
