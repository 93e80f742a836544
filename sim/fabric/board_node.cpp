#include <stdexcept>
#include <utility>

#include "sim/fabric/kernel.hpp"

namespace collnoc {
namespace {

class BoardNode final : public AnyNode {
 public:
  BoardNode(std::shared_ptr<NodeBoard> board, Rank rank) : board_(std::move(board)), rank_(rank) {}
  void reset(model::NodeOut& out) override { board_->read(rank_, out); }
  void tick(const model::NodeIn&, model::NodeOut&) override {
    throw std::logic_error("a node on a board is not computed by itself");
  }
  NodeBoard* board() override { return board_.get(); }
  const model::NodeOut* model_out() const override { return board_->node(rank_).model_out(); }
  const model::Node& state() const override { return board_->node(rank_).state(); }

 private:
  std::shared_ptr<NodeBoard> board_;
  Rank rank_;
};

}  // namespace

NodeFactory nodes_on(std::shared_ptr<NodeBoard> board) {
  return [board = std::move(board)](Rank rank, const HardwareConfig&, const model::Place&) {
    return std::make_unique<BoardNode>(board, rank);
  };
}

}  // namespace collnoc
