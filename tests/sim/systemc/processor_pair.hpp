// A program on the fabric, and on two networks of processor tiles at pins: one of models, one that is mixed.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/model/systemc/processor_network_module.hpp"
#include "sim/engine/rv32_tiles.hpp"
#include "sim/systemc/load_program.hpp"
#include "sim/systemc/processor_makers.hpp"
#include "tests/sim/engine/runs.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {

using sc_core::SC_NS;
using sc_core::sc_time;
using systemc::ProcessorNetworkModule;

inline std::string elf(const std::string& program) { return COLLNOC_TEST_PROGRAMS "/" + program + ".elf"; }
inline std::shared_ptr<const systemc::ProgramImage> image_of(const std::string& program,
                                                             std::uint32_t argument = 0) {
  ::setenv("COLLNOC_CACHE", test_cache().c_str(), 0);
  return systemc::load_program(elf(program), argument);
}

/// What a tile leaves behind.
struct Left {
  std::uint64_t cycle;
  std::uint32_t exit_code;
  std::string console;
  std::vector<std::uint8_t> memory;
  bool operator==(const Left&) const = default;
};

/// The program on the fabric of models, without SystemC.
inline std::vector<Left> on_fabric(const std::string& program, const std::string& topology,
                                   unsigned argument) {
  TileProgramConfig config;
  place_on(config, topology);
  const TileProgram loaded(elf(program));
  BootBlock boot;
  boot.base = loaded.end();
  boot.argument = argument;
  Machine machine(config, image_of(program)->memory_bytes / 8);
  Rv32Tiles tiles(machine, config, loaded, boot);
  std::vector<Left> left(config.topology.size());
  tiles.run(false, {}, [&](Rank r, const std::string& line) { left[r].console += line + "\n"; });
  for (Rank r = 0; r < left.size(); ++r) {
    const ProcessorHost& tile = tiles.tile(r);
    const model::TileMemory& memory = machine.fabric().memory(r);
    left[r] = {tile.active_at(),
               tile.exit_code().value(),
               left[r].console,
               {memory.bytes(), memory.bytes() + std::size_t{memory.words()} * 8}};
  }
  return left;
}

inline std::vector<Left> left_by(ProcessorNetworkModule& network) {
  std::vector<Left> left;
  for (Rank r = 0; r < network.topology().size(); ++r) {
    const systemc::TileReports& reports = network.tile(r).reports;
    const model::TileMemory& memory = network.tile(r).memory.memory();
    std::string console = reports.console();
    if (!console.empty() && console.back() != '\n') console += '\n';
    left.push_back({reports.exit()->cycle,
                    reports.exit()->value,
                    console,
                    {memory.bytes(), memory.bytes() + std::size_t{memory.words()} * 8}});
  }
  return left;
}

inline void expect_equal(const std::vector<Left>& a, const std::vector<Left>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (Rank r = 0; r < a.size(); ++r) {
    EXPECT_EQ(a[r].cycle, b[r].cycle) << "rank " << r;
    EXPECT_EQ(a[r].exit_code, b[r].exit_code) << "rank " << r;
    EXPECT_EQ(a[r].console, b[r].console) << "rank " << r;
    EXPECT_TRUE(a[r].memory == b[r].memory) << "rank " << r;
  }
}

/// The pins of a processor and of its node's register bus, in this cycle.
inline std::vector<std::uint64_t> pins(ProcessorNetworkModule& network, Rank rank) {
  const systemc::ProcessorTileModule& t = network.tile(rank);
  return {t.prog_en.read(),      t.prog_addr.read(),   t.prog_rdata.read(),     t.host_valid.read(),
          t.host_write.read(),   t.host_addr.read(),   t.host_wdata.read(),     t.host_strb.read(),
          t.host_rdata.read(),   t.reg_valid.read(),   t.reg_write.read(),      t.reg_addr.read(),
          t.reg_wdata.read(),    t.reg_ready.read(),   t.reg_rdata.read(),      t.event.read(),
          t.report_valid.read(), t.report_addr.read(), t.report_wdata.read(),   t.retire.read(),
          t.trap.read(),         t.pc.read(),          t.instr.read(),          t.write.read(),
          t.wdata.read(),        t.late.read(),        t.late_wdata.read(),     t.processor_quiescent.read(),
          t.quiescent.read(),    t.held.read(),        t.processor_rst_n.read()};
}

/// Models, and a mixture in which every pair of kinds is at some tile, side by side. Pins are compared in the
/// middle of every cycle.
struct Pair {
  Pair(const std::string& program, const std::string& grid, unsigned argument = 0)
      : image(image_of(program, argument)) {
    place_on(platform, grid);
    const HardwareConfig& hw = platform.hardware;
    const Topology& topology = platform.topology;
    const systemc::NodeMakers rtl_node(NodeKind::rtl, hw), both_node(NodeKind::lockstep, hw);
    const systemc::ProcessorMakers rtl(NodeKind::rtl, image->program_bytes);
    lockstep.emplace(NodeKind::lockstep, image->program_bytes);
    models = std::make_unique<ProcessorNetworkModule>("models", topology, hw, image);
    mixed = std::make_unique<ProcessorNetworkModule>(
        "mixed", topology, hw, image,
        [&](Rank r) -> systemc::NodeMaker {
          return r / 3 % 3 == 0 ? systemc::make_model : r / 3 % 3 == 1 ? rtl_node(r) : both_node(r);
        },
        [&](Rank r) -> systemc::ProcessorMaker {
          return r % 3 == 0 ? (*lockstep)(r) : r % 3 == 1 ? rtl(r) : systemc::make_processor_model;
        });
    for (const auto& network : {models.get(), mixed.get()}) {
      network->clk_i(clk);
      network->rst_ni(rst_n);
    }
    step(3);
    rst_n.write(true);
  }
  void step(unsigned cycles) {
    for (unsigned n = 0; n < cycles; ++n) {
      sc_core::sc_start(10, SC_NS);
      for (Rank r = 0; r < platform.topology.size(); ++r) {
        const auto a = pins(*models, r), b = pins(*mixed, r);
        if (a != b)
          different.push_back(fmt::format("cycle {}, rank {}, pin {}", models->cycle(), r,
                                          std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin()));
      }
    }
  }
  void run() {
    for (unsigned n = 0; n < 2'000 && !(models->done() && mixed->done()); ++n) step(20);
    ASSERT_TRUE(models->done());
    ASSERT_TRUE(mixed->done());
  }

  Platform platform;
  std::shared_ptr<const systemc::ProgramImage> image;
  std::optional<systemc::ProcessorMakers> lockstep;
  sc_core::sc_clock clk{"clk", sc_time(10, SC_NS), 0.5, sc_time(2, SC_NS)};
  sc_core::sc_signal<bool> rst_n{"rst_n", false};
  std::unique_ptr<ProcessorNetworkModule> models, mixed;
  std::vector<std::string> different;
};

}  // namespace collnoc::test
