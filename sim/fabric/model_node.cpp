#include "collnoc/model/tile/node.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/register_names.hpp"

namespace collnoc {
namespace {

class ModelNode final : public AnyNode {
 public:
  ModelNode(const HardwareConfig& config, const model::Place& place) : node_(config, place) {}
  void reset(model::NodeOut& out) override { node_.settle(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { node_.tick(in, out); }
  std::map<std::string, std::uint64_t> registers() const override {
    std::map<std::string, std::uint64_t> all;
    NamedVisitor visitor([&](const ShownRegister& r) {
      if (r.width == 0) all[r.name] = r.words[0] | std::uint64_t{r.words[1]} << 32;
    });
    model::Node::registers(node_, visitor);
    return all;
  }

 private:
  model::Node node_;
};

}  // namespace

std::unique_ptr<AnyNode> make_model_node(const HardwareConfig& config, const model::Place& place) {
  return std::make_unique<ModelNode>(config, place);
}

}  // namespace collnoc
