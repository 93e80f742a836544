#include "sim/engine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "collnoc/model/legality.hpp"
#include "sim/common/errors.hpp"
#include "sim/fabric/dependency_graph.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/fabric/paths.hpp"
#include "sim/fabric/rtl_beside.hpp"
#include "sim/fabric/shared_library.hpp"
#include "sim/fabric/sliced_nodes.hpp"
#include "sim/fabric/stuck.hpp"
#include "sim/fabric/verilated_node.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

void refuse_deadlock(const Platform& p) {
  // Tests of the watchdog need a network that deadlocks.
  if (std::getenv("COLLNOC_TEST_ALLOW_DEADLOCK") != nullptr) return;
  const DependencyGraph graph = dependency_graph(p.topology, p.hardware);
  if (graph.cycle.empty()) return;
  throw UserError(
      fmt::format("--vcs {} is too few for {}{}: {}, else packets wait for each other: {}", p.hardware.vcs,
                  p.topology_text, p.hardware.route_orders == 2 ? " with --route-orders 2" : "",
                  topology_form(p.topology.kind()).vcs_needed(p.topology, p.hardware.route_orders),
                  cycle_text(graph, p.topology)));
}

void say(const std::string& line) { std::cerr << line << '\n'; }

/// `log`: of lockstep; nothing: the RTL alone.
NodeFactory sliced_nodes(const Platform& p, const std::string& library, LockstepLog* log) {
  return [log, nodes = std::make_shared<SlicedNodes>(library, p.topology.size())](
             Rank rank, const HardwareConfig& config, const model::Place& place) {
    return log != nullptr ? make_lockstep_in_slices(nodes, config, place, rank, *log)
                          : make_sliced_node(nodes, config, place, rank);
  };
}

/// Whether `find`, which finds a library and may build it, finds it without a build.
template <class Find>
bool is_there(Find&& find) {
  try {
    find([](const std::string& build) { throw NotInstalled(build); });
    return true;
  } catch (const NotInstalled&) {
    return false;
  }
}

/// Slices of the RTL for `--backend rtl` and `lockstep`: in networks that are faster so, unless only the
/// verilated node is built, or slices cannot be: then the verilated node is taken.
NodeFactory slices_if_they_pay(const Platform& p, bool whole, LockstepLog* log) {
  const Rank size = p.topology.size();
  if (!whole || size < 64 || p.tools.any() || p.topology.tables() != nullptr) return nullptr;
  const auto sliced = [&](const auto& report) { return sliced_library(p.hardware, size, report); };
  const auto verilated = [&](const auto& report) {
    return verilated_library(p.hardware, NodeSource::rtl, report);
  };
  if (!is_there(sliced) && is_there(verilated)) return nullptr;
  try {
    return sliced_nodes(p, sliced(say), log);
  } catch (const NotInstalled&) {
    return nullptr;
  }
}

NodeFactory slices_that_were_asked_for(const Platform& p, LockstepLog* log) {
  if (p.topology.tables() != nullptr) {
    throw UserError(
        fmt::format("--backend {}: nodes of a graph have links of their own, so they have no slices",
                    word_of(p.backend)));
  }
  return sliced_nodes(p, sliced_library(p.hardware, p.topology.size(), say), log);
}

/// `whole`: the network is not divided among processes.
NodeFactory nodes_of(const Platform& p, bool whole, LockstepLog& log) {
  const auto all = [&](NodeKind kind) { return make_node_factory(kind, p.hardware, log, say); };
  switch (p.backend) {
    case Backend::model: return all(NodeKind::model);
    case Backend::rtl:
      if (NodeFactory slices = slices_if_they_pay(p, whole, nullptr)) return slices;
      return all(NodeKind::rtl);
    case Backend::rtl_verilated: return all(NodeKind::rtl);
    case Backend::rtl_sliced: return slices_that_were_asked_for(p, nullptr);
    case Backend::netlist: return all(NodeKind::netlist);
    case Backend::lockstep:
      if (NodeFactory slices = slices_if_they_pay(p, whole, &log)) return slices;
      return all(NodeKind::lockstep);
    case Backend::lockstep_verilated: return all(NodeKind::lockstep);
    case Backend::lockstep_sliced: return slices_that_were_asked_for(p, &log);
    case Backend::netlist_lockstep: return all(NodeKind::netlist_lockstep);
    case Backend::mixed: break;
  }
  return [&p, rtl = all(NodeKind::rtl), native = all(NodeKind::model)](
             Rank rank, const HardwareConfig& config, const model::Place& place) {
    const bool is_rtl = std::binary_search(p.rtl_nodes.begin(), p.rtl_nodes.end(), rank);
    return (is_rtl ? rtl : native)(rank, config, place);
  };
}

/// SystemC's, from a library of its own.
const KernelApi& systemc_kernel() {
  const std::filesystem::path file = own_library("systemc_kernel");
  if (!std::filesystem::exists(file))
    throw NotInstalled(fmt::format(
        "--kernel systemc: there is no {}; it is built with collnoc if libsystemc-dev is installed",
        file.string()));
  ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  const SharedLibrary library(file.string(), SharedLibrary::Lifetime::process);
  return library.api<KernelApi>(kernel_symbol, kernel_version, "kernel");
}

}  // namespace

Machine::Machine(const Platform& p, std::uint32_t mem_words, const NetworkParts& parts)
    : explains_(p.explain_speed && parts.own() == 0) {
  if (const auto broken = why_illegal(p.hardware)) throw UserError(broken->text());
  refuse_deadlock(p);
  if ((p.backend == Backend::rtl_sliced || p.backend == Backend::lockstep_sliced) && parts.several()) {
    throw UserError(fmt::format("--backend {} computes a network in one process; {} divides it",
                                word_of(p.backend),
                                is_lockstep(p.backend) ? "lockstep:verilated" : "rtl:verilated"));
  }
  const bool systemc = p.kernel == KernelKind::systemc, pins = systemc && p.systemc == SystemcForm::pins;
  if (systemc && parts.several()) throw UserError("--kernel systemc simulates a network in one process");
  Fabric::Options options;
  options.mem_words = mem_words;
  options.threads = p.threads;
  options.planes = !p.node_by_node;
  options.parts = &parts;
  constexpr Rank most_threads = 16'384;  // of the kernel: each has a stack, of which a process has few more
  if (systemc && p.topology.size() > most_threads)
    throw UserError(
        fmt::format("--kernel systemc simulates at most {} tiles, not {}", most_threads, p.topology.size()));
  const KernelApi* const kernel = systemc ? &systemc_kernel() : nullptr;
  NodeFactory nodes;
  parts.first_then_others([&] { nodes = nodes_of(p, !parts.several(), log_); });
  if (pins) {
    nodes = nodes_on(kernel->make_board(p.topology, p.hardware, mem_words, nodes));
  } else if (systemc) {
    kernel_ = kernel->make_kernel(p.topology);
    options.kernel = kernel_.get();
    options.threads = 1;
  }
  parts.agree([&] { fabric_ = std::make_unique<Fabric>(p.topology, p.hardware, options, nodes); });
}

Machine::~Machine() {
  if (explains_ && fabric_->now() != 0)
    say(fmt::format("{} nodes, {} cycles: {}", fabric_->topology().nodes(), fabric_->now(),
                    fabric_->how_computed()));
}

Counts read_counts(Fabric& fabric, bool each) {
  fabric.compare_registers();
  Counts counts;
  counts.nodes = fabric.topology().nodes();
  const unsigned links = fabric.topology().links();
  counts.link_flits.reserve(std::size_t{fabric.end() - fabric.first()} * links);
  for (Rank r = fabric.first(); r < fabric.end(); ++r) {
    const NodeCounts node = fabric.node(r).counts();
    StallCycles tile;
    for (std::size_t o = 0; o < node.outputs.size(); ++o) {
      const OutputCounts& output = node.outputs[o];
      const StallCycles stalls{output.credit_stalls, output.arbitration_stalls, 0};
      if (o < links) {
        counts.link_flits.push_back(output.flits);
        if (each) counts.link_stalls.push_back(stalls);
        counts.stalls += stalls;
      } else {
        tile += stalls;
        counts.ejected += output.flits;
      }
    }
    for (const ChannelCounts& channel : node.channels) {
      tile += {channel.credit_stalls, 0, channel.read_stalls + std::uint64_t{channel.write_stalls}};
      counts.injected += channel.flits;
    }
    if (each && r < fabric.last()) counts.tile_stalls.push_back(tile);
    counts.stalls += tile;
  }
  const NetworkParts& parts = fabric.parts();
  counts.link_flits = parts.gather(std::move(counts.link_flits));
  counts.link_stalls = parts.gather(std::move(counts.link_stalls));
  counts.tile_stalls = parts.gather(std::move(counts.tile_stalls));
  counts.stalls = {parts.sum(counts.stalls.credit), parts.sum(counts.stalls.arbitration),
                   parts.sum(counts.stalls.bank)};
  counts.injected = parts.sum(counts.injected);
  counts.ejected = parts.sum(counts.ejected);
  return counts;
}

void add_switch_flits(Fabric& fabric, std::vector<std::uint64_t>& link_flits) {
  for (Rank r = fabric.last(); r < fabric.end(); ++r) {
    const NodeCounts node = fabric.node(r).counts();
    for (Link l = 0; l < fabric.topology().links(); ++l) link_flits.push_back(node.outputs[l].flits);
  }
}

std::uint64_t Counts::flit_hops() const {
  return std::accumulate(link_flits.begin(), link_flits.end(), std::uint64_t{0});
}

std::uint64_t Counts::peak_link_flits() const {
  return link_flits.empty() ? 0 : *std::max_element(link_flits.begin(), link_flits.end());
}

Counts& Counts::operator-=(const Counts& before) {
  const auto subtract = [](auto& from, const auto& what) {
    for (std::size_t i = 0; i < std::min(from.size(), what.size()); ++i) from[i] -= what[i];
  };
  subtract(link_flits, before.link_flits);
  subtract(link_stalls, before.link_stalls);
  subtract(tile_stalls, before.tile_stalls);
  stalls -= before.stalls;
  injected -= before.injected;
  ejected -= before.ejected;
  return *this;
}

void Counts::report(NetworkResult& result, std::uint64_t cycles, std::uint64_t messages) const {
  result.energy_events = {cycles * nodes, flit_hops(), injected, ejected, messages};
}

Watchdog::Watchdog(Fabric& fabric, Cycle stall_timeout, Cycle max_cycles)
    : fabric_(fabric), stall_timeout_(stall_timeout), max_cycles_(max_cycles) {}

void Watchdog::give_up(const std::vector<std::string>& waits) const {
  std::string why = why_;
  unsigned n = 0;
  for (const std::string& text : fabric_.parts().gather(waits)) {
    if (!text.empty() && ++n <= 3) why += "; " + text;
  }
  if (n > 3) why += fmt::format("; and {} more ranks wait", n - 3);
  if (late_) throw NotFinished(why);
  throw Deadlock(why);
}

bool Watchdog::stuck(bool sleeping) {
  if (const std::uint64_t flits = fabric_.link_flits();
      flits != seen_ || sleeping || fabric_.writes_memory()) {
    seen_ = flits;
    since_ = fabric_.now();
  }
  if (fabric_.now() - since_ >= stall_timeout_) {
    why_ = fmt::format("no flit has moved since cycle {}", since_);
  } else if (fabric_.now() >= max_cycles_) {
    late_ = true;
    why_ = fmt::format("--max-cycles {} is reached", max_cycles_);
  } else {
    return false;
  }
  if (const std::string waits = who_waits_for_whom(fabric_); !waits.empty()) why_ += "; " + waits;
  return true;
}

}  // namespace collnoc
