// The three stages of the processor: settle() decodes and executes the instruction of this cycle and drives
// the ports, commit() writes back, fetches and updates the registers. The order of functions is that of
// rtl/cpu/cpu.sv.
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

template <class... Kinds>
constexpr bool among(Kind kind, Kinds... kinds) {
  return ((1u << unsigned(kind)) & ((1u << unsigned(kinds)) | ...)) != 0;
}
bool has_result(Kind kind) {
  return among(kind, Kind::alu, Kind::lui, Kind::auipc, Kind::jal, Kind::jalr, Kind::load, Kind::mul_div,
               Kind::csr);
}

bool writes_csr(std::uint32_t instr) { return (instr >> 12 & 3) == 1 || (instr >> 15 & 31) != 0; }
}  // namespace

void Cpu::reset() {
  state_q = execute;
  valid_q = false;
  writes_q = false;
  fetch.reset(boot_addr_);
  mul_div.count_q = 0;
  csr = {};
}

/// Whether the instruction cannot start, because it reads a result that is not there yet.
inline bool Cpu::waits_for_result() const {
  const Kind kind = decoded_.kind;
  if (!writes_q || !(is_load_q || (is_product_q && kind == Kind::mul_div))) return false;
  const bool first = (instr_q >> 15 & 31) == rd_q, second = (instr_q >> 20 & 31) == rd_q;
  if (kind == Kind::alu) return first || (second && !decoded_.use_imm);
  if (kind == Kind::csr) return first && (funct3_ & 4) == 0;
  return (first && !among(kind, Kind::lui, Kind::auipc, Kind::jal)) ||
         (second && among(kind, Kind::store, Kind::branch, Kind::mul_div));
}

/// Whether exception() must be asked. It is false for nearly every instruction, which then needs no further
/// checks.
inline bool Cpu::may_trap() const {
  const unsigned inside = among(decoded_.kind, Kind::load, Kind::store) ? address_ & 3
                          : jumps_                                      ? address_ & 2
                                                                        : 0;
  return inside != 0 || csr.interrupt() || refused_q ||
         among(decoded_.kind, Kind::illegal, Kind::csr, Kind::ecall, Kind::ebreak);
}

/// Whether the instruction raises an exception, and which one.
[[gnu::noinline]] bool Cpu::exception() {
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
inline void Cpu::port() {
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
  starts_ = waits_ = trap_ = jumps_ = redirect_ = data_req = simple_ = false;
  follows_ = true;
  if (valid_q) {
    settle_execute();
  } else {
    is_product_ = has_result_ = false;
  }
  instr_req = fetch.requests(redirect_);
  instr_addr = fetch.address(redirect_, target_);
}

[[gnu::always_inline]] inline void Cpu::settle_execute() {
  if (instr_q != decoded_instr_) {
    decoded_instr_ = instr_q;
    decoded_ = CpuDecode::of(instr_q);
  }
  const Kind kind = decoded_.kind;
  funct3_ = instr_q >> 12 & 7;
  is_product_ = kind == Kind::mul_div && (funct3_ & 4) == 0;
  has_result_ = has_result(kind);
  rs1_ = (product_q & 1) != 0 ? mul_div.product() : regs.data(0);
  rs2_ = (product_q & 2) != 0 ? mul_div.product() : regs.data(1);
  address_ = (among(kind, Kind::jalr, Kind::load, Kind::store) ? rs1_ : pc_q) + decoded_.imm;
  waits_ = waits_for_result();
  starts_ = state_q == execute && !waits_;
  if (starts_) {
    if (kind == Kind::branch) {
      const bool holds = (funct3_ & 4) != 0 ? CpuAlu::less((funct3_ & 2) != 0, rs1_, rs2_) : rs1_ == rs2_;
      jumps_ = holds != ((funct3_ & 1) != 0);
    } else {
      jumps_ = among(kind, Kind::jal, Kind::jalr);
    }
    trap_ = may_trap() && exception();
    const std::uint32_t next = jumps_ ? address_ & ~1u : pc_q + 4;
    follows_ = next == fetch.pc();
    redirect_ = trap_ || !follows_ || kind == Kind::mret;
    target_ = trap_ ? csr.mtvec_q : kind == Kind::mret ? csr.mepc_q : next;
    simple_ = !trap_ && mul_div.idle() &&
              among(kind, Kind::alu, Kind::lui, Kind::auipc, Kind::jal, Kind::jalr, Kind::branch);
  } else if (state_q == refused) {
    trap_ = redirect_ = true;
    cause_ = kind == Kind::store ? store_refused : load_refused;
    trap_value_ = address_;
    target_ = csr.mtvec_q;
  }
  if (among(kind, Kind::load, Kind::store)) {
    data_req = (starts_ && !trap_) || state_q == request;
    port();
  }
}

inline std::uint32_t Cpu::load(std::uint32_t rdata) const {
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
[[gnu::always_inline]] inline void Cpu::finish(const CpuInputs& in) {
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
        retired = mul_div.done(funct3_, true, mul_bits_);
        if (!retired) state_d_ = compute;
      } else if (kind == Kind::wfi) {
        state_d_ = asleep;
      } else {
        retired = true;
      }
      return;
    case compute:
      retired = mul_div.done(funct3_, false, mul_bits_);
      if (!retired) state_d_ = compute;
      return;
    case refused: return;
    default:
      retired = csr.wake();
      if (!retired) state_d_ = asleep;
      return;
  }
}

[[gnu::noinline]] void Cpu::write_csr(const CpuInputs& in) {
  const std::uint32_t number = instr_q >> 20;
  const std::uint32_t operand = (funct3_ & 4) != 0 ? instr_q >> 15 & 31 : rs1_;
  const std::uint32_t old = csr.read(number, in.hart_id, in.cycle).value_or(0);
  const unsigned op = funct3_ & 3;
  csr.write(number, op == 2 ? old | operand : op == 3 ? old & ~operand : operand, in.cycle);
}

/// The result of the instruction. 0 for loads and products, whose results come a cycle later, and for
/// instructions that write no register.
[[gnu::always_inline]] inline std::uint32_t Cpu::result(const CpuInputs& in) const {
  switch (decoded_.kind) {
    case Kind::alu:
      return CpuAlu::result(funct3_, decoded_.other, rs1_, decoded_.use_imm ? decoded_.imm : rs2_);
    case Kind::lui: return decoded_.imm;
    case Kind::auipc: return address_;
    case Kind::jal:
    case Kind::jalr: return pc_q + 4;
    case Kind::mul_div: return mul_div.quotient(funct3_, rs1_, rs2_);
    case Kind::csr: return csr.read(instr_q >> 20, in.hart_id, in.cycle).value_or(0);
    default: return 0;
  }
}

void Cpu::commit(const CpuInputs& in) {
  if (simple_) {
    commit_as<true>(in);
  } else {
    commit_as<false>(in);
  }
}

template <bool simple>
[[gnu::always_inline]] inline void Cpu::commit_as(const CpuInputs& in) {
  const Kind kind = decoded_.kind;
  if (simple) {
    retired = true;
    trapped = false;
  } else {
    finish(in);
    trapped = trap_;
  }
  const bool retires = simple || retired, leaves = simple || retired || trap_;
  pc = pc_q;
  instr = instr_q;

  // Write-back of the last instruction.
  CpuRegisters::Write now{writes_q, rd_q, 0}, next{has_result_ && !waits_, instr_q >> 7 & 31, 0};
  late = writes_q && (is_load_q || is_product_q);
  if (writes_q) now.value = is_load_q ? load(in.data_rdata) : is_product_q ? mul_div.product() : result_q;
  late_wdata = now.value;

  // The registers of the execute stage.
  writes_q = retires && has_result_ && next.rd != 0;
  wrote = false;
  if (retires) {
    is_load_q = !simple && kind == Kind::load;
    is_product_q = !simple && is_product_;
    rd_q = static_cast<std::uint8_t>(next.rd);
    result_q = wdata = next.value = result(in);
    load_funct3_q = static_cast<std::uint8_t>(funct3_);
    load_byte_q = static_cast<std::uint8_t>(address_ & 3);
    wrote = writes_q && !is_load_q && !is_product_q;
  }
  bool counts = retires;
  if (!simple) {
    if (starts_ && !trap_ && kind == Kind::mul_div) {
      mul_div.start(funct3_, rs1_, rs2_, mul_bits_);
    } else if (!mul_div.idle()) {
      mul_div.step(funct3_, rs2_, mul_bits_);
    }
    if (trap_) {
      csr.trap(cause_, pc_q, trap_value_);
    } else if (retired && kind == Kind::mret) {
      csr.mret();
    } else if (retired && kind == Kind::csr && writes_csr(instr_q)) {
      write_csr(in);
      counts = !CpuCsr::writes_minstret(instr_q >> 20);
    }
  }
  csr.minstret_q += counts;
  csr.mip_meip_q = in.irq;

  // Fetch and decode.
  const bool take = fetch.valid() && (!valid_q || leaves) && !redirect_;
  const std::uint32_t word = fetch.instr(in.instr_rdata);
  const bool parted = !trap_ && !follows_;
  const CpuFetch::Found found{parted && jumps_, parted && !jumps_, pc_q};
  if (take || waits_) {
    const std::uint32_t reader = waits_ ? instr_q : word;
    const unsigned first = reader >> 15 & 31, second = reader >> 20 & 31;
    regs.read({first, second}, now, next);
    product_q = static_cast<std::uint8_t>(!simple && writes_q && is_product_
                                              ? unsigned{first == next.rd} | unsigned{second == next.rd} << 1
                                              : 0u);
  }
  if (now.valid) regs.write(now.rd, now.value);
  if (take) {
    instr_q = word;
    pc_q = fetch.pc();
    refused_q = fetch.refused();
  }
  valid_q = take || (!simple && valid_q && !leaves);
  state_q = simple ? std::uint8_t{execute} : state_d_;
  fetch.commit(instr_req, in.instr_gnt, in.instr_error, in.instr_rdata, instr_addr, take, redirect_, target_,
               found);
}

}  // namespace collnoc::model
