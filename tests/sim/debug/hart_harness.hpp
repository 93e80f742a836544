// A processor of the model with a program and a memory, of which observers see every cycle as those of a
// simulated tile do.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "sim/processor/any_processor.hpp"
#include "sim/processor/processor_observer.hpp"
#include "sim/processor/restart.hpp"
#include "tests/support/riscv.hpp"

namespace collnoc::test {

class HartHarness {
 public:
  explicit HartHarness(const test::riscv::Program& program) : program_(16384) {
    std::copy(program.words().begin(), program.words().end(), program_.begin() + program.base() / 4);
    processor_->reset();
  }

  /// One cycle. `reg_ready`: the NIC takes a put; `event`: it reports one.
  void cycle(ProcessorObserver& observer, bool reg_ready = true, bool event = false) {
    const model::TileProcessorOut asks = processor_->out();
    const model::TileProcessorIn in{now_, reg_ready, event, 0, prog_rdata_, host_rdata_};
    if (asks.prog_en) prog_rdata_ = program_word(asks.prog_addr);
    if (asks.host_valid) access(asks);
    const bool sleeps = asks.quiescent && !event;
    if (!sleeps) {
      processor_->tick(in);
      const model::TileProcessorOut& did = processor_->out();
      const bool waits =
          asks.access.valid && asks.access.write && nic::is_put_register(asks.access.addr) && !reg_ready;
      observer.cycle({now_, did.retired, did.trapped, did.wrote, did.late, waits, event, did.pc, did.instr,
                      did.wdata, did.late_wdata});
    }
    ++now_;
  }
  /// Whether the program has written EXIT in the last cycle.
  bool exits() const { return processor_->out().report_valid && processor_->out().report_addr == tile::exit; }
  /// Whether it writes to a put register.
  bool asks_for_put() const {
    const model::RegisterAccess& access = processor_->out().access;
    return access.valid && access.write && nic::is_put_register(access.addr);
  }
  std::uint64_t now() const { return now_; }
  const model::Cpu& cpu() const { return *processor_->cpu(); }
  void restart(const ProcessorState& state) {
    prog_rdata_ = collnoc::restart(*processor_, state, [this](std::uint32_t a) { return program_word(a); });
  }

 private:
  std::uint32_t program_word(std::uint32_t address) const { return program_[address / 4 % program_.size()]; }
  void access(const model::TileProcessorOut& asks) {
    std::uint64_t& word = memory_[asks.host_addr];
    if (!asks.host_write) {
      host_rdata_ = word;
      return;
    }
    for (unsigned b = 0; b < 8; ++b) {
      const std::uint64_t mask = std::uint64_t{0xff} << 8 * b;
      if ((asks.host_strb >> b & 1) != 0) word = (word & ~mask) | (asks.host_wdata & mask);
    }
  }

  std::vector<std::uint32_t> program_;
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(1024);
  std::unique_ptr<AnyProcessor> processor_ = make_model_processor({3, 1024, 65536});
  std::uint64_t now_ = 0, host_rdata_ = 0;
  std::uint32_t prog_rdata_ = 0;
};

}  // namespace collnoc::test
