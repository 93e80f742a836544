#include "sim/engine/program_sanitizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "sim/processor/own_lines.hpp"

namespace collnoc {

/// Follows the instructions of one processor.
class ProgramSanitizer::TileWatch final : public ProcessorWatcher {
 public:
  TileWatch(ProgramSanitizer& of, Rank rank) : of_(of), rank_(rank) {}

  /// The place of a put is its first store. The compiler may share the last ones among several puts.
  Site site() const { return {rank_, 0, launches_ && put_at_ != none ? put_at_ : pc_, ra_}; }

  void before(Cycle now, const model::Cpu& cpu) override {
    pc_ = cpu.pc_q;
    ra_ = cpu.reg(1);
    if (launched_) put_at_ = none;
    launches_ = launched_ = false;
    if (pc_ == of_.free_ && cpu.valid_q && !freed_) {  // its argument, and the call
      freed_ = true;
      const std::uint32_t block = cpu.reg(10) - tile::memory_base;
      of_.run_.messages().frees(now, {rank_, 0, last_}, block);
    }
    freed_ = freed_ && pc_ == of_.free_;
    if (cpu.data_req) access(now, cpu);
  }
  /// What software learns from a counter is what it compares it with, not how many have arrived by chance:
  /// `n` of "counter >= n", in the branch that follows the load.
  void after(Cycle now, const model::Cpu& cpu) override {
    launched_ = launches_ && cpu.retired;
    if (cpu.retired) last_ = cpu.pc;
    if (counter_ == 0 || !cpu.retired || cpu.pc == loaded_at_) return;
    const std::uint32_t instr = cpu.instr;
    const auto value = [&](unsigned reg) { return reg == 0 ? 0 : cpu.reg(reg); };
    const unsigned funct3 = instr >> 12 & 7, rs1 = instr >> 15 & 31, rs2 = instr >> 20 & 31;
    if (arrived_ == none) arrived_ = value(loaded_);
    if ((instr & 0x7f) == 0x63 && (rs1 == loaded_ || rs2 == loaded_)) {
      const std::uint32_t other = value(rs1 == loaded_ ? rs2 : rs1);
      const bool equal = funct3 < 2;  // of beq and bne
      const std::uint32_t least = equal ? std::max(1u, other) : rs1 == loaded_ ? other : other + 1;
      if (arrived_ >= least) learns(now, least);
      counter_ = 0;
    } else if (cpu.writes_q && cpu.rd_q == loaded_) {  // it computes with it
      learns(now, arrived_);
      counter_ = 0;
    }
  }

 private:
  static constexpr std::uint32_t none = ~0u;

  void access(Cycle now, const model::Cpu& cpu) {
    const std::uint32_t address = cpu.data_addr;
    if (address >= tile::nic_registers_base) {
      const std::uint32_t reg = address - tile::nic_registers_base;
      if (cpu.data_write && reg == nic::put_src) put_at_ = pc_;
      launches_ = cpu.data_write && (reg == nic::put_node || reg == nic::put_go);
      if (reg >> 8 != 1 || cpu.data_write) return;
      counter_ = reg >> 2 & 63;
      loaded_ = cpu.instr_q >> 7 & 31;
      loaded_at_ = pc_;
      arrived_ = none;
      return;
    }
    if (address < tile::memory_base) return;
    MessageSanitizer& messages = of_.run_.messages();
    const std::uint32_t begin =
        address - tile::memory_base + static_cast<unsigned>(std::countr_zero(cpu.data_strb));
    const auto bytes = static_cast<std::uint32_t>(std::popcount(cpu.data_strb));
    if (begin + bytes > of_.memory_bytes_) return;  // refused by the tile
    const std::uint32_t stack = cpu.reg(2) - tile::memory_base;
    if (stack <= boot_block_address) messages.stack_is_at(now, site(), stack);
    if (cpu.data_write) {
      messages.software_writes(now, site(), begin, bytes);
    } else {
      messages.software_reads(now, site(), begin, bytes);
    }
  }
  void learns(Cycle now, std::uint32_t at_least) {
    of_.run_.messages().waited(now, {rank_, 0, loaded_at_, ra_}, counter_, at_least);
  }

  ProgramSanitizer& of_;
  Rank rank_;
  std::uint32_t pc_ = 0, ra_ = 0, put_at_ = none;
  std::uint32_t last_ = 0;  ///< of the last instruction that completed
  bool freed_ = false;
  bool launches_ = false, launched_ = false;  ///< the store of this cycle, that of the last one
  // The last load of a counter, until software compares it.
  unsigned counter_ = 0, loaded_ = 0;
  std::uint32_t loaded_at_ = 0, arrived_ = none;
};

ProgramSanitizer::ProgramSanitizer(Fabric& fabric, const TileProgram& program)
    : program_(program),
      lines_(program.file()),
      memory_bytes_(8 * fabric.memory(0).words()),
      free_(address_of_free()),
      run_(
          fabric, program.end(), [this](const Site& site, const SentMessage*) { return place(site); },
          [this](std::uint32_t begin, std::uint32_t end) { return protects(begin, end); }) {}

ProgramSanitizer::~ProgramSanitizer() = default;

/// The program's free(), if it has a heap.
std::uint32_t ProgramSanitizer::address_of_free() const {
  for (const std::uint32_t at : program_.functions("free")) {
    if (program_.place(at) == "free") return at;
  }
  return ~0u;
}

void ProgramSanitizer::watch(ProcessorHost& host) {
  TileWatch& tile = tiles_.emplace_back(*this, static_cast<Rank>(tiles_.size()));
  host.set_watcher(&tile);
  run_.watch([&tile] { return tile.site(); });
}

std::string ProgramSanitizer::place(const Site& site) {
  if (site.thread != 0) {
    return fmt::format("the sequencer (action at {:#x}, written by {})", site.place,
                       place(messages().writer(site.rank, site.place)));
  }
  const std::vector<SourceLine>& all = lines_.find(site.place);
  if (const SourceLine* own = own_line(all); own != nullptr) {
    const bool helper = site.caller != 0 && own != &all.back();
    return helper ? fmt::format("{} (inlined at {}:{})", own->text(), own[1].base(), own[1].line)
                  : own->text();
  }
  const std::string text = all.empty() ? program_.place(site.place) : all.back().text();
  const auto caller = own_caller(program_, lines_, site.place, site.caller);
  return caller ? fmt::format("{} (called by {})", text, caller->text()) : text;
}

std::string ProgramSanitizer::protects(std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t data = boot_block_address + sizeof(BootBlock), scratch = data - 8;
  if (begin < boot_block_address) return "this is its stack";
  if (begin >= scratch && end <= data) return {};  // made for it
  if (begin < data) return "this is its boot block";
  const auto object = lines_.object(tile::memory_base + begin);
  if (!object) return end > program_.end() ? "this begins in its program's data, and ends behind" : "";
  if (tile::memory_base + end > object->end) {
    return fmt::format("this reaches behind '{}', which has {} bytes, into its program's other data",
                       object->name, object->end - object->begin);
  }
  return {};
}

}  // namespace collnoc
