#include "sim/engine/rv32_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <tuple>

#include "sim/common/errors.hpp"
#include "sim/engine/program_sanitizer.hpp"
#include "sim/engine/tile_activity.hpp"
#include "sim/fabric/stuck.hpp"

namespace collnoc {
namespace {

constexpr Cycle between_checks = 64;

using Factory = std::function<std::unique_ptr<AnyProcessor>(Rank, const ProcessorPlace&)>;

Factory processors_of(const Platform& platform, std::uint32_t program_bytes, ProcessorLog& log) {
  if (platform.backend == Backend::model) {
    return [](Rank, const ProcessorPlace& place) { return make_model_processor(place); };
  }
  const auto library =
      processor_library(program_bytes, [](const std::string& line) { std::cerr << line << '\n'; });
  return [&platform, &log, library](Rank rank, const ProcessorPlace& place) {
    if (is_rtl_lockstep(platform.backend)) return make_lockstep_processor(library, place, rank, log);
    if (platform.backend == Backend::mixed &&
        !std::binary_search(platform.rtl_nodes.begin(), platform.rtl_nodes.end(), rank)) {
      return make_model_processor(place);
    }
    return make_verilated_processor(library, place);
  };
}

void load(model::TileMemory& memory, const TileProgram& program, const BootBlock& boot) {
  std::memcpy(memory.bytes() + program.boot_block(), &boot, sizeof boot);
  for (const TileProgram::Data& data : program.data()) {
    std::memcpy(memory.bytes() + data.address, data.bytes.data(), data.bytes.size());
  }
}

}  // namespace

void check_rv32(const Platform& platform) {
  const Topology& topology = platform.topology;
  if (topology.address_bits() > 16) {
    throw UserError(fmt::format(
        "topology '{}': programs of processors have node addresses of 16 bits, so with {} dimensions an "
        "extent is at most "
        "{}; without --firmware, schedules run natively on it",
        platform.topology_text, topology.dims(), 1u << Shape::coordinate_bits(false, topology.dims())));
  }
  if (platform.backend != Backend::netlist && platform.backend != Backend::netlist_lockstep) return;
  throw UserError(fmt::format(
      "--backend {}: there are no netlists of processors; firmware on RV32 tiles runs on model, rtl, "
      "lockstep and mixed",
      word_of(platform.backend)));
}

/// Passes flits on links to the tiles' start-up meters.
class Rv32Tiles::Meters final : public LinkObserver {
 public:
  Meters(const std::vector<std::unique_ptr<ProcessorHost>>& hosts, Rank first)
      : hosts_(hosts), first_(first) {}
  void flit(Cycle now, Rank node, Link link, const model::FlitRef& flit) override {
    const Rank tile = node - first_;
    if (tile < hosts_.size()) hosts_[tile]->meter().driven(now, link, flit);  // else a switch's
  }

 private:
  const std::vector<std::unique_ptr<ProcessorHost>>& hosts_;
  Rank first_;
};

Rv32Tiles::Rv32Tiles(Machine& machine, const Platform& platform, const TileProgram& program,
                     const BootBlock& boot)
    : fabric_(machine.fabric()),
      places_(program),
      stall_timeout_(platform.stall_timeout),
      max_cycles_(platform.max_cycles) {
  const Topology& topology = fabric_.topology();
  std::vector<std::uint32_t> puts = program.puts();
  if (puts.empty()) puts = program.functions("collnoc::MmioTile::put(");  // programs of earlier versions
  Factory make;
  fabric_.parts().first_then_others([&] { make = processors_of(platform, program.program_bytes(), log_); });
  for (Rank r = fabric_.first(); r < fabric_.last(); ++r) {
    model::TileMemory& memory = fabric_.memory(r);
    load(memory, program, boot);
    hosts_.push_back(std::make_unique<ProcessorHost>(
        make(r, {topology.address(r), memory.words(), program.program_bytes()}), program, memory,
        StartupMeter(puts, fabric_.config(), topology.address(r)), fabric_.config(),
        model::Place::of(topology, fabric_.config(), r, memory.words())));
    fabric_.set_host(r, hosts_.back().get());
  }
  meters_ = std::make_unique<Meters>(hosts_, fabric_.first());
  fabric_.add_observer(meters_.get());  // console and debugger, too, need cycle after cycle
  seen_instructions_.resize(hosts_.size());
  instruments_ = std::make_unique<ProcessorInstruments>(fabric_, program, places_, hosts_, platform.tools);
  if (!platform.sanitize) return;
  sanitizer_ = std::make_unique<ProgramSanitizer>(fabric_, program, places_);
  for (const auto& host : hosts_) sanitizer_->watch(*host);
}

MessageSanitizer* Rv32Tiles::sanitizer() { return sanitizer_ ? &sanitizer_->messages() : nullptr; }

Rv32Tiles::~Rv32Tiles() = default;

void Rv32Tiles::run(bool is_schedule, const Progress& progress, const ConsoleLine& console) {
  if (!is_schedule) {
    counters_.emplace(places_, fabric_.parts());
    for (const auto& host : hosts_) host->keep_counters();
  }
  try {
    try {
      instruments_->start();
      simulate(is_schedule, progress, console);
    } catch (const MessageError&) {
      look_for_counters();  // it may be the cause
      throw;
    }
  } catch (const std::exception& failure) {
    print(true, console);
    instruments_->failed(failure.what());
    throw;
  }
  print(true, console);
  unsigned code = 0;
  for (const auto& host : hosts_) code = code != 0 ? code : host->exit_code().value_or(0);
  instruments_->exited(code);
}

void Rv32Tiles::simulate(bool is_schedule, const Progress& progress, const ConsoleLine& console) {
  const NetworkParts& parts = fabric_.parts();
  const auto begun = [](const auto& host) { return host->begin().has_value(); };
  bool measuring = false;
  while (!done()) {
    if (measuring) {
      instruments_->advance(
          std::min<Cycle>(between_checks, max_cycles_ - std::min(fabric_.now(), max_cycles_ - 1)));
    } else {  // cycle by cycle, to read the counts in the cycle of the first MARK 1
      do {
        instruments_->advance(1);
        measuring = parts.any(std::any_of(hosts_.begin(), hosts_.end(), begun));
      } while (!measuring && fabric_.now() % between_checks != 0 && fabric_.now() < max_cycles_);
      if (measuring) counts_before_ = read_counts(fabric_);
    }
    print(false, console);
    look_for_failures(is_schedule);
    if (!done()) look_for_end_of_progress();
    if (progress && fabric_.now() % (1 << 14) == 0) progress(fabric_.now());
  }
}

bool Rv32Tiles::done() const {
  return fabric_.parts().all(std::all_of(hosts_.begin(), hosts_.end(), [](const auto& host) {
    return host->stopped();
  })) && fabric_.quiet();
}

void Rv32Tiles::print(bool rest, const ConsoleLine& console) {
  struct Place {
    Cycle cycle;
    Rank rank;
  };
  std::vector<Place> places;
  std::vector<std::string> texts;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    for (auto& line : hosts_[r]->take_lines(rest)) {
      places.push_back({line.cycle, fabric_.first() + r});
      texts.push_back(std::move(line.text));
    }
  }
  if (const NetworkParts& parts = fabric_.parts(); parts.several()) {
    if (!parts.any(!places.empty())) return;
    places = parts.gather(std::move(places));
    texts = parts.gather(texts);
  }
  std::vector<std::tuple<Cycle, Rank, std::string>> lines;
  for (std::size_t i = 0; i < places.size(); ++i)
    lines.emplace_back(places[i].cycle, places[i].rank, std::move(texts[i]));
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  if (!console) return;
  for (const auto& [cycle, rank, text] : lines) console(rank, text);
}

/// "tile 1, pc 0x90c in main() at main.cpp:33, cycle 78".
std::string Rv32Tiles::place(Rank rank, const HartSnapshot& hart, Cycle cycle) {
  return fmt::format("tile {}, pc {:#x} in {}, cycle {}", rank, hart.pc, places_.text(hart), cycle);
}

void Rv32Tiles::look_for_failures(bool is_schedule) {
  look_for_counters();
  const auto [failed, when] = failure(is_schedule);
  fabric_.parts().agree(failed, when);
}

void Rv32Tiles::look_for_counters() {
  if (!counters_) return;
  for (Rank r = 0; r < hosts_.size(); ++r) counters_->add(fabric_.first() + r, hosts_[r]->take_counters());
  if (sanitizer_) {
    for (const auto& [rank, counter] : sanitizer_->take_planned_counters()) counters_->add(rank, {counter});
  }
  counters_->check();
}

std::pair<std::exception_ptr, Cycle> Rv32Tiles::failure(bool is_schedule) {
  const ProcessorHost* first = nullptr;
  Rank where = 0;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    const ProcessorHost& host = *hosts_[r];
    const bool failed = host.fault() || (is_schedule && host.exit_code().value_or(0) != 0);
    if (!failed || (first != nullptr && first->active_at() <= host.active_at())) continue;
    first = &host;
    where = fabric_.first() + r;
  }
  if (first == nullptr) return {};
  const auto& fault = first->fault();
  const std::string why =
      fault ? fmt::format("{}: {}", place(where, fault->hart, fault->cycle), fault->text(fabric_.topology()))
            : fmt::format("{}: ends with exit code {} instead of 0",
                          place(where, first->hart(), first->active_at()), *first->exit_code());
  return {std::make_exception_ptr(TileProgramFailed(why)), first->active_at()};
}

bool Rv32Tiles::computes() {
  bool any = false;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    const std::uint64_t now = hosts_[r]->instructions();
    any = any || (std::exchange(seen_instructions_[r], now) != now && !hosts_[r]->traps_at());
  }
  return fabric_.parts().any(any);
}

std::string Rv32Tiles::activities() {
  TileActivities all(places_);
  for (Rank r = 0; r < hosts_.size(); ++r) {
    if (!hosts_[r]->stopped()) all.add(fabric_.first() + r, *hosts_[r]);
  }
  return all.text(fabric_.parts());
}

void Rv32Tiles::look_for_end_of_progress() {
  const NetworkParts& parts = fabric_.parts();
  bool asleep = true;
  Cycle last = 0;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    asleep = asleep && hosts_[r]->asleep() && !fabric_.out(fabric_.first() + r).event;
    last = std::max(last, hosts_[r]->active_at());
  }
  asleep = fabric_.quiet() && parts.all(asleep);
  last = parts.maximum(last);
  if (asleep) {
    throw Deadlock(fmt::format("cycle {}: the network is quiet, and nobody will send what tiles wait for: {}",
                               last, activities()));
  }
  const std::uint64_t flits = fabric_.link_flits();
  if (computes() || std::exchange(seen_flits_, flits) != flits || fabric_.writes_memory())
    since_ = fabric_.now();
  if (fabric_.now() - since_ >= stall_timeout_) {
    std::string why = fmt::format("no flit has moved and no tile has computed for {} cycles", stall_timeout_);
    if (const std::string waits = who_waits_for_whom(fabric_); !waits.empty()) why += "; " + waits;
    look_for_trap_loop(why);
    throw Deadlock(fmt::format("cycle {}: {}; {}", fabric_.now(), why, activities()));
  }
  if (fabric_.now() >= max_cycles_)
    throw NotFinished(fmt::format("--max-cycles {} is reached: {}", max_cycles_, activities()));
}

void Rv32Tiles::look_for_trap_loop(const std::string& why) {
  std::vector<std::string> loops;
  for (Rank r = 0; r < hosts_.size(); ++r) {
    const auto at = hosts_[r]->traps_at();
    if (!at || !loops.empty()) continue;
    HartSnapshot hart = hosts_[r]->hart();
    hart.pc = *at;
    loops.push_back(place(fabric_.first() + r, hart, fabric_.now()) +
                    ": traps again and again: its trap handler returns to this instruction: " + why);
  }
  if (!fabric_.parts().any(!loops.empty())) return;
  loops = fabric_.parts().gather(loops);
  throw NotFinished(loops.empty() ? std::string() : loops.front());
}

std::optional<StartupCycles> Rv32Tiles::startup() const {
  std::vector<std::uint32_t> all;
  for (const auto& host : hosts_) {
    all.insert(all.end(), host->meter().samples().begin(), host->meter().samples().end());
  }
  all = fabric_.parts().gather(std::move(all));
  if (all.empty()) return std::nullopt;
  std::sort(all.begin(), all.end());
  return StartupCycles{all.front(), all[all.size() / 2], all.back(), all.size()};
}

}  // namespace collnoc
