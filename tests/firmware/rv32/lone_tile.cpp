#include "tests/firmware/rv32/lone_tile.hpp"

#include <elf.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "collnoc/arch/tile_registers.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t program_bytes = 65536;

HardwareConfig hardware(const Topology& topology) {
  HardwareConfig config;
  config.fit(topology);
  config.vcs = config.default_vcs();
  return config;
}

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  if (offset + sizeof value > bytes.size()) throw std::runtime_error("ELF file is cut off");
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

LoneTile::LoneTile(const std::string& program, const Topology& topology, Rank rank, BootBlock boot,
                   std::uint32_t memory_bytes)
    : node_(hardware(topology), model::Place::of(topology, rank, memory_bytes / 8)),
      memory_(hardware(topology), memory_bytes / 8),
      processor_(program_bytes, model::default_mul_bits, topology.address(rank), memory_bytes / 8),
      program_(program_bytes / 4) {
  load(program.find('/') == std::string::npos ? COLLNOC_RV32_PROGRAMS "/" + program + ".elf" : program);
  std::memcpy(memory_.bytes() + boot_block_address, &boot, sizeof boot);
  node_.settle(out_);
}

void LoneTile::load(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  elf_.assign(std::istreambuf_iterator<char>(in), {});
  const auto header = at<Elf32_Ehdr>(elf_, 0);
  if (header.e_entry != tile::boot_address || header.e_machine != EM_RISCV)
    throw std::runtime_error(file + ": not a tile's");
  for (unsigned n = 0; n < header.e_phnum; ++n) {
    const auto segment = at<Elf32_Phdr>(elf_, header.e_phoff + n * sizeof(Elf32_Phdr));
    if (segment.p_type != PT_LOAD || segment.p_memsz == 0) continue;
    const bool data = segment.p_vaddr >= tile::memory_base;
    auto* to = data ? memory_.bytes() + (segment.p_vaddr - tile::memory_base)
                    : reinterpret_cast<std::uint8_t*>(program_.data()) + segment.p_vaddr;
    std::memcpy(to, elf_.data() + segment.p_offset, segment.p_filesz);
  }
}

std::uint32_t LoneTile::symbol(const std::string& name) const {
  const auto header = at<Elf32_Ehdr>(elf_, 0);
  const auto section = [&](unsigned n) {
    return at<Elf32_Shdr>(elf_, header.e_shoff + n * sizeof(Elf32_Shdr));
  };
  for (unsigned n = 0; n < header.e_shnum; ++n) {
    const auto table = section(n);
    if (table.sh_type != SHT_SYMTAB) continue;
    for (std::uint32_t o = 0; o < table.sh_size; o += sizeof(Elf32_Sym)) {
      const auto symbol = at<Elf32_Sym>(elf_, table.sh_offset + o);
      if (name == elf_.data() + section(table.sh_link).sh_offset + symbol.st_name) return symbol.st_value;
    }
  }
  throw std::runtime_error("no symbol " + name);
}

std::vector<std::uint32_t> LoneTile::puts() const {
  const auto header = at<Elf32_Ehdr>(elf_, 0);
  const auto section = [&](unsigned n) {
    return at<Elf32_Shdr>(elf_, header.e_shoff + n * sizeof(Elf32_Shdr));
  };
  std::vector<std::uint32_t> all;
  for (unsigned n = 0; n < header.e_shnum; ++n) {
    const auto list = section(n);
    if (std::strcmp(elf_.data() + section(header.e_shstrndx).sh_offset + list.sh_name,
                    ".debug_collnoc_puts") != 0)
      continue;
    for (std::uint32_t o = 0; o < list.sh_size; o += 4)
      all.push_back(at<std::uint32_t>(elf_, list.sh_offset + o));
  }
  return all;
}

std::uint32_t LoneTile::word(std::uint32_t address) const {
  std::uint32_t value = 0;
  std::memcpy(&value, memory_.bytes() + address, sizeof value);
  return value;
}

void LoneTile::report(std::uint8_t address, std::uint32_t value) {
  switch (address) {
    case tile::console: console += static_cast<char>(value); break;
    case tile::exit: exit_code = value; break;
    case tile::fault: fault = value; break;
    case tile::fault_pc: fault_pc = value; break;
    case tile::fault_value: fault_value = value; break;
    case tile::mark:
      marks.push_back({cycles, value});
      instructions_at_mark.push_back(instructions);
      break;
    default: throw std::runtime_error("an unknown tile register is written");
  }
}

void LoneTile::cycle() {
  const model::TileProcessorOut asks = processor_.out();
  if (asks.report_valid) report(asks.report_addr, asks.report_wdata);
  const model::TileProcessorIn in{cycles,         out_.reg_ready, out_.event,
                                  out_.reg_rdata, fetched_,       memory_.host_rdata()};
  if (asks.prog_en) fetched_ = program_.at(asks.prog_addr / 4);
  if (asks.host_valid) memory_.host(asks.host_write, asks.host_addr, asks.host_wdata, asks.host_strb);

  model::NodeIn node_in;
  node_in.cycle = static_cast<std::uint32_t>(cycles);
  node_in.access = asks.access;
  for (std::uint32_t m = out_.link_valid; m != 0; m &= m - 1) {
    const unsigned link = static_cast<unsigned>(std::countr_zero(m));
    if (out_.link[link].head) heads.push_back(cycles);
    node_in.link_credit |= 1u << link;  // accepted immediately
    node_in.credit[link] = static_cast<std::uint8_t>(1u << out_.link[link].vc);
  }
  memory_.access(out_);
  node_in.rd_gnt = memory_.rd_gnt();
  node_in.wr_gnt = memory_.wr_gnt();
  node_in.rd_data = memory_.rd_data();
  node_.tick(node_in, out_);
  memory_.advance();
  const model::Cpu& cpu = processor_.cpu();
  read_constant = cpu.data_req && !cpu.data_write && cpu.data_addr < tile::memory_base;
  processor_.tick(in);
  if (processor_.out().retired) {
    ++instructions;
    retired(processor_.out());
  }
  ++cycles;
}

void LoneTile::run(std::uint64_t most_cycles) {
  while (cycles < most_cycles) {
    cycle();
    if (exit_code && processor_.out().quiescent && out_.quiescent) return;
  }
  throw std::runtime_error("the program still runs after " + std::to_string(cycles) +
                           " cycles; console: " + console);
}

}  // namespace collnoc::test
