#include "sim/systemc/fabric_module.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "collnoc/model/systemc/bus_master.hpp"
#include "collnoc/model/systemc/node_module.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/systemc/reporting_node.hpp"

namespace collnoc::systemc {

/// The time of a module without a clock outside: cycle c begins at (c - first) periods, and its second half
/// is its window.
struct [[gnu::visibility("hidden")]] FabricModule::OwnClock {
  OwnClock(const sc_core::sc_time& period, Cycle first, Cycle ahead)
      : period(period.value()), first(first), told(first), ahead(ahead) {}

  bool low() const { return now() % period >= period / 2; }
  /// Notified when the next window begins.
  const sc_core::sc_event& falling_edge() {
    falls.notify(to_window(first + now() / period + (low() ? 1 : 0)));
    return falls;
  }
  sc_core::sc_time to_window(Cycle cycle) const { return to(begin(cycle) + period / 2); }
  sc_core::sc_time to_begin(Cycle cycle) const { return to(begin(cycle)); }
  /// Cycles after `told` that begin before the next event of the simulation.
  Cycle before_next_event() const {
    const std::uint64_t left = sc_core::sc_time_to_pending_activity().value();
    const std::uint64_t end = now() + std::min<std::uint64_t>(left, sc_core::sc_max_time().value() - now());
    return std::min(ahead, first + (end - 1) / period - told);
  }

  static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }
  std::uint64_t begin(Cycle cycle) const {
    return cycle - first < most / period - 1 ? (cycle - first) * period : most - period;
  }
  static sc_core::sc_time to(std::uint64_t at) {
    return sc_core::sc_time::from_value(at - std::min(at, now()));
  }

  static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t period;  // in units of SystemC's time resolution
  const Cycle first;
  Cycle told;  // the last cycle of which the outside knows that it has begun; the fabric may be one further
  const Cycle ahead;
  unsigned deltas = 0;              // for which edge_of_own_clock() has waited at this time
  sc_core::sc_signal<bool> unused;  // at clk_i
  sc_core::sc_event falls;
};

class [[gnu::visibility("hidden")]] FabricModule::Tile final : public Host, public BusMaster {
 public:
  Tile(FabricModule & all, Rank rank)
      : BusMaster(("turn_" + std::to_string(rank)).c_str()), all_(all), rank_(rank) {
    wake_at_ = never;
  }

  // What a thread has asked for.
  model::RegisterAccess drive(Cycle, const model::NodeOut& node) override {
    const model::RegisterAccess access = take(node.reg_ready);
    if (taken()) wake_at_ = never;
    return access;
  }

  std::uint64_t cycle() const override { return all_.fabric_.now(); }
  std::span<std::byte> memory() override {
    model::TileMemory& m = all_.fabric_.memory(rank_);
    return {reinterpret_cast<std::byte*>(m.bytes()), std::size_t{m.words()} * 8};
  }

  bool event() const override { return out().event; }
  const sc_core::sc_event& event_rises() override {
    if (!listed_) all_.waiting_.push_back(this);
    listed_ = true;
    return event_rises_;
  }
  const sc_core::sc_event& falling_edge() const override {
    return all_.own_clock_ ? all_.own_clock_->falling_edge() : all_.clk_i.negedge_event();
  }
  const sc_core::sc_event& memory_written() override {
    if (!watched_) {
      watched_ = true;
      all_.watched_.push_back(this);
      all_.fabric_.memory(rank_).watch(&writing_);
    }
    return wrote_;
  }
  model::WordRange written() const override { return written_; }

  void watch_no_more() { all_.fabric_.memory(rank_).watch(nullptr); }
  /// Tells what was written in the last cycle.
  void tell_written() {
    if (writing_.empty()) return;
    written_ = std::exchange(writing_, {});
    wrote_.notify(sc_core::SC_ZERO_TIME);
  }
  void wake_sleepers() { wakes_.notify(sc_core::SC_ZERO_TIME); }
  bool wrote() const { return !writing_.empty(); }
  using BusMaster::made, BusMaster::taken;
  /// Wakes the threads that wait for an event, if the NIC reports one.
  bool wake_waiting() {
    if (!event()) return false;
    listed_ = false;
    event_rises_.notify(sc_core::SC_ZERO_TIME);
    return true;
  }

 private:
  const model::NodeOut& out() const { return all_.fabric_.host_pins(rank_); }
  bool window() const override { return all_.own_clock_ ? all_.own_clock_->low() : !all_.clk_i.read(); }
  std::uint32_t rdata() const override { return out().reg_rdata; }
  const sc_core::sc_event& before(std::uint64_t at) override {
    if (all_.own_clock_) {
      wakes_.notify(all_.own_clock_->to_window(at));
      return wakes_;
    }
    all_.sleeping_.emplace(at, rank_);
    return wakes_;
  }
  void begin() override {
    wake_at_ = 0;
    all_.driving_.push_back(this);
  }

  FabricModule& all_;
  Rank rank_;
  sc_core::sc_event event_rises_, wakes_;
  sc_core::sc_event wrote_;
  model::WordRange writing_, written_;  // in this cycle; in the last one with a write
  bool listed_ = false, watched_ = false;
};

/// A fabric that belongs to the module.
struct [[gnu::visibility("hidden")]] FabricModule::Own {
  Own(const Topology& topology, const HardwareConfig& config, NodeKind kind, const Fabric::Options& options)
      : fabric(topology, config, options, make_node_factory(kind, config, log)) {}
  static std::shared_ptr<Own> make(const char* name, const Topology& topology, const HardwareConfig& config,
                                   NodeKind kind, std::uint32_t mem_words) {
    require_legal(name, config, topology, mem_words);
    Fabric::Options options;
    options.mem_words = mem_words;
    return std::make_shared<Own>(topology, config, kind, options);
  }
  LockstepLog log;
  Fabric fabric;
};

FabricModule::FabricModule(const sc_core::sc_module_name& name, const Topology& topology,
                           const HardwareConfig& config, NodeKind kind, std::uint32_t mem_words)
    : FabricModule(name, Own::make(name, topology, config, kind, mem_words)) {}

FabricModule::FabricModule(const sc_core::sc_module_name& name, std::shared_ptr<Own> own)
    : FabricModule(name, own->fabric) {
  own_ = std::move(own);
}

FabricModule::FabricModule(const sc_core::sc_module_name& name, Fabric& fabric)
    : sc_module(name), fabric_(fabric) {
  SC_HAS_PROCESS(FabricModule);
  SC_METHOD(edge_of_clock);
  sensitive << clk_i.pos();
  dont_initialize();
  for (Rank r = 0; r < fabric.topology().size(); ++r) {
    tiles_.push_back(std::make_unique<Tile>(*this, r));
    fabric.set_host(r, tiles_[r].get());
  }
}

FabricModule::~FabricModule() {
  for (Rank r = 0; r < tiles_.size(); ++r) fabric_.set_host(r, nullptr);
  for (Tile* tile : watched_) tile->watch_no_more();
}

TileBus& FabricModule::bus(Rank rank) { return *tiles_[rank]; }

std::uint64_t FabricModule::link_cycles() const { return own_ ? own_->log.link_cycles.load() : 0; }

void FabricModule::run_ahead(const sc_core::sc_time& period, std::uint64_t cycles) {
  if (period.value() < 2)
    SC_REPORT_ERROR(hardware_report, "run_ahead: a period has at least two units of time");
  own_clock_ = std::make_unique<OwnClock>(period, fabric_.now(), cycles);
  clk_i(own_clock_->unused);
  sc_core::sc_spawn_options options;
  options.spawn_method();
  sc_core::sc_spawn([this] { edge_of_own_clock(); }, sc_core::sc_gen_unique_name("edge"), &options);
}

void FabricModule::step(std::uint64_t cycles) {
  if (failed_) return;
  failed_ = true;
  failed_ = !report_difference([&] { fabric_.step(cycles); });
}

// Rising edges; and falling ones after which threads go on.
void FabricModule::edge_of_clock() {
  if (!clk_i.read()) return tell_made();
  step(1);
  if (failed_) return;
  tell();
  if (!made_.empty()) next_trigger(clk_i.negedge_event());
}

// The beginning of a cycle that is not yet told; or a window in which threads go on.
void FabricModule::edge_of_own_clock() {
  OwnClock& own = *own_clock_;
  if (own.now() == own.begin(own.told + 1)) {
    if (fabric_.now() == own.told) step(1);
    if (failed_) return;
    ++own.told;
    tell();
  } else if (!made_.empty() && own.low()) {
    tell_made();
  }
  // Nobody else may act at this time any more. Two such modules would wait for each other, so not for ever.
  if (sc_core::sc_pending_activity_at_current_time()) {
    if (own.deltas++ < 4) return next_trigger(sc_core::SC_ZERO_TIME);
  } else if (made_.empty()) {
    for (Cycle left = own.before_next_event(); left != 0 && !seen_outside();) {
      const bool unseen = driving_.empty() && ((waiting_.empty() && watched_.empty()) || fabric_.quiet());
      const Cycle cycles = unseen ? left : 1;
      step(cycles);
      if (failed_) return;
      if (seen_outside()) break;  // told when its time has come
      own.told += cycles;
      left -= cycles;
    }
  }
  own.deltas = 0;
  next_trigger(made_.empty() ? own.to_begin(own.told + 1) : own.to_window(own.told));
}

/// Whether somebody outside has to know of the present cycle.
bool FabricModule::seen_outside() const {
  return std::any_of(driving_.begin(), driving_.end(), [](const Tile* tile) { return tile->taken(); }) ||
         std::any_of(waiting_.begin(), waiting_.end(), [](const Tile* tile) { return tile->event(); }) ||
         std::any_of(watched_.begin(), watched_.end(), [](const Tile* tile) { return tile->wrote(); });
}

// When a cycle has begun.
void FabricModule::tell() {
  for (Tile* tile : watched_) tile->tell_written();
  std::erase_if(waiting_, [](Tile* tile) { return tile->wake_waiting(); });
  for (; !sleeping_.empty() && sleeping_.top().first <= fabric_.now(); sleeping_.pop()) {
    tiles_[sleeping_.top().second]->wake_sleepers();
  }
  const auto made = std::stable_partition(driving_.begin(), driving_.end(),
                                          [](const Tile* tile) { return !tile->taken(); });
  made_.assign(made, driving_.end());
  driving_.erase(made, driving_.end());
}

// In the window.
void FabricModule::tell_made() {
  for (Tile* tile : made_) tile->made();
  made_.clear();
}

}  // namespace collnoc::systemc
