// One tile that is composed of the models (node, processor, memory) and runs a program from its ELF file. Its
// neighbours send nothing and accept everything.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/rv32/boot_block.hpp"
#include "collnoc/model/tile/node.hpp"
#include "collnoc/model/tile/tile_memory.hpp"
#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc::test {

/// Whether programs were built by the compiler whose cycle counts docs/user/firmware.md states.
constexpr bool compiled_as_in_docs = std::string_view(COLLNOC_RV32_COMPILER) == "12.2.0";

/// A value written to a tile register, and the cycle of the write.
struct Told {
  std::uint64_t cycle = 0;
  std::uint32_t value = 0;
};

class LoneTile {
 public:
  /// `program`: a name below the tests' programs, without .elf, or a path.
  explicit LoneTile(const std::string& program, const Topology& topology = Topology::mesh(8, 8),
                    Rank rank = 0, BootBlock boot = {}, std::uint32_t memory_bytes = 65536);

  /// Runs until the program exits, then until it sleeps; throws if that takes more than `most_cycles`.
  void run(std::uint64_t most_cycles = 1'000'000);

  std::string console;
  std::optional<std::uint32_t> exit_code, fault;
  std::uint32_t fault_pc = 0, fault_value = 0;
  std::vector<Told> marks;
  std::vector<std::uint64_t> instructions_at_mark;
  std::vector<std::uint64_t> heads;  ///< cycles in which a head flit was on a link
  std::uint64_t cycles = 0, instructions = 0;
  /// Called for every instruction that retires.
  std::function<void(const model::TileProcessorOut&)> retired = [](const auto&) {};
  bool read_constant = false;  ///< that instruction read program memory

  /// A word of tile memory at the NIC's byte address.
  std::uint32_t word(std::uint32_t address) const;
  /// Address of a symbol; throws if there is none.
  std::uint32_t symbol(const std::string& name) const;
  /// Places where puts begin, as in TileProgram::puts().
  std::vector<std::uint32_t> puts() const;

 private:
  void load(const std::string& file);
  void cycle();
  void report(std::uint8_t address, std::uint32_t value);

  model::Node node_;
  model::NodeOut out_;
  model::TileMemory memory_;
  model::TileProcessor processor_;
  std::string elf_;
  std::vector<std::uint32_t> program_;
  std::uint32_t fetched_ = 0;
};

}  // namespace collnoc::test
