#include "tests/support/stalls.hpp"

#include <random>
#include <utility>

namespace collnoc::test {
namespace {

class StallingNode final : public AnyNode {
 public:
  StallingNode(std::unique_ptr<AnyNode> node, std::uint64_t seed, bool long_waits)
      : node_(std::move(node)), random_(seed), long_waits_(long_waits) {}
  void reset(model::NodeOut& out) override { node_->reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    const bool few = long_waits_ && (now_++ & 64) != 0;
    const auto keep = [&] {
      const std::uint64_t a = random_();
      if (!few) return static_cast<std::uint32_t>(a | random_() >> 32);  // 3 of 4
      const std::uint64_t b = a & random_();
      return static_cast<std::uint32_t>(b & b >> 32);  // 1 of 16
    };
    model::NodeIn less = in;
    if (in.rd_gnt != 0) less.rd_gnt &= keep();
    if (in.wr_gnt != 0) less.wr_gnt &= keep();
    node_->tick(less, out);
  }
  const model::Node& state() const override { return node_->state(); }

 private:
  std::unique_ptr<AnyNode> node_;
  std::mt19937_64 random_;
  bool long_waits_;
  std::uint64_t now_ = 0;
};

}  // namespace

NodeFactory with_stalls(NodeFactory make, std::uint64_t seed, bool long_waits) {
  return [make = std::move(make), seed, long_waits](Rank rank, const HardwareConfig& c,
                                                    const model::Place& place) {
    return std::make_unique<StallingNode>(make(rank, c, place), seed * 1013 + rank, long_waits);
  };
}

}  // namespace collnoc::test
