#include "sim/processor/own_lines.hpp"

#include <algorithm>
#include <iterator>

#include "collnoc/model/cpu/cpu_decode.hpp"

namespace collnoc {
namespace {

/// Ours, the C library's, the compiler's.
bool is_library(const SourceLine& line) {
  static constexpr const char* folders[] = {"/collnoc/firmware/rv32/",
                                            "/collnoc/firmware/hal/",
                                            "/collnoc/firmware/runtime/",
                                            "/collnoc/arch/",
                                            "/firmware/rv32/runtime/",
                                            "/newlib/",
                                            "/libgcc/",
                                            "/include/c++/"};
  return std::any_of(std::begin(folders), std::end(folders),
                     [&](const char* folder) { return line.file.find(folder) != std::string::npos; });
}

}  // namespace

const SourceLine* own_line(const std::vector<SourceLine>& place) {
  const auto own =
      std::find_if(place.begin(), place.end(), [](const auto& line) { return !is_library(line); });
  return own == place.end() ? nullptr : &*own;
}

std::optional<SourceLine> own_caller(const TileProgram& program, SourceLines& lines, std::uint32_t pc,
                                     std::uint32_t ra) {
  using Kind = model::CpuDecode::Kind;
  const std::uint32_t call = ra - 4, function = program.function(pc);
  if (ra < 4 || function == 0 || program.function(call) == function) return std::nullopt;
  const std::uint32_t instr = program.word(call);
  const Kind kind = model::CpuDecode::of(instr).kind;
  const bool calls = (kind == Kind::jal || kind == Kind::jalr) && (instr >> 7 & 31) == 1;
  const SourceLine* own = calls ? own_line(lines.find(call)) : nullptr;
  return own == nullptr ? std::nullopt : std::optional(*own);
}

}  // namespace collnoc
