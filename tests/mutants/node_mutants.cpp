// Mutants of nodes, by the lane: in lockstep with the model on small networks under random traffic. A second
// pass starts from a random state before reset and compares only the pins. Tiles that are reset alone. More:
// refused puts, a single node at many positions, long messages, plans with every bit, values that combine.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/model/registers.hpp"
#include "sim/common/errors.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/mutants/edge_node.hpp"
#include "tests/mutants/mutant_job.hpp"
#include "tests/mutants/mutant_lanes.hpp"
#include "tests/support/bench.hpp"
#include "tests/support/combining_puts.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/lone_node.hpp"
#include "tests/support/reset_run.hpp"
#include "tests/support/stalls.hpp"
#include "tests/support/wide_plans.hpp"

namespace collnoc::test {
namespace {

struct Job {
  bool full = true, edges = false;
  std::string library;
  HardwareConfig config;
  std::vector<Topology> networks;
  std::uint64_t router_cycles = 0;  // on every network
};

void set(HardwareConfig& c, const std::string& setting) {
  const auto [name, value] = split_setting(setting);
  for (const NodeParameter& p : node_parameters) {
    if (p.rtl != name) continue;
    if (!p.legal(value)) throw std::runtime_error(fmt::format("{}: must be {}", setting, p.allowed));
    p.set(c, value);
    return;
  }
  throw std::runtime_error(fmt::format("'{}': the node has no such parameter", setting));
}

/// Makes the event counters of the model start shortly before they wrap, as those of the nodes that
/// scripts/mutants makes.
class CountsBefore {
 public:
  bool arrays() const { return false; }
  template <class T>
  void operator()(const char* name, T& value, model::Indices) {
    if constexpr (std::is_integral_v<T>) {
      const std::string_view text = name;
      if (text.ends_with(".flits_q") || text.ends_with("_stalls_q")) value += static_cast<T>(counts_begin);
    }
  }
  void count(const char*, std::uint32_t&, unsigned) {}
  void shown(const char*, model::Wide&, model::Indices) {}
  void shown_slice(const char*, model::Wide&, unsigned, unsigned, model::Indices) {}
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

 private:
  static constexpr std::uint32_t counts_begin = 0xfffffff0;
};

/// A small network of these nodes: 2x2, the generalized hypercube with all extents RADIX, or the star graph.
Topology few_nodes(const HardwareConfig& c) {
  if (c.topology == TopologyKind::star) return Topology::star(c.radix);
  if (c.topology == TopologyKind::spidergon) return Topology::spidergon(4);
  const std::uint32_t k = c.radix;
  if (k != 0) return Topology::complete({k, k, k, k, k, k}, c.dims);
  return Topology({{{2, false}, {2, false}, {1, false}, {1, false}}}, c.dims);
}

/// A network of the job, or a spidergon of any size.
Topology any_network(const Job& job, std::mt19937& random) {
  if (job.config.topology == TopologyKind::spidergon) return Topology::spidergon(4 + 2 * (random() % 31));
  return job.networks[random() % job.networks.size()];
}

/// Puts to the own node, legal but for one register of the five in which a single bit is set: so each bit
/// decides alone whether the put is refused.
void one_bit_puts(Bus& bus, std::uint32_t own_address) {
  const std::array<std::uint32_t, 5> registers{nic::put_src, nic::put_addr, nic::put_bytes, nic::put_ctrl,
                                               nic::put_node};
  for (unsigned changed = 0; changed < registers.size(); ++changed) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      std::array<std::uint32_t, 5> put{0, 0, 8, 0, own_address};
      put[changed] = 1u << bit;
      for (unsigned r = 0; r < registers.size(); ++r) bus.write(registers[r], put[r]);
      bus.read(nic::error);
      bus.write(nic::error, ~0u);
    }
  }
}

/// Writes random words to the put registers, with a length that is sometimes 0 or a power of two, and reads
/// them back after the put was refused. Clears error flags in the cycles in which new errors occur. Writes to
/// every byte address, also where no register is. Then the puts of one_bit_puts.
std::string refused_puts(const Job& job, const NodeFactory& make) {
  Fabric fabric(few_nodes(job.config), job.config, {}, make);
  Bus bus;
  fabric.set_host(0, &bus);
  std::mt19937 random(4);
  const auto any = [&] { return static_cast<std::uint32_t>(random()); };
  for (unsigned n = 0; n < 200; ++n) {
    const bool few_bits = n % 3 == 0;
    const std::uint32_t signal = few_bits ? nic::ctrl_signal : 0;  // a signal would ignore the length
    bus.write(nic::put_src, any());
    bus.write(nic::put_addr, any());
    bus.write(nic::put_bytes, !few_bits ? any() : n % 2 == 0 ? 0 : 1u << n / 6 % 32);
    bus.write(nic::put_ctrl, (any() & ~signal) | 1u << 31);
    bus.write(nic::put_node, any() | 1u << 31);
    for (unsigned k = 0; k < n % 4; ++k) bus.write(nic::put_src, any());
    bus.write(nic::error, any());
    for (std::uint32_t a = 0; a < 0x30; a += 4) bus.read(a);
  }
  for (std::uint32_t a = 0; a < 0x400; ++a) bus.write(a, any() | 1u << 31);
  one_bit_puts(bus, fabric.topology().address(0));
  std::string wrong;
  try {
    while (fabric.now() < 100'000 && !(bus.idle() && fabric.quiet())) fabric.step(64);
    if (!fabric.quiet()) wrong = "refused puts: still busy";
  } catch (const LockstepMismatch& mismatch) {
    wrong = fmt::format("refused puts: {}", mismatch.what());
  }
  fabric.set_host(0, nullptr);
  return wrong;
}

/// Messages of 2^8 to 2^20 bytes, plus up to 7, in every direction, between nodes with the largest possible
/// memory; and thousands of signals to one counter, while software reads it: from both in every cycle, then
/// from one, with pauses.
std::string long_messages(const Job& job, const NodeFactory& make) {
  const Topology network = few_nodes(job.config);
  const Rank last_rank = network.size() - 1;
  Fabric::Options options;
  options.mem_words = 1u << 18;
  Fabric fabric(network, job.config, options, make);
  Bus plus, minus;  // software of the first and the last node; each sends to ranks 1 and 2
  Bus reader;       // software of rank 1
  fabric.set_host(0, &plus);
  fabric.set_host(1, &reader);
  fabric.set_host(last_rank, &minus);
  std::string wrong;
  std::mt19937 random(1);
  const auto put = [&](Bus& bus, std::uint32_t ctrl, Rank dst) {
    bus.write(nic::put_ctrl, ctrl);
    bus.write(nic::put_node, network.address(dst));
  };
  try {
    for (unsigned k = 8; k <= 20; ++k) {
      for (Bus* bus : {&plus, &minus}) {
        for (const Rank dst : {1u, 2u}) {
          if (k > 17 && (dst == 1) != (bus == &plus)) continue;  // they take most of the time
          const std::uint32_t bytes = (1u << k) + random() % 8;
          const std::uint32_t last = (8u << 18) - (bytes + 7) / 8 * 8;
          const auto place = [&] { return static_cast<std::uint32_t>(random() % (last / 8 + 1)) * 8; };
          bus->write(nic::put_src, place());
          bus->write(nic::put_addr, place());
          bus->write(nic::put_bytes, bytes);
          put(*bus, k, dst);
        }
      }
    }
    for (unsigned n = 0; n < 5000 + 4096; ++n) {
      put(plus, 1u << 16 | 9, 1);
      if (n < 5000) put(minus, 1u << 16 | 9, 1);
    }
    const Cycle end = 4'000'000;
    while (fabric.now() < end && !(plus.idle() && minus.idle() && fabric.quiet())) {
      if (reader.idle()) {
        for (unsigned n = 0; n < 32; ++n) reader.read(nic::counter(9));
      }
      fabric.step(64);
    }
    if (!fabric.quiet()) wrong = "long messages: still busy";
  } catch (const LockstepMismatch& mismatch) {
    wrong = fmt::format("long messages: {}", mismatch.what());
  }
  fabric.set_host(0, nullptr);
  fabric.set_host(1, nullptr);
  fabric.set_host(last_rank, nullptr);
  return wrong;
}

/// A single node with simulated neighbours, at 200 random positions in meshes and tori of up to 256 x 256.
std::string alone(const Job& job, const NodeFactory& make) {
  if (job.config.topology != TopologyKind::grid) return {};
  std::mt19937 random(3);
  for (unsigned n = 0; n < 200; ++n) {
    Corner corner;
    for (unsigned d = 0; d < 2; ++d) {
      const unsigned own = random() % 256, beyond = random() % 3 == 0 ? 0 : random() % (256 - own);
      corner.coord = static_cast<std::uint16_t>(corner.coord | own << 8 * d);
      corner.extent = static_cast<std::uint16_t>(corner.extent | (own + beyond) << 8 * d);
    }
    corner.wrap = static_cast<std::uint8_t>(job.config.vcs > job.config.route_orders ? random() % 4 : 0);
    corner.mem_words = LoneNode::words >> random() % 10;
    corner.mem_words -= 8 * (random() % (corner.mem_words / 16));
    corner.cycle = static_cast<std::uint32_t>(random());
    const std::string wrong =
        LoneNode(job.config, corner, n % 2 == 0 ? make : with_stalls(make, n, n % 4 == 1), n).run(600);
    if (!wrong.empty()) return fmt::format("alone at {:#x} of {:#x}: {}", corner.coord, corner.extent, wrong);
  }
  return {};
}

/// A single node of small networks, at the edges of what it accepts, with memories of any size.
std::string at_edges(const Job& job, const NodeFactory& make) {
  for (unsigned n = 0; n < 100; ++n) read_any_straps(job.config, make, n);
  std::mt19937 random(5);
  for (unsigned n = 0; n < 300; ++n) {
    const Topology network = any_network(job, random);
    const Rank rank = random() % network.size();
    const std::uint32_t most = (1u << 18) >> random() % 12, mem_words = most - random() % (most / 2);
    EdgeNode node(network, rank, job.config, mem_words, n % 2 == 0 ? make : with_stalls(make, n, n % 4 == 1),
                  n);
    if (n % 4 == 2) node.reset_the_tile();
    const std::string wrong = node.run(600);
    if (!wrong.empty()) return fmt::format("at edges, rank {} of {}: {}", rank, to_text(network), wrong);
  }
  return {};
}

/// Runs these mutants until all are caught. `from_anything`: nodes start from a random state before reset, so
/// their memories, which are not reset, differ from those of the model.
void run(const Job& job, MutantLanes& mutants, bool from_anything) {
  const auto factory = [&](bool many_arrivals) -> NodeFactory {
    return [&mutants, from_anything, many_arrivals](Rank rank, const HardwareConfig& c,
                                                    const model::Place& place) {
      const auto preset = [](model::Node& node) {
        CountsBefore counts;
        model::Node::registers(node, counts);
      };
      return make_mutant_node(mutants, c, place, rank, {.registers = !from_anything, .preset = preset},
                              many_arrivals);
    };
  };
  const NodeFactory make = factory(false), make_with_arrivals = factory(true);
  std::vector<std::function<std::string()>> tests;
  for (const Topology& network : job.networks)
    tests.push_back([&] { return run_lockstep(network, job.config, job.router_cycles, 1, make).wrong; });
  for (std::uint64_t seed = 1; seed <= (job.full ? 12u : 2u); ++seed)
    tests.push_back([&, seed] { return run_with_resets(job.networks[0], job.config, seed, make); });
  if (job.full) {
    tests.push_back([&] { return refused_puts(job, make); });
    if (job.config.accumulate)
      tests.push_back([&] { return run_combining_puts(few_nodes(job.config), job.config, make); });
    tests.push_back([&] { return alone(job, make); });
    if (!from_anything) tests.push_back([&] { return long_messages(job, make); });
    if (job.config.sequencer)
      tests.push_back([&] { return run_wide_plans(few_nodes(job.config), job.config, make); });
  }
  if (job.edges) tests = {[&] { return at_edges(job, make_with_arrivals); }};
  for (const auto& test : tests) {
    std::string wrong;
    try {
      wrong = test();
    } catch (const LockstepMismatch& last) {
      wrong = last.what();
    }
    if (mutants.all_caught()) return;
    if (!wrong.empty()) throw std::runtime_error(wrong);  // with the model itself, or with the test
  }
}

}  // namespace

CaughtBy node_mutants(const MutantJob& given) {
  Job job;
  job.full = given.full;
  job.edges = given.edges;
  job.library = given.library;
  job.router_cycles = given.cycles;
  for (const std::string& network : given.where) job.networks.push_back(parse_topology(network));
  for (const std::string& setting : given.settings) set(job.config, setting);
  for (const Topology& network : job.networks) {
    if (!job.config.fits(network) || !legal(network, job.config))
      throw std::runtime_error(fmt::format("{} does not fit the node", to_text(network)));
  }
  return [job](const std::vector<unsigned>& mutants) {
    MutantLanes lanes(job.library, mutants);
    for (const bool from_anything : {false, true}) {
      if (!lanes.all_caught()) run(job, lanes, from_anything);
    }
    return lanes.caught();
  };
}

}  // namespace collnoc::test
