// Parts of a network that are computed in planes do what the whole network does, computed one by one: every
// pin in every cycle, registers in some, and memories at the end.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "collnoc/model/legality.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/fabric/register_names.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/distributed/thread_transport.hpp"

namespace collnoc {
namespace {

constexpr Cycle stops_at = 250, registers_every = 93;
constexpr std::uint32_t mem_words = 512, most_bytes = 400;

/// Sends messages of any length to any rank, its own too, and reads registers.
class Chatter final : public Host {
 public:
  Chatter(const Topology& topology, Rank own) : topology_(topology), random_(own + 1) {}
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (writer_.idle()) {
      if (now >= stops_at) {
        wake_at_ = never;
        return {};
      }
      if (now < next_) return {};
      if (chance(8)) return {true, false, static_cast<std::uint16_t>(random_() % 256 * 4), 0};
      if (chance(4)) next_ = now + random_() % 60;
      Put put;
      put.dst = chance(20) ? topology_.size() / 2 : static_cast<Rank>(random_() % topology_.size());
      put.counter = static_cast<std::uint8_t>(random_() % 64);
      put.signal = chance(8);
      put.bytes = put.signal ? 0 : 1 + static_cast<std::uint32_t>(random_() % (chance(2) ? 16 : most_bytes));
      put.local = word();
      put.remote = word();
      writer_.begin(put, topology_.address(put.dst));
    }
    return writer_.drive(node.reg_ready);
  }

 private:
  bool chance(unsigned of) { return random_() % of == 0; }
  std::uint32_t word() {
    return static_cast<std::uint32_t>(random_() % (mem_words - most_bytes / 8 - 8)) * 8;
  }
  const Topology topology_;
  std::mt19937_64 random_;
  PutWriter writer_;
  Cycle next_ = 0;
};

class Nobody final : public NodeWatcher {
 public:
  void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {}
  void after(Cycle, AnyNode&, const model::NodeOut&) override {}
};

class Digest {
 public:
  void add(std::uint64_t value) { value_ = (std::rotl(value_, 5) ^ value) * 0x9e3779b97f4a7c15u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t pins(const Fabric& fabric, Rank r) {
  const model::NodeOut& out = fabric.out(r);
  Digest d;
  d.add(out.link_valid);
  d.add(out.link_credit);
  for (std::uint32_t m = out.link_credit; m != 0; m &= m - 1) d.add(out.credit[std::countr_zero(m)]);
  for (std::uint32_t m = out.link_valid; m != 0; m &= m - 1) {
    const model::FlitRef& flit = out.link[std::countr_zero(m)];
    d.add(flit.vc | (flit.head ? 8u : 0u) | (flit.tail ? 16u : 0u));
    for (unsigned w = 0; w < fabric.config().flit_bits / 64; ++w) d.add(flit.data[w]);
  }
  for (const std::uint64_t value : {std::uint64_t{out.reg_ready}, std::uint64_t{out.reg_rdata},
                                    std::uint64_t{out.event}, std::uint64_t{out.quiescent}})
    d.add(value);
  d.add(out.rd_req);
  d.add(out.wr_req);
  return d.value();
}

/// But for those of which some have no effect (tests/sim/fabric/planes_test.cpp).
std::uint64_t registers(Fabric& fabric, Rank r) {
  Digest d;
  model::Node::registers(fabric.node(r).state(), NamedVisitor([&](const ShownRegister& shown) {
                           for (const char* other : {"i_input_buffer", "mask_q", "i_eject"})
                             if (shown.name.find(other) != std::string::npos) return;
                           for (const std::uint64_t word : shown.words) d.add(word);
                         }));
  return d.value();
}

std::uint64_t memory(Fabric& fabric, Rank r) {
  Digest d;
  const std::uint8_t* const bytes = fabric.memory(r).bytes();
  for (std::size_t b = 0; b < mem_words * 8; ++b) d.add(bytes[b]);
  return d.value();
}

struct Case {
  Topology topology;
  HardwareConfig config;
};

using Seen = std::vector<std::uint64_t>;  // by step, then by rank

/// What the nodes of a part do until all is quiet, or in so many cycles; returns how many they were.
/// `one_by_one` from a cycle on, at the request of part `who`.
Cycle run(const Case& c, const NetworkParts& parts, unsigned threads, Cycle cycles, Cycle one_by_one,
          unsigned who, const std::function<void(Rank, std::uint64_t)>& see) {
  Fabric::Options options;
  options.mem_words = mem_words;
  options.threads = threads;
  options.work_for_a_thread = 0;
  options.parts = &parts;
  Fabric fabric(c.topology, c.config, options,
                [](Rank, const HardwareConfig& config, const model::Place& place) {
                  return make_model_node(config, place);
                });
  std::vector<std::unique_ptr<Chatter>> hosts;
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    hosts.push_back(std::make_unique<Chatter>(c.topology, r));
    fabric.set_host(r, hosts.back().get());
    std::mt19937_64 random(1000 + r);
    for (std::size_t b = 0; b < mem_words * 8; ++b)
      fabric.memory(r).bytes()[b] = static_cast<std::uint8_t>(random());
  }
  Nobody nobody;
  while (cycles != never ? fabric.now() < cycles : fabric.now() < 2 * stops_at || !fabric.quiet()) {
    if (fabric.now() == one_by_one && parts.own() == who) fabric.set_watcher(fabric.first(), &nobody);
    const Cycle now = fabric.now();
    fabric.step();
    EXPECT_EQ(fabric.computes_planes(), now < one_by_one);
    for (Rank r = fabric.first(); r < fabric.last(); ++r) {
      see(r, pins(fabric, r));
      if (now % registers_every == 0) see(r, registers(fabric, r));
    }
  }
  for (Rank r = fabric.first(); r < fabric.last(); ++r) see(r, memory(fabric, r));
  EXPECT_TRUE(fabric.quiet()) << "the messages have not all arrived";
  EXPECT_GT(fabric.link_flits(), 1000u);
  return fabric.now();
}

std::string describe(const Case& c) {
  return fmt::format("{}, {} virtual channels of {}, {}", to_text(c.topology), c.config.vcs,
                     c.config.vc_depth, c.config.all_port ? "all-port" : "one-port");
}

void expect_same(const Case& c, const std::vector<unsigned>& counts, unsigned threads = 1,
                 Cycle one_by_one = never) {
  std::vector<Seen> whole(c.topology.size());
  const Cycle cycles =
      run(c, undivided, 1, never, 0, 0, [&](Rank r, std::uint64_t value) { whole[r].push_back(value); });
  for (const unsigned count : counts) {
    test::in_parts(count, [&](const NetworkParts& parts) {
      std::vector<std::size_t> seen(c.topology.size());
      std::string first;
      run(c, parts, threads, cycles, one_by_one, count - 1, [&](Rank r, std::uint64_t value) {
        const std::size_t n = seen[r]++;
        if (whole[r][n] != value && first.empty()) first = fmt::format("rank {}, value {}", r, n);
      });
      EXPECT_EQ(first, "") << describe(c) << ", part " << parts.own() << " of " << count;
    });
  }
}

Case case_of(const char* network, unsigned vcs, unsigned depth = 4, bool all_port = false) {
  Case c{parse_topology(network), {}};
  c.config.fit(c.topology);
  c.config.vcs = vcs;
  c.config.vc_depth = depth;
  c.config.all_port = all_port;
  return c;
}

TEST(PartPlanes, Meshes) {
  expect_same(case_of("mesh:5x8", 2), {2, 4});
  expect_same(case_of("mesh:20x6", 1, 8), {3});
  expect_same(case_of("mesh:40", 2), {2, 4});
  expect_same(case_of("mesh:9x2", 4), {4});  // cut within a row
}

TEST(PartPlanes, Tori) {
  expect_same(case_of("torus:6x5", 2), {3});
  expect_same(case_of("torus:4x2", 2), {2});
  expect_same(case_of("torus:17x4", 4, 3), {2});
}

TEST(PartPlanesNightly, LargerGrids) {
  expect_same(case_of("mesh:64x2", 3), {2});
  expect_same(case_of("mesh:4x4x6", 2, 4, true), {2});
  expect_same(case_of("torus:3x3x9", 2, 5, true), {3});
  expect_same(case_of("torus:12x9", 2), {3});
}

TEST(PartPlanes, OtherNetworks) {
  expect_same(case_of("hypercube:5", 2), {2, 4});
  expect_same(case_of("hypercube:4", 3, 4, true), {2});
  expect_same(case_of("ghc:4x3", 2), {2, 3, 4});
  expect_same(case_of("star:4", 3), {2, 3});
  expect_same(case_of("spidergon:18", 2), {2, 4});
  expect_same(case_of("ring:40", 2), {2, 3});
  expect_same(case_of("random-regular:20,4,1", 2, 4, true), {3});
  expect_same(case_of("fat-tree:4", 2), {2, 4});
  // Cut links whose ends differ by the number of tiles less 1, as those around a ring do.
  expect_same(case_of("graph:tests/sim/distributed/switches.toml", 2), {4});
}

TEST(PartPlanes, OtherHardware) {
  Case c = case_of("torus:4x5", 2, 5);
  c.config.switching = Switching::cut_through;
  c.config.max_packet_flits = 5;
  expect_same(c, {2, 3});
  c = case_of("ghc:4x3", 2, 7);
  c.config.switching = Switching::cut_through;
  c.config.max_packet_flits = 5;
  expect_same(c, {3});
  c = case_of("mesh:5x4", 2, 3);
  c.config.flit_bits = 256;
  expect_same(c, {2});
  c = case_of("torus:5x4", 4);
  c.config.vc_reads = true;
  expect_same(c, {2, 4});
  c = case_of("mesh:4x6", 3, 9);
  c.config.vc_reads = true;
  expect_same(c, {3});
  c = case_of("mesh:5x4", 2);
  c.config.accumulate = true;
  expect_same(c, {2});
}

TEST(PartPlanes, SeveralThreads) {
  expect_same(case_of("mesh:16x12", 2), {2}, 2);
  expect_same(case_of("mesh:10x14", 1, 8, true), {2}, 3);
}

TEST(PartPlanesNightly, SeveralThreads) { expect_same(case_of("torus:12x12", 3), {2}, 2); }

TEST(PartPlanes, APartLeavesPlanesWithTheOthers) {
  for (const Cycle from : {Cycle{0}, Cycle{1}, Cycle{333}, Cycle{777}}) {
    expect_same(case_of("mesh:6x6", 2), {3}, 3, from);
    expect_same(case_of("torus:5x4", 2, 4, true), {2}, 1, from);
  }
}

void expect_same_in_drawn(unsigned seed, unsigned networks) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (unsigned n = 0; n < networks;) {
    const unsigned dims = 1 + below(3), most = dims == 1 ? 80 : dims == 2 ? 14 : 6;
    std::string network = below(2) != 0 ? "mesh:" : "torus:";
    for (unsigned d = 0; d < dims; ++d) network += (d == 0 ? "" : "x") + std::to_string(1 + below(most));
    if (below(5) == 0) network = "hypercube:" + std::to_string(3 + below(4));
    Case c = case_of(network.c_str(), 1 + below(4), 1 + below(9), below(4) == 0);
    if (below(3) == 0) {
      c.config.switching = Switching::cut_through;
      c.config.max_packet_flits = std::max(2u, c.config.vc_depth);
    }
    c.config.vc_reads = below(4) == 0;
    const unsigned count = 2 + below(3);
    if (c.topology.size() < 16 || why_illegal(c.config, c.topology)) continue;
    ++n;
    expect_same(c, {count});
  }
}

TEST(PartPlanes, DrawnNetworks) { expect_same_in_drawn(7, 2); }
TEST(PartPlanesNightly, DrawnNetworks) { expect_same_in_drawn(8, 26); }

}  // namespace
}  // namespace collnoc
