#include "sim/fabric/rtl_beside.hpp"

#include <utility>

namespace collnoc {
namespace {

class LockstepInSlices final : public AnyNode {
 public:
  LockstepInSlices(std::shared_ptr<SlicedNodes> nodes, const HardwareConfig& config,
                   const model::Place& place, Rank rank, LockstepLog& log)
      : nodes_(std::move(nodes)),
        beside_{*nodes_, log},
        config_(config),
        place_(place),
        rank_(rank),
        model_(config, place) {
    nodes_->put(rank, place);
  }
  void reset(model::NodeOut& out) override {
    model_.settle(out);
    out_ = &out;
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { model_.tick(in, out); }
  model::Node* model() override { return &model_; }
  const model::NodeOut* model_out() const override { return out_; }
  const RtlBeside* beside() const override { return &beside_; }

  const model::Node& state() const override {
    state_ = std::make_unique<model::Node>(config_, place_);
    nodes_->load(rank_, *state_);
    return *state_;
  }

 private:
  std::shared_ptr<SlicedNodes> nodes_;
  RtlBeside beside_;
  HardwareConfig config_;
  model::Place place_;
  Rank rank_;
  model::Node model_;
  const model::NodeOut* out_ = nullptr;  ///< where whoever computes this node has what it drives
  mutable std::unique_ptr<model::Node> state_;
};

}  // namespace

std::unique_ptr<AnyNode> make_lockstep_in_slices(std::shared_ptr<SlicedNodes> nodes,
                                                 const HardwareConfig& config, const model::Place& place,
                                                 Rank rank, LockstepLog& log) {
  return std::make_unique<LockstepInSlices>(std::move(nodes), config, place, rank, log);
}

}  // namespace collnoc
