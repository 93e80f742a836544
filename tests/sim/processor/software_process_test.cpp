// Under a kernel that has a process for each tile, a program on a processor accesses registers there; all
// other cycles of the processor need no process.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "collnoc/firmware/rv32/boot_block.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/processor/processor_host.hpp"

namespace collnoc::test {
namespace {

/// A kernel whose processes are function calls.
class Calls final : public Kernel, public SoftwareProcess {
 public:
  void run(Cycle, const std::function<void()>& step) override { step(); }
  SoftwareProcess& software(Rank) override { return *this; }
  model::RegisterAccess drive(Host& host, Cycle now, const model::NodeOut& node) override {
    const auto& processor = dynamic_cast<ProcessorHost&>(host);
    ++calls;
    reports -= processor.reports();
    messages -= processor.messages();
    const model::RegisterAccess access = host.drive(now, node);
    reports += processor.reports();
    messages += processor.messages();
    return access;
  }

  std::uint64_t calls = 0, reports = 0, messages = 0;
};

TEST(SoftwareProcess, ProcessorsEnterItForAccessesOfTheProgram) {
  const Topology topology = Topology::mesh(2, 2);
  const HardwareConfig config;
  const TileProgram program(COLLNOC_TEST_PROGRAMS "/matrix_by_calls.elf");
  BootBlock boot;
  boot.base = program.end();
  Calls kernel;
  LockstepLog log;
  Fabric::Options options;
  options.kernel = &kernel;
  options.mem_words = 1 << 15;
  Fabric fabric(topology, config, options, make_node_factory(NodeKind::model, config, log));
  std::vector<std::unique_ptr<ProcessorHost>> hosts;
  for (Rank r = 0; r < topology.size(); ++r) {
    model::TileMemory& memory = fabric.memory(r);
    std::memcpy(memory.bytes() + program.boot_block(), &boot, sizeof boot);
    for (const TileProgram::Data& data : program.data())
      std::memcpy(memory.bytes() + data.address, data.bytes.data(), data.bytes.size());
    const NodeAddress address = topology.address(r);
    hosts.push_back(std::make_unique<ProcessorHost>(
        make_model_processor({address, memory.words(), program.program_bytes()}), program, memory,
        StartupMeter({}, config, address), config, model::Place::of(topology, r, memory.words())));
    fabric.set_host(r, hosts.back().get());
  }
  while (!std::all_of(hosts.begin(), hosts.end(), [](const auto& host) { return host->stopped(); })) {
    fabric.step(64);
    ASSERT_LT(fabric.now(), 1'000'000u);
  }
  std::uint64_t reports = 0, messages = 0, instructions = 0;
  for (const auto& host : hosts) {
    EXPECT_EQ(host->exit_code(), 0u);
    reports += host->reports();
    messages += host->messages();
    instructions += host->instructions();
  }
  EXPECT_GT(messages, 0u);
  EXPECT_GT(reports, 0u);
  EXPECT_EQ(kernel.messages, messages);
  EXPECT_EQ(kernel.reports, reports);
  EXPECT_LT(kernel.calls, instructions / 4);
}

}  // namespace
}  // namespace collnoc::test
