#include "tests/support/stalls.hpp"

#include <random>
#include <utility>

namespace collnoc::testing {
namespace {

class StallingNode final : public AnyNode {
 public:
  StallingNode(std::unique_ptr<AnyNode> node, std::uint64_t seed) : node_(std::move(node)), random_(seed) {}
  void reset(model::NodeOut& out) override { node_->reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    const auto keep = [&] { return static_cast<std::uint32_t>(random_() | random_() >> 32); };  // 3 of 4
    model::NodeIn less = in;
    if (in.rd_gnt != 0) less.rd_gnt &= keep();
    if (in.wr_gnt != 0) less.wr_gnt &= keep();
    node_->tick(less, out);
  }
  const model::Node& state() const override { return node_->state(); }

 private:
  std::unique_ptr<AnyNode> node_;
  std::mt19937_64 random_;
};

}  // namespace

NodeFactory with_stalls(NodeFactory make, std::uint64_t seed) {
  return [make = std::move(make), seed](Rank rank, const HardwareConfig& c, const model::Place& place) {
    return std::make_unique<StallingNode>(make(rank, c, place), seed * 1013 + rank);
  };
}

}  // namespace collnoc::testing
