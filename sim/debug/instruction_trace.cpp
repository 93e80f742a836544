#include "sim/debug/instruction_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "sim/common/output_file.hpp"
#include "sim/debug/disassembly.hpp"
#include "sim/debug/hart_state.hpp"

namespace collnoc {

/// Collects the lines of a tile: tiles may be simulated by different threads.
class InstructionTrace::Tile final : public ProcessorObserver {
 public:
  Tile(std::uint64_t begin, std::uint64_t end) : begin_(begin), end_(end) {}

  void cycle(const ProcessorCycle& c) override {
    if (c.late && !lines.empty() && lines.back().cycle + 1 == c.now) {
      lines.back().rd = last_rd_;
      lines.back().value = c.late_wdata;
    }
    last_rd_ = static_cast<std::uint8_t>(instruction::rd(c.instr));
    if (!(c.retired || c.trapped) || c.now < begin_ || c.now > end_) return;
    lines.push_back(
        {c.now, c.pc, c.instr, c.wrote ? c.wdata : 0, c.wrote ? last_rd_ : std::uint8_t{0}, c.trapped});
  }

  std::deque<Line> lines;

 private:
  std::uint64_t begin_, end_;
  std::uint8_t last_rd_ = 0;
};

InstructionTrace::InstructionTrace(const ProcessorTools& tools, const TileProgram& program,
                                   ProgramPlaces& places, Rank tiles)
    : places_(places),
      file_(*tools.instruction_trace_file),
      tiles_(tiles),
      code_(program.program_bytes() / 4) {
  for (Rank r = 0; r < tiles; ++r) {
    const auto& chosen = tools.traced_tiles;
    if (!chosen.empty() && !std::binary_search(chosen.begin(), chosen.end(), r)) continue;
    tiles_[r] = std::make_unique<Tile>(tools.trace_begin, tools.trace_end);
  }
  file_.write("cycle\ttile\tpc\tplace\tinstruction\tregister\n");
}

InstructionTrace::~InstructionTrace() = default;

ProcessorObserver* InstructionTrace::observer(Rank tile) { return tiles_[tile].get(); }

/// The result of a load or product comes one cycle later: the line of the last cycle has to wait.
void InstructionTrace::write(Cycle now) {
  std::vector<std::pair<Rank, Line>> ready;
  for (Rank r = 0; r < tiles_.size(); ++r) {
    if (!tiles_[r]) continue;
    auto& lines = tiles_[r]->lines;
    for (; !lines.empty() && lines.front().cycle + 1 < now; lines.pop_front())
      ready.emplace_back(r, lines.front());
  }
  std::stable_sort(ready.begin(), ready.end(),
                   [](const auto& a, const auto& b) { return a.second.cycle < b.second.cycle; });
  for (const auto& [tile, line] : ready) write(tile, line);
}

void InstructionTrace::write(Rank tile, const Line& line) {
  std::string result;
  if (line.trapped) {
    result = "trap";
  } else if (line.rd != 0) {
    result = fmt::format("{}={:08x}", register_abi_name(line.rd), line.value);
  }
  file_.write(fmt::format("{}\t{}\t{}\t{}\n", line.cycle, tile, code(line), result));
}

const std::string& InstructionTrace::code(const Line& line) {
  static const std::string outside = "outside the program\t\t";
  if (line.pc / 4 >= code_.size()) return outside;
  std::string& text = code_[line.pc / 4];
  if (text.empty()) {
    text = fmt::format("{:08x}\t{}\t{}", line.pc, places_.function_and_offset(line.pc),
                       disassembly(line.instr, line.pc));
  }
  return text;
}

}  // namespace collnoc
