// Places of a program in the words of its author: the function, file and line that he wrote, also where the
// processor is in a library that the program calls.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/processor/elf.hpp"
#include "sim/processor/hart_snapshot.hpp"
#include "sim/processor/source_lines.hpp"

namespace collnoc {

/// The innermost of the lines of a place (SourceLines::find) that is the program's own; nullptr if none is.
const SourceLine* own_line(const std::vector<SourceLine>& place);

class ProgramPlaces {
 public:
  /// `program` must outlive this object.
  explicit ProgramPlaces(const TileProgram& program) : program_(program), lines_(program.file()) {}

  /// "main() at mine.cpp:39". Of a library, its function, then the program's own line that called it:
  /// "memcpy() at memcpy.c:44 (called by pack() at mine.cpp:76)". Of a function of the program that is
  /// inlined, the line follows that it is inlined into.
  std::string text(const HartSnapshot& hart);
  /// The same of an address alone; `own`: an address of the program's own code from which a library was
  /// called, or 0.
  std::string text(std::uint32_t pc, std::uint32_t own);
  /// The name of the function that contains `pc`, as text() writes it; only the address where it is unknown.
  std::string function(std::uint32_t pc);
  /// The same with the offset from its beginning: "main+0x1c".
  std::string function_and_offset(std::uint32_t pc);

  /// The program's own line where a processor is: "main() at jacobi.cpp:71". Where it calls a library,
  /// "barrier(), called by main() at jacobi.cpp:14"; the tile's put, wait and consume do not count as one.
  struct Call {
    std::string text;
    bool of_library = false;
  };
  Call call(const HartSnapshot& hart);

  /// Who wrote the code that uses the tile's put, wait or consume there.
  enum class Author { unknown, program, library };
  Author author(const HartSnapshot& hart);

  /// Whether the instruction at `pc` is of the program's own code.
  bool is_own(std::uint32_t pc) { return own_line(lines_.find(pc)) != nullptr; }
  SourceLines& lines() { return lines_; }

 private:
  using Frames = std::vector<std::vector<SourceLine>>;
  Frames stack(const HartSnapshot& hart);
  std::string text(const Frames& frames, std::uint32_t pc, bool says_where_inlined) const;

  const TileProgram& program_;
  SourceLines lines_;
};

}  // namespace collnoc
