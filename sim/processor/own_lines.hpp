// Lines of a program that its author wrote, for places in the libraries that it calls.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/processor/elf.hpp"
#include "sim/processor/source_lines.hpp"

namespace collnoc {

/// The innermost of the lines of a place (SourceLines::find) that is the program's own; nullptr if none is.
const SourceLine* own_line(const std::vector<SourceLine>& place);

/// The program's own line that called the function of `pc`, if register ra, whose value is `ra`, still says
/// it.
std::optional<SourceLine> own_caller(const TileProgram& program, SourceLines& lines, std::uint32_t pc,
                                     std::uint32_t ra);

}  // namespace collnoc
