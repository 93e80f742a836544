// A processor in two versions, RTL and model, with one memory that grants at random times and refuses
// addresses that do not exist. Every cycle compares the ports, the retired instruction and (where the RTL,
// not its netlist, has them) all registers by name, in both directions.
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "collnoc/model/cpu/registers.hpp"
#include "tests/support/register_pairs.hpp"
#include "tests/support/riscv.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {

/// Parameters of the verilated processor, and the behaviour of its memory.
struct CpuSetup {
  unsigned mul_bits = 8;
  unsigned instr_stalls = 0, data_stalls = 0;  ///< percent of cycles without a grant
  unsigned seed = 1;
  unsigned errors = 0;    ///< percent of accesses below always_there that are refused although they exist
  bool mirrored = false;  ///< the memory appears at every address; there are no other words
};

inline constexpr std::uint32_t boot_addr = 0x1'0000;
inline constexpr std::uint32_t memory_bytes = 0x1'0000;  ///< starting at boot_addr
inline constexpr std::uint32_t always_there = boot_addr + 0xe000;
/// Words outside the memory with an effect when they are written.
inline constexpr std::uint32_t irq_after =
    0xf000'0000;  ///< cycles until the interrupt pin rises; 0: the pin falls now
inline constexpr std::uint32_t halt = 0xf000'0004;

template <class Top>
class CpuLockstep {
 public:
  explicit CpuLockstep(const CpuSetup& setup = {})
      : setup_(setup), memory_(memory_bytes / 4), random_(setup.seed), model_(boot_addr, setup.mul_bits) {
    top_.hart_id_i = inputs_.hart_id = 0x2a;
    top_.irq_i = 0;
    reset(top_);
    registers_.find(top_, "cpu", [&](auto& v) { model::Cpu::registers(model_, v); });
  }
  /// Resets both processors in an arbitrary state, and sets another position and time.
  void restart() {
    instr_next_.reset();
    data_next_.reset();
    waiting_ = {};
    irq_ = false;
    top_.hart_id_i = inputs_.hart_id = static_cast<std::uint32_t>(random_());
    inputs_.cycle = (std::uint64_t{random_()} << 32) - random_() % 1000;  // just before a carry
    top_.irq_i = 0;
    top_.instr_gnt_i = 0;
    top_.data_gnt_i = 0;
    // Registers without reset may have changed at the first edge, so the model takes their values from the
    // RTL and resets the others.
    reset(top_);
    registers_.take_over();
    model_.reset();
    EXPECT_TRUE(same_registers());
  }

  void load(const riscv::Program& program) {
    std::memcpy(&word(program.base()), program.words().data(), 4 * program.words().size());
  }
  std::uint32_t& word(std::uint32_t address) {
    if (setup_.mirrored) address = boot_addr + address % memory_bytes;
    return memory_.at((address - boot_addr) / 4);
  }
  void set_stalls(unsigned instr_percent, unsigned data_percent) {
    setup_.instr_stalls = instr_percent;
    setup_.data_stalls = data_percent;
  }
  void set_errors(unsigned percent) { setup_.errors = percent; }
  void lower_interrupt() { irq_ = false; }
  model::Cpu& model() { return model_; }
  /// x0 to x31 after the last instruction.
  std::array<std::uint32_t, 32> registers() const {
    std::array<std::uint32_t, 32> all{};
    for (unsigned n = 1; n < 32; ++n) all[n] = model_.reg(n);
    return all;
  }
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t retired() const { return retired_; }
  bool halted() const { return halted_; }
  bool has_registers() const { return !registers_.empty(); }
  /// Percent of cycles in which the interrupt pin rises at random.
  unsigned irq_percent = 0;
  /// Number of cycles in which the processor was quiescent.
  std::uint64_t quiescent_cycles = 0;
  /// The model has an injected fault: a difference does not fail the test.
  bool expect_difference = false;

  /// One cycle; false if the two differ.
  bool cycle() {
    ++cycles_;
    ++inputs_.cycle;
    drive_interrupt();
    model_.settle();
    const auto stalls = [&](unsigned percent) { return random_() % 100 < percent; };
    inputs_.instr_gnt = !stalls(setup_.instr_stalls);
    inputs_.data_gnt = !stalls(setup_.data_stalls);
    inputs_.instr_error = refuses(model_.instr_addr);
    inputs_.data_error = refuses(model_.data_addr);
    inputs_.instr_rdata = instr_next_ ? *instr_next_ : static_cast<std::uint32_t>(random_());
    inputs_.data_rdata = data_next_ ? *data_next_ : static_cast<std::uint32_t>(random_());
    top_.cycle_i = inputs_.cycle;
    top_.irq_i = inputs_.irq;
    top_.instr_gnt_i = inputs_.instr_gnt;
    top_.instr_error_i = inputs_.instr_error;
    top_.instr_rdata_i = inputs_.instr_rdata;
    top_.data_gnt_i = inputs_.data_gnt;
    top_.data_error_i = inputs_.data_error;
    top_.data_rdata_i = inputs_.data_rdata;
    settle(top_);
    if (!same_ports()) return false;
    serve();
    model_.commit(inputs_);
    if (!same_events()) return false;
    edge(top_);
    if (model_.retired) ++retired_;
    return same_registers();
  }

  /// Runs until the program halts; false if the two differ or it does not halt.
  bool run(std::uint64_t most_cycles) {
    for (const std::uint64_t end = cycles() + most_cycles; cycles() < end;) {
      if (!cycle()) return false;
      if (halted_) return true;
    }
    ADD_FAILURE() << "still running after " << most_cycles << " cycles, pc " << std::hex << model_.pc_q;
    return false;
  }

  /// Compares all registers now.
  bool same_registers() {
    if (const auto d = registers_.difference()) return same(d->name.c_str(), d->rtl, d->model);
    return true;
  }

 private:
  bool refuses(std::uint32_t address) {
    if (address < always_there && setup_.errors != 0 && random_() % 100 < setup_.errors) return true;
    if (setup_.mirrored || address == halt || address == irq_after) return false;
    return address - boot_addr >= memory_bytes;
  }

  void drive_interrupt() {
    if (irq_in_ != 0 && --irq_in_ == 0) irq_ = true;
    if (irq_percent != 0 && random_() % 100 < irq_percent) irq_ = true;
    inputs_.irq = irq_;
  }

  template <class A, class B>
  bool same(const char* what, A rtl, B model) {
    if (std::uint64_t{rtl} == std::uint64_t{model}) return true;
    if (!expect_difference)
      ADD_FAILURE() << "cycle " << cycles() << ", pc " << std::hex << model_.pc_q << ": " << what << ": RTL "
                    << std::uint64_t{rtl} << ", model " << std::uint64_t{model};
    return false;
  }

  bool same_ports() {
    const model::Cpu& m = model_;
    bool ok =
        same("instr_req_o", top_.instr_req_o, m.instr_req) && same("data_req_o", top_.data_req_o, m.data_req);
    if (m.instr_req) ok = ok && same("instr_addr_o", top_.instr_addr_o, m.instr_addr);
    if (m.data_req) {
      ok = ok && same("data_write_o", top_.data_write_o, m.data_write) &&
           same("data_addr_o", top_.data_addr_o, m.data_addr) &&
           same("data_strb_o", top_.data_strb_o, m.data_strb);
      if (m.data_write) ok = ok && same("data_wdata_o", top_.data_wdata_o, m.data_wdata);
    }
    ok = ok && same("quiescent_o", top_.quiescent_o, m.quiescent());
    if (m.quiescent()) ++quiescent_cycles;
    // A data request stays until it is granted.
    const Access now{m.data_req, m.data_write, m.data_addr, m.data_strb, m.data_wdata};
    if (waiting_.req && now != waiting_) {
      ADD_FAILURE() << "cycle " << cycles() << ": a data request changed before it was granted";
      ok = false;
    }
    waiting_ = now;
    if (inputs_.data_gnt) waiting_.req = false;
    return ok;
  }

  /// Reads see all writes of earlier cycles.
  void serve() {
    instr_next_.reset();
    data_next_.reset();
    const model::Cpu& m = model_;
    if (m.instr_req && inputs_.instr_gnt && !inputs_.instr_error) {
      EXPECT_EQ(m.instr_addr % 4, 0u);
      instr_next_ = word(m.instr_addr);
    }
    if (!m.data_req || !inputs_.data_gnt || inputs_.data_error) return;
    if (!setup_.mirrored && m.data_addr == halt) {
      halted_ = true;
    } else if (!setup_.mirrored && m.data_addr == irq_after) {
      irq_in_ = m.data_wdata;
      if (irq_in_ == 0) irq_ = false;
    } else if (m.data_write) {
      write();
    }
    if (!m.data_write) data_next_ = word(m.data_addr);
  }

  void write() {
    const model::Cpu& m = model_;
    std::uint32_t& w = word(m.data_addr);
    for (unsigned b = 0; b < 4; ++b) {
      const std::uint32_t mask = 0xffu << 8 * b;
      if ((m.data_strb >> b & 1) != 0) w = (w & ~mask) | (m.data_wdata & mask);
    }
  }

  bool same_events() {
    const model::Cpu& m = model_;
    bool ok = same("retire_o", top_.retire_o, m.retired) && same("trap_o", top_.trap_o, m.trapped) &&
              same("write_o", top_.write_o, m.wrote) && same("late_o", top_.late_o, m.late);
    if (m.retired || m.trapped)
      ok = ok && same("pc_o", top_.pc_o, m.pc) && same("instr_o", top_.instr_o, m.instr);
    if (m.wrote) ok = ok && same("wdata_o", top_.wdata_o, m.wdata);
    if (m.late) ok = ok && same("late_wdata_o", top_.late_wdata_o, m.late_wdata);
    return ok;
  }

  struct Access {
    bool req = false, write = false;
    std::uint32_t addr = 0;
    std::uint8_t strb = 0;
    std::uint32_t wdata = 0;
    friend bool operator==(const Access&, const Access&) = default;
  };

  CpuSetup setup_;
  std::vector<std::uint32_t> memory_;
  std::mt19937 random_;
  Top top_;
  model::Cpu model_;
  model::CpuInputs inputs_;
  RegisterPairs registers_;
  std::optional<std::uint32_t> instr_next_, data_next_;
  Access waiting_;
  std::uint64_t cycles_ = 0, retired_ = 0;
  std::uint32_t irq_in_ = 0;
  bool irq_ = false, halted_ = false;
};

}  // namespace collnoc::test
