// A node of a router and a NIC that are made apart, joined as rtl/tile/node.sv joins its own: either can be
// the model, RTL, both in lockstep, or one of your own. The gate between them is the model's.
#pragma once
#include <memory>

#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/model/tile/clocked_node.hpp"
#include "collnoc/model/tile/tile_gate.hpp"

namespace collnoc::model {

class SplitNode final : public ClockedNode {
 public:
  SplitNode(const HardwareConfig& config, std::unique_ptr<ClockedRouter> router,
            std::unique_ptr<ClockedNic> nic);
  void reset(NodeOut& out) override;
  void tick(const NodeIn& in, NodeOut& out) override;

 private:
  NicIn nic_inputs(const NodeIn& in) const;
  RouterIn router_inputs(const NodeIn& in) const;
  /// The outputs after the clock edge of this cycle.
  void drive(std::uint32_t cycle, NodeOut& out);

  HardwareConfig config_;
  unsigned links_, channels_;
  std::unique_ptr<ClockedRouter> router_;
  std::unique_ptr<ClockedNic> nic_;
  TileGate gate_;
  // What the router and the NIC drive in this cycle, and what the router did in the one before.
  RouterOut routed_[2];
  unsigned which_ = 0;
  NicOut sent_;
};

}  // namespace collnoc::model
