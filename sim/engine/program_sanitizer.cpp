#include "sim/engine/program_sanitizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "sim/processor/counter_wait.hpp"

namespace collnoc {

/// Follows the instructions of one processor.
class ProgramSanitizer::TileWatch final : public ProcessorWatcher {
 public:
  TileWatch(ProgramSanitizer& of, Rank rank) : of_(of), rank_(rank) {}

  /// The place of a put is its first store. The compiler may share the last ones among several puts.
  Site site() const { return {rank_, 0, launches_ && put_at_ != none ? put_at_ : pc_, own_}; }

  void before(Cycle now, const model::Cpu& cpu) override {
    pc_ = cpu.pc_q;
    if (cpu.valid_q && of_.is_own(pc_)) own_ = pc_;
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
    const auto value = [&](unsigned reg) { return reg == 0 ? 0 : cpu.reg(reg); };
    if (arrived_ == none) arrived_ = value(loaded_);
    if (const auto least = compared_with(cpu.instr, loaded_, value)) {
      if (arrived_ >= *least) learns(now, *least);
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
    of_.run_.messages().waited(now, {rank_, 0, loaded_at_, own_}, counter_, at_least);
  }

  ProgramSanitizer& of_;
  Rank rank_;
  std::uint32_t pc_ = 0, put_at_ = none;
  std::uint32_t own_ = 0;   ///< of the last instruction of the program's own code
  std::uint32_t last_ = 0;  ///< of the last instruction that completed
  bool freed_ = false;
  bool launches_ = false, launched_ = false;  ///< the store of this cycle, that of the last one
  // The last load of a counter, until software compares it.
  unsigned counter_ = 0, loaded_ = 0;
  std::uint32_t loaded_at_ = 0, arrived_ = none;
};

ProgramSanitizer::ProgramSanitizer(Fabric& fabric, const TileProgram& program, ProgramPlaces& places)
    : program_(program),
      places_(places),
      is_own_(program.program_bytes() / 4, -1),
      memory_bytes_(8 * fabric.memory(0).words()),
      free_(address_of_free()),
      run_(
          fabric, program.end(), [this](const Site& site, const SentMessage*) { return place(site); },
          [this](std::uint32_t begin, std::uint32_t end) { return protects(begin, end); }) {
  messages().set_planned_put([this](Cycle now, const SentMessage& message) {
    const std::uint32_t writer = messages().writer(message.site.rank, message.site.place).place;
    planned_.emplace_back(message.site.rank,
                          NamedCounter{now, message.counter, CounterUse::put, HartSnapshot{writer, {}, {}}});
  });
}

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
  return places_.text(site.place, site.caller);
}

bool ProgramSanitizer::is_own(std::uint32_t pc) {
  if (pc / 4 >= is_own_.size()) return false;
  std::int8_t& known = is_own_[pc / 4];
  if (known < 0) known = places_.is_own(pc) ? 1 : 0;
  return known != 0;
}

std::string ProgramSanitizer::protects(std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t data = boot_block_address + sizeof(BootBlock), scratch = data - 8;
  if (begin < boot_block_address) return "this is its stack";
  if (begin >= scratch && end <= data) return {};  // made for it
  if (begin < data) return "this is its boot block";
  const auto object = places_.lines().object(tile::memory_base + begin);
  if (!object) return end > program_.end() ? "this begins in its program's data, and ends behind" : "";
  if (tile::memory_base + end > object->end) {
    return fmt::format("this reaches behind '{}', which has {} bytes, into its program's other data",
                       object->name, object->end - object->begin);
  }
  return {};
}

}  // namespace collnoc
