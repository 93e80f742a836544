#include "sim/engine/processor_instruments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "collnoc/arch/tile_registers.hpp"
#include "sim/common/output_file.hpp"
#include "sim/engine/timeline.hpp"

namespace collnoc {
namespace {

/// From each mark_begin to the next mark_end.
std::vector<TileSpans::Slice> marked_parts(const std::vector<MarkWrite>& marks) {
  std::vector<TileSpans::Slice> parts;
  std::optional<Cycle> begin;
  for (const MarkWrite& mark : marks) {
    if (mark.value == tile::mark_begin && !begin) begin = mark.cycle;
    if (mark.value != tile::mark_end || !begin) continue;
    parts.push_back({"marked", *begin, mark.cycle});
    begin.reset();
  }
  return parts;
}

}  // namespace

ProcessorInstruments::ProcessorInstruments(Fabric& fabric, const TileProgram& program, ProgramPlaces& places,
                                           const Hosts& hosts, const ProcessorTools& tools)
    : fabric_(fabric), hosts_(hosts), tools_(tools) {
  const auto tiles = static_cast<Rank>(hosts.size());
  if (tools.instruction_trace_file) {
    trace_.emplace(tools, program, places, tiles);
    for (Rank r = 0; r < tiles; ++r) {
      if (ProcessorObserver* observer = trace_->observer(r); observer != nullptr)
        hosts[r]->add_observer(observer);
    }
  }
  if (tools.profile || tools.flame_graph_file || tools.timeline_file) {
    profiler_.emplace(program, places, tiles, tools.timeline_file != nullptr);
    for (Rank r = 0; r < tiles; ++r) hosts[r]->add_observer(profiler_->observer(r));
  }
  if (tools.timeline_file) fabric.add_observer(&links_.emplace(fabric.topology()));
  if (tools.gdb_port) debugger_.emplace(fabric, program, places, hosts, *tools.gdb_port, tools.gdb_tile);
}

void ProcessorInstruments::start() {
  if (debugger_) debugger_->start();
}

void ProcessorInstruments::advance(Cycle cycles) {
  if (debugger_) {
    for (; cycles != 0; --cycles) {
      fabric_.step();
      debugger_->stepped();
    }
  } else {
    fabric_.step(cycles);
  }
  if (!trace_) return;
  trace_->write(fabric_.now());
  tools_.instruction_trace_file->check();
}

void ProcessorInstruments::exited(unsigned code) {
  finish();
  if (debugger_) debugger_->exited(code);
}

void ProcessorInstruments::failed(const std::string& why) {
  finish();
  if (debugger_) debugger_->failed(why);
}

void ProcessorInstruments::finish() {
  if (trace_) trace_->write(never);
  if (!profiler_) return;
  Cycle end = 0;  // the cycle after the last in which a processor was active
  for (const auto& host : hosts_) end = std::max(end, host->active_at() + 1);
  for (Rank r = 0; r < hosts_.size(); ++r) profiler_->finish(r, end, hosts_[r]->stopped());
  if (tools_.flame_graph_file) tools_.flame_graph_file->write(profiler_->folded_stacks());
  if (tools_.timeline_file) tools_.timeline_file->write(timeline());
}

std::string ProcessorInstruments::timeline() const {
  std::vector<TileSpans> tiles;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    const TileProfiler& profiler = profiler_->tile(r);
    TileSpans& spans = tiles.emplace_back();
    for (const FunctionSpan& span : profiler.spans()) {
      spans.slices.push_back(
          {span.asleep ? "(asleep)" : profiler_->functions().name(span.function), span.begin, span.end});
    }
    spans.marked = marked_parts(profiler.marks());
  }
  return function_timeline_json(tiles, "tiles", {fabric_.topology(), links_->spans()});
}

std::optional<Profile> ProcessorInstruments::profile() const {
  return profiler_ && tools_.profile ? std::optional(profiler_->profile()) : std::nullopt;
}

}  // namespace collnoc
