#include "sim/systemc/piece_makers.hpp"

#include <stdexcept>
#include <utility>

#include "collnoc/model/legality.hpp"
#include "collnoc/model/systemc/hardware_check.hpp"
#include "sim/pieces/piece_factory.hpp"
#include "sim/systemc/reporting_node.hpp"

namespace collnoc::systemc {
namespace {

const HardwareConfig& require_legal_hardware(const HardwareConfig& config) {
  if (const auto broken = why_illegal(config)) throw std::invalid_argument(broken->text());
  return config;
}

/// Makes a piece; `shared` has its factory and the log, of which the piece has a reference.
template <class Shared>
auto make_piece(const Shared& shared, const char* what, Rank rank, const HardwareConfig& config,
                const model::Place& place) {
  if (config != shared.config)
    refuse_hardware(what + (" " + std::to_string(rank)), "has other hardware than its maker");
  return shared.make(rank, config, place);
}

}  // namespace

struct [[gnu::visibility("hidden")]] RouterMakers::Shared {
  HardwareConfig config;
  LockstepLog log;
  RouterFactory make;
};

struct [[gnu::visibility("hidden")]] NicMakers::Shared {
  HardwareConfig config;
  LockstepLog log;
  NicFactory make;
};

RouterMakers::RouterMakers(NodeKind kind, const HardwareConfig& config,
                           const std::function<void(const std::string&)>& say)
    : shared_(std::make_shared<Shared>()) {
  shared_->config = require_legal_hardware(config);
  shared_->make = make_router_factory(kind, config, shared_->log, say);
}

NicMakers::NicMakers(NodeKind kind, const HardwareConfig& config,
                     const std::function<void(const std::string&)>& say)
    : shared_(std::make_shared<Shared>()) {
  shared_->config = require_legal_hardware(config);
  shared_->make = make_nic_factory(kind, config, shared_->log, say);
}

model::RouterMaker RouterMakers::operator()(Rank rank) const {
  class Router final : public model::ClockedRouter {
   public:
    Router(std::shared_ptr<Shared> shared, std::unique_ptr<ClockedRouter> router)
        : shared_(std::move(shared)), router_(std::move(router)) {}
    void reset(model::RouterOut& out) override {
      report_difference([&] { router_->reset(out); });
    }
    void tick(const model::RouterIn& in, model::RouterOut& out) override {
      report_difference([&] { router_->tick(in, out); });
    }

   private:
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<ClockedRouter> router_;
  };
  return [shared = shared_, rank](const HardwareConfig& config, const model::Place& place) {
    return std::make_unique<Router>(shared, make_piece(*shared, "router", rank, config, place));
  };
}

model::NicMaker NicMakers::operator()(Rank rank) const {
  class Nic final : public model::ClockedNic {
   public:
    Nic(std::shared_ptr<Shared> shared, std::unique_ptr<ClockedNic> nic)
        : shared_(std::move(shared)), nic_(std::move(nic)) {}
    void reset() override { nic_->reset(); }
    void settle(const model::NicIn& in, model::NicOut& out) override {
      report_difference([&] { nic_->settle(in, out); });
    }
    void edge(const model::NicIn& in) override { nic_->edge(in); }

   private:
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<ClockedNic> nic_;
  };
  return [shared = shared_, rank](const HardwareConfig& config, const model::Place& place) {
    return std::make_unique<Nic>(shared, make_piece(*shared, "NIC", rank, config, place));
  };
}

std::uint64_t RouterMakers::link_cycles() const { return shared_->log.link_cycles; }
std::uint64_t NicMakers::link_cycles() const { return shared_->log.link_cycles; }

}  // namespace collnoc::systemc
