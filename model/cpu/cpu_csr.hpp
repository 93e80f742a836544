// Model counterpart of rtl/cpu/cpu_csr.sv: machine-mode control and status registers, traps, external
// interrupt.
#pragma once
#include <cstdint>
#include <optional>

namespace collnoc::model {

class CpuCsr {
 public:
  enum Number : std::uint32_t {
    mstatus = 0x300,
    misa = 0x301,
    mie = 0x304,
    mtvec = 0x305,
    mstatush = 0x310,
    mscratch = 0x340,
    mepc = 0x341,
    mcause = 0x342,
    mtval = 0x343,
    mip = 0x344,
    mcycle = 0xb00,
    minstret = 0xb02,
    mcycleh = 0xb80,
    minstreth = 0xb82,
    cycle = 0xc00,
    time = 0xc01,
    instret = 0xc02,
    cycleh = 0xc80,
    timeh = 0xc81,
    instreth = 0xc82,
    mvendorid = 0xf11,
    marchid = 0xf12,
    mimpid = 0xf13,
    mhartid = 0xf14,
    mconfigptr = 0xf15
  };
  static constexpr std::uint32_t misa_rv32im = 0x4000'1100;
  static constexpr unsigned external = 11;  ///< bit in mie and mip

  bool mstatus_mie_q = false, mstatus_mpie_q = false, mie_meie_q = false, mip_meip_q = false;
  std::uint32_t mtvec_q = 0, mepc_q = 0, mtval_q = 0, mscratch_q = 0;
  std::uint8_t mcause_q = 0;  ///< bit 4: interrupt; code
  std::uint64_t mcycle_offset_q = 0, minstret_q = 0;

  bool wake() const { return mip_meip_q && mie_meie_q; }
  bool interrupt() const { return wake() && mstatus_mie_q; }

  /// mhpmcounter3..31, mhpmcounter3h..31h, mhpmevent3..31.
  static bool counts_nothing(std::uint32_t number) {
    return (number & 31) >= 3 && ((number >> 8 == 0xb && (number >> 5 & 3) == 0) || number >> 5 == 0x19);
  }

  /// No value if there is no such register. `now`: the external cycle counter.
  std::optional<std::uint32_t> read(std::uint32_t number, std::uint32_t hart_id, std::uint64_t now) const {
    switch (number) {
      case mstatus: return 0x1800u | std::uint32_t{mstatus_mpie_q} << 7 | std::uint32_t{mstatus_mie_q} << 3;
      case misa: return misa_rv32im;
      case mie: return std::uint32_t{mie_meie_q} << external;
      case mip: return std::uint32_t{mip_meip_q} << external;
      case mtvec: return mtvec_q;
      case mepc: return mepc_q;
      case mcause: return std::uint32_t{mcause_q} >> 4 << 31 | (mcause_q & 15u);
      case mtval: return mtval_q;
      case mscratch: return mscratch_q;
      case mcycle:
      case cycle: return static_cast<std::uint32_t>(now + mcycle_offset_q);
      case mcycleh:
      case cycleh: return static_cast<std::uint32_t>((now + mcycle_offset_q) >> 32);
      case time: return static_cast<std::uint32_t>(now);
      case timeh: return static_cast<std::uint32_t>(now >> 32);
      case minstret:
      case instret: return static_cast<std::uint32_t>(minstret_q);
      case minstreth:
      case instreth: return static_cast<std::uint32_t>(minstret_q >> 32);
      case mhartid: return hart_id;
      case mstatush:
      case mvendorid:
      case marchid:
      case mimpid:
      case mconfigptr: return 0;
      default: return counts_nothing(number) ? std::optional(0u) : std::nullopt;
    }
  }
  static bool read_only(std::uint32_t number) { return number >> 10 == 3; }

  /// Call before `retire`: a write of minstret replaces its increment.
  void write(std::uint32_t number, std::uint32_t value, std::uint64_t outside) {
    const std::uint64_t now = outside + mcycle_offset_q;
    const std::uint64_t low = 0xffff'ffff;
    switch (number) {
      case mstatus:
        mstatus_mie_q = (value >> 3 & 1) != 0;
        mstatus_mpie_q = (value >> 7 & 1) != 0;
        break;
      case mie: mie_meie_q = (value >> external & 1) != 0; break;
      case mtvec: mtvec_q = value & ~3u; break;
      case mepc: mepc_q = value & ~3u; break;
      case mcause: mcause_q = static_cast<std::uint8_t>(value >> 31 << 4 | (value & 15)); break;
      case mtval: mtval_q = value; break;
      case mscratch: mscratch_q = value; break;
      case mcycle: mcycle_offset_q = ((now & ~low) | value) + ~outside; break;
      case mcycleh: mcycle_offset_q = ((now & low) | std::uint64_t{value} << 32) + ~outside; break;
      case minstret: minstret_q = (minstret_q & ~low) | value; break;
      case minstreth: minstret_q = (minstret_q & low) | std::uint64_t{value} << 32; break;
      default: break;
    }
  }
  static bool writes_minstret(std::uint32_t number) { return number == minstret || number == minstreth; }

  void trap(std::uint8_t cause, std::uint32_t pc, std::uint32_t value) {
    mstatus_mpie_q = mstatus_mie_q;
    mstatus_mie_q = false;
    mepc_q = pc;
    mcause_q = cause;
    mtval_q = value;
  }
  void mret() {
    mstatus_mie_q = mstatus_mpie_q;
    mstatus_mpie_q = true;
  }
};

}  // namespace collnoc::model
