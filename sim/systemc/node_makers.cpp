#include "sim/systemc/node_makers.hpp"

#include <stdexcept>
#include <utility>

#include "collnoc/model/legality.hpp"
#include "sim/fabric/node_factory.hpp"
#include "sim/systemc/reporting_node.hpp"

namespace collnoc::systemc {

struct [[gnu::visibility("hidden")]] NodeMakers::Shared {
  HardwareConfig config;
  NodeFactory make;
  LockstepLog log;
};

NodeMakers::NodeMakers(NodeKind kind, const HardwareConfig& config,
                       const std::function<void(const std::string&)>& say)
    : shared_(std::make_shared<Shared>()) {
  if (const auto broken = why_illegal(config)) throw std::invalid_argument(broken->text());
  shared_->config = config;
  shared_->make = make_node_factory(kind, config, shared_->log, say);
}

NodeMaker NodeMakers::operator()(Rank rank) const {
  /// Keeps the log, of which the node has a reference.
  class Node final : public model::ClockedNode {
   public:
    Node(std::shared_ptr<Shared> shared, Rank at, const model::Place& place)
        : shared_(std::move(shared)), node_(shared_->make(at, shared_->config, place)) {}
    void reset(model::NodeOut& out) override { node_.reset(out); }
    void tick(const model::NodeIn& in, model::NodeOut& out) override { node_.tick(in, out); }

   private:
    std::shared_ptr<Shared> shared_;
    ReportingNode node_;
  };
  return [shared = shared_, rank](const HardwareConfig& config, const model::Place& place) {
    if (config != shared->config)
      refuse_hardware("node " + std::to_string(rank), "has other hardware than its maker");
    return std::make_unique<Node>(shared, rank, place);
  };
}

std::uint64_t NodeMakers::link_cycles() const { return shared_->log.link_cycles; }

}  // namespace collnoc::systemc
