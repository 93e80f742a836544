// A node of the fabric, whatever it is made of: model, verilated RTL or netlist, or two of them in lockstep.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "collnoc/model/registers.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

class AnyNode {
 public:
  virtual ~AnyNode() = default;
  /// Outputs right after reset.
  virtual void reset(model::NodeOut& out) = 0;
  /// One clock edge: inputs of this cycle in, outputs of the next cycle out. What `out` points to stays
  /// readable for one further tick.
  virtual void tick(const model::NodeIn& in, model::NodeOut& out) = 0;
  /// Every register of up to 64 bits by its RTL name relative to node.sv; array elements as "name[3]". A
  /// netlist shows those that synthesis kept, and none that the simulator needs is lost to it. Slow: for the
  /// end of a run and for diagnosis.
  virtual std::map<std::string, std::uint64_t> registers() const = 0;
};

std::unique_ptr<AnyNode> make_model_node(const HardwareConfig& config, const model::Place& place);

}  // namespace collnoc
