// Model counterpart of rtl/cpu/cpu.sv: a RISC-V processor, RV32IM, machine mode, three stages.
#pragma once
#include <cstdint>

#include "collnoc/model/cpu/cpu_csr.hpp"
#include "collnoc/model/cpu/cpu_decode.hpp"
#include "collnoc/model/cpu/cpu_fetch.hpp"
#include "collnoc/model/cpu/cpu_mul_div.hpp"
#include "collnoc/model/cpu/cpu_registers.hpp"

namespace collnoc::model {

inline constexpr unsigned default_mul_bits = 32;  ///< MUL_BITS of the RTL

/// Inputs of one cycle.
struct CpuInputs {
  bool instr_gnt = false;
  bool instr_error = false;       ///< with the grant: there is no such word
  std::uint32_t instr_rdata = 0;  ///< of the word granted in the last cycle
  bool data_gnt = false;
  bool data_error = false;       ///< with the grant: the access is refused
  std::uint32_t data_rdata = 0;  ///< of the read granted in the last cycle
  bool irq = false;
  std::uint32_t hart_id = 0;
  std::uint64_t cycle = 0;
};

/// A cycle consists of `settle`, after which the ports can be read, and `commit` with the memory's responses.
class Cpu {
 public:
  enum State : std::uint8_t { execute, request, compute, asleep, refused };

  std::uint8_t state_q = execute;
  bool valid_q = false;
  std::uint32_t instr_q = 0, pc_q = 0;
  bool refused_q = false;  ///< there is no word at pc_q
  // Write-back of the instruction that completed last.
  bool writes_q = false;  ///< it completed in the last cycle, and has a register to write
  bool is_load_q = false, is_product_q = false;
  std::uint8_t rd_q = 0;
  std::uint32_t result_q = 0;                       ///< of an instruction other than a load or product
  std::uint8_t load_funct3_q = 0, load_byte_q = 0;  ///< which part of the arriving word it loads
  std::uint8_t product_q = 0;                       ///< bit n: operand n is the last product
  CpuFetch fetch;
  CpuRegisters regs;
  CpuMulDiv mul_div;
  CpuCsr csr;

  // Ports, valid from one `settle` to the next; they depend on registers only.
  bool instr_req = false;
  std::uint32_t instr_addr = 0;
  bool data_req = false, data_write = false;
  std::uint32_t data_addr = 0;  ///< a multiple of 4
  std::uint8_t data_strb = 0;
  std::uint32_t data_wdata = 0;

  // What happened in the cycle that `commit` ended.
  bool retired = false, trapped = false;
  std::uint32_t pc = 0, instr = 0;
  bool wrote = false;  ///< it has this result, and is no load or product
  std::uint32_t wdata = 0;
  bool late = false;  ///< the load or product that retired in the previous cycle has this result
  std::uint32_t late_wdata = 0;

  explicit Cpu(std::uint32_t boot_addr = 0, unsigned mul_bits = default_mul_bits)
      : boot_addr_(boot_addr), mul_bits_(mul_bits) {
    fetch.reset(boot_addr);
  }
  /// The effect of a reset; other registers keep their values.
  void reset();
  bool quiescent() const {
    return valid_q && state_q == asleep && !writes_q && !csr.mip_meip_q && mul_div.idle() && fetch.idle();
  }
  /// Register `n` after the last instruction; the old value of a register whose result is late.
  std::uint32_t reg(unsigned n) const {
    return writes_q && rd_q == n && !is_load_q ? is_product_q ? mul_div.product() : result_q : regs.mem_q[n];
  }
  void settle();
  void commit(const CpuInputs& in);
  /// Whether it looks at `data_rdata` in this cycle.
  bool takes_read_data() const { return writes_q && is_load_q; }

  /// Passes every register to the visitor with its RTL name, relative to cpu.sv (model/cpu/registers.hpp).
  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  void settle_execute();
  bool waits_for_result() const;
  bool may_trap() const;
  bool exception();
  void port();
  std::uint32_t load(std::uint32_t rdata) const;
  void finish(const CpuInputs& in);
  std::uint32_t result(const CpuInputs& in) const;
  void write_csr(const CpuInputs& in);
  template <bool simple>
  void commit_as(const CpuInputs& in);

  std::uint32_t boot_addr_;
  unsigned mul_bits_;

  // Wires of this cycle.
  std::uint32_t decoded_instr_ = 0;  // the instruction that `decoded_` belongs to
  CpuDecode decoded_ = CpuDecode::of(0);
  unsigned funct3_ = 0;
  bool is_product_ = false, has_result_ = false;
  std::uint32_t rs1_ = 0, rs2_ = 0, address_ = 0, target_ = 0, trap_value_ = 0;
  std::uint8_t cause_ = 0, state_d_ = execute;
  bool starts_ = false, waits_ = false, trap_ = false, jumps_ = false, redirect_ = false, follows_ = false;
  bool simple_ = false;  // an instruction starts that completes in this cycle in any case
};

}  // namespace collnoc::model
