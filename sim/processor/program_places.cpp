#include "sim/processor/program_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "collnoc/model/cpu/cpu_decode.hpp"

namespace collnoc {
namespace {

bool is_in(const SourceLine& line, std::span<const char* const> folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const char* folder) { return line.file.find(folder) != std::string::npos; });
}

/// Ours, the C library's, the compiler's.
bool is_library(const SourceLine& line) {
  static constexpr const char* folders[] = {"/collnoc/firmware/rv32/",
                                            "/collnoc/firmware/hal/",
                                            "/collnoc/firmware/runtime/",
                                            "/collnoc/arch/",
                                            "/firmware/rv32/runtime/",
                                            "/collnoc/firmware/collectives/",
                                            "/newlib/",
                                            "/libgcc/",
                                            "/include/c++/"};
  return is_in(line, folders);
}

/// What passes a request of its caller on: the tile, and a group of tiles.
bool is_tile(const SourceLine& line) {
  static constexpr const char* files[] = {"/firmware/rv32/mmio_tile.hpp", "/firmware/rv32/registers.hpp",
                                          "/firmware/hal/tile.hpp", "/firmware/runtime/group.hpp",
                                          "/collnoc/arch/"};
  return is_in(line, files);
}

}  // namespace

const SourceLine* own_line(const std::vector<SourceLine>& place) {
  const auto own =
      std::find_if(place.begin(), place.end(), [](const auto& line) { return !is_library(line); });
  return own == place.end() ? nullptr : &*own;
}

std::string ProgramPlaces::text(const Frames& frames, std::uint32_t pc, bool says_where_inlined) const {
  if (frames.empty() || frames.front().empty()) return program_.place(pc);
  const std::vector<SourceLine>& inner = frames.front();
  for (const std::vector<SourceLine>& frame : frames) {
    const SourceLine* own = own_line(frame);
    if (own == nullptr) continue;
    if (&frame != &inner) return fmt::format("{} (called by {})", inner.back().text(), own->text());
    if (!says_where_inlined || own == &frame.back()) return own->text();
    return fmt::format("{} (inlined at {}:{})", own->text(), own[1].base(), own[1].line);
  }
  return inner.back().text();
}

ProgramPlaces::Frames ProgramPlaces::stack(const HartSnapshot& hart) {
  return lines_.stack(hart, [this](std::uint32_t address) {
    using Kind = model::CpuDecode::Kind;
    const std::uint32_t instr = program_.word(address);
    const Kind kind = model::CpuDecode::of(instr).kind;
    return (kind == Kind::jal || kind == Kind::jalr) && (instr >> 7 & 31) == 1;
  });
}

std::string ProgramPlaces::text(const HartSnapshot& hart) { return text(stack(hart), hart.pc, true); }

std::string ProgramPlaces::text(std::uint32_t pc, std::uint32_t own) {
  Frames frames{lines_.find(pc)};
  if (own != 0) frames.push_back(lines_.find(own));
  return text(frames, pc, own != 0);
}

std::string ProgramPlaces::function(std::uint32_t pc) {
  const std::uint32_t begin = program_.function(pc);
  const std::vector<SourceLine>& place = lines_.find(begin == 0 ? pc : begin);
  return place.empty() || place.back().function.empty() ? program_.place(begin == 0 ? pc : begin)
                                                        : place.back().function;
}

std::string ProgramPlaces::function_and_offset(std::uint32_t pc) {
  const std::uint32_t begin = program_.function(pc);
  return begin == 0 || begin == pc ? function(pc) : fmt::format("{}+{:#x}", function(pc), pc - begin);
}

ProgramPlaces::Call ProgramPlaces::call(const HartSnapshot& hart) {
  const SourceLine* called = nullptr;
  const Frames frames = stack(hart);
  for (const std::vector<SourceLine>& frame : frames) {
    for (const SourceLine& line : frame) {
      if (is_library(line)) {
        if (!is_tile(line)) called = &line;
        continue;
      }
      if (called == nullptr) return {line.text(), false};
      return {fmt::format("{}(), called by {}", called->function, line.text()), true};
    }
  }
  return {text(frames, hart.pc, true), called != nullptr};
}

ProgramPlaces::Author ProgramPlaces::author(const HartSnapshot& hart) {
  for (const std::vector<SourceLine>& frame : stack(hart)) {
    for (const SourceLine& line : frame) {
      if (!is_tile(line)) return is_library(line) ? Author::library : Author::program;
    }
  }
  return Author::unknown;
}

}  // namespace collnoc
