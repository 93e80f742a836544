// Writes every instruction that processors complete, as one line of tab-separated values:
//
//   cycle  tile  pc  place  instruction  register
//   57     3     00000118  main+0x10  addi sp,sp,-16  sp=40000fb0
//
// in the order of cycles and tiles, during the run. A trap is the line of its instruction with "trap"
// instead of a register.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/processor/processor_observer.hpp"
#include "sim/processor/program_places.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

class InstructionTrace {
 public:
  /// Writes to tools.instruction_trace_file; it and `places`, of the program, must outlive this object.
  InstructionTrace(const ProcessorTools& tools, const TileProgram& program, ProgramPlaces& places,
                   Rank tiles);
  ~InstructionTrace();

  /// The observer of a tile's processor; nothing for a tile that is not traced.
  ProcessorObserver* observer(Rank tile);
  /// All processors have been observed up to cycle `now`, exclusive: writes what is complete.
  void write(Cycle now);

 private:
  struct Line {
    Cycle cycle = 0;
    std::uint32_t pc = 0, instr = 0, value = 0;
    std::uint8_t rd = 0;  ///< 0: nothing was written
    bool trapped = false;
  };
  class Tile;

  void write(Rank tile, const Line& line);
  const std::string& code(const Line& line);

  ProgramPlaces& places_;
  OutputFile& file_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<std::string> code_;  ///< by word of program memory: pc, place and instruction, once needed
};

}  // namespace collnoc
