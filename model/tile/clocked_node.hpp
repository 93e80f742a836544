// A node at its clock, by its pins: what the model, RTL, and both in lockstep have in common.
#pragma once
#include "collnoc/model/tile/pins.hpp"

namespace collnoc::model {

class ClockedNode {
 public:
  virtual ~ClockedNode() = default;
  /// Writes the outputs right after reset.
  virtual void reset(NodeOut& out) = 0;
  /// Simulates one clock edge: reads the inputs of this cycle and writes the outputs of the next. What `out`
  /// points to stays readable for one further tick.
  virtual void tick(const NodeIn& in, NodeOut& out) = 0;
};

}  // namespace collnoc::model
