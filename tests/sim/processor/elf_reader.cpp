// Reads a program for tiles as a run does when it fails, at many places: names and lines. Built with
// AddressSanitizer, for broken_elf_test.
#include <cstdio>

#include "sim/common/user_error.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/source_lines.hpp"

int main(int, char** argv) {
  using namespace collnoc;
  try {
    const TileProgram program(argv[1]);
    SourceLines lines(argv[1]);
    std::size_t letters = program.puts().size() + program.data().size();
    for (std::uint32_t pc = 0; pc < program.program_bytes(); pc += 28) {
      if (program.word(pc) == 0) continue;
      letters += program.place(pc).size();
      if (const auto object = lines.object(pc)) letters += object->name.size();
      for (const SourceLine& line : lines.find(pc)) letters += line.text().size();
    }
    std::printf("accepted, %zu letters\n", letters);
    return 0;
  } catch (const UserError& error) {
    std::fprintf(stderr, "collnoc: error: %s\n", error.what());
    return 1;
  }
}
