#include "collnoc/model/cpu/cpu.hpp"

#include "collnoc/model/cpu/cpu_alu.hpp"

namespace collnoc::model {
namespace {
using Kind = CpuDecode::Kind;

// mcause: bit 4 represents bit 31.
enum Cause : std::uint8_t {
  fetch_misaligned = 0x00,
  fetch_refused = 0x01,
  illegal = 0x02,
  breakpoint = 0x03,
  load_misaligned = 0x04,
  load_refused = 0x05,
  store_misaligned = 0x06,
  store_refused = 0x07,
  environment_call = 0x0b,
  external_interrupt = 0x1b,
};

bool writes_csr(std::uint32_t instr) { return (instr >> 12 & 3) == 1 || (instr >> 15 & 31) != 0; }
}  // namespace

void Cpu::reset() {
  state_q = execute;
  valid_q = false;
  loading_q = false;
  fetch.reset(boot_addr_);
  mul_div.count_q = 0;
  csr = {};
}

/// Whether the instruction cannot start in the cycle in which the word of the preceding load arrives.
bool Cpu::waits_for_load() const {
  if (!loading_q) return false;
  switch (decoded_.kind) {
    case Kind::load: return (instr_q >> 15 & 31) == load_rd_q;
    case Kind::store:
    case Kind::branch:
    case Kind::mul_div: return (instr_q >> 15 & 31) == load_rd_q || (instr_q >> 20 & 31) == load_rd_q;
    default: return true;
  }
}

/// Whether the instruction raises an exception, and which one.
bool Cpu::exception() {
  const bool misaligned =
      ((funct3_ & 1) != 0 && (address_ & 1) != 0) || ((funct3_ & 2) != 0 && (address_ & 3) != 0);
  const auto because = [&](std::uint8_t cause, std::uint32_t value) {
    cause_ = cause;
    trap_value_ = value;
    return true;
  };
  if (csr.interrupt()) return because(external_interrupt, 0);
  if (refused_q) return because(fetch_refused, pc_q);
  switch (decoded_.kind) {
    case Kind::illegal: return because(illegal, instr_q);
    case Kind::csr: {
      const std::uint32_t number = instr_q >> 20;
      const bool legal = csr.read(number, 0, 0) && !(writes_csr(instr_q) && CpuCsr::read_only(number));
      return !legal && because(illegal, instr_q);
    }
    case Kind::ecall: return because(environment_call, 0);
    case Kind::ebreak: return because(breakpoint, 0);
    case Kind::load: return misaligned && because(load_misaligned, address_);
    case Kind::store: return misaligned && because(store_misaligned, address_);
    default: return jumps_ && (address_ & 2) != 0 && because(fetch_misaligned, address_ & ~1u);
  }
}

/// Drives the data port.
void Cpu::port() {
  const unsigned offset = address_ & 3;
  data_write = decoded_.kind == Kind::store;
  data_addr = address_ & ~3u;
  switch (funct3_ & 3) {
    case 0:
      data_strb = static_cast<std::uint8_t>(1u << offset);
      data_wdata = (rs2_ & 0xff) * 0x0101'0101u;
      break;
    case 1:
      data_strb = (offset & 2) != 0 ? 0b1100 : 0b0011;
      data_wdata = (rs2_ & 0xffff) * 0x0001'0001u;
      break;
    default:
      data_strb = 0b1111;
      data_wdata = rs2_;
      break;
  }
}

void Cpu::settle() {
  waits_ = trap_ = jumps_ = redirect_ = data_req = false;
  if (valid_q) {
    decoded_ = CpuDecode::of(instr_q);
    const Kind kind = decoded_.kind;
    funct3_ = instr_q >> 12 & 7;
    rs1_ = regs.data(0);
    rs2_ = regs.data(1);
    const bool from_register = kind == Kind::jalr || kind == Kind::load || kind == Kind::store;
    address_ = (from_register ? rs1_ : pc_q) + decoded_.imm;
    waits_ = waits_for_load();
    if (state_q == execute && !waits_) {
      jumps_ = kind == Kind::jal || kind == Kind::jalr;
      if (kind == Kind::branch) {
        const bool holds = (funct3_ & 4) != 0 ? CpuAlu::less((funct3_ & 2) != 0, rs1_, rs2_) : rs1_ == rs2_;
        jumps_ = holds != ((funct3_ & 1) != 0);
      }
      trap_ = exception();
      redirect_ = trap_ || jumps_ || kind == Kind::mret;
      target_ = trap_ ? csr.mtvec_q : kind == Kind::mret ? csr.mepc_q : address_ & ~1u;
    } else if (state_q == refused) {
      trap_ = redirect_ = true;
      cause_ = kind == Kind::store ? store_refused : load_refused;
      trap_value_ = address_;
      target_ = csr.mtvec_q;
    }
    if (kind == Kind::load || kind == Kind::store) {
      data_req = (state_q == execute && !waits_ && !trap_) || state_q == request;
      port();
    }
  }
  instr_req = fetch.requests(redirect_);
  instr_addr = fetch.address(redirect_, target_);
}

std::uint32_t Cpu::load(std::uint32_t rdata) const {
  const std::uint32_t shifted = rdata >> (load_byte_q * 8);
  const bool keep_sign = (load_funct3_q & 4) == 0;
  switch (load_funct3_q & 3) {
    case 0: return keep_sign ? static_cast<std::uint32_t>(static_cast<std::int8_t>(shifted)) : shifted & 0xff;
    case 1:
      return keep_sign ? static_cast<std::uint32_t>(static_cast<std::int16_t>(shifted)) : shifted & 0xffff;
    default: return shifted;
  }
}

/// Whether the instruction retires, and the next state of the stage.
void Cpu::finish(const CpuInputs& in) {
  const Kind kind = decoded_.kind;
  retired = false;
  state_d_ = execute;
  switch (state_q) {
    case execute:
    case request:
      if (!valid_q || waits_ || trap_) return;
      if (kind == Kind::load || kind == Kind::store) {
        retired = in.data_gnt && !in.data_error;
        if (!in.data_gnt) {
          state_d_ = request;
        } else if (in.data_error) {
          state_d_ = refused;
        }
      } else if (kind == Kind::mul_div) {
        state_d_ = compute;
      } else if (kind == Kind::wfi) {
        state_d_ = asleep;
      } else {
        retired = true;
      }
      return;
    case compute:
      retired = mul_div.done();
      if (!retired) state_d_ = compute;
      return;
    case refused: return;
    default:
      retired = csr.wake();
      if (!retired) state_d_ = asleep;
      return;
  }
}

void Cpu::write_csr(const CpuInputs& in) {
  const std::uint32_t number = instr_q >> 20;
  const std::uint32_t operand = (funct3_ & 4) != 0 ? instr_q >> 15 & 31 : rs1_;
  const std::uint32_t old = csr.read(number, in.hart_id, in.cycle).value_or(0);
  const unsigned op = funct3_ & 3;
  csr.write(number, op == 2 ? old | operand : op == 3 ? old & ~operand : operand, in.cycle);
}

void Cpu::commit(const CpuInputs& in) {
  const Kind kind = decoded_.kind;
  finish(in);
  trapped = trap_;
  pc = pc_q;
  instr = instr_q;

  // Write-back. An instruction that completes in the cycle in which a load's word arrives writes nothing
  // itself.
  const unsigned rd = loading_q ? load_rd_q : instr_q >> 7 & 31;
  wrote = (loading_q || retired) && rd != 0;
  if (wrote && loading_q) {
    wdata = load(in.data_rdata);
  } else if (wrote) {
    switch (kind) {
      case Kind::alu:
        wdata = CpuAlu::result(funct3_, decoded_.other, rs1_, decoded_.use_imm ? decoded_.imm : rs2_);
        break;
      case Kind::lui: wdata = decoded_.imm; break;
      case Kind::auipc: wdata = address_; break;
      case Kind::jal:
      case Kind::jalr: wdata = pc_q + 4; break;
      case Kind::mul_div: wdata = mul_div.result(funct3_, rs1_, rs2_); break;
      case Kind::csr: wdata = csr.read(instr_q >> 20, in.hart_id, in.cycle).value_or(0); break;
      default: wrote = false; break;
    }
  }

  // The registers of the execute stage.
  loading_q = retired && kind == Kind::load;
  if (loading_q) {
    load_rd_q = static_cast<std::uint8_t>(instr_q >> 7 & 31);
    load_funct3_q = static_cast<std::uint8_t>(funct3_);
    load_byte_q = static_cast<std::uint8_t>(address_ & 3);
  }
  if (valid_q && state_q == execute && !waits_ && kind == Kind::mul_div) {
    mul_div.start(funct3_, rs1_, rs2_, mul_bits_);
  } else if (!mul_div.done()) {
    mul_div.step(funct3_, rs2_, mul_bits_);
  }
  bool counts = retired;
  if (trap_) {
    csr.trap(cause_, pc_q, trap_value_);
  } else if (retired && kind == Kind::mret) {
    csr.mret();
  } else if (retired && kind == Kind::csr && writes_csr(instr_q)) {
    write_csr(in);
    counts = !CpuCsr::writes_minstret(instr_q >> 20);
  }
  if (counts) ++csr.minstret_q;
  csr.mip_meip_q = in.irq;

  // Fetch and decode.
  const bool leaves = retired || trap_;
  const bool take = fetch.valid() && (!valid_q || leaves) && !redirect_;
  const std::uint32_t next = fetch.instr(in.instr_rdata);
  const std::uint32_t reader = waits_ ? instr_q : next;
  if (take || waits_) regs.read({reader >> 15 & 31, reader >> 20 & 31}, wrote, rd, wdata);
  if (wrote) regs.write(rd, wdata);
  if (take) {
    instr_q = next;
    pc_q = fetch.pc_q;
    refused_q = fetch.refused();
  }
  valid_q = take || (valid_q && !leaves);
  state_q = state_d_;
  fetch.commit(in.instr_gnt, in.instr_error, in.instr_rdata, take, redirect_, target_);
}

}  // namespace collnoc::model
