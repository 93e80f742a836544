// The counters that software reads have 32 bits and wrap. No test runs for 2^32 cycles, so they start just
// below the limit. The same traffic runs twice, from 0 and from `near_the_end`, and all counts must differ by
// exactly that.
#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

#include "sim/fabric/verilated_node.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t near_the_end = 0xfffffffd;

/// Sets every counter of an RTL node to this value: the traffic counters, and the arrival counters together
/// with the bits that mark them as written.
void set_counters(const AnyNode& node, std::uint32_t value) {
  verilated_registers(node, [&](const verilated::RegisterInfo& r) {
    const std::string_view name = r.name, scope = r.scope;
    auto* data = static_cast<std::uint8_t*>(const_cast<void*>(r.data));
    const bool arrived = scope.find("i_arrived") != std::string_view::npos;
    if (name == "flits_q" || name.ends_with("_stalls_q")) std::memcpy(data, &value, sizeof value);
    if (name == "fresh_q") std::memset(data, 0, r.bytes);
    // The sums, and the one that was read for the first turn.
    if (scope.find("i_monitor.i_counters") != std::string_view::npos &&
        (name == "mem_q" || name == "data_q")) {
      for (unsigned k = 0; k < r.elements; ++k) std::memcpy(data + k * r.bytes, &value, sizeof value);
    }
    if (arrived && name == "written_q") std::memset(data, 0xff, r.bytes);
    if (!arrived || name != "mem_q") return;
    for (unsigned k = 1; k < r.elements; ++k) std::memcpy(data + k * r.bytes, &value, sizeof value);
  });
}

class CountingNode final : public AnyNode {
 public:
  CountingNode(std::unique_ptr<AnyNode> node, std::uint32_t first) : node_(std::move(node)), first_(first) {}
  void reset(model::NodeOut& out) override {
    node_->reset(out);
    if (first_ != 0) set_counters(*node_, first_);
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { node_->tick(in, out); }
  const model::Node& state() const override { return node_->state(); }

 private:
  std::unique_ptr<AnyNode> node_;
  std::uint32_t first_;
};

/// Reads all registers, one per cycle.
struct Reader final : Host {
  model::RegisterAccess drive(Cycle, const model::NodeOut& node) override {
    if (asked > 0 && asked <= value.size()) value[asked - 1] = node.reg_rdata;
    if (asked++ >= value.size()) return {};
    return {true, false, static_cast<std::uint16_t>(4 * (asked - 1)), 0};
  }
  unsigned asked = 0;
  std::array<std::uint32_t, 256> value{};
};

/// The registers of all nodes after traffic that started with every counter at `first`.
std::vector<std::uint32_t> registers_after(const Topology& topology, const HardwareConfig& config,
                                           std::uint32_t first) {
  LockstepLog log;
  const NodeFactory make = node_factory(NodeKind::rtl, config, log);
  StressOptions traffic;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(topology.size(), traffic);
  Fabric fabric(topology, config, options,
                [&](Rank rank, const HardwareConfig& c, const model::Place& place) {
                  return std::make_unique<CountingNode>(make(rank, c, place), first);
                });
  {
    const Stress stress(fabric, traffic);
    while (!stress.done()) {
      fabric.step(64);
      if (fabric.now() > 100'000) throw std::runtime_error("still busy");
    }
  }
  std::vector<Reader> readers(topology.size());
  for (Rank r = 0; r < topology.size(); ++r) fabric.set_host(r, &readers[r]);
  fabric.step(readers[0].value.size() + 2);
  std::vector<std::uint32_t> all;
  for (const Reader& r : readers) all.insert(all.end(), r.value.begin(), r.value.end());
  return all;
}

/// Whether there is a counter at this address (docs/reference/hardware.md).
bool counts(const HardwareConfig& config, unsigned address) {
  const unsigned n = (address & 0xff) / 16, j = address / 4 % 4;
  switch (address >> 8) {
    case 1: return address != 0x100;
    case 2: return n < config.links() + config.channels() && j < 3;
    case 3: return n < config.channels();
    default: return false;
  }
}

void wrap(const Topology& topology, bool all_port) {
  HardwareConfig config;
  config.dims = topology.dims();
  config.all_port = all_port;
  const auto from_zero = registers_after(topology, config, 0);
  const auto from_the_end = registers_after(topology, config, near_the_end);
  unsigned wrapped = 0;
  for (unsigned i = 0; i < from_zero.size(); ++i) {
    const unsigned address = 4 * (i % 256);
    if (address == 0x01c) continue;  // CYCLE
    const std::uint32_t offset = counts(config, address) ? near_the_end : 0;
    ASSERT_EQ(from_the_end[i] - from_zero[i], offset)
        << "node " << i / 256 << " register " << std::hex << address;
    wrapped += offset != 0 && from_the_end[i] < from_zero[i];
  }
  EXPECT_GT(wrapped, topology.size() * 8);
}

TEST(CountersWrap, of_a_mesh_with_one_port) { wrap(Topology::mesh(3, 3), false); }
TEST(CountersWrap, of_a_torus_with_all_ports) { wrap(Topology::torus(3, 3), true); }
TEST(CountersWrap, of_a_ring_with_all_ports) { wrap(Topology({{{5, true}}}, 1), true); }

}  // namespace
}  // namespace collnoc::test
