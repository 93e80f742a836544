// A network of tiles with processors at pins, of which nodes and processors are models, RTL, or both in
// lockstep, runs a program as the program collnoc does: cycles, console, exit codes and memory are equal.
#include <random>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/systemc/processor_network_module.hpp"
#include "sim/systemc/reporting_processor.hpp"
#include "tests/sim/systemc/processor_pair.hpp"
#include "tests/support/riscv.hpp"

namespace collnoc::test {
namespace {

TEST(ProcessorNetwork, RunsAProgramInTheCyclesOfTheFabric) {
  Pair pair("matrix_by_calls", "mesh:3x3");
  pair.run();
  EXPECT_TRUE(pair.different.empty()) << pair.different.front();
  const std::vector<Left> expected = on_fabric("matrix_by_calls", "mesh:3x3", 0);
  EXPECT_GT(expected[8].cycle, 1'000u);
  expect_equal(left_by(*pair.models), expected);
  expect_equal(left_by(*pair.mixed), expected);
  EXPECT_GT(pair.lockstep->processor_cycles(), 3'000u);
}

TEST(ProcessorNetwork, PrintsAndExitsAsOnTheFabric) {
  Pair pair("hello_from", "mesh:2x2", 5);
  pair.run();
  EXPECT_TRUE(pair.different.empty()) << pair.different.front();
  const std::vector<Left> expected = on_fabric("hello_from", "mesh:2x2", 5);
  EXPECT_EQ(expected[3].exit_code, 15u);
  EXPECT_EQ(expected[3].console, "hello from 3 of 4\nno newline\n");
  expect_equal(left_by(*pair.models), expected);
  expect_equal(left_by(*pair.mixed), expected);
}

// Of one tile alone, then of all, while processors are in the middle of the program.
TEST(ProcessorNetwork, IsResetInTheMiddle) {
  Pair pair("hello_from", "mesh:2x2");
  pair.step(1'400);
  EXPECT_FALSE(pair.models->tile(0).reports.console().empty());
  for (const auto& network : {pair.models.get(), pair.mixed.get()}) network->tile(0).tile_rst_n.write(false);
  pair.step(7);
  EXPECT_FALSE(pair.models->tile(0).processor_rst_n.read());
  EXPECT_TRUE(pair.models->tile(1).processor_rst_n.read());
  for (const auto& network : {pair.models.get(), pair.mixed.get()}) network->tile(0).tile_rst_n.write(true);
  pair.step(1'401);
  pair.rst_n.write(false);
  pair.step(2);
  EXPECT_EQ(pair.models->cycle(), 0u);
  const auto printed = [&](Rank r) { return pair.models->tile(r).reports.console(); };
  const std::vector<std::string> before{printed(0), printed(1)};
  pair.rst_n.write(true);
  pair.run();
  pair.step(200);
  EXPECT_TRUE(pair.different.empty()) << pair.different.front();
  // Each begins at the beginning again, so tile 0 for the third time.
  EXPECT_TRUE(before[0].starts_with("hello")) << before[0];
  EXPECT_NE(before[0].find("hello", 1), std::string::npos) << before[0];
  EXPECT_EQ(printed(0), before[0] + "hello from 0 of 4\nno newline");
  EXPECT_EQ(printed(1), before[1] + "hello from 1 of 4\nno newline");
}

TEST(ProcessorNetwork, IsDoneAgainAfterAReset) {
  Pair pair("hello_from", "mesh:2x2");
  pair.run();
  const std::uint64_t cycle = pair.models->tile(0).reports.exit()->cycle;
  pair.rst_n.write(false);
  pair.step(2);
  EXPECT_FALSE(pair.models->done());
  EXPECT_FALSE(pair.models->tile(0).reports.exit());
  pair.rst_n.write(true);
  pair.step(100);
  EXPECT_FALSE(pair.models->done());
  pair.run();
  EXPECT_EQ(pair.models->tile(0).reports.exit()->cycle, cycle);
  EXPECT_TRUE(pair.different.empty()) << pair.different.front();
}

// Both tiles put 8 bytes to tile 1 and exit at once.
TEST(ProcessorNetwork, IsNotDoneWhileALongLinkHoldsFlits) {
  namespace rv = riscv;
  const Topology topology = Topology::mesh(2, 1);
  HardwareConfig config;
  config.fit(topology);
  rv::Program program(tile::boot_address);
  program.li(1, tile::nic_registers_base)
      .li(2, tile::tile_registers_base)
      .li(3, 64)
      .li(4, 8)
      .li(5, 1)
      .li(6, topology.address(1));
  program << rv::store(rv::sw, 0, 1, nic::put_src) << rv::store(rv::sw, 3, 1, nic::put_addr)
          << rv::store(rv::sw, 4, 1, nic::put_bytes) << rv::store(rv::sw, 5, 1, nic::put_ctrl)
          << rv::store(rv::sw, 6, 1, nic::put_node) << rv::store(rv::sw, 0, 2, tile::exit) << rv::wfi();
  auto image = std::make_shared<systemc::ProgramImage>();
  image->text.resize(tile::boot_address / 4);
  image->text.insert(image->text.end(), program.words().begin(), program.words().end());
  ProcessorNetworkModule network("network", topology, config, image, {}, {}, [](Rank, Link) { return 200u; });
  sc_core::sc_clock clk("clk", 10, SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  network.clk_i(clk);
  network.rst_ni(rst_n);
  sc_core::sc_start(25, SC_NS);
  rst_n = true;
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_TRUE(network.tile(0).reports.exit() && network.tile(1).reports.exit());
  EXPECT_TRUE(network.tile(0).quiescent.read() && network.tile(1).quiescent.read());
  EXPECT_FALSE(network.done());
  while (network.cycle() < 600 && !network.done()) sc_core::sc_start(10, SC_NS);
  EXPECT_GT(network.cycle(), 200u);
  EXPECT_LT(network.cycle(), 500u);  // the credit comes back as slowly
}

// What a program does then is of no interest; RTL and model do the same.
TEST(ProcessorNetwork, TilesAreResetAtAnyTime) {
  Pair pair("matrix_by_calls", "mesh:3x3");
  std::mt19937 random(3);
  for (unsigned n = 0; n < 60 && pair.different.empty(); ++n) {
    pair.step(20 + random() % 150);
    const Rank r = random() % 9;
    for (const auto& network : {pair.models.get(), pair.mixed.get()})
      network->tile(r).tile_rst_n.write(false);
    pair.step(1 + random() % 5);
    for (const auto& network : {pair.models.get(), pair.mixed.get()}) network->tile(r).tile_rst_n.write(true);
  }
  EXPECT_TRUE(pair.different.empty()) << pair.different.front();
}

/// The report of a network in which the lockstep of tile 2 differs.
std::string report_of(const ProcessorFaultInjector& inject_fault) {
  static ProcessorLog log;
  const auto image = image_of("hello_from");
  const auto library = processor_library(image->program_bytes);
  Platform platform;
  place_on(platform, "mesh:2x2");
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  ProcessorNetworkModule network("network", platform.topology, platform.hardware, image, {},
                                 [&](Rank r) -> systemc::ProcessorMaker {
                                   if (r != 2) return systemc::make_processor_model;
                                   return [&, r](const ProcessorPlace& place) {
                                     return std::make_unique<systemc::ReportingProcessor>(
                                         make_lockstep_processor(library, place, r, log, inject_fault));
                                   };
                                 });
  network.clk_i(clk);
  network.rst_ni(rst_n);
  try {
    sc_core::sc_start(25, SC_NS);
    rst_n.write(true);
    sc_core::sc_start(3'000, SC_NS);
  } catch (const sc_core::sc_report& report) {
    EXPECT_EQ(report.get_severity(), sc_core::SC_ERROR);
    return std::string(report.get_msg_type()) + " " + report.get_msg();
  }
  return "none";
}

TEST(ProcessorNetwork, NamesCycleAndPinOfADifferentRequest) {
  const std::string report = report_of([](std::uint64_t cycle, Rank, model::TileProcessorOut& out) {
    if (cycle == 12) out.report_valid = !out.report_valid;
  });
  EXPECT_TRUE(
      report.starts_with("/collnoc/lockstep cycle 12, processor 2, pin report_valid_o: RTL 0x0, model 0x1"))
      << report;
}

TEST(ProcessorNetwork, NamesCycleAndPinOfADifferentInstruction) {
  std::uint64_t when = 0;
  const std::string report = report_of([&](std::uint64_t cycle, Rank, model::TileProcessorOut& out) {
    if (cycle < 40 || !out.wrote || when != 0) return;
    when = cycle;
    out.wdata ^= 0x10;
  });
  EXPECT_GE(when, 40u);
  EXPECT_TRUE(
      report.starts_with(fmt::format("/collnoc/lockstep cycle {}, processor 2, pin wdata_o: RTL ", when)))
      << report;
}

TEST(ProcessorNetwork, ReportsNothingWithoutAFault) {
  EXPECT_EQ(report_of([](std::uint64_t, Rank, model::TileProcessorOut&) {}), "none");
}

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

TEST(ProcessorNetwork, RefusesToRunNoProgram) {
  const Topology topology = Topology::mesh(2, 1);
  HardwareConfig config;
  config.fit(topology);
  try {
    const ProcessorNetworkModule network("network", topology, config, nullptr);
    FAIL() << "not refused";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg(), "tile_0: program: there is none");
  }
}

TEST(ProcessorMakers, RefuseWhatTheyCannotMake) {
  using systemc::ProcessorMakers;
  EXPECT_EQ(error_of([] { ProcessorMakers(NodeKind::netlist, 65536); }),
            "there are no netlists of processors");
  EXPECT_EQ(error_of([] { ProcessorMakers(NodeKind::model, 3000); }),
            "program_bytes: must be a power of two, from 512 to 2^28");
  const systemc::ProcessorMaker maker = ProcessorMakers(NodeKind::model, 65536)(7);
  EXPECT_NE(maker({1, 8192, 65536}), nullptr);
  EXPECT_NE(error_of([&] {
              maker({1, 8192, 512});
            }).find("processor 7: has another program memory"),
            std::string::npos);
  EXPECT_NE(error_of([] { systemc::load_program("none.elf"); }).find("none.elf"), std::string::npos);
}

}  // namespace
}  // namespace collnoc::test
