// A node of the fabric: the model, verilated RTL or netlist, or one of the two in lockstep with the model.
#pragma once
#include <memory>

#include "collnoc/model/tile/clocked_node.hpp"
#include "collnoc/model/tile/node.hpp"
#include "sim/fabric/node_state.hpp"

namespace collnoc {

class NodeBoard;
class SlicedNodes;
struct RtlBeside;

class AnyNode : public model::ClockedNode {
 public:
  /// The model node, if this is a model node only; its tick() may be called instead.
  virtual model::Node* model() { return nullptr; }
  /// If this is one of nodes in slices, which a fabric computes together: all of them.
  virtual SlicedNodes* slices() { return nullptr; }
  /// If this is one of nodes on a board, which a fabric computes together: the board.
  virtual NodeBoard* board() { return nullptr; }
  /// If this is a model node beside which a fabric computes the RTL, in lockstep: the RTL of all nodes.
  virtual const RtlBeside* beside() const { return nullptr; }
  /// In lockstep, the outputs of the model.
  virtual const model::NodeOut* model_out() const { return nullptr; }
  /// A model node whose registers have this node's values; valid until the next call or tick. Only registers
  /// are set, so it must not be ticked. Slow for RTL: meant for the end of a run and for diagnosis.
  virtual const model::Node& state() const = 0;

  NodeCounts counts() const { return counts_of(state()); }
  std::vector<WaitingFlit> waiting() const { return waiting_flits(state()); }
};

std::unique_ptr<AnyNode> make_model_node(const HardwareConfig& config, const model::Place& place);

}  // namespace collnoc
