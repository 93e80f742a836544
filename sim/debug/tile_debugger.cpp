#include "sim/debug/tile_debugger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

constexpr Cycle between_polls = 256;  // cycles between looks whether the debugger interrupts

/// The trap handler of firmware/rv32/start.cpp.
std::optional<std::uint32_t> trap_handler_of(const TileProgram& program) {
  const auto found = program.functions("collnoc_trap");
  return found.empty() ? std::nullopt : std::optional(found.front());
}

}  // namespace

TileDebugger::TileDebugger(Fabric& fabric, const TileProgram& program, ProgramPlaces& places,
                           const std::vector<std::unique_ptr<ProcessorHost>>& hosts, std::uint16_t port,
                           std::optional<Rank> only)
    : fabric_(fabric), places_(places), hosts_(hosts), tiles_(only ? 1 : hosts.size()) {
  std::iota(tiles_.begin(), tiles_.end(), only.value_or(0));
  faulted_.resize(tiles_.size());
  const auto trap_handler = trap_handler_of(program);
  for (const Rank r : tiles_) {
    debugged_.push_back(std::make_unique<DebuggedTile>(fabric, r, program, points_, trap_handler));
    hosts[r]->add_observer(debugged_.back().get());
    fabric.set_write_listener(r, debugged_.back().get());
  }
  const LoopbackPort listener(port);
  std::cerr << fmt::format("collnoc: waiting for gdb: target remote 127.0.0.1:{}", listener.number())
            << std::endl;
  stream_ = listener.accept();
  session_.emplace(*stream_, *this);
}

void TileDebugger::start() { hold({DebugStop::Why::start, tiles_.front(), {}, 0}); }

void TileDebugger::stepped() {
  if (!session_) return;
  for (const Rank r : tiles_) {
    DebuggedTile& tile = *debugged_[index(r)];
    if (tile.has_stopped()) {
      pending_.push_back(*tile.take_stop());
      if (pending_.back().why == DebugStop::Why::trap) faulted_[index(r)] = true;
    }
    if (hosts_[r]->fault() && !faulted_[index(r)]) {
      faulted_[index(r)] = true;
      pending_.push_back({DebugStop::Why::fault, r, {}, 0});
    }
  }
  if (pending_.empty() && fabric_.now() % between_polls == 0 && session_->interrupted()) {
    pending_.push_back({DebugStop::Why::interrupt, tiles_.front(), {}, 0});
  }
  while (session_ && !pending_.empty()) {
    put_own_stop_first();
    if (pending_.empty()) break;
    const DebugStop stop = pending_.front();
    pending_.pop_front();
    hold(stop);
  }
}

/// gdb steps a tile over a breakpoint with all breakpoints removed, and takes no stop of another tile
/// meanwhile. But tiles share a clock, and the others must not run past theirs. So the step is shown before
/// it has happened; then gdb inserts the breakpoints, continues, and gets the stop of the other tile.
void TileDebugger::put_own_stop_first() {
  if (!alone_) return;
  const auto own =
      std::find_if(pending_.begin(), pending_.end(), [&](const DebugStop& s) { return s.tile == *alone_; });
  if (own != pending_.end()) {
    std::rotate(pending_.begin(), own, std::next(own));
  } else if (DebuggedTile& tile = *debugged_[index(*alone_)]; tile.is_foreseen()) {
    pending_.clear();  // not two steps ahead: the others run on
  } else {
    tile.foresee();
    pending_.push_front({DebugStop::Why::step, *alone_, {}, 0});
  }
}

void TileDebugger::hold(const DebugStop& stop) {
  using Action = DebugResume::Action;
  const DebugResume resume = session_->serve(stop);
  for (const Rank r : tiles_) {
    DebuggedTile* const tile = debugged_[index(r)].get();
    if (const auto state = tile->changed()) hosts_[r]->restart(*state);
    tile->set_stepping(false);
    if (pending_.empty()) tile->forget_trap();
  }
  alone_ = resume.alone ? std::optional(resume.tile) : std::nullopt;
  switch (resume.action) {
    case Action::go: points_.removed.clear(); break;
    case Action::step: debugged_[index(resume.tile)]->set_stepping(true); break;
    case Action::detach:
      points_ = {};
      pending_.clear();
      session_.reset();
      break;
    case Action::kill:
      session_.reset();
      throw NotFinished(fmt::format("ended by the debugger in cycle {}", fabric_.now()));
  }
}

void TileDebugger::exited(unsigned code) {
  if (session_) session_->exited(code);
}

void TileDebugger::failed(const std::string& why) {
  if (session_) session_->failed(why);
}

std::string TileDebugger::set_register(Rank r, unsigned n, std::uint32_t value) {
  if (hosts_[r]->stopped()) return "the tile's program has ended";
  return debugged_[index(r)]->set_register(n, value);
}

void TileDebugger::insert(const StopPoint& point) {
  points_.inserted.insert(point);
  points_.removed.erase(point);
}

void TileDebugger::remove(const StopPoint& point) {
  if (points_.inserted.erase(point) != 0) points_.removed.insert(point);
}

std::string TileDebugger::description(Rank r) const {
  const ProcessorHost& host = *hosts_[r];
  const char* state = host.fault()     ? ", has failed"
                      : host.stopped() ? ", has ended"
                      : host.asleep()  ? ", asleep until an arrival"
                                       : "";
  HartSnapshot hart = host.hart();
  hart.pc = at(r).pc();
  return fmt::format("tile {} in {}{}", r, places_.text(hart), state);
}

std::string TileDebugger::command(const std::string& text) {
  if (text == "cycle") return fmt::format("cycle {}\n", fabric_.now());
  if (text == "tiles") {
    std::string all;
    for (const Rank r : tiles_) all += description(r) + "\n";
    return all;
  }
  return fmt::format(
      "collnoc: monitor cycle: the next cycle; monitor tiles: where every tile is (not '{}')\n", text);
}

}  // namespace collnoc
