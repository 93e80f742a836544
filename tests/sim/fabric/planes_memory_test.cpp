// In planes, payload is read and written when somebody looks (model/planes/nic_planes.hpp). Here packets
// overlap in memory with each other, and hosts read it at random: all is as where nodes are computed one by
// one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "sim/fabric/put_writer.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t used_bytes = 1024;  // of every memory

/// Sends from any place of its memory to any place of another one, or of its own.
class Shuffler final : public Host {
 public:
  /// `to`: all messages go there; otherwise anywhere. `looks`: the host reads its memory, which is then as it
  /// would be whenever the host is called.
  Shuffler(Fabric& fabric, Rank rank, Cycle stop_at, std::optional<Rank> to, bool looks)
      : topology_(fabric.topology()),
        memory_(fabric.memory(rank)),
        rank_(rank),
        stop_at_(stop_at),
        to_(to),
        looks_(looks),
        random_(rank + 1) {
    for (std::uint32_t b = 0; b < used_bytes; ++b) memory_.bytes()[b] = static_cast<std::uint8_t>(random_());
  }
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (random_() % 4 == 0 && looks_) {
      const std::uint32_t at = number(used_bytes / 8) * 8;
      std::uint64_t word = 0;
      std::memcpy(&word, memory_.bytes() + at, sizeof word);
      seen_ = (seen_ ^ word) * 0x100000001b3;
    }
    if (writer_.idle() && now < stop_at_ && (to_ ? rank_ != *to_ : random_() % 8 == 0)) {
      const Rank dst = to_ ? *to_ : random_() % 8 == 0 ? rank_ : number(topology_.size());
      const std::uint32_t bytes = 1 + number(500);
      const std::uint32_t most = (used_bytes - bytes) / 8;
      Put put{dst, number(most) * 8, number(most) * 8, bytes, 1, false, {}};
      writer_.begin(put, topology_.address(dst));
    }
    const model::RegisterAccess access = writer_.drive(node.reg_ready);
    wake_at_ = now < stop_at_ || !writer_.idle() ? now + 1 : never;
    return access;
  }
  bool uses_memory() const override { return looks_; }
  std::uint64_t seen() const { return seen_; }

 private:
  /// Equal on all machines, unlike a distribution.
  std::uint32_t number(std::uint32_t below) { return static_cast<std::uint32_t>(random_()) % below; }

  Topology topology_;
  model::TileMemory& memory_;
  Rank rank_;
  Cycle stop_at_;
  std::optional<Rank> to_;
  bool looks_;
  std::mt19937 random_;
  PutWriter writer_;
  std::uint64_t seen_ = 0xcbf29ce484222325;
};

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, bool planes, unsigned threads,
          Cycle stop_at, std::optional<Rank> to, bool looks)
      : fabric(topology, config, options(planes, threads), node_factory(NodeKind::model, config, log)) {
    for (Rank r = 0; r < topology.size(); ++r) {
      hosts.push_back(std::make_unique<Shuffler>(fabric, r, stop_at, to, looks));
      fabric.set_host(r, hosts.back().get());
    }
  }
  static Fabric::Options options(bool planes, unsigned threads) {
    Fabric::Options o;
    o.planes = planes;
    o.threads = threads;
    o.work_for_a_thread = 0;
    return o;
  }
  LockstepLog log;
  Fabric fabric;
  std::vector<std::unique_ptr<Shuffler>> hosts;
};

/// Steps of up to `most` cycles, and what is compared after each; all link counts at the end.
void expect_same(const char* network, HardwareConfig config, unsigned threads, Cycle most,
                 std::optional<Rank> to = {}, bool looks = true) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(fmt::format("{} {}, {} threads", network, describe(config), threads));
  const Cycle stop_at = 4'000;
  Network together(topology, config, true, threads, stop_at, to, looks),
      alone(topology, config, false, 1, stop_at, to, looks);
  std::mt19937 random(7);
  while (alone.fabric.now() < stop_at || !alone.fabric.quiet()) {
    const Cycle cycles = 1 + random() % most;
    together.fabric.step(cycles);
    alone.fabric.step(cycles);
    for (Rank r = 0; r < topology.size(); ++r) {
      SCOPED_TRACE(fmt::format("rank {}, cycle {}", r, alone.fabric.now()));
      ASSERT_EQ(std::memcmp(together.fabric.memory(r).bytes(), alone.fabric.memory(r).bytes(), used_bytes),
                0);
      ASSERT_EQ(together.hosts[r]->seen(), alone.hosts[r]->seen());
    }
  }
  EXPECT_TRUE(together.fabric.computes_planes());
  EXPECT_TRUE(together.fabric.quiet());
  EXPECT_GT(alone.fabric.link_flits(), 8'000u);
  for (Rank r = 0; r < topology.size(); ++r) {
    SCOPED_TRACE(r);
    const model::Router &a = together.fabric.node(r).state().router(),
                        &b = alone.fabric.node(r).state().router();
    for (unsigned p = 0; p < a.ports(); ++p) {
      EXPECT_EQ(a.monitor(p).flits_q, b.monitor(p).flits_q);
      EXPECT_EQ(a.monitor(p).credit_stalls_q, b.monitor(p).credit_stalls_q);
      EXPECT_EQ(a.monitor(p).arbitration_stalls_q, b.monitor(p).arbitration_stalls_q);
    }
  }
}

HardwareConfig hardware(unsigned vcs, unsigned flit_bits = 64, unsigned hop_cycles = 1) {
  HardwareConfig c;
  c.hop_cycles = hop_cycles;
  c.vcs = vcs;
  c.flit_bits = flit_bits;
  return c;
}

TEST(PlanesMemory, packets_that_overlap) {
  expect_same("mesh:4x3", hardware(2), 1, 1);
  expect_same("torus:4x4", hardware(4), 1, 30);
  expect_same("mesh:5x3", hardware(1, 128), 1, 7);
  expect_same("torus:12x11", hardware(2), 3, 20);
  expect_same("mesh:4x3", hardware(2, 64, 3), 1, 5);
}

TEST(PlanesMemory, packets_that_overlap_where_no_host_looks) {
  expect_same("mesh:4x3", hardware(2), 1, 30, {}, false);
  expect_same("torus:4x4", hardware(4), 1, 1, {}, false);
  expect_same("torus:5x3", hardware(3, 128), 1, 60, {}, false);
  expect_same("torus:12x11", hardware(2), 3, 20, {}, false);
  expect_same("torus:4x4", hardware(4, 64, 2), 1, 30, {}, false);
}

/// For longer than counts of flits and stalls stay in planes.
TEST(PlanesMemory, messages_that_all_go_to_one_tile) {
  expect_same("mesh:4x3", hardware(2), 1, 40, 5);
  expect_same("torus:9x8", hardware(1), 1, 40, 70);
}

}  // namespace
}  // namespace collnoc::test
