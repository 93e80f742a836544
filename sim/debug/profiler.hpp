// Attributes every cycle of every processor to a function and to what it was used for, from the trace ports
// (docs/reference/modules/cpu.md, "Cycles"): so it is the same for model and RTL.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/debug/call_tree.hpp"
#include "sim/debug/hart_state.hpp"

namespace collnoc {

/// A time in which a tile was in a function, or asleep; for the timeline.
struct FunctionSpan {
  std::uint32_t function = 0;
  bool asleep = false;
  Cycle begin = 0, end = 0;
};

/// A write of the tile register MARK.
struct MarkWrite {
  Cycle cycle = 0;
  std::uint32_t value = 0;
};

/// One tile. Its observer must be called from the first cycle on.
class TileProfiler final : public ProcessorObserver {
 public:
  /// `spans`: record them.
  TileProfiler(const FunctionMap& functions, bool spans);
  void cycle(const ProcessorCycle& cycle) override;
  /// Attributes the remaining cycles up to `end`, exclusive. `ended`: the program has ended; otherwise the
  /// processor sleeps or waits.
  void finish(Cycle end, bool ended);

  const CallTree& tree() const { return tree_; }
  /// After finish(), outer functions before those that they call.
  std::vector<FunctionSpan> spans() const;
  /// The marks that the program wrote, if spans are recorded.
  const std::vector<MarkWrite>& marks() const { return marks_; }

 private:
  void attribute_gap(const ProcessorCycle& cycle, std::uint64_t gap);
  void move(const ProcessorCycle& cycle);
  void close_spans(std::size_t levels, Cycle now);

  CallTree tree_;
  HartState state_;
  std::uint64_t counted_ = 0;    // cycles attributed so far
  std::uint64_t put_waits_ = 0;  // since then
  std::uint32_t previous_ = 0;   // the instruction before
  bool jumped_ = false, previous_trapped_ = false;
  CallTree::Place from_ = 0;  // the place of that instruction
  bool records_spans_;
  std::vector<FunctionSpan> spans_, open_;
  std::vector<MarkWrite> marks_;
};

/// All tiles of a program.
class Profiler {
 public:
  /// `places`, of the program, must outlive this object.
  Profiler(const TileProgram& program, ProgramPlaces& places, Rank tiles, bool spans);
  ProcessorObserver* observer(Rank tile) { return tiles_[tile].get(); }
  void finish(Rank tile, Cycle end, bool ended) { tiles_[tile]->finish(end, ended); }

  Profile profile() const;
  /// Lines "tile 0;_start;main;square 1234", the format of flame graphs: cycles in a function below its
  /// callers;
  /// "(asleep)" below it in those in which it sleeps.
  std::string folded_stacks() const;
  const TileProfiler& tile(Rank tile) const { return *tiles_[tile]; }
  const FunctionMap& functions() const { return functions_; }

 private:
  FunctionMap functions_;
  std::vector<std::unique_ptr<TileProfiler>> tiles_;
};

}  // namespace collnoc
