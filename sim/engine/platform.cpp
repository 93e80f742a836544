#include "sim/engine/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "sim/common/errors.hpp"
#include "sim/fabric/dependency_graph.hpp"
#include "sim/fabric/stuck.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

void refuse_deadlock(const Platform& p) {
  // Tests of the watchdog need a network that really locks up.
  if (std::getenv("COLLNOC_TEST_ALLOW_DEADLOCK") != nullptr) return;
  const DependencyGraph graph = dependency_graph(p.topology, p.hardware);
  if (graph.cycle.empty()) return;
  throw UserError(fmt::format(
      "--vcs {} is too few for {}{}: {}, else packets wait for each other: {}", p.hardware.vcs, p.topology_text,
      p.hardware.route_orders == 2 ? " with --route-orders 2" : "",
      topology_form(p.topology.kind()).vcs_needed(p.topology, p.hardware.route_orders),
      cycle_text(graph, p.topology)));
}

}  // namespace

Machine::Machine(const Platform& p, std::uint32_t mem_words) {
  refuse_deadlock(p);
  std::shared_ptr<VerilatedLibrary> library;
  if (p.backend != Backend::model) {
    const bool gates = p.backend == Backend::netlist || p.backend == Backend::netlist_lockstep;
    library = verilated_library(p.hardware, gates ? NodeSource::netlist : NodeSource::rtl,
                                [](const std::string& line) { std::cerr << line << '\n'; });
  }
  Fabric::Options options;
  options.mem_words = mem_words;
  options.threads = p.threads;
  fabric_ = std::make_unique<Fabric>(
      p.topology, p.hardware, options,
      [&](Rank rank, const HardwareConfig& config, const model::Place& place) -> std::unique_ptr<AnyNode> {
        switch (p.backend) {
          case Backend::rtl:
          case Backend::netlist: return make_verilated_node(library, place);
          case Backend::lockstep:
          case Backend::netlist_lockstep: return make_lockstep_node(library, config, place, rank, log_);
          case Backend::mixed:
            if (std::binary_search(p.rtl_nodes.begin(), p.rtl_nodes.end(), rank)) {
              return make_verilated_node(library, place);
            }
            return make_model_node(config, place);
          default: return make_model_node(config, place);
        }
      });
}

Counts read_counts(Fabric& fabric) {
  Counts counts;
  const unsigned links = fabric.topology().links(), channels = fabric.config().channels();
  for (Rank r = 0; r < fabric.topology().size(); ++r) {
    const auto registers = fabric.node(r).registers();
    for (unsigned o = 0; o < links + channels; ++o) {
      const auto read = [&](const char* name) {
        return registers.at(fmt::format("i_router.gen_monitor.gen_link[{}].i_link_monitor.{}", o, name));
      };
      if (o < links) {
        counts.link_flits.push_back(read("flits_q"));
      }
      counts.stalls.credit += read("credit_stalls_q");
      counts.stalls.arbitration += read("arbitration_stalls_q");
    }
    for (unsigned c = 0; c < channels; ++c) {
      const auto read = [&](const char* name) {
        return registers.at(fmt::format("i_nic.gen_channel[{}].{}", c, name));
      };
      counts.stalls.credit += read("i_tx.gen_monitor.i_monitor.credit_stalls_q");
      counts.stalls.bank += read("i_tx.gen_monitor.i_monitor.arbitration_stalls_q");
      counts.stalls.bank += read("i_rx.gen_monitor.bank_stalls_q");
    }
  }
  return counts;
}

std::uint64_t Counts::flit_hops() const {
  return std::accumulate(link_flits.begin(), link_flits.end(), std::uint64_t{0});
}

std::uint64_t Counts::peak_link_flits() const {
  return link_flits.empty() ? 0 : *std::max_element(link_flits.begin(), link_flits.end());
}

Counts Counts::since(const Counts& before) const {
  Counts rest = *this;
  for (std::size_t l = 0; l < before.link_flits.size(); ++l) rest.link_flits[l] -= before.link_flits[l];
  rest.stalls.credit -= before.stalls.credit;
  rest.stalls.arbitration -= before.stalls.arbitration;
  rest.stalls.bank -= before.stalls.bank;
  return rest;
}

Watchdog::Watchdog(Fabric& fabric, Cycle patience, Cycle max_cycles)
    : fabric_(fabric), patience_(patience), max_cycles_(max_cycles) {}

bool Watchdog::stuck() {
  if (const std::uint64_t flits = fabric_.link_flits(); flits != seen_) {
    seen_ = flits;
    since_ = fabric_.now();
  }
  if (fabric_.now() - since_ >= patience_) {
    why_ = fmt::format("no flit has moved since cycle {}", since_);
  } else if (fabric_.now() >= max_cycles_) {
    why_ = fmt::format("not finished after --max-cycles {}", max_cycles_);
  } else {
    return false;
  }
  if (const std::string waits = who_waits_for_whom(fabric_); !waits.empty()) why_ += "; " + waits;
  return true;
}

}  // namespace collnoc
