#include "collnoc/model/tile/tile_processor.hpp"

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"

namespace collnoc::model {
namespace {
constexpr std::uint32_t offset(std::uint32_t addr) { return addr & 0x0fff'ffff; }
constexpr std::uint32_t region(std::uint32_t addr) { return addr - offset(addr); }
}  // namespace

void TileProcessor::reset() {
  cpu_.reset();
  event_q_ = false;
  settle();
}

/// Decodes the target of the data request.
void TileProcessor::decode() {
  const std::uint32_t at = offset(cpu_.data_addr);
  const bool write = cpu_.data_write, whole = cpu_.data_strb == 0xf;
  switch (region(cpu_.data_addr)) {
    case tile::program_base:
      constant_ = !write && at < program_bytes_ && at >= tile::boot_address;
      data_error_ = !constant_;
      break;
    case tile::memory_base:
      out_.host_valid = at >> 3 < mem_words_;
      data_error_ = !out_.host_valid;
      if (!out_.host_valid) break;
      out_.host_write = write;
      out_.host_addr = at >> 3;
      if (write) {
        out_.host_wdata = std::uint64_t{cpu_.data_wdata} << 32 | cpu_.data_wdata;
        out_.host_strb = static_cast<std::uint8_t>(cpu_.data_strb << (at & 4));
      }
      break;
    case tile::nic_registers_base:
      out_.access.valid = whole && at < 0x400;
      data_error_ = !out_.access.valid;
      if (!out_.access.valid) break;
      out_.access.write = write;
      out_.access.addr = static_cast<std::uint16_t>(at);
      out_.access.wdata = write ? cpu_.data_wdata : 0;
      put_write_ = write && nic::is_put_register(at);
      break;
    case tile::tile_registers_base:
      data_error_ = !whole || at >= 0x100;
      if (data_error_ || !write) break;
      clear_event_ = at == tile::event;
      out_.report_valid = !clear_event_;
      if (!out_.report_valid) break;
      out_.report_addr = static_cast<std::uint8_t>(at);
      out_.report_wdata = cpu_.data_wdata;
      break;
    default: data_error_ = true; break;
  }
}

void TileProcessor::settle() {
  cpu_.settle();
  out_ = {};
  constant_ = put_write_ = clear_event_ = data_error_ = false;
  if (cpu_.data_req) decode();
  instr_error_ = cpu_.instr_addr >= program_bytes_ || cpu_.instr_addr < tile::boot_address;
  out_.prog_en = constant_ || (cpu_.instr_req && !instr_error_);
  if (out_.prog_en) out_.prog_addr = constant_ ? cpu_.data_addr : cpu_.instr_addr;
  out_.quiescent = cpu_.quiescent() && !event_q_;
}

/// Data of the read granted in the last cycle.
std::uint32_t TileProcessor::data_rdata(const TileProcessorIn& in) const {
  switch (std::uint32_t{from_q_} << 28) {
    case tile::program_base: return in.prog_rdata;
    case tile::memory_base: return static_cast<std::uint32_t>(in.host_rdata >> (is_upper_q_ ? 32 : 0));
    case tile::nic_registers_base: return in.reg_rdata;
    default: return std::uint32_t{is_event_q_ && event_q_};
  }
}

void TileProcessor::tick(const TileProcessorIn& in) {
  CpuInputs to;
  to.instr_gnt = !constant_;
  to.instr_error = instr_error_;
  to.instr_rdata = in.prog_rdata;
  to.data_gnt = !put_write_ || in.reg_ready;
  to.data_error = data_error_;
  if (cpu_.takes_read_data()) to.data_rdata = data_rdata(in);
  to.irq = event_q_;
  to.hart_id = hart_id_;
  to.cycle = in.cycle;
  if (cpu_.data_req) {
    from_q_ = static_cast<std::uint8_t>(cpu_.data_addr >> 28);
    is_upper_q_ = (cpu_.data_addr & 4) != 0;
    is_event_q_ = (cpu_.data_addr & 0xff) == tile::event;
  }
  cpu_.commit(to);
  event_q_ = in.event || (event_q_ && !clear_event_);
  settle();
  out_.retired = cpu_.retired;
  out_.trapped = cpu_.trapped;
  if (cpu_.retired || cpu_.trapped) {
    out_.pc = cpu_.pc;
    out_.instr = cpu_.instr;
  }
  out_.wrote = cpu_.wrote;
  if (cpu_.wrote) out_.wdata = cpu_.wdata;
  out_.late = cpu_.late;
  if (cpu_.late) out_.late_wdata = cpu_.late_wdata;
}

}  // namespace collnoc::model
