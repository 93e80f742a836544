#include "model/tile/node.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/register_names.hpp"

namespace collnoc {
namespace {

class ModelNode final : public AnyNode {
 public:
  ModelNode(const HardwareConfig& config, const model::Place& place) : node_(config, place) {}
  void reset(model::NodeOut& out) override { node_.settle(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { node_.tick(in, out); }
  std::optional<model::Wide> read_register(const std::string& name) const override {
    std::optional<model::Wide> found;
    NamedVisitor visitor([&](const ShownRegister& r) {
      if (r.name != name || r.width != 0) return;
      model::Wide w;
      w.low = r.words[0] | std::uint64_t{r.words[1]} << 32;
      found = w;
    });
    model::Node::registers(node_, visitor);
    return found;
  }

 private:
  model::Node node_;
};

}  // namespace

std::unique_ptr<AnyNode> make_model_node(const HardwareConfig& config, const model::Place& place) {
  return std::make_unique<ModelNode>(config, place);
}

}  // namespace collnoc
