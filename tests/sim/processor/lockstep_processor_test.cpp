// The comparison of processors detects every difference.
#include "sim/processor/lockstep_processor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collnoc/arch/tile_registers.hpp"
#include "sim/common/errors.hpp"
#include "sim/processor/elf.hpp"
#include "tests/support/riscv.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;
namespace rv = collnoc::test::riscv;

class LockstepProcessorTest : public ::testing::Test {
 protected:
  /// A program that repeatedly writes to all three kinds of memory and registers, and adds.
  void SetUp() override {
    rv::Program program(tile::boot_address);
    program.li(1, 0x4000'0000).li(2, 0x8000'0000).li(3, 0x9000'0000);
    const rv::Word loop = program.here();
    program << rv::addi(4, 4, 1) << rv::store(rv::sw, 4, 1, 8) << rv::load(rv::lw, 5, 1, 8)
            << rv::store(rv::sw, 4, 2, 0) << rv::store(rv::sw, 4, 3, 0) << rv::jal(0, program.to(loop));
    words = program.words();
    try {
      library = processor_library(usual_program_bytes);
    } catch (const NotInstalled& reason) {
      GTEST_SKIP() << reason.what();
    }
  }

  /// The report within 100 cycles in which `inject_fault` is active.
  std::string report(ProcessorFaultInjector inject_fault) {
    ProcessorLog log;
    const auto processor = make_lockstep_processor(library, {5, 8192}, 3, log, std::move(inject_fault));
    std::uint32_t fetched = 0;
    try {
      processor->reset();
      for (std::uint64_t cycle = 1; cycle <= 100; ++cycle) {
        const model::TileProcessorOut& out = processor->out();
        model::TileProcessorIn in;
        in.cycle = cycle;
        in.prog_rdata = fetched;
        const std::uint32_t at = (out.prog_addr - tile::boot_address) / 4;
        if (out.prog_en) fetched = at < words.size() ? words[at] : 0;
        processor->tick(in);
      }
    } catch (const LockstepMismatch& mismatch) {
      return mismatch.what();
    }
    EXPECT_EQ(log.cycles, 101u);
    return "equal";
  }

  /// A fault in one cycle in which `f` makes a difference.
  template <class F>
  std::string fault(F f) {
    bool done = false;
    return report([f, done](std::uint64_t, Rank, model::TileProcessorOut& out) mutable {
      if (!done) done = f(out);
    });
  }

  std::vector<rv::Word> words;
  std::shared_ptr<ProcessorLibrary> library;
};

TEST_F(LockstepProcessorTest, EqualProcessorsAreEqual) {
  EXPECT_EQ(report([](std::uint64_t, Rank, model::TileProcessorOut&) {}), "equal");
  EXPECT_EQ(report({}), "equal");
}

TEST_F(LockstepProcessorTest, EveryOutputIsCompared) {
  using Out = model::TileProcessorOut;
  EXPECT_THAT(fault([](Out& o) { return o.retired && (o.pc ^= 4, true); }), HasSubstr("pin pc_o"));
  EXPECT_THAT(fault([](Out& o) { return o.retired && (o.instr ^= 1, true); }), HasSubstr("pin instr_o"));
  EXPECT_THAT(fault([](Out& o) { return o.wrote && (o.wdata ^= 1, true); }), HasSubstr("pin wdata_o"));
  EXPECT_THAT(fault([](Out& o) { return o.wrote && (o.wrote = false, true); }), HasSubstr("pin write_o"));
  EXPECT_THAT(fault([](Out& o) { return o.late && (o.late_wdata ^= 1, true); }),
              HasSubstr("pin late_wdata_o"));
  EXPECT_THAT(fault([](Out& o) { return o.late && (o.late = false, true); }), HasSubstr("pin late_o"));
  EXPECT_THAT(fault([](Out& o) { return o.retired = !o.retired, true; }), HasSubstr("pin retire_o"));
  EXPECT_THAT(fault([](Out& o) { return o.trapped = !o.trapped, true; }), HasSubstr("pin trap_o"));
  EXPECT_THAT(fault([](Out& o) { return o.prog_en && (o.prog_en = false, true); }),
              HasSubstr("pin prog_en_o"));
  EXPECT_THAT(fault([](Out& o) { return o.prog_en && (o.prog_addr ^= 4, true); }),
              HasSubstr("pin prog_addr_o"));
  EXPECT_THAT(fault([](Out& o) { return o.host_valid && (o.host_valid = false, true); }),
              HasSubstr("pin host_valid_o"));
  EXPECT_THAT(fault([](Out& o) { return o.host_valid && (o.host_write = !o.host_write, true); }),
              HasSubstr("pin host_write_o"));
  EXPECT_THAT(fault([](Out& o) { return o.host_valid && (o.host_addr ^= 1, true); }),
              HasSubstr("pin host_addr_o"));
  EXPECT_THAT(fault([](Out& o) { return o.host_write && (o.host_wdata ^= 1, true); }),
              HasSubstr("pin host_wdata_o"));
  EXPECT_THAT(fault([](Out& o) { return o.host_write && (o.host_strb ^= 1, true); }),
              HasSubstr("pin host_strb_o"));
  EXPECT_THAT(fault([](Out& o) { return o.access.valid && (o.access.valid = false, true); }),
              HasSubstr("pin reg_valid_o"));
  EXPECT_THAT(fault([](Out& o) { return o.access.valid && (o.access.write = false, true); }),
              HasSubstr("pin reg_write_o"));
  EXPECT_THAT(fault([](Out& o) { return o.access.valid && (o.access.addr ^= 4, true); }),
              HasSubstr("pin reg_addr_o"));
  EXPECT_THAT(fault([](Out& o) { return o.access.valid && (o.access.wdata ^= 1, true); }),
              HasSubstr("pin reg_wdata_o"));
  EXPECT_THAT(fault([](Out& o) { return o.report_valid && (o.report_valid = false, true); }),
              HasSubstr("pin report_valid_o"));
  EXPECT_THAT(fault([](Out& o) { return o.report_valid && (o.report_addr ^= 4, true); }),
              HasSubstr("pin report_addr_o"));
  EXPECT_THAT(fault([](Out& o) { return o.report_valid && (o.report_wdata ^= 1, true); }),
              HasSubstr("pin report_wdata_o"));
  EXPECT_THAT(fault([](Out& o) { return o.quiescent = !o.quiescent, true; }), HasSubstr("pin quiescent_o"));
}

TEST_F(LockstepProcessorTest, AReportSaysWhereAndWhen) {
  EXPECT_THAT(report([](std::uint64_t cycle, Rank, model::TileProcessorOut& out) {
                if (cycle == 40) out.quiescent = true;
              }),
              HasSubstr("cycle 40, processor 3, pin quiescent_o: RTL 0x0, model 0x1"));
}

}  // namespace
}  // namespace collnoc::test
