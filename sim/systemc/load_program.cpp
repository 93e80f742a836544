#include "sim/systemc/load_program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/processor/elf.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc::systemc {

std::shared_ptr<const ProgramImage> load_program(const std::string& file, std::uint32_t argument) {
  const TileProgram program(file);
  auto image = std::make_shared<ProgramImage>();
  image->program_bytes = program.program_bytes();
  image->memory_bytes =
      std::max(least_tile_memory, std::bit_ceil(std::max(program.end(), program.memory_bytes())));
  image->text.resize(program.program_bytes() / 4);
  for (std::uint32_t w = 0; w < image->text.size(); ++w) image->text[w] = program.word(4 * w);

  BootBlock boot;
  boot.base = program.end();
  boot.argument = argument;
  ProgramImage::Data block{program.boot_block(), std::vector<std::uint8_t>(sizeof boot)};
  std::memcpy(block.bytes.data(), &boot, sizeof boot);
  image->data.push_back(std::move(block));
  for (const TileProgram::Data& data : program.data()) image->data.push_back({data.address, data.bytes});
  return image;
}

}  // namespace collnoc::systemc
