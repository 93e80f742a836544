// Attributes every cycle of a processor to a function and a use. The trace ports report when an instruction
// completes. The cycles since the one before are a gap, and the cycle rules of the processor
// (docs/reference/modules/cpu.md) tell from both instructions what the gap was used for.
#include "sim/debug/profiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "collnoc/arch/tile_registers.hpp"

namespace collnoc {
namespace {

using model::CpuDecode;

bool may_jump(std::uint32_t instr) {
  using Kind = CpuDecode::Kind;
  const Kind kind = CpuDecode::of(instr).kind;
  return kind == Kind::jal || kind == Kind::jalr || kind == Kind::branch || kind == Kind::mret;
}

/// Whether an instruction waits for the result of the one before it, and for what (rtl/cpu/cpu.sv).
std::optional<CycleUse> result_wait(std::uint32_t before, std::uint32_t instr) {
  using Kind = CpuDecode::Kind;
  const CpuDecode decoded = CpuDecode::of(instr);
  const Kind kind = decoded.kind;
  const unsigned rd = instruction::rd(before);
  const bool two = kind == Kind::store || kind == Kind::branch || kind == Kind::mul_div ||
                   (kind == Kind::alu && !decoded.use_imm);
  const bool one = two || kind == Kind::load || kind == Kind::jalr || kind == Kind::alu ||
                   (kind == Kind::csr && (instruction::funct3(instr) & 4) == 0);
  if (rd == 0 || !((one && instruction::rs1(instr) == rd) || (two && instruction::rs2(instr) == rd)))
    return std::nullopt;
  const Kind former = CpuDecode::of(before).kind;
  if (former == Kind::load) return CycleUse::load_use;
  const bool product = former == Kind::mul_div && instruction::funct3(before) < 4;
  return product && kind == Kind::mul_div ? std::optional(CycleUse::multiply) : std::nullopt;
}

constexpr std::uint64_t divide_cycles = 33;  // that a division waits before the cycle in which it completes

}  // namespace

TileProfiler::TileProfiler(const FunctionMap& functions, bool spans)
    : tree_(functions), records_spans_(spans) {
  if (records_spans_) open_.push_back({tree_.function(0), false, 0, 0});
}

void TileProfiler::cycle(const ProcessorCycle& c) {
  state_.cycle(c);
  if (!c.retired && !c.trapped) {
    if (c.put_waits) ++put_waits_;
    return;
  }
  if (const auto& access = state_.access(); records_spans_ && access && access->write &&
                                            access->address == tile::tile_registers_base + tile::mark) {
    marks_.push_back({c.now, state_.reg(instruction::rs2(c.instr))});
  }
  attribute_gap(c, c.now - counted_);
  ++tree_.node(tree_.here()).uses[c.trapped ? CycleUse::trap : CycleUse::instruction];
  counted_ = c.now + 1;
  put_waits_ = 0;
  previous_ = c.instr;
  previous_trapped_ = c.trapped;
  jumped_ = c.trapped || may_jump(c.instr);
  from_ = tree_.here();
  move(c);
}

/// The cycles between the last instruction and this one.
void TileProfiler::attribute_gap(const ProcessorCycle& c, std::uint64_t gap) {
  using Kind = CpuDecode::Kind;
  CycleUses& uses = tree_.node(tree_.here()).uses;
  const auto take = [&gap](std::uint64_t most) {
    const std::uint64_t n = std::min(gap, most);
    gap -= n;
    return n;
  };
  const Kind kind = CpuDecode::of(c.instr).kind;
  uses[CycleUse::put] += take(put_waits_);
  if (!c.trapped && kind == Kind::mul_div && (instruction::funct3(c.instr) & 4) != 0)
    uses[CycleUse::divide] += take(divide_cycles);
  if (gap != 0 && jumped_) {
    const CycleUse use = previous_trapped_ ? CycleUse::trap : CycleUse::branch;
    tree_.node(from_).uses[use] += take(1);
  }
  if (gap != 0 && counted_ != 0 && !previous_trapped_) {
    if (const auto wait = result_wait(previous_, c.instr)) uses[*wait] += take(1);
  }
  if (gap == 0) return;
  const CycleUse rest = c.trapped ? CycleUse::trap : kind == Kind::wfi ? CycleUse::asleep : CycleUse::fetch;
  uses[rest] += gap;
  if (rest == CycleUse::asleep && records_spans_) spans_.push_back({0, true, c.now - gap, c.now});
}

/// Follows the jump or the fall into another function.
void TileProfiler::move(const ProcessorCycle& c) {
  const std::size_t depth = tree_.depth();
  const CallTree::Place before = tree_.here();
  if (c.trapped) {
    tree_.trapped(c.pc, state_.pc());
  } else {
    tree_.completed(c.pc, c.instr, state_.pc());
  }
  if (!records_spans_ || (tree_.here() == before && tree_.depth() == depth)) return;
  // Frames below the smaller depth are the same, except that the top one may be another function.
  std::size_t same = std::min(depth, tree_.depth());
  if (same != 0 && open_[same - 1].function != tree_.function(same - 1)) --same;
  close_spans(same, c.now + 1);
  for (std::size_t level = same; level < tree_.depth(); ++level) {
    open_.push_back({tree_.function(level), false, c.now + 1, 0});
  }
}

void TileProfiler::close_spans(std::size_t levels, Cycle now) {
  for (; open_.size() > levels; open_.pop_back()) {
    open_.back().end = now;
    if (open_.back().begin != now) spans_.push_back(open_.back());
  }
}

void TileProfiler::finish(Cycle end, bool ended) {
  if (records_spans_) close_spans(0, ended ? counted_ : end);
  if (end <= counted_) return;
  tree_.node(tree_.here()).uses[ended ? CycleUse::ended : CycleUse::asleep] += end - counted_;
  counted_ = end;
}

std::vector<FunctionSpan> TileProfiler::spans() const {
  std::vector<FunctionSpan> sorted = spans_;
  // Spans were closed from the inside: of those that begin together, the outer one comes first.
  std::reverse(sorted.begin(), sorted.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const FunctionSpan& a, const FunctionSpan& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return sorted;
}

Profiler::Profiler(const TileProgram& program, ProgramPlaces& places, Rank tiles, bool spans)
    : functions_(program, places) {
  for (Rank r = 0; r < tiles; ++r) tiles_.push_back(std::make_unique<TileProfiler>(functions_, spans));
}

Profile Profiler::profile() const {
  Profile all;
  for (const auto& tile : tiles_) {
    std::map<std::uint32_t, FunctionProfile> found;
    for (const CallTree::Node& node : tile->tree().nodes()) found[node.function].uses += node.uses;
    std::vector<FunctionProfile>& functions = all.emplace_back();
    for (auto& [function, profile] : found) {
      if (profile.uses.total() == 0) continue;
      profile.name = functions_.name(function);
      const auto calls = tile->tree().calls().find(function);
      profile.calls = calls == tile->tree().calls().end() ? 0 : calls->second;
      functions.push_back(std::move(profile));
    }
    std::stable_sort(functions.begin(), functions.end(),
                     [](const auto& a, const auto& b) { return a.uses.total() > b.uses.total(); });
  }
  return all;
}

std::string Profiler::folded_stacks() const {
  std::string text;
  for (Rank r = 0; r < tiles_.size(); ++r) {
    const std::vector<CallTree::Node>& nodes = tiles_[r]->tree().nodes();
    std::vector<std::string> paths(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {  // callers come before those that they call
      const std::string caller = n == 0 ? fmt::format("tile {}", r) : paths[nodes[n].caller];
      paths[n] = caller + ";" + functions_.name(nodes[n].function);
      const CycleUses& uses = nodes[n].uses;
      const std::uint64_t asleep = uses[CycleUse::asleep], ended = uses[CycleUse::ended];
      if (const auto busy = uses.total() - asleep - ended; busy != 0)
        text += fmt::format("{} {}\n", paths[n], busy);
      if (asleep != 0) text += fmt::format("{};(asleep) {}\n", paths[n], asleep);
      if (ended != 0) text += fmt::format("tile {};(ended) {}\n", r, ended);
    }
  }
  return text;
}

}  // namespace collnoc
