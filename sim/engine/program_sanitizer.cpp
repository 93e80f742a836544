#include "sim/engine/program_sanitizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "collnoc/arch/tile_registers.hpp"

namespace collnoc {
namespace {

/// Folders of what a program is made of besides its own lines.
bool is_library(const std::string& file) {
  static constexpr const char* folders[] = {"/firmware/rv32/", "/firmware/hal/", "/arch/",
                                            "/firmware/runtime/"};
  return std::any_of(std::begin(folders), std::end(folders),
                     [&](const char* folder) { return file.find(folder) != std::string::npos; });
}

}  // namespace

/// Follows the instructions of one processor.
class ProgramSanitizer::TileWatch final : public ProcessorWatcher {
 public:
  TileWatch(ProgramSanitizer& of, Rank rank) : of_(of), rank_(rank) {}

  Site site() const { return {rank_, 0, pc_}; }

  void before(Cycle now, const model::Cpu& cpu) override {
    pc_ = cpu.pc_q;
    if (counter_ != 0 && cpu.valid_q) wait_ = of_.program_.wait_at(pc_);
    if (wait_ != nullptr) at_least_ = wait_->reg ? cpu.regs.mem_q[*wait_->reg] : wait_->number;
    if (!cpu.data_req) return;
    const std::uint32_t address = cpu.data_addr;
    if (address >= tile::nic_registers_base && address < tile::nic_registers_base + 0x400) {
      const std::uint32_t reg = address - tile::nic_registers_base;
      if (reg >> 8 == 1 && !cpu.data_write) counter_ = reg >> 2 & 63;
    }
    if (address < tile::memory_base || address >= tile::nic_registers_base) return;
    MessageSanitizer& messages = of_.run_.messages();
    const std::uint32_t begin =
        address - tile::memory_base + static_cast<unsigned>(std::countr_zero(cpu.data_strb));
    const auto bytes = static_cast<std::uint32_t>(std::popcount(cpu.data_strb));
    const std::uint32_t stack = cpu.regs.mem_q[2] - tile::memory_base;
    if (stack <= boot_block_address) messages.stack_is_at(now, site(), stack);
    if (begin + bytes > of_.memory_bytes_) return;  // refused by the tile
    if (cpu.data_write) {
      messages.software_writes(now, site(), begin, bytes);
    } else {
      messages.software_reads(now, site(), begin, bytes);
    }
  }

  void after(Cycle now, const model::Cpu& cpu) override {
    if (wait_ == nullptr || !cpu.retired || cpu.pc != wait_->pc) return;
    of_.run_.messages().waited(now, {rank_, 0, cpu.pc}, counter_, at_least_);
    counter_ = 0;
    wait_ = nullptr;
  }

 private:
  ProgramSanitizer& of_;
  Rank rank_;
  std::uint32_t pc_ = 0;
  unsigned counter_ = 0;  ///< the last one that was read, since the last wait
  const TileProgram::Wait* wait_ = nullptr;
  std::uint32_t at_least_ = 0;
};

ProgramSanitizer::ProgramSanitizer(Fabric& fabric, const TileProgram& program)
    : program_(program),
      lines_(program.file()),
      memory_bytes_(8 * fabric.memory(0).words()),
      run_(
          fabric, program.end(), [this](const Site& site, const SentMessage*) { return place(site); },
          [this](std::uint32_t begin, std::uint32_t end) { return protects(begin, end); }) {}

ProgramSanitizer::~ProgramSanitizer() = default;

void ProgramSanitizer::watch(ProcessorHost& host) {
  TileWatch& tile = tiles_.emplace_back(*this, static_cast<Rank>(tiles_.size()));
  host.set_watcher(&tile);
  run_.watch([&tile] { return tile.site(); }, [this](const Site& site) { return !is_wait(site.place); });
}

std::string ProgramSanitizer::place(const Site& site) {
  if (site.thread != 0) {
    return fmt::format("the sequencer, in the action at {:#x} that {} wrote,", site.place,
                       place(messages().writer(site.rank, site.place)));
  }
  const std::vector<SourceLine>& all = lines_.find(site.place);
  const auto own =
      std::find_if(all.begin(), all.end(), [](const SourceLine& line) { return !is_library(line.file); });
  if (own != all.end()) return own->text();
  return all.empty() ? program_.place(site.place) : all.back().text();
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

bool ProgramSanitizer::is_wait(std::uint32_t pc) {
  const auto [at, is_new] = is_wait_.try_emplace(pc);
  if (is_new && !program_.waits().empty()) {
    const std::vector<SourceLine>& all = lines_.find(pc);
    at->second = std::any_of(all.begin(), all.end(), [](const SourceLine& line) {
      return line.function == "wait" && line.base() == "mmio_tile.hpp";
    });
  }
  return at->second;
}

}  // namespace collnoc
