#include "sim/fabric/any_node.hpp"

namespace collnoc {
namespace {

class ModelNode final : public AnyNode {
 public:
  ModelNode(const HardwareConfig& config, const model::Place& place) : node_(config, place) {}
  void reset(model::NodeOut& out) override { node_.settle(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { node_.tick(in, out); }
  model::Node* model() override { return &node_; }
  const model::Node& state() const override { return node_; }

 private:
  model::Node node_;
};

}  // namespace

std::unique_ptr<AnyNode> make_model_node(const HardwareConfig& config, const model::Place& place) {
  return std::make_unique<ModelNode>(config, place);
}

}  // namespace collnoc
