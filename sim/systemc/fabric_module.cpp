#include "sim/systemc/fabric_module.hpp"

#include <optional>
#include <string>
#include <utility>

#include "collnoc/model/systemc/bus_master.hpp"
#include "collnoc/model/systemc/node_module.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/systemc/reporting_node.hpp"

namespace collnoc::systemc {

class [[gnu::visibility("hidden")]] FabricModule::Tile final : public Host, public BusMaster {
 public:
  Tile(FabricModule & all, Rank rank)
      : BusMaster(("turn_" + std::to_string(rank)).c_str()), all_(all), rank_(rank) {
    wake_at_ = never;
  }

  // The access that a thread requested for this cycle.
  model::RegisterAccess drive(Cycle, const model::NodeOut&) override {
    wake_at_ = never;
    const model::RegisterAccess access = access_.value_or(model::RegisterAccess{});
    access_.reset();
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
  const sc_core::sc_event& falling_edge() const override { return all_.clk_i.negedge_event(); }
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
  /// Wakes the threads that wait for an event, if the NIC reports one.
  bool wake_waiting() {
    if (!event()) return false;
    listed_ = false;
    event_rises_.notify(sc_core::SC_ZERO_TIME);
    return true;
  }

 private:
  const model::NodeOut& out() const { return all_.fabric_.out(rank_); }
  bool window() const override { return !all_.clk_i.read(); }
  bool ready() const override { return out().reg_ready; }
  std::uint32_t rdata() const override { return out().reg_rdata; }
  const sc_core::sc_event& before(std::uint64_t at) override {
    all_.sleeping_.emplace(at, rank_);
    return wakes_;
  }
  void drive(const model::RegisterAccess& access) override {
    access_ = access;
    wake_at_ = 0;
  }

  FabricModule& all_;
  Rank rank_;
  std::optional<model::RegisterAccess> access_;
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
  SC_METHOD(rising_edge);
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

void FabricModule::rising_edge() {
  if (failed_) return;
  failed_ = true;
  if (!report_difference([&] { fabric_.step(); })) return;
  failed_ = false;
  for (Tile* tile : watched_) tile->tell_written();
  std::erase_if(waiting_, [](Tile* tile) { return tile->wake_waiting(); });
  for (; !sleeping_.empty() && sleeping_.top().first <= fabric_.now(); sleeping_.pop()) {
    tiles_[sleeping_.top().second]->wake_sleepers();
  }
}

}  // namespace collnoc::systemc
