// Reads a program for tiles with processors from its ELF file.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "collnoc/model/systemc/program_image.hpp"

namespace collnoc::systemc {

/// What `collnoc run --firmware FILE --argument ARGUMENT` loads into every tile: the program and its boot
/// block, into memories of the sizes that it was linked for. Throws std::runtime_error, with one line, if the
/// file is no such program.
std::shared_ptr<const ProgramImage> load_program(const std::string& file, std::uint32_t argument = 0);

}  // namespace collnoc::systemc
