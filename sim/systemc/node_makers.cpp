#include "sim/systemc/node_makers.hpp"

#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc::systemc {
namespace {

class Reporting final : public model::ClockedNode {
 public:
  explicit Reporting(std::unique_ptr<AnyNode> node) : node_(std::move(node)) {}
  void reset(model::NodeOut& out) override {
    report_differences([&] { node_->reset(out); });
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    report_differences([&] { node_->tick(in, out); });
  }

 private:
  std::unique_ptr<AnyNode> node_;
};

}  // namespace

void report_differences(const std::function<void()>& tick) {
  try {
    tick();
  } catch (const LockstepMismatch& mismatch) {
    SC_REPORT_ERROR(lockstep_report, mismatch.what());
  }
}

std::function<NodeMaker(Rank)> node_makers(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                                           const std::function<void(const std::string&)>& say) {
  return [nodes = make_node_factory(kind, config, log, say)](Rank rank) -> NodeMaker {
    return [nodes, rank](const HardwareConfig& c, const model::Place& place) {
      return std::make_unique<Reporting>(nodes(rank, c, place));
    };
  };
}

}  // namespace collnoc::systemc
